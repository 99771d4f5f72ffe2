--- The functions of sources in the project's format, and how long they are.

local functions = {}

local function lines_of(path)
  local lines = {}
  for line in io.lines(path) do
    lines[#lines + 1] = line
  end
  return lines
end

--- A definition in C begins at the margin and ends with a brace there; what ends otherwise is a
-- declaration, a type or a table.
local function in_c(path)
  local found, first = {}, nil
  for number, line in ipairs(lines_of(path)) do
    local begins = line:find("^[%a_]") and line:find("(", 1, true)
    if begins and not line:find("^typedef ") then first = number end
    if first and line == "}" then
      found[#found + 1] = { path = path, line = first, lines = number - first + 1 }
    end
    if line:find("^[#}]") or line:find("^%S.*;$") then first = nil end
  end
  return found
end

--- A function in Lua ends with the first `end` that is indented as it is.
local function in_lua(path)
  local found, open = {}, {}
  for number, line in ipairs(lines_of(path)) do
    local indent, code = line:match("^(%s*)(.*)$")
    local begins = not code:find("^%-%-") and code:find("%f[%w_]function%f[^%w_][^\"']*%(")
    local last = open[#open]
    if begins and code:find("%f[%w_]end%f[^%w_]", begins) then
      found[#found + 1] = { path = path, line = number, lines = 1 }
    elseif begins then
      open[#open + 1] = { path = path, line = number, indent = indent }
    elseif last and last.indent == indent and code:find("^end%f[^%w_]") then
      last.lines = number - last.line + 1
      found[#found + 1], open[#open] = last, nil
    end
  end
  return found, open[1]
end

--- The functions of files.
-- @tparam {string,...} paths of files of C or Lua
-- @treturn {table,...} `{path, line, lines}`: where each begins and its length, from its first line
-- to its last, the shortest first; raises at one that does not end
function functions.of(paths)
  local all = {}
  for _, path in ipairs(paths) do
    local found, open = (path:find("%.lua$") and in_lua or in_c)(path)
    assert(not open, open and ("%s:%d has no end"):format(path, open.line))
    table.move(found, 1, #found, #all + 1, all)
  end
  table.sort(all, function(a, b)
    if a.lines ~= b.lines then return a.lines < b.lines end
    return a.path .. ("%6d"):format(a.line) < b.path .. ("%6d"):format(b.line)
  end)
  return all
end

return functions
