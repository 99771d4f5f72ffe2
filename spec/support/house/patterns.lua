--- Lua patterns whose work grows with the square of the text. Two runs without bound that may take
-- the same bytes have as many ways to share them as there are bytes, and where something behind
-- them is missing, every way is tried. Where a pattern is not anchored, what stands before its
-- match is such a run as well.

local patterns = {}

local RUNS = { ["*"] = true, ["+"] = true, ["-"] = true }

--- The end of the class that begins at `at`.
local function class_end(pattern, at)
  local first = pattern:sub(at, at)
  if first == "%" then return at + 1 end
  if first ~= "[" then return at end
  at = at + (pattern:sub(at + 1, at + 1) == "^" and 2 or 1)
  repeat
    at = at + (pattern:sub(at, at) == "%" and 2 or 1)
  until at > #pattern or pattern:sub(at, at) == "]"
  return at
end

--- The bytes that a class matches: a string of each of them.
local function bytes_of(class)
  local bytes = {}
  for byte = 0, 255 do
    local char = string.char(byte)
    if char:find("^" .. class) then bytes[#bytes + 1] = char end
  end
  return table.concat(bytes)
end

local ALL = bytes_of(".")

--- The items of a pattern: `bytes` that it takes; `run`: as many as there are; `optional`: or none;
-- `balanced`: it fails where there are too few.
local function items_of(pattern)
  local items, at = {}, 1
  while at <= #pattern do
    if pattern:find("^[()]", at) then
      at = at + 1
    elseif pattern:find("^%%b", at) then
      items[#items + 1] = { bytes = ALL, run = true, balanced = true }
      at = at + 4
    elseif pattern:find("^%%f", at) then
      at = class_end(pattern, at + 2) + 1
    else
      local last = class_end(pattern, at)
      local suffix = pattern:match("^[*+?-]", last + 1)
      items[#items + 1] = {
        bytes = bytes_of(pattern:sub(at, last)),
        run = RUNS[suffix] ~= nil,
        optional = suffix ~= nil and suffix ~= "+",
      }
      at = last + (suffix and 2 or 1)
    end
  end
  return items
end

local function overlap(a, b)
  for i = 1, #a.bytes do
    if b.bytes:find(a.bytes:sub(i, i), 1, true) then return true end
  end
  return false
end

--- True when what stands behind a run may be missing.
local function may_fail(items, j, ending)
  if items[j].balanced then return true end
  for k = j + 1, #items do
    if not items[k].optional then return true end
  end
  return ending and (#items > j or #items[j].bytes < #ALL)
end

--- True when two runs may share bytes in more than one way.
local function share(items, i, j)
  local first = items[i] or { bytes = ALL }
  if not overlap(first, items[j]) then return false end
  for k = i + 1, j - 1 do
    local parts = not items[k].optional
      and not (overlap(items[k], first) and overlap(items[k], items[j]))
    if parts then return false end
  end
  return true
end

--- True when the work of a pattern may grow with the square of what it is matched with.
-- @tparam string pattern
-- @treturn boolean
function patterns.is_quadratic(pattern)
  local anchored, ending = pattern:find("^%^") ~= nil, pattern:find("[^%%]%$$") ~= nil
  local items = items_of(pattern:sub(anchored and 2 or 1, ending and -2 or -1))
  for j, item in ipairs(items) do
    if item.run and may_fail(items, j, ending) then
      for i = anchored and 1 or 0, j - 1 do
        if (i == 0 or items[i].run) and share(items, i, j) then return true end
      end
    end
  end
  return false
end

local TAKERS = { find = true, match = true, gmatch = true, gsub = true }

--- The first text of a call's arguments, as it is written, and what follows it.
local function first_text(arguments)
  local quote, rest = arguments:match("^[^'\"()]-(['\"])(.*)")
  local stop = quote and rest:find(quote, 1, true)
  while stop and rest:sub(stop - 1, stop - 1) == "\\" do
    stop = rest:find(quote, stop + 1, true)
  end
  if stop then return quote .. rest:sub(1, stop), rest:sub(stop + 1) end
end

--- The patterns of a line of Lua: the texts that are given to the functions that take one, where
-- they do not take it as plain text.
-- @tparam string line
-- @treturn {string,...}
function patterns.of_line(line)
  local found, at = {}, 1
  while true do
    local name, behind = line:match("[:.](%l+)%(()", at)
    if not name then return found end
    local text, rest = first_text(line:sub(behind))
    if TAKERS[name] and text and not rest:find("^,[^,()]*, *true") then
      found[#found + 1] = load("return " .. text)()
    end
    at = behind
  end
end

return patterns
