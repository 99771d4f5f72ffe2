--- Workers that are killed, crash or stop, while requests come in.

local load = require("spec.proof.faults.load")
local report = require("spec.proof.faults.report")
local server = require("spec.support.service.server")
local socket = require("socket")
local stage = require("spec.proof.faults.stage")

-- Signal, its number, seconds without any right answer that are accepted, and how often it is sent.
-- A worker that is started again within half a minute waits a little longer each time.
local SIGNALS = {
  { "KILL", 9, 3, 4 },
  { "SEGV", 11, 3, 4 },
  { "ABRT", 6, 3, 4 },
}

local function replaced(svcd, pid, count)
  return server.await(function()
    local workers = svcd:workers()
    for _, other in ipairs(workers) do
      if other == pid then return false end
    end
    return #workers == count
  end, 12)
end

local function judged(seen, patience)
  if seen.wrong > 0 then return ("%d wrong answers: %s"):format(seen.wrong, seen.first) end
  if seen.hung > 0 then return ("%d requests were never answered"):format(seen.hung) end
  if seen.right == 0 then return "no answers at all" end
  if seen.longest > patience then return ("%.1f s without an answer"):format(seen.longest) end
end

local function kill(row, signal, number, patience, times)
  local svcd <close> = assert(stage.start { workers = 2 })
  svcd:healthy()
  local before = stage.descriptors(svcd.pid)
  local finish = load.start(svcd.port, stage.known, svcd.folder)
  local defect
  for _ = 1, times do
    socket.sleep(0.3)
    local pid = svcd:worker()
    svcd:signal(signal, pid)
    if not replaced(svcd, pid, 2) then defect = "the worker was not started again" end
  end
  socket.sleep(0.3)
  defect = defect
    or judged(finish(), patience)
    or svcd:crash(number)
    or svcd:healthy()
    or svcd:leaked(before)
  row:point(defect or svcd:finish(), false, signal)
end

-- A stopped worker answers nothing, and goes on where it was; loading anew waits, and says so.
local function stop(row)
  local svcd <close> = assert(stage.start())
  local pid = svcd:worker()
  svcd:healthy()
  svcd:signal("STOP", pid)
  local said = svcd:order("POST /reload") or ""
  local defect
  if not said:find('"reloaded":false', 1, true) then
    defect = "loading anew is reported as done, which the stopped worker has not done: " .. said
  end
  svcd:signal("CONT", pid)
  row:point(defect or svcd:healthy() or svcd:finish(), false, "STOP and CONT")
end

-- The master's end is the end of its workers.
local function behead(row)
  local svcd <close> = assert(stage.start { workers = 2 })
  local workers = svcd:workers()
  svcd:signal("KILL")
  local gone = server.await(function()
    for _, pid in ipairs(workers) do
      if os.execute(("kill -0 %d 2>/dev/null"):format(pid)) then return false end
    end
    return true
  end, 40)
  row:point(not gone and "workers outlive their master" or nil, false, "KILL of the master")
  os.execute("rm -rf " .. svcd.folder)
  svcd.over = true
end

return function()
  local row = report.row("a worker is killed under load")
  for _, signal in ipairs(SIGNALS) do
    kill(row, table.unpack(signal))
  end
  row:finish()
  row = report.row("a worker is stopped; the master is killed")
  stop(row)
  behead(row)
  row:finish()
end
