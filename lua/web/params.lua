--- Typed, bounded, described parameters. One declaration serves the validation of a query string
-- and path and of typed JSON arguments (arguments.lua), the contract's parameters and a tool's
-- input schema.
--
-- A declaration is a table: `from` ("query" or "path"), `required`, `default`, `description`,
-- `brief` (the same for tools, where it is long), `example`, `list` (repeatable), and
--   `parse(text)`   a typed value from text, which JSON can hold, or nil: not of the type's syntax
--   `typed(value)`  a typed value from a decoded JSON value, or nil: not of the type
--   `check(value)`  nil, or what the value must be when it is out of bounds, and (optional) how to
--                   show what is wrong with it in place of the whole value
--   `syntax`        what a value of the type is, to be read after "must be"
--   `schema`        its JSON Schema
--   `component`     a definition of contract/schemas that is the same but for the default, which
--                   the contract refers to
--   `missing`       the problem code of a value out of bounds in place of a 422
--   `understand(text)`   for tools (mcp/lenient.lua): the values that another text names, by
--                   parameter; or nil and a sentence on what it may be
--   `shown`         true: examples of the documentation have it though it is optional
--   `filled`        true: so do the forms that try the operation

local svc = require("svc")
local options_of = require("web.param_options")
local tables = require("base.tables")
local text = require("base.text")

local params = {}

local INT32_MAX = 2147483647

--- What a value would have to be for a client to be able to send it; nil where it is.
local function mismatch(declaration, value)
  local typed
  if not declaration.list then
    typed = declaration.typed(value)
  elseif type(value) == "table" then
    typed = declaration.parse(value)
  end
  if typed == nil then return declaration.syntax end
  return (declaration.check(typed))
end

--- Members of every declaration, and their types.
local SHAPE = {
  check = "function",
  from = "string",
  parse = "function",
  schema = "table",
  syntax = "string",
  typed = "function",
}

--- The fault of a declaration. Its default and its example are values that a client could send; the
-- example of a list may be one of them.
-- @tparam any declaration
-- @treturn string|nil
function params.fault(declaration)
  for _, name in ipairs(tables.keys(SHAPE)) do
    if type(declaration) ~= "table" or type(declaration[name]) ~= SHAPE[name] then
      return "it is no declaration of params.lua, such as params.string({ max_bytes = 40 })"
    end
  end
  for _, name in ipairs({ "default", "example" }) do
    local value = declaration[name]
    local one = name == "example" and declaration.list and type(value) ~= "table"
    local expected = value ~= nil and mismatch(declaration, one and { value } or value)
    if expected then return ("its `%s` must be %s"):format(name, expected) end
  end
end

local function declare(kind, options, declaration)
  declaration = tables.merge(options, declaration)
  declaration.from = declaration.from or "query"
  declaration.required = declaration.required or declaration.from == "path"
  declaration.schema.default = declaration.default
  local fault = params.fault(declaration)
  if fault then options_of.refuse(kind, "%s", fault) end
  return declaration
end

--- A number that no bound admits stands for an integer too long to be exact.
local function to_integer(digits)
  return #digits <= 16 and math.tointeger(tonumber(digits))
    or digits:find("^-") and math.mininteger
    or math.maxinteger
end

--- Numbers up to here are exact as integers and as floats.
local EXACT = 10 ^ 15

--- An integer in decimal notation: no plus sign, no leading zero, no fraction.
-- @tparam table options `min` (required), `max`, `default`, `missing` and what all have
-- @treturn table declaration
function params.integer(options)
  options = options_of.check("integer", options)
  local min, max = options.min, options.max or INT32_MAX
  local range = options.max and ("from %d to %d"):format(min, max)
  return declare("integer", options, {
    syntax = "an integer such as " .. min,
    schema = { type = "integer", format = "int32", minimum = min, maximum = max },
    parse = function(value)
      local plain = value:find("^-?[1-9]%d*$") or value == "0"
      return plain and to_integer(value) or nil
    end,
    typed = function(value)
      if type(value) ~= "number" then return nil end
      if value >= -EXACT and value <= EXACT then return math.tointeger(value) end
      if math.type(value) == "float" and value % 1 ~= 0 then return nil end
      return to_integer(("%.0f"):format(value))
    end,
    check = function(value)
      if value < min then return range or ("%d or more"):format(min) end
      if value > max then return range or ("%d or less"):format(max) end
    end,
  })
end

--- `true` or `false`, and no other spelling.
-- @tparam table options `default` and what all have
-- @treturn table declaration
function params.boolean(options)
  options = options_of.check("boolean", options)
  local values = { ["true"] = true, ["false"] = false }
  return declare("boolean", options, {
    syntax = "`true` or `false`",
    schema = { type = "boolean" },
    parse = function(value) return values[value] end,
    typed = function(value)
      if type(value) == "boolean" then return value end
    end,
    check = function() end,
  })
end

--- A value of a query or a path, which is a text without NUL.
local function as_it_is(value) return value end

local function string_type(value)
  if type(value) == "string" and not value:find("\0", 1, true) then return value end
end

--- A text of 1 to `max_bytes` bytes that is not blank.
-- @tparam table options `max_bytes`, `blank` (true: it may be, and empty) and what all have
-- @treturn table declaration
function params.string(options)
  options = options_of.check("string", options)
  local max = options.max_bytes
  return declare("string", options, {
    syntax = "a string",
    schema = { type = "string", minLength = 1, maxLength = max, pattern = "\\S" },
    parse = as_it_is,
    typed = string_type,
    check = function(value)
      if not options.blank and text.is_blank(value) then return "a text that is not blank" end
      if #value > max then return ("at most %d bytes"):format(max) end
    end,
  })
end

--- Up to `max_items` texts: the parameter repeated, or a JSON array.
-- @tparam table options `max_items`, `max_bytes` and what all have
-- @treturn table declaration; its value is a list
function params.strings(options)
  options = options_of.check("strings", options)
  local item = params.string({ max_bytes = options.max_bytes })
  local function each(values)
    for _, value in ipairs(values) do
      if not string_type(value) then return nil end
    end
    return values
  end
  return declare("strings", options, {
    list = true,
    syntax = "an array of strings",
    schema = { type = "array", items = item.schema, maxItems = options.max_items },
    parse = each,
    typed = function(value) return svc.is_array(value) and each(value) or nil end,
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

local function new_choice(kind, options)
  local known = tables.set(options.values)
  options = tables.merge(options, { values = tables.append({}, options.values) })
  return declare(kind, options, {
    syntax = "a string",
    schema = { type = "string", enum = svc.array(options.values) },
    parse = as_it_is,
    typed = string_type,
    check = function(value)
      if not known[value] then
        return "one of `" .. table.concat(options.values, "`, `") .. "`"
      end
    end,
  })
end

--- One of a fixed set of words.
-- @tparam table options `values` (list), `default` and what all have
-- @treturn table declaration
function params.choice(options) return new_choice("choice", options_of.check("choice", options)) end

--- A choice of the words that a definition of the schemas lists, or of others that are given.
local function choice_of(kind, definition, values, defaults, options)
  options = tables.merge({ values = values }, defaults, options_of.check(kind, options))
  if table.concat(options.values, " ") == table.concat(values, " ") then
    options.component = "common.json#/$defs/" .. definition
  end
  return new_choice(kind, options)
end

--- The locale of an answer; the first of `svc.locales` by default.
-- @tparam[opt] table options what all have
-- @treturn table declaration
function params.locale(options)
  return choice_of("locale", "Locale", svc.locales, {
    default = svc.locales[1],
    example = svc.locales[1],
    description = "Language of the answer.",
  }, options)
end

--- The section of the content; all of them when absent.
-- @tparam[opt] table options what all have
-- @treturn table declaration
function params.section(options)
  return choice_of("section", "Section", svc.sections, {
    example = svc.sections[2],
    description = "Only this section of the content.",
  }, options)
end

--- The names of each set of declarations that was asked for: none changes once it is loaded.
local sorted = setmetatable({}, { __mode = "k" })

--- The names of declarations, those in the path first, then by name.
-- @tparam table declarations name -> declaration
-- @treturn {string,...} the same list each time, not to be changed
function params.names(declarations)
  local names = sorted[declarations]
  if names then return names end
  names = tables.keys(declarations)
  table.sort(names, function(a, b)
    local path_a, path_b = declarations[a].from == "path", declarations[b].from == "path"
    if path_a ~= path_b then return path_a end
    return a < b
  end)
  sorted[declarations] = names
  return names
end

--- The JSON Schema of the arguments that a tool takes: a closed object.
-- @tparam table declarations name -> declaration
-- @tparam[opt] table config what descriptions may name of it (`text.fill`)
-- @treturn table
function params.input_schema(declarations, config)
  local schema = { type = "object", additionalProperties = false, properties = {} }
  local required = {}
  for _, name in ipairs(params.names(declarations)) do
    local declaration = declarations[name]
    local description = declaration.brief or declaration.description
    description = description and text.fill(description, config or {})
    local property = tables.merge(declaration.schema, { description = description })
    property.format = nil -- refused by validators without the vocabulary of OpenAPI
    if property.maximum == INT32_MAX then property.maximum = nil end
    schema["$defs"] = property["$defs"] or schema["$defs"]
    property["$defs"] = nil
    schema.properties[name] = property
    if declaration.required then required[#required + 1] = name end
  end
  if #required > 0 then schema.required = svc.array(required) end
  return schema
end

return params
