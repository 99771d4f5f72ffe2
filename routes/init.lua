--- The routes of the service, in the order in which templates are tried, operations are listed in
-- the contract and tools are offered. Each name is a file of this folder.
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
  "problems",
  "llms",
  "markdown",
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

local routes = load(order)
routes[#routes + 1] = mcp.route(load(endpoint))
return routes
