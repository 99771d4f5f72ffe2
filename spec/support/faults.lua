--- Commands for spec/support/faults.c: which call of which process fails, and what time it is.

local faults = {}

--- A number of calls that no process reaches: as `last`, all later calls fail; as `first`, none.
faults.NEVER = 1 << 40

-- Errors by name, as Linux numbers them on every architecture the service runs on.
local ERRORS = {
  EPERM = 1, EINTR = 4, EIO = 5, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EBUSY = 16, EXDEV = 18,
  EINVAL = 22, ENFILE = 23, EMFILE = 24, ENOSPC = 28, EPIPE = 32, EADDRINUSE = 98,
  ECONNABORTED = 103, ECONNRESET = 104, ENOBUFS = 105, ENOTCONN = 107,
}

local HEAD, TIMES, RESULTS = "<i8c16i8i8i8i8", "<i8i8", "<i8i8i8i8i8i8i8i8"
local NO_CALL = ("\0"):rep(16)
local ANY, FIRST, FORKED = 0, -1, -2
local NAMED = { any = ANY, first = FIRST, forked = FORKED }
local times_at = string.packsize(HEAD)
local results_at = times_at + string.packsize(TIMES)

local plan = {}
plan.__index = plan

--- Compiles the library.
-- @tparam string folder where to
-- @treturn string its path, for LD_PRELOAD
function faults.build(folder)
  local path = folder .. "/faults.so"
  assert(os.execute(("cc -shared -fPIC -O1 -fno-builtin -o '%s' spec/support/faults.c -ldl")
    :format(path)))
  return path
end

--- A new plan, by which nothing fails.
-- @tparam string path of its file, for FAULTS_PLAN
-- @tparam[opt] boolean shared true: the file is there, and processes have mapped it
-- @treturn table plan with the methods below
function faults.plan(path, shared)
  local file = assert(io.open(path, shared and "r+b" or "w+b"))
  file:setvbuf("no")
  local self = setmetatable({ file = file, path = path, turn = 0 }, plan)
  file:write(("\0"):rep(results_at + string.packsize(RESULTS)))
  return self
end

--- Makes calls fail from here on.
-- @tparam table fault `call` (its name in faults.c), `first` and `last` (the calls, counted from 1
-- by each process; default: the first alone, and `last` as `first`), `error` (a name such as "EIO";
-- default ENOMEM), `process` (a process id, "any", "first": the one started, "forked"; default any)
function plan:arm(fault)
  self.turn = self.turn + 1
  local first = fault.first or 1
  local process = NAMED[fault.process or "any"] or fault.process
  local head = HEAD:pack(self.turn, fault.call, first, fault.last or first,
    ERRORS[fault.error or "ENOMEM"], process)
  self.file:seek("set", results_at)
  self.file:write(("\0"):rep(32))
  self.file:seek("set")
  self.file:write(head)
end

--- Lets every call pass.
-- @treturn boolean true when one had failed
-- @treturn number the calls that were counted, by the process that made most of them
function plan:disarm()
  self.file:seek("set", 8)
  self.file:write(NO_CALL) -- first, and of a text that is there: all that follows may allocate
  local results = self:results()
  return results.failed > 0, results.counted
end

--- What the processes counted.
-- @treturn table `{counted, failed, first = {bytes, blocks}, forked = {bytes, blocks}}`
function plan:results()
  self.file:seek("set", results_at)
  local values = { RESULTS:unpack(self.file:read(string.packsize(RESULTS))) }
  return {
    counted = math.max(values[1], values[2]),
    failed = values[3] + values[4],
    first = { bytes = values[5], blocks = values[7] },
    forked = { bytes = values[6], blocks = values[8] },
  }
end

--- Moves the clocks of the program.
-- @tparam number real seconds added to the time of day
-- @tparam number elapsed seconds added to the time since the machine started
function plan:shift(real, elapsed)
  self.file:seek("set", times_at)
  self.file:write(TIMES:pack(real, elapsed))
end

return faults
