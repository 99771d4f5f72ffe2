--- Notices changes below a folder, by inotify: no processor is used while nothing happens.
local lfs = require("lfs")
local svc = require("svc")

local watch = {}

--- Seconds without a change after which the changes before are reported together, and the most that
-- they are held back: an editor writes a file in several steps.
watch.QUIET, watch.LONGEST = 0.005, 0.2

local Watch = {}
Watch.__index = Watch

--- Names that editors write beside a file, and that no page shows.
local function is_hidden(name) return name:find("^[.~]") or name:find("~$") end

--- Watches a folder and those below it.
function Watch:enter(name)
  local path = name == "" and self.folder or self.folder .. "/" .. name
  if lfs.symlinkattributes(path, "mode") ~= "directory" and name ~= "" then return true end
  local number, reason = self.watcher:add(path)
  if not number then
    local is_gone = name ~= "" and lfs.attributes(path, "mode") ~= "directory"
    if is_gone then return true end -- meanwhile
    return nil, path .. ": " .. reason
  end
  self.names[number] = name
  local ok, entries, state = pcall(lfs.dir, path)
  for entry in ok and entries or function() end, state do
    if not is_hidden(entry) then
      local below = name == "" and entry or name .. "/" .. entry
      local entered, fault = self:enter(below)
      if not entered then return nil, fault end
    end
  end
  return true
end

--- Watches all anew.
function Watch:begin()
  if self.watcher then self.watcher:close() end
  local reason
  self.names = {}
  self.watcher, reason = svc.watcher()
  if not self.watcher then return nil, self.folder .. ": " .. reason end
  return self:enter("")
end

--- Takes what happened.
-- @tparam table changed names are added
-- @treturn boolean whether folders came or went
function Watch:take(changed)
  local is_anew = false
  for _, event in ipairs(self.watcher:read()) do
    local folder = self.names[event.folder]
    if event.lost then
      local is_all = not folder or folder == "" -- of others, the folder above tells
      is_anew, changed[""] = is_anew or is_all, is_all or changed[""]
    elseif folder and event.name and not is_hidden(event.name) then
      changed[folder == "" and event.name or folder .. "/" .. event.name] = true
      is_anew = is_anew or event.is_folder
    end
  end
  return is_anew
end

--- The changes since the last call.
-- @tparam[opt] number seconds to wait for it; as long as it takes where there is none
-- @treturn table|nil set of names below the folder, "" where any may have changed; nil where
-- nothing did in that time
-- @treturn string|nil why it can be watched no longer
function Watch:changes(seconds)
  local changed, waited = {}, 0
  if not self.watcher:wait(seconds) then return nil end
  repeat
    if self:take(changed) then
      local begun, reason = self:begin()
      if not begun then return nil, reason end
    end
    waited = waited + watch.QUIET
  until waited >= watch.LONGEST or not self.watcher:wait(watch.QUIET)
  if not next(changed) then return nil end
  return changed
end

--- As `socket.select` asks for it.
function Watch:getfd() return self.watcher:getfd() end

function Watch:close() self.watcher:close() end

--- Watches a folder and all below it.
-- @tparam string folder
-- @treturn table|nil with `changes` and `getfd`
-- @treturn string|nil why not
function watch.new(folder)
  local own = setmetatable({ folder = folder }, Watch)
  local begun, reason = own:begin()
  return begun and own, reason
end

--- Calls `look()` at once and after each change below a folder, until it can be watched no longer.
-- @tparam string folder
-- @tparam function look
-- @treturn nil
-- @treturn string why it ended
function watch.each_change(folder, look)
  local own, reason = watch.new(folder)
  if not own then return nil, reason end
  while true do
    look()
    local changed
    repeat
      changed, reason = own:changes()
    until changed or reason
    if reason then return nil, reason end
  end
end

return watch
