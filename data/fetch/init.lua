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
local message = require("base.message")
local packages = require("data.fetch.packages")
local quran_source = require("data.import.quran_source")
local shell = require("data.fetch.shell")

local fetch = {}

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
      elseif packages.accepted(item.package) ~= packages.accepted(source.package) then
        local fault = "%s: %s is accepted in other versions than for %s; declare the same"
        return message.refuse(fault, source.name, source.package.name, item.sources[1].name)
      end
      table.insert(item.sources, source)
    end
  end
  return list
end

--- True when all files of a package stand in a folder as pinned.
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

--- Names of the files that sources take out of a package.
local function names_of(item)
  local names, seen = {}, {}
  for _, source in ipairs(item.sources) do
    for _, name in ipairs(quran_source.file_names(source)) do
      if ("/" .. name .. "/"):find("/../", 1, true) or name:sub(1, 1) == "/" then
        local fault = "%s: file %s leads out of its package; correct the sources file"
        return message.refuse(fault, source.name, name)
      end
      if not seen[name] then
        names[#names + 1], seen[name] = name, true
      end
    end
  end
  return names
end

--- Puts a finished folder in its place; an older one there gives way.
local function install(from, to, temporary)
  local parent = to:gsub("[^/]+/$", "")
  local good, fault = shell.make_folders(parent)
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
  local names, reason = names_of(item)
  if not names then return nil, reason end
  local good, fault = shell.make_folders(whole)
  if good then
    good, fault = packages.unpack(item.package, archive, names, whole)
  end
  if good then
    good, fault = is_complete(item, temporary)
  end
  if not good then return nil, without(fault, whole) end
  return install(whole:sub(1, -2), cache .. "/" .. item.folder, temporary)
end

--- Takes the files out of an archive that is not among the accepted ones. A version in a registry
-- never changes; a distribution's packages do, and may still hold the same files.
local function take_other(item, archive, cache, temporary, log)
  local what = ("%s with the SHA-256 %s is offered, accepted of %s is %s"):format(
    archive:match("[^/]*$"),
    shell.digest(archive),
    item.package.name,
    packages.accepted(item.package)
  )
  if item.package.kind == "npm" then
    local cure = "the registry serves something else: compare both before you pin the new one"
    return nil, what .. "; " .. cure
  end
  local good, fault = take(item, archive, cache, temporary)
  if not good then return nil, what .. "; " .. fault end
  log(what .. "; its files are the pinned ones")
  return true
end

local function get(item, cache, log)
  local archives = cache .. "/packages/"
  local temporary, fault = shell.temporary_folder(cache)
  if not temporary then return nil, fault end
  local _ <close> = setmetatable(
    {},
    { __close = function() shell.remove_folder(temporary) end }
  )
  local archive = packages.cached(item.package, archives)
  if archive then return take(item, archive, cache, temporary) end
  local fetched, reason = packages.download(item.package, temporary, archives)
  if not fetched then return nil, reason end
  archive, fault = packages.keep(item.package, fetched, archives, log)
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
  local declared, wrong = packages_of(sources)
  if not declared then return nil, wrong end
  cache = absolute(cache):gsub("/+$", "")
  local missing = {}
  for _, item in ipairs(declared) do
    if not is_complete(item, cache) then missing[#missing + 1] = item end
  end
  if #missing == 0 then return 0 end
  local good, reason = shell.make_folders(cache)
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
