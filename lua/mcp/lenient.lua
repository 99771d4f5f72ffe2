--- Reads arguments of a tool that are not as its schema asks, but can mean one thing only: models
-- and clients send numbers as texts, `null` for what is absent, one text for a list, `en-US` for
-- `en`. Each such reading is noted, and the notes stand in the answer. REST stays strict.

local arguments = require("web.arguments")
local locales = require("base.locales")
local svc = require("svc")
local tables = require("base.tables")
local text = require("base.text")

local lenient = {}

--- Words that are a truth value, in small letters.
local BOOLEANS =
  { ["true"] = true, yes = true, ["1"] = true, ["false"] = false, no = false, ["0"] = false }

--- A word without case, plural and signs, so that "Try-outs" is `tryout`.
local function plain(word)
  word = word:lower():gsub("[^%w]", "")
  return (word:gsub("s$", ""))
end

--- The locales by the names that languages have in each of them.
local LANGUAGES = {}
for code, words in pairs(locales) do
  LANGUAGES[plain(words.name)] = code
  for _, name in ipairs(words.called) do
    LANGUAGES[plain(name)] = code
  end
end

--- The one of a list of words that a value names by another spelling; nil where there is none.
local function choose(value, options)
  local wanted = plain(value)
  for _, option in ipairs(options) do
    if plain(option) == wanted then return option end
  end
  local language = value:lower():match("^%s*(%a%a)[-_]%a") or LANGUAGES[wanted] -- as in `en-US`
  return tables.contains(options, language) and language or nil
end

--- Readings by the type of the schema: a function of a value and its declaration that gives the
-- value as it is meant; nil where it is certain of none.
local READINGS = {}

function READINGS.integer(value, declaration)
  if type(value) ~= "string" then return nil end
  local written = text.trim(value)
  local digits = written:match("^%+?(%d+)$") or written:match("^(%d+)%.0+$")
  if not digits then return nil end
  local first = digits:find("[^0]")
  return declaration.parse(first and digits:sub(first) or "0")
end

function READINGS.boolean(value)
  if math.type(value) == "integer" then value = tostring(value) end
  if type(value) == "string" then return BOOLEANS[text.trim(value):lower()] end
end

function READINGS.string(value, declaration)
  local options = declaration.schema.enum
  if options and type(value) == "string" then return choose(value, options) end
end

function READINGS.array(value)
  if type(value) == "string" then
    local parsed = text.trim(value):find("^%[") and svc.parse_json(value)
    value = svc.is_array(parsed) and parsed or svc.array({ value })
  elseif type(value) == "number" then
    value = svc.array({ value })
  end
  if not svc.is_array(value) then return nil end
  local list = svc.array()
  for _, each in ipairs(value) do
    if type(each) == "number" then each = tostring(each) end
    local empty = each == svc.null or type(each) == "string" and text.is_blank(each)
    if not empty then list[#list + 1] = each end
  end
  return list
end

--- The declared name that another spelling stands for, such as `fromVerse` for `from_verse`.
local function named(declarations, name)
  if declarations[name] then return name end
  for declared in pairs(declarations) do
    if declared:gsub("_", "") == name:lower():gsub("[_-]", "") then return declared end
  end
end

--- True where a value needs no reading.
local function fits(declaration, value)
  local typed = declaration.typed(value)
  return typed ~= nil and not declaration.check(typed)
end

--- A value as a note shows it.
local function shown(value) return text.quote(svc.json(value)) end

--- Takes the values that a text names, such as surah and verse, unless others are given for them.
-- @treturn any|nil the value of the argument itself
local function understand(declaration, name, value, state)
  local found, hint = declaration.understand(value)
  for other, each in pairs(found or {}) do
    local given = state.values[other]
    if given ~= nil and given ~= each then found = nil end
  end
  if not found then
    state.hints[#state.hints + 1] = hint
    return nil
  end
  for _, other in ipairs(tables.keys(found)) do
    if other ~= name and state.values[other] == nil then
      state.values[other] = found[other]
      state.note("`%s` %s gives `%s` %s.", name, shown(value), other, tostring(found[other]))
    end
  end
  return found[name]
end

--- Reads one argument, and notes how where it was not as declared.
local function read_one(declaration, name, value, state)
  local read = value
  if svc.is_array(value) and #value == 1 and not declaration.list then read = value[1] end
  if not fits(declaration, read) then
    local reading = READINGS[declaration.schema.type](read, declaration)
    if reading == nil and declaration.understand and type(read) == "string" then
      reading = understand(declaration, name, read, state)
    end
    if reading ~= nil then read = reading end
  end
  state.values[name] = read
  if not rawequal(read, value) and declaration.typed(read) ~= nil then
    state.note("`%s` %s is read as %s.", name, shown(value), svc.json(read))
  end
end

local NO_HINTS = {}

--- Typed values where all arguments are as they are declared: the common case, in which nothing is
-- read. A text that is empty may be as declared, and is read nevertheless.
local function accept(declarations, given)
  for name, value in pairs(given) do
    local declared = declarations[name]
    if
      type(value) == "string"
      and declared
      and not declared.required
      and text.is_blank(value)
    then
      return nil
    end
  end
  return arguments.accept(declarations, given)
end

--- Reads the arguments of a tool.
-- @tparam table declarations name -> declaration of params.lua; `understand(text)`, where one has
-- it, gives the values that a text names, by parameter, or nil and a sentence on what it may be
-- @tparam table given decoded from JSON
-- @treturn table arguments for `arguments.from_json`; what was not understood is as it was given
-- @treturn {string,...}|nil notes on what was not as declared
-- @treturn {string,...} sentences for a refusal
-- @treturn boolean|nil true: the arguments are typed and complete, as `from_json` gives them
function lenient.read(declarations, given)
  local values = accept(declarations, given)
  if values then return values, nil, NO_HINTS, true end
  local notes, state = svc.array(), { values = {}, hints = {} }
  function state.note(form, ...) notes[#notes + 1] = form:format(...) end
  local last = {} -- read behind the others, whose values come before those that a text names
  for _, name in ipairs(tables.keys(given)) do
    local value = given[name]
    local declared = named(declarations, name)
    if not declared or (declared ~= name and given[declared] ~= nil) then
      state.values[name] = value
    elseif value ~= svc.null then
      if declared ~= name then state.note("`%s` is read as `%s`.", name, declared) end
      local declaration = declarations[declared]
      local empty = type(value) == "string" and text.is_blank(value)
      if empty and not declaration.required then
        state.note("`%s` is empty and left out.", declared)
      elseif declaration.understand and not fits(declaration, value) then
        last[declared] = value
      else
        read_one(declaration, declared, value, state)
      end
    end
  end
  for _, declared in ipairs(tables.keys(last)) do
    read_one(declarations[declared], declared, last[declared], state)
  end
  return state.values, #notes > 0 and notes or nil, state.hints
end

return lenient
