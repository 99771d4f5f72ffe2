--- What a JSON Schema must be for its checks to mean what their author meant: known keywords with
-- values of their types, and bounds that a value can keep.

local svc = require("svc")
local nearest = require("base.nearest")
local schema_bounds = require("web.schema_bounds")
local tables = require("base.tables")

local schema_rules = {}

--- The type of the value of each other keyword; `any` is checked below. Those from `title` on
-- describe, and check nothing.
-- stylua: ignore
local KEYWORDS = {
  ["$ref"] = "string", additionalProperties = "any", anyOf = "list", const = "any",
  enum = "list", items = "table", properties = "table", required = "table", type = "any",
  title = "string", ["$comment"] = "string", ["$defs"] = "table", ["$schema"] = "string",
  default = "any", deprecated = "boolean", description = "string", examples = "table",
  format = "string", readOnly = "boolean", writeOnly = "boolean",
}
for name, kind in pairs(schema_bounds.keywords) do
  KEYWORDS[name] = kind
end

--- Lower bounds, and the upper bounds with which a value can keep them; `equal`: also where they
-- are the same number.
-- stylua: ignore
local RANGES = {
  { "minItems", "maxItems", equal = true }, { "minLength", "maxLength", equal = true },
  { "minProperties", "maxProperties", equal = true }, { "minimum", "maximum", equal = true },
  { "minimum", "exclusiveMaximum" }, { "exclusiveMinimum", "maximum" },
  { "exclusiveMinimum", "exclusiveMaximum" },
}

--- True for a table that is no array.
-- @treturn boolean
function schema_rules.is_object(value) return type(value) == "table" and not svc.is_array(value) end

--- Raises with what is wrong with a schema.
-- @tparam string place of the schema
-- @tparam string form a format, and its values
function schema_rules.refuse(place, form, ...)
  error(("`body` %s: %s"):format(place, form:format(...)), 0)
end

local refuse = schema_rules.refuse

--- True for a list that holds something and has no other members.
local function is_list(value)
  return type(value) == "table" and value[1] ~= nil and tables.is_list(value)
end

local function check_required(schema, place)
  local required, properties = schema.required, schema.properties or {}
  local known = {}
  for _, name in pairs(required) do
    if type(name) ~= "string" or known[name] or not is_list(required) then
      refuse(place, "`required` is no list of names, each of them once")
    end
    known[name] = true
    if schema.additionalProperties == false and properties[name] == nil then
      local hint = nearest.hint(name, tables.keys(properties), "; declare it in `properties`")
      refuse(place, "`required` names `%s`, which no object may have%s", name, hint)
    end
  end
end

--- What a list of schemas, or a table with other keys than names, is taken for.
local function check_parts(schema, place)
  for name in pairs(schema.properties or {}) do
    if type(name) ~= "string" then
      refuse(place, "`properties` has an entry without a name: %s", tostring(name))
    end
  end
  local items, others = schema.items, schema.additionalProperties
  if items and (not schema_rules.is_object(items) or items[1] ~= nil) then
    refuse(place, "`items` is one schema, of all items")
  end
  if others ~= nil and type(others) ~= "boolean" and not schema_rules.is_object(others) then
    refuse(place, "`additionalProperties` is true, false or a schema")
  end
  if type(schema.type) == "table" and not is_list(schema.type) then
    refuse(place, "`type` is a name, or a list of some")
  end
end

local function check_bounds(schema, place)
  for name, kind in pairs(schema_bounds.keywords) do
    local bound = schema[name]
    if bound ~= nil and kind == "number" then
      local counts = name:find("^m[ai][nx]%u")
      if counts and not (math.tointeger(bound) and bound >= 0) then
        refuse(place, "`%s` is %s, not a whole number of 0 or more", name, tostring(bound))
      elseif name == "multipleOf" and not (bound > 0 and bound < math.huge) then
        refuse(place, "`multipleOf` is %s, not a number above 0", tostring(bound))
      elseif bound ~= bound then
        refuse(place, "`%s` is no number", name)
      end
    end
  end
  for _, range in ipairs(RANGES) do
    local low, high = schema[range[1]], schema[range[2]]
    if low and high and not (low < high or range.equal and low == high) then
      local fault = "`%s` %s and `%s` %s leave no value"
      refuse(place, fault, range[1], tostring(low), range[2], tostring(high))
    end
  end
end

--- Raises where a schema has what is not known, or what no value can keep.
-- @tparam any schema
-- @tparam string place of it, for faults
function schema_rules.check(schema, place)
  if not schema_rules.is_object(schema) then
    refuse(place, "it is no schema, which is a table")
  end
  for _, name in ipairs(tables.keys(schema)) do
    local expected, value = KEYWORDS[name], schema[name]
    if not expected then
      local all = "; lua/web/schema_rules.lua lists those it knows"
      local hint = nearest.hint(tostring(name), tables.keys(KEYWORDS), all)
      refuse(place, "no check `%s` is known%s", name, hint)
    end
    if expected == "list" then
      if not is_list(value) then refuse(place, "`%s` is no list of one value or more", name) end
    elseif expected ~= "any" and type(value) ~= expected then
      refuse(place, "`%s` is a %s, not a %s", name, type(value), expected)
    end
  end
  if schema.required ~= nil then check_required(schema, place) end
  check_parts(schema, place)
  check_bounds(schema, place)
end

return schema_rules
