--- The size of a text in tokens, as language models count them: an estimate from the kinds of its
-- characters, which is below the counts of the vocabularies o200k and cl100k for no answer of the
-- service (a spec counts all). Four letters of a word make a token, three digits, two signs; a
-- letter of Arabic is one, and its marks of recitation, which few other texts have, are two.

local tokens = {}

--- Rows: a pattern on bytes of UTF-8, and the tokens that each of its matches takes.
local KINDS = {
  { "%a%a?%a?%a?", 1 },
  { "%d%d?%d?", 1 },
  { "%p%p?", 1 },
  { " [%d ]", 1 }, -- other blanks belong to what follows them
  { "%c", 1 },
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
  for i = 1, #KINDS do
    local _, count = text:gsub(KINDS[i][1], "")
    sum = sum + count * KINDS[i][2]
  end
  return sum + sum // MARGIN
end

return tokens
