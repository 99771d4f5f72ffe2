--- State that a stateless server hands to the client and reads again in the next round: readable by
-- anybody, but bound to a key, to the request it was made for, and to a time.

local svc = require("svc")
local base64 = require("base.base64")

local state = {}

--- The longest that a round may take, in milliseconds: a person may have to answer.
local LIFETIME = 10 * 60 * 1000

--- Seals a value.
-- @tparam string key secret, at least 32 bytes; the same in all workers
-- @tparam string purpose the request it belongs to: it opens for no other
-- @tparam any value with a JSON form
-- @tparam number now Unix milliseconds
-- @treturn string printable ASCII
function state.seal(key, purpose, value, now)
  local sealed = base64.encode(svc.json({ purpose = purpose, value = value, made = now }))
  return sealed .. "." .. svc.hmac(key, sealed)
end

--- Opens what `state.seal` made.
-- @tparam string key
-- @tparam string purpose
-- @tparam any sealed as the client sent it
-- @tparam number now Unix milliseconds
-- @treturn any|nil the value
-- @treturn string|nil the reason, to be read after the name of the parameter
function state.open(key, purpose, sealed, now)
  local body, mac = tostring(sealed):match("^([%w+/=]+)%.(%x+)$")
  -- Digests of the two are compared, so that the time it takes tells nothing of the right one.
  if not body or svc.hmac(key, mac) ~= svc.hmac(key, svc.hmac(key, body)) then
    return nil, "is not as this server made it"
  end
  local held = svc.parse_json(base64.decode(body))
  if held.purpose ~= purpose then return nil, "belongs to another request" end
  if now - held.made > LIFETIME then return nil, "has expired" end
  return held.value
end

return state
