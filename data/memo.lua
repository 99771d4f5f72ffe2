--- Keeps the results of reading a text as long as the text is the same, for reading a content tree
-- again after each change. A result must not be changed; one that a round did not ask for is
-- forgotten in the next.
local memo = {}

local Memo = {}
Memo.__index = Memo

--- True where a name, or a folder that it lies in, is of a set.
local function is_of(name, set)
  local at = 0
  while not set[name] do
    at = name:find("/", at + 1, true)
    if not at then return false end
    if set[name:sub(1, at - 1)] then return true end
  end
  return true
end

--- Begins a round.
-- @tparam[opt] table changed set of the names of files and folders that may be other ones now, ""
-- for all; nothing is known of any where there is none
function Memo:begin(changed)
  self.last, self.now = self.now, {}
  if not changed or changed[""] then
    self.bytes = {}
    return
  end
  local is_folder = false -- one of them may be
  for name in pairs(changed) do
    is_folder = is_folder or not self.bytes[name]
    self.bytes[name] = nil
  end
  for name in pairs(is_folder and self.bytes or {}) do
    if is_of(name, changed) then self.bytes[name] = nil end
  end
end

--- The result of `make()` for a key, made once.
-- @tparam string kind of what is made
-- @tparam string|table key all that it depends on
-- @tparam function make
-- @return the result, never nil
function Memo:of(kind, key, make)
  local now, last = self.now[kind], self.last[kind]
  if not now then
    now = {}
    self.now[kind] = now
  end
  local value = now[key]
  if value == nil then
    value = last and last[key]
    if value == nil then value = make() end
    now[key] = value
  end
  return value
end

--- A memory without anything in it.
-- @treturn table with `bytes`: those of files, by their names
function memo.new() return setmetatable({ last = {}, now = {}, bytes = {} }, Memo) end

--- Makes everything anew.
memo.none = { of = function(_, _, _, make) return make() end }

--- A function `tell(id, place, message, …)` that records its calls, and the list of them, for
-- `memo.tell`.
-- @treturn function
-- @treturn {table,...}
function memo.recorder()
  local recorded = {}
  return function(id, place, ...)
    if type(place) == "table" then place = { line = place.line, column = place.column } end
    recorded[#recorded + 1] = { id, place, ... }
  end,
    recorded
end

--- Tells again what a recorder kept.
-- @tparam {table,...} recorded
-- @tparam function tell
function memo.tell(recorded, tell)
  for _, row in ipairs(recorded) do
    tell(table.unpack(row))
  end
end

return memo
