--- A generation of the real svcd: publication and routes are taken into service by every worker or
-- by none, nothing a file contains stops the master, and a worker that hangs is replaced.

local client = require("spec.support.service.client")
local cjson = require("cjson")
local faults = require("spec.support.house.faults")
local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")

-- Where memory is bounded, or a library comes first: sanitizers can do with neither.
local PLAIN = { program = os.getenv("SVC_PLAIN") }

local function routes_answering(text, top)
  return ([[%s
    return { { method = "GET", path = "/x", handle = function() return "%s" end } }
  ]]):format(top or "", text)
end

local order = orders.carry_out

local function bodies(svcd, target, count)
  local seen = {}
  for _ = 1, count or 32 do
    seen[client.request(svcd.port, target).body] = true
  end
  return seen
end

describe("a generation", function()
  local folder, svcd

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder .. " " .. folder .. "/routes")
    forge.write(folder .. "/routes/init.lua", routes_answering("one"))
  end)
  after_each(function()
    if svcd then svcd:stop() end
    svcd = nil
    os.execute("rm -r " .. folder)
  end)

  local function start(options, how)
    local all = { routes = folder .. "/routes", workers = 2, quota_limit = 0 }
    for name, value in pairs(options or {}) do
      all[name] = value
    end
    svcd = server.start(all, {}, how)
  end

  it("is refused by all when one worker cannot make ready, and says so", function()
    start({}, PLAIN)
    local worker = svcd:workers()[1]
    local file <close> = assert(io.open(("/proc/%d/status"):format(worker)))
    local size = tonumber(file:read("a"):match("VmSize:%s*(%d+) kB"))
    local room = 8 << 10 -- kB: to answer requests, and not for the large routes
    assert(os.execute(("prlimit --pid %d --as=%d:"):format(worker, (size + room) * 1024)))
    local large = "local t = {} for i = 1, 400000 do t[i] = { i } end"
    forge.write(folder .. "/routes/init.lua", routes_answering("two", large))
    local outcome, status = order(svcd, "POST", "/reload/routes")
    assert.equal(409, status)
    assert.equal(1, outcome.generation)
    assert.truthy(outcome.routes.reason:find("^worker %d: "), outcome.routes.reason)
    assert.same({ one = true }, bodies(svcd, "/x"))
    assert(os.execute(("prlimit --pid %d --as=unlimited:"):format(worker)))
    outcome, status = order(svcd, "POST", "/reload/routes")
    assert.same({ 200, 2, true }, { status, outcome.generation, outcome.routes.changed })
    assert.same({ two = true }, bodies(svcd, "/x"))
  end)

  it("is the routes that were tried, whatever the disk says when workers load them", function()
    start()
    forge.write(folder .. "/routes/init.lua", routes_answering("two"))
    order(svcd, "POST", "/reload")
    forge.write(folder .. "/routes/init.lua", "this is not Lua")
    for _, worker in ipairs(svcd:workers()) do
      svcd:signal("KILL", worker)
    end
    assert(server.await(function()
      local good, answer = pcall(client.request, svcd.port, "/x")
      return good and answer.status == 200
    end))
    assert.same({ two = true }, bodies(svcd, "/x"))
  end)

  it("holds also the files that a request requires first", function()
    forge.write(folder .. "/routes/late.lua", 'return "tried"')
    forge.write(
      folder .. "/routes/init.lua",
      [[return { { method = "GET", path = "/x",
      handle = function() return require("routes.late") end } }]]
    )
    start()
    forge.write(folder .. "/routes/late.lua", 'return "not tried"')
    assert.same({ tried = true }, bodies(svcd, "/x"))
    assert(os.remove(folder .. "/routes/late.lua"))
    assert.same({ tried = true }, bodies(svcd, "/x"))
  end)

  it("takes no publication from a reload whose routes are refused", function()
    sample.write(folder .. "/live.svp", folder .. "/trust")
    start({ publication = folder .. "/live.svp", trust = folder .. "/trust" })
    sample.write(folder .. "/next.svp", folder .. "/trust", { sequence = 2 })
    assert(os.rename(folder .. "/next.svp", folder .. "/live.svp"))
    forge.write(folder .. "/routes/init.lua", "return {")
    local outcome, status = order(svcd, "POST", "/reload")
    assert.equal(409, status)
    assert.truthy(outcome.routes.reason:find("init.lua:1:", 1, true))
    assert.is_false(outcome.publication.reloaded)
    assert.equal(1, order(svcd, "GET", "/status").generation)
  end)

  it(
    "that never ends loading is ended, with file and line, and the master serves on",
    function()
      start({ script_instructions = 100000 })
      forge.write(folder .. "/routes/init.lua", "local i = 0\nwhile true do i = i + 1 end")
      local reload = orders.send(svcd, "POST", "/reload/routes")
      local began = socket.gettime()
      assert.equal(1, order(svcd, "GET", "/status").generation)
      assert.is_true(socket.gettime() - began < 2)
      local outcome = orders.read(reload)
      assert.truthy(
        outcome.routes.reason:find("init.lua:2: the script exceeded its budget", 1, true),
        outcome.routes.reason
      )
      assert.same({ one = true }, bodies(svcd, "/x"))
    end
  )

  it("that works for longer than the load timeout while it is tried is ended by it", function()
    start({ load_timeout = 1 })
    forge.write(
      folder .. "/routes/init.lua",
      routes_answering("two", "while true do ('x'):rep(1 << 24) end")
    )
    local outcome = order(svcd, "POST", "/reload/routes")
    assert.truthy(outcome.routes.reason:find("longer than the load timeout", 1, true))
    assert.same({ one = true }, bodies(svcd, "/x"))
    forge.write(folder .. "/routes/init.lua", routes_answering("two"))
    assert.is_true(order(svcd, "POST", "/reload/routes").routes.reloaded)
  end)

  it("is one for all reloads that are asked for while another is under way", function()
    start()
    forge.write(folder .. "/routes/init.lua", routes_answering("two", "for _ = 1, 3e7 do end"))
    local first, asked = orders.send(svcd, "POST", "/reload/routes"), {}
    assert.equal(1, order(svcd, "GET", "/status").generation)
    for i = 1, 5 do
      asked[i] = orders.send(svcd, "POST", "/reload/routes")
    end
    assert.equal(2, orders.read(first).generation)
    for i = 1, 5 do
      assert.equal(3, orders.read(asked[i]).generation)
    end
    assert.equal(3, order(svcd, "GET", "/status").generation)
  end)

  it("is reloaded by SIGHUP while files of its folder change all the time", function()
    sample.write(folder .. "/live.svp", folder .. "/trust")
    start({ publication = folder .. "/live.svp", trust = folder .. "/trust", watch = "true" })
    forge.write(folder .. "/routes/init.lua", routes_answering("two"))
    svcd:signal("HUP")
    assert.is_true(server.await(function()
      forge.write(folder .. "/routes/other.txt", tostring(socket.gettime()))
      forge.write(folder .. "/other.txt", "x")
      return client.request(svcd.port, "/x").body == "two"
    end))
  end)

  it("is not forgotten when more files change than the kernel can tell of", function()
    start({ watch = "true" })
    svcd:signal("STOP")
    forge.write(folder .. "/routes/init.lua", routes_answering("two"))
    assert(
      os.execute(("cd %s/routes && for i in $(seq 9000); do : >a; : >b; done"):format(folder))
    )
    svcd:signal("CONT")
    assert.is_true(
      server.await(function() return client.request(svcd.port, "/x").body == "two" end)
    )
  end)

  it("waits for every worker, also when the logs are opened anew meanwhile", function()
    start({ heartbeat_timeout = 2 })
    forge.write(folder .. "/routes/init.lua", routes_answering("two"))
    svcd:signal("STOP", svcd:workers()[1])
    local reload = orders.send(svcd, "POST", "/reload/routes")
    assert.is_true(server.await(function()
      svcd:signal("USR1")
      return svcd:errors():find("is ended", 1, true) ~= nil
    end))
    local outcome, status = orders.read(reload)
    assert.same({ 409, 1 }, { status, outcome.generation })
    assert.same({ one = true }, bodies(svcd, "/x"))
  end)

  it("is reloaded after the logs were opened anew a thousand times", function()
    start()
    for _ = 1, 1000 do
      svcd:signal("USR1")
    end
    forge.write(folder .. "/routes/init.lua", routes_answering("two"))
    local outcome, status = order(svcd, "POST", "/reload/routes")
    assert.same({ 200, true }, { status, outcome.routes.reloaded })
    assert.same({ two = true }, bodies(svcd, "/x"))
  end)
end)

describe("a worker that hangs", function()
  local function start(options, environment)
    local all = {
      workers = 2,
      heartbeat_timeout = 1,
      routes = "spec/support/service/faulty",
      admin_listen = "127.0.0.1:0",
    }
    for name, value in pairs(options or {}) do
      all[name] = value
    end
    return server.start(all, environment, PLAIN)
  end

  local function replaced(svcd, pid)
    return server.await(function()
      local found = svcd:workers()
      for _, worker in ipairs(found) do
        if worker == pid then return false end
      end
      return #found == 2
    end)
  end

  it("is ended and replaced, and the operator is told", function()
    local svcd <close> = start()
    local pid = svcd:workers()[1]
    svcd:signal("STOP", pid)
    assert.is_true(replaced(svcd, pid))
    assert.truthy(svcd:errors():find("shown no sign of life for 1 s", 1, true), svcd:errors())
    assert.equal(1, order(svcd, "GET", "/status").killed)
  end)

  it("says which request it was in, and the access log has it and those before", function()
    local folder = forge.folder()
    forge.write(
      folder .. "/init.lua",
      [[return {
        { method = "GET", path = "/fine", handle = function() return { fine = true } end },
        { method = "GET", path = "/hang", handle = function() while true do end end },
      }]]
    )
    local svcd <close> =
      start({ routes = folder, script_instructions = 0, access_log = "-", workers = 1 })
    local function ask(path, id)
      return client.raw(
        svcd.port,
        client.format(path, { headers = { "X-Request-Id: " .. id } })
      )
    end
    ask("/fine", "first")
    assert.equal("", ask("/hang", "second"))
    local told = "it hangs in GET /hang of " .. folder .. "/init.lua:3, with request second "
    assert.truthy(svcd:errors():find(told .. "for /hang", 1, true), svcd:errors())
    assert.is_nil(svcd:errors():find("ended with status", 1, true))
    local lines = {}
    for line in svcd:output():gmatch("[^\n]*request_id[^\n]*") do
      local entry = cjson.decode(line)
      lines[entry.request_id] = { entry.status, entry.worker_ended }
    end
    assert.same({ first = { 200 }, second = { 500, true } }, lines)
    forge.remove(folder)
  end)

  it("is none that repeats nothing very often: a library does it at once", function()
    local svcd <close> = start()
    local before = svcd:workers()
    assert.equal(200, svcd:request("/forever").status) -- ("").rep of 2^50
    assert.same(before, svcd:workers())
  end)

  it("does not keep a stopping service beyond the drain timeout", function()
    local svcd = start({ heartbeat_timeout = 3600, drain_timeout = 1 })
    svcd:signal("STOP", svcd:workers()[1])
    assert.is_true(svcd:stop())
  end)

  it("is not taken for one after the machine has slept", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local library, plan = faults.build(folder), faults.plan(folder .. "/plan")
    local svcd <close> = start({}, { LD_PRELOAD = library, FAULTS_PLAN = folder .. "/plan" })
    local before = svcd:workers()
    plan:shift(0, 3600)
    assert.equal(200, client.request(svcd.port, "/fine").status)
    local status = order(svcd, "GET", "/status")
    os.execute("rm -r " .. folder)
    assert.equal(0, status.killed)
    assert.same(before, svcd:workers())
  end)
end)

describe("a stopping service", function()
  it("is not ready for the drain delay, and serves on", function()
    local svcd = server.demo { drain_delay = 30, admin_listen = "127.0.0.1:0" }
    local admin = svcd:admin_port()
    assert.equal(200, client.request(admin, "/ready").status)
    svcd:signal("TERM")
    assert.is_true(
      server.await(function() return client.request(admin, "/ready").status == 503 end)
    )
    assert.equal(200, client.request(svcd.port, "/v1/health").status)
    svcd:stop()
  end)
end)
