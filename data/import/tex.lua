--- Reader of the `.def` files of the TeX packages quran and quran-de: one macro a verse,
-- `\qt@newcmd\qurantrans@de@xvi{text\qt@no{(9)}}`, counted in Roman numerals through the book and
-- in decimal or Arabic-Indic digits through the surah. Lines that begin with `%` are comments.
--
-- `\basmalah` and its sisters stand for the opening formula, which is served on its own and so
-- left out; two grave accents are TeX's opening quotation mark, two apostrophes its closing one.
local svc = require("svc")
local book = require("data.import.quran_book")

local tex = {}

local CURE = "only verses as the packages quran and quran-de have them are read"
local DIGITS = { "i", "v", "x", "l", "c", "d", "m" }
local VALUES = { i = 1, v = 5, x = 10, l = 50, c = 100, d = 500, m = 1000 }

--- The value of a Roman numeral, nil when a character is none of its digits.
local function roman(text)
  local sum, last = 0, 0
  for i = #text, 1, -1 do
    local value = VALUES[text:sub(i, i)]
    if not value then return nil end
    sum = value < last and sum - value or sum + value
    last = math.max(last, value)
  end
  return sum
end

--- A number in decimal or Arabic-Indic digits (U+0660 to U+0669), nil when it is none.
local function decimal(text)
  text = text:gsub(
    "\xd9[\xa0-\xa9]",
    function(digit) return string.char(digit:byte(2) - 0x70) end
  )
  return math.tointeger(tonumber(text:match("^%d+$")))
end

local LINE = "^\\qt@newcmd\\[%a@]+@([" .. table.concat(DIGITS) .. "]+){(.*)\\qt@no{(.*)}}%%?$"

--- The number of a verse between its ornaments: `(9)` or `﴿٩﴾`.
local function number_in(ornament)
  local inner = ornament:match("^%((.*)%)$") or ornament:match("^\u{FD3F}(.*)\u{FD3E}$")
  return inner and decimal(inner)
end

--- A text without TeX.
-- @treturn string
-- @treturn string|nil what was mapped in it
local function plain(text)
  local opened, closed
  text, opened = text:gsub("^\\basmalah%a*%s*", ""):gsub("``", '"')
  text, closed = text:gsub("''", '"')
  return text, opened + closed > 0 and "TeX's quotation marks" or nil
end

--- The surah and verse that follow: verses come in order, and 1 opens the next surah.
local function place(surah, verse, number)
  if verse == (svc.verse_count(surah) or 0) then
    surah, verse = surah + 1, 0
  end
  return surah, verse + 1, number == verse + 1
end

--- Reads the verses.
-- @tparam table source as data.import.quran_source gives it
-- @treturn table|nil a finished book
-- @treturn string|nil the refusal
function tex.read(source)
  local file, verses = source.files[1], book.new()
  local line_number, count, surah, verse = 0, 0, 0, 0
  for line in file.bytes:gmatch("([^\n]*)\n?") do
    line_number = line_number + 1
    if line ~= "" and line:sub(1, 1) ~= "%" then
      local record = { file = file, line = line_number }
      local numeral, text, ornament = line:match(LINE)
      if not numeral then return verses:refuse(record, "is no verse macro", CURE) end
      count = count + 1
      local in_order
      surah, verse, in_order = place(surah, verse, number_in(ornament))
      record.surah, record.verse = surah, verse
      record.text, record.mapped = plain(text)
      if roman(numeral) ~= count or not in_order then
        return verses:refuse(record, "the macro or the verse is numbered out of order", CURE)
      end
      verses:put(record)
    end
  end
  return verses:finish(file)
end

return tex
