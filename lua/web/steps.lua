--- The steps of a request: path, access, method, room, representation, media type, quota,
-- publication, parameters, what is kept, budget, route. The first that finds a fault ends it.

local arguments = require("web.arguments")
local calls = require("web.call")
local keep = require("web.keep")
local negotiate = require("web.negotiate")
local problem = require("web.problem")
local respond = require("web.respond")
local router = require("web.router")
local tables = require("web.tables")

--- A step takes the application, a call and its request. It returns nothing to go on, a response
-- to answer with, or nil and a problem.
local steps = {}

--- Finds what is at the path.
function steps.path(self, call, request)
  local entry, captures = self.router:match(request.path)
  if entry then
    call.entry, call.captures = entry, captures
  elseif captures then
    return problem.refuse("INVALID_REQUEST", captures)
  elseif request.path == "*" and request.method == "OPTIONS" then
    return respond.options("GET, HEAD, OPTIONS")
  else
    return problem.refuse("ENDPOINT_NOT_FOUND")
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
    local detail = "The service has as many connections as it can serve at the moment."
    return problem.refuse("SERVICE_UNAVAILABLE", detail)
  end
end

--- Finds the route of the method; answers OPTIONS.
function steps.method(self, call, request)
  local method = request.method
  if method == "OPTIONS" then return respond.options(router.allow(call.entry)) end
  call.route = call.entry.methods[method == "HEAD" and "GET" or method]
  if not call.route then
    local allow = { { "Allow", router.allow(call.entry) } }
    return problem.refuse("METHOD_NOT_ALLOWED", { headers = allow })
  end
  self.running[1] = self.numbers[call.route]
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
local function coding_fault(call, request)
  if call.route.method == "GET" then return end
  local coding = request.headers["content-encoding"]
  if not coding or coding:lower() == "identity" then return end
  return problem.new("UNSUPPORTED_MEDIA_TYPE", {
    detail = "`Content-Encoding` says that the body is coded; bodies are read as they are.",
    resolution = "Send the body without a content coding.",
    headers = { { "Accept-Encoding", "identity" } },
  })
end

--- Looks at the declared type of a body, and at its coding.
function steps.media(_, call, request)
  local coded = coding_fault(call, request)
  if coded then return nil, coded end
  local declared = request.headers["content-type"] or ""
  if declared == "" and call.route.method == "GET" then return end
  if not negotiate.is_type(declared, call.route.consumes) then
    return problem.refuse("UNSUPPORTED_MEDIA_TYPE")
  end
end

--- Asks the quota, once.
function steps.quota(self, call)
  if call.route.counted then return nil, self:charge(call) end
end

--- Needs a publication where the route does.
function steps.published(_, call) return nil, calls.unavailable(call) end

--- Reads the parameters, typed. A link to a page may be decorated by anybody and still leads there;
-- representations for programs refuse unknown parameters.
function steps.parameters(_, call, request)
  local own = call.route
  local lenient = own.produces[1]:find("^text/") ~= nil
  local values, fault = arguments.from_query(own.params, request, call.captures, lenient)
  call.params = values
  return nil, fault
end

--- Whether the client has the answer already.
local function is_known(request, etag)
  local condition = request.headers["if-none-match"]
  return condition and respond.matches(condition, etag)
end

--- Takes the answer that is kept for what is settled by now.
function steps.recall(self, call, request)
  if self.obstacles[call.route] then return end
  local note = calls.note(call)
  note.key = keep.key(call, request.coding)
  local found, etag = self.recall(note.key)
  note.recalled = found
  if found then
    local validated = etag and respond.validated[call.route.cache]
    return { status = 200, headers = {}, unmodified = validated and is_known(request, etag) }
  end
end

--- Asks the budget for what is made of the publication outside the quota. An answer that is kept
-- has been given by now, and costs nobody anything.
function steps.work(self, call, request)
  local own = call.route
  if not self.work or own.counted or own.cache ~= "publication" then return end
  local detail = "The client has used its budget of pages that must be made for it."
  return nil, problem.of_quota(self.work(request.address), detail)
end

--- The response of a value, with the header fields that the route gives it.
local function respond_with(value, call)
  if respond.is_response(value) then return value end
  local own = call.route
  local response = respond.value(value, call.type, own.cache, #own.produces > 1)
  tables.append(response.headers, own.fields and own.fields.of(value, call))
  return response
end

--- Runs the route and makes its value a response.
function steps.handle(self, call, request)
  local value, fault = calls.run(call)
  if value == nil then return nil, fault end
  local response = respond_with(value, call)
  if call.route.published and response.status == 200 then
    respond.name_publication(response, call.publication)
  end
  if respond.validated[call.route.cache] and not respond.is_response(value) then
    local coding
    response.body, coding = self.encode(response.body, request.coding, call.type)
    if coding then table.insert(response.headers, { "Content-Encoding", coding }) end
    response.unmodified = is_known(request, respond.validate(response))
  end
  return response
end

--- The steps, in order.
return {
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
