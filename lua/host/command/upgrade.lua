--- `svcd upgrade`: the program that is installed now takes the running service over, in the same
-- process. It is tried first; sockets, quota and counters go along.

local cjson = require("cjson")
local control = require("control")
local order = require("host.command.order")
local socket = require("socket")

local FAILED = 1
local LOOK = 0.1 -- seconds between two looks
local LOADED = 2 * 2 -- times of loading: routes and publication, in the check and in the start

--- The status of the service with its upgrades; nil while it does not answer.
local function look(options)
  local body = control.ask(options.control, "GET", "/status", 1)
  local read, status = pcall(cjson.decode, body)
  return read and status or nil
end

--- Waits until an upgrade is done or refused.
local function outcome(options, before)
  local longest = LOADED * options.load_timeout + options.drain_timeout + 60
  local last = socket.gettime() + longest
  while socket.gettime() < last do
    local now = look(options)
    local ready = now and now.serving == now.workers
    if ready and now.upgrade.done > before.upgrade.done then return now end
    if now and now.upgrade.refused > before.upgrade.refused then
      return nil, now.upgrade.reason .. "; the service goes on as it was"
    end
    if not now and not os.execute(("kill -0 %d 2>/dev/null"):format(before.pid)) then
      return nil, "the service has ended; see its log"
    end
    socket.sleep(LOOK)
  end
  return nil, "the service has not answered in time; see its log"
end

return {
  summary = "let the program that is installed now take the running service over",
  options = { "control" },
  run = function(_, options)
    local before = order.ask(options, "GET", "/status")
    if not before then return FAILED end
    if not os.execute(("kill -USR2 %d"):format(before.pid)) then return FAILED end
    local now, reason = outcome(options, before)
    if not now then return nil, reason end
    print(
      ("svcd %s took over from %s, process %d"):format(now.version, before.version, now.pid)
    )
    return 0
  end,
}
