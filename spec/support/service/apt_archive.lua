--- A Debian archive on disk, and an apt that knows no other: for the specs that fetch from one.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local apt_archive = {}

local function shell(command, ...) assert(os.execute(command:format(...)), command) end

--- Adds a version of the package `made`, which holds one file, `usr/share/made/a.xml`.
-- @tparam string folder of the archive; made when missing
-- @treturn string SHA-256 of the package
function apt_archive.add(folder, version, text)
  local root = folder .. "/root"
  shell("mkdir -p '%s/DEBIAN' '%s/usr/share/made'", root, root)
  forge.write(root .. "/usr/share/made/a.xml", text)
  forge.write(
    root .. "/DEBIAN/control",
    (
      "Package: made\nVersion: %s\nArchitecture: all\nMaintainer:"
      .. " Nobody <nobody@example.org>\nDescription: made for a test\n"
    ):format(version)
  )
  local name = ("made_%s_all.deb"):format(version)
  shell(
    "dpkg-deb --root-owner-group -b '%s' '%s/%s' >/dev/null && rm -r '%s'",
    root,
    folder,
    name,
    root
  )
  local deb <close> = assert(io.open(folder .. "/" .. name, "rb"))
  local bytes = deb:read("a")
  local index <close> = assert(io.open(folder .. "/Packages", "ab"))
  index:write(
    (
      "Package: made\nVersion: %s\nArchitecture: all\nFilename: ./%s\nSize: %d\nSHA256:"
      .. " %s\nDescription: made for a test\n\n"
    ):format(version, name, #bytes, svc.sha256(bytes))
  )
  return svc.sha256(bytes)
end

--- Configures an apt that knows this archive only, its package lists still empty.
-- @treturn string a setting for the environment of `apt-get`
function apt_archive.configure(folder)
  shell("mkdir -p '%s/apt/lists/partial' '%s/apt/archives/partial'", folder, folder)
  forge.write(folder .. "/apt/status", "")
  forge.write(folder .. "/apt/sources.list", ("deb [trusted=yes] copy:%s ./\n"):format(folder))
  forge.write(
    folder .. "/apt/conf",
    ([[
Dir::Etc::parts "/dev/null";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::sourcelist "FOLDER/apt/sources.list";
Dir::State "FOLDER/apt";
Dir::State::status "FOLDER/apt/status";
Dir::Cache "FOLDER/apt";
APT::Sandbox::User "";
]]):gsub("FOLDER", folder)
  )
  return ("APT_CONFIG='%s/apt/conf'"):format(folder)
end

return apt_archive
