--- Jobs of routes: functions that run every so often, one at a time, in the process of the jobs
-- (csrc/host/process/worker.c). A file of routes names them by `every` while it is loaded.
--
-- A state of Lua that takes the place of another goes on with its schedule. Jobs are known again by
-- a label: the code of the file that names them, which of the jobs of that code they are, and their
-- interval.

local svc = require("svc")

local jobs = {}

local Jobs = {}
Jobs.__index = Jobs

--- Bounds: jobs there may be, and seconds between two runs.
local MOST, SHORTEST, LONGEST = 64, 1, 7 * 86400

--- A job that fails waits twice as long each time, up to so many milliseconds or its own interval.
local BACKOFF = 3600 * 1000

--- The function of the file that is being loaded, where this is called in one.
local function loading_function()
  local level = 3
  local at = debug.getinfo(level, "Sf")
  while at and at.what ~= "main" do
    level = level + 1
    at = debug.getinfo(level, "Sf")
  end
  return at and at.func
end

local function new_label(counts, seconds, run)
  local good, code = pcall(string.dump, loading_function() or run)
  local digest = svc.sha256(good and code or "")
  counts[digest] = (counts[digest] or 0) + 1
  return ("%s %d %s"):format(digest, counts[digest], seconds)
end

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
    label = new_label(self.counts, seconds, run),
    place = ("the job of %s:%d"):format(at.short_src, at.linedefined),
    reads = false, -- it has asked for the publication
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

--- The argument of a job, which notes that the job reads the publication.
local function shown_to(job, given)
  local function index(_, name)
    if name ~= "publication" then return nil end
    job.reads = true
    return given.publication
  end
  return setmetatable({ config = given.config }, { __index = index, __metatable = false })
end

--- Runs the job that is due first. It raises what the job raises, and has noted by then when it is
-- to run again.
-- @tparam number now monotonic milliseconds
-- @tparam table given what jobs are called with, and `digest` of the publication
-- @tparam table running its second element becomes a text that says which job runs, its third the
-- schedule for the state that follows where the job is given up
-- @treturn number milliseconds until the next is due
function Jobs:turn(now, given, running)
  local job = next_of(self.list)
  if job.due > now then return job.due - now end
  local patience = job.interval * 2 ^ math.min(job.failures, 20)
  job.due = now + math.ceil(math.max(job.interval, math.min(patience, BACKOFF)))
  job.failures = job.failures + 1
  running[1], running[2], running[3] = 0, job.place, self:schedule(given.digest)
  job.run(shown_to(job, given))
  job.due, job.failures = now + job.interval, 0
  return math.max(0, next_of(self.list).due - now)
end

--- When each job is due, for the state that takes the place of this one.
-- @tparam string publication digest of the one in service; "" where there is none
-- @treturn string for `resume`
function Jobs:schedule(publication)
  local all = {}
  for _, job in ipairs(self.list) do
    all[job.label] = { due = job.due, failures = job.failures, reads = job.reads }
  end
  return svc.json({ jobs = all, publication = publication })
end

--- Goes on with a former schedule. After a reload a job that failed is run at once, since the
-- reload may be the cure, and so is one that has read another publication.
-- @tparam string schedule of `Jobs:schedule`
-- @tparam string publication
-- @tparam boolean reloaded false: the state was replaced since it was exhausted
function Jobs:resume(schedule, publication, reloaded)
  local former = svc.parse_json(schedule)
  for _, job in ipairs(self.list) do
    local before = former.jobs[job.label]
    local stale = before
      and reloaded
      and (before.failures > 0 or before.reads and publication ~= former.publication)
    if before and not stale then
      job.due, job.failures, job.reads = before.due, before.failures, before.reads
    end
  end
end

--- The jobs of a load of routes.
-- @treturn table with `list`, to which `add` adds
function jobs.new() return setmetatable({ counts = {}, list = {}, closed = false }, Jobs) end

return jobs
