--- A new endpoint with a typed parameter: GET /greeting?name=Ada

local params = require("web.params")

return {
  method = "GET",
  path = "/greeting",
  params = {
    name = params.string({ max_bytes = 40, default = "world", description = "Whom to greet." }),
  },

  handle = function(call) return { greeting = "Hello, " .. call.params.name .. "!" } end,
}
