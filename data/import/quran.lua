--- The Quran: declared sources in, what `svc.builder():quran` takes out, and the surahs as
-- documents.
local bismillah = require("data.import.bismillah")
local book = require("data.import.quran_book")
local declaration = require("data.import.declaration")
local meanings = require("data.import.meanings")
local message = require("base.message")
local locales = require("base.locales")
local quran_source = require("data.import.quran_source")
local quranenc = require("data.import.quranenc")
local quranjson = require("data.import.quranjson")
local quranpack = require("data.import.quranpack")
local repair = require("data.import.repair")
local subjects = require("data.import.subjects")
local surah_documents = require("data.import.surah_documents")
local tables = require("base.tables")
local tanzil = require("data.import.tanzil")
local tex = require("data.import.tex")

local quran = {}

local READERS = tables.merge(
  { ["quran-json"] = quranjson.read, ["quran-pack"] = quranpack.read, tex = tex.read },
  quranenc.readers,
  tanzil.readers
)

local NAME_READERS = {
  meanings = meanings.names,
  ["quran-json"] = quranjson.names,
  ["quran-pack"] = quranpack.names,
}

--- Adds to a declaration what the file says of itself; a version that differs is refused.
local function complete(source, version, notice)
  if version and source.version and source.version ~= version then
    local fault = "%s: the file is version %s, declared is %s; correct the declaration"
    return message.refuse(fault, source.files[1].path, version, source.version)
  end
  source.version = source.version or version
  if notice then source.notice = source.notice and source.notice .. " " .. notice or notice end
  if not source.version then
    local fault = "%s: version is missing and %s names none; declare it"
    return message.refuse(fault, source.name, source.files[1].path)
  end
  return true
end

--- The terms of use of a source, by locale, and the repaired verses that its notice does not name.
local function known_terms(source)
  local verses, known = declaration.repaired_verses(source), {}
  for locale, text in pairs(source.terms.known or {}) do
    known[locale] = verses and text .. " " .. locales[locale].repaired:format(verses) or text
  end
  return next(known) and known
end

--- The attribution of a source, as the builder takes it.
local function attribution(source)
  local result = {
    label = source.label,
    notice = source.notice,
    notices = source.notices,
    publisher = source.publisher,
    retrieved_at = source.retrieved_at,
    source_url = source.source_url,
    update_url = source.update_url,
    version = source.version,
    terms = { url = source.terms.url, known = known_terms(source) },
  }
  if source.format == "link" then return result end
  local terms, fault = quran_source.terms_artifact(source)
  if not terms then return nil, fault end
  result.artifact, result.terms.artifact = source.artifact, terms
  return result
end

--- Separates the opening formula from the first verses of an Arabic text. In a text that is served
-- only Tanzil's formats may have it there.
local function separate(source, verses, log)
  local formulas, separated = {}, false
  local expected = source.role == "arabic-simple" or source.format:find("^tanzil")
  for surah = 2, book.SURAHS do
    local record = verses[book.index(surah, 1)]
    local formula, rest = bismillah.split(record.text)
    formula = record.bismillah or formula
    if formula and not record.bismillah then
      if not expected or rest == "" or surah == 9 then
        local cure = "it is no part of the verse: add a repair or choose another edition"
        return book.refuse(record, "the opening formula stands in verse 1", cure)
      end
      log(("%s %d:1: separated the opening formula from the verse"):format(source.name, surah))
      record.text, separated = rest, true
    end
    formulas[surah] = formula
  end
  return formulas, separated
end

--- Says in the notice, in each language that has one, that the formula stood in the verses.
local function add_separated(source)
  source.notice = source.notice .. " " .. locales.en.separated
  for locale, notice in pairs(source.notices or {}) do
    source.notices[locale] = notice .. " " .. locales[locale].separated
  end
end

local steps = {}

--- Applies a repair to the one text of a surah's names that it finds once.
local function repair_name(names, row, source, log)
  local found = {}
  for member, text in pairs(names[row.surah] or {}) do
    local is_text = type(text) == "string"
    if is_text and text:find(row.find, 1, true) then found[#found + 1] = member end
  end
  local text = #found == 1 and names[row.surah][found[1]]
  local first, last = (text or ""):find(row.find, 1, true)
  if not first or text:find(row.find, last + 1, true) then
    local fault = "%s: surah %d: repair %q does not apply exactly once; correct the repair in the "
      .. "sources file: the names have changed"
    return message.refuse(fault, source.files[1].path, row.surah, row.find)
  end
  names[row.surah][found[1]] = text:sub(1, first - 1) .. row.replace .. text:sub(last + 1)
  log(("%s %d: repaired: %s"):format(source.name, row.surah, row.why))
  return true
end

--- The names of a source with its repairs.
local function names_of(source, log)
  local names, fault = NAME_READERS[source.format](source)
  for _, row in ipairs(names and source.repairs or {}) do
    local good, why = repair_name(names, row, source, log)
    if not good then return nil, why end
  end
  return names, fault
end

function steps.names(data, source, log)
  local names, fault = names_of(source, log)
  if not names then return nil, fault end
  for i = 1, book.SURAHS do
    local from, to = names[i], data.surahs[i] or { names = {}, meanings = {} }
    local is_named = from and (source.locale and not from.name or type(from.name) == "string")
    if not is_named or type(from.meaning) ~= "string" then
      local what = "%s: surah %d has no name or meaning; fetch the file again"
      return message.refuse(what, source.files[1].path, i)
    end
    to.meanings[source.locale or "en"] = from.meaning
    if source.locale then
      to.names[source.locale] = from.name
    else
      to.name, to.arabic_name, to.revelation = from.name, from.arabic_name, from.revelation
    end
    data.surahs[i] = to
  end
  return true
end

--- Reads the texts of one source, whose files have been read.
-- @tparam table source an entry of data.import.quran_source
-- @tparam function log takes each line about a repair
-- @treturn table|nil 6236 strings, or `{ text, marks, notes }` where a verse has notes
-- @treturn table|string|nil the separated opening formulas by surah, for Arabic; or the refusal
function quran.texts(source, log)
  local verses, version, notice = READERS[source.format](source)
  if not verses then return nil, version end
  local formulas, separated
  if source.role:find("^arabic") then
    formulas, separated = separate(source, verses, log)
    if not formulas then return nil, separated end
  end
  if source.role ~= "arabic-simple" then
    local good, why = complete(source, version, notice)
    if not good then return nil, why end
    if separated then add_separated(source) end
  end
  local texts, why = repair.texts(source, verses, log)
  if not texts then return nil, why end
  return texts, formulas
end

function steps.arabic(data, source, log)
  local fault
  data.arabic, data.bismillah = quran.texts(source, log)
  if not data.arabic then return nil, data.bismillah end
  data.sources.arabic, fault = attribution(source)
  return data.sources.arabic, fault
end

steps["arabic-simple"] = function(data, source, log)
  local fault
  data.simple, fault = quran.texts(source, log)
  return data.simple, fault
end

function steps.translation(data, source, log)
  local texts, fault = quran.texts(source, log)
  if not texts then return nil, fault end
  data.translations[source.locale] = texts
  data.sources.translation[source.locale], fault = attribution(source)
  return data.sources.translation[source.locale], fault
end

function steps.tafsir(data, source, log)
  local fault
  if source.format ~= "link" then
    data.tafsir[source.locale], fault = quran.texts(source, log)
    if not data.tafsir[source.locale] then return nil, fault end
  end
  data.access[source.locale] = source.access_notice
  data.sources.tafsir[source.locale], fault = attribution(source)
  return data.sources.tafsir[source.locale], fault
end

--- Notices for the publisher, before a text is served in public.
-- @tparam table source as data.import.quran_source gives it
-- @treturn string|nil a line; nil where a licence clears it, or it is not served
function quran.reminder(source)
  local is_served = source.terms and source.format ~= "link"
  if not is_served or source.terms.licence then return nil end
  local line = "%s: no licence is known that plainly allows to serve it in public; before you do, "
    .. "read %s and %s, and ask the publisher: %s"
  local terms = source.terms
  return line:format(source.name, source.folder .. terms.file, terms.url, source.publisher)
end

--- Loads all sources. Their packages must have been fetched (see data.fetch).
-- @tparam string sources_file the declarations: the project's own or an operator's, whose entries
-- replace the project's of the same role and locale
-- @tparam string cache folder of the fetched packages
-- @tparam[opt] function log takes each line about a repair
-- @treturn table|nil what `svc.builder():quran` takes (its shape: csrc/binding/quran.h)
-- @treturn string|nil the refusal: file, line and verse where known, what is wrong, the cure
function quran.load(sources_file, cache, log)
  log = log or function() end
  local sources, fault = quran_source.all(sources_file)
  if not sources then return nil, fault end
  local data = {
    surahs = {},
    translations = {},
    tafsir = {},
    access = {},
    sources = { translation = {}, tafsir = {} },
  }
  for _, source in ipairs(sources) do
    local good, why = true, nil
    if source.format ~= "link" then
      good, why = quran_source.read(source, cache)
    end
    if good then
      good, why = steps[source.role](data, source, log)
    end
    if not good then return nil, why end
    source.files = nil
  end
  data.subjects, fault = subjects.own(data)
  if not data.subjects then return nil, fault end
  for _, source in ipairs(sources) do
    local line = quran.reminder(source)
    if line then log(line) end
  end
  return data
end

--- The surahs as documents, in each locale that has a Quran.
-- @tparam table data as `load` returns it
-- @treturn table list of 114 documents a locale
quran.documents = surah_documents.all

return quran
