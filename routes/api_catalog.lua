--- The links to the API's description, documentation and health (RFC 9727, RFC 9264).
local svc = require("svc")
local card = require("mcp.card")
local page = require("site.page")

return {
  method = "GET",
  path = "/.well-known/api-catalog",
  produces = { "application/linkset+json", "application/json" },
  cache = "publication",

  handle = function(call)
    local base = call.config.base_url
    local function of(id) return base .. page.operation(call, id).path end
    local function link(url, media_type) return svc.array({ { href = url, type = media_type } }) end
    return {
      linkset = svc.array({
        {
          anchor = of("getSvcApiIndex"),
          ["service-desc"] = link(of("getSvcOpenApi"), "application/json"),
          ["service-doc"] = link(base .. "/docs", "text/html"),
          status = link(of("getSvcApiHealth"), "application/json"),
        },
        {
          anchor = call.config.mcp_url,
          ["service-desc"] = link(call.config.mcp_url .. "/server-card", card.TYPE),
          ["service-doc"] = link(base .. "/docs/mcp", "text/html"),
        },
      }),
    }
  end,
}
