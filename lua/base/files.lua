--- Files of the installation besides modules of Lua: in the service from the memory of the
-- generation (csrc/host/script/bundle.h), where no process that serves may open a file; elsewhere
-- from disk.

local files = {}

--- The folder that holds `lua`, `routes`, `contract` and `data`, with its slash: a checkout's or an
-- installation's.
files.root = package.searchpath("base.files", package.path):match("^(.*)lua/base/files%.lua$")

local function from_disk(path)
  local file <close>, reason = io.open(path, "rb")
  if not file then return nil, reason end
  return file:read("a")
end

--- The bytes of a file of the installation.
-- @tparam string path
-- @treturn string|nil
-- @treturn string|nil the reason, with the path
files.read = rawget(package, "readfile") or from_disk

return files
