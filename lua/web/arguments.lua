--- From what a client gave to typed values, by the declarations of params.lua. Every violation is
-- collected: those of syntax or type make one 400, else those of value make one 422, else a value
-- that names nothing makes its own 404. A 400 says that the request does not have the form that the
-- contract gives, a 422 that it has, but holds a value that cannot be.

local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local tables = require("base.tables")
local text = require("base.text")
local uri = require("base.uri")

local arguments = {}

--- The most violations that one problem describes; the others are counted.
local MOST_SHOWN = 20

--- Violations as one text.
local function join_details(details)
  local joined = table.concat(details, " ", 1, math.min(#details, MOST_SHOWN))
  if #details <= MOST_SHOWN then return joined end
  return ("%s And %d more."):format(joined, #details - MOST_SHOWN)
end

--- A reading of what a client gave: the typed values, which parameters were given, and the details
-- of violations by problem code.
local Reading = {}
Reading.__index = Reading

local function new_reading(declarations)
  return setmetatable(
    { declarations = declarations, values = {}, given = {}, faults = {} },
    Reading
  )
end

--- Notes one violation.
function Reading:refuse(code, detail, ...)
  self.faults[code] = self.faults[code] or {}
  table.insert(self.faults[code], detail:format(...))
end

--- Notes a parameter that is not declared.
function Reading:unknown(name)
  self:refuse("INVALID_REQUEST", "The parameter %s is not known here.", text.quote(name))
end

--- Checks one present value, nil where it is not of the type, and stores it.
function Reading:take(name, value, shown)
  local declaration = self.declarations[name]
  self.given[name] = true
  local code, expected, culprit = "INVALID_REQUEST", declaration.syntax, nil
  if value ~= nil then
    expected, culprit = declaration.check(value)
    code = declaration.missing or "UNPROCESSABLE_REQUEST"
  end
  if expected then
    self:refuse(code, "`%s` must be %s, not %s.", name, expected, culprit or shown)
  end
  self.values[name] = value
end

--- The parameters that a client may send, as a sentence.
function Reading:accepted(source)
  local names = {}
  for _, name in ipairs(tables.keys(self.declarations)) do
    if not source or self.declarations[name].from == source then
      names[#names + 1] = "`" .. name .. "`"
    end
  end
  if #names == 0 then return "Send no parameters: this operation accepts none." end
  return "Accepted parameters: " .. table.concat(names, ", ") .. "."
end

--- One problem of the gravest kind of violation.
function Reading:problem(source)
  local syntax = self.faults.INVALID_REQUEST
  if syntax then
    local own = { detail = join_details(syntax), resolution = self:accepted(source) }
    return problem.new("INVALID_REQUEST", own)
  end
  local code = self.faults.UNPROCESSABLE_REQUEST and "UNPROCESSABLE_REQUEST"
    or next(self.faults)
  return problem.new(code, join_details(self.faults[code]))
end

--- Fills in what is absent, then ends the reading.
function Reading:finish(source)
  for _, name in ipairs(params.names(self.declarations)) do
    local declaration = self.declarations[name]
    if not self.given[name] then
      if declaration.required then self:refuse("INVALID_REQUEST", "`%s` is required.", name) end
      self.values[name] = declaration.default
    end
  end
  if next(self.faults) then return nil, self:problem(source) end
  return self.values
end

--- The names of each set of declarations as a list, which costs less than to walk the set.
local listed = setmetatable({}, { __mode = "k" })

--- Takes values that are all as they are declared: the common case, in which nothing is noted.
-- @tparam table declarations
-- @tparam table values name -> typed value, or nil; completed with defaults
-- @treturn table|nil `values`; nil where anything is wrong with one, or one is missing
local function accept_all(declarations, values)
  local names = listed[declarations]
  if not names then
    names = tables.keys(declarations)
    listed[declarations] = names
  end
  for i = 1, #names do
    local name = names[i]
    local declaration, value = declarations[name], values[name]
    if value == nil then
      if declaration.required then return nil end
      values[name] = declaration.default
    elseif declaration.check(value) then
      return nil
    end
  end
  return values
end

--- Does `from_query` for the common case in which nothing is refused; nil in all others.
local function accept_query(declarations, given, captures, lenient)
  local values = { nil_1 = nil, nil_2 = nil, nil_3 = nil } -- reserves four slots
  for name, list in next, given do
    local declaration = declarations[name]
    if declaration and declaration.from == "query" then
      if #list > 1 and not declaration.list then return nil end
      values[name] = declaration.parse(declaration.list and list or list[1])
      if values[name] == nil then return nil end
    elseif not lenient then
      return nil
    end
  end
  for name, value in next, captures do
    local declaration = declarations[name]
    if declaration then values[name] = declaration.parse(value) end
  end
  return accept_all(declarations, values)
end

--- Does `from_json` for the common case in which nothing is refused; nil in all others.
-- @tparam table declarations name -> declaration
-- @tparam table given parsed from JSON
-- @treturn table|nil typed values
function arguments.accept(declarations, given)
  local values = { nil_1 = nil, nil_2 = nil, nil_3 = nil } -- reserves four slots
  for name, value in next, given do
    local declaration = declarations[name]
    if not declaration then return nil end
    values[name] = declaration.typed(value)
    if values[name] == nil then return nil end
  end
  return accept_all(declarations, values)
end

--- Validates the query string and the path captures of a request.
-- @tparam table declarations name -> declaration
-- @tparam table request its `query` (raw string or nil)
-- @tparam table captures name -> decoded text, from the router; names not declared are ignored
-- @tparam[opt] boolean lenient true: parameters that are not declared are ignored
-- @treturn table|nil typed values by name; absent optional ones without default are nil
-- @treturn table|nil the problem
function arguments.from_query(declarations, request, captures, lenient)
  if not request.query and next(declarations) == nil then return {} end
  local given, reason = uri.parse_query(request.query)
  local accepted = given and accept_query(declarations, given, captures, lenient)
  if accepted then return accepted end
  local reading = new_reading(declarations)
  if not given then
    local resolution = "Encode the query as UTF-8 with percent-encoding. "
      .. reading:accepted("query")
    return problem.refuse("INVALID_REQUEST", { detail = reason, resolution = resolution })
  end
  for _, name in ipairs(tables.keys(given)) do
    local declaration, list = declarations[name], given[name]
    if not declaration or declaration.from ~= "query" then
      if not lenient then reading:unknown(name) end
    elseif #list > 1 and not declaration.list then
      reading.given[name] = true
      local detail = "`%s` is given %d times and takes one value."
      reading:refuse("INVALID_REQUEST", detail, name, #list)
    else
      local value = declaration.parse(declaration.list and list or list[1])
      reading:take(name, value, text.quote(list[1]))
    end
  end
  for name, value in pairs(captures) do
    local declaration = declarations[name]
    if declaration then reading:take(name, declaration.parse(value), text.quote(value)) end
  end
  return reading:finish("query")
end

--- A parsed value as a message repeats it: what can also stand in a query string, as there.
local function show_json(value)
  if type(value) == "string" then return text.quote(value) end
  if value == svc.null then return "null" end
  if type(value) == "table" then return svc.is_array(value) and "an array" or "an object" end
  local integral = math.type(value) == "float" and value % 1 == 0
  return text.quote(integral and ("%.0f"):format(value) or tostring(value))
end

--- A value that is not of the type wanted, after the name of its own type.
-- @param value parsed from JSON
-- @treturn string
function arguments.mistyped(value)
  local shown = show_json(value)
  if value == svc.null or type(value) == "table" then return shown end
  return ("the %s %s"):format(type(value), shown)
end

--- Validates typed arguments, as a parsed JSON object.
-- @tparam table declarations name -> declaration
-- @tparam table given parsed from JSON
-- @treturn table|nil typed values, exactly as `from_query` gives them
-- @treturn table|nil the problem
function arguments.from_json(declarations, given)
  local accepted = arguments.accept(declarations, given)
  if accepted then return accepted end
  local reading = new_reading(declarations)
  for _, name in ipairs(tables.keys(given)) do
    local declaration, value = declarations[name], given[name]
    if declaration then
      local typed = declaration.typed(value)
      reading:take(name, typed, typed == nil and arguments.mistyped(value) or show_json(value))
    else
      reading:unknown(name)
    end
  end
  return reading:finish()
end

return arguments
