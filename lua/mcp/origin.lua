--- The guard of origins: the defence against pages that call a server on the user's own
-- machine or network under a name of theirs (DNS rebinding). Source: MCP "Security warning".

local problem = require("web.problem")

local origin = {}

local LOOPBACK = { ["localhost"] = true, ["127.0.0.1"] = true, ["[::1]"] = true }

--- The origin of a URL: scheme, host and port as a browser writes them.
local function of_url(url)
  local scheme, authority = url:lower():match("^(https?)://([^/?#]+)")
  if not scheme then return nil end
  return scheme .. "://" .. authority:gsub(scheme == "http" and ":80$" or ":443$", "")
end

--- The host of an authority, without its port.
local function host_of(authority) return (authority:lower():gsub(":%d+$", "")) end

--- True when browsers reach the service on this machine alone. Browsers reach no unix socket:
-- requests on one come from a proxy, which others may reach.
local function is_local(config)
  local found = false
  for _, address in ipairs(config.addresses or {}) do
    if not LOOPBACK[host_of(address)] then return false end
    found = true
  end
  return found
end

local function known_hosts(config)
  local known = {}
  for _, url in ipairs({ config.base_url, config.mcp_url, config.site_url }) do
    local authority = url:match("^%a+://([^/?#]+)")
    known[host_of(authority)] = true
  end
  for _, name in ipairs(config.allowed_hosts or {}) do
    known[host_of(name)] = true
  end
  return known
end

local function known_origins(config)
  local known = {}
  for _, url in ipairs({ config.base_url, config.mcp_url, config.site_url }) do
    known[of_url(url)] = true
  end
  for _, allowed in ipairs(config.allowed_origins or {}) do
    known[of_url(allowed) or allowed] = true
  end
  return known
end

--- Pairs of `Host` and `Origin` that are remembered as admitted: clients are few, or forged.
local REMEMBERED = 64

--- Stands for a header that is not there: no value holds this byte.
local ABSENT = "\1"

local cached = setmetatable({}, { __mode = "k" })

local function rules(config)
  local found = cached[config]
  if not found then
    found = {
      origins = known_origins(config),
      hosts = known_hosts(config),
      is_local = is_local(config),
      admitted = {},
      capacity = REMEMBERED,
    }
    cached[config] = found
  end
  return found
end

local function origin_allowed(rule, value)
  local claimed = value:find("^%a+://[^/?#]+$") and of_url(value)
  if not claimed then return false end
  if rule.origins[claimed] then return true end
  return rule.is_local and LOOPBACK[host_of(claimed:match("//(.*)$"))] or false
end

local function admits(rule, sent, host)
  if sent ~= nil and not origin_allowed(rule, sent) then return false end
  return not rule.is_local
    or host == nil
    or LOOPBACK[host_of(host)]
    or rule.hosts[host_of(host)]
end

local FOREIGN = {
  detail = "The `Origin` or `Host` of the request is not one from which this endpoint is called.",
  resolution = "Call it from a program, which sends no `Origin`, or from a page of the service; "
    .. "the operator admits others by the options allowed_origins and allowed_hosts.",
}

--- Refuses what a foreign page sends: an `Origin` that is neither our own nor allowed, and, on a
-- service that only this machine reaches, a `Host` that does not name it.
-- @tparam table call `request` and `config`
-- @treturn table|nil the problem; it does not say which of the two it was
function origin.guard(call)
  local rule, headers = rules(call.config), call.request.headers
  local sent, host = headers.origin, headers.host
  local pair = (host or ABSENT) .. "\n" .. (sent or ABSENT)
  if rule.admitted[pair] then return nil end
  if not admits(rule, sent, host) then return problem.new("EDGE_GUARD_REJECTED", FOREIGN) end
  if rule.capacity > 0 then
    rule.admitted[pair], rule.capacity = true, rule.capacity - 1
  end
end

return origin
