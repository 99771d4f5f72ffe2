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
  local surah, verse = place:match("^(%d+):?(%d*)$")
  surah = tonumber(surah)
  if not surah or surah < 1 or surah > book.SURAHS then return false end
  return verse == "" or tonumber(verse) >= 1 and tonumber(verse) <= svc.verse_count(surah)
end

--- Reads the entries.
-- @tparam string text valid UTF-8
-- @tparam function report `report(line, message, …)`, lines counted from 0
-- @treturn table|nil locale → place → subjects, a line each; nil when anything was reported
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
        local lines = table.concat(entry[locale] or {}, "\n")
        if first and lines ~= "" then lines = lines .. "\n" .. lines end
        local known = found[locale] or {}
        if lines ~= "" then known[place] = (known[place] and known[place] .. "\n" or "") .. lines end
        found[locale] = known
      end
      first = false
    end
  end
  return sound and found or nil
end

--- Adds what surahs are known by beside their name: its meaning, and the name without its article.
-- @tparam table data what `svc.builder():quran` takes
function subjects.add_names(data)
  for _, locale in ipairs(svc.quran_locales) do
    local known = data.subjects[locale] or {}
    for number, surah in ipairs(data.surahs) do
      local name = (surah.names or {})[locale] or surah.name
      local lines = { surah.meanings[locale] or surah.meanings.en }
      lines[#lines + 1] = name:match("^A%l+%-(.+)$")
      lines[#lines + 1] = known[tostring(number)]
      known[tostring(number)] = table.concat(lines, "\n")
    end
    data.subjects[locale] = known
  end
end

--- Reads the subjects that come with this program.
-- @treturn table|nil as `read` gives them
-- @treturn string|nil the faults, one line each
function subjects.own()
  local name = package.searchpath("data.publish", package.path):gsub("[^/]*$", "quran/subjects.yaml")
  local file <close>, fault = io.open(name, "rb")
  if not file then return nil, fault end
  local faults = {}
  local found = subjects.read(file:read("a"), message.reporter(faults, name))
  return found, table.concat(faults, "\n")
end

return subjects
