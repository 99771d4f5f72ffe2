--- Small operations on UTF-8 text that is shown to people.

local text = {}

--- The longest piece of foreign text that a message repeats, in characters.
local SHOWN = 40

--- Unicode's White_Space characters beyond ASCII (Unicode 15, PropList.txt).
local SPACES = { [0x85] = true, [0xA0] = true, [0x1680] = true, [0x2028] = true, [0x2029] = true }
for _, code in ipairs({ 0x202F, 0x205F, 0x3000 }) do
  SPACES[code] = true
end
for code = 0x2000, 0x200A do
  SPACES[code] = true
end

--- Whether a text holds nothing but white space, or nothing at all.
-- @tparam string value valid UTF-8
-- @treturn boolean
function text.is_blank(value)
  if not value:find("[^%s\x80-\xff]") then
    for _, code in utf8.codes(value) do
      if code > 32 and not SPACES[code] then return false end
    end
    return true
  end
  return false
end

--- A text in backquotes, on one line and cut after 40 characters.
-- @tparam string value valid UTF-8
-- @treturn string
function text.quote(value)
  local cut = utf8.offset(value, SHOWN + 1)
  local shown = cut and cut <= #value and value:sub(1, cut - 1) .. "…" or value
  return "`" .. shown:gsub("[%c`]", "?") .. "`"
end

return text
