--- One request of a client while it is answered: what tools, prompts and resources are called with.
-- It has all a route's `call` has (`request`, `publication`, `config`, `app`, `now`), and
--
--   params         typed arguments of the tool or prompt
--   variables      of the resource template, decoded
--   era            of revision.lua
--   capabilities   that the client declares with the request, by name
--   responses      what the client answers to `x:ask`, by key
--   state          what was given to `x:ask`, verified

local svc = require("svc")
local calls = require("web.call")
local fault = require("mcp.fault")
local message = require("mcp.message")
local revision = require("mcp.revision")
local state = require("mcp.state")

local exchange = {}

local Exchange = {}
Exchange.__index = Exchange

--- Runs a tool that a route declares.
-- @tparam string name of the tool
-- @tparam table arguments
-- @treturn table|nil the value of its route
-- @treturn table|nil the problem
function Exchange:use(name, arguments)
  for _, route in ipairs(self.app:tools()) do
    if route.mcp.name == name then
      local settled, refused = calls.settle(self.app, route, arguments, self.request)
      if not settled then return nil, refused end
      local value, reason = calls.perform(settled)
      return type(value) == "string" and svc.parse_json(value) or value, reason
    end
  end
  error("no route declares the tool " .. name, 2)
end

--- Sends a notification, where the answer is a stream; else it is dropped.
-- @tparam string method
-- @tparam table params
function Exchange:notify(method, params)
  if self.send then
    self.send(svc.json({ jsonrpc = "2.0", method = method, params = params }))
  end
end

--- Lets time pass, where the answer is a stream: other requests are served meanwhile.
-- @tparam number seconds
function Exchange:wait(seconds)
  if self.pause then self.pause(seconds) end
end

--- Reports progress, where the client asked for it.
-- @tparam number progress
-- @tparam[opt] number total
-- @tparam[opt] string text
function Exchange:progress(progress, total, text)
  local params = self.asked.raw_params
  local meta = params and svc.json_member(params, "_meta")
  local raw = meta and svc.json_member(meta, "progressToken")
  if not raw then return end
  self:notify("notifications/progress", {
    progressToken = svc.raw_json(raw),
    progress = progress,
    total = total,
    message = text,
  })
end

--- Logs to the client. Since 2026-07-28 only where the request asks for it.
-- @tparam string level such as "info"
-- @tparam any data
function Exchange:log(level, data)
  if self.era.name == "modern" and self.asked.meta[revision.LOG_LEVEL] == nil then return end
  self:notify("notifications/message", { level = level, data = data })
end

--- The purpose that a state is bound to: the method, and the tool, prompt or resource it names.
local function purpose(x)
  return x.asked.method .. " " .. tostring(x.asked.params.name or x.asked.params.uri)
end

--- The capability that a client must declare before it may be asked, by method.
local ASKING = {
  ["elicitation/create"] = "elicitation",
  ["roots/list"] = "roots",
  ["sampling/createMessage"] = "sampling",
}

--- The result that asks the client for input, which it sends with the same request again.
-- @tparam table requests key -> `{method, params}`, such as `elicitation/create`
-- @tparam[opt] any value to have back as `x.state`; needs the server's `key`
-- @treturn table|nil to return from a tool, a prompt or a resource
-- @treturn string|table|nil the reason, to be returned as well, where this client cannot be asked
function Exchange:ask(requests, value)
  if self.era.name ~= "modern" then
    return nil, "This needs an answer of yours, which exists since protocol version 2026-07-28."
  end
  local missing = {}
  for _, request in pairs(requests) do
    local needed = ASKING[request.method]
    if self.capabilities[needed] == nil then missing[needed] = {} end
  end
  if next(missing) then
    return nil, fault.new("MISSING_CAPABILITY", nil, { requiredCapabilities = missing })
  end
  local sealed = value ~= nil
    and state.seal(self.server.key(self), purpose(self), value, self.now())
  return {
    resultType = "input_required",
    inputRequests = requests,
    requestState = sealed or nil,
  }
end

--- Takes what the client sends back of a former round.
-- @treturn table|nil the fault
local function take_round(x)
  local asked = x.asked
  local given = asked.params.inputResponses
  if given ~= nil and not message.is_object(given) then
    return fault.new("INVALID_PARAMS", "`inputResponses` must be an object.")
  end
  x.responses = given or {}
  if asked.params.requestState == nil or not x.server.key then return end
  local value, reason =
    state.open(x.server.key(x), purpose(x), asked.params.requestState, x.now())
  if value == nil then
    return fault.new("INVALID_PARAMS", "`requestState` " .. reason .. ".")
  end
  x.state = value
end

--- A new exchange.
-- @tparam table server
-- @tparam table call of the route
-- @tparam table request of the call
-- @tparam table asked from message.lua, with its envelope read
-- @tparam table era from revision.lua
-- @treturn table|nil
-- @treturn table|nil the fault
function exchange.new(server, call, request, asked, era)
  local x = setmetatable({
    app = call.app,
    config = call.config,
    now = call.now,
    publication = call.publication,
    request = request,
    server = server,
    asked = asked,
    era = era,
    capabilities = revision.capabilities(asked),
  }, Exchange)
  local refusal = era.name == "modern" and take_round(x)
  if refusal then return nil, refusal end
  return x
end

return exchange
