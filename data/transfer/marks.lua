--- Marks of GitHub's pages that are none of Markdown here: formulas in fences and in code, tags
-- whose signs are escaped, and tables of HTML with blank lines.
local lines = require("data.transfer.lines")

local marks = {}

--- Formulas in fences of `math` as those between dollars.
local function math_fences(source)
  local inside = false
  return lines.map(source, function(line, is_code, info, opens)
    if opens then inside = (info or ""):find("^{?math}?%s*$") ~= nil end
    if not inside then return nil end
    if is_code then return line end
    inside = opens ~= false
    return line:match("^[ \t>]*") .. "$$"
  end)
end

--- A line whose formulas in code have dollars alone, and whose links of HTML are no text.
local function plain_line(line)
  if line:find("$`", 1, true) then
    local is_prose = lines.prose(line)
    line = line:gsub(
      "()%$`([^`$]+)`%$",
      function(at, said) return is_prose(at) and "$" .. said .. "$" end
    )
  end
  if line:find("\\<a%s") and line:find("\\</a\\?>") then
    line = line:gsub("\\<(a%s[^<>]-)\\?>", "<%1>"):gsub("\\</a\\?>", "</a>")
  end
  return line
end

--- The most lines of a table.
local LONGEST = 4096

--- The last lines of tables by the lines that they begin on; those without an end have none.
local function ends_of_tables(list)
  local ends, open, depth = {}, {}, 0 -- of each table that is open its line and the depth before it
  for i, line in ipairs(list) do
    line = line:lower()
    local _, begun = line:gsub("<table%f[%A]", "")
    local _, ended = line:gsub("</table>", "")
    if begun > 0 then open[#open + 1] = { first = i, depth = depth } end
    depth = depth + begun - ended
    while open[1] and depth <= open[#open].depth do
      local first = table.remove(open).first
      ends[first] = i - first <= LONGEST and i or nil
    end
  end
  return ends
end

--- True for a line that says the same in a block of HTML as apart: tags, and words without marks.
local function is_plain(line)
  local said = line:gsub("<[^<>]*>", "")
  return not said:find("[`*_%[%]#|$~\\<>]")
    and not said:find("^%s*[-+]%s")
    and not said:find("^%s*%d+[.)]%s")
end

--- A text in which tables of HTML have no blank lines where these part nothing.
local function whole_tables(source)
  local list, out, fence, i = lines.of(source), {}, nil, 1
  local ends = ends_of_tables(list)
  while list[i] do
    fence = lines.fence(list[i], fence)
    local last = not fence and list[i]:find("^ ? ? ?<[tT][aA][bB][lL][eE]%f[%A]") and ends[i]
    local is_whole = last and true
    for k = i, last or 0 do
      is_whole = is_whole and is_plain(list[k]) and not list[k]:lower():find("<pre", 1, true)
    end
    for k = i, last or i do
      if not is_whole or list[k]:find("%S") then out[#out + 1] = list[k] end
    end
    i = (last or i) + 1
  end
  return table.concat(out, "\n") .. "\n"
end

--- Elements that pages do not have and that nothing stands for.
local LOST = { "input", "select", "textarea", "canvas", "form", "svg", "math" }

--- Tells the elements of a line that are taken out.
local function tell_lost(line, told)
  local said = line:gsub("`[^`]*`", ""):lower()
  for _, name in ipairs(LOST) do
    local list = said:match("<" .. name .. "(%f[%A][^<>]*)")
    if list and not list:find("checkbox", 1, true) then told[name] = (told[name] or 0) + 1 end
  end
end

--- A text with these marks as Markdown.
-- @tparam string source
-- @tparam function tell `tell(what)`
-- @treturn string
function marks.plain(source, tell)
  if source:find("[`~][ \t]*math") or source:find("{math}", 1, true) then
    source = math_fences(source)
  end
  if source:lower():find("<table", 1, true) then source = whole_tables(source) end
  local told = {}
  source = lines.map(source, function(line, is_code, _, opens)
    if is_code or opens then return nil end
    if line:find("<", 1, true) then tell_lost(line, told) end
    return plain_line(line)
  end)
  for _, name in ipairs(LOST) do
    if told[name] then
      tell(("element without a meaning here, taken out: %s: %d"):format(name, told[name]))
    end
  end
  return source
end

return marks
