--- Reader of a file with the meanings of the surahs' names in one language: a JSON list of 114
-- strings.
local book = require("data.import.quran_book")
local strict_json = require("data.import.strict_json")
local tables = require("base.tables")

local meanings = {}

--- Reads the meanings.
-- @tparam table source as data.import.quran_source gives it
-- @treturn table|nil 114 of `{ meaning }`
-- @treturn string|nil the refusal
function meanings.names(source)
  local list, reason = strict_json.decode(source.files[1], "correct it")
  if reason then return nil, reason end
  if type(list) ~= "table" or #list ~= book.SURAHS then
    local what = ("is no list of %d meanings"):format(book.SURAHS)
    return book.refuse(
      { file = source.files[1] },
      what,
      "give one for each surah, in their order"
    )
  end
  return tables.map(list, function(text) return { meaning = text } end)
end

return meanings
