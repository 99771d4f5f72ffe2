--- The application of the options in this process, without a socket: what `svcd test` and
-- `svcd console` ask. Its routes are those of the service, in the same sandbox; what the wire does
-- (edge, access rules, quota, cache, budgets) is not part of it.

local svc = require("svc")
local config = require("host.config")
local tables = require("base.tables")

-- Programs beside it, such as busted, set globals.
package.loaded["host.strict"] = true
local boot = require("host.boot")

local application = {}

--- Pieces of a stream that are read, as some never end.
local PIECES = 100

--- host.shared, of this process alone. Time does not pass in it.
local function new_shared()
  local values, shared = {}, {}
  local function text_of(value)
    if type(value) ~= "string" then error("expected a text", 3) end
    return value
  end
  function shared.get(key) return values[key] end
  function shared.set(key, value) values[key] = value and text_of(value) end
  function shared.add(key, step)
    local sum = (math.tointeger(tonumber(values[key] or "0")) or error("no number", 2)) + step
    values[key] = tostring(sum)
    return sum
  end
  function shared.keys(prefix, most)
    local keys = {}
    for _, key in ipairs(tables.keys(values)) do
      local fits = key:sub(1, #(prefix or "")) == (prefix or "") and #keys < (most or 100)
      keys[#keys + 1] = fits and key or nil
    end
    return keys
  end
  return shared, function() values = {} end
end

local function new_id()
  return (
    ("xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx"):gsub(
      "x",
      function() return ("%x"):format(math.random(0, 15)) end
    )
  )
end

--- Stands in for the fetch process (lua/host/fetch.lua): functions by upstream.
local function new_exchange(upstreams)
  return function(method, _, head, body)
    local texts = {}
    for text in head:gmatch("([^%z]*)%z") do
      texts[#texts + 1] = text
    end
    local name, path, headers = texts[1], texts[2], {}
    for i = 3, #texts do
      local field, value = texts[i]:match("^(.-): (.*)$")
      headers[field:lower()] = value
    end
    local answer = upstreams[name]
    if not answer then
      local cure = 'nothing stands in for it here; upstream("%s", function(call) … end) does'
      return nil, "refused", cure:format(name)
    end
    local given = answer({ method = method, path = path, headers = headers, body = body })
    local fields = ""
    for _, field in ipairs(tables.keys(given.headers or {})) do
      fields = ("%s%s: %s\0"):format(fields, field:lower(), given.headers[field])
    end
    return given.status or 200, fields, given.body or ""
  end
end

--- The `host` that routes see, and the members that boot.lua needs besides.
local function new_host(options, shared, upstreams)
  return {
    config = options,
    exchange = new_exchange(upstreams),
    log = function(level, text)
      if level ~= "debug" then io.stderr:write("svcd: ", level, ": ", text, "\n") end
    end,
    now = function() return os.time() * 1000 end,
    running = {},
    shared = shared,
    trial = false,
    uuid = new_id,
    version = svc.version,
  }
end

--- Header fields found by their names in any letters.
local HEADERS = {
  __index = function(own, name)
    return type(name) == "string" and rawget(own, name:lower()) or nil
  end,
}

local function request_of(self, method, target, given)
  local path, query = target:match("^([^?]*)%??(.*)$")
  local headers = setmetatable({}, HEADERS)
  for name, value in pairs(given.headers or {}) do
    headers[name:lower()] = tostring(value)
  end
  local body = given.body
  if given.json ~= nil then body = svc.json(given.json) end
  if body and not headers["content-type"] then headers["content-type"] = "application/json" end
  return {
    method = method,
    raw_target = target,
    path = path,
    query = target:find("?", 1, true) and query or nil,
    headers = headers,
    address = given.address or "192.0.2.1",
    id = new_id(),
    body = body,
    publication = self.publication,
  }
end

--- The text of a stream, up to PIECES of them.
local function read_stream(stream)
  local pieces = {}
  local reading = coroutine.wrap(function()
    stream(coroutine.yield, function() coroutine.yield("") end)
  end)
  for _ = 1, PIECES do
    local piece = reading()
    if piece == nil then break end
    pieces[#pieces + 1] = piece
  end
  return table.concat(pieces)
end

local Answer = {}

--- `json` is the parsed body, nil where it is none.
function Answer:__index(name)
  if name ~= "json" then return nil end
  return (svc.parse_json(self.body))
end

function Answer:__tostring()
  local lines = { tostring(self.status) }
  for _, name in ipairs(tables.keys(self.headers)) do
    lines[#lines + 1] = name .. ": " .. self.headers[name]
  end
  return table.concat(lines, "\n") .. "\n\n" .. self.body
end

local function answer_of(response, method)
  local headers, body = {}, response.body or ""
  for _, pair in ipairs(response.headers) do
    local name, value = pair[1]:lower(), tostring(pair[2])
    headers[name] = headers[name] and headers[name] .. ", " .. value or value
  end
  if type(body) == "table" then body = table.concat(body) end
  if response.stream then body = read_stream(response.stream) end
  if method == "HEAD" or response.unmodified then body = "" end
  local status = response.unmodified and 304 or response.status
  return setmetatable({ status = status, headers = headers, body = body }, Answer)
end

local Application = {}
Application.__index = Application

--- Asks the application.
-- @tparam string method
-- @tparam string target path and query
-- @tparam[opt] table given `headers`, name -> value; `body`, bytes, or `json`, a value; `address`
-- @treturn table `{status, headers, body, json}`; names of headers are in small letters
function Application:request(method, target, given)
  if type(method) ~= "string" or type(target) ~= "string" or target:sub(1, 1) ~= "/" then
    error('expected a method and a path, as in request("GET", "/")', 2)
  end
  local request = request_of(self, method, target, given or {})
  local response = self.handler.handle(request)
  local answer = answer_of(response, method)
  if self.handler.log then
    self.handler.log(request, { status = answer.status, seconds = 0 })
  end
  return answer
end

--- Has a function stand in for an upstream of the config.
-- @tparam string name
-- @tparam function|nil answer from `{method, path, headers, body}` to `{status, headers, body}`;
-- nil: nobody answers
function Application:upstream(name, answer) self.upstreams[name] = answer end

--- Runs each job once. Raises what one raises.
-- @treturn number how many there are
function Application:run_jobs()
  for _ = 1, self.handler.job_count do
    self.jobs_at = self.jobs_at + 8 * 86400 * 1000 -- behind the longest interval
    self.handler.jobs(self.jobs_at, self.publication)
  end
  return self.handler.job_count
end

--- The application of options.
-- @tparam table options of `config.load`
-- @treturn table|nil with `request`, `upstream` and `run_jobs`; `reset()` empties `host.shared` and
-- takes the stand-ins of upstreams away; `shared`; `publication`, where there is one
-- @treturn string|nil the reason
function application.new(options)
  config.settle(options)
  options.workers = nil
  local shared, reset = new_shared()
  local self = setmetatable({ jobs_at = 0, shared = shared, upstreams = {} }, Application)
  function self.reset()
    reset()
    for name in pairs(self.upstreams) do
      self.upstreams[name] = nil
    end
  end
  if options.publication then
    local reason
    self.publication, reason = svc.open(options.publication, { trust = options.trust })
    if not self.publication then return nil, options.publication .. ": " .. reason end
  end
  local good, handler = pcall(boot, new_host(options, shared, self.upstreams))
  if not good then return nil, tostring(handler) end
  self.handler = handler
  return self
end

return application
