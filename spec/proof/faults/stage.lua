--- A real svcd with spec/support/house/faults.c preloaded, over the sample publication, and what is
-- checked of it after every fault.

local faults = require("spec.support.house.faults")
local golden = require("spec.proof.faults.golden")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")
local unix = require("socket.unix")

local stage = {}
stage.__index = stage
setmetatable(stage, server)

-- The engine without sanitizers, whose allocator would have to come first.
local program = os.getenv("SVC_PLAIN") or os.getenv("SVC_SVCD")

local quoted = require("spec.support.house.shell").quoted

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a") or ""
end

--- Makes the folder that all stages share: publication, trust, library, plan, and the answers that
-- are right.
function stage.open()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  stage.root = folder
  stage.publication, stage.trust = folder .. "/sample.svp", folder .. "/trust"
  sample.write(stage.publication, stage.trust)
  stage.library = faults.build(folder)
  stage.plan = faults.plan(folder .. "/plan")
  local svcd <close> = assert(stage.start())
  stage.known = golden.record(svcd.port)
end

--- Removes that folder.
function stage.remove() os.execute("rm -rf " .. quoted(stage.root)) end

--- The environment of a program that runs by the plan.
local function environment()
  return ("env LD_PRELOAD=%s FAULTS_PLAN=%s SVC_HOME=%s"):format(
    quoted(stage.library),
    quoted(stage.plan.path),
    quoted(os.getenv("PWD"))
  )
end

--- Starts a command of svcd, as a shell would: the sockets of Lua have SIGPIPE ignored here.
-- @tparam string arguments
-- @treturn file what comes from it: a line with its process id, what it prints, its status
function stage.command(arguments)
  -- The number is told by the process that becomes the program, ahead of what that says.
  local line = "unset LUA_PATH LUA_CPATH; sh -c 'echo $$; exec \"$@\"' sh "
    .. "env --default-signal=PIPE %s %s %s 2>&1; echo status $?"
  return assert(io.popen(line:format(environment(), quoted(program), arguments)))
end

--- True when a process was stopped by a signal.
function stage.is_stopped(pid)
  return read(("/proc/%d/stat"):format(pid)):find("^%d+ %(.*%) T ") ~= nil
end

local function command_line(self, options, prefix)
  -- stylua: ignore
  local all = {
    listen = "127.0.0.1:0", workers = 1, publication = stage.publication, trust = stage.trust,
    control = self.control, access_log = self.folder .. "/access", quota_limit = 0,
    cache_size = 0, base_url = "http://api.test", allow_unavailable = true,
  }
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  local words = {
    environment(),
    prefix or "",
    quoted(program),
    "serve",
  }
  for name, value in pairs(all) do
    if value ~= false then
      words[#words + 1] = "--" .. name:gsub("_", "-") .. " " .. quoted(value)
    end
  end
  return table.concat(words, " ")
end

--- The status the program ended with (128 and the signal when it was killed); nil while it runs.
function stage:ended() return tonumber(read(self.folder .. "/status")) end

--- Starts svcd.
-- @tparam[opt] table options as of server.start
-- @tparam[opt] string prefix words before the program, such as "prlimit --nofile=20"; what they
-- name must replace itself by the program
-- @treturn table|nil stage, with the methods of spec.support.server
-- @treturn table when it did not come up: `{status, message}`; status nil when it hangs
function stage.start(options, prefix)
  local self = setmetatable({ own_routes = true }, stage)
  self.folder = os.tmpname()
  self.control = options and options.control or self.folder .. "/control"
  os.remove(self.folder)
  assert(os.execute("mkdir " .. self.folder))
  local line = (
    "unset LUA_PATH LUA_CPATH; (%s >%s/out 2>%s/err & echo $!; exec >&- 2>/dev/null; "
    .. "wait $!; echo $? >%s/status) &"
  ):format(
    "exec " .. command_line(self, options, prefix),
    self.folder,
    self.folder,
    self.folder
  )
  local shell = assert(io.popen(line))
  self.pid = tonumber(shell:read("l"))
  shell:close()
  self.port = server.await(
    function()
      return tonumber(self:output():match("Listening on http://%S+:(%d+)\n"))
        or self:ended() and 0
    end,
    12
  )
  if self.port and self.port > 0 then return self end
  local outcome = { status = self:ended(), message = self:errors() }
  self:signal("KILL")
  os.execute("rm -rf " .. self.folder)
  return nil, outcome
end

--- Ends it.
-- @treturn string|nil what is wrong with how it ended
function stage:finish()
  self:signal("TERM")
  local status = server.await(function() return self:ended() end, 15)
  if not status then self:signal("KILL") end
  self.over = true
  local message = self:errors()
  os.execute("rm -rf " .. self.folder)
  if status == 0 then return nil end
  return ("ended with status %s: %s"):format(status or "none, it hangs", message:sub(-300))
end

stage.__close = function(self)
  if not self.over then self:finish() end
end

--- A request to the control socket.
-- @tparam string line such as "POST /reload"
-- @treturn string|nil body
function stage:order(line)
  local connection = unix()
  connection:settimeout(12)
  if not connection:connect(self.control) then return nil end
  connection:send(line .. " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
  local text = connection:receive("*a")
  connection:close()
  return text and text:match("\r\n\r\n(.*)$")
end

--- Waits until a worker is up.
-- @tparam[opt] boolean same true: that of the last time will do
-- @treturn number its process id
function stage:worker(same)
  if same and self.last_worker then return self.last_worker end
  self.last_worker = server.await(function() return self:workers()[1] end, 12)
  return self.last_worker
end

local CRASH = "was ended by signal (%d+)"
local KILL, KILLED = 9, ": it is ended" -- what the master says of a worker that it kills

--- The log lines on workers that crashed since the last look; a signal that the caller sent is
-- `expected`, and so are as many kills as the master announced.
function stage:crash(expected)
  local text = self:errors()
  local fresh = text:sub((self.seen or 0) + 1)
  local announced = select(2, text:gsub(KILLED, ""))
  self.seen = #text
  for signal in fresh:gmatch(CRASH) do
    local number = tonumber(signal)
    if number == KILL then self.kills = (self.kills or 0) + 1 end
    local own = number == KILL and self.kills <= announced
    if number ~= expected and not own then return "a worker was ended by signal " .. signal end
  end
end

--- Asks again, nothing failing, until the golden answers come.
-- @tparam[opt] table names of the requests; default: all
-- @treturn string|nil what is wrong
function stage:healthy(names)
  local last = socket.gettime() + 12
  for _, request in ipairs(golden.requests) do
    if not names or names[request[1]] then
      local defect, refused
      repeat
        defect, refused = golden.judge(stage.known[request[1]], golden.ask(self.port, request))
        local late = defect == "timeout" and socket.gettime() <= last
        if late then defect = nil end
        if refused then socket.sleep(0.05) end
      until defect or not refused or socket.gettime() > last
      if defect or refused then
        return ("afterwards, %s: %s"):format(request[1], defect or "no answer any more")
      end
    end
  end
  if self:ended() then return "the service ended with status " .. self:ended() end
  return nil
end

--- The open descriptors of a process.
function stage.descriptors(pid)
  local pipe <close> = assert(io.popen(("ls /proc/%d/fd 2>/dev/null | wc -l"):format(pid)))
  return tonumber(pipe:read("l"))
end

--- True when the master comes back to `open` descriptors: an answered order is closed a turn later.
-- @treturn string|nil what is wrong
function stage:leaked(open)
  local now
  local closed = server.await(function()
    now = stage.descriptors(self.pid)
    return now <= open
  end)
  if not closed then return ("the master has %d descriptors, before %d"):format(now, open) end
end

return stage
