--- A channel: the folder that `svcd release` fills, any static server offers and `svcd follow`
-- reads. The pointer in it (csrc/publication/pointer.h) names everything else.
local channel = {}

channel.POINTER = "current"

--- The pointer while signatures are missing.
channel.UNSIGNED = "current.unsigned"

--- Longest text of a pointer, in bytes.
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

--- Whether a name is that of a file of a channel, the pointer left out.
-- @tparam string name
-- @treturn boolean
function channel.is_file(name)
  local hex = ("%x"):rep(64)
  return name:find("^publication%-" .. hex .. "%.svp%.zst$") ~= nil
    or name:find("^" .. hex .. "%-" .. hex .. "%.zst$") ~= nil
end

--- A file's whole text, at most so long.
-- @tparam string path
-- @treturn string|nil
function channel.read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read(channel.LONGEST + 1)
end

return channel
