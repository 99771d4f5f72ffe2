--- `svcd version`: which release this is.

local svc = require("svc")

return {
  summary = "show the version",
  run = function()
    print("svcd " .. svc.version)
    return 0
  end,
}
