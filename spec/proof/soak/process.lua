--- The resources that processes use.

local process = {}

local function lines(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read("a")
end

--- Resident memory that is a process's own, in KiB; nil when it is gone.
-- Shared pages count nothing: those of the publication are mapped as they are read.
function process.memory(pid)
  local file = io.open(("/proc/%d/smaps_rollup"):format(pid))
  local text = file and file:read("a")
  if file then file:close() end
  if not text then return nil end
  return tonumber(text:match("Private_Dirty: +(%d+)"))
end

--- The child of a process that has a name, or nil.
function process.child(pid, name)
  return tonumber(lines(("pgrep -x %s -P %d"):format(name, pid)):match("%d+"))
end

--- The number of open descriptors.
function process.descriptors(pid)
  return tonumber(lines(("ls /proc/%d/fd 2>/dev/null | wc -l"):format(pid)))
end

return process
