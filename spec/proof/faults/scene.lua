--- Reloads of a service of two workers, one process of which fails, ends or hangs at a certain
-- call. Whichever it is, the service must answer from one generation, `svcd reload` must say which,
-- and what failed must soon be made good.

local cjson = require("cjson")
local faults = require("spec.support.house.faults")
local generations = require("spec.support.service.generations")
local golden = require("spec.proof.faults.golden")
local server = require("spec.support.service.server")
local stage = require("spec.proof.faults.stage")

local WORKERS, HEARTBEAT, LOADING = 2, 1, 3 -- the latter two in seconds
local WHOLE = HEARTBEAT + 3 -- the deadline, and what a loaded machine takes to start a process
local ASKED = 16 -- requests that meet every worker
local REQUEST = { "x", "/x", {} }

local scene = {}
scene.__index = scene

-- ---- the service ----

-- Without inotify: a publication is loaded together with its routes, not as soon as it is there.
local function start(self)
  local folder = self.folder
  stage.plan:arm { call = "inotify", error = "EMFILE", process = "master", last = faults.NEVER }
  local svcd, outcome = stage.start {
    publication = folder .. "/p.svp",
    trust = folder .. "/trust",
    routes = folder .. "/routes",
    state_dir = folder .. "/state",
    control = folder .. "/control",
    workers = WORKERS,
    heartbeat_timeout = HEARTBEAT,
    load_timeout = LOADING,
    allow_unavailable = false,
    config = folder .. "/conf.lua",
  }
  stage.plan:disarm()
  self.svcd = svcd
  if not svcd then return "it does not start: " .. outcome.message end
end

-- The result of `svcd reload`: whether its status is 0, and its output.
local function reload(self)
  local pipe <close> = assert(
    io.popen(
      ("'%s' reload --control %s/control 2>&1; echo $?"):format(
        os.getenv("SVC_SVCD"),
        self.folder
      )
    )
  )
  local said, status = pipe:read("a"):match("^(.*)(%d+)\n$")
  return status == "0", said
end

--- Starts it, with generation 1. stage.open is to be called before.
-- @treturn table scene, with the methods below
function scene.open()
  local self = setmetatable({ folder = stage.root .. "/scene", number = 1 }, scene)
  self.write = generations.open(self.folder)
  self.write(self.number)
  assert(not start(self))
  reload(self)
  self.descriptors = stage.descriptors(self.svcd.pid)
  return self
end

--- True while there is a service.
function scene:lives() return self.svcd ~= nil and not self.svcd:ended() end

--- Ends it. @treturn string|nil what is wrong with how it ended
function scene:close()
  local defect = self.svcd and self.svcd:finish()
  os.execute("rm -rf " .. self.folder)
  return defect
end

-- ---- what is checked ----

-- Every answer is of generation `number`. A worker that has just ended leaves some requests without
-- one, which is a defect where `all` are to be answered.
local function mixed(self, number, all)
  for _ = 1, ASKED do
    local answer, reason = golden.ask(self.svcd.port, REQUEST)
    if not answer and all then return "a request is not answered: " .. reason end
    if answer and answer.body ~= generations.body(number) then
      return ("an answer of '%s', not of generation %d"):format(answer.body, number)
    end
  end
end

-- All workers serve within the deadline, and `victim` is none of them.
local function broken(self, victim)
  local status
  local whole = server.await(function()
    status = self.svcd:order("GET /status")
    local read, facts = pcall(cjson.decode, status)
    if not read or facts.serving ~= WORKERS or facts.running ~= WORKERS then return false end
    return not victim or not os.execute(("kill -0 %d 2>/dev/null"):format(victim))
  end, WHOLE)
  if not whole then return "not whole again: " .. tostring(status) end
end

-- The next reload takes what the last one was to take, and leaves nothing open.
local function unmended(self)
  local good, said = reload(self)
  if not good then return "nothing fails, and yet: " .. said end
  return self.svcd:leaked(self.descriptors) or mixed(self, self.number, true)
end

-- The master ended, or could not speak: once the order was on its way, or before.
local UNANSWERED = {
  "^svcd: the service at [^\n]+ gave no answer; see its log\n$",
  "^svcd: no service at [^\n]+: Connection refused; give its %-%-control\n$",
}

local function answered(said)
  return not said:find(UNANSWERED[1]) and not said:find(UNANSWERED[2])
end

local TAKEN, KEPT = "%f[%w]reloaded\n", "not reloaded, the old one serves on: [^\n]+ [^\n]+\n"

local PARTS = 3 -- options, publication, routes

-- The output of `svcd reload` names all parts and fits its status.
local function untold(good, said)
  local taken, kept = select(2, said:gsub(TAKEN, "")), select(2, said:gsub(KEPT, ""))
  if taken + kept ~= PARTS or taken ~= (good and PARTS or 0) then return "it says: " .. said end
end

-- Without an answer, the reload may have taken place, or may be under way.
local function untrue(self, good, said)
  if not answered(said) then return nil end
  return untold(good, said) or mixed(self, good and self.number or self.number - 1)
end

-- The master's end is that of all its processes; the next one finds nothing that hinders it.
local function hindered(self)
  local gone = server.await(
    function()
      return not os.execute(("pgrep -f '[c]ontrol.*%s/control' >/dev/null"):format(self.folder))
    end
  )
  if not gone then return "processes outlive their master" end
  os.execute("rm -rf " .. self.svcd.folder)
  return start(self) or mixed(self, self.number, true)
end

-- ---- a reload ----

local FATAL = { SIGKILL = true, SIGSTOP = true }

--- Writes the next generation and reloads it, while the n-th call of a process fails.
-- @tparam table kind `process` ("one worker", or as of plan:arm), `call`, `error`; `every`: all
-- later calls fail too
-- @tparam number n faults.NEVER: none fails
-- @treturn string|nil the defect
-- @treturn boolean true: the generation was taken into service
-- @treturn boolean true: a call failed
-- @treturn number calls of that kind
function scene:reload_at(kind, n)
  self.number = self.number + 1
  self.write(self.number)
  local worker = kind.process == "one worker" and self.svcd:worker() or nil
  stage.plan:arm {
    call = kind.call,
    error = kind.error,
    process = worker or kind.process,
    first = n,
    last = kind.every and faults.NEVER or n,
  }
  local good, said = reload(self)
  local failed, count = stage.plan:disarm()
  local fatal = failed and FATAL[kind.error]
  local defect
  if fatal and kind.process == "master" then
    defect = answered(said) and untold(good, said) or hindered(self)
  else
    defect = untrue(self, good, said)
  end
  defect = defect or broken(self, fatal and worker) or unmended(self)
  return defect, good, failed, count
end

return scene
