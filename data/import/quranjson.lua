--- Reader of the files of the npm package quran-json: one JSON list of 114 surahs
-- `{ id, name, transliteration, translation?, type, total_verses, verses = list of { id, text,
-- translation? } }`.
local book = require("data.import.quran_book")
local strict_json = require("data.import.strict_json")

local quranjson = {}

local REVELATIONS = { meccan = "Meccan", medinan = "Medinan" }

-- Which member of a verse holds the text of a role.
local MEMBERS = { arabic = "text", translation = "translation" }

local function surahs_of(source)
  local file = source.files[1]
  local surahs, reason = strict_json.decode(file)
  if not surahs then return nil, reason end
  local good = type(surahs) == "table" and #surahs == book.SURAHS
  for _, surah in ipairs(good and surahs or {}) do
    good = good and type(surah) == "table" and strict_json.is_list(surah.verses)
  end
  if good then return surahs end
  return book.refuse({ file = file }, "is no list of 114 surahs, each with a list of verses",
    "fetch the file of the package again")
end

--- Reads the verses of a role. @tparam table source as data.import.quran_source gives it
-- @treturn table|nil a finished book @treturn string|nil the refusal
function quranjson.read(source)
  local surahs, reason = surahs_of(source)
  if not surahs then return nil, reason end
  local file, verses = source.files[1], book.new()
  local member = MEMBERS[source.role]
  for _, surah in ipairs(surahs) do
    for _, verse in ipairs(surah.verses) do
      local good, fault = verses:put {
        surah = surah.id, verse = verse.id, text = verse[member], file = file,
      }
      if not good then return nil, fault end
    end
  end
  return verses:finish(file)
end

--- Reads the names. @tparam table source
-- @treturn table|nil 114 of `{ name, arabic_name, revelation, meaning }` @treturn string|nil
function quranjson.names(source)
  local surahs, reason = surahs_of(source)
  if not surahs then return nil, reason end
  local names = {}
  for i, surah in ipairs(surahs) do
    names[i] = {
      name = surah.transliteration,
      arabic_name = surah.name,
      revelation = REVELATIONS[surah.type],
      meaning = surah.translation,
    }
  end
  return names
end

return quranjson
