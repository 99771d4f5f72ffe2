--- Texts by lines, with the fences of code among them.

local lines = {}

--- The lines of a text.
-- @tparam string source
-- @treturn {string,...}
function lines.of(source)
  local list = {}
  for line in (source:gsub("\n$", "") .. "\n"):gmatch("([^\n]*)\n") do
    list[#list + 1] = line
  end
  return list
end

--- The fence of the block of code that is open behind a line.
-- @tparam string line
-- @tparam string|nil open the one ahead of it; nil outside of code
-- @treturn string|nil
function lines.fence(line, open)
  local fence = line:match("^[ \t>]*(```+)") or line:match("^[ \t>]*(~~~+)")
  if not fence or not open then return fence or open end
  local closes = fence:sub(1, 1) == open:sub(1, 1)
    and #fence >= #open
    and line:find("^[ \t>]*[`~]+[ \t]*$")
  return not closes and open or nil
end

--- Calls `visit(line, is_code, info)` for each line, `info` being that of the block; what it gives
-- replaces the line, false takes it out.
function lines.map(source, visit)
  local out, open, info = {}, nil, nil
  for _, line in ipairs(lines.of(source)) do
    local was_open = open
    open = lines.fence(line, open)
    if open and not was_open then info = line:match("[`~]+[ \t]*(.*)$") end
    local written = visit(line, was_open ~= nil and open ~= nil, info, was_open == nil and open)
    if written ~= false then out[#out + 1] = written or line end
  end
  return table.concat(out, "\n") .. "\n"
end

--- A text whose lines do not end with blanks, but for the last one.
-- @tparam string source
-- @treturn string
function lines.without_trailing(source)
  -- The frontier has a run of blanks tried once, and not from each of them.
  return (source:gsub("%f[ \t][ \t]+\n", "\n"))
end

--- Words within a line of Markdown that mean nothing but themselves.
-- @tparam string said on one line
-- @treturn string
function lines.escaped(said) return (said:gsub("[%[%]*_`<>\\$]", "\\%0")) end

--- Tells of places in a line, asked from left to right, whether they stand in no code: behind an
-- even number of backquotes. In a line with doubled ones none does, since these hold single ones.
-- @tparam string line
-- @treturn function `is_prose(position)`
function lines.prose(line)
  local at, count, is_double = 1, 0, line:find("``", 1, true)
  return function(position)
    if is_double then return false end
    count = count + select(2, line:sub(at, position - 1):gsub("`", ""))
    at = position
    return count % 2 == 0
  end
end

--- The most lines of a formula.
local LONGEST = 64

--- A line of dollars alone; more to the right it may be code.
local DOLLARS = "^ ? ? ?%$%$[ \t]*$"

--- True for what is between two lines of dollars where it is a formula, and not prose between two
-- formulas: it has a sign of TeX, and two words side by side in braces alone.
local function is_formula(inside)
  local bare = inside:gsub("%b{}", ""):gsub("\\%a+", "")
  return not inside:find("[`$]") and inside:find("[\\^_=]") and not bare:find("%a%a+%s+%a%a+")
end

--- The number of the line that ends the formula which line `first` opens; nil where none does.
local function end_of_formula(list, first)
  for i = first + 1, math.min(first + LONGEST, #list) do
    if list[i]:find(DOLLARS) then
      return is_formula(table.concat(list, "\n", first + 1, i - 1)) and i or nil
    end
  end
end

--- A text whose formulas between lines of `$$` are whole: without blank lines, which end one, and
-- with `{}` ahead of signs that begin lists and quotations.
-- @tparam string source
-- @treturn string
function lines.formulas(source)
  local list, out, fence, i = lines.of(source), {}, nil, 1
  local opened = false -- by dollars of another line, which the next ones close
  while list[i] do
    local line = list[i]
    fence = lines.fence(line, fence)
    local last = not fence and not opened and line:find(DOLLARS) and end_of_formula(list, i)
    out[#out + 1] = line
    if last then
      for k = i + 1, last do
        local written =
          list[k]:gsub("^([ \t]*)([-+*][ \t])", "%1{}%2"):gsub("^([ \t]*)>", "%1{}>")
        if written:find("%S") then out[#out + 1] = written end
      end
    elseif not fence then
      local _, count = line:gsub("%$%$", "")
      opened = line:find("%S") and opened ~= (count % 2 == 1)
    end
    i = (last or i) + 1
  end
  return table.concat(out, "\n") .. "\n"
end

return lines
