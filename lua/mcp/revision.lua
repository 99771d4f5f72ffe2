--- The revisions of the protocol, and what a message of each must bring along. One endpoint serves
-- two eras without any session: since 2026-07-28 each request carries its envelope in
-- `params._meta` and repeats it in headers; before, a client opens with `initialize`.

local svc = require("svc")
local base64 = require("base.base64")
local fault = require("mcp.fault")
local message = require("mcp.message")
local tables = require("base.tables")
local uri = require("base.uri")

local revision = {}

local MODERN = "2026-07-28"
local LEGACY = { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05" }

--- The one legacy revision that knows batches; also what a legacy request without the header means.
local BATCHES = "2025-03-26"

--- Every revision served, newest first.
revision.supported = svc.array({ MODERN, table.unpack(LEGACY) })

local PREFIX = "io.modelcontextprotocol/"
local VERSION = PREFIX .. "protocolVersion"
local CAPABILITIES = PREFIX .. "clientCapabilities"
local CLIENT = PREFIX .. "clientInfo"

--- The key under which a result names this server.
revision.SERVER = PREFIX .. "serverInfo"

--- The key under which a request asks for log messages, as of 2026-07-28.
revision.LOG_LEVEL = PREFIX .. "logLevel"

local known = tables.set(LEGACY)

--- The parameter that the `Mcp-Name` header repeats.
local NAMED = { ["tools/call"] = "name", ["prompts/get"] = "name", ["resources/read"] = "uri" }

local function unsupported(requested)
  return fault.new("UNSUPPORTED_VERSION", nil, {
    supported = revision.supported,
    requested = requested,
  })
end

--- A header value, decoded where it is wrapped as `=?base64?…?=`.
-- @treturn string|nil nil when the wrapping holds no base64
local function unwrap(value)
  local wrapped = value:match("^=%?base64%?(.*)%?=$")
  if not wrapped then return value end
  return base64.decode(wrapped)
end

local function mismatch(header, found, expected)
  local detail = found == nil and ("The header `%s` is missing."):format(header)
    or ("The header `%s` does not match %s."):format(header, expected)
  return fault.new("HEADER_MISMATCH", detail)
end

--- True when a text stands for a value; numbers are compared as such: 42.0 is 42.
local function stands_for(found, value)
  if type(value) ~= "number" then return value ~= nil and found == tostring(value) end
  return found and found:find("^-?%d[%d.eE+-]*$") and tonumber(found) == value
end

--- Checks that a header repeats what the body holds, as gateways that never read bodies rely on.
-- @tparam string header its name
-- @tparam string|nil sent its value
-- @tparam any value of the body: text, number or boolean; nil where the body has none
-- @tparam string where the value stands in the body
-- @treturn table|nil the fault where it does not
function revision.check_mirror(header, sent, value, where)
  if sent == nil and value == nil then return nil end
  if sent == nil or not stands_for(unwrap(sent), value) then
    return mismatch(header, sent, where)
  end
end

--- Steps of the modern era; each returns a fault or nil.
local function check_agreement(asked, headers)
  local named, claimed = headers.version, asked.meta[VERSION]
  if named and type(claimed) == "string" and named ~= claimed then
    return mismatch("MCP-Protocol-Version", named, "`params._meta`")
  end
end

local function check_envelope(asked)
  if not asked.id then return end
  local meta = asked.meta
  if type(meta[VERSION]) ~= "string" then
    return fault.new("INVALID_ENVELOPE", ("`_meta` must hold the string `%s`."):format(VERSION))
  end
  if not message.is_object(meta[CAPABILITIES]) then
    local detail = ("`_meta` must hold the object `%s`."):format(CAPABILITIES)
    return fault.new("INVALID_ENVELOPE", detail)
  end
  local client = meta[CLIENT]
  local whole = type(client) == "table"
    and type(client.name) == "string"
    and type(client.version) == "string"
  if client ~= nil and not whole then
    local detail = ("`%s` must hold the strings `name` and `version`."):format(CLIENT)
    return fault.new("INVALID_ENVELOPE", detail)
  end
end

local function check_version(asked, headers)
  local claimed = asked.meta[VERSION] or headers.version
  if claimed ~= MODERN then return unsupported(claimed) end
end

local function check_headers(asked, headers)
  if headers.method and headers.method ~= asked.method then
    return mismatch("Mcp-Method", headers.method, "`method`")
  end
  if not asked.id then return end
  if not headers.version then return mismatch("MCP-Protocol-Version") end
  if not headers.method then return mismatch("Mcp-Method") end
  local parameter = NAMED[asked.method]
  if not parameter then return end
  if not headers.name then return mismatch("Mcp-Name") end
  local expected = asked.params[parameter]
  if type(expected) ~= "string" then return end
  return revision.check_mirror(
    "Mcp-Name",
    headers.name,
    expected,
    "`params." .. parameter .. "`"
  )
end

local function check_modern(asked, headers)
  return check_agreement(asked, headers)
    or check_envelope(asked)
    or check_version(asked, headers)
    or check_headers(asked, headers)
end

local function check_legacy(_, headers)
  if headers.version and not known[headers.version] then return unsupported(headers.version) end
end

--- The eras: their checks, and what else differs between them.
local ERAS = {
  modern = { name = "modern", check = check_modern },
  legacy = { name = "legacy", check = check_legacy, batches = true, unknown_is_ok = true },
}

--- The headers of the protocol. The version is repeated in answers, so bytes that JSON or a
-- terminal would not take are encoded.
-- @tparam table headers of the request, by lower-case name
-- @treturn table `{version, method, name}`
function revision.headers(headers)
  local version = headers["mcp-protocol-version"]
  return {
    version = version == MODERN and version or version and uri.printable(version),
    method = headers["mcp-method"],
    name = headers["mcp-name"],
  }
end

--- Reads the envelope of a message and tells its era: that of its envelope, else that of its
-- header. Gives the message its `meta`: decoded, {} when absent.
-- @tparam table asked from message.lua
-- @tparam table headers from `revision.headers`
-- @treturn table `{name = "modern"|"legacy", check = function(asked, headers) -> fault|nil}`;
-- `batches`: it may know batches; `unknown_is_ok`: an unknown method is answered with 200
function revision.era(asked, headers)
  local meta = asked.params._meta
  asked.meta = message.is_object(meta) and meta or {}
  local modern = asked.meta[VERSION] ~= nil or headers.version == MODERN
  return modern and ERAS.modern or ERAS.legacy
end

--- Checks that a request of several messages is allowed.
-- @tparam table headers from `revision.headers`
-- @treturn table|nil the fault where it is not
function revision.check_batch(headers)
  if headers.version and headers.version ~= BATCHES then
    return fault.new(
      "INVALID_REQUEST",
      "Batches exist only in protocol version " .. BATCHES .. "."
    )
  end
end

--- Checks that a message may be one of several.
-- @tparam table asked
-- @tparam table era
-- @treturn table|nil the fault where it may not
function revision.check_member(asked, era)
  if not era.batches or asked.method == "initialize" then
    return fault.new("INVALID_REQUEST", "This request cannot be part of a batch.")
  end
end

--- The version that answers an `initialize`.
-- @tparam string requested
-- @treturn string the same where it is served in the legacy way, else the newest that is
function revision.negotiate(requested) return known[requested] and requested or LEGACY[1] end

--- The capabilities a client declares with a request.
-- @tparam table asked
-- @treturn table by name; empty in the legacy era, which declares them once and for all
function revision.capabilities(asked) return asked.meta[CAPABILITIES] or {} end

return revision
