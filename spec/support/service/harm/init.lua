--- A folder of routes that tries to harm the service: each act is a route `/harm/KIND/NAME`. None
-- may change an answer of another route, or live longer than its budget (harm_spec.lua).

local routes = {}

for _, kind in ipairs({ "reach", "keep", "escape", "hang", "exhaust", "desk" }) do
  for name, act in pairs(require("routes." .. kind)) do
    routes[#routes + 1] = {
      method = "GET",
      path = ("/harm/%s/%s"):format(kind, name),
      cache = kind == "keep" and "publication" or "none",
      secrets = kind == "desk" and { "harm" } or nil,
      handle = function(call)
        local answer = act(call)
        return answer == nil and { done = true } or answer
      end,
    }
  end
end

--- The libraries as this file has them, which a probe compares in two route files.
routes[#routes + 1] = {
  method = "GET",
  path = "/harm/seen",
  handle = function(call)
    return {
      insert = type(table.insert),
      upper = ("x"):upper() .. string.upper("y"),
      config = call.config.quota_window,
      routes = #call.app.routes > 20,
      locales = require("svc").locales,
    }
  end,
}

return routes
