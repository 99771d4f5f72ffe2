--- JSON of a source file: strict, and a refusal names file and line.
local cjson = require("cjson")
local svc = require("svc")

local strict_json = {}

--- Decodes a whole file. @tparam table file `{ path, bytes }`
-- @treturn any the value, JSON's null being `svc.null`; or nil
-- @treturn string|nil the refusal
function strict_json.decode(file)
  local good, reason, offset = svc.check_json(file.bytes)
  if not good then
    local _, newlines = file.bytes:sub(1, offset or 0):gsub("\n", "")
    return nil, ("%s:%d: is not JSON: %s; correct it or fetch the file again"):format(file.path,
      newlines + 1, reason)
  end
  return cjson.decode(file.bytes)
end

return strict_json
