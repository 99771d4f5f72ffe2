--- One process of several fails, ends or hangs at each call that a reload makes of it.

local faults = require("spec.support.house.faults")
local report = require("spec.proof.faults.report")
local scene = require("spec.proof.faults.scene")
local sweep = require("spec.proof.faults.sweep")

-- Process, call, what becomes of it, share of the points, and whether all later calls fail too. One
-- worker refuses when memory is out in it alone; a channel that is full refuses with EAGAIN.
-- stylua: ignore
local KINDS = {
  { "one worker", "malloc", "ENOMEM", 0.2 }, { "one worker", "malloc", "ENOMEM", 0.2, true },
  { "one worker", "mmap", "ENOMEM" }, { "one worker", "recvmsg", "ECONNRESET" },
  { "one worker", "sendmsg", "EAGAIN" }, { "one worker", "sendmsg", "EPIPE" },
  { "one worker", "malloc", "SIGKILL", 0.1 }, { "one worker", "malloc", "SIGSTOP", 0.1 },
  { "one worker", "recvmsg", "SIGKILL" }, { "one worker", "recvmsg", "SIGSTOP" },
  { "one worker", "sendmsg", "SIGKILL" }, { "one worker", "sendmsg", "SIGSTOP" },
  { "examiner", "malloc", "ENOMEM", 0.1 }, { "examiner", "malloc", "SIGKILL", 0.1 },
  { "examiner", "malloc", "SIGSTOP", 0.1 }, { "examiner", "recvmsg", "ECONNRESET" },
  { "examiner", "recvmsg", "SIGKILL" }, { "examiner", "recvmsg", "SIGSTOP" },
  { "examiner", "sendmsg", "SIGKILL" }, { "examiner", "sendmsg", "SIGSTOP" },
  { "examiner", "sendmsg", "EPIPE" }, { "examiner", "rename", "SIGKILL" },
  { "examiner", "fsync", "SIGKILL" }, { "examiner", "fsync", "SIGSTOP" },
  { "master", "malloc", "ENOMEM" }, { "master", "malloc", "ENOMEM", 1, true },
  { "master", "recvmsg", "ECONNRESET", 0.1 }, { "master", "sendmsg", "EAGAIN" },
  { "master", "sendmsg", "EPIPE" }, { "master", "fork", "SIGKILL" },
  { "master", "sendmsg", "SIGKILL" }, { "master", "recvmsg", "SIGKILL", 0.1 },
}

-- A row that meets no call tells that its names are out of date.
local function sweep_reloads(kind, share)
  local row = report.row(sweep.named(kind, "reload"))
  local served = scene.open()
  local defect, _, _, count = served:reload_at(kind, faults.NEVER)
  row:point(defect, false, "no fault")
  local points = sweep.points(count, share)
  local met = count > 0 and #points == 0
  for _, n in ipairs(points) do
    if not served:lives() then break end
    local found, good, failed = served:reload_at(kind, n)
    met = met or failed
    if failed or found then row:point(found, not good, kind.call .. " " .. n) end
  end
  row:point(served:close() or not met and "no call was met" or nil, false, "afterwards")
  row:finish()
end

return function()
  for _, kind in ipairs(KINDS) do
    local process, call, error_name, share, every = table.unpack(kind, 1, 5)
    sweep_reloads({ process = process, call = call, error = error_name, every = every }, share)
  end
end
