--- A JSON Schema as a check of values. It uses the keywords of schema_rules.lua and no other: one
-- that is not known would be a check that never happens. All violations are found, not the first
-- alone.

local svc = require("svc")
local arguments = require("web.arguments")
local nearest = require("base.nearest")
local schema_bounds = require("web.schema_bounds")
local schema_rules = require("web.schema_rules")
local tables = require("base.tables")

local math_type = math.type

local schema_check = {}

--- The most violations that a problem lists, and the longest pointer: deeper violations are
-- reported at the last place that fits.
local MOST_SHOWN, LONGEST = 20, 512

--- After so many violations nobody looks further.
local MOST_COUNTED = 1000

--- The pointer of a place (RFC 6901, 6).
-- @tparam table path names and indexes on the way to it
local function pointer_of(path)
  local pointer = "#"
  for _, member in ipairs(path) do
    local name = tostring(member):sub(1, LONGEST):gsub("~", "~0"):gsub("/", "~1")
    name = name:gsub(
      "[^%w%-._~!$&'()*+,;=:@]",
      function(byte) return ("%%%02X"):format(byte:byte()) end
    )
    if #pointer + #name >= LONGEST then break end
    pointer = pointer .. "/" .. name
  end
  return pointer
end

--- True where one more violation is shown: what is only counted costs no text.
local function is_shown(faults) return faults.count < MOST_SHOWN end

--- Notes a violation, `{detail, pointer}`, at the path of the list, or at a member below.
local function note(faults, member, form, ...)
  local path = faults.path
  if is_shown(faults) then
    path[#path + 1] = member
    faults[faults.count + 1] = { detail = form:format(...), pointer = pointer_of(path) }
    if member ~= nil then path[#path] = nil end
  end
  faults.count = faults.count + 1
end

--- Runs the check of a member.
local function below(faults, member, check, value)
  local path = faults.path
  local depth = #path + 1
  path[depth] = member
  value = check(value, faults)
  path[depth] = nil
  return value
end

local is_object = schema_rules.is_object

--- The types: the test of each, and what a value must be.
local TYPES = {
  array = { svc.is_array, "an array" },
  boolean = { function(value) return type(value) == "boolean" end, "`true` or `false`" },
  integer = {
    function(value)
      local kind = math_type(value)
      return kind == "integer" or kind == "float" and value % 1 == 0
    end,
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

local compile

--- The types that a schema names, each with its test.
local function types_of(schema, place)
  local kinds = schema.type
  if kinds == nil then return nil end
  local list, names = { plain = true }, {}
  for i, name in ipairs(type(kinds) == "table" and kinds or { kinds }) do
    if not TYPES[name] then
      schema_rules.refuse(place, "there is no type `%s`", tostring(name))
    end
    list[i], names[i] = table.unpack(TYPES[name])
    list.plain = list.plain and name ~= "array" and name ~= "object"
    list[name == "integer" and "number" or name] = true
  end
  list.names = table.concat(names, " or ")
  return list
end

--- Notes a value that is of none of the types.
local function check_type(kinds, value, faults)
  for i = 1, #kinds do
    if kinds[i](value) then return true end
  end
  local shown = is_shown(faults) and arguments.mistyped(value)
  note(faults, nil, "must be %s, not %s", kinds.names, shown)
  return false
end

--- The bounds of a schema, of those of its types that a value of `kinds` can have.
local function bounds_of(schema, place, kinds)
  local list, reason = schema_bounds.of(schema)
  if not list then schema_rules.refuse(place, "its pattern: %s", reason) end
  local rows = {}
  for _, row in ipairs(list) do
    row.is_of = TYPES[row.kind][1]
    if not (kinds and kinds.plain) or kinds[row.kind] then rows[#rows + 1] = row end
  end
  return rows
end

--- Notes the first bound that a value does not keep: a text that is too long is matched with no
-- pattern.
local function check_bounds(bounds, value, faults)
  for i = 1, #bounds do
    local row = bounds[i]
    if row.is_of(value) then
      local measure = row.measure
      if row.fails(measure and measure(value) or value, row.bound) then
        note(faults, nil, "must %s", row.wanted)
        return
      end
    end
  end
end

--- Checks the members of an object, and fills in what is absent and has a default.
local function check_object(shape, value, faults)
  for _, name in ipairs(shape.required) do
    if value[name] == nil then note(faults, name, "is required") end
  end
  for _, name in ipairs(tables.keys(value)) do
    if faults.count >= MOST_COUNTED then break end
    local check = shape.properties[name] or shape.others
    if check then
      value[name] = below(faults, name, check, value[name])
    elseif check == false then
      local near = is_shown(faults) and #name <= 64
      local hint = near and nearest.hint(name, shape.names, "") or ""
      note(faults, name, "is not known here%s", hint)
    end
  end
  for name, default in pairs(shape.defaults) do
    if value[name] == nil then
      value[name] = type(default) == "table" and tables.copy(default) or default
    end
  end
end

--- Checks the items of an array; a body may have many thousands.
local function check_items(check, value, faults)
  local path = faults.path
  local depth = #path + 1
  for i = 1, #value do
    if faults.count >= MOST_COUNTED then break end
    path[depth] = i - 1
    value[i] = check(value[i], faults)
  end
  path[depth] = nil
end

--- The keywords of a schema for objects and arrays.
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
  return function(value, faults)
    for _, check in ipairs(list) do
      local own = { count = 0, path = {} }
      local taken = check(value, own)
      if own.count == 0 then return taken end
    end
    note(faults, nil, "is of none of the %d forms that it may have", #list)
    return value
  end
end

--- The definition that a reference names, compiled once.
local function referred(reference, place, context)
  local name = reference:match("^#/%$defs/([%w_]+)$")
  local found = name and context.definitions[name]
  if not found then schema_rules.refuse(place, "there is no %s", reference) end
  return function(...)
    local done = context.done[name]
    if not done then
      done = compile(found, "#/$defs/" .. name, context)
      context.done[name] = done
    end
    return done(...)
  end
end

--- The check of a value that is neither object nor array; a body may have many thousands.
local function plain_check(kinds, bounds)
  local is_of, count = kinds[1], #bounds
  return function(value, faults)
    if not is_of(value) and not check_type(kinds, value, faults) then return value end
    if count > 0 then check_bounds(bounds, value, faults) end
    return math_type(value) == "float" and math.tointeger(value) or value
  end
end

--- What a schema says of its own values, each with what it is.
local function own_values(schema)
  local list = { { "default", schema.default }, { "const", schema.const } }
  for _, name in ipairs({ "enum", "examples" }) do
    for _, value in ipairs(schema[name] or {}) do
      list[#list + 1] = { name, value }
    end
  end
  return list
end

--- Raises where a schema has a value that it would refuse. An empty table of Lua is object or
-- array.
local function prove(schema, place, check)
  for _, row in ipairs(own_values(schema)) do
    local name, value = row[1], row[2]
    local plain = type(value) == "table" and next(value) == nil and not svc.is_array(value)
    if value ~= nil and not plain then
      local good, text = pcall(svc.json, svc.array({ value }))
      if not good then schema_rules.refuse(place, "its `%s` has no form in JSON", name) end
      local faults = { count = 0, path = {} }
      check(svc.parse_json(text)[1], faults)
      if faults.count > 0 then
        local detail, pointer = faults[1].detail, faults[1].pointer
        schema_rules.refuse(
          place,
          "its `%s` is refused by itself: %s %s",
          name,
          pointer,
          detail
        )
      end
    end
  end
end

--- Compiles a schema. Raises where it is faulty.
-- @tparam table|boolean schema
-- @tparam string place of it, for faults
-- @tparam table context `definitions`, what references name; `done`, those that are compiled;
-- `proofs`, functions to be called once all are
-- @treturn function of a value and a list of faults, which gives the value as it is to be read:
-- whole numbers as integers, defaults filled in. Faults are added to the list as `{detail,
-- pointer}`, the first 20 of them; its `count` is that of all, and its `path` leads to the value
function compile(schema, place, context)
  if schema == true then
    return function(value) return value end
  end
  schema_rules.check(schema, place)
  if schema["$ref"] then return referred(schema["$ref"], place, context) end
  local kinds = types_of(schema, place)
  local bounds = bounds_of(schema, place, kinds)
  local alternatives = alternatives_of(schema, place, context)
  local choices = schema.enum and svc.json(svc.array(schema.enum))
  local constant = schema.const ~= nil and svc.json(svc.array({ schema.const })):sub(2, -2)
  local function proven(check)
    table.insert(context.proofs, function() prove(schema, place, check) end)
    return check
  end
  if kinds and kinds.plain and not (alternatives or choices or constant) then
    return proven(plain_check(kinds, bounds))
  end
  local shape = shape_of(schema, place, context)
  return proven(function(value, faults)
    if kinds and not check_type(kinds, value, faults) then return value end
    if choices and not some(value, schema.enum) then
      note(faults, nil, "must be one of %s", choices)
    elseif constant and not same(value, schema.const) then
      note(faults, nil, "must be %s", constant)
    end
    check_bounds(bounds, value, faults)
    if is_object(value) then
      check_object(shape, value, faults)
    elseif shape.items and svc.is_array(value) then
      check_items(shape.items, value, faults)
    end
    if alternatives then value = alternatives(value, faults) end
    return math_type(value) == "float" and math.tointeger(value) or value
  end)
end

--- Compiles a schema and the definitions that it refers to. Raises where one is faulty.
-- @tparam table schema
-- @tparam table definitions by name
-- @treturn function as of `compile`
function schema_check.compile(schema, definitions)
  local context = { definitions = definitions, done = {}, proofs = {} }
  for _, name in ipairs(tables.keys(definitions)) do
    context.done[name] = compile(definitions[name], "#/$defs/" .. name, context)
  end
  local accept = compile(schema, "#", context)
  for _, run in ipairs(context.proofs) do
    run()
  end
  return accept
end

return schema_check
