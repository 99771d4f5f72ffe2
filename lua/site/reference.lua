--- The API reference, from the routes, with a form that tries each operation.

local blocks = require("site.blocks")
local guide = require("site.guide")
local openapi = require("web.openapi")
local page = require("site.page")
local params = require("web.params")
local schemas = require("web.schema")
local svc = require("svc")
local tables = require("base.tables")
local template = require("web.template")
local text = require("base.text")

local reference = {}

--- Lines that call a URL, by language. Lua has a module for each scheme.
local READS = {
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
--- Lines that send a body by another method than GET.
local SENDS = {
  {
    "sh",
    "curl",
    "curl -X {method} -H 'Content-Type: {consumes}' \\\n  -d '{body}' \\\n  '{url}'",
  },
  {
    "js",
    "JavaScript",
    "const answer = await fetch('{url}', {\n"
      .. "  method: '{method}',\n  headers: { 'Content-Type': '{consumes}' },\n"
      .. "  body: '{body}',\n});\nconst body = await answer.json();",
  },
  {
    "lua",
    "Lua",
    'local http, ltn12 = require("{module}"), require("ltn12")\n'
      .. "local text, parts = '{body}', {}\nhttp.request({\n"
      .. '  url = "{url}",\n  method = "{method}",\n'
      .. '  headers = { ["Content-Type"] = "{consumes}", ["Content-Length"] = #text },\n'
      .. "  source = ltn12.source.string(text),\n  sink = ltn12.sink.table(parts),\n})\n"
      .. "local body = table.concat(parts)",
  },
  {
    "python",
    "Python",
    "import json, urllib.request\n\nrequest = urllib.request.Request(\n"
      .. "    '{url}', method='{method}', data='{body}'.encode(),\n"
      .. "    headers={'Content-Type': '{consumes}'})\n"
      .. "with urllib.request.urlopen(request) as answer:\n    body = json.load(answer)",
  },
}

local MODULES = { http = "socket.http", https = "ssl.https" }

--- An example as it is written in a query; empty where there is none.
local function shown_example(value)
  if type(value) == "table" then value = value[1] end
  return value == nil and "" or tostring(value)
end

local function encode(value)
  return (
    shown_example(value):gsub(
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
  local kind = schema.type or "string"
  local parts = { type(kind) == "table" and table.concat(kind, " or ") or kind }
  if schema.items then parts[1] = "array of " .. (schema.items.type or "string") end
  local function add(name, word)
    if schema[name] ~= nil then parts[#parts + 1] = word:format(shown_example(schema[name])) end
  end
  add("minimum", "from %s")
  add("maximum", "to %s")
  add("maxItems", "at most %s")
  add("minLength", "at least %s character")
  if schema.enum then parts[#parts + 1] = "`" .. table.concat(schema.enum, "`, `") .. "`" end
  add("default", "default `%s`")
  return table.concat(parts, "; ")
end

--- The schema of the body of an operation, and what it refers to; nil where it declares none.
local function body_of(route, config)
  if not route.body then return nil end
  local definitions, inline = schemas.gather({ route.body }, "#/", config.routes)
  return inline[1] or definitions[route.body], definitions
end

--- The members of a body as a table.
local function described_body(schema, definitions, config)
  local required = tables.set(schema.required or {})
  local rows = tables.map(tables.keys(schema.properties or {}), function(name)
    local each = schema.properties[name]
    if each["$ref"] then each = definitions[each["$ref"]:match("^.*/(.*)$")] end
    local flag = required[name] and " (required)" or ""
    return {
      ("`%s`%s"):format(name, flag),
      bounds(each),
      text.fill(each.description or "", config),
    }
  end)
  if #rows == 0 then return { "p", "Body: " .. bounds(schema) .. "." } end
  return { "table", { "Member of the body", "Values", "Meaning" }, rows }
end

--- The parameters as a table.
local function described(route, config)
  local rows = tables.map(parameters_of(route), function(each)
    local place = each.from == "path" and " (path)" or each.required and " (required)" or ""
    local meaning = text.fill(each.description or "", config)
    return { ("`%s`%s"):format(each.name, place), bounds(each.schema), meaning }
  end)
  if #rows == 0 then return { "p", "No parameters." } end
  return { "table", { "Parameter", "Values", "Meaning" }, rows }
end

--- The heading of an operation: its summary on one line.
local function title(route) return text.trim((route.summary:gsub("%s+", " "))) end

--- A text within single quotes of a language.
local function quoted(language, words)
  if language == "sh" then return (words:gsub("'", "'\\''")) end
  return (words:gsub("[\\']", "\\%0"))
end

--- Adds lines that call an operation.
local function add_examples(shown, route, schema, definitions, base)
  local body = schema and svc.json(schemas.example(schema, definitions)) or ""
  local values = {
    consumes = route.consumes,
    method = route.method,
    module = MODULES[base:match("^%a+")],
    url = base .. example(route),
  }
  for _, each in ipairs(route.method == "GET" and READS or SENDS) do
    values.body = quoted(each[1], body)
    shown[#shown + 1] = { "p", each[2] .. ":" }
    shown[#shown + 1] = { "pre", each[1], (each[3]:gsub("{(%l+)}", values)) }
  end
end

--- Adds an operation, with the form that tries it.
local function add_operation(shown, route, call)
  local config = call.config
  tables.append(shown, {
    { "h2", { { name = title(route) } } },
    { "p", ("`%s %s` (`%s`)"):format(route.method, route.path, route.operation) },
  })
  for paragraph in text.fill(route.description, config):gmatch("[^\n]+") do
    shown[#shown + 1] = { "p", paragraph }
  end
  shown[#shown + 1] = described(route, config)
  local schema, definitions = body_of(route, config)
  if schema then shown[#shown + 1] = described_body(schema, definitions, config) end
  if route.key then
    shown[#shown + 1] = { "p", "It asks for a key: `Authorization: Bearer` and the key." }
  end
  shown[#shown + 1] =
    { "p", "Statuses: " .. table.concat(openapi.statuses(route), ", ") .. "." }
  add_examples(shown, route, schema, definitions, config.base_url)
end

--- The operations in the order of the contract.
local function operations(call)
  local list = {}
  for _, route in ipairs(call.app.routes) do
    if route.operation then list[#list + 1] = route end
  end
  return list
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
  if route.method ~= "GET" then return "" end
  local fields = tables.map(
    parameters_of(route),
    function(each)
      return page.fill(FIELD, {
        flags = each.required and " required" or "",
        name = each.name,
        value = (each.required or each.filled) and shown_example(each.example) or "",
      })
    end
  )
  return page.fill(TRY, { operation = route.operation, fields = table.concat(fields) })
end

local CONTENTS = '<details class="contents" data-markdown-ignore>'
  .. "<summary>Operations</summary><ol>{!items}</ol></details>\n"

--- The operations as HTML, each with its form, and a list of links to them. Headings that say the
-- same have ids of their own.
local function written(list)
  local parts, items, taken = {}, {}, {}
  for i, each in ipairs(list) do
    local heading = each.shown[1]
    local id, count = blocks.id(heading), 0
    while taken[id] do
      count = count + 1
      id = ("%s-%d"):format(blocks.id(heading), count)
    end
    taken[id], heading.id = true, id
    local link = { id = id, text = title(each.route) }
    items[i] = page.fill('<li><a href="#{id}">{text}</a></li>', link)
    parts[i] = blocks.html(each.shown) .. try(each.route)
  end
  return table.concat(parts), page.fill(CONTENTS, { items = table.concat(items) })
end

local function made(call)
  local intro, site_url = guide.view("reference", call), call.config.site_url
  local links = tables.map(
    guide.list,
    function(entry) return { path = "/docs/" .. entry.name, entry.title } end
  )
  local guides = { { "h2", "Guides" }, { "ul", table.unpack(links) } }
  local markdown, list = { intro.markdown, blocks.markdown(guides, site_url) }, {}
  for i, route in ipairs(operations(call)) do
    local shown = {}
    add_operation(shown, route, call)
    list[i] = { route = route, shown = shown }
    markdown[#markdown + 1] = blocks.markdown(shown, site_url)
  end
  local html, contents = written(list)
  html = intro.html() .. blocks.html(guides) .. html
  local first = html:find("<h2 ", 1, true)
  return {
    html = html:sub(1, first - 1) .. contents .. html:sub(first),
    markdown = table.concat(markdown, "\n"),
  }
end

--- The reference of each application: its routes and options alone make it.
local references = setmetatable({}, { __mode = "k" })

--- The reference as HTML and as Markdown with whole addresses.
-- @tparam table call
-- @treturn table `markdown` and `html`, texts
function reference.view(call)
  local app = call.app
  references[app] = references[app] or made(call)
  return references[app]
end

return reference
