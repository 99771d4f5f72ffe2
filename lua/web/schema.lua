--- The JSON Schemas of the bodies, gathered into one set of named definitions. They lie in
-- contract/schemas and in the folder `schemas` of each folder of routes, the last of which wins. A
-- file `Name.json` defines `Name`, and each of its `$defs` the name it has there. References within
-- a file read `#/$defs/Other`, to another file `Other.json` or `other.json#/$defs/Name`.

local files = require("base.files")
local svc = require("svc")
local tables = require("base.tables")

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

--- Objects within objects that an example shows; deeper ones have only what they require, down to
-- where nothing is made any more, as for a schema that requires itself.
local EXAMPLE_DEPTH, DEEPEST = 3, 20

--- Makes an example of a value, by the first type of its schema.
local MAKERS = {
  array = function(own, make)
    local item = own.items and own.maxItems ~= 0 and make(own.items)
    local list = {}
    for i = 1, item and math.max(1, own.minItems or 1) or 0 do
      list[i] = item
    end
    return svc.array(list)
  end,
  boolean = function() return true end,
  null = function() return svc.null end,
  object = function(own, make, depth)
    local value, required = {}, tables.set(own.required or {})
    for name, each in pairs(own.properties or {}) do
      if depth <= EXAMPLE_DEPTH or required[name] then value[name] = make(each) end
    end
    return value
  end,
  string = function(own)
    local shown = ("text"):sub(1, own.maxLength)
    return shown .. ("x"):rep((own.minLength or 0) - #shown)
  end,
}

function MAKERS.integer(own)
  return own.minimum or own.exclusiveMinimum and own.exclusiveMinimum + 1 or 0
end

MAKERS.number = MAKERS.integer

--- A value that a schema admits, for documentation: its first example or its default, or one that
-- is made of its type and bounds. One that has a `pattern` needs an example of its own.
-- @tparam table own schema, as `gather` gives it
-- @tparam table definitions name -> schema, of `gather`
-- @return a value for `svc.json`
function schema.example(own, definitions, depth)
  depth = (depth or 0) + 1
  if depth > DEEPEST then return svc.null end
  if own["$ref"] then
    return schema.example(definitions[own["$ref"]:match("^.*/(.*)$")], definitions, depth - 1)
  end
  if own.examples and own.examples[1] ~= nil then return own.examples[1] end
  if own.default ~= nil then return own.default end
  if own.const ~= nil then return own.const end
  if own.enum then return own.enum[1] end
  local kind = type(own.type) == "table" and own.type[1] or own.type or "object"
  local function make(each) return schema.example(each, definitions, depth) end
  return MAKERS[kind](own, make, depth)
end

return schema
