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

--- Where the formula ends whose opening line `$$` is number `first`; nil where it does not.
local function end_of_formula(list, first, most)
  for i = first + 1, math.min(first + most, #list) do
    if list[i]:find("^[ \t>]*%$%$[ \t]*$") then return i end
    if list[i]:find("[`$]") then return nil end
  end
end

--- The most lines of a formula.
local LONGEST = 64

--- A text whose formulas between lines of `$$` are whole: without blank lines, which end one, and
-- with `{}` ahead of signs that begin lists and quotations.
-- @tparam string source
-- @treturn string
function lines.formulas(source)
  local list, out, open, i = lines.of(source), {}, nil, 1
  while list[i] do
    open = lines.fence(list[i], open)
    local last = not open
      and list[i]:find("^[ \t]*%$%$[ \t]*$")
      and end_of_formula(list, i, LONGEST)
    for k = i, last or i do
      local line = list[k]
      if last and k > i and k < last then
        line = line:gsub("^([ \t]*)([-+*>][ \t])", "%1{}%2"):gsub("^([ \t]*)(>)", "%1{}%2")
      end
      if not last or line:find("%S") then out[#out + 1] = line end
    end
    i = (last or i) + 1
  end
  return table.concat(out, "\n") .. "\n"
end

return lines
