--- The JSON Schemas of the bodies, gathered into one set of named definitions. They lie in
-- contract/schemas and in the folder `schemas` of each folder of routes, of which the last counts.
-- A file `Name.json` defines `Name`, and each of its `$defs` the name it has there. References
-- within a file read `#/$defs/Other`, to another file `Other.json` or `other.json#/$defs/Name`.

local files = require("base.files")
local svc = require("svc")

local schema = {}

--- The folder of the service's own schemas.
local OWN_FOLDER = files.root .. "contract"

--- The text of a schema, of the last folder that has it, and its path.
local function find(name, folders)
  local fault
  for i = #folders, 0, -1 do
    local path = ("%s/schemas/%s.json"):format(folders[i] or OWN_FOLDER, name)
    local text, reason = files.read(path)
    if text then return text, path end
    fault = reason
  end
  error(("the schema %s is missing: %s; add the file or name another"):format(name, fault), 0)
end

--- Reads and parses a schema; raises with its name when that fails.
local function read(name, folders)
  local text, path = find(name, folders)
  local value, reason, offset = svc.parse_json(text)
  if reason then error(("%s: %s at byte %d"):format(path, reason, offset), 0) end
  return value
end

--- The file and the definition that a reference names, seen from a file.
local function target(reference, from)
  local file, name = reference:match("^([^#]*)#/%$defs/([%w_]+)$")
  if name and file == "" and not from then
    error(("a schema in a route names %s; put it into a file of schemas"):format(reference), 0)
  end
  if name then return file == "" and from or file:gsub("%.json$", ""), name end
  file = reference:match("^([%w_]+)%.json$")
  if not file then
    error(("%s.json: cannot resolve the reference %s"):format(from or "?", reference), 0)
  end
  return file, file
end

local KEPT_OUT = { ["$schema"] = true, ["$defs"] = true }

--- Gathers schemas and all they refer to, with references rewritten.
-- @tparam table names of schemas that have a file of their own, or references such as
-- `common.json#/$defs/Locale`; or schemas themselves, which refer to such files
-- @tparam string prefix of a rewritten reference, such as `#/components/schemas/`
-- @tparam[opt] {string,...} folders of routes, which may have schemas of their own
-- @treturn table name -> schema
-- @treturn table the schemas among the names, rewritten, by their place in the list
function schema.gather(names, prefix, folders)
  local parsed, gathered, homes = {}, {}, {}
  local gather

  local function rewrite(value, from)
    if type(value) ~= "table" then return value end
    local copy = svc.is_array(value) and svc.array({}) or {}
    for key, member in pairs(value) do
      if key == "$ref" or (key == "mapping" and value.propertyName) then
        copy[key] = gather(member, from)
      elseif not KEPT_OUT[key] then
        copy[key] = rewrite(member, from)
      end
    end
    return copy
  end

  --- Resolves a reference (or each of a table of them), and gives its rewritten form.
  function gather(reference, from)
    if type(reference) == "table" then
      local copy = {}
      for key, member in pairs(reference) do
        copy[key] = gather(member, from)
      end
      return copy
    end
    local file, name = target(reference, from)
    if homes[name] and homes[name] ~= file then
      error(
        ("%s.json and %s.json both define %s; rename one"):format(homes[name], file, name),
        0
      )
    end
    if not gathered[name] then
      homes[name] = file
      parsed[file] = parsed[file] or read(file, folders or {})
      local found = name == file and parsed[file] or parsed[file]["$defs"][name]
      if not found then error(("%s.json defines no %s"):format(file, name), 0) end
      gathered[name] = true
      gathered[name] = rewrite(found, file)
    end
    return prefix .. name
  end

  local given = {}
  for i, name in ipairs(names) do
    if type(name) == "table" then
      given[i] = rewrite(name)
    else
      gather(name:find(".json", 1, true) and name or name .. ".json", name)
    end
  end
  return gathered, given
end

return schema
