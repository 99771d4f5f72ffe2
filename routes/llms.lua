--- The documentation index for agents (llmstxt.org).
local page = require("page")

return {
  method = "GET",
  path = "/llms.txt",
  produces = { "text/plain; charset=utf-8", "text/markdown; charset=utf-8" },
  cache = "publication",

  handle = function(call)
    local base, parts = call.config.base_url, {}
    local function add(...) parts[#parts + 1] = { ... } end
    add("h1", "Service Public API")
    add(
      "p",
      "Read-only access to multilingual learning content and Quran verse references. No "
        .. "account is needed."
    )
    add("h2", "Interfaces")
    add("li", ("[Contract](%s/openapi.json): OpenAPI 3.1.1"):format(base))
    add("li", ("[MCP](%s): the same capabilities as tools, by POST"):format(call.config.mcp_url))
    add("h2", "Operations")
    for _, route in ipairs(call.app.routes) do
      if route.operation then
        add("li", ("`%s %s%s`: %s"):format(route.method, base, route.path, route.summary))
      end
    end
    return page.markdown(parts)
  end,
}
