--- Typed, bounded, described parameters. One declaration serves the validation of a query string
-- and path, the validation of typed JSON arguments, the contract's parameters and a tool's input
-- schema. Every violation is collected: those of syntax or type make one 400, else those of value
-- make one 422, else a value that names nothing makes its own 404 (DESIGN: 400 against 422).
--
-- A declaration is a table: `from` ("query" or "path"), `required`, `default`, `description`,
-- `example`, `list` (repeatable), and
--   `parse(text)`   a typed value from text, or nil: not of the type's syntax
--   `typed(value)`  a typed value from a decoded JSON value, or nil: not of the type
--   `check(value)`  nil, or what the value must be when it is out of bounds, and (optional) how to
--                   show what is wrong with it in place of the whole value
--   `syntax`        what a value of the type is, to be read after "must be"
--   `schema`        its JSON Schema
--   `missing`       the problem code of a value out of bounds in place of a 422

local cjson = require("cjson")
local svc = require("svc")
local problem = require("problem")
local text = require("text")
local uri = require("uri")

local params = {}

local INT32_MAX = 2147483647

local function declare(options, declaration)
  for name, value in pairs(options) do
    if declaration[name] == nil then declaration[name] = value end
  end
  declaration.from = declaration.from or "query"
  declaration.required = declaration.required or declaration.from == "path"
  declaration.schema.default = declaration.default
  return declaration
end

--- A number that no bound admits stands for an integer too long to be exact.
local function to_integer(digits)
  return #digits <= 16 and math.tointeger(tonumber(digits))
    or digits:find("^-") and math.mininteger
    or math.maxinteger
end

--- An integer in decimal notation: no plus sign, no leading zero, no fraction.
-- @tparam table options `min` (required), `max`, `default`, `missing` and what all have
-- @treturn table declaration
function params.integer(options)
  local min, max = options.min, options.max or INT32_MAX
  local bounds = options.max and ("from %d to %d"):format(min, max) or ("%d or more"):format(min)
  return declare(options, {
    syntax = "an integer such as " .. min,
    schema = { type = "integer", format = "int32", minimum = min, maximum = max },
    parse = function(value)
      local plain = value:find("^-?[1-9]%d*$") or value == "0"
      return plain and to_integer(value) or nil
    end,
    typed = function(value)
      if math.type(value) == "float" and value % 1 ~= 0 then return nil end
      return type(value) == "number" and to_integer(("%.0f"):format(value)) or nil
    end,
    check = function(value)
      if value < min or value > max then return bounds end
    end,
  })
end

--- `true` or `false`, and no other spelling.
-- @tparam table options `default` and what all have
-- @treturn table declaration
function params.boolean(options)
  local values = { ["true"] = true, ["false"] = false }
  return declare(options, {
    syntax = "`true` or `false`",
    schema = { type = "boolean" },
    parse = function(value) return values[value] end,
    typed = function(value)
      if type(value) == "boolean" then return value end
    end,
    check = function() end,
  })
end

local function string_type(value)
  if type(value) == "string" and not value:find("\0", 1, true) then return value end
end

--- A text of 1 to `max_bytes` bytes that is not blank.
-- @tparam table options `max_bytes` and what all have
-- @treturn table declaration
function params.string(options)
  local max = options.max_bytes
  return declare(options, {
    syntax = "a string",
    schema = { type = "string", minLength = 1, maxLength = max, pattern = "\\S" },
    parse = string_type,
    typed = string_type,
    check = function(value)
      if text.is_blank(value) then return "a text that is not blank" end
      if #value > max then return ("at most %d bytes"):format(max) end
    end,
  })
end

--- Up to `max_items` texts: the parameter repeated, or a JSON array.
-- @tparam table options `max_items`, `max_bytes` and what all have
-- @treturn table declaration; its value is a list
function params.strings(options)
  local item = params.string({ max_bytes = options.max_bytes })
  local function each(values)
    if type(values) ~= "table" then return nil end
    for key, value in pairs(values) do
      if math.type(key) ~= "integer" or not string_type(value) then return nil end
    end
    return values
  end
  return declare(options, {
    list = true,
    syntax = "an array of strings",
    schema = { type = "array", items = item.schema, maxItems = options.max_items },
    parse = each,
    typed = each,
    check = function(values)
      if #values > options.max_items then
        return ("given at most %d times"):format(options.max_items), tostring(#values)
      end
      for _, value in ipairs(values) do
        local expected = item.check(value)
        if expected then return expected, text.quote(value) end
      end
    end,
  })
end

--- One of a fixed set of words.
-- @tparam table options `values` (list), `default` and what all have
-- @treturn table declaration
function params.choice(options)
  local known = {}
  for _, value in ipairs(options.values) do
    known[value] = true
  end
  return declare(options, {
    syntax = "a string",
    schema = { type = "string", enum = svc.array(options.values) },
    parse = string_type,
    typed = string_type,
    check = function(value)
      if not known[value] then return "one of `" .. table.concat(options.values, "`, `") .. "`" end
    end,
  })
end

--- The locale of an answer; the first of `svc.locales` by default.
-- @tparam[opt] table options what all have
-- @treturn table declaration
function params.locale(options)
  return params.choice(declare(options or {}, {
    values = svc.locales,
    default = svc.locales[1],
    example = svc.locales[1],
    description = (options or {}).description or "Language of the answer.",
    schema = {},
  }))
end

--- The section of the content; all of them when absent.
-- @tparam[opt] table options what all have
-- @treturn table declaration
function params.section(options)
  return params.choice(declare(options or {}, {
    values = svc.sections,
    example = svc.sections[2],
    description = (options or {}).description or "Only this section of the content.",
    schema = {},
  }))
end

--- The names of declarations, those in the path first, then by name.
-- @tparam table declarations name -> declaration
-- @treturn {string,...}
function params.names(declarations)
  local names = {}
  for name in pairs(declarations) do
    names[#names + 1] = name
  end
  table.sort(names, function(a, b)
    local path_a, path_b = declarations[a].from == "path", declarations[b].from == "path"
    if path_a ~= path_b then return path_a end
    return a < b
  end)
  return names
end

--- What a client may send, as a sentence.
-- @tparam table declarations
-- @tparam[opt] string source "query" to leave out what stands in the path
local function accepted(declarations, source)
  local names = {}
  for name, declaration in pairs(declarations) do
    if not source or declaration.from == source then names[#names + 1] = "`" .. name .. "`" end
  end
  table.sort(names)
  if #names == 0 then return "Send no parameters: this operation accepts none." end
  return "Accepted parameters: " .. table.concat(names, ", ") .. "."
end

--- Collects violations by the weight of their status, and makes one problem of the gravest kind.
local Faults = {}
Faults.__index = Faults

--- Notes one violation.
function Faults:add(code, ...)
  self[code] = self[code] or {}
  table.insert(self[code], (...):format(select(2, ...)))
end

--- The problem of what was noted, or nil.
function Faults:problem(resolution)
  for _, code in ipairs({ "INVALID_REQUEST", "UNPROCESSABLE_REQUEST" }) do
    if self[code] then
      return problem.new(code, {
        detail = table.concat(self[code], " "),
        resolution = code == "INVALID_REQUEST" and resolution or nil,
      })
    end
  end
  local code, details = next(self)
  return code and problem.new(code, { detail = table.concat(details, " ") })
end

--- Checks one present value and stores it typed.
local function take(name, declaration, value, shown, values, faults)
  if value == nil then
    faults:add("INVALID_REQUEST", "`%s` must be %s, not %s.", name, declaration.syntax, shown)
    return
  end
  local expected, culprit = declaration.check(value)
  if expected then
    shown = culprit or shown
    local code = declaration.missing or "UNPROCESSABLE_REQUEST"
    faults:add(code, "`%s` must be %s, not %s.", name, expected, shown)
  end
  values[name] = value
end

--- Fills in what is absent, then ends the collection.
local function complete(declarations, given, values, faults, source)
  for _, name in ipairs(params.names(declarations)) do
    local declaration = declarations[name]
    if given[name] == nil then
      if declaration.required then faults:add("INVALID_REQUEST", "`%s` is required.", name) end
      values[name] = declaration.default
    end
  end
  local fault = faults:problem(accepted(declarations, source))
  if fault then return nil, fault end
  return values
end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

--- Validates the query string and the path captures of a request.
-- @tparam table declarations name -> declaration
-- @tparam table request its `query` (raw string or nil)
-- @tparam table captures name -> decoded text, from the router; names not declared are ignored
-- @treturn table|nil typed values by name; absent optional ones without default are nil
-- @treturn table|nil the problem
function params.from_query(declarations, request, captures)
  if not request.query and next(declarations) == nil then return {} end
  local given, reason = uri.parse_query(request.query)
  if not given then
    local resolution = "Encode the query as UTF-8 with percent-encoding. "
      .. accepted(declarations, "query")
    return nil, problem.new("INVALID_REQUEST", { detail = reason, resolution = resolution })
  end
  local values, faults, seen = {}, setmetatable({}, Faults), {}
  for _, name in ipairs(sorted_keys(given)) do
    local declaration, list = declarations[name], given[name]
    if not declaration or declaration.from ~= "query" then
      faults:add("INVALID_REQUEST", "The parameter %s is not known here.", text.quote(name))
    elseif declaration.list then
      take(name, declaration, declaration.parse(list), text.quote(list[1]), values, faults)
    elseif #list > 1 then
      faults:add("INVALID_REQUEST", "`%s` is given %d times and takes one value.", name, #list)
    else
      take(name, declaration, declaration.parse(list[1]), text.quote(list[1]), values, faults)
    end
    seen[name] = true
  end
  for name, value in pairs(captures) do
    local declaration = declarations[name]
    if declaration then
      take(name, declaration, declaration.parse(value), text.quote(value), values, faults)
      seen[name] = true
    end
  end
  return complete(declarations, seen, values, faults, "query")
end

--- A decoded value as a message repeats it: what can also stand in a query string, as there.
local function show_json(value)
  if type(value) == "string" then return text.quote(value) end
  if value == cjson.null then return "null" end
  if type(value) == "table" then return #value > 0 and "an array" or "an object" end
  local integral = type(value) == "number" and value % 1 == 0
  return text.quote(integral and ("%.0f"):format(value) or tostring(value))
end

--- Validates typed arguments, as a decoded JSON object.
-- @tparam table declarations name -> declaration
-- @tparam table arguments decoded by cjson
-- @treturn table|nil typed values, exactly as `from_query` gives them
-- @treturn table|nil the problem
function params.from_json(declarations, arguments)
  local values, faults = {}, setmetatable({}, Faults)
  for _, name in ipairs(sorted_keys(arguments)) do
    local declaration, value = declarations[name], arguments[name]
    if not declaration then
      faults:add("INVALID_REQUEST", "The parameter %s is not known here.", text.quote(name))
    else
      take(name, declaration, declaration.typed(value), show_json(value), values, faults)
    end
  end
  return complete(declarations, arguments, values, faults)
end

--- The JSON Schema of the arguments `from_json` takes: a closed object.
-- @tparam table declarations name -> declaration
-- @treturn table
function params.input_schema(declarations)
  local schema = { type = "object", additionalProperties = false, properties = {} }
  local required = {}
  for _, name in ipairs(params.names(declarations)) do
    local declaration, property = declarations[name], {}
    for key, value in pairs(declaration.schema) do
      property[key] = value
    end
    property.description = declaration.description
    schema.properties[name] = property
    if declaration.required then required[#required + 1] = name end
  end
  if #required > 0 then schema.required = svc.array(required) end
  return schema
end

return params
