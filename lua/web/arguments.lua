--- From what a client gave to typed values, by the declarations of params.lua. Every violation is
-- collected: those of syntax or type make one 400, else those of value make one 422, else a value
-- that names nothing makes its own 404 (DESIGN: 400 against 422).

local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local text = require("web.text")
local uri = require("web.uri")

local arguments = {}

--- What a client may send, as a sentence.
-- @tparam table declarations
-- @tparam[opt] string source "query" to leave out what stands in the path
local function accepted(declarations, source)
  local names = {}
  for name, declaration in pairs(declarations) do
    if not source or declaration.from == source then names[#names + 1] = "`" .. name .. "`" end
  end
  table.sort(names)
  if #names == 0 then return "Send no parameters: this operation accepts none." end
  return "Accepted parameters: " .. table.concat(names, ", ") .. "."
end

--- The most violations that one problem tells of.
local MOST_TOLD = 20

--- Violations as one text.
local function tell(details)
  local told = table.concat(details, " ", 1, math.min(#details, MOST_TOLD))
  if #details <= MOST_TOLD then return told end
  return ("%s And %d more."):format(told, #details - MOST_TOLD)
end

--- Collects violations by the weight of their status, and makes one problem of the gravest kind.
local Faults = {}
Faults.__index = Faults

--- Notes one violation.
function Faults:add(code, ...)
  self[code] = self[code] or {}
  table.insert(self[code], (...):format(select(2, ...)))
end

--- The problem of what was noted, or nil.
function Faults:problem(resolution)
  for _, code in ipairs({ "INVALID_REQUEST", "UNPROCESSABLE_REQUEST" }) do
    if self[code] then
      return problem.new(code, {
        detail = tell(self[code]),
        resolution = code == "INVALID_REQUEST" and resolution or nil,
      })
    end
  end
  local code, details = next(self)
  return code and problem.new(code, { detail = tell(details) })
end

--- Checks one present value and stores it typed.
local function take(name, declaration, value, shown, values, faults)
  if value == nil then
    faults:add("INVALID_REQUEST", "`%s` must be %s, not %s.", name, declaration.syntax, shown)
    return
  end
  local expected, culprit = declaration.check(value)
  if expected then
    shown = culprit or shown
    local code = declaration.missing or "UNPROCESSABLE_REQUEST"
    faults:add(code, "`%s` must be %s, not %s.", name, expected, shown)
  end
  values[name] = value
end

--- Fills in what is absent, then ends the collection.
local function complete(declarations, given, values, faults, source)
  for _, name in ipairs(params.names(declarations)) do
    local declaration = declarations[name]
    if given[name] == nil then
      if declaration.required then faults:add("INVALID_REQUEST", "`%s` is required.", name) end
      values[name] = declaration.default
    end
  end
  local fault = faults:problem(accepted(declarations, source))
  if fault then return nil, fault end
  return values
end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
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
  if not given then
    local resolution = "Encode the query as UTF-8 with percent-encoding. "
      .. accepted(declarations, "query")
    return nil, problem.new("INVALID_REQUEST", { detail = reason, resolution = resolution })
  end
  local values, faults, seen = {}, setmetatable({}, Faults), {}
  for _, name in ipairs(sorted_keys(given)) do
    local declaration, list = declarations[name], given[name]
    if not declaration or declaration.from ~= "query" then
      if not lenient then
        faults:add("INVALID_REQUEST", "The parameter %s is not known here.", text.quote(name))
      end
    elseif declaration.list then
      take(name, declaration, declaration.parse(list), text.quote(list[1]), values, faults)
    elseif #list > 1 then
      faults:add("INVALID_REQUEST", "`%s` is given %d times and takes one value.", name, #list)
    else
      take(name, declaration, declaration.parse(list[1]), text.quote(list[1]), values, faults)
    end
    seen[name] = true
  end
  for name, value in pairs(captures) do
    local declaration = declarations[name]
    if declaration then
      take(name, declaration, declaration.parse(value), text.quote(value), values, faults)
      seen[name] = true
    end
  end
  return complete(declarations, seen, values, faults, "query")
end

--- A parsed value as a message repeats it: what can also stand in a query string, as there.
local function show_json(value)
  if type(value) == "string" then return text.quote(value) end
  if value == svc.null then return "null" end
  if type(value) == "table" then return svc.is_array(value) and "an array" or "an object" end
  local integral = math.type(value) == "float" and value % 1 == 0
  return text.quote(integral and ("%.0f"):format(value) or tostring(value))
end

--- Validates typed arguments, as a parsed JSON object.
-- @tparam table declarations name -> declaration
-- @tparam table given parsed from JSON
-- @treturn table|nil typed values, exactly as `from_query` gives them
-- @treturn table|nil the problem
function arguments.from_json(declarations, given)
  local values, faults = {}, setmetatable({}, Faults)
  for _, name in ipairs(sorted_keys(given)) do
    local declaration, value = declarations[name], given[name]
    if not declaration then
      faults:add("INVALID_REQUEST", "The parameter %s is not known here.", text.quote(name))
    else
      take(name, declaration, declaration.typed(value), show_json(value), values, faults)
    end
  end
  return complete(declarations, given, values, faults)
end

return arguments
