--- The faults of JSON-RPC messages: the only home of their codes. A fault travels up as
-- the second value of `nil, fault`, as a problem does over HTTP.
-- Source of the codes: JSON-RPC 2.0, and MCP 2026-07-28 "Error codes".

local svc = require("svc")
local problem = require("web.problem")

local fault = {}

--- name -> `code`; `message`, the default; `kin`, the problem whose HTTP status it is answered
-- with. Without `kin` it is the answer to a well-formed request, and goes with 200.
local KINDS = {
  PARSE_ERROR = { code = -32700, kin = "INVALID_REQUEST", message = "The body is not JSON." },
  INVALID_REQUEST = {
    code = -32600,
    kin = "INVALID_REQUEST",
    message = "The body is not one JSON-RPC 2.0 request or notification.",
  },
  UNKNOWN_METHOD = {
    code = -32601,
    kin = "ENDPOINT_NOT_FOUND",
    message = "This server has no such method.",
  },
  INVALID_ENVELOPE = {
    code = -32602,
    kin = "INVALID_REQUEST",
    message = "`params._meta` is not a valid request envelope.",
  },
  INVALID_PARAMS = { code = -32602, message = "The parameters do not fit the method." },
  -- Of the revisions before 2026-07-28, which has INVALID_PARAMS for it ("Resources").
  UNKNOWN_RESOURCE = { code = -32002, message = "This server has no such resource." },
  HEADER_MISMATCH = {
    code = -32020,
    kin = "INVALID_REQUEST",
    message = "A header does not say what the body says.",
  },
  MISSING_CAPABILITY = {
    code = -32021,
    kin = "INVALID_REQUEST",
    message = "The client does not declare a capability that this request needs.",
  },
  UNSUPPORTED_VERSION = {
    code = -32022,
    kin = "INVALID_REQUEST",
    message = "This server does not speak that protocol version.",
  },
  UNAVAILABLE = {
    code = -32603,
    kin = "SERVICE_UNAVAILABLE",
    message = "The signed content service is not available now.",
  },
  INTERNAL = {
    code = -32603,
    kin = "INTERNAL_ERROR",
    message = "The server failed to answer; the failure is logged.",
  },
}

local Fault = {}
Fault.__index = Fault

--- A fault of a kind.
-- @tparam string kind key of the table above; an unknown one raises
-- @tparam[opt] string message what is wrong and what is accepted, one or two sentences
-- @tparam[opt] table data the `data` member of the error
-- @treturn table
function fault.new(kind, message, data)
  local entry = KINDS[kind] or error("no fault is called " .. tostring(kind), 2)
  return setmetatable({ kind = kind, entry = entry, message = message, data = data }, Fault)
end

--- True when a value was made by `fault.new`.
-- @treturn boolean
function fault.is(value) return getmetatable(value) == Fault end

--- The HTTP status a fault is answered with.
-- @treturn number
function Fault:status() return self.entry.kin and problem.entry(self.entry.kin).status or 200 end

--- The error response. An id that could not be read is left out.
-- @tparam string|nil id raw JSON
-- @treturn string JSON
function Fault:write(id)
  return svc.json({
    jsonrpc = "2.0",
    id = id and svc.raw_json(id),
    error = {
      code = self.entry.code,
      message = self.message or self.entry.message,
      data = self.data,
    },
  })
end

return fault
