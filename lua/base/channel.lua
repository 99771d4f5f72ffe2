--- A channel: the folder that `svcd release` fills, any static server offers and `svcd follow`
-- reads. The pointer in it (csrc/publication/pointer.h) names everything else.
local lfs = require("lfs")

local channel = {}

channel.POINTER = "current"

--- The pointer while signatures are missing.
channel.UNSIGNED = "current.unsigned"

--- Longest text of a pointer, in bytes (csrc/publication/pointer.h).
channel.LONGEST = 16384

--- File of a publication.
-- @tparam string digest
-- @treturn string
function channel.whole(digest) return ("publication-%s.svp.zst"):format(digest) end

--- File of the change from one publication to another.
-- @tparam string from digest
-- @tparam string digest
-- @treturn string
function channel.patch(from, digest) return ("%s-%s.zst"):format(from, digest) end

--- True when a name is that of a file of a channel, the pointer left out.
-- @tparam string name
-- @treturn boolean
function channel.is_file(name)
  local hex = ("%x"):rep(64)
  return name:find("^publication%-" .. hex .. "%.svp%.zst$") ~= nil
    or name:find("^" .. hex .. "%-" .. hex .. "%.zst$") ~= nil
end

--- The names in a folder; none where it cannot be read: what is looked for there can wait.
-- @tparam string folder
-- @treturn {string,...}
function channel.names(folder)
  local list = {}
  pcall(function()
    for name in lfs.dir(folder) do
      list[#list + 1] = name
    end
  end)
  return list
end

local MISSING = 2 -- ENOENT

--- The text of a pointer; of a longer file its beginning, which no check takes for a pointer.
-- @tparam string path
-- @treturn string|nil nil as well where there is none
-- @treturn string|nil the reason where there is one that cannot be read
function channel.read(path)
  local file <close>, reason, code = io.open(path, "rb")
  if not file then return nil, code ~= MISSING and reason or nil end
  local text, fault = file:read(channel.LONGEST + 1)
  if fault then return nil, path .. ": " .. fault end
  return text or ""
end

return channel
