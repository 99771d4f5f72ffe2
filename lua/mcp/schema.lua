--- The schema of a tool's output, from the contract's schema of the same body. Clients put the list
-- of tools before a model and some check every answer against it, so this is the contract's shape
-- without what only documents it, in one object without references. It stays open: members that a
-- compatible release adds must not fail a client that listed the tools before. For brevity only the
-- members of the answer itself are marked as required, and the deepest objects are left open.

local svc = require("svc")
local contract = require("web.schema")
local tables = require("base.tables")

local schema = {}

--- Keywords that carry the shape; all others only document or bound it.
local KEPT = { type = true, enum = true, const = true, required = true }

local PREFIX = "#/"

local compact

--- A copy of a schema map with each member made compact.
local function compact_each(map, definitions)
  local copy = {}
  for name, member in pairs(map or {}) do
    copy[name] = compact(member, definitions)
  end
  return copy
end

--- The names that both lists hold, in the order of the first.
local function common(a, b)
  local both = {}
  for _, name in ipairs(a or {}) do
    if tables.contains(b, name) then both[#both + 1] = name end
  end
  return #both > 0 and both or nil
end

--- All the values that either schema allows by `const` or `enum`; nil when one allows any.
local function values(a, b)
  local union = {}
  for _, side in ipairs({ a, b }) do
    local list = side.enum or side.const and { side.const }
    if not list then return nil end
    for _, value in ipairs(list) do
      if not tables.contains(union, value) then union[#union + 1] = value end
    end
  end
  return union
end

local function types(a, b)
  if not a or not b then return nil end
  if svc.json(a) == svc.json(b) then return a end
  local union = {}
  for _, side in ipairs({ a, b }) do
    for _, name in ipairs(type(side) == "table" and side or { side }) do
      if not tables.contains(union, name) then union[#union + 1] = name end
    end
  end
  return union
end

--- The narrowest plain schema that allows what either allows.
local function merge(a, b)
  if not a or not b then return a or b end
  local properties = {}
  for _, side in ipairs({ a, b }) do
    for name in pairs(side.properties or {}) do
      properties[name] =
        merge(a.properties and a.properties[name], b.properties and b.properties[name])
    end
  end
  return {
    type = types(a.type, b.type),
    enum = values(a, b),
    required = common(a.required, b.required),
    properties = next(properties) and properties or nil,
    items = merge(a.items, b.items),
  }
end

--- The alternatives of a `oneOf` or `anyOf` as one schema.
local function united(alternatives, definitions)
  local result
  for _, alternative in ipairs(alternatives) do
    local one = compact(alternative, definitions)
    result = result and merge(result, one) or one
  end
  return result
end

--- Resolves a reference; keywords beside it narrow what it names.
local function resolve(source, definitions)
  local target = definitions[source["$ref"]:sub(#PREFIX + 1)]
  local whole = {}
  for _, side in ipairs({ target, source }) do
    for key, value in pairs(side) do
      if key ~= "$ref" and key ~= "properties" then whole[key] = value end
    end
  end
  whole.properties = target.properties
  return whole
end

function compact(source, definitions)
  if source["$ref"] then return compact(resolve(source, definitions), definitions) end
  local alternatives = source.oneOf or source.anyOf
  if alternatives then return united(alternatives, definitions) end
  local copy = {}
  for key in pairs(KEPT) do
    copy[key] = source[key]
  end
  if source.properties then copy.properties = compact_each(source.properties, definitions) end
  if type(source.items) == "table" then copy.items = compact(source.items, definitions) end
  return copy
end

--- A member that may be null, said without a list of types, which some clients cannot read. One
-- that is not required is never null: the service leaves it out instead.
local function plain_null(member, required)
  local kinds = member.type
  if type(kinds) ~= "table" or kinds[2] ~= "null" then return member end
  member.type = kinds[1]
  if not required then return member end
  return { anyOf = { member, { type = "null" } } }
end

--- Objects within objects that are described; those within them are only called objects.
local DEPTH = 4

--- Takes from the objects below the root what a reader of the list can do without.
local function shorten(source, depth)
  if depth > DEPTH then source.properties = nil end
  for name, member in pairs(source.properties or {}) do
    shorten(member, depth + 1)
    source.properties[name] = plain_null(member, tables.contains(source.required, name))
  end
  if depth > 1 then source.required = nil end
  if source.items then shorten(source.items, depth) end
  return source
end

--- The output schema of a body of the contract.
-- @tparam string name of a file in contract/schemas
-- @tparam[opt] table extra optional members that only the tool adds, name -> schema
-- @tparam[opt] {string,...} folders of routes, which may have schemas of their own
-- @treturn table an object schema
function schema.output(name, extra, folders)
  local definitions = contract.gather({ name }, PREFIX, folders)
  local result = shorten(compact(definitions[name], definitions), 1)
  for member, own in pairs(extra or {}) do
    result.properties[member] = own
  end
  return result
end

return schema
