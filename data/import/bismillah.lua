--- Tells the opening formula before verse 1 from the verse, by its letters alone, because sources
-- mark it differently (in 95 and 97 Tanzil writes its first letter with a shadda).
local bismillah = {}

local WORDS = { "بسم", "الله", "الرحمن", "الرحيم" }

--- Marks over and under letters, and the tatweel; alef wasla is an alef.
local function is_mark(point)
  return point >= 0x610 and point <= 0x61A
    or point >= 0x64B and point <= 0x65F
    or point == 0x670
    or point == 0x640
    or point >= 0x6D6 and point <= 0x6ED
end

local function letters(word)
  local points = {}
  for _, point in utf8.codes(word) do
    local letter = point == 0x671 and 0x627 or point
    if not is_mark(point) then points[#points + 1] = utf8.char(letter) end
  end
  return table.concat(points)
end

--- Separates the formula from the start of a text.
-- @tparam string text Arabic, words divided by single spaces
-- @treturn string|nil the formula as the text spells it, or nil when it does not begin with it
-- @treturn string the rest, `""` when there is none
function bismillah.split(text)
  local at = 1
  for _, expected in ipairs(WORDS) do
    local word, next_at = text:match("^([^ ]+) ?()", at)
    if not word or letters(word) ~= expected then return nil, text end
    at = next_at
  end
  return text:sub(1, at - 1):gsub(" $", ""), text:sub(at)
end

return bismillah
