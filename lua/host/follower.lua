--- A poll of `svcd follow`: reads the signed pointer of a channel, and when it names another
-- publication than the one at hand, fetches that one, verifies it, and only then puts it in the
-- place of the old one, in one step. If anything goes wrong, the last good one stays.
--
-- Beside the publication FILE, in its folder, lie `.FILE.lock`; while it is fetched,
-- `.FILE.SHA.part`, which a later poll resumes; and for a moment `.FILE.new`.
local lfs = require("lfs")
local svc = require("svc")
local channel = require("base.channel")

local follower = {}

local Follower = {}
Follower.__index = Follower

local NAMED = 16 -- hexadecimal digits of a part's name

--- Path in the publication's folder, of a hidden file named after it.
function Follower:beside(suffix) return self.folder .. "." .. self.name .. "." .. suffix end

-- The attributes by which a file at a path differs from another one there later.
local function identity(path)
  local a = lfs.attributes(path)
  return a and table.concat({ a.dev, a.ino, a.size, a.modification }, " ")
end

--- Facts of the publication that is in place; nil when it is missing or not whole. The service
-- judges its signers and its expiry.
function Follower:current()
  local found = identity(self.out)
  if found ~= self.found then
    local publication <close> = found and svc.open(self.out, { any_signer = true, now = 0 })
    self.found, self.info = found, publication and publication:info() or nil
  end
  return self.info
end

function Follower:options()
  return { trust = self.trust, state = self.state, served = self:current(), follows = true }
end

--- The pointer of the channel, checked before anything else is believed.
-- @treturn svc.Pointer|nil
-- @treturn string|nil the reason
-- @treturn string|nil text
-- @treturn string|nil its ETag
function Follower:pointer()
  local url = self.url .. "/" .. channel.POINTER
  local text, tag = self.client:text(url, channel.LONGEST, self.tag)
  if text == nil then return nil, url .. ": " .. tag end
  if text == false then
    text, tag = self.text, self.tag
  end
  local pointer, reason = svc.check_pointer(text, self:options())
  if not pointer then return nil, url .. ": " .. reason end
  return pointer, nil, text, tag ~= "" and tag or nil
end

--- Removes temporary files, but for the one to resume.
function Follower:clear(kept)
  local mine = "." .. self.name .. "."
  for _, name in ipairs(channel.names(self.folder == "" and "." or self.folder)) do
    local rest = name:sub(1, #mine) == mine and name:sub(#mine + 1)
    local part = rest and rest:match("^(%x+)%.part$")
    local unfinished = name:sub(1, #mine + 4) == "." .. mine .. "new"
      or rest and rest:find("^state%.%w%w%w%w%w%w$")
    if part and part ~= kept or rest == "new" or unfinished then
      os.remove(self.folder .. name)
    end
  end
end

--- Fetches a file of the channel, what is there of it already left out.
-- @treturn string|nil its path
-- @treturn string|nil the reason
-- @treturn boolean|nil whether a later poll can go on with it
function Follower:file(name, file)
  local kept = file.sha256:sub(1, NAMED)
  local url, path = self.url .. "/" .. name, self:beside(kept .. ".part")
  self:clear(kept)
  local received, reason = self.client:file(url, file.length, path)
  if not received then
    local begun = lfs.attributes(path, "size") or 0
    if begun == 0 then os.remove(path) end
    return nil, url .. ": " .. reason, begun > 0
  end
  self.received = self.received + received
  if svc.sha256_file(path) == file.sha256 then return path end
  os.remove(path)
  return nil, url .. ": it is not the file that the signed pointer names"
end

--- Unpacks what was fetched, verifies it as the service does, and puts it in place.
function Follower:take(pointer, packed, prefix)
  local new = self:beside("new")
  local unpacked, reason = self.transfer.unpack(packed, prefix, new, pointer.length)
  if not unpacked then return nil, reason end
  local publication <close>, fault = svc.open(new, self:options())
  local info = publication and publication:info()
  if not info or info.digest ~= pointer.digest then
    os.remove(new)
    return nil, fault or new .. ": it is another publication than the pointer names"
  end
  local moved
  moved, reason = self.transfer.rename(new, self.out)
  if not moved then return nil, reason end
  self.found, self.info = identity(self.out), info
  self:clear()
  return info
end

--- The ways to the publication: as a change of the one in place, then whole.
local function ways(pointer, current)
  local list = {}
  for _, patch in ipairs(pointer.patches) do
    if current and patch.from == current.digest then
      list[1] =
        { name = channel.patch(patch.from, pointer.digest), file = patch, kind = "patch" }
    end
  end
  list[#list + 1] =
    { name = channel.whole(pointer.digest), file = pointer.whole, kind = "whole" }
  return list
end

function Follower:fetch(pointer)
  local reason, resumable
  for _, way in ipairs(ways(pointer, self:current())) do
    local path, info
    path, reason, resumable = self:file(way.name, way.file)
    if path then
      info, reason = self:take(pointer, path, way.kind == "patch" and self.out or nil)
    end
    if info then return info, way.kind end
    if resumable then break end
  end
  return nil, reason
end

--- One poll.
-- @treturn svc.Info|nil facts of the publication in place; nil where something went wrong
-- @treturn string|false the reason; or how a new one came, "patch" or "whole"; false: none came
function Follower:poll()
  self.received = 0
  local pointer, reason, text, tag = self:pointer()
  if not pointer then return nil, reason end
  local current, how = self:current(), false
  if not current or current.digest ~= pointer.digest then
    current, how = self:fetch(pointer)
    if not current then return nil, how end
  elseif not self.cleared then
    self:clear()
    self.cleared = true
  end
  self.tag, self.text = tag, text
  return current, how
end

--- Makes a follower, the only one of its file.
-- @tparam table given `url`; `out`, `trust`, `state`: files; `authorities`: file or nil; `timeout`:
-- seconds a transfer may take
-- @treturn table|nil
-- @treturn string|nil the reason
function follower.new(given)
  if not given.url:find("^https://[^/]") then
    return nil,
      ("%q is no address of a channel; accepted is https://HOST/FOLDER"):format(given.url)
  end
  local folder, name = given.out:match("^(.*/)([^/]+)$")
  local self = setmetatable({
    url = given.url:gsub("/+$", ""),
    out = given.out,
    folder = folder or "",
    name = name or given.out,
    trust = given.trust,
    state = given.state,
    received = 0,
  }, Follower)
  local path = self:beside("lock")
  local lock, reason = io.open(path, "a")
  if not lock then return nil, reason .. "; name a file in a folder that can be written" end
  if not lfs.lock(lock, "w") then
    return nil,
      given.out .. ": another svcd follow writes it; stop that one, or name another file"
  end
  self.lock = lock
  self.transfer = require("svc_transfer")
  self.client = self.transfer.client(given.authorities, given.timeout)
  return self
end

return follower
