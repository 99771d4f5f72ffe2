--- Fetches the packages that hold the Quran's sources into a cache folder.
--
-- `npm pack` and `apt-get download` get each package as it is published; it is checked against its
-- pinned SHA-256, and only the files that sources name are taken out of it, none of them run.
-- Folders appear in the cache whole or not at all. What is there and right is not fetched again,
-- and then no network is needed. The layout of the cache:
--   packages/           the packages as fetched
--   npm/NAME-VERSION/   files out of an npm package, by their path in it
--   deb/NAME-VERSION/   files out of a Debian package
local lfs = require("lfs")
local svc = require("svc")
local quran_source = require("data.import.quran_source")

local fetch = {}

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- Runs a command in a folder. @treturn boolean success @treturn string all it printed
local function run(folder, command)
  local pipe <close> = assert(io.popen(("cd %s && { %s; } 2>&1; echo \"=$?\""):format(
    quoted(folder), command)))
  local output, status = pipe:read("a"):match("^(.*)=(%d+)\n$")
  return status == "0", output or ""
end

local function last_line(output)
  return output:match("([^\n]+)%s*$") or "no reason given"
end

local function make_folders(path)
  local at = path:sub(1, 1) == "/" and "/" or ""
  for part in path:gmatch("[^/]+") do
    at = at .. part .. "/"
    lfs.mkdir(at)
  end
  if lfs.attributes(path, "mode") ~= "directory" then
    return nil, path .. ": cannot make this folder; choose another cache with --cache"
  end
  return true
end

local function temporary_folder(cache)
  local good, output = run(cache, "mktemp -d ./.fetch-XXXXXX")
  if not good then return nil, ("%s: %s"):format(cache, last_line(output)) end
  return cache .. "/" .. output:match("%./(%S+)")
end

local function remove_folder(path)
  run(".", "rm -rf -- " .. quoted(path))
end

local function digest_of(path)
  local file <close> = io.open(path, "rb")
  return file and svc.sha256(file:read("a"))
end

local NPM = "npm --fetch-retries=1 --fetch-retry-mintimeout=1000 "
local APT = "apt-get -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "

-- How each kind of package is fetched into the current folder and unpacked, and what to do where
-- that fails. `%s` is its name, then its version. A further command is tried when the one before
-- says that it is `outdated`.
local KINDS = {
  npm = {
    commands = { NPM .. "pack %s@%s --ignore-scripts --silent" },
    unpack = "tar -xzf %s --no-same-owner --no-same-permissions -- %s",
    prefix = "",
    archive = "%s-%s.tgz",
    cure = "it needs npm and the registry: check `npm ping`, or put %s into %s yourself",
  },
  deb = {
    commands = {
      APT .. "download %s=%s",
      "test $(id -u) = 0 && " .. APT .. "update && " .. APT .. "download %s=%s",
      APT .. "download %s", -- a point release may have replaced the version
    },
    outdated = { "Unable to locate", "was not found", "no installation candidate", "404" },
    unpack = "dpkg-deb --fsys-tarfile %s | tar -x --no-same-owner --no-same-permissions -- %s",
    prefix = "./",
    archive = "%s_%s_all.deb",
    cure = "it needs Debian's packages: run `apt-get update` as root, or put %s into %s yourself",
  },
}

--- Whether the package lists were to blame for a failure.
local function is_outdated(kind, output)
  for _, sign in ipairs(kind.outdated or {}) do
    if output:find(sign, 1, true) then return true end
  end
  return false
end

--- What is wrong with the declaration of a package, or nil. Its words go into a command.
local function package_fault(package)
  if not KINDS[package.kind] then return "package.kind is npm or deb" end
  if not tostring(package.name):find("^[a-z0-9][a-z0-9.+-]*$") then
    return "package.name is no package's name"
  end
  if not tostring(package.version):find("^[0-9][%w.+~-]*$") then
    return "package.version is no version"
  end
  if not tostring(package.sha256):find("^%x+$") or #package.sha256 ~= 64 then
    return "package.sha256 is no SHA-256"
  end
  return nil
end

--- The packages of all sources with their sources: list of `{ package, folder, sources }`.
local function packages_of(sources)
  local list, by_folder = {}, {}
  for _, source in ipairs(sources) do
    if source.package then
      local fault = package_fault(source.package)
      if fault then return nil, ("%s: %s; correct the sources file"):format(source.name, fault) end
      local folder = quran_source.package_folder(source.package)
      local item = by_folder[folder]
      if not item then
        item = { package = source.package, folder = folder, sources = {} }
        by_folder[folder], list[#list + 1] = item, item
      end
      table.insert(item.sources, source)
    end
  end
  return list
end

--- Whether all files of a package stand in a folder as pinned.
-- @treturn boolean|nil true @treturn string|nil what differs
local function is_complete(item, cache)
  for _, source in ipairs(item.sources) do
    local good, reason = quran_source.read(source, cache)
    source.files = nil
    if not good then return nil, reason end
  end
  return true
end

--- Fetches a package into the folder `temporary`.
-- @treturn string|nil path of the archive @treturn string|nil the refusal
local function download(package, temporary, archives)
  local kind, output = KINDS[package.kind], nil
  for _, command in ipairs(kind.commands) do
    local good
    good, output = run(temporary, command:format(package.name, package.version))
    if good or not is_outdated(kind, output) then break end
  end
  for name in lfs.dir(temporary) do
    if name:find("%.tgz$") or name:find("%.deb$") then return temporary .. "/" .. name end
  end
  return nil, ("%s %s cannot be fetched: %s; %s"):format(package.name, package.version,
    last_line(output), kind.cure:format(kind.archive:format(package.name, package.version),
      archives))
end

--- The archive of a package, out of the cache or fetched into it.
-- @treturn string|nil its path @treturn string|nil the refusal
local function archive_of(package, cache, temporary, log)
  local kind, archives = KINDS[package.kind], cache .. "/packages/"
  local path = archives .. kind.archive:format(package.name, package.version)
  if digest_of(path) == package.sha256 then return path end
  local fetched, reason = download(package, temporary, archives)
  if not fetched then return nil, reason end
  local digest = digest_of(fetched)
  if digest == package.sha256 then
    local good, fault = make_folders(archives)
    if good then good, fault = os.rename(fetched, path) end
    return good and path, fault
  end
  if package.kind == "npm" then
    return nil, ("%s %s has the SHA-256 %s, pinned is %s; the registry serves something else:"
      .. " compare both before you pin the new one"):format(package.name, package.version, digest,
      package.sha256)
  end
  log(("%s: got %s with the SHA-256 %s, pinned is version %s with %s; its files are compared next")
    :format(package.name, fetched:match("[^/]*$"), digest, package.version, package.sha256))
  return fetched
end

--- Names of the files that sources take out of a package.
local function names_of(item)
  local names, seen = {}, {}
  for _, source in ipairs(item.sources) do
    for _, name in ipairs(quran_source.file_names(source)) do
      if ("/" .. name .. "/"):find("/../", 1, true) or name:sub(1, 1) == "/" then
        return nil, ("%s: file %s leads out of its package; correct the sources file"):format(
          source.name, name)
      end
      if not seen[name] then names[#names + 1], seen[name] = name, true end
    end
  end
  return names
end

--- Takes the named files out of an archive into `folder`; each must be a plain file.
local function unpack_files(item, archive, folder)
  local kind, arguments = KINDS[item.package.kind], {}
  local names, fault = names_of(item)
  if not names then return nil, fault end
  for i, name in ipairs(names) do arguments[i] = quoted(kind.prefix .. name) end
  local good, output = run(folder, kind.unpack:format(quoted(archive),
    table.concat(arguments, " ")))
  for _, name in ipairs(names) do
    if lfs.symlinkattributes(folder .. "/" .. name, "mode") ~= "file" then
      return nil, ("%s %s: file %s is missing in it (%s); correct the sources file"):format(
        item.package.name, item.package.version, name, good and "no plain file"
          or last_line(output))
    end
  end
  return true
end

--- Puts a finished folder in its place; an older one there gives way.
local function install(from, to, temporary)
  local parent = to:gsub("[^/]+/$", "")
  local good, fault = make_folders(parent)
  if not good then return nil, fault end
  if lfs.attributes(to) then os.rename(to:sub(1, -2), temporary .. "/replaced") end
  return os.rename(from, to:sub(1, -2))
end

local function absolute(path)
  return path:sub(1, 1) == "/" and path or lfs.currentdir() .. "/" .. path
end

local function get(item, cache, temporary, log)
  local archive, reason = archive_of(item.package, cache, temporary, log)
  if not archive then return nil, reason end
  local whole = temporary .. "/" .. item.folder
  local good, fault = make_folders(whole)
  if good then good, fault = unpack_files(item, archive, whole) end
  if good then good, fault = is_complete(item, temporary) end
  if good then good, fault = install(whole:sub(1, -2), cache .. "/" .. item.folder, temporary) end
  return good, fault
end

--- Fetches what is missing.
-- @tparam string sources_file declarations, as data.import.quran_source reads them
-- @tparam string cache folder; made when missing
-- @tparam table report `log(line)` and `progress(stage, done, total, unit)`, both optional
-- @treturn integer|nil number of packages fetched, 0 when all were there
-- @treturn string|nil the refusal: which package, what is wrong, the cure
function fetch.run(sources_file, cache, report)
  local log, progress = report.log or function() end, report.progress or function() end
  local sources, fault = quran_source.all(sources_file)
  if not sources then return nil, fault end
  local packages, wrong = packages_of(sources)
  if not packages then return nil, wrong end
  cache = absolute(cache):gsub("/+$", "")
  local missing = {}
  for _, item in ipairs(packages) do
    if not is_complete(item, cache) then missing[#missing + 1] = item end
  end
  if #missing == 0 then return 0 end
  local good, reason = make_folders(cache)
  if not good then return nil, reason end
  local temporary
  temporary, reason = temporary_folder(cache)
  if not temporary then return nil, reason end
  local _ <close> = setmetatable({}, { __close = function() remove_folder(temporary) end })
  for i, item in ipairs(missing) do
    progress("fetch", i - 1, #missing, "packages")
    good, reason = get(item, cache, temporary, log)
    if not good then return nil, reason end
    progress("fetch", i, #missing, "packages")
  end
  return #missing
end

return fetch
