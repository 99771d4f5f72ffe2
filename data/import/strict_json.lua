--- JSON of a source file: strict, and a refusal names file and line.
local svc = require("svc")
local message = require("base.message")

local strict_json = {}

--- Decodes a whole file.
-- @tparam table file `{ path, bytes }`
-- @tparam[opt] string cure what to do where it is none
-- @treturn any the value, JSON's null being `svc.null`; or nil
-- @treturn string|nil the refusal
function strict_json.decode(file, cure)
  local value, reason, offset = svc.parse_json(file.bytes)
  if not reason then return value end
  local _, newlines = file.bytes:sub(1, offset or 0):gsub("\n", "")
  cure = cure or "correct it or fetch the file again"
  return message.refuse("%s:%d: is not JSON: %s; %s", file.path, newlines + 1, reason, cure)
end

--- True when a value is a list of objects.
-- @treturn boolean
function strict_json.is_list(value)
  if type(value) ~= "table" then return false end
  for _, entry in ipairs(value) do
    if type(entry) ~= "table" then return false end
  end
  return true
end

return strict_json
