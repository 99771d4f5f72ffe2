--- The bounds of a JSON Schema: keywords that compare a value, or what is measured of it, with a
-- number or another value.

local svc = require("svc")
local pattern = require("web.pattern")
local tables = require("base.tables")

local schema_bounds = {}

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

--- The type of the value of each keyword.
schema_bounds.keywords = {}
for name, check in pairs(CHECKS) do
  schema_bounds.keywords[name] = check[2]
end

--- The bounds that a schema has.
-- @tparam table schema whose keywords have values of their types
-- @treturn {table,...}|nil `kind`, the type of the values it is for; `fails(measured, bound)`;
-- `bound`; `measure(value)`, nil where the value itself is compared; `wanted`, read after "must"
-- @treturn string|nil what is wrong with its pattern
function schema_bounds.of(schema)
  local list = {}
  for _, name in ipairs(tables.keys(schema)) do
    local check, bound = CHECKS[name], schema[name]
    if name == "pattern" then
      local compiled, reason = pattern.compile(bound)
      if not compiled then return nil, reason end
      bound = compiled
    end
    list[#list + 1] = check
      and {
        kind = check[1],
        wanted = check[3]:format(tostring(schema[name])),
        fails = check[4],
        measure = check[5],
        bound = bound,
      }
  end
  return list
end

return schema_bounds
