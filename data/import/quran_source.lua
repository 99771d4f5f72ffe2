--- Declarations of the Quran's sources, as an operator edits them, and the files they name.
--
-- A declarations file is JSON: `{ "sources": [ … ] }`, each entry with
--   role          names | arabic | arabic-simple | translation | tafsir
--   locale        en | id | de for translation, tafsir and (the meanings only) names
--   format        how its files are read, see FORMATS; "link" for a tafsir that is not embedded
--   file          its file, relative to the declarations file; `{surah}` stands for 1 to 114
--   package?      { kind = "npm"|"deb", name, versions = list of { version, sha256 } }: then `file`
--                 is inside it, the same in each of the versions, of which any will do
--   sha256?       of the file, or over `name NUL size NUL bytes` of each in name order; required
--                 with a package
--   label, publisher, version, notice, source_url, update_url, retrieved_at, terms = { url, file }
--   access_notice for tafsir: how it may be had
--   repairs?      list of { verse = "s:v", find, replace, why }: find must occur exactly once, and
--                 the notice of a served text names the verse
--   notes?        "missing": the text has markers `[n]` or `n)` whose notes the source lacks
--   entities?     "decode": HTML entities in it stand for characters
-- What an operator's file declares replaces the entry of the same role and locale of the
-- project's own file; what it leaves out stays.
local cjson = require("cjson")
local lfs = require("lfs")
local svc = require("svc")
local date = require("data.date")
local installation = require("web.files")
local trim = require("web.text").trim

local quran_source = {}

--- The members an entry may have, and their types.
-- stylua: ignore
local MEMBERS = {
  role = "string", locale = "string", format = "string", file = "string", package = "table",
  sha256 = "string", label = "string", publisher = "string", version = "string",
  notice = "string", source_url = "string", update_url = "string", retrieved_at = "string",
  terms = "table", access_notice = "string", repairs = "table", notes = "string",
  entities = "string",
}

-- The formats each role may have.
-- stylua: ignore
local FORMATS = {
  names = { "quran-json", "quran-pack" },
  arabic = { "quran-json", "quranenc-json", "tanzil-text", "tanzil-xml" },
  ["arabic-simple"] = { "quran-json", "tex", "tanzil-text", "tanzil-xml" },
  translation = { "quran-json", "quran-pack", "tex", "quranenc-csv", "quranenc-xml",
    "quranenc-json", "tanzil-text", "tanzil-xml" },
  tafsir = { "quran-pack", "quranenc-csv", "quranenc-xml", "quranenc-json", "link" },
}

-- What a served text must say about itself. The version may come from the file.
local ATTRIBUTION =
  { "label", "publisher", "notice", "source_url", "update_url", "retrieved_at" }

local function contains(list, value)
  for _, entry in ipairs(list) do
    if entry == value then return true end
  end
  return false
end

--- Name of a source in logs: its role and locale.
local function name_of(entry)
  return entry.locale and entry.role .. " " .. entry.locale or entry.role
end

local function member_fault(entry)
  for name, value in pairs(entry) do
    if not MEMBERS[name] then return ("member %q is unknown; correct its name"):format(name) end
    if type(value) ~= MEMBERS[name] then
      return ("member %q is no %s; correct it"):format(name, MEMBERS[name])
    end
  end
  return nil
end

--- What is wrong with the declaration of a package, or nil. Its words go into a command.
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
    if not tostring(row.sha256):find("^%x+$") or #row.sha256 ~= 64 then
      return ("package.versions: %s has no SHA-256; pin it"):format(row.version)
    end
  end
  return nil
end

--- The locales whose tafsir the publication holds, or does not, for people.
local function locales_with(embedded)
  local list = {}
  for _, locale in ipairs(svc.locales) do
    if svc.tafsirs[locale] == embedded then list[#list + 1] = locale end
  end
  return table.concat(list, " and ")
end

local function role_fault(entry)
  local formats = FORMATS[entry.role]
  if not formats then
    return "its role is unknown; accepted: names, arabic, arabic-simple, translation, tafsir"
  end
  if not contains(formats, entry.format) then
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
  return nil
end

local function is_served(entry) return entry.role ~= "names" and entry.role ~= "arabic-simple" end

local function repairs_fault(entry)
  for _, row in ipairs(entry.repairs or {}) do
    row = type(row) == "table" and row or {}
    if not tostring(row.verse):find("^%d+:%d+$") then
      return "a repair names no verse; write it as 2:255"
    end
    for _, name in ipairs { "find", "replace", "why" } do
      if type(row[name]) ~= "string" then
        return ("the repair of %s has no %s; add it"):format(row.verse, name)
      end
    end
  end
  return nil
end

--- Readers are told which verses are not as the publisher wrote them.
local function notice_fault(entry)
  for _, row in ipairs(entry.repairs or {}) do
    if not (entry.notice or ""):find("%f[%d]" .. row.verse .. "%f[%D]") then
      return ("its notice does not name %s, which is repaired; name it"):format(row.verse)
    end
  end
  return nil
end

local function attribution_fault(entry)
  for _, name in ipairs(ATTRIBUTION) do
    local value = entry[name]
    if name == "notice" and entry.format:find("^tanzil") then
      value = value or "from the file"
    end
    if not value or value ~= trim(value) or value == "" then
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
  return notice_fault(entry)
end

--- Checks one entry.
-- @treturn string|nil what is wrong and what to do
local function entry_fault(entry)
  if type(entry) ~= "table" then return "is no object; correct it" end
  return member_fault(entry)
    or role_fault(entry)
    or repairs_fault(entry)
    or is_served(entry) and attribution_fault(entry)
    or nil
end

local function folder_of(path) return path:match("^(.*/)[^/]*$") or "" end

-- No edition comes near it.
local MOST_BYTES = 64 * 1024 * 1024

local function read_bytes(path)
  local mode = lfs.attributes(path, "mode") or "file"
  if mode ~= "file" then return nil, ("%s: is a %s, not a file"):format(path, mode) end
  local file <close>, reason = io.open(path, "rb")
  if not file then return nil, reason end
  local bytes = file:read(MOST_BYTES + 1) or ""
  if #bytes > MOST_BYTES then return nil, path .. ": is larger than 64 MiB" end
  return bytes
end

--- Reads a declarations file.
-- @tparam string path
-- @treturn table|nil list of entries, each with `name` and `folder` added
-- @treturn string|nil the refusal
function quran_source.declarations(path)
  local bytes, reason = read_bytes(path)
  if not bytes then return nil, reason .. "; name the file of the Quran sources" end
  local good, what, offset = svc.check_json(bytes)
  if not good then
    local _, lines = bytes:sub(1, offset or 0):gsub("\n", "")
    return nil, ("%s:%d: is not JSON: %s; correct it"):format(path, lines + 1, what)
  end
  local entries = cjson.decode(bytes)
  entries = type(entries) == "table" and entries.sources
  if type(entries) ~= "table" or #entries == 0 then
    return nil, path .. ': declares no sources; expected is { "sources": [ … ] }'
  end
  local seen = {}
  for i, entry in ipairs(entries) do
    local fault = entry_fault(entry)
    if fault then return nil, ("%s: source %d: %s"):format(path, i, fault) end
    entry.name, entry.folder = name_of(entry), folder_of(path)
    if seen[entry.name] then
      return nil,
        ("%s: source %d: %s is declared twice; remove one"):format(path, i, entry.name)
    end
    seen[entry.name] = true
  end
  return entries
end

--- The project's own declarations file.
function quran_source.default_path() return installation.root .. "data/quran/sources.json" end

--- The sources that hold: the operator's file over the project's own.
-- @tparam string path the operator's file, or the project's own
-- @treturn table|nil list of entries
-- @treturn string|nil the refusal
function quran_source.all(path)
  local entries, reason = quran_source.declarations(quran_source.default_path())
  if not entries then return nil, reason end
  local own, fault = quran_source.declarations(path)
  if not own then return nil, fault end
  local replaced = {}
  for _, entry in ipairs(own) do
    replaced[entry.name] = entry
  end
  for i, entry in ipairs(entries) do
    entries[i], replaced[entry.name] = replaced[entry.name] or entry, nil
  end
  for _, entry in ipairs(own) do
    if replaced[entry.name] then entries[#entries + 1] = entry end
  end
  return entries
end

--- Folder inside the cache for the files of a package. They are the same in each version that is
-- accepted, and the folder is named after the first.
-- @tparam table package
function quran_source.package_folder(package)
  return ("%s/%s-%s/"):format(package.kind, package.name, package.versions[1].version)
end

--- Names of the files of a source, in name order.
-- @tparam table entry
-- @treturn table list of paths relative to the package or the declarations file
function quran_source.file_names(entry)
  if not entry.file:find("{surah}", 1, true) then return { entry.file } end
  local names = {}
  for surah = 1, 114 do
    names[surah] = (entry.file:gsub("{surah}", tostring(surah)))
  end
  table.sort(names)
  return names
end

--- The digest, size and number of files, as the contract's Artifact.
-- @tparam table files list of `{ path, bytes }`, in name order
function quran_source.artifact(files)
  local whole, count = {}, 0
  for i, file in ipairs(files) do
    local name = file.path:match("^.*/(.*)$") or file.path
    whole[i] = #files == 1 and file.bytes
      or table.concat({ name, "\0", #file.bytes, "\0", file.bytes })
    count = count + #file.bytes
  end
  return {
    digest = "sha256:" .. svc.sha256(table.concat(whole)),
    byte_count = count,
    file_count = #files,
  }
end

--- Reads the files of a source into `entry.files` and their artifact into `entry.artifact`.
-- @tparam table entry
-- @tparam string cache folder with the fetched packages
-- @treturn boolean|nil true
-- @treturn string|nil the refusal
function quran_source.read(entry, cache)
  local folder = entry.folder
  if entry.package then folder = cache .. "/" .. quran_source.package_folder(entry.package) end
  entry.files = {}
  for i, name in ipairs(quran_source.file_names(entry)) do
    local path = name:sub(1, 1) == "/" and name or folder .. name
    local bytes, reason = read_bytes(path)
    if not bytes then
      local cure = entry.package and "fetch it with svcd fetch" or "correct its file"
      return nil, ("%s: %s; %s"):format(entry.name, reason, cure)
    end
    entry.files[i] = { path = path, bytes = bytes }
  end
  entry.artifact = quran_source.artifact(entry.files)
  if entry.sha256 and entry.artifact.digest ~= "sha256:" .. entry.sha256 then
    return nil,
      (
        "%s: %s has the digest %s, declared is sha256:%s; fetch it again or review the new"
        .. " file and pin it"
      ):format(entry.name, entry.files[1].path, entry.artifact.digest, entry.sha256)
  end
  return true
end

--- The artifact of the stored copy of a source's terms.
-- @tparam table entry
-- @treturn table|nil Artifact
-- @treturn string|nil the refusal
function quran_source.terms_artifact(entry)
  local path = entry.terms.file
  if path:sub(1, 1) ~= "/" then path = entry.folder .. path end
  local bytes, reason = read_bytes(path)
  if not bytes then
    return nil, ("%s: terms: %s; keep a copy of the terms there"):format(entry.name, reason)
  end
  return quran_source.artifact { { path = path, bytes = bytes } }
end

return quran_source
