--- Short form of the repairs of an import: lines `source 2:196: what` that differ only in
-- the verse become one line with their count and the first verses.

local journal = {}

local FIRST = 3

--- Groups lines.
-- @tparam {string,...} lines in the order in which they came
-- @treturn {string,...} one line a group, in the order of their first lines; a line that names no
-- verse stands for itself
function journal.brief(lines)
  local groups, order = {}, {}
  for _, line in ipairs(lines) do
    local source, verse, what = line:match("^(.-) (%d+:%d+): (.*)$")
    local key = source and source .. ": " .. what or line
    if not groups[key] then
      groups[key] = {}
      order[#order + 1] = key
    end
    table.insert(groups[key], verse)
  end
  for i, key in ipairs(order) do
    local verses = groups[key]
    if #verses > 0 then
      local shown = table.concat(verses, ", ", 1, math.min(#verses, FIRST))
      order[i] = ("%s (%s%s)"):format(
        key,
        shown,
        #verses > FIRST and (" and %d more"):format(#verses - FIRST) or ""
      )
    end
  end
  return order
end

return journal
