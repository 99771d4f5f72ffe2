--- The measurements: the time of answers, before and during, and memory.

local tally = {}
tally.__index = tally

--- The name under which a second svcd is counted, which reloads nothing.
tally.BYSTANDER = "bystander"

local PHASES = { "before", "during" }

local function read(path)
  local file <close> = io.open(path)
  return file and file:read("a") or ""
end

--- @treturn table tally
function tally.new() return setmetatable({ names = {}, before = {}, during = {} }, tally) end

--- @tparam string phase "before" or "during"
-- @tparam string name of what was asked
-- @tparam number ms
-- @tparam number at seconds from the begin of the phase
function tally:add(phase, name, ms, at)
  local times = self[phase]
  if not self.before[name] and not self.during[name] then table.insert(self.names, name) end
  times[name] = times[name] or { slowest = 0, at = 0 }
  table.insert(times[name], ms)
  if ms > times[name].slowest then
    times[name].slowest, times[name].at = ms, at
  end
end

local function quantile(times, share) return times[math.max(1, math.ceil(#times * share))] end

--- A table of 80 columns at most, in milliseconds; last when the slowest was asked, in seconds.
function tally:print()
  local columns = ("%8s %6s %6s %6s"):format("answers", "p50", "p99", "worst")
  print(("%-9s %29s %29s"):format("", "before", "during"))
  print(("%-9s %s %s   at s"):format("ms", columns, columns))
  for _, name in ipairs(self.names) do
    local line = ("%-9s"):format(name)
    for _, phase in ipairs(PHASES) do
      local times = self[phase][name]
      table.sort(times)
      line = line
        .. (" %8d %6.1f %6.1f %6.1f"):format(
          #times,
          quantile(times, 0.5),
          quantile(times, 0.99),
          times.slowest
        )
    end
    print(line .. (" %6.1f"):format(self.during[name].at))
  end
end

--- By how much the slowest answer of a kind was slower than the machine explains: than the slowest
-- of that kind before, and than the slowest of the bystander at the same time.
-- @treturn number ms, of the kind of which it is most
-- @treturn string its name
function tally:excess()
  local most, of = -math.huge, nil
  for _, name in ipairs(self.names) do
    local explained = math.max(self.before[name].slowest, self.during[tally.BYSTANDER].slowest)
    local excess = self.during[name].slowest - explained
    if name ~= tally.BYSTANDER and excess > most then
      most, of = excess, name
    end
  end
  return most, of
end

-- ---- memory ----

--- Shared memory of the whole machine, sealed memory included. @treturn number bytes
function tally.shared() return 1024 * tonumber(read("/proc/meminfo"):match("\nShmem: +(%d+)")) end

--- Memory of a process of its own; 0 when it is gone. @treturn number bytes
local function own(pid)
  return 1024
    * (tonumber(read(("/proc/%d/status"):format(pid)):match("\nRssAnon:%s+(%d+)")) or 0)
end

local Memory = {}
Memory.__index = Memory

--- The memory of a service: of its processes, and the sealed memory that they hold, which is
-- counted once, whoever maps it. @tparam number pid of the master
-- @tparam number before what tally.shared gave before it was started
-- @treturn table `first` and `most`, in bytes; `look()` looks again
function tally.memory(pid, before)
  local self = setmetatable({ pid = pid, before = before, most = 0 }, Memory)
  self:look()
  self.first = self.most
  return self
end

function Memory:look()
  local sum = tally.shared() - self.before + own(self.pid)
  for child in read(("/proc/%d/task/%d/children"):format(self.pid, self.pid)):gmatch("%d+") do
    sum = sum + own(child)
  end
  self.most = math.max(self.most, sum)
end

return tally
