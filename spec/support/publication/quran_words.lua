--- The words of an edition of the Quran, as the specs and `make words` read them.
local quran_words = {}

--- The words of a text, in its order: runs of letters, without marks, digits and apostrophes.
-- @tparam string text UTF-8
-- @treturn {string,...}
function quran_words.of(text)
  local words = {}
  local plain = text:gsub("\xe2\x80[\x80-\xbf]", " "):gsub("\xc2[\xa0-\xbf]", " ")
  for word in plain:gmatch("[%a\x80-\xff]+") do
    words[#words + 1] = word
  end
  return words
end

--- A word without capitals.
function quran_words.small(word)
  return (
    word:lower():gsub(
      "\xc3[\x80-\x9e]",
      function(letter) return "\xc3" .. string.char(letter:byte(2) + 0x20) end
    )
  )
end

--- How often each word stands in texts, capitals or not.
-- @tparam {string,...} texts
-- @treturn table small word -> number
function quran_words.count(texts)
  local counts = {}
  for _, text in ipairs(texts) do
    for _, word in ipairs(quran_words.of(text)) do
      local small = quran_words.small(word)
      counts[small] = (counts[small] or 0) + 1
    end
  end
  return counts
end

--- Neighbours that are one word of the edition when they are joined, one of which stands nowhere
-- else: most often a word cut in two.
-- @tparam string text
-- @tparam table counts from `count`
-- @treturn {string,...} such as "Zei chen"
function quran_words.cut(text, counts)
  local found, words = {}, quran_words.of(text)
  for i = 1, #words - 1 do
    local a, b = quran_words.small(words[i]), quran_words.small(words[i + 1])
    local pair = words[i] .. " " .. words[i + 1]
    local near = counts[a .. b] and (counts[a] == 1 or counts[b] == 1)
    if near and text:find(pair, 1, true) then found[#found + 1] = pair end
  end
  return found
end

return quran_words
