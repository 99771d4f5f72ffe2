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

--- The fence that a line opens or closes; nil where it is none.
function lines.fence(line) return line:match("^[ \t>]*(```+)") or line:match("^[ \t>]*(~~~+)") end

--- Calls `visit(line, is_code, info)` for each line, `info` being that of the block; what it gives
-- replaces the line, false takes it out.
function lines.map(source, visit)
  local out, open, info = {}, nil, nil
  for _, line in ipairs(lines.of(source)) do
    local fence, was_open = lines.fence(line), open
    if open then
      local closes = fence and fence:sub(1, 1) == open:sub(1, 1) and #fence >= #open
      if closes and line:match("^[ \t>]*[`~]+[ \t]*$") then open = nil end
    elseif fence then
      open, info = fence, line:match("[`~]+[ \t]*(.*)$")
    end
    local written = visit(line, was_open ~= nil and open ~= nil, info, was_open == nil and open)
    if written ~= false then out[#out + 1] = written or line end
  end
  return table.concat(out, "\n") .. "\n"
end

return lines
