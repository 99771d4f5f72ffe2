--- Commands of the system, and files and folders.
local lfs = require("lfs")
local svc = require("svc")
local message = require("base.message")

local shell = {}

--- A text as one word of a command.
-- @tparam string text
-- @treturn string
function shell.quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Runs a command.
-- @tparam string folder to run it in
-- @tparam string command
-- @treturn boolean whether it succeeded
-- @treturn string all it printed
function shell.run(folder, command)
  local line = 'cd %s && { %s; } 2>&1; echo "=$?"'
  local pipe <close> = assert(io.popen(line:format(shell.quoted(folder), command)))
  local output, status = pipe:read("a"):match("^(.*)=(%d+)\n$")
  return status == "0", output or ""
end

--- The last line of what a command printed.
-- @tparam string output
-- @treturn string
function shell.last_line(output) return output:match("([^\n]+)%s*$") or "no reason given" end

--- Makes a folder and those above it.
-- @tparam string path
-- @treturn boolean|nil true
-- @treturn string|nil the refusal
function shell.make_folders(path)
  local at = path:sub(1, 1) == "/" and "/" or ""
  for part in path:gmatch("[^/]+") do
    at = at .. part .. "/"
    lfs.mkdir(at)
  end
  if lfs.attributes(path, "mode") == "directory" then return true end
  return message.refuse("%s: cannot make this folder; choose another cache with --cache", path)
end

--- Makes an empty folder within another.
-- @tparam string folder
-- @treturn string|nil its path
-- @treturn string|nil the refusal
function shell.temporary_folder(folder)
  local good, output = shell.run(folder, "mktemp -d ./.fetch-XXXXXX")
  if not good then return message.refuse("%s: %s", folder, shell.last_line(output)) end
  return folder .. "/" .. output:match("%./(%S+)")
end

--- Removes a folder with all that is in it.
-- @tparam string path
function shell.remove_folder(path) shell.run(".", "rm -rf -- " .. shell.quoted(path)) end

--- The SHA-256 of a file.
-- @tparam string path
-- @treturn string|nil nil where it cannot be read
function shell.digest(path)
  local file <close> = io.open(path, "rb")
  return file and svc.sha256(file:read("a"))
end

return shell
