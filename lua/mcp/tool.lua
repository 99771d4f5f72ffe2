--- Tools: their entries in `tools/list`, and the answers to their calls. A tool is a route that
-- declares `mcp` (the same parameters, checks and handler as over HTTP), or a table of its own:
--
--   name, title, description   for people and models
--   params       declarations of params.lua; or `input`, a JSON Schema that is listed as it is
--                and whose arguments the tool checks itself. A property with `x-mcp-header` is
--                repeated in the header `Mcp-Param-…` of that name, and checked to be
--   output       JSON Schema of `structuredContent`
--   needs        capabilities the client must declare, such as `{"sampling"}`
--   streams      true: it may notify while it runs
--   run(x)       `x` as in exchange.lua, with `x.params`. Returns text, or a result with
--                `content`, or `x:ask(…)`; or nil and a text (an error the model can read), a
--                problem, or a fault

local svc = require("svc")
local fault = require("mcp.fault")
local message = require("mcp.message")
local arguments = require("web.arguments")
local blame = require("web.blame")
local calls = require("web.call")
local lenient = require("mcp.lenient")
local links = require("web.links")
local params = require("web.params")
local place = require("web.route").place
local problem = require("web.problem")
local revision = require("mcp.revision")
local schema = require("mcp.schema")
local tables = require("base.tables")
local fill = require("base.text").fill
local view = require("base.view")

local tool = {}

--- Every tool here reads, changes nothing, and knows only the publication.
local ANNOTATIONS = {
  readOnlyHint = true,
  idempotentHint = true,
  destructiveHint = false,
  openWorldHint = false,
}

local function text_block(text) return { type = "text", text = text } end

local function refusal(text) return { content = { text_block(text) }, isError = true } end

--- A refusal as the model reads it: text as it is, a problem as its JSON body.
local function refuse(x, reason)
  if fault.is(reason) then return nil, reason end
  if type(reason) == "string" then return refusal(reason) end
  return refusal(svc.json(problem.body(reason, x.request, x.config.site_url)))
end

--- A value as both kinds of clients read it: those that show the model only the text, and those
-- that show it only the structured content, see the same bytes. The link of the call and the notes
-- on its arguments are members of it.
local function structured(value, x)
  local name, address = links.property(x.call)
  if name or x.understood then
    if type(value) == "string" then value = svc.parse_json(value) end
    if name then value[name] = address end
    value.understood = x.understood
  end
  local text = type(value) == "string" and value or svc.json(value)
  return {
    content = { text_block(text) },
    structuredContent = svc.raw_json(text),
    _meta = nil, -- room for what the server adds
    cacheScope = nil,
    resultType = nil,
    ttlMs = nil,
  }
end

--- Member of each answer: how arguments were read that are not as the schema asks.
local UNDERSTOOD = { understood = { type = "array", items = { type = "string" } } }

local function of_route(route, config)
  local own = (view.source(route) or route).mcp
  local input = params.input_schema(own.arguments, config)
  return {
    name = own.name,
    input = input,
    settle = function(x)
      local given, hints, is_typed
      given, x.understood, hints, is_typed = lenient.read(own.arguments, x.arguments)
      x.call, x.refused = calls.settle(x.app, route, given, x.request, is_typed)
      if x.refused and hints[1] then
        x.refused.detail = x.refused.detail .. " " .. table.concat(hints, " ")
      end
      local key = route.cache == "publication" and x.call and calls.note(x.call).key
      return key and x.understood and key .. svc.json(x.understood) or key
    end,
    listing = function(publication)
      local facts = own.facts and own.facts(publication) or {}
      local description = own.description:gsub("{(%l+)}", facts)
      local output = tables.merge(own.output, UNDERSTOOD)
      return {
        name = own.name,
        title = own.title,
        description = fill(description, config),
        annotations = ANNOTATIONS,
        inputSchema = input,
        outputSchema = schema.output(route.answer.schema, output, config.routes),
      }
    end,
    run = function(x)
      if not x.call then return refuse(x, x.refused) end
      local value, refused = calls.perform(x.call)
      if value == nil then return refuse(x, refused) end
      return structured(value, x)
    end,
  }
end

--- The arguments of a tool of its own, typed where it declares them.
-- @treturn table|nil
-- @treturn table|nil the problem
-- @treturn {string,...}|nil notes of mcp.lenient
local function typed(own, given)
  if own.input then return given end
  local declared = own.params or {}
  local read, notes, _, is_typed = lenient.read(declared, given)
  if is_typed then return read end
  local values, refused = arguments.from_json(declared, read)
  return values, refused, notes
end

local function of_table(own)
  local input = own.input or params.input_schema(own.params or {})
  return {
    name = own.name,
    input = input,
    needs = own.needs,
    streams = own.streams,
    listing = function()
      return {
        name = own.name,
        title = own.title,
        description = own.description,
        annotations = own.annotations or ANNOTATIONS,
        inputSchema = input,
        outputSchema = own.output,
      }
    end,
    run = function(x)
      local values, refused, notes = typed(own, x.arguments)
      if not values then return refuse(x, refused) end
      x.params = values
      local result, reason = own.run(x)
      if result == nil then return refuse(x, reason) end
      if type(result) == "string" then result = { content = { text_block(result) } } end
      if notes and result.content then
        table.insert(result.content, text_block(table.concat(notes, " ")))
      end
      return result
    end,
  }
end

--- True when any argument is repeated in a header.
local function mirrors(schema_of)
  for _, property in pairs(schema_of.properties or {}) do
    if type(property) == "table" and property["x-mcp-header"] then return true end
  end
  return false
end

--- The tools of a server, in order.
-- @tparam {table,...}|nil own tables as above
-- @tparam {table,...} routes that declare `mcp`
-- @tparam table config its `routes` are folders that may have schemas of their own
-- @treturn {table,...} `{name, input, listing, needs, streams, settle, run}`; `input`: the schema
-- of the arguments; `listing(publication)`: the entry of the list of tools, made only for those who
-- ask; `settle(x)`, of routes: called ahead of `run`, gives the key of a result that lasts as long
-- as the publication
-- @treturn table the same by name
function tool.all(own, routes, config)
  local list, by_name, places = {}, {}, {}
  local function add(entry, where)
    local former = places[entry.name]
    if former then
      local text = "%s: two tools are called %s: this one and that of %s; give one another name"
      blame.raise(text:format(former, entry.name, where))
    end
    places[entry.name] = where
    entry.mirrors = mirrors(entry.input)
    list[#list + 1], by_name[entry.name] = entry, entry
  end
  for _, route in ipairs(routes) do
    add(of_route(route, config), place(route))
  end
  for _, entry in ipairs(own or {}) do
    add(of_table(entry), place({ handle = entry.run }))
  end
  return list, by_name
end

local function missing_capabilities(needs, declared)
  if not needs then return nil end
  local missing = {}
  for _, name in ipairs(needs) do
    if declared[name] == nil then missing[name] = {} end
  end
  return next(missing) and missing
end

--- Checks the arguments that headers repeat.
-- @treturn table|nil the fault
local function check_mirrors(found, x)
  for name, property in pairs(found.input.properties or {}) do
    local header = type(property) == "table" and property["x-mcp-header"]
    if header then
      header = "Mcp-Param-" .. header
      local value = x.arguments[name]
      if value == svc.null then value = nil end
      local refused = revision.check_mirror(
        header,
        x.request.headers[header:lower()],
        value,
        ("the argument `%s`"):format(name)
      )
      if refused then return refused end
    end
  end
end

--- Finds the tool of a call and checks what does not depend on the tool's own rules.
-- @tparam table server its `tools_by_name`
-- @tparam table x exchange; receives `arguments`
-- @treturn table|nil the tool
-- @treturn table|nil the fault
function tool.find(server, x)
  local asked = x.asked.params
  local found = server.tools_by_name[asked.name]
  if not found then
    local detail = type(asked.name) ~= "string" and "`name` must be a string."
      or "There is no such tool; `tools/list` names them."
    return nil, fault.new("INVALID_PARAMS", detail)
  end
  local given = asked.arguments
  if type(given) == "string" and given:find("^%s*{") then
    given = svc.parse_json(given) -- written twice, as some models do
  end
  local empty = svc.is_array(given) and #given == 0 -- an empty object, as PHP writes it
  if asked.arguments == nil or given == svc.null or empty then given = {} end
  if not message.is_object(given) then
    return nil, fault.new("INVALID_PARAMS", "`arguments` must be an object.")
  end
  local missing = missing_capabilities(found.needs, x.capabilities)
  if missing and x.era.name == "modern" then
    return nil, fault.new("MISSING_CAPABILITY", nil, { requiredCapabilities = missing })
  end
  x.arguments = given
  local refused = x.era.name == "modern" and found.mirrors and check_mirrors(found, x)
  if refused then return nil, refused end
  return found
end

return tool
