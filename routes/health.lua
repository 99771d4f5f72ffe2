--- The health of the service: that it answers. Reads no content.
local svc = require("svc")
local fields = require("site.fields")

return {
  method = "GET",
  path = "/v1/health",
  operation = "getSvcApiHealth",
  summary = "Check the service",
  description = "Says that the service answers; it reads no content data.",
  vital = true,
  answer = { schema = "ApiHealth", description = "The service answers." },
  fields = fields.plain,

  handle = function(call)
    return {
      service = "svc-public-api",
      status = "ok",
      timestamp = call.now(),
      version = svc.version,
    }
  end,
}
