--- The differences of two texts, by sentences: a paragraph of Markdown is one line, and a reader
-- wants to see the sentence that changed. Eugene Myers, "An O(ND) difference algorithm and its
-- variations" (1986), bounded: texts that have little in common differ as a whole.
local difference = {}

--- Steps of the search, after which what lies between is taken as replaced.
local MOST = 800

--- Units around a change that are shown with it.
local AROUND = 2

--- Columns of a shown text.
difference.WIDTH = 80

--- The lines of a text, each cut behind its sentences: `{ text, line }` each.
local function units_of(text)
  local units, number = {}, 0
  for line in (text:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do
    local at = 1
    number = number + 1
    while true do
      local last = line:match("^.-[.!?][\"')*_]*() +%S", at)
      units[#units + 1] = { text = line:sub(at, last and last - 1), line = number }
      if not last then break end
      at = line:match("^ +()", last)
    end
  end
  return units
end

--- The furthest points of each number of edits, until the ends meet; nil where MOST are too few.
local function search(a, b, first, a_last, b_last)
  local n, m = a_last - first + 1, b_last - first + 1
  local trace, furthest = {}, { [1] = 0 }
  for edits = 0, math.min(n + m, MOST) do
    local before = {}
    for k = -edits, edits, 2 do
      local down = k == -edits
        or k ~= edits and (furthest[k - 1] or -1) < (furthest[k + 1] or -1)
      local x = down and furthest[k + 1] or furthest[k - 1] + 1
      while x < n and x - k < m and a[first + x].text == b[first + x - k].text do
        x = x + 1
      end
      before[k] = x
      if x >= n and x - k >= m then
        trace[edits] = before
        return trace, edits
      end
    end
    trace[edits] = before
    for k, x in pairs(before) do
      furthest[k] = x
    end
  end
end

--- Sets `only` of the units that only one side has, going back from the end.
local function set_only(a, b, first, a_last, b_last)
  local trace, edits = search(a, b, first, a_last, b_last)
  if not trace then
    for i = first, a_last do
      a[i].only = true
    end
    for i = first, b_last do
      b[i].only = true
    end
    return
  end
  local k = (a_last - first) - (b_last - first)
  for d = edits, 1, -1 do
    local before = trace[d - 1]
    local down = k == -d or k ~= d and (before[k - 1] or -1) < (before[k + 1] or -1)
    local from = down and k + 1 or k - 1
    local x = before[from]
    if down then
      b[first + x - from].only = true
    else
      a[first + x].only = true
    end
    k = from
  end
end

--- The units of both texts in one order: `{ sign, text, a, b }`, `a` and `b` their lines.
local function merged(a, b)
  local first, a_last, b_last = 1, #a, #b
  while first <= a_last and first <= b_last and a[first].text == b[first].text do
    first = first + 1
  end
  while a_last >= first and b_last >= first and a[a_last].text == b[b_last].text do
    a_last, b_last = a_last - 1, b_last - 1
  end
  set_only(a, b, first, a_last, b_last)
  local list, i, j = {}, 1, 1
  while i <= #a or j <= #b do
    local old, new = a[i], b[j]
    local row = { a = (old or a[#a]).line, b = (new or b[#b]).line }
    if old and old.only then
      row.sign, row.text, i = "-", old.text, i + 1
    elseif new and new.only then
      row.sign, row.text, j = "+", new.text, j + 1
    else
      row.sign, row.text, i, j = " ", old.text, i + 1, j + 1
    end
    list[#list + 1] = row
  end
  return list
end

--- A line cut at words so that it fits a terminal.
-- @tparam string text
-- @tparam string sign what each piece begins with
-- @tparam[opt] {string,...} out the pieces are added to
-- @treturn {string,...}
function difference.wrap(text, sign, out)
  out = out or {}
  local width = difference.WIDTH - #sign
  repeat
    local length, at = utf8.len(text), nil
    if length and length > width then
      local edge = utf8.offset(text, width + 1)
      at = text:sub(1, edge):match("^.*() ") or edge
      if at == 1 then at = edge end
    end
    out[#out + 1] = sign .. text:sub(1, at and at - 1)
    text = at and text:sub(at):gsub("^ ", "")
  until not text or text == ""
  return out
end

--- A unified difference whose lines fit a terminal.
-- @tparam string old
-- @tparam string new
-- @treturn {string,...} lines: `@@ -LINE +LINE @@`, and lines that begin with a blank, - or +;
-- none where both are the same
-- @treturn integer the units that only `new` has
-- @treturn integer the units that only `old` has
function difference.lines(old, new)
  local out, shown = {}, {}
  if old == new then return out, 0, 0 end
  local rows = merged(units_of(old), units_of(new))
  local added, gone = 0, 0
  for i, row in ipairs(rows) do
    if row.sign ~= " " then
      added = added + (row.sign == "+" and 1 or 0)
      gone = gone + (row.sign == "-" and 1 or 0)
      for near = i - AROUND, i + AROUND do
        shown[near] = true
      end
    end
  end
  for i, row in ipairs(rows) do
    if shown[i] and not shown[i - 1] then
      out[#out + 1] = ("@@ -%d +%d @@"):format(row.a, row.b)
    end
    if shown[i] then difference.wrap(row.text, row.sign, out) end
  end
  return out, added, gone
end

return difference
