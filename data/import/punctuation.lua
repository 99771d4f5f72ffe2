--- How the texts of an edition end, and whether their quotation marks pair. Both are kept as the
-- source has them: speech may go on over several verses, and a title has no final mark. Counts
-- that differ from those of other copies tell that a copy was damaged.
local punctuation = {}

-- The quotation marks, straight and typographic: the byte that they begin with, and a pattern.
local QUOTES = {
  { '"', '"' },
  { "\xE2", "\xE2\x80[\x9C-\x9E]" }, -- “ ” „
  { "\xC2", "\xC2[\xAB\xBB]" }, -- « »
}

-- Accepted after a final mark: patterns of the end of a text.
local CLOSING = {
  "[\"'%])}]+$",
  "\xE2\x80[\x99\x9C-\x9E]$", -- ’ “ ” „
  "\xC2[\xAB\xBB]$",
}

-- Accepted ends of a text besides `. , ; : ! ? -`.
local LONG_MARKS = "\xE2\x80[\x93\x94\xA6]$" -- – — …

--- The end of a text without the quotation marks and brackets that close it.
local function bare_end(text)
  local last, before = #text, nil
  while last ~= before do
    before = last
    local tail = text:sub(math.max(last - 7, 1), last)
    for _, pattern in ipairs(CLOSING) do
      local at = tail:find(pattern)
      if at then
        last = last - #tail + at - 1
        break
      end
    end
  end
  return text:sub(math.max(last - 2, 1), last)
end

local function is_ended(text)
  if text:find("[.,;:!?-]$", -1) then return true end
  local bare = bare_end(text)
  return bare:find("[.,;:!?-]$") ~= nil or bare:find(LONG_MARKS) ~= nil
end

local function quotes_in(text)
  local sum = 0
  for _, quote in ipairs(QUOTES) do
    if text:find(quote[1], 1, true) then sum = sum + select(2, text:gsub(quote[2], "")) end
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
