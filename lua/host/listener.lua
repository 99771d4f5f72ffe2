--- The addresses on which the service listens: from an operator's text to its parts.
--
--   HOST:PORT  [IPV6]:PORT   a TCP socket of its own; port 0 takes a free one
--   unix:PATH                a unix socket of its own
--   fd:NAME  fd:NUMBER       a listening socket that was passed on (LISTEN_FDS)
--
-- Behind `?` stand parameters, joined with `&`: a row of `parameters` each.

local tables = require("base.tables")

local listener = {}

--- Bytes of the path of a unix socket: sun_path holds 108 with the NUL at its end.
local PATH_LIMIT = 107
--- Listeners of one option; csrc/host/wire/listen.h has room for as many.
local LIMIT = 16
--- Bytes of a name: systemd passes on no longer one.
local NAME_LIMIT = 255
--- Descriptors that are passed on begin here (SD_LISTEN_FDS_START).
local FIRST_DESCRIPTOR = 3

local DEFAULT_MODE = 0x1b0 -- 0660
local FLAGS = { ["true"] = true, ["false"] = false }

--- The parameters behind `?`: the kinds of listener that have it, its accepted values, and its
-- reader, which gives nil for other values.
local parameters = {
  {
    name = "proxy",
    kinds = { ipv4 = true, ipv6 = true, unix = true, fd = true },
    accepted = "proxy, without a value",
    read = function(value) return value == nil or nil end,
  },
  {
    name = "ipv6only",
    kinds = { ipv6 = true },
    accepted = "ipv6only=true or ipv6only=false",
    read = function(value) return FLAGS[value] end,
  },
  {
    name = "mode",
    kinds = { unix = true },
    accepted = "mode= and three octal digits, such as mode=0660",
    read = function(value)
      local digits = (value or ""):match("^0?([0-7][0-7][0-7])$")
      return digits and tonumber(digits, 8)
    end,
  },
  {
    name = "group",
    kinds = { unix = true },
    accepted = "group= and the name or number of a group, such as group=www-data",
    read = function(value) return (value or ""):match("^[%w._-]+$") end,
  },
}

local function parameter_of(kind, name)
  local names = {}
  for _, parameter in ipairs(parameters) do
    if parameter.kinds[kind] then
      if parameter.name == name then return parameter end
      names[#names + 1] = parameter.name
    end
  end
  return nil,
    ("has the parameter %q; accepted there: %s"):format(name, table.concat(names, ", "))
end

--- Readers of what stands ahead of `?`: the parts and their kind, or nil and what is wrong; nil
-- alone where the text is not of this form.
local forms = {}

function forms.unix(place)
  local path = place:match("^unix:(.*)$")
  if not path then return nil end
  if path == "" or path:find("\0", 1, true) then return nil, "has no path" end
  if #path > PATH_LIMIT then
    return nil, ("has a path of %d bytes, %d at most"):format(#path, PATH_LIMIT)
  end
  return { path = path, mode = DEFAULT_MODE }, "unix"
end

function forms.fd(place)
  local name = place:match("^fd:(.*)$")
  if not name then return nil end
  if #name > NAME_LIMIT or not name:find("^[%w._@-]+$") then
    return nil, "names no descriptor such as fd:http or fd:3"
  end
  local number = name:find("^%d+$") and tonumber(name)
  if number and number < FIRST_DESCRIPTOR then
    return nil, ("is not passed on: descriptors begin at %d"):format(FIRST_DESCRIPTOR)
  end
  return { name = name }, "fd"
end

function forms.tcp(place)
  local host, port = place:match("^%[([%x:.]+%%?[%w._-]*)%]:(%d+)$")
  local six = host ~= nil
  if not six then
    host, port = place:match("^([%w._-]*):(%d+)$")
  end
  if not host then return nil end
  if #port > 5 or tonumber(port) > 65535 then
    return nil, "has a port that is not 0 to 65535"
  end
  return { host = host, port = port, ipv6only = six }, six and "ipv6" or "ipv4"
end

local function take_parameter(found, kind, text, given)
  local name, value = text:match("^([^=]*)=(.*)$")
  local parameter, reason = parameter_of(kind, name or text)
  if not parameter then return reason end
  if given[parameter] then return ("has %s twice"):format(parameter.name) end
  given[parameter] = true
  local read = parameter.read(value)
  if read == nil then return ("has %q; accepted: %s"):format(text, parameter.accepted) end
  found[parameter.name] = read
end

local function take_parameters(found, kind, text)
  local given = {}
  for parameter in (text .. "&"):gmatch("(.-)&") do
    local reason = take_parameter(found, kind, parameter, given)
    if reason then return reason end
  end
end

--- Reads the part ahead of `?`. @return the parts and their kind, or nil and what is wrong
local function read_place(place)
  for _, form in ipairs({ forms.unix, forms.fd, forms.tcp }) do
    local found, kind = form(place)
    if found or kind then return found, kind end
  end
  return nil,
    "is not an address such as 127.0.0.1:8080, [::1]:8080, unix:/run/svc.sock or fd:http"
end

--- Reads one listener.
-- @tparam string text
-- @treturn table|nil `text`, `address` (the text without parameters), `proxy` (true: each
-- connection begins with a PROXY header), and of TCP `host`, `port`, `ipv6only`; of a unix socket
-- `path`, `mode`, `group`; of one that is passed on `name`
-- @treturn string|nil what is wrong and what is accepted
function listener.read(text)
  local place, rest = text:match("^([^?]*)%??(.*)$")
  local found, kind = read_place(place)
  local reason = not found and kind
  if found and text ~= place then reason = take_parameters(found, kind, rest) end
  if reason then return nil, ("%q %s"):format(text, reason) end
  found.text, found.address = text, place
  return found
end

--- A port that the kernel chooses is another one each time.
local function repeatable(found) return found.port and tonumber(found.port) == 0 end

--- Reads a list of them.
-- @tparam string|{string,...} given joined with commas, or a list of such texts
-- @treturn {table,...}|nil as `read` gives them, at least one
-- @treturn string|nil the reason
function listener.list(given)
  local list, seen = {}, {}
  for _, texts in ipairs(type(given) == "table" and given or { given }) do
    for text in tostring(texts):gmatch("[^,%s]+") do
      local found, reason = listener.read(text)
      if not found then return nil, reason end
      if seen[found.address] and not repeatable(found) then
        return nil, ("%q stands there twice"):format(found.address)
      end
      seen[found.address] = true
      list[#list + 1] = found
    end
  end
  if #list == 0 then return nil, "no address is given, such as 127.0.0.1:8080" end
  if #list > LIMIT then return nil, ("%d addresses, %d at most"):format(#list, LIMIT) end
  return list
end

--- The addresses of listeners, without their parameters.
-- @tparam {table,...} list of `list`
-- @treturn {string,...}
function listener.addresses(list)
  return tables.map(list, function(found) return found.address end)
end

--- The first of some addresses that a URL can name.
-- @tparam {string,...} addresses
-- @treturn string|nil such as 127.0.0.1:8080; nil when none is a TCP address
function listener.first_tcp(addresses)
  for _, address in ipairs(addresses) do
    if forms.tcp(address) then return address end
  end
end

return listener
