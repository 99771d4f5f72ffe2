--- The size of a text in tokens, as language models count them: an estimate from the kinds of its
-- characters, which is below the counts of the vocabularies o200k and cl100k for no answer of the
-- service (a spec counts all). Four letters of a word make a token, three digits, two signs; a
-- letter of Arabic is one, and its marks of recitation, which few other texts have, are two.

local tokens = {}

--- Rows: a pattern on bytes of UTF-8, the tokens that each of its matches takes, and what stands
-- for a match from then on: it is shorter, and the patterns below count it as they would the match.
local KINDS = {
  { "%a%a?%a?%a?", 1, "a" },
  { "%d%d?%d?", 1, "0" },
  { "%p%p?", 1, "a" },
  { " [%d ]", 1, "a" }, -- other blanks belong to what follows them
  { "%c", 1, "a" },
  { "[\0-\x7F]+", 0, "" },
  { "[\xC2-\xDF]", 1 },
  { "[\xCD-\xD7\xDA-\xDF]", 1 }, -- a second one: Greek to Syriac, and rare Arabic
  { "\xD9[\x93-\xBF]", 1 }, -- a second one: marks above and below, alef wasla
  { "\xE2", 2 }, -- punctuation and mathematics
  { "[\xE0\xE1\xE3-\xEF]", 3 },
  { "[\xF0-\xF4]", 4 },
}

--- One token in so many is added: a vocabulary made of English cuts other languages smaller.
local MARGIN = 16

--- Estimates the tokens of a text. O(bytes).
-- @tparam string text valid UTF-8
-- @treturn number at least 0
function tokens.estimate(text)
  local sum = 0
  for _, row in ipairs(KINDS) do
    local rest, count = text:gsub(row[1], row[3] or "")
    sum = sum + count * row[2]
    if row[3] then text = rest end
  end
  return sum + sum // MARGIN
end

return tokens
