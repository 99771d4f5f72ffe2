--- Lists the words of the translations of a publication that stand once, that the dictionary of
-- their language does not have, and that data/quran/words.json does not accept: what was damaged on
-- the way from a book to its file is among them. Each is repaired in data/quran/sources.json, or
-- accepted with its reason.
--
--   words.lua PUBLICATION
local cjson = require("cjson")
local editions = require("spec.support.publication.editions")
local quran_words = require("spec.support.publication.quran_words")
local svc = require("svc")

local DICTIONARIES = { de = "de_DE", en = "en_US", id = "id_ID" }

local publication = assert(svc.open(arg[1], { any_signer = true }))
local accepted = cjson.decode(editions.read("data/quran/words.json")).editions

--- The words of a list that the dictionary does not have.
local function unknown(dictionary, words)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write(table.concat(words, "\n"), "\n")
  file:flush()
  local pipe <close> =
    assert(io.popen(("hunspell -i utf-8 -d %s -l %s 2>/dev/null"):format(dictionary, path)))
  local found = {}
  for word in pipe:lines() do
    found[word] = true
  end
  os.remove(path)
  return found
end

--- The words of a translation that stand once, each with its verse.
local function single_words(locale)
  local texts, verses, words, places = {}, {}, {}, {}
  for surah = 1, svc.surahs do
    for verse = 1, svc.verse_count(surah) do
      local range = publication:quran(surah, verse, verse, locale)
      texts[#texts + 1] = editions.plain(range.verses[1].translation)
      verses[#verses + 1] = ("%d:%d"):format(surah, verse)
    end
  end
  local counts = quran_words.count(texts)
  for i, text in ipairs(texts) do
    for _, word in ipairs(quran_words.of(text)) do
      if counts[quran_words.small(word)] == 1 then
        words[#words + 1], places[word] = word, verses[i]
      end
    end
  end
  return words, places
end

local found = 0
for locale, dictionary in pairs(DICTIONARIES) do
  local known, words, places = {}, single_words(locale)
  for _, group in ipairs(accepted["translation " .. locale].words) do
    for word in table.concat(group.words, " "):gmatch("%S+") do
      known[word] = true
    end
  end
  local odd = unknown(dictionary, words)
  for _, word in ipairs(words) do
    if odd[word] and not known[word] then
      found = found + 1
      print(("%s %s: %s"):format(locale, places[word], word))
    end
  end
end
print(("%d words to be repaired or accepted"):format(found))
os.exit(found == 0)
