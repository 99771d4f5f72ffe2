--- The way of a request: path, method, representation, media type, quota, publication,
-- parameters, route. The first step that finds a fault ends it (DESIGN: order of checks).

local svc = require("svc")
local arguments = require("web.arguments")
local calls = require("web.call")
local keep = require("web.keep")
local negotiate = require("web.negotiate")
local openapi = require("web.openapi")
local problem = require("web.problem")
local respond = require("web.respond")
local route = require("web.route")
local router = require("web.router")

local app = {}

--- Steps of a call and its request return nothing to go on, a response to answer, or nil and a
-- problem.
local steps = {}

--- Finds what is at the path.
function steps.path(self, call, request)
  local entry, captures = self.router:match(request.path)
  if entry then
    call.entry, call.captures = entry, captures
  elseif captures then
    return nil, problem.new("INVALID_REQUEST", { detail = captures })
  elseif request.path == "*" and request.method == "OPTIONS" then
    return respond.options("GET, HEAD, OPTIONS")
  else
    return nil, problem.new("ENDPOINT_NOT_FOUND")
  end
end

--- Asks the routes at the path whether they let this client in.
function steps.access(self, call)
  if self.phases.access then
    local response, refused = self.phases.access(call)
    if response or refused then return response, refused end
  end
  for _, each in pairs(call.entry.methods) do
    local fault = each.access and each.access(call)
    if fault then return nil, fault end
  end
end

--- A crowded process answers only what is vital.
function steps.room(_, call, request)
  if request.crowded and not call.route.vital then
    return nil,
      problem.new("SERVICE_UNAVAILABLE", {
        detail = "The service has as many connections as it can serve at the moment.",
      })
  end
end

--- Finds the route of the method; answers OPTIONS.
function steps.method(self, call, request)
  local method, allow = request.method, router.allow(call.entry)
  if method == "OPTIONS" then return respond.options(allow) end
  call.route = call.entry.methods[method == "HEAD" and "GET" or method]
  if not call.route then
    return nil, problem.new("METHOD_NOT_ALLOWED", { headers = { { "Allow", allow } } })
  end
  self.running[1] = self.numbers[call.route]
end

--- Chooses the representation.
function steps.represent(_, call, request)
  call.type = negotiate.accept(request.headers.accept, call.route.produces)
  if not call.type then
    return nil,
      problem.new("NOT_ACCEPTABLE", {
        detail = "This resource is only available as "
          .. table.concat(call.route.produces, " or ")
          .. ", which the `Accept` header does not admit.",
      })
  end
end

--- Looks at the declared type of a body.
function steps.media(_, call, request)
  local declared = request.headers["content-type"] or ""
  if declared == "" and call.route.method == "GET" then return end
  if not negotiate.is_type(declared, call.route.consumes) then
    return nil, problem.new("UNSUPPORTED_MEDIA_TYPE")
  end
end

--- Asks the quota, once.
function steps.quota(self, call)
  if call.route.counted then return nil, self:charge(call) end
end

--- Needs a publication where the route does.
function steps.published(_, call) return nil, calls.unavailable(call) end

--- Reads the parameters, typed. A link that somebody decorated still leads to its page; what is for
-- programs tells of a name that it does not know.
function steps.parameters(_, call, request)
  local own = call.route
  local lenient = own.produces[1]:find("^text/") ~= nil
  local values, fault = arguments.from_query(own.params, request, call.captures, lenient)
  call.params = values
  return nil, fault
end

--- Whether the client has the answer already: the contract alone is revalidated.
local function is_known(call, request, etag)
  local condition = request.headers["if-none-match"]
  return call.route.cache == "contract" and condition and respond.matches(condition, etag)
end

--- Takes the answer that is kept for what is settled by now.
function steps.recall(self, call, request)
  if self.obstacles[call.route] then return end
  local note = calls.note(call)
  note.key = keep.key(call, request.coding)
  local found, etag = self.recall(note.key)
  note.recalled = found
  if found then
    return { status = 200, headers = {}, unmodified = etag and is_known(call, request, etag) }
  end
end

--- The problem of a quota that is used up, or nil.
local function over(quota, detail)
  if not (quota and quota.retry_after) then return nil end
  local retry = { { "Retry-After", tostring(quota.retry_after) } }
  return problem.new("RATE_LIMITED", { detail = detail, headers = retry })
end

--- What is made of the publication outside the quota has a budget of its own. What is kept has been
-- answered by now, and costs nobody anything.
function steps.work(self, call, request)
  local own = call.route
  if not self.work or own.counted or own.cache ~= "publication" then return end
  return nil,
    over(
      self.work(request.address),
      "The client has used its budget of pages that must be made for it."
    )
end

--- Runs the route and makes its value a response.
function steps.handle(self, call, request)
  local value, fault = calls.run(call)
  if value == nil then return nil, fault end
  if respond.is_response(value) then return value end
  local chosen = #call.route.produces > 1
  local response = respond.value(value, call.type, call.route.cache, chosen)
  if call.route.cache == "contract" then
    local coding
    response.body, coding = self.encode(response.body, request.coding, call.type)
    if coding then table.insert(response.headers, { "Content-Encoding", coding }) end
    response.unmodified = is_known(call, request, respond.validate(response))
  end
  return response
end

local ORDER = {
  steps.path,
  steps.access,
  steps.method,
  steps.room,
  steps.represent,
  steps.media,
  steps.quota,
  steps.published,
  steps.parameters,
  steps.recall,
  steps.work,
  steps.handle,
}

local App = {}
App.__index = App

--- The key under which the host may keep a response.
local function key_of(self, call, note, response)
  if note.recalled then return note.key end
  if response.status ~= 200 then return nil end
  local own = call.route
  local refusal = note.loss
  if note.key then refusal = keep.refusal(response, own.cache) end
  if not refusal then return note.key end
  self.log("debug", ("%s %s is not kept: %s"):format(own.method, own.path, refusal))
end

--- Runs the header phases, and notes for the host what it is to know of the answer.
local function finish(self, call, note, response)
  local declared, phases = call.route or {}, self.phases
  if declared.header then declared.header(call, response) end
  if phases.header then phases.header(call, response) end
  response.counted = declared.counted
  response.key, response.recalled = key_of(self, call, note, response), note.recalled
  return response
end

--- Answers a request.
-- @tparam table request as the host gives it
-- @treturn table response `{status, headers = {{name, value},...}, body}`, and for the host
-- `counted`; `key`, under which it may be kept; `recalled`, true where what is kept under the key
-- is the answer, of which `status` and `body` are then not given; `unmodified`, true where a 304 is
-- to be sent in its place
function App:handle(request)
  local call, note = calls.new(self, request)
  self.running[1] = 0
  for _, step in ipairs(ORDER) do
    local response, fault = step(self, call, request)
    if fault then response = respond.problem(fault, request, self.config.site_url) end
    if response then
      for _, header in ipairs(note.limits or {}) do
        table.insert(response.headers, header)
      end
      return finish(self, call, note, response)
    end
  end
end

--- Answers with a problem that was found outside of the routes, on the wire or in a fault.
-- @tparam string code of the problem table
-- @tparam table request what is known of it: `path` and `headers` may be nil, `id` may not;
-- `reason`, a sentence, becomes the detail
-- @treturn table response
function App:refuse(code, request)
  local fault = problem.new(code, { detail = request.reason })
  return respond.problem(fault, request, self.config.site_url)
end

--- Counts one request against the quota of its client. The application does so for every counted
-- route; a route whose body holds several requests does it for the others.
-- @tparam table call
-- @treturn table|nil the problem when the quota is used up
function App:charge(call)
  local note = calls.note(call)
  local quota = self.quota and self.quota(note.request.address)
  if not quota then return nil end
  note.limits = {
    { "RateLimit-Policy", ('"default";q=%d;w=%d'):format(quota.limit, quota.window) },
    { "RateLimit", ('"default";r=%d;t=%d'):format(quota.remaining, quota.reset) },
  }
  return over(quota)
end

--- The contract. It is rendered when it is first asked for, as most generations of the routes are
-- replaced before anybody does.
-- @treturn string canonical JSON; raises when a schema is faulty
function App:contract()
  self.rendered = self.rendered or svc.json(openapi.render(self.routes, self.config))
  return self.rendered
end

--- Tests what a request would come upon late: the contract can be rendered, each of its operations
-- answers at its path and is not shadowed by a route before it, and the routes' own checks pass.
-- Raises at the first fault.
-- @treturn number operations
function App:check()
  local count = 0
  openapi.render(self.routes, self.config)
  for _, each in ipairs(self.routes) do
    if each.operation then
      count = count + 1
      local entry = self.router:match((each.path:gsub("{[^{}]*}", "1")))
      if not entry or entry.methods[each.method] ~= each then
        local other = entry and (entry.methods[each.method] or select(2, next(entry.methods)))
        error(
          ("contract: %s %s is answered by another route%s"):format(
            each.method,
            each.path,
            other and ", " .. route.place(other) or ""
          ),
          0
        )
      end
    end
    if each.check then each.check(self) end
  end
  return count
end

--- The routes that are tools as well, in the order of the list.
-- @treturn {table,...}
function App:tools()
  local tools = {}
  for _, each in ipairs(self.routes) do
    if each.mcp then tools[#tools + 1] = each end
  end
  return tools
end

local function merge(...)
  local merged = {}
  for _, map in pairs({ ... }) do
    for key, value in pairs(map) do
      merged[key] = value
    end
  end
  return merged
end

--- The application over a list of routes. Raises when the routes or the schemas are faulty.
-- @tparam table options `routes` (ordered list); `config` (its `base_url`, `site_url`, `mcp_url`
-- and the limits the routes read); `quota`, optional: a function from a client address to nil (no
-- quota) or `{limit, window, remaining, reset, retry_after}` in requests and seconds, where
-- `retry_after` is set when the request is refused; `work`, optional: the same for answers that are
-- made of the publication outside the quota; `now`, optional: a function giving Unix milliseconds;
-- `phases`, optional: `access(call)` gives nil, or a response, or nil and a problem,
-- for every path there is, and `header(call, response)`; `encode`, optional: a function of
-- bytes, a coding and their media type to bytes and the name of their coding; `recall`, optional: a
-- function of a key to true and the ETag of the answer that is kept under it; `log`, optional: a
-- function of a level (such as "error") and a text; `number`, optional: a function from the
-- operation or path of a route to the number under which its answers are counted; `running`,
-- optional: a list whose only element will be the number of the route that runs, or 0
-- @treturn table handler `{handle = function(request), refuse = function(code, request), app}`
-- where `app` has the methods above, `routes` and `config`
function app.new(options)
  local self = setmetatable({ routes = {}, numbers = {}, config = options.config }, App)
  for i, candidate in ipairs(options.routes) do
    local each = route.complete(candidate, i)
    self.routes[i] = each
    if each.mcp then each.mcp.arguments = merge(each.params, each.mcp.params) end
    self.numbers[each] = options.number and options.number(each.operation or each.path)
  end
  self.router = router.new(self.routes)
  self.quota, self.work = options.quota, options.work
  self.phases = options.phases or {}
  self.obstacles = {}
  for _, each in ipairs(self.routes) do
    self.obstacles[each] = keep.obstacle(each, self.routes, self.phases)
  end
  self.running = options.running or {}
  self.encode = options.encode or function(bytes) return bytes end
  self.recall = options.recall or function() end
  self.now = options.now or function() return os.time() * 1000 end
  self.log = options.log or function(level, text) io.stderr:write(level, ": ", text, "\n") end
  for _, each in ipairs(self.routes) do
    if each.ready then each.ready(self) end
  end
  return {
    app = self,
    handle = function(request) return self:handle(request) end,
    refuse = function(code, request) return self:refuse(code, request) end,
  }
end

return app
