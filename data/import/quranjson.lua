--- Reader of the files of the npm package quran-json. Version 3 has the whole book in one file, a
-- JSON list of 114 surahs `{ id, name, transliteration, translation?, type, total_verses, verses =
-- list of { id, text, translation? } }`; version 2 has one file a surah for each language,
-- `{ number, verses = list of { number, text } }`.
local book = require("data.import.quran_book")
local strict_json = require("data.import.strict_json")

local quranjson = {}

local REVELATIONS = { meccan = "Meccan", medinan = "Medinan" }

-- How each layout names the number of a surah or verse, and the text of a role.
local WHOLE_BOOK =
  { number = "id", arabic = "text", ["arabic-simple"] = "text", translation = "translation" }
local SURAH_A_FILE =
  { number = "number", arabic = "text", ["arabic-simple"] = "text", translation = "text" }

local function is_surah(value)
  return type(value) == "table" and strict_json.is_list(value.verses)
end

local function refuse(file, what)
  return book.refuse({ file = file }, what, "fetch the file of the package again")
end

--- The surahs of version 3.
-- @treturn table|nil list of 114
-- @treturn string|nil the refusal
local function surahs_of(file)
  local surahs, reason = strict_json.decode(file)
  if reason then return nil, reason end
  local good = type(surahs) == "table" and #surahs == book.SURAHS
  for _, surah in ipairs(good and surahs or {}) do
    good = good and is_surah(surah)
  end
  if good then return surahs end
  return refuse(file, "is no list of 114 surahs, each with a list of verses")
end

--- The surah of a file of version 2.
-- @treturn table|nil
-- @treturn string|nil the refusal
local function surah_of(file)
  local surah, reason = strict_json.decode(file)
  if reason then return nil, reason end
  if is_surah(surah) then return surah end
  return refuse(file, "is no surah with a list of verses")
end

--- Puts the verses of a surah into a book.
local function put(verses, surah, layout, role, file)
  for _, verse in ipairs(surah.verses) do
    verses:put {
      surah = surah[layout.number],
      verse = verse[layout.number],
      text = verse[layout[role]],
      file = file,
    }
  end
end

--- The surahs of a source, and how they are laid out.
local function read_surahs(source)
  if #source.files == 1 then
    local surahs, reason = surahs_of(source.files[1])
    return surahs, surahs and WHOLE_BOOK or reason
  end
  local surahs = {}
  for i, file in ipairs(source.files) do
    local surah, reason = surah_of(file)
    if not surah then return nil, reason end
    surahs[i] = surah
  end
  return surahs, SURAH_A_FILE
end

--- Reads the verses of a role.
-- @tparam table source as data.import.quran_source gives it
-- @treturn table|nil a finished book
-- @treturn string|nil the refusal
function quranjson.read(source)
  local verses = book.new()
  local surahs, layout = read_surahs(source)
  if not surahs then return nil, layout end
  for i, surah in ipairs(surahs) do
    put(verses, surah, layout, source.role, source.files[i] or source.files[1])
  end
  return verses:finish(source.files[1])
end

--- Reads the names.
-- @tparam table source
-- @treturn table|nil 114 of `{ name, arabic_name, revelation, meaning }`
-- @treturn string|nil
function quranjson.names(source)
  local surahs, reason = surahs_of(source.files[1])
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
