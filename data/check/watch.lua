--- Watches a folder by reading it again and again: what counts is what its files hold, not their
-- times, which have too few digits and which some editors set back.
local lfs = require("lfs")
local socket = require("socket")

local watch = {}

--- Seconds between two looks.
watch.PAUSE = 0.3

--- Appends the name and text of each file below a folder; files that go away meanwhile are none.
local function read_all(folder, out)
  for name in lfs.dir(folder) do
    local path = folder .. "/" .. name
    local mode = name ~= "." and name ~= ".." and lfs.symlinkattributes(path, "mode")
    if mode == "directory" then
      read_all(path, out)
    elseif mode == "file" then
      local file <close> = io.open(path, "rb")
      out[#out + 1] = path .. "\0" .. (file and file:read("a") or "") .. "\0"
    end
  end
  return out
end

--- All that a folder holds, as one string; empty while there is no such folder.
local function content_of(folder)
  local ok, parts = pcall(read_all, folder, {})
  if not ok then return "" end
  table.sort(parts)
  return table.concat(parts)
end

--- Calls `look()` at once and after each change below a folder. Never returns.
-- @tparam string folder
-- @tparam function look
function watch.each_change(folder, look)
  local last
  while true do
    local content = content_of(folder)
    if content ~= last then
      last = content
      look()
    end
    socket.sleep(watch.PAUSE)
  end
end

return watch
