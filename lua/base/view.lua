--- Views: tables that show another one and cannot change it, nor what it holds. `pairs`, `ipairs`,
-- `#` and `svc.json` take a view as they take the table.

local metatable_of = debug.getmetatable

local view = {}

--- The view of each table that has one.
local views = setmetatable({}, { __mode = "k" })

local function refuse(_, name)
  error(("`%s` is the service's own: it can be read and not changed"):format(tostring(name)), 2)
end

--- The table that a view shows.
-- @param value
-- @treturn table|nil nil where the value is no view
function view.source(value)
  local metatable = metatable_of(value)
  return type(metatable) == "table" and rawget(metatable, "__view") or nil
end

--- As Lua's `next`, which finds nothing in a view.
-- @tparam table shown a view, or any other table
-- @param[opt] key
-- @return the next key and its value
function view.next(shown, key)
  local source = type(shown) == "table" and view.source(shown)
  if not source then return next(shown, key) end
  local following, value = next(source, key)
  return following, view.of(value)
end

local function each(shown) return view.next, shown, nil end

--- A view of a value.
-- @param source any value; a table must not change any more, since what was read of it is kept
-- @return the same view each time; other values as they are
function view.of(source)
  if type(source) ~= "table" or view.source(source) then return source end
  if views[source] then return views[source] end
  local read = setmetatable({}, {
    __index = function(read, name)
      local value = view.of(source[name])
      rawset(read, name, value)
      return value
    end,
  })
  views[source] = setmetatable({}, {
    __index = read,
    __len = function() return #source end,
    __metatable = false,
    __newindex = refuse,
    __pairs = each,
    __view = source,
  })
  return views[source]
end

return view
