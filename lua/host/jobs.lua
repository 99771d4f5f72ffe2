--- Jobs of routes: functions that run every so often, one at a time, in the process of the jobs
-- (csrc/host/process/worker.c). A file of routes names them by `every` while it is loaded.

local jobs = {}

local Jobs = {}
Jobs.__index = Jobs

--- Bounds: jobs there may be, and seconds between two runs.
local MOST, SHORTEST, LONGEST = 64, 1, 7 * 86400

--- A job that fails waits twice as long each time, up to so many milliseconds or its own interval.
local BACKOFF = 3600 * 1000

--- Adds a job; raises at the caller where that is not one.
-- @tparam number seconds from one run to the next
-- @tparam function run called with `{publication, config}`
function Jobs:add(seconds, run)
  if self.closed then
    error("every is called while a file of routes is loaded, and not by a request", 3)
  end
  if type(seconds) ~= "number" or not (seconds >= SHORTEST and seconds <= LONGEST) then
    error(("every takes %d to %d seconds first"):format(SHORTEST, LONGEST), 3)
  end
  if type(run) ~= "function" then error("every takes a function second", 3) end
  if #self.list == MOST then error(("there are more than %d jobs"):format(MOST), 3) end
  local at = debug.getinfo(run, "S")
  self.list[#self.list + 1] = {
    due = 0,
    failures = 0,
    interval = math.ceil(seconds * 1000),
    place = ("the job of %s:%d"):format(at.short_src, at.linedefined),
    run = run,
  }
end

--- No more jobs may be added.
function Jobs:close() self.closed = true end

local function next_of(list)
  local first = list[1]
  for _, each in ipairs(list) do
    if each.due < first.due then first = each end
  end
  return first
end

--- Runs the job that is due first. It raises what the job raises, and has noted by then when it is
-- to run again.
-- @tparam number now monotonic milliseconds
-- @tparam table given what jobs are called with
-- @tparam table running its second element becomes a text that says which job runs
-- @treturn number milliseconds until the next is due
function Jobs:turn(now, given, running)
  local job = next_of(self.list)
  if job.due > now then return job.due - now end
  local patience = job.interval * 2 ^ math.min(job.failures, 20)
  job.due = now + math.ceil(math.max(job.interval, math.min(patience, BACKOFF)))
  job.failures = job.failures + 1
  running[1], running[2] = 0, job.place
  job.run(given)
  job.due, job.failures = now + job.interval, 0
  return math.max(0, next_of(self.list).due - now)
end

--- The jobs of a load of routes.
-- @treturn table with `list`, to which `add` adds
function jobs.new() return setmetatable({ list = {}, closed = false }, Jobs) end

return jobs
