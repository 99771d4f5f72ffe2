--- Reads the subjects of the Quran, `quran/subjects.yaml`: what verses and surahs are asked for by,
-- in words that a translation need not have. They are for the search index only.
--
-- The file is a list of entries: `at`, the verses and surahs, as `17:1` and `12`, the best known
-- first, and of each locale that has a Quran its subjects.
local svc = require("svc")
local book = require("data.import.quran_book")
local message = require("base.message")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local subjects = {}

local MOST = 120 -- bytes of a subject

local ENTRY = { at = shape.text(200) }
for _, locale in ipairs(svc.quran_locales) do
  ENTRY[locale] = shape.optional(shape.list(shape.text(MOST)))
end
local ENTRIES = shape.list(shape.record(ENTRY))

--- True for a verse or surah of the book.
local function exists(place)
  local surah, verse = place:match("^(%d+):(%d+)$")
  surah, verse = tonumber(surah or place:match("^%d+$")), tonumber(verse)
  local known = surah and surah >= 1 and surah <= book.SURAHS
  return known and (not verse or verse >= 1 and verse <= svc.verse_count(surah))
end

--- Adds subjects to those of a place.
local function add(found, locale, place, list)
  found[locale] = found[locale] or {}
  local known = found[locale][place] or {}
  found[locale][place] = known
  table.move(list, 1, #list, #known + 1, known)
end

--- The subjects of a place as one text, a line each, single words first.
local function join(list)
  local words, phrases = {}, {}
  for _, subject in ipairs(list) do
    local to = subject:find(" ", 1, true) and phrases or words
    to[#to + 1] = subject
  end
  return table.concat(table.move(phrases, 1, #phrases, #words + 1, words), "\n")
end

--- Reads the entries.
-- @tparam string text valid UTF-8
-- @tparam function report `report(line, message, …)`, lines counted from 0
-- @treturn table|nil locale → place → list of subjects, those that it is the best known for twice;
-- nil when anything was reported
function subjects.read(text, report)
  local sound, found = true, {}
  local function refuse(...)
    sound = false
    report(...)
  end
  for _, entry in ipairs(yaml.read(text, ENTRIES, refuse) or {}) do
    local first = true
    for place in entry.at:gmatch("%S+") do
      if not exists(place) then
        refuse(entry.line, "%q is no verse and no surah; accepted: 17:1, or 12", place)
      end
      for _, locale in ipairs(svc.quran_locales) do
        for _ = 1, first and 2 or 1 do
          add(found, locale, place, entry[locale] or {})
        end
      end
      first = false
    end
  end
  return sound and found or nil
end

--- The subjects that come with this program, and of each surah the meaning of its name, and the
-- name without its article.
-- @tparam table data what `svc.builder():quran` takes, with the names of the surahs
-- @treturn table|nil locale → place → subjects, a line each, single words first
-- @treturn string|nil the faults, one line each
function subjects.own(data)
  local folder = package.searchpath("data.publish", package.path):match("^(.*)/[^/]*$")
  local name, faults = folder .. "/quran/subjects.yaml", {}
  local file <close>, fault = io.open(name, "rb")
  if not file then return nil, fault end
  local found = subjects.read(file:read("a"), message.reporter(faults, name))
  if not found then return nil, table.concat(faults, "\n") end
  for _, locale in ipairs(svc.quran_locales) do
    for number, surah in ipairs(data.surahs) do
      local called = (surah.names or {})[locale] or surah.name
      local list = { surah.meanings[locale] or surah.meanings.en, called:match("^A%l+%-(.+)$") }
      add(found, locale, tostring(number), list)
    end
  end
  for _, places in pairs(found) do
    for place, list in pairs(places) do
      places[place] = join(list)
    end
  end
  return found
end

return subjects
