--- Commands for spec/support/house/faults.c: which call of which process fails, and its clocks.

local faults = {}

--- A number of calls that no process reaches: as `last`, all later calls fail; as `first`, none.
faults.NEVER = 1 << 40

-- Errors by name, as Linux numbers them on every architecture the service runs on.
-- stylua: ignore
local ERRORS = {
  EPERM = 1, EINTR = 4, EIO = 5, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EBUSY = 16, EXDEV = 18,
  EINVAL = 22, ENFILE = 23, EMFILE = 24, ENOSPC = 28, EPIPE = 32, EADDRINUSE = 98,
  ECONNABORTED = 103, ECONNRESET = 104, ENOBUFS = 105, ENOTCONN = 107,
}

-- Signals by name, which a plan holds as errors below 0.
local SIGNALS = { SIGKILL = 9, SIGSTOP = 19 }

-- The roles of processes, in the order of the figures, and how a plan addresses several of them.
local ROLES = { "master", "unnamed", "examiner", "worker" }
local ADDRESSES = { any = 0, forked = -1 - #ROLES }
for i, role in ipairs(ROLES) do
  ADDRESSES[role] = -i
end

local HEAD, TIMES, RESULTS = "<i8c16i8i8i8i8", "<i8i8", "<" .. ("i8"):rep(3 * #ROLES)
local NO_CALL = ("\0"):rep(16)
local COUNTS = ("\0"):rep(2 * #ROLES * 8) -- `counted` and `failed`
local times_at = string.packsize(HEAD)
local results_at = times_at + string.packsize(TIMES)

local plan = {}
plan.__index = plan

--- Compiles the library.
-- @tparam string folder where to
-- @treturn string its path, for LD_PRELOAD
function faults.build(folder)
  local path = folder .. "/faults.so"
  assert(
    os.execute(
      ("cc -shared -fPIC -O1 -fno-builtin -o '%s' spec/support/house/faults.c -ldl"):format(
        path
      )
    )
  )
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
-- by each process; default: the first alone, and `last` as `first`), `error` (a name such as "EIO",
-- default ENOMEM; or SIGKILL, SIGSTOP, which the process gets ahead of the call), `process` (a
-- process id; "master": the one started, "examiner", "worker"; "unnamed": one that was forked and
-- is none of these yet; "forked": all but the master; "any", which is the default)
function plan:arm(fault)
  self.turn = self.turn + 1
  local first = fault.first or 1
  local name = fault.error or "ENOMEM"
  local error_number = ERRORS[name] or -SIGNALS[name]
  local process = ADDRESSES[fault.process or "any"] or fault.process
  local head =
    HEAD:pack(self.turn, fault.call, first, fault.last or first, error_number, process)
  self.file:seek("set", results_at)
  self.file:write(COUNTS)
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

--- The counts of the processes.
-- @treturn table `{counted, failed, blocks}`: calls of the process that made most, calls that
-- failed, and by role the blocks in use by the process of that role that allocated last
function plan:results()
  self.file:seek("set", results_at)
  local values = { RESULTS:unpack(self.file:read(string.packsize(RESULTS))) }
  local results = { counted = 0, failed = 0, blocks = {} }
  for i, role in ipairs(ROLES) do
    results.counted = math.max(results.counted, values[i])
    results.failed = results.failed + values[#ROLES + i]
    results.blocks[role] = values[2 * #ROLES + i]
  end
  return results
end

--- Moves the clocks of the program.
-- @tparam number real seconds added to the time of day
-- @tparam number elapsed seconds added to the time since the machine started
function plan:shift(real, elapsed)
  self.file:seek("set", times_at)
  self.file:write(TIMES:pack(real, elapsed))
end

return faults
