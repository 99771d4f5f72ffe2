--- Bodies that a route declares by a JSON Schema: read strictly and checked whole, so that a client
-- learns at once of all that is wrong, and where.

local svc = require("svc")
local problem = require("web.problem")
local schema_check = require("web.schema_check")
local schemas = require("web.schema")
local tables = require("base.tables")

local body = {}

local Body = {}
Body.__index = Body

--- The problem of a value that is not as the schema says.
local function refusal(faults)
  local count, shown = faults.count, {}
  faults.count, faults.path = nil, nil
  for i, fault in ipairs(faults) do
    shown[i] = ("`%s` %s."):format(fault.pointer, fault.detail)
  end
  if count > #shown then
    shown[#shown + 1] = ("And %d more at least."):format(count - #shown)
  end
  return problem.new("UNPROCESSABLE_REQUEST", {
    detail = "The body is not as it is declared. " .. table.concat(shown, " "),
    errors = faults,
    resolution = "Correct the members of the body that `errors` names and send it again.",
  })
end

--- Checks a value that was parsed from JSON.
-- @param value changed: defaults are filled in
-- @return the value, or nil
-- @treturn table|nil the problem
function Body:check(value)
  if value == nil then
    return problem.refuse("INVALID_REQUEST", "A body is required, and there is none.")
  end
  local faults = { count = 0, path = {} }
  value = self.accept(value, faults)
  if faults.count > 0 then return nil, refusal(faults) end
  return value
end

--- Reads the body of a request.
-- @tparam string|nil bytes
-- @return the value, or nil
-- @treturn table|nil the problem
function Body:read(bytes)
  if not bytes or bytes == "" then return self:check(nil) end
  local value, reason, offset = svc.parse_json(bytes)
  if reason then
    return problem.refuse("INVALID_REQUEST", {
      detail = ("The body is no JSON: %s at byte %d."):format(reason, offset),
      resolution = "Send one JSON value in UTF-8, without a name twice in an object.",
    })
  end
  return self:check(value)
end

--- Compiles the schema of a body. Raises where it is faulty.
-- @tparam string|table declared the name of a file of schemas, or a JSON Schema
-- @tparam[opt] {string,...} folders of routes, which may have schemas of their own
-- @treturn table with `read` and `check`; `schema`, whole, with what it refers to in `$defs`
function body.compile(declared, folders)
  local definitions, inline = schemas.gather({ declared }, "#/$defs/", folders)
  local own = inline[1] or { ["$ref"] = "#/$defs/" .. declared }
  local whole = tables.merge(own)
  if next(definitions) then whole["$defs"] = definitions end
  return setmetatable({ accept = schema_check.compile(own, definitions), schema = whole }, Body)
end

--- The body as an argument of a tool.
-- @tparam table compiled of `body.compile`
-- @treturn table declaration as those of params.lua
function body.argument(compiled)
  return {
    from = "body",
    list = true, -- one item in an array is not the item
    required = true,
    description = "The body of the request.",
    schema = compiled.schema,
    syntax = "JSON",
    typed = function(value) return value end,
    check = function() end,
  }
end

return body
