--- Declarations of the Quran's sources, as an operator edits them, and the files they name.
--
-- A declarations file is JSON: `{ "sources": [ … ] }`, each entry with
--   role          names | arabic | arabic-simple | translation | tafsir
--   locale        a locale that has a Quran, for translation, tafsir and (the meanings only) names
--   format        how its files are read, see FORMATS; "link" for a tafsir that is not embedded
--   file          its file, relative to the declarations file; `{surah}` stands for 1 to 114
--   package?      { kind = "npm"|"deb", name, versions = list of { version, sha256 } }: then `file`
--                 is inside it, the same in each of the versions, of which any will do
--   sha256?       of the file, or over `name NUL size NUL bytes` of each in name order; required
--                 with a package
--   label, publisher, version, notice, source_url, update_url, retrieved_at
--   terms         { url, file, licence?, known? }: the name of a licence that plainly allows to
--                 serve the text in public, without which publishing reminds of it; locale -> what
--                 is known of the terms, and what must be cleared before public use
--   access_notice for tafsir: how it may be had
--   notices?      locale -> the notice of the Arabic text in that language
--   repairs?      list of { verse = "s:v", find, replace, why }: find must occur exactly once, and
--                 the notice of a served text names the verse; of names, { surah = n, … }
--   notes?        "missing": the text has markers `[n]` or `n)` whose notes the source lacks
--   entities?     "decode": HTML entities in it stand for characters
-- An entry of an operator's file replaces the entry of the same role and locale of the
-- project's own file; what it leaves out stays.
local lfs = require("lfs")
local svc = require("svc")
local declaration = require("data.import.declaration")
local installation = require("base.files")
local message = require("base.message")
local strict_json = require("data.import.strict_json")

local quran_source = {}

-- The greatest size of a file; no edition comes near it.
local MOST_BYTES = 64 * 1024 * 1024

local function read_bytes(path)
  local mode = lfs.attributes(path, "mode") or "file"
  if mode ~= "file" then return message.refuse("%s: is a %s, not a file", path, mode) end
  local file <close>, reason = io.open(path, "rb")
  if not file then return nil, reason end
  local bytes = file:read(MOST_BYTES + 1) or ""
  if #bytes > MOST_BYTES then
    return message.refuse("%s: is larger than %d MiB", path, MOST_BYTES >> 20)
  end
  return bytes
end

--- Reads a declarations file.
-- @tparam string path
-- @treturn table|nil list of entries, each with `name` and `folder` added
-- @treturn string|nil the refusal
function quran_source.declarations(path)
  local bytes, reason = read_bytes(path)
  if not bytes then return nil, reason .. "; name the file of the Quran sources" end
  local entries, fault = strict_json.decode({ path = path, bytes = bytes }, "correct it")
  if fault then return nil, fault end
  entries = type(entries) == "table" and entries.sources
  if type(entries) ~= "table" or #entries == 0 then
    return nil, path .. ': declares no sources; expected is { "sources": [ … ] }'
  end
  local seen = {}
  for i, entry in ipairs(entries) do
    fault = declaration.fault(entry)
    if fault then return message.refuse("%s: source %d: %s", path, i, fault) end
    entry.name = entry.locale and entry.role .. " " .. entry.locale or entry.role
    entry.folder = path:match("^(.*/)[^/]*$") or ""
    if seen[entry.name] then
      local twice = "%s: source %d: %s is declared twice; remove one"
      return message.refuse(twice, path, i, entry.name)
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
  for surah = 1, svc.surahs do
    names[surah] = (entry.file:gsub("{surah}", tostring(surah)))
  end
  table.sort(names)
  return names
end

--- The digest, size and number of files, a list of `{ path, bytes }` in name order, as the
-- contract's Artifact.
local function artifact_of(files)
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
      return message.refuse("%s: %s; %s", entry.name, reason, cure)
    end
    entry.files[i] = { path = path, bytes = bytes }
  end
  entry.artifact = artifact_of(entry.files)
  if entry.sha256 and entry.artifact.digest ~= "sha256:" .. entry.sha256 then
    local fault = "%s: %s has the digest %s, declared is sha256:%s; fetch it again or review the "
      .. "new file and pin it"
    local path, digest = entry.files[1].path, entry.artifact.digest
    return message.refuse(fault, entry.name, path, digest, entry.sha256)
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
    return message.refuse("%s: terms: %s; keep a copy of the terms there", entry.name, reason)
  end
  return artifact_of { { path = path, bytes = bytes } }
end

return quran_source
