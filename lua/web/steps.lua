--- The steps of a request: path, access, method, room, representation, media type, quota,
-- publication, parameters, what is kept, budget, route. The first that finds a fault ends it. Which
-- of them a route needs is settled when it is loaded.

local arguments = require("web.arguments")
local calls = require("web.call")
local keep = require("web.keep")
local negotiate = require("web.negotiate")
local problem = require("web.problem")
local respond = require("web.respond")
local router = require("web.router")
local tables = require("base.tables")

--- A step takes the application, a call, its request and the plan of its route. It returns nothing
-- to go on, a response to answer with, or nil and a problem.
local steps = {}

--- What is answered where nothing is at the path.
local function refuse_path(request, reason)
  if reason then return problem.refuse("INVALID_REQUEST", reason) end
  if request.path == "*" and request.method == "OPTIONS" then
    return respond.options("GET, HEAD, OPTIONS")
  end
  return problem.refuse("ENDPOINT_NOT_FOUND")
end

--- Asks the routes at the path whether they let this client in.
local function ask_access(self, call)
  if self.phases.access then
    local response, refused = self.phases.access(call)
    if response or refused then return response, refused end
  end
  for _, guard in ipairs(call.entry.guards) do
    local fault = guard(call)
    if fault then return nil, fault end
  end
end

--- Finds the route: by the path, then by the method, once those at the path let the client in.
function steps.find(self, call, request)
  local entry, captures = self.router:match(request.path)
  if not entry then return refuse_path(request, captures) end
  call.entry, call.captures = entry, captures
  if self.phases.access or entry.guards[1] then
    local response, fault = ask_access(self, call)
    if response or fault then return response, fault end
  end
  local method = request.method
  if method == "OPTIONS" then return respond.options(router.allow(entry)) end
  call.route = entry.methods[method == "HEAD" and "GET" or method]
  if not call.route then
    local allow = { { "Allow", router.allow(entry) } }
    return problem.refuse("METHOD_NOT_ALLOWED", { headers = allow })
  end
end

--- A crowded process answers only what is vital.
function steps.room(_, _, request)
  if request.crowded then
    local detail = "The service has as many connections as it can serve at the moment."
    return problem.refuse("SERVICE_UNAVAILABLE", detail)
  end
end

--- Chooses the representation.
function steps.represent(_, call, request)
  call.type = negotiate.accept(request.headers.accept, call.route.produces)
  if not call.type then
    local detail =
      "This resource is only available as %s, which the `Accept` header does not admit."
    local offered = table.concat(call.route.produces, " or ")
    return problem.refuse("NOT_ACCEPTABLE", detail:format(offered))
  end
end

--- Refuses a body that is coded: it would be read as it is.
function steps.coding(_, _, request)
  local coding = request.headers["content-encoding"]
  if not coding or coding:lower() == "identity" then return end
  return problem.refuse("UNSUPPORTED_MEDIA_TYPE", {
    detail = "`Content-Encoding` says that the body is coded; bodies are read as they are.",
    resolution = "Send the body without a content coding.",
    headers = { { "Accept-Encoding", "identity" } },
  })
end

--- Looks at the declared type of a body.
function steps.media(_, call, request)
  local declared = request.headers["content-type"] or ""
  if declared == "" and call.route.method == "GET" then return end
  if not negotiate.is_type(declared, call.route.consumes) then
    return problem.refuse("UNSUPPORTED_MEDIA_TYPE")
  end
end

--- Asks the quota, once.
function steps.quota(self, call) return nil, self:charge(call) end

--- Needs a publication where the route does.
function steps.published(_, call) return nil, calls.unavailable(call) end

--- Reads the parameters, typed. A link to a page may be decorated by anybody and still leads there;
-- representations for programs refuse unknown parameters.
function steps.parameters(_, call, request, plan)
  local values, fault =
    arguments.from_query(call.route.params, request, call.captures, plan.lenient)
  call.params = values
  return nil, fault
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

--- Takes the answer that is kept for what is settled by now.
function steps.recall(self, call, request)
  local note = calls.note(call)
  note.key = keep.key(call, request.coding)
  local found, etag = self.recall(note.key)
  if not found then return end
  local unmodified, fault
  if etag and respond.validated[call.route.cache] then
    unmodified, fault = evaluate(request, etag)
  end
  if fault then return nil, fault end
  note.recalled = true
  return { status = 200, headers = {}, unmodified = unmodified }
end

--- Asks the budget for what is made of the publication outside the quota. An answer that is kept
-- has been given by now, and costs nobody anything.
function steps.work(self, _, request)
  local detail = "The client has used its budget of pages that must be made for it."
  return nil, problem.of_quota(self.work(request.address), detail)
end

--- The response of a value, with the header fields that the route gives it.
local function respond_with(value, call, plan)
  if respond.is_response(value) then return value end
  local response, fields = respond.value(value, plan.heads[call.type]), call.route.fields
  calls.note(call).usual = #response.headers
  if fields then tables.append(response.headers, fields.of(value, call)) end
  return response
end

--- Runs the route and makes its value a response.
function steps.handle(self, call, request, plan)
  local value, fault = calls.run(call)
  if value == nil then return nil, fault end
  local response = respond_with(value, call, plan)
  if call.route.published and response.status == 200 then
    respond.name_publication(response, call.publication)
  end
  if respond.validated[call.route.cache] and not respond.is_response(value) then
    local coding
    response.body, coding = self.encode(response.body, request.coding, call.type)
    if coding then table.insert(response.headers, { "Content-Encoding", coding }) end
    response.unmodified, fault = evaluate(request, respond.validate(response))
    if fault then return nil, fault end
  end
  return response
end

--- The steps that a route needs, in order.
local function steps_of(route, obstacle, has_budget)
  local reads, list = route.method == "GET", {}
  local function add(needed, step)
    if needed then list[#list + 1] = step end
  end
  add(not route.vital, steps.room)
  add(true, steps.represent)
  add(not reads, steps.coding)
  add(true, steps.media)
  add(route.counted, steps.quota)
  add(route.published, steps.published)
  add(true, steps.parameters)
  add(not obstacle, steps.recall)
  add(has_budget and not route.counted and route.cache == "publication", steps.work)
  add(true, steps.handle)
  return list
end

--- What is settled of a route when it is loaded.
-- @tparam table route
-- @tparam string|nil obstacle why no answer of it is ever kept
-- @tparam boolean has_budget whether there is one for answers outside the quota
-- @treturn table `steps`, those behind `find`; `lenient`, whether it ignores parameters that are
-- not declared; `heads`, the header fields of an answer by its media type
local function plan(route, obstacle, has_budget)
  local heads, types = {}, route.produces
  for _, media_type in ipairs(types) do
    heads[media_type] = respond.head(media_type, route.cache, #types > 1)
  end
  return {
    heads = heads,
    lenient = types[1]:find("^text/") ~= nil,
    steps = steps_of(route, obstacle, has_budget),
  }
end

return {
  find = steps.find,
  plan = plan,
}
