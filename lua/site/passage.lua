--- Reads what is meant as a reference to the Quran: by the grammar of the engine
-- (csrc/quran/reference.h), or by what a surah's name means in the language of the reader, as in
-- "the cow 255".

local svc = require("svc")
local text = require("base.text")

local passage = {}

-- Words that stand before a name and are no part of it.
local LEADING = {
  "surah",
  "sura",
  "surat",
  "sure",
  "the",
  "an",
  "a",
  "die",
  "der",
  "das",
  "den",
  "dem",
  "des",
}

local is_leading = {}
for _, word in ipairs(LEADING) do
  is_leading[word] = true
end

--- A meaning as it is compared: in small letters, without what leads up to it.
local function key_of(meaning)
  local words = {}
  for word in meaning:lower():gmatch("[%w\x80-\xff]+") do
    if #words > 0 or not is_leading[word] then words[#words + 1] = word end
  end
  return table.concat(words, " ")
end

local meanings = setmetatable({}, { __mode = "k" })

--- Surahs by what their names mean in a locale; a meaning of two surahs names neither.
local function meanings_of(publication, locale)
  meanings[publication] = meanings[publication] or {}
  local own = meanings[publication][locale]
  if own then return own end
  own = {}
  for number = 1, svc.surahs do
    local surah = publication:surah(number, locale)
    local key = surah and key_of(surah.meaning.text)
    if key then own[key] = own[key] == nil and number or false end
  end
  meanings[publication][locale] = own
  return own
end

--- Reads a text as a reference.
-- @tparam string asked
-- @tparam userdata publication
-- @tparam string locale in which names have meanings
-- @treturn table|nil `svc.Reference`; nil where it is none for certain
-- @treturn {table,...}|nil then what may have been meant
function passage.read(asked, publication, locale)
  local found, candidates = svc.quran_reference(asked)
  if found then return found end
  local trimmed = text.trim(asked)
  local digit = trimmed:find("%d") or #trimmed + 1
  local verses = trimmed:sub(digit)
  local surah = not verses:find("[^%d-]")
    and meanings_of(publication, locale)[key_of(trimmed:sub(1, digit - 1))]
  if not surah then return nil, candidates end
  local joint = verses == "" and "" or ":" .. verses
  return svc.quran_reference(("surah %d%s"):format(surah, joint))
end

--- The path of the page that shows a reference.
-- @tparam table found `svc.Reference`
-- @tparam string locale
-- @tparam integer longest verses of a page at most
-- @treturn string|nil nil where the reference has no page of its own: a juz, verses that are not
function passage.path(found, locale, longest)
  if found.juz or found.asked_first and not found.first then return nil end
  local path = ("/%s/quran/%d"):format(locale, found.surah)
  if not found.first then return path end
  if found.first == found.last then return ("%s/%d"):format(path, found.first) end
  local fits = found.last - found.first < longest
  return path .. (fits and "/%d-%d" or "#verse-%d"):format(found.first, found.last)
end

--- The beginnings of the thirty parts in which the Quran is read.
-- @tparam string locale
-- @treturn {table,...} by the number of the part: `path` of its surah, and `verse`
function passage.juz(locale)
  local list = {}
  for number = 1, svc.juz do
    local found = svc.quran_reference("juz " .. number)
    list[number] = { path = ("/%s/quran/%d"):format(locale, found.surah), verse = found.first }
  end
  return list
end

return passage
