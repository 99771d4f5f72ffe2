--- Reader of the files of the npm package quran-pack: one JSON object a surah, `{ number,
-- name_latin, name_trans_id, translations = { id = verse -> text }, tafsirs = { id = { kemenag =
-- verse -> text } } }`, the verses being named by decimal strings.
local book = require("data.import.quran_book")
local strict_json = require("data.import.strict_json")

local quranpack = {}

-- The path to the texts of a role inside a surah.
local PATHS = {
  translation = { "translations", "id" },
  tafsir = { "tafsirs", "id", "kemenag" },
}

local function dig(value, path)
  for _, name in ipairs(path) do
    value = type(value) == "table" and value[name] or nil
  end
  return type(value) == "table" and value or {}
end

--- Reads the verses of a role.
-- @tparam table source as data.import.quran_source gives it
-- @treturn table|nil a finished book
-- @treturn string|nil the refusal
function quranpack.read(source)
  local verses = book.new()
  for _, file in ipairs(source.files) do
    local surah, reason = strict_json.decode(file)
    if not surah then return nil, reason end
    surah = type(surah) == "table" and surah or {}
    for verse, text in pairs(dig(surah, PATHS[source.role])) do
      verses:put { surah = surah.number, verse = verse, text = text, file = file }
    end
  end
  return verses:finish(source.files[1])
end

--- Reads the names.
-- @tparam table source
-- @treturn table|nil 114 of `{ name, meaning }`
-- @treturn string|nil the refusal
function quranpack.names(source)
  local names = {}
  for _, file in ipairs(source.files) do
    local surah, reason = strict_json.decode(file)
    if not surah then return nil, reason end
    if type(surah) ~= "table" or math.type(surah.number) == nil then
      return book.refuse({ file = file }, "is no surah", "fetch the file of the package again")
    end
    names[surah.number] = { name = surah.name_latin, meaning = surah.name_trans_id }
  end
  return names
end

return quranpack
