--- The upstreams of the config: servers that routes may call, and nothing else is reachable. From
-- an operator's text or table to their parts; and what is in their files.

local lfs = require("lfs")
local nearest = require("base.nearest")

local upstreams = {}

--- Upstreams of one service; csrc/host/shared/metrics.h has room for as many.
local LIMIT = 32

local KiB, MiB = 1 << 10, 1 << 20
local SUFFIXES = { [""] = 1, K = KiB, M = MiB }

local function whole(least, most)
  return function(text)
    local number = tostring(text):find("^%d+$") and math.tointeger(tonumber(text))
    if number and number >= least and number <= most then return number end
    return nil, ("is not a whole number of %d to %d"):format(least, most)
  end
end

local function bytes(most)
  return function(text)
    local digits, suffix = tostring(text):match("^(%d+)([KM]?)$")
    local number = digits
      and #digits < 10
      and math.tointeger(tonumber(digits)) * SUFFIXES[suffix]
    if number and number > 0 and number <= most then return number end
    return nil, ("is not a number of bytes, 1 to %d; K and M may follow it"):format(most)
  end
end

--- Seconds, as milliseconds.
local function seconds(least, most)
  return function(text)
    local number = tonumber(text)
    if number and number >= least and number <= most then return math.floor(number * 1000) end
    return nil, ("is not a number of seconds, %g to %g"):format(least, most)
  end
end

local function path(text)
  if type(text) == "string" and text ~= "" then return text end
  return nil, "is no path of a file"
end

local function field(text)
  if type(text) == "string" and text:find("^[%w!#$%%&'*+.^_`|~-]+$") then return text end
  return nil, "is no name of a header field"
end

--- The parameters of an upstream besides its address: reader and default.
local MEMBERS = {
  authorities = { read = path },
  failures = { read = whole(1, 1000), default = 5 },
  header = { read = field },
  in_flight = { read = whole(1, 256), default = 64 },
  max_bytes = { read = bytes(16 * MiB), default = MiB },
  pause = { read = whole(1, 3600), default = 10 },
  secret = { read = path },
  timeout = { read = seconds(0.05, 60), default = 5000 },
}

local NAMES = { "url" }
for name in pairs(MEMBERS) do
  NAMES[#NAMES + 1] = name
end
table.sort(NAMES)

local PORTS = { http = 80, https = 443 }

--- The parts of an address: `base`, `host` and `port`; nil where it is none.
local function parts_of(url)
  if type(url) ~= "string" then return nil end
  local scheme, authority, prefix = url:match("^(https?)://([^/]+)(.*)$")
  if not scheme then return nil end
  local host, port = authority:match("^([%w._-]+):?(%d*)$")
  if not host then
    host, port = authority:match("^%[([%x:.]+)%]:?(%d*)$")
  end
  local number = host and (port == "" and PORTS[scheme] or math.tointeger(tonumber(port)))
  if not number or number < 1 or number > 65535 or authority:find(":$") then return nil end
  local dots = prefix:find("/%.%.?%f[/\0]")
  if dots or prefix:find("//", 1, true) or prefix:find("[^%w/._~!$&'()*+,;=:@-]") then
    return nil
  end
  return {
    base = scheme .. "://" .. authority .. prefix:gsub("/$", ""),
    host = host,
    port = number,
    scheme = scheme,
  }
end

--- One upstream, of its name and its members.
local function upstream(name, given)
  if type(name) ~= "string" or not name:find("^%l[%l%d_-]*$") or #name > 32 then
    return nil,
      ("%q is no name of an upstream: a small letter, then small letters, digits, _ and -"):format(
        tostring(name)
      )
  end
  if type(given) ~= "table" then
    return nil, ("%s is a %s, not a table with its url"):format(name, type(given))
  end
  local found = parts_of(given.url)
  if not found then
    return nil,
      ("%s: %q is no address of an upstream, such as https://api.example.org/v2"):format(
        name,
        tostring(given.url)
      )
  end
  found.name = name
  for member in pairs(given) do
    if member ~= "url" and not MEMBERS[member] then
      local all = "; there are " .. table.concat(NAMES, ", ")
      local hint = nearest.hint(tostring(member), NAMES, all)
      return nil, ("%s: an upstream has no `%s`%s"):format(name, tostring(member), hint)
    end
  end
  for member, how in pairs(MEMBERS) do
    local value, reason = how.default, nil
    if given[member] ~= nil then
      value, reason = how.read(given[member])
    end
    if reason then
      return nil, ("%s: %s: %q %s"):format(name, member, tostring(given[member]), reason)
    end
    found[member] = value
  end
  if found.secret then found.header = found.header or "Authorization" end
  if found.header and not found.secret then
    return nil, ("%s: header has no secret; name the file of its value as well"):format(name)
  end
  if found.authorities and found.scheme ~= "https" then
    return nil, ("%s: authorities are of no use without https"):format(name)
  end
  return found
end

--- The name and the members that a text says: `NAME URL KEY=VALUE …`.
local function read_text(text)
  local words = {}
  for word in text:gmatch("%S+") do
    words[#words + 1] = word
  end
  local given = { url = words[2] }
  for i = 3, #words do
    local key, value = words[i]:match("^([%l_]+)=(.+)$")
    if not key or given[key] then
      return nil, ("%s: %q is not KEY=VALUE, each key once"):format(words[1], words[i])
    end
    given[key] = value
  end
  return words[1], given
end

--- Reads upstreams.
-- @tparam table|string given name -> table with `url` and what MEMBERS has; or texts `NAME URL
-- KEY=VALUE …`: a list, or one with line breaks; blank lines say nothing
-- @treturn {table,...}|nil sorted by name: `name`, `base`, `host`, `port`, `scheme` and the
-- members; times in milliseconds but for `pause`
-- @treturn string|nil what is wrong, and what is accepted
function upstreams.read(given)
  local named = {}
  if type(given) ~= "table" then given = { given } end
  for key, value in pairs(given) do
    if math.type(key) == "integer" then
      for text in tostring(value):gmatch("[^\n]*%S[^\n]*") do
        local name, members = read_text(text)
        if type(members) ~= "table" then return nil, members end
        if named[name] then return nil, ("%s is named twice; name it once"):format(name) end
        named[name] = members
      end
    else
      named[key] = value
    end
  end
  local list = {}
  for name, members in pairs(named) do
    local found, reason = upstream(name, members)
    if not found then return nil, reason end
    list[#list + 1] = found
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  if #list > 0 and #list <= LIMIT then return list end
  return nil, ("%d upstreams are named; name 1 to %d"):format(#list, LIMIT)
end

--- The fault of the file of a secret; nil where it holds one line.
local function secret_fault(name)
  local file <close>, reason = io.open(name)
  local text = file and file:read("a")
  if not text then return reason or name .. ": it cannot be read" end
  local line = text:match("^([^\r\n]+)\r?\n?$")
  if not line or line:find("%c") or #line > 4096 then
    return name .. ": it does not hold one line; write the value of the header field into it"
  end
end

--- The fault of a file of certificates.
local function authorities_fault(name)
  local file <close>, reason = io.open(name)
  local text = file and file:read("a")
  if not text then return reason or name .. ": it cannot be read" end
  if not text:find("-----BEGIN CERTIFICATE-----", 1, true) then
    return name .. ": it holds no certificate; name a file of them in PEM"
  end
end

--- Checks the files of the upstreams, and notes their identity, so that a reload notices a new one.
-- Only the fetch process reads the secrets.
-- @tparam table options changed
-- @treturn string|nil the fault
function upstreams.look(options)
  for _, each in ipairs(options.upstreams or {}) do
    local reason = each.secret and secret_fault(each.secret)
    reason = reason or each.authorities and authorities_fault(each.authorities)
    if reason then return ("--upstreams: %s: %s"):format(each.name, reason) end
    local stamp = {}
    for _, name in ipairs({ each.secret or each.authorities, each.authorities }) do
      local found = lfs.attributes(name) or {}
      for _, what in ipairs({ "dev", "ino", "size", "modification", "change" }) do
        stamp[#stamp + 1] = tostring(found[what])
      end
    end
    each.stamp = table.concat(stamp, " ")
  end
end

return upstreams
