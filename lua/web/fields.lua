--- Header fields as authors write them: a list of `{name, value}`, a table name -> value, or both
-- in one. Numbers are written as texts.

local tables = require("base.tables")

local fields = {}

--- What is accepted, for refusals.
fields.ACCEPTED = "a list of { name, value }, or a table name = value, of texts and numbers"

--- The text of a value; nil where it is none.
local function text_of(value)
  if type(value) == "string" then return value end
  if type(value) ~= "number" then return nil end
  return tostring(math.tointeger(value) or value)
end

--- A pair whose value is a text; nil where it is none.
local function pair_of(name, value)
  local text = text_of(value)
  return type(name) == "string" and text and { name, text } or nil
end

--- Reads header fields.
-- @tparam any given
-- @treturn {table,...}|nil new list of pairs, those with names sorted behind the others; nil where
-- it is not what `fields.ACCEPTED` says
function fields.read(given)
  if type(given) ~= "table" then return nil end
  local list, count = {}, #given
  for i = 1, count do
    local pair = given[i]
    list[i] = type(pair) == "table" and pair_of(pair[1], pair[2]) or nil
    if not list[i] then return nil end
  end
  if tables.is_list(given) then return list end
  for _, name in ipairs(tables.keys(given)) do
    if math.type(name) ~= "integer" or name > count or name < 1 then
      local pair = pair_of(name, given[name])
      if not pair then return nil end
      list[#list + 1] = pair
    end
  end
  return list
end

return fields
