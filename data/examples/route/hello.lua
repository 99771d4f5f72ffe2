--- Greets: GET /hello?name=Ada
local params = require("web.params")

return {
  method = "GET",
  path = "/hello",
  params = {
    name = params.string({ max_bytes = 40, default = "world", description = "Whom to greet." }),
  },
  cache = "publication",

  handle = function(call) return { greeting = "Hello, " .. call.params.name .. "!" } end,
}
