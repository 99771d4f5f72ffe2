--- The rules of a declaration of a source of the Quran (quran_source.lua describes its members).
local svc = require("svc")
local date = require("base.date")
local tables = require("base.tables")
local trim = require("base.text").trim

local declaration = {}

--- The members an entry may have, and their types.
-- stylua: ignore
local MEMBERS = {
  role = "string", locale = "string", format = "string", file = "string", package = "table",
  sha256 = "string", label = "string", publisher = "string", version = "string",
  notice = "string", source_url = "string", update_url = "string", retrieved_at = "string",
  terms = "table", access_notice = "string", repairs = "table", notes = "string",
  entities = "string", notices = "table",
}

-- The formats each role may have.
-- stylua: ignore
local FORMATS = {
  names = { "meanings", "quran-json", "quran-pack" },
  arabic = { "quran-json", "quranenc-json", "tanzil-text", "tanzil-xml" },
  ["arabic-simple"] = { "quran-json", "tex", "tanzil-text", "tanzil-xml" },
  translation = { "quran-json", "quran-pack", "tex", "quranenc-csv", "quranenc-xml",
    "quranenc-json", "tanzil-text", "tanzil-xml" },
  tafsir = { "quran-pack", "quranenc-csv", "quranenc-xml", "quranenc-json", "link" },
}

-- Members that a served text must have. The version may come from the file.
local ATTRIBUTION =
  { "label", "publisher", "notice", "source_url", "update_url", "retrieved_at" }

local function member_fault(entry)
  for name, value in pairs(entry) do
    if not MEMBERS[name] then return ("member %q is unknown; correct its name"):format(name) end
    if type(value) ~= MEMBERS[name] then
      return ("member %q is no %s; correct it"):format(name, MEMBERS[name])
    end
  end
end

--- The fault of the declaration of a package, or nil. Its words go into a command.
local function package_fault(package)
  if package.kind ~= "npm" and package.kind ~= "deb" then
    return "package.kind is unknown; accepted: npm, deb"
  end
  if not tostring(package.name):find("^[a-z0-9][a-z0-9.+-]*$") then
    return "package.name is no package's name; correct it"
  end
  if type(package.versions) ~= "table" or #package.versions == 0 then
    return "package.versions is no list of { version, sha256 }; name each version that is accepted"
  end
  for _, row in ipairs(package.versions) do
    row = type(row) == "table" and row or {}
    if not tostring(row.version):find("^[0-9][%w.+~-]*$") then
      return "package.versions: a version is no version; correct it"
    end
    local digest = tostring(row.sha256)
    if #digest ~= 64 or digest:find("%X") then
      return ("package.versions: %s has no SHA-256; pin it"):format(row.version)
    end
  end
end

--- The locales whose tafsir the publication holds, or does not, for people.
local function locales_with(embedded)
  local list = {}
  for _, locale in ipairs(svc.quran_locales) do
    if svc.tafsirs[locale] == embedded then list[#list + 1] = locale end
  end
  return table.concat(list, " and ")
end

local function role_fault(entry)
  local formats = FORMATS[entry.role]
  if not formats then
    return "its role is unknown; accepted: names, arabic, arabic-simple, translation, tafsir"
  end
  if not tables.contains(formats, entry.format) then
    return ("format %q is not accepted for its role; accepted: %s"):format(
      tostring(entry.format),
      table.concat(formats, ", ")
    )
  end
  local wants_locale = entry.role == "translation" or entry.role == "tafsir"
  if wants_locale and not entry.locale or entry.locale and not svc.languages[entry.locale] then
    return "its locale is missing or unknown; accepted: " .. table.concat(svc.locales, ", ")
  end
  if entry.role == "tafsir" and svc.tafsirs[entry.locale] == (entry.format == "link") then
    local fault = "the tafsir is embedded for %s, and a link for %s; correct its format"
    return fault:format(locales_with(true), locales_with(false))
  end
  if entry.format ~= "link" and not entry.file then return "its file is missing; add it" end
  if entry.package and not entry.sha256 then return "its sha256 is missing; pin the file" end
  if entry.package then return package_fault(entry.package) end
end

local function is_served(entry) return entry.role ~= "names" and entry.role ~= "arabic-simple" end

--- The subject of a repair: a surah where it is one of names, else a verse.
local function place_fault(row, role)
  if role ~= "names" then
    if tostring(row.verse):find("^%d+:%d+$") then return nil end
    return "a repair names no verse; write it as 2:255"
  end
  if math.type(row.surah) == "integer" and svc.verse_count(row.surah) then return nil end
  return ("a repair names no surah; give 1 to %d"):format(svc.surahs)
end

local function repairs_fault(entry)
  for _, row in ipairs(entry.repairs or {}) do
    row = type(row) == "table" and row or {}
    local fault = place_fault(row, entry.role)
    if fault then return fault end
    for _, name in ipairs { "find", "replace", "why" } do
      if type(row[name]) ~= "string" then
        return ("the repair of %s has no %s; add it"):format(row.verse or row.surah, name)
      end
    end
  end
end

local function is_shown(text)
  return type(text) == "string" and text ~= "" and text == trim(text)
end

--- The fault of texts by locale, or nil.
local function local_fault(name, texts)
  if texts and type(texts) ~= "table" then
    return name .. " is no table; give a text a locale"
  end
  for locale, text in pairs(texts or {}) do
    if not svc.languages[locale] or not is_shown(text) then
      local fault = "%s: %s is no locale, or has no trimmed text; accepted: %s"
      return fault:format(name, locale, table.concat(svc.locales, ", "))
    end
  end
end

--- The notice of the Arabic text may be given in the languages of its readers.
local function notices_fault(entry)
  if entry.notices and entry.role ~= "arabic" then
    return 'member "notices" is only of the Arabic text; write its notice'
  end
  return local_fault("notices", entry.notices)
end

local function terms_fault(terms)
  if terms.licence and not is_shown(terms.licence) then
    return "terms.licence is no name of a licence; correct it, or leave it out where none is clear"
  end
  return local_fault("terms.known", terms.known)
end

-- Repairs of an edition beyond which a notice gives their number, and its terms the verses.
local NAMED_REPAIRS = 20

--- The names that the notice of an edition must give, so that readers of every language learn what
-- differs from the publisher's text, and how it is called.
local function named_repairs(entry)
  local repairs, named = entry.repairs or {}, {}
  if #repairs > NAMED_REPAIRS then
    return { tostring(#repairs) }, "how many repairs there are: %s"
  end
  for i, row in ipairs(repairs) do
    named[i] = row.verse
  end
  return named, "%s, which is repaired"
end

local function notice_fault(entry)
  local notices = { entry.notice or "" }
  for _, notice in pairs(entry.notices or {}) do
    notices[#notices + 1] = notice
  end
  local named, called = named_repairs(entry)
  for _, name in ipairs(named) do
    for _, notice in ipairs(notices) do
      if not notice:find("%f[%d]" .. name .. "%f[%D]") then
        return ("its notice does not name %s; name it"):format(called:format(name))
      end
    end
  end
end

--- The verses of an edition that are repaired, where the notice gives only the number of repairs.
-- @tparam table entry
-- @treturn string|nil such as "2:40, 2:133"
function declaration.repaired_verses(entry)
  local repairs, verses = entry.repairs or {}, {}
  if #repairs <= NAMED_REPAIRS then return nil end
  for _, row in ipairs(repairs) do
    if row.verse ~= verses[#verses] then verses[#verses + 1] = row.verse end
  end
  return table.concat(verses, ", ")
end

local function attribution_fault(entry)
  for _, name in ipairs(ATTRIBUTION) do
    local value = entry[name]
    if name == "notice" and entry.format:find("^tanzil") then
      value = value or "from the file"
    end
    if not is_shown(value) then
      return ("member %q is missing, empty or not trimmed; it is shown to readers"):format(name)
    end
  end
  if not date.instant(entry.retrieved_at) then
    return "retrieved_at is no UTC time; write it as 2026-03-31T12:00:00Z"
  end
  if not entry.terms or type(entry.terms.url) ~= "string" then
    return "terms.url is missing; name the page of the text's own terms"
  end
  if entry.format ~= "link" and type(entry.terms.file) ~= "string" then
    return "terms.file is missing; keep a copy of the text's terms beside the declarations"
  end
  if entry.role == "tafsir" and not entry.access_notice then
    return "access_notice is missing; say how the tafsir may be had"
  end
  return terms_fault(entry.terms) or notice_fault(entry)
end

--- Checks one entry of a declarations file.
-- @param entry
-- @treturn string|nil what is wrong and what to do
function declaration.fault(entry)
  if type(entry) ~= "table" then return "is no object; correct it" end
  return member_fault(entry)
    or role_fault(entry)
    or repairs_fault(entry)
    or notices_fault(entry)
    or is_served(entry) and attribution_fault(entry)
    or nil
end

return declaration
