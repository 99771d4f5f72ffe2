--- JSON-RPC 2.0 messages, read strictly: every byte is checked before anything is parsed, and an
-- id is kept as the bytes it came in, because a parsed number may have lost digits.

local svc = require("svc")
local fault = require("mcp.fault")

local message = {}

--- Messages a batch may hold: each may cost as much as a request of its own.
local BATCH_LIMIT = 20

--- True when a parsed value is a JSON object: an array has a metatable.
-- @tparam any value from `svc.parse_json`
-- @treturn boolean
function message.is_object(value) return type(value) == "table" and getmetatable(value) == nil end

--- True when the bytes of a value are those of an id: a string or an integer.
-- @tparam string raw
-- @treturn boolean
local function is_id(raw) return raw:byte() == 0x22 or raw:find("^-?%d+$") ~= nil end

local function invalid(id, detail)
  local refusal = fault.new("INVALID_REQUEST", detail)
  refusal.id = id
  return nil, refusal
end

--- A message taken apart, and checked.
-- @treturn table|nil its `body`, and the bytes of the members `id`, `method`, `params`, `jsonrpc`,
-- each nil where it is absent
-- @treturn string|nil the reason why the text is not JSON
-- @treturn number|nil the byte of that fault
local function members(text)
  local good, id, method, params, jsonrpc =
    svc.json_members(text, "id", "method", "params", "jsonrpc")
  if not good then return nil, id, method end
  return { body = text, id = id, method = method, params = params, jsonrpc = jsonrpc }
end

--- The value of a member.
local function value_of(member)
  if member then return svc.parse_json(member) end
end

--- Members without those of `null`, which some clients write in the place of what they leave out.
local function without_nulls(given)
  for name, value in pairs(given) do
    if value == svc.null then given[name] = nil end
  end
  return given
end

--- One message.
-- @tparam table raw from `members`
-- @treturn table|nil `{method, params, raw_params, id}`: `params` parsed, without members that
-- are null ({} when absent), `id` raw JSON, nil for a notification
-- @treturn table|nil the fault; its `id` where it could be read
local function read_one(raw)
  if not raw.body:find("^%s*{") then
    return invalid(
      nil,
      "A message is an object with `jsonrpc`, `method` and, in a request, `id`."
    )
  end
  local id, params = raw.id, value_of(raw.params)
  if id and not is_id(id) then return invalid(nil, "`id` must be a string or an integer.") end
  if raw.jsonrpc ~= '"2.0"' and value_of(raw.jsonrpc) ~= "2.0" then
    return invalid(id, '`jsonrpc` must be "2.0".')
  end
  local method = value_of(raw.method)
  if type(method) ~= "string" then return invalid(id, "`method` must be a string.") end
  if params ~= nil and not message.is_object(params) then
    return invalid(id, "`params` must be an object.")
  end
  return {
    method = method,
    params = without_nulls(params or {}),
    raw_params = raw.params,
    id = id,
    meta = nil, -- room for what revision.lua notes
  }
end

--- The bytes of each element of a JSON array, which is valid and not empty.
local function split(text)
  local elements, depth, start, at = {}, 0, text:find("[", 1, true) + 1, 1
  while true do
    local here, _, delimiter = text:find('(["%[%]{},])', at)
    at = here + 1
    if delimiter == '"' then
      repeat
        local stop = text:find('["\\]', at)
        at = text:byte(stop) == 0x5C and stop + 2 or stop + 1
      until text:byte(stop) == 0x22
    elseif delimiter == "[" or delimiter == "{" then
      depth = depth + 1
    elseif delimiter == "," then
      if depth == 1 then
        elements[#elements + 1], start = text:sub(start, here - 1), at
      end
    else
      depth = depth - 1
      if depth == 0 then
        elements[#elements + 1] = text:sub(start, here - 1)
        return elements
      end
    end
  end
end

local function read_batch(text)
  local parsed = svc.parse_json(text)
  if #parsed == 0 then return invalid(nil, "A batch holds at least one message.") end
  if #parsed > BATCH_LIMIT then
    return invalid(nil, ("A batch holds at most %d messages."):format(BATCH_LIMIT))
  end
  local batch = {}
  for i, element in ipairs(split(text)) do
    local one, refusal = read_one(members(element))
    batch[i] = one or { id = refusal.id, refusal = refusal }
  end
  return { batch = batch }
end

--- Checks the body of a request, and takes it apart without parsing it. A byte order mark before it
-- is passed over (RFC 8259, 8.1).
-- @tparam string body
-- @treturn table|nil for `message.read`: `body`, and the bytes of the members `id`, `method`,
-- `params`, `jsonrpc` where it is an object that has them
-- @treturn table|nil the fault
function message.scan(body)
  if body:find("^\u{FEFF}") then body = body:sub(4) end
  local raw, reason, offset = members(body)
  if raw then return raw end
  local detail = ("The body is not JSON: %s at byte %d."):format(reason, offset)
  return nil, fault.new("PARSE_ERROR", detail)
end

--- True when a scanned body is certainly a request, so that its bytes alone determine the result.
-- @tparam table raw from `message.scan`
-- @treturn boolean
function message.is_request(raw)
  return raw.jsonrpc == '"2.0"' and raw.method ~= nil and raw.id ~= nil and is_id(raw.id)
end

--- Reads the body of a request.
-- @tparam table raw from `message.scan`
-- @treturn table|nil a message as above, or `{batch = {message,...}}`; one of those that is faulty
-- is `{refusal, id}`
-- @treturn table|nil the fault
function message.read(raw)
  if raw.body:find("^%s*%[") then return read_batch(raw.body) end
  return read_one(raw)
end

--- A response to a request.
-- @tparam string id raw JSON
-- @tparam string result raw JSON
-- @treturn string JSON
function message.respond(id, result) return table.concat(message.response(id, result)) end

--- The same as a list of texts, so that a long result is sent without being copied.
-- @tparam string id raw JSON
-- @tparam string result raw JSON
-- @treturn {string,...}
function message.response(id, result)
  return { '{"id":', id, ',"jsonrpc":"2.0","result":', result, "}" }
end

return message
