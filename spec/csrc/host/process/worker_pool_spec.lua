--- The master of the real svcd and its workers: which answer counts for which order, what a worker
-- that is late or broken into can do to the others, and what becomes of one that does not start.

local client = require("spec.support.service.client")
local document = require("spec.support.house.document")
local faults = require("spec.support.house.faults")
local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local server = require("spec.support.service.server")

-- Where memory is bounded, or a library comes first: sanitizers can do with neither.
local PLAIN = { program = os.getenv("SVC_PLAIN") }

-- Seconds that a step may take: other specs run beside this one.
local PATIENCE = 2 * client.PATIENCE

local folder, svcd

before_each(function()
  folder = forge.folder()
  assert(os.execute("mkdir " .. folder .. "/routes"))
end)
after_each(function()
  if svcd then svcd:stop() end
  svcd = nil
  forge.remove(folder)
end)

-- Routes of which GET /x answers `text`, and each state of which holds `megabytes`.
local function write_routes(text, megabytes)
  forge.write(
    folder .. "/routes/init.lua",
    ([[local held = {}
    for i = 1, %d do held[i] = ("x"):rep(1 << 20, "") end
    return { { method = "GET", path = "/x",
      handle = function() return held and "%s" end } }]]):format(megabytes or 0, text)
  )
end

-- One letter: T is stopped, S waits.
local function state_of(pid)
  return (document.run(("cat /proc/%d/stat"):format(pid))[1] or ""):match("^.*%) (%a)")
end

-- Has other routes than those that are served.
local function holds_candidate(pid)
  return #document.run(("ls -l /proc/%d/fd | grep memfd:routes"):format(pid)) == 2
end

local function start(options, environment)
  local all = {
    routes = folder .. "/routes",
    workers = 2,
    quota_limit = 0,
    heartbeat_timeout = 3600,
  }
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  write_routes("one")
  svcd = server.start(all, environment, PLAIN)
end

local function bodies()
  local seen = {}
  for _ = 1, 32 do
    seen[client.request(svcd.port, "/x").body] = true
  end
  return seen
end

describe("an answer of a worker", function()
  -- Lets a worker have so many megabytes more than it has now, or any number.
  local function bound(worker, megabytes)
    local status = document.run(("grep VmSize /proc/%d/status"):format(worker))[1]
    local size = tonumber(status:match("(%d+) kB")) << 10
    local most = megabytes and size + (megabytes << 20) or "unlimited"
    assert(os.execute(("prlimit --pid %d --as=%s:"):format(worker, most)))
  end

  -- Has other routes than those it serves, and does nothing more.
  local function is_prepared(worker) return holds_candidate(worker) and state_of(worker) == "S" end

  it("that is late, to an order that was given up, is not taken for one to the next", function()
    start()
    local quick, slow = table.unpack(svcd:workers())
    svcd:signal("STOP", slow)
    bound(quick, 8)
    write_routes("two", 16)
    local outcome = orders.carry_out(svcd, "POST", "/reload/routes")
    assert.truthy(outcome.routes.reason:find("^worker %d: "), outcome.routes.reason)
    bound(quick)
    bound(slow, 40)
    write_routes("three", 40)
    local reload = orders.send(svcd, "POST", "/reload/routes")
    assert.is_true(server.await(function() return is_prepared(quick) end, PATIENCE))
    svcd:signal("CONT", slow)
    local status
    outcome, status = orders.read(reload)
    assert.same({ one = true }, bodies())
    assert.same({ 409, 1 }, { status, outcome.generation })
    bound(slow)
    outcome, status = orders.carry_out(svcd, "POST", "/reload/routes")
    assert.same({ 200, 2 }, { status, outcome.generation })
    assert.same({ three = true }, bodies())
  end)

  it("is not owed by the one that is started in its place", function()
    start()
    local quick, slow = table.unpack(svcd:workers())
    svcd:signal("STOP", slow)
    write_routes("two")
    local reload = orders.send(svcd, "POST", "/reload/routes")
    assert.is_true(server.await(function() return is_prepared(quick) end, PATIENCE))
    svcd:signal("KILL", slow)
    assert.equal("a worker ended while it made ready", orders.read(reload).routes.reason)
    assert.equal(200, select(2, orders.carry_out(svcd, "POST", "/reload/routes")))
    assert.same({ two = true }, bodies())
  end)
end)

describe("a worker that is started again", function()
  local plan

  before_each(function()
    local library = faults.build(folder)
    plan = faults.plan(folder .. "/plan")
    start(
      { workers = 1, heartbeat_timeout = 30, load_timeout = 86400 },
      { LD_PRELOAD = library, FAULTS_PLAN = folder .. "/plan" }
    )
  end)

  it("is waited for by a reload, which is refused where it does not serve in time", function()
    local before = svcd:workers()[1]
    plan:arm { call = "sendmsg", error = "SIGSTOP", process = "worker" }
    svcd:signal("KILL", before)
    local fresh = server.await(function()
      local now = svcd:workers()[1]
      return now and now ~= before and state_of(now) == "T" and now
    end, PATIENCE)
    assert.truthy(fresh, "no worker was started again")
    plan:disarm()
    write_routes("two")
    local reload, seconds = orders.send(svcd, "POST", "/reload/routes"), 0
    local examined = server.await(function() return holds_candidate(svcd.pid) end, PATIENCE)
    assert.is_true(examined, "it is not waited for")
    -- A master that sees the time jump ends no worker for it.
    assert.is_true(server.await(function()
      seconds = seconds + 2
      plan:shift(0, seconds)
      return svcd:errors():find("routes were not reloaded", 1, true) ~= nil
    end, PATIENCE))
    local outcome, status = orders.read(reload)
    assert.same({ 409, 1 }, { status, outcome.generation })
    assert.equal("a worker that was just started does not serve yet", outcome.routes.reason)
    svcd:signal("CONT", fresh)
    assert.equal(200, select(2, orders.carry_out(svcd, "POST", "/reload/routes")))
    assert.same({ fresh }, svcd:workers())
    assert.same({ two = true }, bodies())
  end)

  it("is tried less and less often where there is no process for it", function()
    plan:arm { call = "fork", error = "EAGAIN", last = faults.NEVER, process = "master" }
    svcd:signal("KILL", svcd:workers()[1])
    local function tries() return select(2, svcd:errors():gsub("could not be started", "")) end
    assert.is_true(server.await(function() return tries() > 0 end, PATIENCE))
    local turns = 100
    for _ = 1, turns do
      assert.equal(0, orders.carry_out(svcd, "GET", "/status").running)
    end
    assert.is_true(tries() < turns / 2, tries() .. " tries")
    plan:disarm()
    plan:shift(0, 60)
    assert.is_true(server.await(function() return #svcd:workers() == 1 end, PATIENCE))
  end)
end)

describe("descriptors that the master did not ask for", function()
  local function open() return #document.run(("ls /proc/%d/fd"):format(svcd.pid)) end

  local rows = {
    { "are not kept, whoever sends them", {} },
    { "are not kept where the message is cut short", { CUT_REFUSALS = "1" } },
  }
  for _, row in ipairs(rows) do
    local title, environment = table.unpack(row)
    it(title, function()
      local line =
        "cc -shared -fPIC -D_GNU_SOURCE -Icsrc -o %s/u.so spec/support/service/uninvited.c -ldl"
      assert(os.execute(line:format(folder)))
      environment.LD_PRELOAD = folder .. "/u.so"
      start({ admin_listen = "127.0.0.1:0" }, environment)
      local admin = svcd:admin_port()
      local function use(text)
        write_routes(text)
        assert.equal(200, select(2, orders.carry_out(svcd, "POST", "/reload/routes")))
        forge.write(folder .. "/routes/init.lua", "return {")
        assert.equal(409, select(2, orders.carry_out(svcd, "POST", "/reload/routes")))
        assert.equal(200, client.request(admin, "/live").status)
      end
      use("two")
      local before = open()
      for i = 3, 5 do
        use(tostring(i))
      end
      server.await(function() return open() <= before end, PATIENCE)
      assert.is_true(open() <= before, ("%d after %d"):format(open(), before))
    end)
  end
end)
