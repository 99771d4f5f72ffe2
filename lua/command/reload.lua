--- `svcd reload`: routes and publication anew, without a dropped request.

local cjson = require("cjson")
local control = require("control")

local NOT_RUNNING = 1

local function line(name, outcome)
  if outcome.reloaded then return name .. " reloaded" end
  return ("%s not reloaded, the old one serves on: %s"):format(name, outcome.reason)
end

return {
  summary = "load routes and publication anew in the running service",
  options = true,
  run = function(_, options)
    local body, reason = control.ask(options.control, "POST", "/reload")
    if not body then
      io.stderr:write(("svcd: no service at %s: %s; give its --control\n"):format(options.control,
        reason))
      return NOT_RUNNING
    end
    local outcome = cjson.decode(body)
    print(line("publication", outcome.publication))
    print(line("routes", outcome.routes))
    return outcome.publication.reloaded and outcome.routes.reloaded and 0 or 1
  end,
}
