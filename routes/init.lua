--- The routes of the service, in the order in which templates are tried, operations are listed in
-- the contract and tools are offered. Each name is a file of this folder, which returns a route or
-- a list of routes.
local mcp = require("mcp")

local order = {
  "openapi",
  "index",
  "health",
  "search",
  "content",
  "taxonomy",
  "quran",
  "server_card",
  "ai_catalog",
  "home",
  "find",
  "listing",
  "markdown",
  "docs",
  "try",
  "problems",
  "llms",
  "llms_full",
  "robots",
  "sitemap",
  "api_catalog",
  "security",
  "assets",
  "page",
}

--- The parts of the MCP endpoint.
local endpoint = { "mcp", "resources", "prompts" }

local function load(names)
  local parts = {}
  for i, name in ipairs(names) do
    parts[i] = require("routes." .. name)
  end
  return parts
end

local routes = {}
for _, part in ipairs(load(order)) do
  table.move(part.path and { part } or part, 1, part.path and 1 or #part, #routes + 1, routes)
end
routes[#routes + 1] = mcp.route(load(endpoint))
return routes
