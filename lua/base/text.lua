--- Small operations on UTF-8 text that is shown to people.

local tables = require("base.tables")

local text = {}

--- The longest piece of foreign text that a message repeats, in characters.
local SHOWN = 40

--- Unicode's White_Space characters beyond ASCII (Unicode 15, PropList.txt).
local SPACES = tables.set({ 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 })
for code = 0x2000, 0x200A do
  SPACES[code] = true
end

--- No byte above it is white space of ASCII.
local SPACE = 0x20

--- True when a text holds nothing but white space, or nothing at all.
-- @tparam string value valid UTF-8
-- @treturn boolean
function text.is_blank(value)
  local first = value:byte()
  if first and first > SPACE and first < 0x7f then return false end
  if not value:find("[^%s\x80-\xff]") then
    for _, code in utf8.codes(value) do
      if code > 32 and not SPACES[code] then return false end
    end
    return true
  end
  return false
end

--- A text without the white space at its ends (ASCII).
-- @tparam string value
-- @treturn string
function text.trim(value)
  local before, behind = value:byte(1), value:byte(-1)
  if before and before > SPACE and behind > SPACE then return value end
  local first, last = value:find("%S"), #value
  while first and value:find("^%s", last) do
    last = last - 1
  end
  return first and value:sub(first, last) or ""
end

--- A text as a part of a line of Markdown that means nothing but itself: on one line, and every
-- mark that could make it something else escaped.
-- @tparam string value valid UTF-8
-- @treturn string
function text.markdown(value)
  local line =
    value:gsub("%c", " "):gsub("\u{85}", " "):gsub("\u{2028}", " "):gsub("\u{2029}", " ")
  return (line:gsub("[!#$&*+.:<>@%[%]\\^_`{|}~]", "\\%0"))
end

--- A text in backquotes, on one line and cut after 40 characters.
-- @tparam string value valid UTF-8
-- @treturn string
function text.quote(value)
  local cut = utf8.offset(value, SHOWN + 1)
  local shown = cut and cut <= #value and value:sub(1, cut - 1) .. "…" or value
  return "`" .. shown:gsub("[%c`]", "?") .. "`"
end

--- A description with what the operator chose in it: `{name}`, of an option that is a number,
-- stands for its value. Other braces stay as they are.
-- @tparam string value
-- @tparam table config
-- @treturn string
function text.fill(value, config)
  return (
    value:gsub("{([%l_]+)}", function(name)
      local chosen = config[name]
      return type(chosen) == "number" and tostring(chosen) or nil
    end)
  )
end

--- A text with other stretches in it, each from a mark to the next that closes it; what is not
-- closed stays. It takes time by the length of the text; a pattern with `.-` takes that squared.
-- @tparam string source
-- @tparam string open a pattern
-- @tparam string close a pattern
-- @tparam function replace `replace(what stands between) → text`, nil keeps the stretch
-- @treturn string
function text.between(source, open, close, replace)
  local out, at = {}, 1
  while true do
    local first, inside = source:find(open, at)
    local before, last
    if first then
      before, last = source:find(close, inside + 1)
    end
    if not last then break end
    out[#out + 1] = source:sub(at, first - 1)
    out[#out + 1] = replace(source:sub(inside + 1, before - 1)) or source:sub(first, last)
    at = last + 1
  end
  out[#out + 1] = source:sub(at)
  return table.concat(out)
end

local ABSENT = "No such file or directory"

--- A reason for people; where it ends with an absent file, with what to do.
-- @tparam string reason
-- @treturn string
function text.placed(reason)
  if reason:sub(-#ABSENT) ~= ABSENT then return reason end
  return reason .. "; correct the path, which begins in this folder or with /"
end

return text
