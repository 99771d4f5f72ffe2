--- The routes of the service, in the order in which templates are tried, operations are listed in
-- the contract and tools are offered. Each name is a file of this folder, which returns a route or
-- a list of routes.
local mcp = require("mcp")
local markdown = require("site.markdown")

local programs = {
  "openapi",
  "index",
  "health",
  "search",
  "content",
  "taxonomy",
  "quran",
  "proofs",
  "reference",
  "server_card",
  "ai_catalog",
  "suggest",
}

--- Pages, each with its Markdown form ahead of all of them.
local pages = {
  "home",
  "find",
  "markdown",
  "docs",
  "try",
  "proven",
  "terms",
  "problem_pages",
  "llms",
  "llms_full",
  "llms_verses",
  "robots",
  "sitemap",
  "feed",
  "api_catalog",
  "security",
  "assets",
  "own_pages",
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

local function append(routes, list) table.move(list, 1, #list, #routes + 1, routes) end

local function load_routes(names)
  local routes = {}
  for _, part in ipairs(load(names)) do
    append(routes, part.path and { part } or part)
  end
  return routes
end

local routes, shown = load_routes(programs), load_routes(pages)
append(routes, markdown.forms(shown))
append(routes, shown)
routes[#routes + 1] = mcp.route(load(endpoint))
return routes
