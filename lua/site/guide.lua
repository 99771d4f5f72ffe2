--- Pages written as Markdown files of lua/site/assets, with the addresses of this service in them.

local asset = require("site.asset")

local guide = {}

--- The guides, in the order in which /docs lists them.
guide.list = {
  { name = "rest", title = "Use the API" },
  { name = "mcp", title = "Connect an MCP client" },
  { name = "cli", title = "Read in a terminal" },
  { name = "library", title = "Use the Lua library" },
  { name = "operators", title = "Run the service" },
  { name = "routes", title = "Write routes" },
  { name = "publishers", title = "Publish content" },
}

--- The entry of a name in the list.
-- @tparam string name
-- @treturn table|nil
function guide.entry(name)
  for _, entry in ipairs(guide.list) do
    if entry.name == name then return entry end
  end
end

--- The text of a guide, with `{base}`, `{site}` and `{mcp}` replaced by this service's addresses.
-- @tparam string name of a file
-- @tparam table call
-- @treturn string Markdown
function guide.text(name, call)
  local config = call.config
  local values = { base = config.base_url, site = config.site_url, mcp = config.mcp_url }
  return (asset.text(name .. ".md"):gsub("{(%l+)}", values))
end

return guide
