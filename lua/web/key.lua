--- The secrets of an operator as routes see them, and the key that a route may ask for (RFC 6750):
-- `Authorization: Bearer …`, compared in constant time with such a secret.

local svc = require("svc")
local problem = require("web.problem")
local view = require("base.view")

local key = {}

--- A secret as a route sees it. The time of a comparison reveals nothing: both sides are hashed
-- under a key that nobody knows, so that nobody can choose the compared bytes.
local function seen_of(lines, blind)
  --- True where a text is one that the lines make.
  local function is_one(text, made)
    if type(text) ~= "string" then return false end
    local found, same = svc.hmac(blind, text), false
    for _, line in ipairs(lines) do
      same = svc.hmac(blind, made(line)) == found or same
    end
    return same
  end
  return view.of({
    equals = function(_, text)
      return is_one(text, function(line) return line end)
    end,
    hmac = function(_, text) return svc.hmac(lines[1], text) end,
    verify = function(_, text, signature)
      return is_one(signature, function(line) return svc.hmac(line, text) end)
    end,
  })
end

--- The secrets as routes see them.
-- @tparam table|nil values of `host/secrets.lua`
-- @tparam string blind a key that nobody can guess
-- @treturn table name -> `{equals(self, text), hmac(self, text), verify(self, text, signature)}`;
-- of two lines, either is equal and verifies, and the first signs
function key.views(values, blind)
  local seen = {}
  for name, lines in pairs(values or {}) do
    seen[name] = seen_of(lines, blind)
  end
  return seen
end

--- Looks for what a route names and the config has not. Raises with the place of the route.
-- @tparam table route
-- @tparam string place
-- @tparam table secrets name -> what routes see of it
-- @treturn table|nil those that its calls have; nil where it names none
function key.secrets_of(route, place, secrets)
  local own
  for _, name in ipairs({ route.key, table.unpack(route.secrets or {}) }) do
    if not secrets[name] then
      local fault =
        "%s: it names the secret `%s`, which the config has not: secrets = { %s = FILE }"
      error(fault:format(place, tostring(name), tostring(name)), 0)
    end
  end
  for _, name in ipairs(route.secrets or {}) do
    own = own or {}
    own[name] = secrets[name]
  end
  return own
end

--- Checks the key of a request.
-- @tparam table secret as routes see it
-- @tparam table headers of the request
-- @treturn table|nil the problem
function key.refusal(secret, headers)
  local given = headers.authorization
  local token = given and given:match("^[Bb][Ee][Aa][Rr][Ee][Rr] +([%w%-._~+/]+=*)$")
  if token and secret:equals(token) then return nil end
  local challenge = 'Bearer realm="svc"' .. (given and ', error="invalid_token"' or "")
  return problem.new("UNAUTHORIZED", {
    detail = given and "The key is not one that this resource accepts." or nil,
    headers = { { "WWW-Authenticate", challenge } },
  })
end

return key
