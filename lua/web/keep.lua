--- Which answers may be kept for other clients, and under which key. A key is made of what was
-- settled of a request, and of nothing else: coding, media type, route, typed parameters and
-- decoded captures. A handler that reads more than that takes the key away (call.lua), and so does
-- a response that says of itself that it is not for everybody.

local svc = require("svc")
local respond = require("web.respond")
local tables = require("base.tables")

local keep = {}

--- Header fields of requests that a key stands for.
local SETTLED = { ["accept"] = true, ["accept-encoding"] = true }

--- The reason why no answer of a route is ever kept.
-- @tparam table route
-- @tparam {table,...} routes that may stand at the same path
-- @tparam table phases
-- @treturn string|nil nil where each answer is looked at
function keep.obstacle(route, routes, phases)
  if (route.cache or "none") == "none" then return "it has no caching class" end
  if route.method ~= "GET" then return "its method is not GET" end
  if route.header or phases.header then return "a header phase may change every answer" end
  if phases.access then return "an access phase is asked before every answer" end
  for _, other in ipairs(routes) do
    if other.path == route.path and other.access then
      return "its path has an access function, which is asked before every answer"
    end
  end
end

--- The key of an answer: everything that is settled of its call.
-- @tparam table call with `type`, `params` and `captures`
-- @tparam string path of its route
-- @tparam[opt] string coding
-- @treturn string the same for all requests that settle to the same
function keep.key(call, path, coding)
  return svc.json({ coding or "", call.type, path, call.params, call.captures })
end

--- The key of an answer that is not for every origin.
-- @tparam table call
-- @tparam string path
-- @tparam[opt] string coding
-- @tparam[opt] string origin that is allowed
-- @treturn string
function keep.key_of_origin(call, path, coding, origin)
  return keep.key(call, path, coding) .. (origin or "")
end

--- Header fields that the framework and the routes of the service add, and that refuse nothing.
local NEUTRAL = tables.set({
  "Content-Language",
  "Link",
  "RateLimit",
  "RateLimit-Policy",
  "SVC-Publication",
})

--- Header fields with which a response may refuse to be kept, by their names in lower case. Each is
-- a function of the value, and of the value that the class of the route has, and gives the reason
-- or nil.
local CLAIMS = {}

CLAIMS["cache-control"] = function(value, usual)
  if value ~= usual then
    return ("its Cache-Control is %q, that of its class is %q"):format(value, usual)
  end
end

CLAIMS["set-cookie"] = function() return "it sets a cookie" end

CLAIMS["vary"] = function(value)
  for name in value:gmatch("[^,%s]+") do
    if not SETTLED[name:lower()] then return "it varies by " .. name end
  end
end

--- The reason why a response is not kept.
-- @tparam table response of status 200
-- @tparam string class of its route
-- @tparam number usual how many of its first header fields are those of its class
-- @treturn string|nil nil where it may be kept
function keep.refusal(response, class, usual)
  if response.stream then return "it is a stream" end
  local headers = response.headers
  for i = usual + 1, #headers do
    local header = headers[i]
    local claim = not NEUTRAL[header[1]] and CLAIMS[header[1]:lower()]
    local refusal = claim and claim(header[2], respond.cache[class])
    if refusal then return refusal end
  end
end

return keep
