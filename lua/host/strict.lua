--- Makes the use of an undeclared global an error, in whatever was loaded after it: a misspelt
-- name is found where it stands. Requiring it is enough.

local function where()
  local caller = debug.getinfo(3, "Sl")
  return caller and ("%s:%d: "):format(caller.short_src, caller.currentline) or ""
end

return setmetatable(_G, {
  __newindex = function(_, name)
    error(where() .. "assignment to the undeclared global '" .. tostring(name) .. "'", 0)
  end,
  __index = function(_, name)
    error(where() .. "use of the undeclared global '" .. tostring(name) .. "'", 0)
  end,
})
