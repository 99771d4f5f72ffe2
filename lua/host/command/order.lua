--- Orders to the running service, over its control socket; the outcome is printed part by part.

local cjson = require("cjson")
local control = require("control")

local order = {}

local FAILED = 1
local ABSENT = "svcd: no service at %s: %s; give its --control\n"
local REACHED = "svcd: the service at %s %s; see its log\n"

local function line(name, outcome)
  if outcome.reloaded then return name .. (outcome.changed and " reloaded" or " unchanged") end
  return ("%s not reloaded, the old one serves on: %s"):format(name, outcome.reason)
end

--- One request to the service.
-- @tparam table options of the service; `control` names the socket
-- @tparam string method
-- @tparam string target
-- @tparam[opt=30] number patience seconds to wait for the answer
-- @treturn table|nil answer; without one, what is wrong has been written to standard error
-- @treturn string the answer as JSON
function order.ask(options, method, target, patience)
  local body, reason, reached = control.ask(options.control, method, target, patience or 30)
  local read, answer = pcall(cjson.decode, body)
  if read then return answer, body end
  reached, reason = reached or body, reason or "gave no answer"
  io.stderr:write((reached and REACHED or ABSENT):format(options.control, reason))
  return nil
end

--- Orders a reload, waits for its end, and tells what became of each part.
-- @tparam table options of the service
-- @tparam string target
-- @treturn number exit status: 0 when every part is in service
function order.carry_out(options, target)
  -- The examination, and after it the preparation, the saving of the state and the commitment.
  local longest = options.load_timeout + 4 * options.heartbeat_timeout
  local outcomes = order.ask(options, "POST", target, longest)
  if not outcomes then return FAILED end
  local status = 0
  for _, name in ipairs({ "publication", "routes", "configuration" }) do
    local outcome = outcomes[name]
    if outcome then print(line(name, outcome)) end
    if outcome and not outcome.reloaded then status = FAILED end
  end
  return status
end

return order
