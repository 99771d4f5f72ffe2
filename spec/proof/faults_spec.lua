--- Faults on purpose (spec/proof/faults), at the points that once were defects, and the tools of
-- `make faults`: the library that makes calls fail (spec/support/house: faults.c, faults.lua), the
-- answers that are compared (spec/proof/faults/golden.lua), the service under test
-- (spec/proof/faults: stage.lua), its reloads (scene.lua), the sweeps (sweep.lua)
-- and their table (spec/proof/faults/report.lua).
--
-- Where a call fails at every point in turn, the suite takes few points, and `make faults` all that
-- FAULTS_POINTS admits:
--   FAULTS_POINTS   points of a row, evenly spread; 0: each

local cjson = require("cjson")
local faults = require("spec.support.house.faults")
local golden = require("spec.proof.faults.golden")
local scene = require("spec.proof.faults.scene")
local server = require("spec.support.service.server")
local stage = require("spec.proof.faults.stage")
local unix = require("socket.unix")

local function request_named(name)
  for _, request in ipairs(golden.requests) do
    if request[1] == name then return request end
  end
end

local POINTS = tonumber(os.getenv("FAULTS_POINTS"))

-- The numbers from `first` to `last`, so many of them: `few`, unless FAULTS_POINTS asks for more.
local function points(first, last, few)
  local most = math.max(few, POINTS or few)
  local step = POINTS == 0 and 1 or math.max(1, (last - first) // (most - 1))
  local n = first - step
  return function()
    n = n + step
    return n <= last and n or nil
  end
end

setup(stage.open)
teardown(stage.remove)

-- One request with every call from the n-th to the last failing. Gives what golden.judge says, and
-- whether one failed.
local function ask(svcd, name, fault)
  local request = request_named(name)
  fault.process = svcd:worker(true)
  stage.plan:arm(fault)
  local answer, reason = golden.ask(svcd.port, request)
  local failed = stage.plan:disarm()
  local defect, refused = golden.judge(stage.known[name], answer, reason)
  return defect, refused, failed
end

describe("when an allocation fails during a request", function()
  local svcd
  setup(function() svcd = assert(stage.start()) end)
  teardown(function() svcd:finish() end)

  local cases = {
    { "contract, gzip", "no header is missing from an answer that is sent" },
    { "search", "no hit lacks its excerpt" },
    { "MCP list", "a sound body is not called malformed" },
    { "verses, br", "no verse is missing" },
    { "home", "no link is empty" },
  }
  for _, case in ipairs(cases) do
    it(case[2] .. ": " .. case[1], function()
      local n, failed, asked = 0, true, 0
      while failed do
        n, asked = n + 1 + n // 8, asked + 1
        local defect
        defect, _, failed = ask(svcd, case[1], { call = "malloc", first = n })
        defect = defect or svcd:healthy { index = true } or svcd:crash()
        assert.is_nil(defect, "allocation " .. n)
      end
      assert.is_true(asked > 10)
      assert.is_nil(svcd:healthy())
    end)
  end
end)

describe("when memory is out from some point of the start on", function()
  local EVERY = faults.NEVER
  -- The first allocations of a program, and those of a worker before it serves. The publication is
  -- taken in the last allocations of the start, options are handed over in some fifty of them.
  local EARLY, WORKER, LAST = 4000, 48, 1500

  local function start(process, n)
    stage.plan:arm { call = "malloc", process = process, first = n, last = EVERY }
    local svcd, outcome = stage.start()
    return svcd, outcome, select(2, stage.plan:disarm())
  end

  local function version(n)
    stage.plan:arm { call = "malloc", process = "master", first = n, last = EVERY }
    local command <close> = stage.command("--version")
    return command:read("a"), select(2, stage.plan:disarm())
  end

  it("the program says so and ends, ahead of what it was asked for", function()
    local _, count = version(EVERY)
    assert.is_true(count > EARLY, "counted " .. count)
    for n in points(1, EARLY, 20) do
      local said = version(n)
      local why = ("allocation %d: %s"):format(n, said)
      assert.truthy(said:find("^%d+\nsvcd: [%l ]*memory[%l ]*\nstatus 1\n$"), why)
    end
  end)

  it("of the examiner and the workers, the service says so and ends, or serves", function()
    for n in points(1, WORKER, 16) do
      local svcd, outcome = start("forked", n)
      if svcd then
        assert.is_nil(svcd:healthy { index = true }, "allocation " .. n)
        assert.is_nil(svcd:finish(), "allocation " .. n)
      else
        assert.equal(1, outcome.status, "allocation " .. n)
        assert.truthy(outcome.message:find("memory", 1, true), outcome.message)
      end
    end
  end)

  it("the service ends with a reason, also while it takes its publication", function()
    local whole, _, count = start("master", EVERY)
    assert.is_nil(whole:finish())
    for n in points(count - LAST, count, 31) do
      local svcd, outcome = start("master", n)
      if svcd then assert.is_nil(svcd:finish(), "allocation " .. n) end
      local status = svcd and 0 or outcome.status
      assert.is_true(
        status == 0 or status == 1,
        ("allocation %d: %s"):format(n, outcome and outcome.message or "")
      )
    end
  end)
end)

describe("when a publication cannot be mapped", function()
  it("whoever reads it says so, and ends", function()
    local refused, n, failed = 0, 0, true
    while failed do
      n = n + 1
      stage.plan:arm { call = "mmap", error = "ENOMEM", process = "master", first = n }
      local command <close> = stage.command("inspect " .. stage.publication)
      local said = command:read("a")
      failed = stage.plan:disarm()
      local status = tonumber(said:match("\nstatus (%d+)\n$"))
      assert.is_true(status == 1 or not failed, said)
      if said:find("no memory: Cannot allocate memory", 1, true) then refused = refused + 1 end
    end
    assert.is_true(refused > 0)
  end)
end)

describe("when all allocations fail while the routes are loaded anew", function()
  it("what is loaded afterwards is loaded", function()
    local origins = {}
    for i = 1, 400 do -- as many texts to copy: the points below meet the copy of the options
      origins[i] = ("http://h%d"):format(i)
    end
    local svcd <close> = assert(stage.start { allowed_origins = table.concat(origins, ",") })
    local function reload() return svcd:order("POST /reload/routes") end
    stage.plan:arm { call = "malloc", process = "forked", first = faults.NEVER }
    reload()
    local _, count = stage.plan:disarm()
    assert.is_true(count > 1000, "counted " .. count)
    local function assert_reloads(n)
      stage.plan:arm { call = "malloc", process = "forked", first = n, last = faults.NEVER }
      reload()
      stage.plan:disarm()
      local again = reload()
      assert.truthy(
        again and again:find('"reloaded":true', 1, true),
        ("allocation %d: %s"):format(n, again)
      )
    end
    for n in points(1, count, 31) do
      assert_reloads(n)
    end
  end)
end)

describe("when OpenSSL is set up", function()
  local HANGS = 124 -- the status of timeout(1)

  it("a failing allocation makes the module refuse to load, or all of it works", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local library, plan = faults.build(folder), faults.plan(folder .. "/plan")
    local file <close> = assert(io.open(folder .. "/first.lua", "w"))
    file:write([[
      local plan = require("spec.support.house.faults").plan(arg[1], true)
      plan:arm { call = "malloc", first = tonumber(arg[2]) }
      local loaded, svc = pcall(require, "svc")
      if loaded then pcall(svc.verify, ("0"):rep(64), "type", "body", ("0"):rep(128)) end
      if loaded then pcall(svc.sha256, "x") end
      local failed = plan:disarm()
      if loaded then
        local key, public = assert(svc.keygen())
        assert(svc.verify(public, "type", "body", svc.sign(key, "type", "body")))
        assert(svc.sha256("x") and svc.hmac("k", "x"))
      end
      os.exit(not failed and 3 or loaded and 0 or svc:find("OpenSSL") and 4 or 5)]])
    file:close()
    local n, status, refused = 0, 0, 0
    while status ~= 3 do
      n = n + 1 + (POINTS == 0 and 0 or n // (POINTS or 20))
      local _, how, code = os.execute(
        ("timeout 60 env LD_PRELOAD=%s FAULTS_PLAN=%s lua5.4 %s/first.lua %s %d"):format(
          library,
          plan.path,
          folder,
          plan.path,
          n
        )
      )
      assert.not_equal(HANGS, code, "allocation " .. n)
      assert.equal("exit", how)
      assert.not_equal(1, code, "allocation " .. n)
      status, refused = code, refused + (code == 4 and 1 or 0)
    end
    assert.is_true(refused > 0)
    os.execute("rm -r " .. folder)
  end)

  it("the machine's configuration of it is not read", function()
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    file:write(
      "openssl_conf = all\n[all]\nalg_section = algorithms\n",
      "[algorithms]\ndefault_properties = provider=absent\n"
    )
    file:close()
    local pipe <close> = assert(
      io.popen(
        ("OPENSSL_CONF=%s lua5.4 -e " .. '\'print(#require("svc").sha256("x"))\' 2>&1'):format(
          path
        )
      )
    )
    assert.equal("64\n", pipe:read("a"))
    os.remove(path)
  end)
end)

describe("when the kernel still holds a page of a copied publication", function()
  local PATIENCE = 19
  -- Another file each time: one that is as it was is not copied again.
  local function reload(svcd, busy)
    assert(
      os.execute(
        ("cp -p %s %s.new && mv %s.new %s"):format(
          stage.publication,
          stage.publication,
          stage.publication,
          stage.publication
        )
      )
    )
    stage.plan:arm { call = "seal", error = "EBUSY", process = "forked", last = busy }
    local said = svcd:order("POST /reload/publication")
    assert.is_true((stage.plan:disarm()))
    return said
  end

  it("sealing it is tried again, and refused in the end until the next reload", function()
    local svcd <close> = assert(stage.start())
    local taken = '"reloaded":true'
    local refused = "cannot be sealed: Device or resource busy"
    for _, case in ipairs { { PATIENCE, taken }, { PATIENCE + 1, refused }, { 1, taken } } do
      local said = reload(svcd, case[1])
      assert.truthy(said:find(case[2], 1, true), ("%d times busy: %s"):format(case[1], said))
      assert.is_nil(svcd:healthy { index = true })
    end
  end)
end)

describe("a service under limits", function()
  it("refuses to start with fewer descriptors than it needs, and says how many", function()
    local svcd, outcome = stage.start({}, "prlimit --nofile=79:79")
    assert.is_nil(svcd)
    assert.equal(1, outcome.status)
    assert.truthy(
      outcome.message:find("the limit of descriptors is 79; raise it to 80 at least")
    )
    local enough <close> = assert(stage.start({}, "prlimit --nofile=80:80"))
    assert.is_nil(enough:healthy { index = true })
  end)

  it("does not start where files may not grow, and is not ended by it", function()
    local svcd, outcome = stage.start({}, "prlimit --fsize=1024")
    assert.is_nil(svcd)
    assert.equal(1, outcome.status)
    assert.truthy(outcome.message:find("File too large", 1, true))
  end)

  it("tells once that its access log cannot be written", function()
    local svcd <close> = assert(stage.start { access_log = "/dev/full" })
    assert.is_nil(svcd:healthy { index = true })
    local told = server.await(
      function()
        return svcd:errors():find("access_log: /dev/full: No space left on device", 1, true)
      end
    )
    assert.truthy(told)
  end)

  it("tries again soon when a worker cannot be forked", function()
    stage.plan:arm { call = "fork", error = "EAGAIN", process = "master", first = 3 }
    local svcd <close> = assert(stage.start())
    assert.truthy(svcd:errors():find("worker 1 could not be started: Resource", 1, true))
    assert.is_nil(svcd:healthy { index = true })
    stage.plan:disarm()
  end)

  it("starts when the read of random bytes is interrupted", function()
    stage.plan:arm { call = "getrandom", error = "EINTR", process = "master" }
    local svcd <close> = assert(stage.start())
    assert.is_true((stage.plan:disarm()))
    assert.is_nil(svcd:healthy { index = true })
  end)

  it("reads a request whose first read was interrupted", function()
    local svcd <close> = assert(stage.start())
    assert.is_nil(svcd:healthy { index = true })
    local defect, refused, failed = ask(svcd, "index", { call = "recv", error = "EINTR" })
    assert.same({ nil, false, true }, { defect, refused, failed })
  end)

  it("does not start on a port it cannot learn", function()
    stage.plan:arm { call = "getsockname", error = "ENOBUFS", process = "master", last = 99 }
    local svcd, outcome = stage.start()
    stage.plan:disarm()
    assert.is_nil(svcd)
    assert.truthy(outcome.message:find("cannot learn the port of 127.0.0.1:0", 1, true))
  end)

  it("ends a worker that does not make ready, and the reload with it", function()
    -- A busy machine takes seconds to examine the new generation. A worker that is ended before the
    -- reload needs it has a successor by then, and the reload succeeds.
    local svcd <close> = assert(stage.start { heartbeat_timeout = 5 })
    svcd:signal("STOP", svcd:worker())
    local said = svcd:order("POST /reload")
    assert.truthy(
      said:find("a worker did not make ready in time, and was ended", 1, true)
        or said:find("a worker ended while it made ready", 1, true),
      said
    )
    assert.is_nil(svcd:healthy())
  end)

  it("says which file of a publication cannot be written, and the cure", function()
    local path = stage.root .. "/limited.svp"
    local pipe = io.popen(
      (
        'prlimit --fsize=65536 lua5.4 -e \'require("spec.support.publication.sample")'
        .. '.write("%s")\' 2>&1'
      ):format(path)
    )
    local text = pipe:read("a")
    pipe:close()
    local expected = path .. ": it cannot be written: File too large; raise the limit"
    assert.truthy(text:find(expected, 1, true), text)
  end)
end)

describe("when one process fails during a reload", function()
  local served
  before_each(function() served = scene.open() end)
  after_each(function() served:close() end)

  -- The event; the process, its call, the result, and which of the calls; true: the new generation
  -- is in service, false: the old one, nil: whichever `svcd reload` says.
  local WORKER = "one worker"
  local TRIES = 9 -- a busy machine lets a heartbeat or the examination end ahead of the call
  -- stylua: ignore
  local cases = {
    { "a worker refuses for want of memory", WORKER, "mmap", "ENOMEM", 1, false },
    { "a worker falls while it makes ready", WORKER, "sendmsg", "SIGKILL", 1, false },
    { "a worker hangs while it makes ready", WORKER, "sendmsg", "SIGSTOP", 1, false },
    { "a worker falls once it is ready", WORKER, "recvmsg", "SIGKILL", 2, nil },
    { "a worker falls when all are told to serve", WORKER, "sendmsg", "SIGKILL", 2, true },
    { "a worker hangs when all are told to serve", WORKER, "sendmsg", "SIGSTOP", 2, true },
    { "a worker cannot take the order to make ready", "master", "sendmsg", "EAGAIN", 2, false },
    { "a worker cannot take the order to serve", "master", "sendmsg", "EAGAIN", 5, true },
    { "the examiner cannot tell its result", "examiner", "sendmsg", "EPIPE", 1, false },
    { "the examiner falls ahead of its result", "examiner", "sendmsg", "SIGKILL", 1, false },
    { "the examiner hangs ahead of its result", "examiner", "sendmsg", "SIGSTOP", 1, false },
    { "the examiner falls ahead of saving the state", "examiner", "fsync", "SIGKILL", 1, false },
    { "the examiner hangs when the state is saved", "examiner", "sendmsg", "SIGSTOP", 2, false },
    { "the master falls ahead of the examination", "master", "fork", "SIGKILL", 1, false },
    { "the master falls while the workers make ready", "master", "sendmsg", "SIGKILL", 2, false },
    { "the master falls while the workers are told to serve", "master", "sendmsg", "SIGKILL", 5,
      false },
  }
  for _, case in ipairs(cases) do
    it(case[1] .. ": one generation serves, and the next reload succeeds", function()
      local kind = { process = case[2], call = case[3], error = case[4] }
      local defect, good, failed
      for _ = 1, TRIES do
        defect, good, failed = served:reload_at(kind, case[5])
        assert.is_nil(defect)
        if failed then break end
      end
      assert.is_true(failed)
      if case[6] ~= nil then assert.equal(case[6], good) end
    end)
  end
end)

describe("when what a process has to say cannot be sent", function()
  local reasons = {
    examiner = "the examination ended without a result",
    worker = "the master does not hear that it serves: No buffer space",
  }
  for process in pairs(reasons) do
    it(
      "of the " .. process .. ", the start neither hangs nor fails without a reason",
      function()
        stage.plan:arm { call = "sendmsg", error = "ENOBUFS", process = process }
        local svcd, outcome = stage.start()
        assert.is_true((stage.plan:disarm()))
        if svcd then
          assert.is_nil(svcd:healthy())
          assert.is_nil(svcd:finish())
        else
          assert.equal(1, outcome.status)
          assert.truthy(outcome.message:find(reasons[process], 1, true), outcome.message)
        end
      end
    )
  end
end)

describe("when the service goes away", function()
  it("as a command asks it, the command says in one line that there was no answer", function()
    local path = stage.root .. "/leaving"
    local listener = assert(unix.stream())
    assert(listener:bind(path))
    assert(listener:listen())
    stage.plan:arm { call = "send", error = "SIGSTOP" }
    local command <close> = stage.command("status --control " .. path)
    local pid = command:read("n", "l")
    assert.is_true(server.await(function() return stage.is_stopped(pid) end))
    stage.plan:disarm()
    assert(listener:accept()):close()
    listener:close()
    os.execute("kill -CONT " .. pid)
    assert.equal(
      ("svcd: the service at %s gave no answer; see its log\nstatus 1\n"):format(path),
      command:read("a")
    )
  end)
end)

describe("when the kernel watches no more files", function()
  -- The first call makes an instance for the publication, the second watches its folder.
  local cases = {
    { "EMFILE", 1, "instances are used up" },
    { "ENOSPC", 2, "watches are used up" },
  }
  for _, case in ipairs(cases) do
    it("the operator is warned that changes may go unnoticed: " .. case[3], function()
      stage.plan:arm {
        call = "inotify",
        error = case[1],
        process = "master",
        first = case[2],
        last = faults.NEVER,
      }
      local svcd <close> = assert(stage.start { watch = true })
      assert.is_true((stage.plan:disarm()))
      for _, part in ipairs { "publication", "routes" } do
        local line = ('"changes of the %s may go unnoticed: '):format(part)
        assert.truthy(svcd:errors():find(line, 1, true), svcd:errors())
      end
    end)
  end

  it("nobody is warned of routes that are not to be watched", function()
    stage.plan:arm {
      call = "inotify",
      error = "EMFILE",
      process = "master",
      last = faults.NEVER,
    }
    local svcd <close> = assert(stage.start())
    stage.plan:disarm()
    assert.is_nil(svcd:errors():find("changes of the routes", 1, true))
  end)
end)

describe("when a program that shall take over is tried", function()
  local LONG = 60 -- of the load timeout's 100 s
  local function status(svcd)
    local read, now = pcall(cjson.decode, svcd:order("GET /status"))
    return read and now or nil
  end

  -- The process of the check that examines, once it is about to tell its result.
  local function examiner(svcd)
    local line = "pgrep -r T -x svcd-examiner -P $(pgrep -d, -x svcd -P %d) 2>/dev/null"
    return server.await(function()
      local pipe <close> = assert(io.popen(line:format(svcd.pid)))
      return pipe:read("n")
    end)
  end

  it("routes and publication may each take as long as when they are loaded", function()
    local svcd <close> = assert(stage.start { load_timeout = 100 })
    stage.plan:arm { call = "sendmsg", error = "SIGSTOP", process = "examiner" }
    svcd:signal("USR2")
    local of_routes = examiner(svcd)
    stage.plan:shift(0, LONG)
    svcd:signal("CONT", of_routes)
    local of_publication = server.await(function()
      local found = examiner(svcd)
      return found ~= of_routes and found
    end)
    stage.plan:shift(0, 2 * LONG)
    assert(status(svcd)) -- the master looks at the clock after each answer
    assert(status(svcd))
    stage.plan:disarm()
    svcd:signal("CONT", of_publication)
    local ended = server.await(function()
      local now = status(svcd)
      return now and now.upgrade.done + now.upgrade.refused > 0 and now.upgrade
    end)
    assert.same({ 1, "" }, { ended.done, ended.reason })
    stage.plan:shift(0, 0)
  end)
end)
