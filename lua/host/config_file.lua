--- The config file: a Lua table, or globals.

local nearest = require("base.nearest")
local tables = require("base.tables")

local config_file = {}

--- The values of a loaded file: the table it returns, else the globals it sets.
local function values_of(returned, globals)
  if returned == nil then return globals end
  if type(returned) == "table" then return returned end
  return nil, ("it returns a %s; return a table such as { workers = 4 }"):format(type(returned))
end

--- The line of a config file at which an option, or an item of its list, is written.
-- @tparam string path
-- @tparam string name of the option
-- @tparam[opt] string item
-- @treturn number|nil
function config_file.line(path, name, item)
  local file <close> = io.open(path)
  local number, found = 0, nil
  for line in file and file:lines() or function() end do
    number = number + 1
    if item and line:find(item, 1, true) then return number end
    if not found and line:find("^%s*" .. name .. "%s*=") then found = number end
  end
  return found
end

--- Reads the values of a file.
-- @tparam string path
-- @tparam {string,...} names of the options
-- @treturn table|nil name -> value
-- @treturn string|nil the reason, with the file, and the line where it has one
function config_file.load(path, names)
  local globals = {}
  local code, reason = loadfile(path, "t", globals)
  if not code then return nil, reason end
  local ran, returned = pcall(code)
  if not ran then return nil, tostring(returned) end
  local values
  values, reason = values_of(returned, globals)
  if not values then return nil, path .. ": " .. reason end
  for name in pairs(values) do
    if not tables.contains(names, name) then
      return nil,
        ("%s: there is no option %q%s"):format(
          path,
          tostring(name),
          nearest.hint(tostring(name), names)
        )
    end
  end
  return values
end

return config_file
