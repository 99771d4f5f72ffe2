--- What the service is, and where its parts are.
local svc = require("svc")
local fields = require("site.fields")

return {
  method = "GET",
  path = "/v1",
  operation = "getSvcApiIndex",
  summary = "Read the index",
  description = "Names the service, its release and the addresses of its interfaces.",
  answer = { schema = "ApiIndex", description = "The index." },
  fields = fields.plain,

  handle = function(call)
    local base = call.config.base_url
    return {
      authentication = "none",
      description = "Read-only access to multilingual learning content and Quran verse references.",
      documentation = base .. "/llms.txt",
      mcp = call.config.mcp_url,
      name = "Service Public API",
      openapi = base .. "/openapi.json",
      status = "active",
      version = svc.version,
    }
  end,
}
