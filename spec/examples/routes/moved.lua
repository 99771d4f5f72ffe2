--- A redirect: GET /hello

local respond = require("web.respond")

return {
  method = "GET",
  path = "/hello",

  handle = function() return respond.new(308, { { "Location", "/greeting" } }) end,
}
