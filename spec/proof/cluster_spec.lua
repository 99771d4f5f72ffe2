--- The short form of `make cluster` (spec/proof/cluster): no client sees a failure, whatever fails
-- behind the balancer, and the quota holds.

local judge = require("spec.proof.cluster.judge")
local releases = require("spec.proof.cluster.releases")
local traffic = require("spec.proof.cluster.traffic")

local SECONDS = tonumber(os.getenv("CLUSTER_SECONDS") or "15")

describe("three replicas behind a balancer", function()
  it(
    "answer every client, and count them together, while one thing after another fails",
    function()
      local program = os.getenv("SVC_SVCD") or "build/svcd"
      local line =
        "unset LUA_PATH LUA_CPATH; SVC_SVCD=%s %s lua spec/proof/cluster/init.lua %d 2>&1"
      local pipe <close> = assert(io.popen(line:format(program, program, SECONDS)))
      local table = pipe:read("a")
      assert.is_true(pipe:close(), table)
      assert.matches("\n%d+ scenes of .* s, 0 defects\n$", table)
    end
  )
end)

describe("the judge of a cluster", function()
  local NUMBERS = { [("a"):rep(64)] = 1, [("b"):rep(64)] = 2 }

  --- An answer that says these editions, from the publication of a digest.
  local function answer(digest, ...)
    local body = ('{"title":"Edition %d","description":"Edition %d","text":"edition %d"}'):format(
      ...
    )
    local head = "HTTP/1.1 200 OK\r\nX-Replica: r1\r\nSVC-Publication: sha-256=%s\r\n"
      .. "Content-Length: %d\r\n\r\n%s"
    return head:format(digest:rep(64), #body, body)
  end

  local function request(sent, text)
    local one = { address = "10.0.0.1", sent = sent, bytes = "GET " .. releases.TARGET }
    traffic.take(one, text, NUMBERS)
    one.done = sent + 1
    return one
  end

  local function found(name, ...)
    local requests = {}
    for i, text in ipairs { ... } do
      requests[i] = request(i * 2, text)
    end
    return judge.requests(requests, 5)[name]
  end

  local one, two = answer("a", 1, 1, 1), answer("b", 2, 2, 2)

  it("finds nothing wrong with one edition after the other", function()
    for _, name in ipairs { "failed", "mixed", "back", "over", "wrong" } do
      assert.equal(0, found(name, one, two))
    end
  end)

  it(
    "finds an answer that is older than one before",
    function() assert.equal(1, found("back", two, one)) end
  )

  it(
    "finds answers of two editions, of another than they say, and of none that is known",
    function()
      assert.equal(1, found("mixed", answer("a", 1, 1, 2)))
      assert.equal(1, found("mixed", answer("b", 1, 1, 1)))
      assert.equal(1, found("mixed", answer("c", 1, 1, 1)))
    end
  )

  it("allows a request to count each time that the balancer asked, and no more", function()
    local function wrong(admitted, again)
      local requests = {}
      for i = 1, admitted do
        requests[i] = { address = "10.0.0.1", status = 200, sent = i / 100, done = i / 100 }
      end
      requests[1].again = again
      table.insert(
        requests,
        { address = "10.0.0.1", status = 429, retry = 1, sent = 1, done = 1 }
      )
      return judge.requests(requests, 5).wrong
    end
    assert.equal(0, wrong(5, 0))
    assert.equal(1, wrong(4, 0))
    assert.equal(0, wrong(4, 1))
    assert.equal(0, wrong(3, 2))
    assert.equal(1, wrong(3, 1))
  end)

  it("reads how often the balancer asked", function()
    for text, again in pairs { ["0"] = 0, ["1"] = 1, ["+3"] = 3 } do
      local answered = { sent = 1, bytes = "GET /v1/taxonomy" }
      traffic.take(answered, "HTTP/1.1 429 Busy\r\nX-Retries: " .. text .. "\r\n\r\n", NUMBERS)
      assert.equal(again, answered.again)
    end
  end)

  it("finds requests without an answer, and clients beyond their quota", function()
    assert.equal(1, found("failed", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"))
    local requests = {}
    for i = 1, 6 do
      requests[i] = request(i / 100, one)
      requests[i].done = i / 100 + 0.001
    end
    assert.equal(1, judge.requests(requests, 5).over)
  end)
end)
