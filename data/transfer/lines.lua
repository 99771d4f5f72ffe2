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

return lines
