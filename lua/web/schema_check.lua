--- A JSON Schema as a check of values. It uses the keywords below and no other: one that is not
-- known would be a check that never happens. All violations are found, not the first alone.

local svc = require("svc")
local arguments = require("web.arguments")
local nearest = require("base.nearest")
local pattern = require("web.pattern")
local tables = require("base.tables")

local schema_check = {}

--- The most violations that a problem lists, and the longest pointer: what lies deeper is told at
-- the last place that has room.
local MOST_SHOWN, LONGEST = 20, 512

--- A list of violations, each `{detail, pointer}`; `count` of them were found.
local function note(faults, pointer, form, ...)
  faults.count = faults.count + 1
  if faults.count > MOST_SHOWN then return end
  faults[faults.count] = { detail = form:format(...), pointer = pointer }
end

--- The pointer of a member (RFC 6901, 6).
local function below(pointer, member)
  local name = tostring(member):sub(1, LONGEST):gsub("~", "~0"):gsub("/", "~1")
  name = name:gsub(
    "[^%w%-._~!$&'()*+,;=:@]",
    function(byte) return ("%%%02X"):format(byte:byte()) end
  )
  local whole = pointer .. "/" .. name
  return #whole <= LONGEST and whole or pointer
end

local function is_object(value) return type(value) == "table" and not svc.is_array(value) end

--- The types: the test of each, and what a value must be.
local TYPES = {
  array = { svc.is_array, "an array" },
  boolean = { function(value) return type(value) == "boolean" end, "`true` or `false`" },
  integer = {
    function(value) return type(value) == "number" and value % 1 == 0 end,
    "a whole number",
  },
  null = { function(value) return value == svc.null end, "null" },
  number = { function(value) return type(value) == "number" end, "a number" },
  object = { is_object, "an object" },
  string = { function(value) return type(value) == "string" end, "a string" },
}

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  return svc.json(a) == svc.json(b)
end

local function some(value, list)
  for _, each in ipairs(list) do
    if same(value, each) then return true end
  end
  return false
end

local function repeats(list)
  local seen = {}
  for _, each in ipairs(list) do
    local name = svc.json(svc.array({ each }))
    if seen[name] then return true end
    seen[name] = true
  end
  return false
end

local function size(object)
  local count = 0
  for _ in pairs(object) do
    count = count + 1
  end
  return count
end

local function over(value, most) return value > most end
local function under(value, least) return value < least end
local function reaches(value, bound) return value >= bound end
local function within(value, bound) return value <= bound end
local function uneven(value, of)
  local times = value / of
  return math.abs(times - math.floor(times + 0.5)) > 1e-9
end
local function unlike(value, compiled) return not compiled(value) end
local function doubled(list, unique) return unique and repeats(list) end
local function count(list) return #list end

--- Bounds by keyword: the type of the values it is for, the type of its own value, what such a
-- value must, the test that finds one which does not, and what of the value is compared.
-- stylua: ignore
local CHECKS = {
  exclusiveMaximum = { "number", "number", "be less than %s", reaches },
  exclusiveMinimum = { "number", "number", "be more than %s", within },
  maxItems = { "array", "number", "have at most %s items", over, count },
  maxLength = { "string", "number", "have at most %s characters", over, utf8.len },
  maxProperties = { "object", "number", "have at most %s members", over, size },
  maximum = { "number", "number", "be at most %s", over },
  minItems = { "array", "number", "have at least %s items", under, count },
  minLength = { "string", "number", "have at least %s characters", under, utf8.len },
  minProperties = { "object", "number", "have at least %s members", under, size },
  minimum = { "number", "number", "be at least %s", under },
  multipleOf = { "number", "number", "be a multiple of %s", uneven },
  pattern = { "string", "string", "match `%s`", unlike },
  uniqueItems = { "array", "boolean", "have no item twice", doubled },
}

--- The type of the value of each other keyword; `any` is checked where it is used. Those from
-- `title` on describe, and check nothing.
-- stylua: ignore
local KEYWORDS = {
  ["$ref"] = "string", additionalProperties = "any", anyOf = "table", const = "any",
  enum = "table", items = "table", properties = "table", required = "table", type = "any",
  title = "string", ["$comment"] = "string", ["$defs"] = "table", ["$schema"] = "string",
  default = "any", deprecated = "boolean", description = "string", examples = "table",
  format = "string", readOnly = "boolean", writeOnly = "boolean",
}
for name, check in pairs(CHECKS) do
  KEYWORDS[name] = check[2]
end

local function refuse_schema(place, form, ...)
  error(("`body` %s: %s"):format(place, form:format(...)), 0)
end

--- Raises where a schema has what is not known.
local function check_keywords(schema, place)
  if not is_object(schema) then refuse_schema(place, "it is no schema, which is a table") end
  for _, name in ipairs(tables.keys(schema)) do
    local expected = KEYWORDS[name]
    if not expected then
      local all = "; lua/web/body.lua lists those it knows"
      refuse_schema(
        place,
        "no check `%s` is known%s",
        name,
        nearest.hint(tostring(name), tables.keys(KEYWORDS), all)
      )
    end
    if expected ~= "any" and type(schema[name]) ~= expected then
      refuse_schema(place, "`%s` is a %s, not a %s", name, type(schema[name]), expected)
    end
  end
end

local compile

--- The types that a schema names, each with its test.
local function types_of(schema, place)
  local kinds = schema.type
  if type(kinds) == "string" then kinds = { kinds } end
  for _, name in ipairs(kinds or {}) do
    if not TYPES[name] then refuse_schema(place, "there is no type `%s`", tostring(name)) end
  end
  return kinds
end

--- Notes a value that is of none of the types.
local function check_type(kinds, value, pointer, faults)
  local names = {}
  for i, name in ipairs(kinds or {}) do
    if TYPES[name][1](value) then return true end
    names[i] = TYPES[name][2]
  end
  if not kinds then return true end
  note(
    faults,
    pointer,
    "must be %s, not %s",
    table.concat(names, " or "),
    arguments.mistyped(value)
  )
  return false
end

--- The checks of CHECKS that a schema asks for.
local function bounds_of(schema, place)
  local list = {}
  for _, name in ipairs(tables.keys(schema)) do
    local check, bound = CHECKS[name], schema[name]
    if name == "pattern" then
      local reason
      bound, reason = pattern.compile(bound)
      if not bound then refuse_schema(place, "its pattern: %s", reason) end
    end
    if check then
      local is_of, wanted = TYPES[check[1]][1], check[3]:format(tostring(schema[name]))
      list[#list + 1] = function(value, pointer, faults)
        if not is_of(value) then return end
        local compared = check[5] and check[5](value) or value
        if check[4](compared, bound) then note(faults, pointer, "must %s", wanted) end
      end
    end
  end
  return list
end

--- Checks the members of an object, and fills in what is absent and has a default.
local function check_object(shape, value, pointer, faults)
  for _, name in ipairs(shape.required) do
    if value[name] == nil then note(faults, below(pointer, name), "is required") end
  end
  for _, name in ipairs(tables.keys(value)) do
    local check = shape.properties[name] or shape.others
    if check then
      value[name] = check(value[name], below(pointer, name), faults)
    elseif check == false then
      local hint = #name <= 64 and nearest.hint(name, shape.names, "") or ""
      note(faults, below(pointer, name), "is not known here%s", hint)
    end
  end
  for name, default in pairs(shape.defaults) do
    if value[name] == nil then
      value[name] = type(default) == "table" and tables.copy(default) or default
    end
  end
end

--- What a schema says of objects and arrays.
local function shape_of(schema, place, context)
  local shape = { defaults = {}, properties = {}, required = schema.required or {} }
  for name, member in pairs(schema.properties or {}) do
    shape.properties[name] = compile(member, place .. "/properties/" .. name, context)
    shape.defaults[name] = member.default
  end
  shape.names = tables.keys(shape.properties)
  if schema.additionalProperties == false then
    shape.others = false
  elseif type(schema.additionalProperties) == "table" then
    shape.others =
      compile(schema.additionalProperties, place .. "/additionalProperties", context)
  end
  shape.items = schema.items and compile(schema.items, place .. "/items", context)
  return shape
end

--- One of several schemas must accept a value.
local function alternatives_of(schema, place, context)
  if not schema.anyOf then return nil end
  local list = tables.map(
    schema.anyOf,
    function(each, i) return compile(each, ("%s/anyOf/%d"):format(place, i - 1), context) end
  )
  return function(value, pointer, faults)
    for _, check in ipairs(list) do
      local own = { count = 0 }
      local taken = check(value, pointer, own)
      if own.count == 0 then return taken end
    end
    note(faults, pointer, "is of none of the %d forms that it may have", #list)
    return value
  end
end

--- The definition that a reference names, compiled once.
local function referred(reference, place, context)
  local name = reference:match("^#/%$defs/([%w_]+)$")
  local found = name and context.definitions[name]
  if not found then refuse_schema(place, "there is no %s", reference) end
  return function(...)
    local done = context.done[name]
    if not done then
      done = compile(found, "#/$defs/" .. name, context)
      context.done[name] = done
    end
    return done(...)
  end
end

--- Compiles a schema. Raises where it is faulty.
-- @tparam table|boolean schema
-- @tparam string place of it, for faults
-- @tparam table context `definitions`, what references name; `done`, those that are compiled
-- @treturn function of a value, its pointer (RFC 6901, 6) and a list of faults, which gives the
-- value as it is to be read: whole numbers as integers, defaults filled in. Faults are added to the
-- list as `{detail, pointer}`, the first 20 of them; its `count` is that of all
function compile(schema, place, context)
  if schema == true then
    return function(value) return value end
  end
  check_keywords(schema, place)
  if schema["$ref"] then return referred(schema["$ref"], place, context) end
  local kinds, bounds = types_of(schema, place), bounds_of(schema, place)
  local shape = shape_of(schema, place, context)
  local alternatives = alternatives_of(schema, place, context)
  return function(value, pointer, faults)
    if not check_type(kinds, value, pointer, faults) then return value end
    if schema.enum and not some(value, schema.enum) then
      note(faults, pointer, "must be one of %s", svc.json(svc.array(schema.enum)))
    elseif schema.const ~= nil and not same(value, schema.const) then
      note(faults, pointer, "must be %s", svc.json(svc.array({ schema.const })):sub(2, -2))
    end
    for _, check in ipairs(bounds) do
      check(value, pointer, faults)
    end
    if is_object(value) then
      check_object(shape, value, pointer, faults)
    elseif shape.items and svc.is_array(value) then
      for i, item in ipairs(value) do
        value[i] = shape.items(item, below(pointer, i - 1), faults)
      end
    end
    if alternatives then value = alternatives(value, pointer, faults) end
    return math.type(value) == "float" and math.tointeger(value) or value
  end
end

schema_check.compile = compile

return schema_check
