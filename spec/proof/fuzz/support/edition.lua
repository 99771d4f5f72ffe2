--- Shared by the fuzz targets of the Quran's sources. The book they read has one surah, so that a
-- whole edition is seven verses long.
local book = require("data.import.quran_book")
local repair = require("data.import.repair")

book.SURAHS = 1
local VERSES = 7

local function refused(reason)
  assert(type(reason) == "string" and reason:find("^fuzz"), "a refusal names no file")
end

local function check(texts)
  assert(#texts == VERSES)
  for _, verse in ipairs(texts) do
    local text = type(verse) == "table" and verse.text or verse
    local length = assert(utf8.len(text), "a text is not UTF-8")
    for _, mark in ipairs(type(verse) == "table" and verse.marks or {}) do
      assert(mark.offset <= length and mark.number >= 1)
    end
  end
end

--- A target over one reader. @tparam function reader of data.import.*.readers
-- @tparam table source its members beside the files
return function(reader, source)
  source.name = source.name or source.role
  return function(bytes)
    source.files = { { path = "fuzz", bytes = bytes } }
    local verses, reason = reader(source)
    if not verses then return refused(reason) end
    local texts
    texts, reason = repair.texts(source, verses, function() end)
    if not texts then return refused(reason) end
    check(texts)
  end
end
