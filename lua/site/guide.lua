--- Pages written as Markdown files of lua/site/assets, with the addresses of this service in them.

local svc = require("svc")
local asset = require("site.asset")
local frame = require("web.frame")
local locales = require("base.locales")
local site = require("site")
local tables = require("base.tables")
local text = require("base.text")

local guide = {}

--- The guides, in the order in which /docs lists them.
guide.list = {
  { name = "rest", title = "Use the API" },
  { name = "clients", title = "Call it from a program" },
  { name = "mcp", title = "Connect an MCP client" },
  { name = "cli", title = "Read in a terminal" },
  { name = "library", title = "Use the Lua library" },
  { name = "install", title = "Install the service" },
  { name = "operators", title = "Run the service" },
  { name = "options", title = "Set options" },
  { name = "scale", title = "Run several replicas" },
  { name = "proxy", title = "Put TLS in front" },
  { name = "watching", title = "Watch the service" },
  { name = "troubleshooting", title = "Find out what is wrong" },
  { name = "routes", title = "Write routes" },
  { name = "cookbook", title = "Recipes for operators" },
  { name = "publishers", title = "Publish content" },
  { name = "markdown", title = "Write Markdown" },
  { name = "formulas", title = "Write formulas" },
  { name = "proofs", title = "Verify an answer" },
  { name = "design", title = "How the pages look" },
}

--- The entry of a name in the list.
-- @tparam string name
-- @treturn table|nil
function guide.entry(name)
  for _, entry in ipairs(guide.list) do
    if entry.name == name then return entry end
  end
end

--- Links to what there is in each language.
local function listings()
  local links = tables.map(
    svc.locales,
    function(code) return ("[%s](/%s.md)"):format(locales[code].name, code) end
  )
  return table.concat(links, " · ")
end

--- The tools as rows of a table.
local function tools(call)
  local rows = tables.map(
    call.app:tools(),
    function(route) return ("| `%s` | %s |"):format(route.mcp.name, route.mcp.brief) end
  )
  return table.concat(rows, "\n")
end

--- Small numbers as words.
local NUMBERS =
  { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" }

--- The text of a guide, with `{base}`, `{site}` and `{mcp}` replaced by this service's addresses,
-- `{languages}`, `{listings}`, `{tools}`, `{tool_count}` and `{quota}` by what there is, and the
-- names of options by their values.
-- @tparam string name of a file of lua/site/assets, without its ending
-- @tparam table call
-- @treturn string Markdown
function guide.text(name, call)
  local config = call.config
  local values = {
    base = config.base_url,
    site = config.site_url,
    mcp = config.mcp_url,
    languages = site.languages("%s"),
    listings = listings(),
    tools = tools(call),
    tool_count = NUMBERS[#call.app:tools()] or #call.app:tools(),
  }
  values.quota = frame.quota(config) or "No quota is set."
  return text.fill((asset.text(name .. ".md"):gsub("{([%l_]+)}", values)), config)
end

return guide
