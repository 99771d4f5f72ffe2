--- MCP over Streamable HTTP, without sessions: one POST route that serves the modern era
-- (2026-07-28) and, beside it, the clients that still open with `initialize`.
--
-- A message passes these gates, and the first that finds a fault answers: who may call from a
-- browser (mcp.origin), then the steps of the application (method, representation, media type,
-- quota), then JSON, the shape of a message (mcp.message), the era and what it demands
-- (mcp.revision), the method (mcp.methods), its parameters. Before the body is read a fault is a
-- problem; from then on it is a JSON-RPC error (mcp.fault).

local exchange = require("mcp.exchange")
local fault = require("mcp.fault")
local message = require("mcp.message")
local negotiate = require("web.negotiate")
local origin = require("mcp.origin")
local respond = require("web.respond")
local revision = require("mcp.revision")
local server = require("mcp.server")
local tool = require("mcp.tool")

local mcp = {}

local JSON, EVENTS = "application/json", "text/event-stream"

--- Header fields of the answers, beside those of every answer, and what a listening client accepts.
local JSON_HEADERS = { { "Content-Type", JSON }, { "Cache-Control", respond.cache.none } }
local EVENT_HEADERS = { { "Content-Type", EVENTS }, { "Cache-Control", respond.cache.none } }
local LISTENING = { EVENTS }

--- A fault to return from a tool, a prompt or a resource.
mcp.fault = fault.new

local function json_response(status, body) return respond.shared(status, JSON_HEADERS, body) end

local function accepted() return respond.new(202, { { "Cache-Control", respond.cache.none } }) end

--- The status of a fault; clients of the legacy era expect an unknown method to be a plain answer.
local function status_of(refusal, era)
  local lenient = era and era.unknown_is_ok and refusal.kind == "UNKNOWN_METHOD"
  return lenient and 200 or refusal:status()
end

local function refused(refusal, id, era)
  return json_response(status_of(refusal, era), refusal:write(id))
end

--- Runs a method so that a failing script is an answer, and a line in the log.
local function attempt(self, method, x)
  local function failed(reason)
    x.app.log("error", ("%s: %s"):format(x.asked.method, debug.traceback(tostring(reason), 2)))
    return fault.new("INTERNAL")
  end
  local good, result, refusal = xpcall(self.result, failed, self, method, x)
  if good then return result, refusal end
  return nil, result
end

--- Prepares a request: everything that can refuse it before its own code runs.
-- @treturn table|nil exchange, with `method` of methods.lua
-- @treturn table|nil the fault
local function prepare(self, call, request, asked, era, headers)
  local refusal = era.check(asked, headers)
  if refusal then return nil, refusal end
  local method = self:method(asked.method, era)
  if asked.id and not method then return nil, fault.new("UNKNOWN_METHOD") end
  local x
  x, refusal = exchange.new(self, call, request, asked, era)
  if not x then return nil, refusal end
  x.method = method
  if asked.id and asked.method == "tools/call" then
    x.tool, refusal = tool.find(self, x)
    if not x.tool then return nil, refusal end
  end
  return x
end

local function event(text) return "event: message\ndata: " .. text .. "\n\n" end

--- True when the answer is a stream: the tool may notify before it ends, and the client accepts
-- events.
local function streams(x)
  local accept = x.request.headers.accept
  return x.tool and x.tool.streams and accept and negotiate.accept(accept, LISTENING) ~= nil
end

local function stream(self, x)
  local response = respond.new(200, EVENT_HEADERS)
  response.stream = function(send, wait)
    x.send, x.pause = function(text) send(event(text)) end, wait
    local result, refusal = attempt(self, x.method, x)
    x.send(result and message.respond(x.asked.id, result) or refusal:write(x.asked.id))
  end
  return response
end

--- Answers one message.
-- @tparam table self server
-- @tparam table call
-- @tparam table request of the call, which is dear to ask for
-- @tparam table asked from message.lua
-- @tparam string|false question from `server.question`
local function single(self, call, request, asked, question)
  local headers = revision.headers(request.headers)
  local era = revision.era(asked, headers)
  local x, refusal = prepare(self, call, request, asked, era, headers)
  if not asked.id then return x and accepted() or refused(refusal, nil, era) end
  if not x then return refused(refusal, asked.id, era) end
  x.question = question
  if streams(x) then return stream(self, x) end
  local result
  result, refusal = attempt(self, x.method, x)
  if not result then return refused(refusal, asked.id, era) end
  return json_response(200, message.response(asked.id, result))
end

--- Answers one message of several.
-- @treturn string|nil raw JSON
-- @treturn table|nil the fault
local function member(self, call, request, asked, headers)
  if asked.refusal then return nil, asked.refusal end
  local era = revision.era(asked, headers)
  local refusal = revision.check_member(asked, era)
  if refusal then return nil, refusal end
  local x
  x, refusal = prepare(self, call, request, asked, era, headers)
  if not x then return nil, refusal end
  if not asked.id then return "" end
  return attempt(self, x.method, x)
end

--- Answers several messages, which one old revision allows: each by itself, whatever is wrong with
-- others (JSON-RPC 2.0, 6). Each counts against the quota.
local function batch(self, call, request, messages)
  local headers = revision.headers(request.headers)
  local refusal = revision.check_batch(headers)
  if refusal then return refused(refusal) end
  for _ = 2, #messages do
    local problem = call.app:charge(call)
    if problem then return nil, problem end
  end
  local answers, status = {}, nil
  for _, asked in ipairs(messages) do
    local result
    result, refusal = member(self, call, request, asked, headers)
    status = (result or refusal.kind ~= "INVALID_REQUEST") and 200 or status or refusal:status()
    if asked.id or asked.refusal then
      answers[#answers + 1] = result and message.respond(asked.id, result)
        or refusal:write(asked.id)
    end
  end
  if #answers == 0 then return accepted() end
  return json_response(status, "[" .. table.concat(answers, ",") .. "]")
end

local function handle(self, call)
  local request = call.request
  local raw, refusal = message.scan(request.body or "")
  if not raw then return refused(refusal) end
  local question = message.is_request(raw) and server.question(raw, request.headers)
  local known = question and self:known(question, call.publication)
  if known then return json_response(200, message.response(raw.id, known)) end
  local read
  read, refusal = message.read(raw)
  if not read then return refused(refusal, refusal.id) end
  if read.batch then return batch(self, call, request, read.batch) end
  return single(self, call, request, read, question)
end

--- The route of a server. Every route of the same application that declares `mcp` is a tool of it.
-- @tparam {table,...} parts of the definition; lists are appended, all else is said once:
--
--   path              of the endpoint
--   name, title, version, instructions   what the server says of itself; `{tools}` in the
--                     instructions stands for the list of the routes' tools, each with its brief
--                     and its advice
--   tools             (mcp.tool) besides those of the routes
--   resources, templates   (mcp.resource)
--   prompts           (mcp.prompt)
--   methods           name -> method (mcp.methods), besides those of the protocol or in their place
--   legacy_capabilities   what `initialize` declares besides what there is
--   key(x)            the secret that seals what `x:ask` gives to the client
-- @treturn table route
function mcp.route(parts)
  local definition = server.join(parts)
  local servers = setmetatable({}, { __mode = "k" })
  return {
    method = "POST",
    path = definition.path,
    counted = true,
    access = origin.guard,
    server = definition,
    ready = function(app) servers[app] = server.new(definition, app) end,
    check = function(app) servers[app]:check() end,
    handle = function(call) return handle(servers[call.app], call) end,
  }
end

return mcp
