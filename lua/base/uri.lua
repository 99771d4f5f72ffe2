--- Percent-encoding and query strings, strictly (RFC 3986, and `+` for a space as forms send it).

local svc = require("svc")

local uri = {}

--- Decodes percent-encoding.
-- @tparam string text
-- @treturn string|nil valid UTF-8 without NUL, or nil when it is not that
-- @treturn string|nil the reason, to be read after the name of what was decoded
uri.decode = svc.decode_uri

--- Encodes a value for a path segment or a query: every byte that is not unreserved.
-- @tparam string text any bytes
-- @treturn string
uri.encode = svc.escape_uri

--- Encodes every byte that no URI holds, for bytes that must be shown as they came.
-- @tparam string text any bytes
-- @treturn string a URI reference where `text` was one of such bytes
function uri.printable(text) return svc.escape_uri(text, "!$&'()*+,;=:@/?%") end

--- Reads a query string. Empty pieces between `&` are skipped.
-- @tparam string|nil query raw, without the `?`
-- @treturn table|nil decoded name -> list of decoded values, in the order given
-- @treturn string|nil the reason when something in it cannot be decoded
uri.parse_query = svc.parse_query

return uri
