--- The quota in the real svcd: exactly so many requests in any window, over all workers.

local client = require("spec.support.service.client")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")

local files = os.tmpname()

local function start(options)
  local all = { publication = files .. ".svp", trust = files .. ".trust", access_log = "none" }
  for name, value in pairs(options) do
    all[name] = value
  end
  return server.start(all)
end

describe("the quota", function()
  setup(function() sample.write(files .. ".svp", files .. ".trust") end)
  teardown(function()
    for _, suffix in ipairs { "", ".svp", ".trust" } do
      os.remove(files .. suffix)
    end
  end)

  --- Statuses of `count` requests on eight connections, spread over the workers; `%d` in the target
  -- is the number of the request.
  local function flood(port, count, target)
    local statuses = {}
    local connections = {}
    for i = 1, 8 do
      connections[i] = client.connect(port)
    end
    for i = 1, count do
      connections[i % 8 + 1]:send(client.format(target:format(i), { keep = true }))
    end
    for _, connection in ipairs(connections) do
      connection:shutdown("send")
      for _, answer in ipairs(assert(client.parse((client.drain(connection))))) do
        statuses[answer.status] = (statuses[answer.status] or 0) + 1
      end
    end
    return statuses
  end

  it("admits exactly 120 requests, over four workers and eight connections", function()
    local svcd = start({ workers = 4 })
    assert.same({ [200] = 120, [429] = 80 }, flood(svcd.port, 200, "/v1/taxonomy"))
    svcd:stop()
  end)

  it("leaves pages free, and bounds those that must be made for one client", function()
    local svcd = start({ workers = 2 })
    assert.same({ [200] = 120, [429] = 80 }, flood(svcd.port, 200, "/search?query=a%d"))
    assert.equal(200, svcd:request("/v1/taxonomy").status)
    svcd:stop()
  end)

  it("counts a page once, however its address is decorated", function()
    local svcd = start({ workers = 2, quota_limit = 2 })
    assert.same({ [200] = 100 }, flood(svcd.port, 100, "/docs?z%d=1"))
    svcd:stop()
  end)

  it(
    "gives whoever used up its pages those that are kept, and says when to come again",
    function()
      local svcd = start({ quota_limit = 3, listen = { "127.0.0.1:0", "127.0.0.1:0?proxy" } })
      local pages, seen = { "/docs", "/problems", "/terms/en", "/llms.txt", "/docs", "/" }, {}
      for i, target in ipairs(pages) do
        seen[i] = svcd:request(target).status
      end
      assert.same({ 200, 200, 200, 429, 200, 303 }, seen)
      local refused = svcd:request("/llms.txt")
      local detail = "The client has used its budget of pages that must be made for it."
      assert.same(
        { "RATE_LIMITED", detail },
        { refused.body:match('"code":"([%u_]+)","detail":"([^"]*)"') }
      )
      assert.truthy(tonumber(refused.headers["retry-after"]))
      assert.equal(200, svcd:request("/v1/health").status)
      local other = client.raw(
        svcd.addresses[2],
        "PROXY TCP4 203.0.113.1 127.0.0.1 1 2\r\n" .. client.format("/llms.txt")
      )
      assert.matches("^HTTP/1.1 200 ", other)
      svcd:stop()
    end
  )

  it("counts what is answered from the cache, and what is refused after it", function()
    local svcd = start({ quota_limit = 6 })
    local targets = {
      "/v1/taxonomy",
      "/v1/taxonomy",
      "/v1/search?page=1",
      "/v1/content?ref=x",
      "/v1/taxonomy?locale=xx",
    }
    local seen = {}
    for i, target in ipairs(targets) do
      seen[i] = svcd:request(target).status
    end
    seen[6] = svcd:request("/v1/taxonomy", { method = "HEAD" }).status
    seen[7] = svcd:request("/v1/taxonomy").status
    assert.same({ 200, 200, 400, 404, 422, 200, 429 }, seen)
    svcd:stop()
  end)

  it("does not count what never reached it", function()
    local svcd = start({ quota_limit = 1 })
    local free = { "/v1", "/v1/health", "/openapi.json", "/nowhere", "/v1/taxonomy/" }
    for _, target in ipairs(free) do
      svcd:request(target)
    end
    svcd:request("/v1/taxonomy", { method = "POST" })
    svcd:request("/v1/taxonomy", { method = "OPTIONS" })
    svcd:request("/v1/taxonomy", { headers = { Accept = "text/html" } })
    svcd:request("/v1/taxonomy", { headers = { ["Content-Type"] = "text/plain" } })
    svcd:raw("GET /v1/taxonomy HTTP/1.1\r\n\r\n")
    assert.equal(200, svcd:request("/v1/taxonomy").status)
    assert.equal(429, svcd:request("/v1/taxonomy").status)
    svcd:stop()
  end)

  it("tells what is left on every counted answer", function()
    local svcd = start({ quota_limit = 3 })
    local function fields(target)
      local headers = svcd:request(target).headers
      return { headers["ratelimit-policy"], headers.ratelimit, headers["retry-after"] }
    end
    local policy = '"default";q=3;w=60'
    assert.same({ policy, '"default";r=2;t=60' }, fields("/v1/taxonomy"))
    assert.same({ policy, '"default";r=1;t=60' }, fields("/v1/taxonomy"))
    assert.same({ policy, '"default";r=0;t=60' }, fields("/v1/content"))
    assert.same({ policy, '"default";r=0;t=60', "60" }, fields("/v1/taxonomy"))
    assert.same({}, fields("/v1/health"))
    svcd:stop()
  end)

  it("admits again when Retry-After is over, and not a second before", function()
    local svcd = start({ quota_limit = 2, quota_window = 2 })
    svcd:request("/v1/taxonomy")
    socket.sleep(0.5)
    svcd:request("/v1/taxonomy")
    local refused = svcd:request("/v1/taxonomy")
    assert.same({ 429, "2" }, { refused.status, refused.headers["retry-after"] })
    socket.sleep(1)
    assert.equal(429, svcd:request("/v1/taxonomy").status)
    socket.sleep(1)
    assert.equal(200, svcd:request("/v1/taxonomy").status)
    svcd:stop()
  end)

  describe("behind a trusted proxy", function()
    local svcd
    before_each(
      function() svcd = start({ quota_limit = 1, trusted_proxies = "127.0.0.1,10.0.0.0/8" }) end
    )
    after_each(function() svcd:stop() end)

    local function status(forwarded)
      return svcd:request("/v1/taxonomy", { headers = { ["X-Forwarded-For"] = forwarded } }).status
    end

    it("counts the client it names", function()
      assert.equal(200, status("192.0.2.1"))
      assert.equal(200, status("192.0.2.2"))
      assert.equal(429, status("192.0.2.1"))
    end)

    it("believes only what trusted proxies wrote, from right to left", function()
      assert.equal(200, status("6.6.6.6, 192.0.2.1, 10.1.2.3"))
      assert.equal(429, status("7.7.7.7, 192.0.2.1"))
    end)

    it("finds the client however much stands before it", function()
      local before = ("6.6.6.6, "):rep(1600)
      assert.is_true(#before > 14000)
      assert.equal(200, status(before .. "192.0.2.1"))
      assert.equal(200, status(before .. "192.0.2.2"))
      assert.equal(429, status(before .. "192.0.2.1"))
    end)

    it("reads repeated fields as one list, up to what is no address", function()
      local function repeated(...)
        local headers = {}
        for i, value in ipairs({ ... }) do
          headers[i] = "X-Forwarded-For: " .. value
        end
        return svcd:request("/v1/taxonomy", { headers = headers }).status
      end
      assert.equal(200, repeated("6.6.6.6", "192.0.2.1,10.1.2.3", "10.0.0.1"))
      assert.equal(429, status("192.0.2.1"))
      assert.equal(200, repeated("192.0.2.1", "", "10.0.0.1"))
      assert.equal(429, repeated("192.0.2.1", "unknown", "10.0.0.1"))
    end)

    it("takes an IPv6 network of 64 bits for one client", function()
      assert.equal(200, status("2001:db8::1"))
      assert.equal(429, status("2001:db8::2"))
      assert.equal(200, status("2001:db8:0:1::1"))
    end)

    it("takes a mapped IPv4 address for IPv4", function()
      assert.equal(200, status("192.0.2.1"))
      assert.equal(429, status("::ffff:192.0.2.1"))
    end)
  end)

  it("does not believe X-Forwarded-For of anybody else", function()
    local svcd = start({ quota_limit = 1 })
    local function status(forwarded)
      return svcd:request("/v1/taxonomy", { headers = { ["X-Forwarded-For"] = forwarded } }).status
    end
    assert.same({ 200, 429 }, { status("192.0.2.1"), status("192.0.2.2") })
    svcd:stop()
  end)

  it("outlives a fallen worker", function()
    local svcd = start({ quota_limit = 2 })
    svcd:request("/v1/taxonomy")
    local worker = svcd:workers()[1]
    svcd:signal("KILL", worker)
    server.await(function() return svcd:workers()[1] and svcd:workers()[1] ~= worker end)
    assert.equal(200, svcd:request("/v1/taxonomy").status)
    assert.equal(429, svcd:request("/v1/taxonomy").status)
    svcd:stop()
  end)

  it("is off when its limit is 0", function()
    local svcd = start({ quota_limit = 0 })
    assert.same({ [200] = 130 }, flood(svcd.port, 130, "/v1/taxonomy"))
    assert.is_nil(svcd:request("/v1/taxonomy").headers.ratelimit)
    svcd:stop()
  end)
end)
