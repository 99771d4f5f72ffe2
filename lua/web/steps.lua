--- The steps of a request, in three functions; the first step that finds a fault ends it:
--
--   find     path, access, method: which route answers, whose plan it returns first
--   settle   room, key, representation, media type, quota, publication, parameters, body, what is
--            kept, budget
--   answer   the route runs, and its value becomes a response
--
-- Each takes the application, a call and its note (call.lua); the last two take the plan of the
-- route as well, which says what it needs. Each returns nothing to go on, a response to answer
-- with, or nil and a problem. A call belongs to its handler: the steps go by note and plan.

local arguments = require("web.arguments")
local calls = require("web.call")
local fields = require("web.fields")
local keys = require("web.key")
local negotiate = require("web.negotiate")
local outcome = require("web.outcome")
local problem = require("web.problem")
local respond = require("web.respond")
local router = require("web.router")
local routes = require("web.route")
local tables = require("base.tables")
local view = require("base.view")

local steps = {}

--- Answers a request for a path at which no route stands.
local function refuse_path(request, reason)
  if reason then return problem.refuse("INVALID_REQUEST", reason) end
  if request.path == "*" and request.method == "OPTIONS" then
    return respond.options("GET, HEAD, OPTIONS")
  end
  return problem.refuse("ENDPOINT_NOT_FOUND")
end

--- Asks the routes at the path whether they let this client in.
local function ask_access(self, call, entry, request, plan)
  if self.phases.access then
    if plan then
      call.params =
        arguments.from_query(plan.route.params, request, call.captures, plan.lenient)
    end
    local run = self.phases.access
    local response, refused = outcome.access(run, "the phase `access`", run(call))
    if response or refused then return response, refused end
  end
  for _, guard in ipairs(entry.guards) do
    local response, refused = outcome.access(guard, "the member `access`", guard(call))
    if response or refused then return response, refused end
  end
end

--- Finds the route: by the path, then by the method, once those at the path let the client in.
-- Phases see what the router sees: the decoded path, the route and its parameters, typed. The route
-- is nil when the method has none; parameters are nil when they are faulty.
function steps.find(self, call, note)
  local request = note.request
  local entry, captures, decoded = self.router:match(request.path)
  if decoded then
    request.raw_path, request.path = request.path, decoded
  end
  if not entry then return nil, refuse_path(request, captures) end
  local method = request.method
  local plan = self.plans[entry.methods[method == "HEAD" and "GET" or method]]
  note.entry, call.captures, call.route = entry, captures, plan and plan.seen
  if self.phases.access or entry.guards[1] then
    local response, fault = ask_access(self, call, entry, request, plan)
    if response or fault then return nil, response, fault end
  end
  if method == "OPTIONS" then return nil, respond.options(router.allow(entry), entry.keyed) end
  if not plan then
    local allow = { { "Allow", router.allow(entry) } }
    return nil, problem.refuse("METHOD_NOT_ALLOWED", { headers = allow })
  end
  call.route = plan.seen -- also where a phase set another one
  return plan
end

--- Checks how a body is declared: its coding, as it is read as it is, and its media type.
-- @treturn table|nil the problem
local function fault_of_body(headers, route)
  local reads, coding = route.method == "GET", headers["content-encoding"]
  if not reads and coding and coding:lower() ~= "identity" then
    return problem.new("UNSUPPORTED_MEDIA_TYPE", {
      detail = "`Content-Encoding` says that the body is coded; bodies are read as they are.",
      resolution = "Send the body without a content coding.",
      headers = { { "Accept-Encoding", "identity" } },
    })
  end
  local declared = headers["content-type"] or ""
  if reads and declared == "" then return nil end
  if negotiate.is_type(declared, route.consumes) then return nil end
  if reads then return problem.new("UNSUPPORTED_MEDIA_TYPE") end
  return problem.new("UNSUPPORTED_MEDIA_TYPE", {
    detail = declared == ""
        and "This endpoint needs a body, and the request declares no media type of one."
      or nil,
    resolution = ("Send a body and declare its type: `Content-Type: %s`."):format(
      route.consumes
    ),
  })
end

--- Evaluates the conditions of a request on the validator of its answer (RFC 9110, 13.2.2).
-- @treturn boolean|nil true: the client has the answer already
-- @treturn table|nil the problem where the answer is not the one that the client asks for
local function evaluate(request, etag)
  local headers = request.headers
  if headers["if-match"] and not respond.matches(headers["if-match"], etag, true) then
    return nil, problem.new("PRECONDITION_FAILED")
  end
  return headers["if-none-match"] and respond.matches(headers["if-none-match"], etag)
end

--- Answers with what the host keeps under the key of the note.
-- @tparam string|nil etag of the kept answer
local function recall(route, note, etag)
  local unmodified, fault
  if etag and respond.validated[route.cache] then
    unmodified, fault = evaluate(note.request, etag)
  end
  if fault then return nil, fault end
  note.recalled = true
  return { status = 200, headers = {}, unmodified = unmodified }
end

--- Settles everything that the answer may depend on, and answers with what is kept of it. The quota
-- is asked once; a crowded process answers only what is vital.
function steps.settle(self, call, note, plan)
  local request, route = note.request, plan.route
  local headers = request.headers
  if request.crowded and not route.vital then
    local detail = "The service has as many connections as it can serve at the moment."
    return problem.refuse("SERVICE_UNAVAILABLE", detail)
  end
  local refused = plan.key and keys.refusal(plan.key, headers)
  if refused then return nil, refused end
  call.secrets = plan.secrets
  local accept = headers.accept
  call.type = accept == nil and route.produces[1] or negotiate.accept(accept, route.produces)
  if not call.type then
    local detail =
      "This resource is only available as %s, which the `Accept` header does not admit."
    return problem.refuse("NOT_ACCEPTABLE", detail:format(table.concat(route.produces, " or ")))
  end
  local fault
  if headers["content-type"] or route.method ~= "GET" then
    fault = fault_of_body(headers, route)
  end
  fault = fault or plan.counted and self:count(note, route.counted)
  if fault then return nil, fault end
  if route.published and not request.publication then
    return problem.refuse("SERVICE_UNAVAILABLE")
  end
  call.params, fault = arguments.from_query(route.params, request, call.captures, plan.lenient)
  if fault then return nil, fault end
  if plan.body then
    call.body, fault = plan.body:read(request.body)
    if fault then return nil, fault end
  end
  if plan.kept then
    note.key = self.key(call, route.path, request.coding, request.origin)
    local found, etag = self.recall(note.key)
    if found then return recall(route, note, etag) end
  end
  if plan.budgeted then
    local detail = "The client has used its budget of pages that must be made for it."
    return nil, problem.of_quota(self.work(request.address), detail)
  end
end

--- The header fields that a route gives its answer, as pairs.
local function settled_fields(route, given)
  if type(given) == "table" and tables.is_list(given) then return given end
  local list = fields.read(given)
  if list then return list end
  local place = routes.place({ handle = route.fields.of })
  error(("%s: the function `of` of `fields` gives %s"):format(place, fields.ACCEPTED), 0)
end

--- Runs the route, and makes its value a response with the header fields that the route gives it.
function steps.answer(self, call, note, plan)
  local route, request = plan.route, note.request
  local value, fault = calls.run(call, route)
  if value == nil then return nil, fault end
  local response = value
  if respond.is_response(value) then
    outcome.settled(route.handle, value)
  else
    response = respond.value(value, plan.heads[call.type])
    note.usual = respond.usual
    local more = route.fields and route.fields.of(value, call, route)
    if more then more = settled_fields(route, more) end
    for i = 1, more and #more or 0 do
      response.headers[respond.usual + i] = more[i]
    end
  end
  if route.published and response.status == 200 then
    respond.name_publication(response, request.publication)
  end
  if response ~= value and respond.validated[route.cache] then
    local coding
    response.body, coding = self.encode(response.body, request.coding, call.type)
    if coding then table.insert(response.headers, { "Content-Encoding", coding }) end
    response.unmodified, fault = evaluate(request, respond.validate(response))
    if fault then return nil, fault end
  end
  return response
end

--- Settles what a route needs, once it is loaded.
-- @tparam table route
-- @tparam string|nil obstacle why no answer of it is ever kept
-- @tparam boolean has_budget whether there is one for answers outside the quota
-- @tparam table own what it alone has: `body`, compiled; `key`, the secret that it asks for;
-- `secrets`, those that its calls see
-- @treturn table `route`; these; `captured`, the parameters of its path; `place`, which it is and
-- where; `seen`, what calls show of it; `heads`, the header fields of an answer by its media type;
-- `lenient`, true where parameters that are not declared are ignored: a link to a page may be
-- decorated by anybody and still leads there, while representations for programs refuse them;
-- `kept`, true where answers may be; `budgeted`, true where the budget is asked for an answer that
-- is made of the publication outside the quota
function steps.plan(route, obstacle, has_budget, own)
  local heads, types = {}, route.produces
  for _, media_type in ipairs(types) do
    heads[media_type] = respond.head(media_type, route.cache, #types > 1)
  end
  local captured = {}
  for name, declaration in pairs(route.params or {}) do
    if declaration.from == "path" then captured[#captured + 1] = name end
  end
  return {
    route = route,
    body = own.body,
    captured = captured,
    key = own.key,
    secrets = own.secrets,
    place = ("%s %s of %s"):format(route.method, route.path, routes.place(route)),
    seen = view.of(route),
    heads = heads,
    lenient = types[1]:find("^text/") ~= nil,
    kept = not obstacle,
    budgeted = has_budget and not route.counted and route.cache == "publication",
  }
end

return steps
