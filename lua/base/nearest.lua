--- Finds the name that somebody meant by one that does not exist: the nearest of those that do.

local nearest = {}

local SEE = "; svcd serve --help lists the options"

--- Edits from one text to another: insertions, deletions, replacements of a byte, and exchanges of
-- two neighbours (the optimal string alignment distance).
local function distance(a, b)
  local rows = { [0] = {} }
  for j = 0, #b do
    rows[0][j] = j
  end
  for i = 1, #a do
    local row, last = { [0] = i }, rows[i - 1]
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:sub(i - 1, i) == b:sub(j - 1, j):reverse() then
        row[j] = math.min(row[j], rows[i - 2][j - 2] + 1)
      end
    end
    rows[i] = row
  end
  return rows[#a][#b]
end

--- The nearest name, where one is near: at most an edit for every four bytes, and three.
-- @tparam string given
-- @tparam {string,...} names
-- @treturn string|nil
function nearest.find(given, names)
  local best, least = nil, math.min(3, (#given + 1) // 4) + 1
  for _, name in ipairs(names) do
    local edits = distance(given:lower(), name:lower())
    if edits < least then
      best, least = name, edits
    end
  end
  return best
end

--- The end of a refusal: the name that was meant, or else where the names can be seen.
-- @tparam string given
-- @tparam {string,...} names
-- @tparam[opt] string otherwise default: where the options are listed
-- @treturn string such as "; did you mean --listen?"
function nearest.hint(given, names, otherwise)
  local found = nearest.find(given, names)
  return found and ("; did you mean %s?"):format(found) or otherwise or SEE
end

return nearest
