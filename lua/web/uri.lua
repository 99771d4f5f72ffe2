--- Percent-encoding and query strings, strictly (RFC 3986, and `+` for a space as forms send it).

local uri = {}

--- Decodes percent-encoding.
-- @tparam string text
-- @treturn string|nil valid UTF-8 without NUL, or nil when it is not that
-- @treturn string|nil the reason, to be read after the name of what was decoded
function uri.decode(text)
  if not text:find("[%%\0\128-\255]") then return text end
  if text:gsub("%%%x%x", ""):find("%", 1, true) then
    return nil, "is not percent-encoded: each `%` takes two hexadecimal digits"
  end
  local decoded = text:gsub(
    "%%(%x%x)",
    function(digits) return string.char(tonumber(digits, 16)) end
  )
  if not utf8.len(decoded) then return nil, "is not valid UTF-8" end
  if decoded:find("\0", 1, true) then return nil, "contains the character NUL" end
  return decoded
end

--- Encodes a value for a path segment or a query: every byte that is not unreserved.
-- @tparam string text any bytes
-- @treturn string
function uri.encode(text)
  if not text:find("[^%w%-._~]") then return text end
  return (text:gsub("[^%w%-._~]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- Encodes every byte that no URI holds, for bytes that must be shown as they came.
-- @tparam string text any bytes
-- @treturn string a URI reference where `text` was one of such bytes
function uri.printable(text)
  return (
    text:gsub(
      "[^%w%-._~!$&'()*+,;=:@/?%%]",
      function(byte) return ("%%%02X"):format(byte:byte()) end
    )
  )
end

local function spaced(text) return text:find("+", 1, true) and text:gsub("+", " ") or text end

--- Reads a query string. Empty pieces between `&` are skipped.
-- @tparam string|nil query raw, without the `?`
-- @treturn table|nil decoded name -> list of decoded values, in the order given
-- @treturn string|nil the reason when something in it cannot be decoded
function uri.parse_query(query)
  local values = {}
  for piece in (query or ""):gmatch("[^&]+") do
    local name, value = piece:match("^([^=]*)=?(.*)$")
    local reason
    name, reason = uri.decode(spaced(name))
    if not name then return nil, "A parameter name " .. reason .. "." end
    value, reason = uri.decode(spaced(value))
    if not value then return nil, ("The value of `%s` %s."):format(name, reason) end
    local list = values[name]
    if list then
      list[#list + 1] = value
    else
      values[name] = { value }
    end
  end
  return values
end

return uri
