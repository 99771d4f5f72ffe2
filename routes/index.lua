--- The index: the service and the addresses of its parts.
local svc = require("svc")
local fields = require("site.fields")

--- The answer of each application: its options alone make it.
local bodies = setmetatable({}, { __mode = "k" })

return {
  method = "GET",
  path = "/v1",
  operation = "getSvcApiIndex",
  summary = "Read the index",
  description = "Names the service, its release and the addresses of its interfaces.",
  answer = { schema = "ApiIndex", description = "The index." },
  fields = fields.plain,

  ready = function(app)
    local base = app.config.base_url
    bodies[app] = svc.json({
      authentication = "none",
      description = "Read-only access to multilingual learning content and Quran verse references.",
      documentation = base .. "/llms.txt",
      mcp = app.config.mcp_url,
      name = "Service Public API",
      openapi = base .. "/openapi.json",
      status = "active",
      version = svc.version,
    })
  end,

  handle = function(call) return bodies[call.app] end,
}
