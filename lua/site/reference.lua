--- The API reference, from the routes: as Markdown, and the same as HTML with a form that tries
-- each operation.

local svc = require("svc")
local guide = require("site.guide")
local openapi = require("web.openapi")
local page = require("site.page")
local params = require("web.params")
local tables = require("base.tables")
local template = require("web.template")
local text = require("base.text")

local reference = {}

--- Lines that call a URL, by language. Lua has a module for each scheme.
local EXAMPLES = {
  { "sh", "curl", "curl '{url}'" },
  {
    "js",
    "JavaScript",
    "const answer = await fetch('{url}');\nconst body = await answer.json();",
  },
  { "lua", "Lua", 'local http = require("{module}")\nlocal body = http.request("{url}")' },
  {
    "python",
    "Python",
    "import json, urllib.request\n\n"
      .. "with urllib.request.urlopen('{url}') as answer:\n    body = json.load(answer)",
  },
}
local MODULES = { http = "socket.http", https = "ssl.https" }

--- Text of a table cell.
local function cell(value)
  return (tostring(value):gsub("[|\n]", { ["|"] = "\\|", ["\n"] = " " }))
end

--- An example as it is written in a query; empty where there is none.
local function written(value)
  if type(value) == "table" then value = value[1] end
  return value == nil and "" or tostring(value)
end

local function encode(value)
  return (
    written(value):gsub(
      "[^%w%-._~:/]",
      function(byte) return ("%%%02X"):format(byte:byte()) end
    )
  )
end

--- The parameters of an operation, each with its name, in the order of the contract.
local function parameters_of(route)
  return tables.map(
    params.names(route.params),
    function(name) return tables.merge(route.params[name], { name = name }) end
  )
end

--- True when an example of an operation has the parameter.
local function is_shown(parameter) return parameter.required or parameter.shown end

--- The path of an operation with the examples of its parameters; one without keeps its name.
local function example(route)
  local query = {}
  for _, each in ipairs(parameters_of(route)) do
    if each.from == "query" and each.example ~= nil and is_shown(each) then
      query[#query + 1] = each.name .. "=" .. encode(each.example)
    end
  end
  local path = template.expand(route.path, function(name)
    local value = route.params[name].example
    return value ~= nil and encode(value) or nil
  end)
  return path .. (#query > 0 and "?" .. table.concat(query, "&") or "")
end

--- The values that a schema admits, in words.
local function bounds(schema)
  local parts = { schema.type or "string" }
  if schema.items then parts[1] = "array of " .. (schema.items.type or "string") end
  local function add(name, word)
    if schema[name] ~= nil then parts[#parts + 1] = word:format(written(schema[name])) end
  end
  add("minimum", "from %s")
  add("maximum", "to %s")
  add("maxItems", "at most %s")
  add("minLength", "at least %s character")
  if schema.enum then parts[#parts + 1] = "`" .. table.concat(schema.enum, "`, `") .. "`" end
  add("default", "default `%s`")
  return table.concat(parts, "; ")
end

--- The parameters as a table.
local function described(route, config)
  local rows = { "| Parameter | Values | Meaning |", "|---|---|---|" }
  for i, each in ipairs(parameters_of(route)) do
    local place = each.from == "path" and " (path)" or each.required and " (required)" or ""
    rows[i + 2] = ("| `%s`%s | %s | %s |"):format(
      each.name,
      place,
      cell(bounds(each.schema)),
      cell(text.fill(each.description or "", config))
    )
  end
  return #rows > 2 and table.concat(rows, "\n") or "No parameters."
end

--- The heading of an operation: its summary on one line.
local function title(route) return text.trim((route.summary:gsub("%s+", " "))) end

local function add_operation(lines, route, config)
  tables.append(lines, {
    "## " .. text.markdown(title(route)),
    ("`GET %s` (`%s`)"):format(route.path, route.operation),
    text.fill(route.description, config),
    described(route, config),
    "Statuses: " .. table.concat(openapi.statuses(route), ", ") .. ".",
  })
  local base = config.base_url
  local values = { url = base .. example(route), module = MODULES[base:match("^%a+")] }
  for _, each in ipairs(EXAMPLES) do
    local source = each[3]:gsub("{(%l+)}", values)
    lines[#lines + 1] = ("%s:\n\n```%s\n%s\n```"):format(each[2], each[1], source)
  end
end

--- The operations in the order of the contract.
local function operations(call)
  local list = {}
  for _, route in ipairs(call.app.routes) do
    if route.operation and route.method == "GET" then list[#list + 1] = route end
  end
  return list
end

--- The reference as Markdown.
-- @tparam table call
-- @treturn string Markdown
function reference.markdown(call)
  local lines = { guide.text("reference", call) }
  local guides = tables.map(
    guide.list,
    function(entry) return ("- [%s](/docs/%s.md)"):format(entry.title, entry.name) end
  )
  lines[#lines + 1] = "## Guides\n\n" .. table.concat(guides, "\n")
  for _, route in ipairs(operations(call)) do
    add_operation(lines, route, call.config)
  end
  return table.concat(lines, "\n\n"):gsub("\n\n\n+", "\n\n") .. "\n"
end

local TRY = [[
<form class="try" data-markdown-ignore action="/try/{operation}">
<fieldset><legend>Try it</legend>
{!fields}<button>Send</button></fieldset>
<div class="answer" role="status" data-failed="The service cannot be reached."></div>
</form>
]]

local FIELD =
  '<label><span>{name}</span> <input name="{name}" value="{value}"{!flags}></label>\n'

local function try(route)
  local fields = tables.map(
    parameters_of(route),
    function(each)
      return page.fill(FIELD, {
        flags = each.required and " required" or "",
        name = each.name,
        value = (each.required or each.filled) and written(each.example) or "",
      })
    end
  )
  return page.fill(TRY, { operation = route.operation, fields = table.concat(fields) })
end

--- The id of the first heading behind one that has a text, and its place; nil where there is none.
local function heading_behind(headings, place, wanted)
  for i = place + 1, #headings do
    if headings[i].text == wanted then return headings[i].id, i end
  end
end

--- The same as HTML, with a form behind each operation.
-- @tparam string markdown of `reference.markdown`
-- @tparam table call
-- @treturn string HTML
function reference.html(markdown, call)
  local html, rendering = svc.html(markdown)
  local items, place = {}, 0
  for _, route in ipairs(operations(call)) do
    local id
    id, place = heading_behind(rendering.headings, place, title(route))
    local link = { id = id, text = title(route) }
    items[#items + 1] = page.fill('<li><a href="#{id}">{text}</a></li>', link)
    local at = html:find('<h2 id="' .. id .. '"', 1, true)
    local stop = html:find("<h2 ", at + 1, true) or #html + 1
    html = html:sub(1, stop - 1) .. try(route) .. html:sub(stop)
  end
  local first = html:find("<h2 ", 1, true)
  local contents = '<details class="contents" open data-markdown-ignore>'
    .. "<summary>Operations</summary><ol>"
    .. table.concat(items)
    .. "</ol></details>\n"
  return html:sub(1, first - 1) .. contents .. html:sub(first)
end

return reference
