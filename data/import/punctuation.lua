--- How the texts of an edition end, and whether their quotation marks pair. Both are kept as the
-- source has them: speech may go on over several verses, and a title has no final mark. Counts
-- that differ from those of other copies tell that a copy was damaged.
local punctuation = {}

-- What may follow a final mark, once the quotation marks are straight.
local CLOSING = "^[\"'%])}]"

local QUOTES = { '"', "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}" }

-- What a text may end in besides `. , ; : ! ? -`.
local LONG_MARKS = { "\u{2013}", "\u{2014}", "\u{2026}" }

--- A text without the quotation marks and brackets that close it.
local function bare_end(text)
  for _, quote in ipairs(QUOTES) do
    text = text:gsub(quote, '"')
  end
  text = text:gsub("\u{2019}", "'")
  local last = #text
  while last > 0 and text:find(CLOSING, last) do
    last = last - 1
  end
  return text:sub(1, last)
end

local function is_ended(text)
  local bare = bare_end(text)
  for _, mark in ipairs(LONG_MARKS) do
    if bare:sub(-#mark) == mark then return true end
  end
  return bare:find("[.,;:!?-]$") ~= nil
end

local function quotes_in(text)
  local sum = 0
  for _, quote in ipairs(QUOTES) do
    local _, count = text:gsub(quote, "")
    sum = sum + count
  end
  return sum
end

--- Counts over the texts of an edition.
-- @tparam table texts list of strings, or of `{ text, … }` where a verse has notes
-- @treturn integer texts that end without a final mark
-- @treturn integer texts with an odd number of quotation marks
function punctuation.count(texts)
  local open_ended, odd = 0, 0
  for _, entry in ipairs(texts) do
    local text = type(entry) == "table" and entry.text or entry
    if not is_ended(text) then open_ended = open_ended + 1 end
    odd = odd + quotes_in(text) % 2
  end
  return open_ended, odd
end

return punctuation
