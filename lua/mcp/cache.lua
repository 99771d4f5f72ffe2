--- Results that depend on the publication and the arguments alone, as bytes, so that a question
-- asked again is not computed again. The responses to GET have the cache of the host; a call over
-- POST has this one, in each worker.

local cache = {}
cache.__index = cache

--- Bytes of one table: at most two are kept at a time.
local LIMIT = 2 * 1024 * 1024

--- An empty cache.
-- @tparam[opt] number capacity bytes that the host gives to its own; this one takes no more
-- @treturn table
function cache.new(capacity)
  local limit = math.min(capacity or LIMIT, LIMIT)
  return setmetatable({ young = {}, old = {}, held = 0, limit = limit }, cache)
end

--- The value that is kept under a key.
-- @tparam string key
-- @treturn string|nil
function cache:get(key)
  local value = self.young[key]
  if value then return value end
  value = self.old[key]
  if value then self:put(key, value) end
  return value
end

--- Keeps a value. When the young table is full it becomes the old one; the former old
-- one is dropped with all that was not asked for since.
-- @tparam string key
-- @tparam string value
function cache:put(key, value)
  local size = #key + #value
  if size > self.limit // 4 then return end
  if self.held + size > self.limit then
    self.old, self.young, self.held = self.young, {}, 0
  end
  self.young[key], self.held = value, self.held + size
end

return cache
