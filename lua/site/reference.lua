--- The API reference, from the contract: as Markdown, and the same as HTML with a form that tries
-- each operation.

local svc = require("svc")
local guide = require("site.guide")
local page = require("site.page")

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
local function cell(text) return (tostring(text):gsub("[|\n]", { ["|"] = "\\|", ["\n"] = " " })) end

--- An example as it is written in a query.
local function written(value)
  if type(value) == "table" then value = value[1] end
  return tostring(value)
end

local function encode(value)
  return (
    written(value):gsub(
      "[^%w%-._~:/]",
      function(byte) return ("%%%02X"):format(byte:byte()) end
    )
  )
end

--- The path of an operation with the examples of its parameters.
local function example(path, parameters)
  local query = {}
  for _, parameter in ipairs(parameters) do
    local value = parameter.example
    if value ~= nil and parameter["in"] == "path" then
      path = path:gsub("{" .. parameter.name .. "}", encode(value))
    elseif value ~= nil and (parameter.required or parameter.name == "query") then
      query[#query + 1] = parameter.name .. "=" .. encode(value)
    elseif value ~= nil and parameter.name:find("_verse$") then
      query[#query + 1] = parameter.name .. "=" .. encode(value)
    end
  end
  return path .. (#query > 0 and "?" .. table.concat(query, "&") or "")
end

--- What values a schema admits, in words.
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

local function parameters(lines, list)
  if #list == 0 then
    lines[#lines + 1] = "No parameters."
    return
  end
  local rows = { "| Parameter | Values | Meaning |", "|---|---|---|" }
  for i, each in ipairs(list) do
    local place = each["in"] == "path" and " (path)" or each.required and " (required)" or ""
    rows[i + 2] = ("| `%s`%s | %s | %s |"):format(
      each.name,
      place,
      cell(bounds(each.schema)),
      cell(each.description)
    )
  end
  lines[#lines + 1] = table.concat(rows, "\n")
end

local function statuses(lines, responses)
  local list = {}
  for status in pairs(responses) do
    list[#list + 1] = status
  end
  table.sort(list)
  lines[#lines + 1] = "Statuses: " .. table.concat(list, ", ") .. "."
end

local function resolve(contract, object)
  local name = object["$ref"] and object["$ref"]:match("^#/components/parameters/(.*)$")
  return name and contract.components.parameters[name] or object
end

local function operation(lines, path, declared, contract, base)
  local list = {}
  for i, each in ipairs(declared.parameters or {}) do
    list[i] = resolve(contract, each)
  end
  lines[#lines + 1] = "## " .. declared.summary
  lines[#lines + 1] = ("`GET %s` (`%s`)"):format(path, declared.operationId)
  lines[#lines + 1] = declared.description
  parameters(lines, list)
  statuses(lines, declared.responses)
  local values = { url = base .. example(path, list), module = MODULES[base:match("^%a+")] }
  for _, each in ipairs(EXAMPLES) do
    local source = each[3]:gsub("{(%l+)}", values)
    lines[#lines + 1] = ("%s:\n\n```%s\n%s\n```"):format(each[2], each[1], source)
  end
end

--- The operations of the contract in the order of the routes.
local function each_operation(call, visit)
  local contract = svc.parse_json(call.app:contract())
  for _, route in ipairs(call.app.routes) do
    local declared = route.operation and contract.paths[route.path]
    if declared and declared.get then visit(route.path, declared.get, contract) end
  end
end

--- The reference as Markdown.
-- @tparam table call
-- @treturn string Markdown
function reference.markdown(call)
  local lines = { guide.text("reference", call) }
  local guides = {}
  for i, entry in ipairs(guide.list) do
    guides[i] = ("- [%s](/docs/%s.md)"):format(entry.title, entry.name)
  end
  lines[#lines + 1] = "## Guides\n\n" .. table.concat(guides, "\n")
  each_operation(
    call,
    function(path, declared, contract)
      operation(lines, path, declared, contract, call.config.base_url)
    end
  )
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

local function try(declared, contract)
  local fields = {}
  for i, each in ipairs(declared.parameters or {}) do
    each = resolve(contract, each)
    local value = each.example
    local shown = each["in"] == "path" or each.required or each.name == "query"
    fields[i] = page.fill(FIELD, {
      flags = (each["in"] == "path" or each.required) and " required" or "",
      name = each.name,
      value = shown and value ~= nil and written(value) or "",
    })
  end
  return page.fill(TRY, { operation = declared.operationId, fields = table.concat(fields) })
end

--- The same as HTML, with a form behind each operation.
-- @tparam string markdown of `reference.markdown`
-- @tparam table call
-- @treturn string HTML
function reference.html(markdown, call)
  local html, rendering = svc.html(markdown)
  local ids = {}
  for _, heading in ipairs(rendering.headings) do
    ids[heading.text] = heading.id
  end
  local items = {}
  each_operation(call, function(_, declared, contract)
    local id = ids[declared.summary]
    items[#items + 1] = page.fill('<li><a href="#{id}">{text}</a></li>', {
      id = id,
      text = declared.summary,
    })
    local at = html:find('<h2 id="' .. id .. '"', 1, true)
    local stop = html:find("<h2 ", at + 1, true) or #html + 1
    html = html:sub(1, stop - 1) .. try(declared, contract) .. html:sub(stop)
  end)
  local first = html:find("<h2 ", 1, true)
  local contents = '<details class="contents" open data-markdown-ignore>'
    .. "<summary>Operations</summary><ol>"
    .. table.concat(items)
    .. "</ol></details>\n"
  return html:sub(1, first - 1) .. contents .. html:sub(first)
end

return reference
