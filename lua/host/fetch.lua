--- `host.fetch` of routes: a request to an upstream that the config names. It is made a target and
-- a list of header fields here; csrc/host/shared/fetch_packet.c checks both, in this process and in
-- the fetch process.

local nearest = require("base.nearest")
local tables = require("base.tables")
local uri = require("base.uri")

local fetch = {}

local OPTIONS = {
  body = "string",
  headers = "table",
  method = "string",
  path = { string = true, table = true },
  query = "table",
  timeout = "number",
}
local NAMES = tables.keys(OPTIONS)

local METHODS =
  { GET = false, HEAD = false, POST = true, PUT = true, PATCH = true, DELETE = true }

local WORDS = { string = tostring, number = tostring, boolean = tostring }

--- Bytes that a call may send; FETCH_ASK_BODY of fetch_packet.h.
local BODY_LIMIT = 1 << 20

local function options_fault(options)
  if type(options) ~= "table" then
    return ("expected a table with a path, got a %s"):format(type(options))
  end
  for name, value in pairs(options) do
    local expected = OPTIONS[name]
    if not expected then
      local all = "; there are " .. table.concat(NAMES, ", ")
      return ("a call has no `%s`%s"):format(
        tostring(name),
        nearest.hint(tostring(name), NAMES, all)
      )
    end
    local good = expected == type(value) or type(expected) == "table" and expected[type(value)]
    if not good then return ("`%s` is a %s"):format(name, type(value)) end
  end
  if options.path == nil then return 'it has no `path`, such as "/forecast"' end
  local method = options.method or "GET"
  if METHODS[method] == nil then
    return ("its method is %q; there are GET, HEAD, POST, PUT, PATCH and DELETE"):format(method)
  end
  if options.body and not METHODS[method] then return method .. " has no body" end
  if options.body and #options.body > BODY_LIMIT then return "its body is longer than 1 MiB" end
  local timeout = options.timeout
  if timeout and not (timeout > 0 and timeout <= 60) then
    return "its timeout is not above 0 and at most 60 seconds"
  end
end

--- The path, of a text that is encoded, or of a list of segments that are not.
local function path_of(path)
  if type(path) == "string" then return path end
  local segments = {}
  for i, segment in ipairs(path) do
    local word = WORDS[type(segment)]
    if not word then return nil, ("segment %d of its path is a %s"):format(i, type(segment)) end
    segments[i] = uri.encode(word(segment))
  end
  if #segments == 0 then return nil, "its path has no segments" end
  return "/" .. table.concat(segments, "/")
end

local function query_of(query)
  local pairs_of = {}
  for name, value in pairs(query) do
    for _, each in ipairs(type(value) == "table" and value or { value }) do
      local word = WORDS[type(each)]
      if type(name) ~= "string" or not word then
        return nil, ("`query.%s` is a %s"):format(tostring(name), type(each))
      end
      pairs_of[#pairs_of + 1] = uri.encode(name) .. "=" .. uri.encode(word(each))
    end
  end
  table.sort(pairs_of)
  return table.concat(pairs_of, "&")
end

--- Name of the upstream, target and header fields, each with a NUL behind it.
-- @treturn string|nil nil where the call is written wrong, or cannot be sent
-- @treturn string|nil what is written wrong
-- @treturn string|nil what cannot be sent
local function head_of(name, options)
  local path, fault = path_of(options.path)
  if not path then return nil, fault end
  local query = ""
  if options.query then
    query, fault = query_of(options.query)
    if not query then return nil, fault end
  end
  if query ~= "" then path = path .. (path:find("?", 1, true) and "&" or "?") .. query end
  local texts = { name, path }
  for field, value in pairs(options.headers or {}) do
    if type(field) ~= "string" or type(value) ~= "string" then
      return nil, ("`headers.%s` is a %s"):format(tostring(field), type(value))
    end
    if field:find(":", 1, true) then
      return nil, nil, ("%q is no name of a header field"):format(field)
    end
    texts[#texts + 1] = field .. ": " .. value
  end
  for _, text in ipairs(texts) do
    if text:find("\0", 1, true) then return nil, nil, "path or header field holds a NUL" end
  end
  return table.concat(texts, "\0") .. "\0"
end

--- Header fields of an answer: name in lower case -> values, joined by ", ".
local function fields_of(head)
  local fields = {}
  for name, value in head:gmatch("([^:%z]+): ([^%z]*)%z") do
    fields[name] = fields[name] and fields[name] .. ", " .. value or value
  end
  return fields
end

--- Raises at the line of the route; a tail call has left no line behind.
local function refuse(reason)
  local at = debug.getinfo(2, "t").istailcall and 0 or 3
  error("host.fetch: " .. reason, at)
end

--- The function that routes see.
-- @tparam function exchange the host's (lua/host.d.lua)
-- @tparam {table,...}|nil upstreams of the config
-- @treturn function
function fetch.new(exchange, upstreams)
  local timeouts, known = {}, {}
  for i, each in ipairs(upstreams or {}) do
    timeouts[each.name], known[i] = each.timeout, each.name
  end
  return function(name, options)
    local longest = timeouts[name]
    if not longest then
      local all = #known > 0 and "; there are " .. table.concat(known, ", ")
        or "; name it by `upstreams` of the config"
      local hint = nearest.hint(tostring(name), known, all)
      refuse(("there is no upstream %q%s"):format(tostring(name), hint))
    end
    local fault = options_fault(options)
    local head, invalid
    if not fault then
      head, fault, invalid = head_of(name, options)
    end
    if fault then refuse(fault) end
    if invalid then return nil, { code = "invalid", detail = invalid } end
    local asked = options.timeout and math.max(1, math.floor(options.timeout * 1000)) or longest
    local method = options.method or "GET"
    local status, code, text =
      exchange(method, math.min(asked, longest), head, options.body or "")
    if status then return { status = status, headers = fields_of(code), body = text } end
    if code == "misuse" then refuse(text) end
    return nil, { code = code, detail = text }
  end
end

return fetch
