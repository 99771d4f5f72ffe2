--- The problems of an operator: the file problems.lua of a folder of routes lists them, as
-- web/problem.lua does those of the service.

local nearest = require("base.nearest")
local problem = require("web.problem")
local tables = require("base.tables")

local own_problems = {}

--- As many may be added.
local MOST = 64

local function code_fault(code)
  if type(code) == "string" and #code <= 64 and code:find("^%u[%u_]*%u$") then
    return code:find("__", 1, true) and "its `code` has two underscores in a row" or nil
  end
  return "its `code` is not in capital letters and underscores, such as OUT_OF_STOCK"
end

local function status_fault(status)
  if math.type(status) == "integer" and status >= 400 and status <= 599 then return nil end
  return "its `status` is no whole number from 400 to 599"
end

--- The check of a text of at most so many bytes, as contract/schemas/Problem.json bounds it.
local function text_check(name, most)
  return function(value)
    if type(value) == "string" and #value <= most and value:find("%S") then
      return (value:find("%c") or not utf8.len(value))
          and ("its `%s` is no line of UTF-8"):format(name)
        or nil
    end
    return ("its `%s` is no text of 1 to %d bytes"):format(name, most)
  end
end

local function headers_fault(headers)
  for _, pair in ipairs(type(headers) == "table" and headers or { false }) do
    local name, value = table.unpack(type(pair) == "table" and pair or {})
    local good = type(name) == "string"
      and name:find("^[%w-]+$")
      and type(value) == "string"
      and value:find("^[\x20-\x7e]+$")
    if not good then return "its `headers` are no pairs of name and value" end
  end
end

--- The members of a problem of an operator: the check of each, and which it must have.
local MEMBERS = {
  code = code_fault,
  detail = text_check("detail", 2048),
  headers = headers_fault,
  resolution = text_check("resolution", 2048),
  status = status_fault,
  title = text_check("title", 128),
}
local REQUIRED = { "code", "status", "detail", "resolution" }

local function entry_fault(entry)
  if type(entry) ~= "table" then return "it is no table" end
  for _, name in ipairs(REQUIRED) do
    if entry[name] == nil then return ("it has no `%s`"):format(name) end
  end
  for _, name in ipairs(tables.keys(entry)) do
    if not MEMBERS[name] then
      local all = "; it may have " .. table.concat(tables.keys(MEMBERS), ", ")
      local hint = nearest.hint(tostring(name), tables.keys(MEMBERS), all)
      return ("it has a member `%s`%s"):format(name, hint)
    end
    local fault = MEMBERS[name](entry[name])
    if fault then return fault end
  end
end

--- Adds the problems of a file to those there are.
-- @tparam {table,...} entries as those of `problem.list`
-- @treturn string|nil the fault of the first that is faulty
function own_problems.add(entries)
  if type(entries) ~= "table" then return "it returns no list of problems" end
  if #entries > MOST then return ("it lists %d problems, %d at most"):format(#entries, MOST) end
  for i, entry in ipairs(entries) do
    local fault = entry_fault(entry)
    if not fault and pcall(problem.entry, entry.code) then
      fault = ("there is a problem %s already; give this one another code"):format(entry.code)
    end
    if fault then return ("problem %d: %s"):format(i, fault) end
    problem.add(entry)
  end
end

return own_problems
