--- The options of the declarations of params.lua: which each kind has, and what they may be.

local nearest = require("base.nearest")
local tables = require("base.tables")

--- Options of every declaration, and their types.
local COMMON = {
  brief = "string",
  default = "any",
  description = "string",
  example = "any",
  filled = "boolean",
  from = "string",
  missing = "string",
  required = "boolean",
  shown = "boolean",
  understand = "function",
}

--- Options of a kind besides, and their types.
local OWN = {
  boolean = {},
  choice = { values = "list" },
  integer = { max = "integer", min = "integer" },
  locale = { values = "list" },
  section = { values = "list" },
  string = { blank = "boolean", max_bytes = "integer" },
  strings = { max_bytes = "integer", max_items = "integer" },
}

--- The least values of options that count something.
local LEAST = { max_bytes = 1, max_items = 1 }

--- Options that a kind cannot do without, and what each is.
local NEEDED = {
  choice = { values = "the words that are accepted" },
  integer = { min = "the least value" },
  string = { max_bytes = "the most bytes of a value" },
  strings = { max_bytes = "the most bytes of a value", max_items = "the most values" },
}

--- This file and params.lua, which calls it.
local HERE = debug.getinfo(1, "S").source
local OWN_FILES = { [HERE] = true, [HERE:gsub("param_options%.lua$", "params.lua")] = true }

local param_options = {}

--- Raises at the line outside of these files that declares the parameter.
-- @tparam string kind
-- @tparam string reason a format, and its values
function param_options.refuse(kind, reason, ...)
  local level = 2
  while OWN_FILES[debug.getinfo(level, "S").source] do
    level = level + 1
  end
  error(("params.%s: "):format(kind) .. reason:format(...), level)
end

local refuse = param_options.refuse

--- True for a list of texts, none of them twice.
local function is_list_of_words(list)
  local known = {}
  for _, word in pairs(list) do
    if type(word) ~= "string" or known[word] then return false end
    known[word] = true
  end
  return list[1] ~= nil and tables.is_list(list)
end

local function is_of_type(value, expected)
  if expected == "any" then return true end
  if expected == "integer" then return math.type(value) == "integer" end
  if expected == "list" then return type(value) == "table" and is_list_of_words(value) end
  return type(value) == expected
end

--- The options of a declaration; raises where they are none.
-- @tparam string kind
-- @tparam table|nil options
-- @treturn table
function param_options.check(kind, options)
  options = options or {}
  if type(options) ~= "table" then
    refuse(kind, "it takes a table of options, not a %s", type(options))
  end
  local own = OWN[kind]
  for name, value in pairs(options) do
    local expected = own[name] or COMMON[name]
    if not expected then
      local names = tables.keys(tables.merge(COMMON, own))
      local others = "; it has " .. table.concat(names, ", ")
      local hint = nearest.hint(tostring(name), names, others)
      refuse(kind, "it has no option `%s`%s", tostring(name), hint)
    end
    if not is_of_type(value, expected) then
      local shown = type(value) == "number" and tostring(value) or "a " .. type(value)
      local wanted = expected == "list" and "list of texts, each of them once" or expected
      refuse(kind, "its option `%s` is %s; it takes a value of type %s", name, shown, wanted)
    end
    local least = LEAST[name]
    if least and value < least then
      refuse(kind, "its option `%s` is %d; it takes %d or more", name, value, least)
    end
  end
  for _, name in ipairs(tables.keys(NEEDED[kind] or {})) do
    if options[name] == nil then
      refuse(kind, "it needs the option `%s`, %s", name, NEEDED[kind][name])
    end
  end
  if options.from and options.from ~= "query" and options.from ~= "path" then
    refuse(kind, '`from` is "query" or "path", not %q', options.from)
  end
  if options.from == "path" and kind == "strings" then
    refuse(kind, "a path has one value of each name; take params.string")
  end
  if options.default ~= nil and (options.required or options.from == "path") then
    refuse(kind, "it is required, and its `default` is never taken; leave one of them out")
  end
  if options.max and options.max < options.min then
    refuse(kind, "its `max` is %d, and its `min` %d is more", options.max, options.min)
  end
  return options
end

return param_options
