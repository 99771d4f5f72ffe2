--- Packages of the registries: how each kind is fetched, in the first of its accepted versions that
-- is to be had, and how files are taken out of it. Nothing in a package is run. A package is
-- `{kind, name, versions = list of {version, sha256}}`.
local lfs = require("lfs")
local message = require("base.message")
local shell = require("data.fetch.shell")
local tables = require("base.tables")

local packages = {}

local NPM = "npm --fetch-retries=1 --fetch-retry-mintimeout=1000 "
--- Its messages are read, so they must be English.
local APT = "LC_ALL=C apt-get -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "

--- How each kind of package is fetched into the current folder and unpacked, and what to do where
-- that fails. `exact` takes a name and a version; in the commands `EXACT` stands for it with each
-- accepted version, until one is had. A further command is tried when the one before says that
-- what it knows is `outdated`; the last takes the version that is offered, because a point release
-- may have replaced the others. `summary` finds the reason in what the last one says, without it
-- the last line is the reason.
local KINDS = {
  npm = {
    exact = NPM .. "pack %s@%s --ignore-scripts --loglevel=silent --json",
    summary = '.*"summary": "([^\n]*)"',
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

--- True when old package lists caused a failure.
local function is_outdated(kind, output)
  for _, sign in ipairs(kind.outdated or {}) do
    if output:find(sign, 1, true) then return true end
  end
  return false
end

--- The accepted versions of a package with their digests, for people.
-- @tparam table package
-- @treturn string
function packages.accepted(package)
  local rows = tables.map(
    package.versions,
    function(row) return ("%s (%s)"):format(row.version, row.sha256) end
  )
  return table.concat(rows, " or ")
end

--- The file names of the accepted versions of a package, as their distributors name them.
local function archive_names(package)
  local name = KINDS[package.kind].archive
  return tables.map(
    package.versions,
    function(row) return name:format(package.name, row.version) end
  )
end

--- Fetches a package.
-- @tparam table package
-- @tparam string temporary the folder to fetch it into
-- @tparam string archives the folder where the operator may put it
-- @treturn string|nil path of the archive
-- @treturn string|nil the refusal
function packages.download(package, temporary, archives)
  local kind, output = KINDS[package.kind], nil
  local exact = tables.map(
    package.versions,
    function(row) return kind.exact:format(package.name, row.version) end
  )
  local words = {
    NAME = package.name,
    EXACT = table.concat(exact, " || "),
  }
  for _, command in ipairs(kind.commands) do
    local good
    good, output = shell.run(temporary, (command:gsub("%u+", words)))
    if good or not is_outdated(kind, output) then break end
  end
  for name in lfs.dir(temporary) do
    if name:find("%.tgz$") or name:find("%.deb$") then return temporary .. "/" .. name end
  end
  local names = table.concat(archive_names(package), " or ")
  local cure = kind.cure:format(names, archives)
  local reason = kind.summary and output:match(kind.summary) or shell.last_line(output)
  return message.refuse("%s cannot be fetched: %s; %s", package.name, reason, cure)
end

--- The archive of an accepted version that the cache holds.
-- @tparam table package
-- @tparam string archives folder
-- @treturn string|nil its path
function packages.cached(package, archives)
  for i, name in ipairs(archive_names(package)) do
    if shell.digest(archives .. name) == package.versions[i].sha256 then
      return archives .. name
    end
  end
  return nil
end

--- Moves a fetched archive into the cache.
-- @tparam table package
-- @tparam string fetched path
-- @tparam string archives folder
-- @tparam function log takes a line
-- @treturn string|nil its path there, nil where it is not an accepted one
-- @treturn string|nil the refusal, where it cannot be moved
function packages.keep(package, fetched, archives, log)
  local digest, names = shell.digest(fetched), archive_names(package)
  for i, row in ipairs(package.versions) do
    if row.sha256 == digest then
      log(("%s %s: fetched"):format(package.name, row.version))
      local good, fault = shell.make_folders(archives)
      if good then
        good, fault = os.rename(fetched, archives .. names[i])
      end
      return good and archives .. names[i], fault
    end
  end
  return nil
end

--- Takes files out of an archive; each must be a plain file.
-- @tparam table package
-- @tparam string archive
-- @tparam {string,...} names of the files
-- @tparam string folder where to
-- @treturn boolean|nil true
-- @treturn string|nil the refusal
function packages.unpack(package, archive, names, folder)
  local kind = KINDS[package.kind]
  local files = tables.map(names, function(name) return shell.quoted(kind.prefix .. name) end)
  local command = kind.unpack:format(shell.quoted(archive), table.concat(files, " "))
  local good, output = shell.run(folder, command)
  for _, name in ipairs(names) do
    if lfs.symlinkattributes(folder .. "/" .. name, "mode") ~= "file" then
      local why = good and "no plain file" or shell.last_line(output)
      local fault = "%s: file %s is missing in it (%s); correct the sources file"
      return message.refuse(fault, archive:match("[^/]*$"), name, why)
    end
  end
  return true
end

return packages
