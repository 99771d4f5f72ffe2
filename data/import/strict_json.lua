--- JSON of a source file: strict, and a refusal names file and line.
local cjson = require("cjson")
local svc = require("svc")

local strict_json = {}

--- Decodes a whole file.
-- @tparam table file `{ path, bytes }`
-- @treturn any the value, JSON's null being `svc.null`; or nil
-- @treturn string|nil the refusal
function strict_json.decode(file)
  local good, reason, offset = svc.check_json(file.bytes)
  if not good then
    local _, newlines = file.bytes:sub(1, offset or 0):gsub("\n", "")
    return nil,
      ("%s:%d: is not JSON: %s; correct it or fetch the file again"):format(
        file.path,
        newlines + 1,
        reason
      )
  end
  return cjson.decode(file.bytes)
end

--- Whether a value is a list of objects.
-- @treturn boolean
function strict_json.is_list(value)
  if type(value) ~= "table" then return false end
  for _, entry in ipairs(value) do
    if type(entry) ~= "table" then return false end
  end
  return true
end

return strict_json
