--- Searches in many texts: one takes a time that hardly grows with their number, whatever is typed.
-- Of n texts as many searches are counted as are in proportion to n, so that one whose time grows
-- with the texts shows as a square.

local publication = require("spec.proof.growth.publication")

--- Texts for each search.
local SHARE = 32

-- stylua: ignore
local QUERIES = {
  { "a common word", "common" },
  { "a common word and one that a single text has", "common rare" },
  { "a common word and one that no text has", "common zyxwvut" },
  { "two common words", "common word" },
}

local opened = {} -- by the number of texts

local function open(n)
  local texts = { "A common word, and a rare one.\n" }
  for k = 2, n do
    texts[k] = "A common word.\n"
  end
  opened[n] = opened[n] or publication.open(publication.write(table.unpack(texts)))
  return opened[n]
end

local cases = {}
for i, row in ipairs(QUERIES) do
  cases[i] = {
    name = "texts: " .. row[1],
    size = 512,
    worst = function(n) return { texts = open(n), searches = n // SHARE } end,
    run = function(input)
      for _ = 1, input.searches do
        input.texts:search({ queries = { row[2] }, locale = "en" })
      end
    end,
  }
end

return cases
