--- The instruments of `make soak` (spec/proof/soak/init.lua): the line through measurements
-- (spec/proof/soak: slope.lua), what a process uses (process.lua), the traffic and its judge
-- (spec/proof/soak/traffic.lua), the connections (spec/proof/soak/driver.lua).

local forge = require("spec.support.publication.forge")
local driver = require("spec.proof.soak.driver")
local process = require("spec.proof.soak.process")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local slope = require("spec.proof.soak.slope")
local traffic = require("spec.proof.soak.traffic")

describe("the line through measurements", function()
  it("is exact where they lie on one", function()
    local gradient, uncertain = slope.fit { { 0, 1 }, { 1, 3 }, { 2, 5 }, { 5, 11 } }
    assert.near(2, gradient, 1e-12)
    assert.near(0, uncertain, 1e-12)
  end)

  it("has the standard error of the textbook", function()
    local gradient, uncertain = slope.fit { { 1, 1 }, { 2, 3 }, { 3, 2 }, { 4, 5 }, { 5, 4 } }
    assert.near(0.8, gradient, 1e-12)
    assert.near(math.sqrt(3.6 / 3 / 10), uncertain, 1e-12)
  end)
end)

describe("what a process uses", function()
  it("is its own memory", function()
    local stat = io.open("/proc/self/stat")
    local own = tonumber(stat:read("a"):match("^%d+"))
    stat:close()
    assert.is_true(process.memory(own) > 100)
  end)

  it("is the descriptors it holds", function()
    -- The shell stops itself: a program it started would open libraries while it is looked at.
    local function count(script)
      local pipe <close> = io.popen(script .. "; echo $$; kill -STOP $$")
      local pid = pipe:read("n")
      local found = process.descriptors(pid)
      os.execute("kill -KILL " .. pid)
      return found
    end
    assert.equal(count("exec 8<&-") + 1, count("exec 8</dev/null"))
  end)

  it(
    "is nothing when the process is gone",
    function() assert.is_nil(process.memory(1 << 22)) end
  )
end)

describe("the judge of the traffic", function()
  local function answer(status, body, fields)
    local head = "HTTP/1.1 %d X\r\nContent-Length: %d\r\n%s\r\n%s"
    return head:format(status, #body, fields or "", body)
  end
  local function zipped(body)
    local path = forge.write(os.tmpname(), body)
    local pipe <close> = assert(io.popen("gzip -c <" .. path))
    local bytes = pipe:read("a")
    os.remove(path)
    return answer(200, bytes, "Content-Encoding: gzip\r\n")
  end
  local request = { statuses = { 200 }, text = '{"timestamp":0}' }
  local cases = {
    { "the right answer", answer(200, '{"timestamp":17}'), nil },
    { "the right answer in a coding", zipped('{"timestamp":18}'), nil },
    { "another body in a coding", zipped('{"timestamp":18,"a":1}'), "body" },
    { "another body", answer(200, '{"timestamp":17,"a":1}'), "body" },
    { "another status", answer(404, ""), "status" },
    { "an error of the server", answer(500, ""), "unprovoked 5xx" },
    { "an answer that is cut off", answer(200, "abc"):sub(1, -2), "cut" },
    { "no bytes", "", "cut" },
  }
  for _, case in ipairs(cases) do
    it(
      "knows " .. case[1],
      function() assert.equal(case[3], (traffic.judge(request, case[2]))) end
    )
  end
end)

describe("the traffic", function()
  it("is answered right by a service that is well", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    sample.write(folder .. "/p.svp", folder .. "/trust")
    local svcd = server.start({
      publication = folder .. "/p.svp",
      trust = folder .. "/trust",
      quota_limit = 0,
      base_url = "http://api.test",
    })
    local answers, hostile, wrong = 0, 0, {}
    driver.run {
      port = svcd.port,
      connections = 4,
      next = traffic.open(svcd.port),
      finished = function(request, text)
        answers = answers + 1
        if request.hostile then hostile = hostile + 1 end
        local class, what = traffic.judge(request, text or "")
        if class then wrong[#wrong + 1] = ("%s: %s %s"):format(request.name, class, what) end
      end,
      tick = function() return answers < 500 end,
    }
    svcd:stop()
    os.execute("rm -r " .. folder)
    assert.same({}, wrong)
    assert.is_true(hostile > 0 and hostile < answers / 5)
  end)
end)
