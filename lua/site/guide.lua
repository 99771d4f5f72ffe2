--- Pages written as Markdown files of lua/site/assets. The build makes HTML of them
-- (data/guides.lua); this puts the addresses of this service in.

local svc = require("svc")
local asset = require("site.asset")
local blocks = require("site.blocks")
local frame = require("web.frame")
local locales = require("base.locales")
local site = require("site")
local tables = require("base.tables")

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

--- Small numbers as words.
local NUMBERS =
  { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" }

--- The value of a name in a guide (data/guides.lua): a line, or rows of a table.
local VALUES = {
  languages = function() return site.languages("%s") end,
  listings = function()
    local line = {}
    for i, code in ipairs(svc.locales) do
      line[2 * i - 1] = { path = "/" .. code, locales[code].name }
      line[2 * i] = i < #svc.locales and " · " or nil
    end
    return line
  end,
  quota = function(call) return frame.quota(call.config) or "No quota is set." end,
  tool_count = function(call)
    local count = #call.app:tools()
    return NUMBERS[count] or tostring(count)
  end,
}

local function tools(call)
  return tables.map(
    call.app:tools(),
    function(route) return { "`" .. route.mcp.name .. "`", route.mcp.brief } end
  )
end

--- The guides as the build made them: `{ html, markdown }` by name, with U+E000 and U+E001 around
-- the names of values, and hosts such as `base.invalid` in the place of this service's addresses.
local made = svc.parse_json(asset.made("guides.json"))

--- A form of a guide with the values of this service.
-- @tparam string form
-- @tparam table call
-- @tparam function line makes of a line what the form needs
-- @tparam function rows the same of rows of a table
-- @tparam function text the same of an address
local function filled(form, call, line, rows, text)
  local config = call.config
  local whole = form:gsub("\u{E000}([%l_]+)\u{E001}", function(name)
    if name == "tools" then return rows(tools(call)) end
    if VALUES[name] then return line(VALUES[name](call)) end
    local chosen = config[name]
    return type(chosen) == "number" and tostring(chosen) or "{" .. name .. "}"
  end)
  return (
    whole:gsub("https://(%l+)%.invalid", function(name)
      local address = config[name .. "_url"]
      return address and text(address) or nil
    end)
  )
end

--- A guide as HTML and as Markdown with whole addresses, both with what this service chose.
-- @tparam string name of a file of lua/site/assets, without its ending
-- @tparam table call
-- @treturn table `markdown`, and `html`, a function
function guide.view(name, call)
  local own, site_url = made[name], call.config.site_url
  local function as_is(value) return value end
  local function markdown_line(line) return blocks.line(line, site_url) end
  local function markdown_rows(rows) return blocks.rows(rows, site_url) end
  return {
    html = function()
      return filled(own.html, call, blocks.html_line, blocks.html_rows, svc.escape_html)
    end,
    markdown = filled(own.markdown, call, markdown_line, markdown_rows, as_is),
  }
end

return guide
