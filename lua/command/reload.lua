--- `svcd reload`: routes and publication anew, without a dropped request. What is loaded are the
-- files as they are at the request or later; signals that arrive while one reload is carried out
-- are one further reload, and an unchanged publication is not verified again.

local cjson = require("cjson")
local control = require("control")

local NOT_RUNNING = 1

local function line(name, outcome)
  if outcome.reloaded then return name .. " reloaded" end
  return ("%s not reloaded, the old one serves on: %s"):format(name, outcome.reason)
end

return {
  summary = "load routes and publication anew in the running service",
  options = { "control" },
  parser = function(parser)
    parser:argument("part", "Only this: publication or routes"):args("?")
      :choices({ "publication", "routes" })
  end,
  run = function(args, options)
    local part = args.part and "/" .. args.part or ""
    local body, reason = control.ask(options.control, "POST", "/reload" .. part)
    if not body then
      io.stderr:write(("svcd: no service at %s: %s; give its --control\n"):format(options.control,
        reason))
      return NOT_RUNNING
    end
    local outcomes, status = cjson.decode(body), 0
    for _, name in ipairs({ "publication", "routes" }) do
      local outcome = outcomes[name]
      if outcome then print(line(name, outcome)) end
      if outcome and not outcome.reloaded then status = 1 end
    end
    return status
  end,
}
