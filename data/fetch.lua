--- Fetches the packages that hold the Quran's sources into a cache folder.
--
-- `npm pack` and `apt-get download` get each package as it is published, in the first of its
-- accepted versions that is to be had; it is checked against its pinned SHA-256, and only the files
-- that sources name are taken out of it, none of them run. Folders appear in the cache whole or not
-- at all. What is there and right is not fetched again, and then no network is needed. The layout
-- of the cache:
--   packages/           the packages as fetched
--   npm/NAME-VERSION/   files out of an npm package, by their path in it
--   deb/NAME-VERSION/   files out of a Debian package, whichever of its versions they came from
local lfs = require("lfs")
local svc = require("svc")
local quran_source = require("data.import.quran_source")

local fetch = {}

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Runs a command in a folder.
-- @treturn boolean success
-- @treturn string all it printed
local function run(folder, command)
  local pipe <close> =
    assert(io.popen(('cd %s && { %s; } 2>&1; echo "=$?"'):format(quoted(folder), command)))
  local output, status = pipe:read("a"):match("^(.*)=(%d+)\n$")
  return status == "0", output or ""
end

local function last_line(output) return output:match("([^\n]+)%s*$") or "no reason given" end

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

local function remove_folder(path) run(".", "rm -rf -- " .. quoted(path)) end

local function digest_of(path)
  local file <close> = io.open(path, "rb")
  return file and svc.sha256(file:read("a"))
end

local NPM = "npm --fetch-retries=1 --fetch-retry-mintimeout=1000 "
-- Its messages are read, so they must be English.
local APT = "LC_ALL=C apt-get -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "

-- How each kind of package is fetched into the current folder and unpacked, and what to do where
-- that fails. `exact` takes a name and a version; in the commands `EXACT` stands for it with each
-- accepted version, until one is had. A further command is tried when the one before says that
-- what it knows is `outdated`; the last takes the version that is offered, because a point release
-- may have replaced the others.
local KINDS = {
  npm = {
    exact = NPM .. "pack %s@%s --ignore-scripts --silent",
    commands = { "EXACT" },
    unpack = "tar -xzf %s --no-same-owner --no-same-permissions -- %s",
    prefix = "",
    archive = "%s-%s.tgz",
    cure = "it needs npm and the registry: check `npm ping`, or put %s into %s yourself",
  },
  deb = {
    exact = APT .. "download %s=%s",
    commands = {
      "EXACT",
      "if test $(id -u) = 0; then " .. APT .. "update; fi; EXACT",
      APT .. "download NAME",
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

--- What `describe(row)` gives for each accepted version of a package.
-- @treturn {string,...}
local function each_version(package, describe)
  local list = {}
  for i, row in ipairs(package.versions) do
    list[i] = describe(row)
  end
  return list
end

--- The accepted versions of a package with their digests, for people.
local function accepted(package)
  return table.concat(
    each_version(package, function(row) return ("%s (%s)"):format(row.version, row.sha256) end),
    " or "
  )
end

--- The file names of the accepted versions of a package, as their distributors name them.
local function archive_names(package)
  return each_version(
    package,
    function(row) return KINDS[package.kind].archive:format(package.name, row.version) end
  )
end

--- The packages of all sources with their sources: list of `{ package, folder, sources }`.
local function packages_of(sources)
  local list, by_folder = {}, {}
  for _, source in ipairs(sources) do
    if source.package then
      local folder = quran_source.package_folder(source.package)
      local item = by_folder[folder]
      if not item then
        item = { package = source.package, folder = folder, sources = {} }
        by_folder[folder], list[#list + 1] = item, item
      elseif accepted(item.package) ~= accepted(source.package) then
        return nil,
          ("%s: %s is accepted in other versions than for %s; declare the same"):format(
            source.name,
            source.package.name,
            item.sources[1].name
          )
      end
      table.insert(item.sources, source)
    end
  end
  return list
end

--- Whether all files of a package stand in a folder as pinned.
-- @treturn boolean|nil true
-- @treturn string|nil what differs
local function is_complete(item, cache)
  for _, source in ipairs(item.sources) do
    local good, reason = quran_source.read(source, cache)
    source.files = nil
    if not good then return nil, reason end
  end
  return true
end

--- Fetches a package into the folder `temporary`.
-- @treturn string|nil path of the archive
-- @treturn string|nil the refusal
local function download(package, temporary, archives)
  local kind, output = KINDS[package.kind], nil
  local words = {
    NAME = package.name,
    EXACT = table.concat(
      each_version(
        package,
        function(row) return kind.exact:format(package.name, row.version) end
      ),
      " || "
    ),
  }
  for _, command in ipairs(kind.commands) do
    local good
    good, output = run(temporary, (command:gsub("%u+", words)))
    if good or not is_outdated(kind, output) then break end
  end
  for name in lfs.dir(temporary) do
    if name:find("%.tgz$") or name:find("%.deb$") then return temporary .. "/" .. name end
  end
  local names = table.concat(archive_names(package), " or ")
  return nil,
    ("%s cannot be fetched: %s; %s"):format(
      package.name,
      last_line(output),
      kind.cure:format(names, archives)
    )
end

--- The archive of an accepted version that the cache holds.
-- @treturn string|nil its path
local function cached_archive(package, archives)
  for i, name in ipairs(archive_names(package)) do
    if digest_of(archives .. name) == package.versions[i].sha256 then
      return archives .. name
    end
  end
  return nil
end

--- Moves a fetched archive into the cache.
-- @treturn string|nil its path there, nil where it is none that is accepted
-- @treturn string|nil the refusal, where it cannot be moved
local function keep_archive(package, fetched, archives, log)
  local digest, names = digest_of(fetched), archive_names(package)
  for i, row in ipairs(package.versions) do
    if row.sha256 == digest then
      log(("%s %s: fetched"):format(package.name, row.version))
      local good, fault = make_folders(archives)
      if good then
        good, fault = os.rename(fetched, archives .. names[i])
      end
      return good and archives .. names[i], fault
    end
  end
  return nil
end

--- Names of the files that sources take out of a package.
local function names_of(item)
  local names, seen = {}, {}
  for _, source in ipairs(item.sources) do
    for _, name in ipairs(quran_source.file_names(source)) do
      if ("/" .. name .. "/"):find("/../", 1, true) or name:sub(1, 1) == "/" then
        return nil,
          ("%s: file %s leads out of its package; correct the sources file"):format(
            source.name,
            name
          )
      end
      if not seen[name] then
        names[#names + 1], seen[name] = name, true
      end
    end
  end
  return names
end

--- Takes the named files out of an archive into `folder`; each must be a plain file.
local function unpack_files(item, archive, folder)
  local kind, arguments = KINDS[item.package.kind], {}
  local names, fault = names_of(item)
  if not names then return nil, fault end
  for i, name in ipairs(names) do
    arguments[i] = quoted(kind.prefix .. name)
  end
  local good, output =
    run(folder, kind.unpack:format(quoted(archive), table.concat(arguments, " ")))
  for _, name in ipairs(names) do
    if lfs.symlinkattributes(folder .. "/" .. name, "mode") ~= "file" then
      return nil,
        ("%s: file %s is missing in it (%s); correct the sources file"):format(
          archive:match("[^/]*$"),
          name,
          good and "no plain file" or last_line(output)
        )
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

--- A refusal without the temporary folder that it names.
local function without(fault, folder)
  local first, last = fault:find(folder, 1, true)
  return first and fault:sub(1, first - 1) .. fault:sub(last + 1) or fault
end

--- Takes the files of a package out of an archive into the cache, if they are the pinned ones.
local function take(item, archive, cache, temporary)
  local whole = temporary .. "/" .. item.folder
  local good, fault = make_folders(whole)
  if good then
    good, fault = unpack_files(item, archive, whole)
  end
  if good then
    good, fault = is_complete(item, temporary)
  end
  if not good then return nil, without(fault, whole) end
  return install(whole:sub(1, -2), cache .. "/" .. item.folder, temporary)
end

--- Takes the files out of an archive that is none of those accepted. What a registry serves under
-- a version never changes; a distribution's packages do, and may still hold the same files.
local function take_other(item, archive, cache, temporary, log)
  local what = ("%s with the SHA-256 %s is offered, accepted of %s is %s"):format(
    archive:match("[^/]*$"),
    digest_of(archive),
    item.package.name,
    accepted(item.package)
  )
  if item.package.kind == "npm" then
    return nil,
      what
        .. "; the registry serves something else: compare both before you pin the new"
        .. " one"
  end
  local good, fault = take(item, archive, cache, temporary)
  if not good then return nil, what .. "; " .. fault end
  log(what .. "; its files are the pinned ones")
  return true
end

local function get(item, cache, log)
  local archives = cache .. "/packages/"
  local temporary, fault = temporary_folder(cache)
  if not temporary then return nil, fault end
  local _ <close> = setmetatable({}, { __close = function() remove_folder(temporary) end })
  local archive = cached_archive(item.package, archives)
  if archive then return take(item, archive, cache, temporary) end
  local fetched, reason = download(item.package, temporary, archives)
  if not fetched then return nil, reason end
  archive, fault = keep_archive(item.package, fetched, archives, log)
  if fault then return nil, fault end
  if archive then return take(item, archive, cache, temporary) end
  return take_other(item, fetched, cache, temporary, log)
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
  for i, item in ipairs(missing) do
    progress("fetch", i - 1, #missing, "packages")
    good, reason = get(item, cache, log)
    if not good then return nil, reason end
    progress("fetch", i, #missing, "packages")
  end
  return #missing
end

return fetch
