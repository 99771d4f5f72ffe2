--- Small operations on tables that Lua's own library lacks.

local tables = {}

--- The order of keys of which not all can be compared.
local function by_text(a, b)
  local one, other = type(a), type(b)
  if one ~= other then return one < other end
  return tostring(a) < tostring(b)
end

--- The keys of a table, sorted: texts as texts, numbers as numbers, all others by type and text.
-- @tparam table map
-- @treturn table list
function tables.keys(map)
  local keys, texts, numbers = {}, true, true
  for key in pairs(map) do
    keys[#keys + 1] = key
    texts, numbers = texts and type(key) == "string", numbers and type(key) == "number"
  end
  table.sort(keys, not (texts or numbers) and by_text or nil)
  return keys
end

--- The results of a function for each element of a list.
-- @tparam table list
-- @tparam function result `result(element, index)`, never nil
-- @treturn table list
function tables.map(list, result)
  local results = {}
  for i, element in ipairs(list) do
    results[i] = result(element, i)
  end
  return results
end

--- A set of the elements of a list.
-- @tparam table list
-- @treturn table element -> true
function tables.set(list)
  local set = {}
  for _, element in ipairs(list) do
    set[element] = true
  end
  return set
end

--- The words of a text, between blanks, as a set.
-- @tparam string words
-- @treturn table word -> true
function tables.words(words)
  local set = {}
  for word in words:gmatch("%S+") do
    set[word] = true
  end
  return set
end

--- True for a table that has nothing besides its list. Its members are counted, as a list that has
-- grown beside names stands in any order among them.
-- @tparam table value
-- @treturn boolean
function tables.is_list(value)
  local count = 0
  for _ in next, value do
    count = count + 1
  end
  return count == #value
end

--- True when a list holds a value.
-- @tparam table|nil list
-- @param value
-- @treturn boolean
function tables.contains(list, value)
  for _, element in ipairs(list or {}) do
    if element == value then return true end
  end
  return false
end

--- Appends the elements of one list to another.
-- @tparam table list
-- @tparam table|nil more
-- @treturn table the first list
function tables.append(list, more)
  local length = #list
  for i = 1, more and #more or 0 do
    list[length + i] = more[i]
  end
  return list
end

--- A new table with the members of others; of those that several have, the last holds.
-- @tparam table ... or nil
-- @treturn table
function tables.merge(...)
  local merged = {}
  for _, map in pairs({ ... }) do
    for key, value in pairs(map) do
      merged[key] = value
    end
  end
  return merged
end

--- A table with all it holds: keys, functions and userdata as they are, tables copied, each once.
-- @tparam table value
-- @treturn table
function tables.copy(value)
  local copies = {}
  local function copy(each)
    if type(each) ~= "table" then return each end
    if copies[each] then return copies[each] end
    local fresh = setmetatable({}, debug.getmetatable(each))
    copies[each] = fresh
    for key, member in next, each do
      rawset(fresh, key, copy(member))
    end
    return fresh
  end
  return copy(value)
end

return tables
