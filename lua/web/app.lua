--- The application over a list of routes: takes each request through the steps (steps.lua), counts
-- it against the quota, renders the contract and checks the routes.

local svc = require("svc")
local blame = require("web.blame")
local bodies = require("web.body")
local calls = require("web.call")
local dress = require("web.dress")
local keep = require("web.keep")
local keys = require("web.key")
local negotiate = require("web.negotiate")
local openapi = require("web.openapi")
local outcome = require("web.outcome")
local problem = require("web.problem")
local respond = require("web.respond")
local route = require("web.route")
local router = require("web.router")
local steps = require("web.steps")
local tables = require("base.tables")
local template = require("web.template")
local uri = require("base.uri")
local view = require("base.view")

local app = {}

local App = {}
App.__index = App

--- Media types that a problem may be answered in, the preferred first.
local PROBLEMS = { "application/problem+json", "application/json", "text/html" }

--- Answers with a problem: people see a page, where the route or one beside it shows them.
local function refuse(self, fault, call, note, own)
  local request = note.request
  local shown = own and own.refusal
  if not note.entry and not self.programs[request.path:match("^/?([^/]*)")] then
    shown = self.refusal
  end
  local reads = request.method == "GET" or request.method == "HEAD"
  local people = reads
    and shown
    and negotiate.accept(request.headers.accept, PROBLEMS) == PROBLEMS[3]
  if people then
    return outcome.response(shown, "the member `refusal`", shown(fault, call, request))
  end
  return respond.problem(fault, request, self.config.site_url)
end

--- Has a header phase change a response; the log names it where that cannot be sent.
local function change(self, run, call, response)
  local name = self.changing[run] or "the header phase of " .. route.place({ handle = run })
  self.changing[run], self.running[2] = name, name
  run(call, response)
  outcome.settled(run, response)
end

--- Leads on to where something moved, with the query of the request.
local function redirect(moved, request)
  local to = moved.to
  if request.query and not to:find("?", 1, true) then to = to .. "?" .. request.query end
  return respond.new(
    moved.status,
    { { "Location", to }, { "Cache-Control", respond.cache.publication } }
  )
end

--- The function that answers requests: it takes each through the steps, runs the header phases, and
-- notes for the host what it needs to know of the answer.
-- @treturn function from a request as the host gives it to a response `{status, headers = {{name,
-- value},...}, body}`, and for the host `counted`; `key`, under which it may be kept; `recalled`,
-- true where what is kept under the key is the answer, of which `status` and `body` are then not
-- given; `unmodified`, true where a 304 is to be sent in its place
function App:handler()
  local phases, running = self.phases, self.running
  return function(request)
    local call, note = calls.new(self, request)
    running[1], running[2] = 0, false
    local plan, response, fault = steps.find(self, call, note)
    local own = plan and plan.route
    if plan then
      running[1] = plan.number
      response, fault = steps.settle(self, call, note, plan)
      if not (response or fault) then
        running[2] = plan.place
        response, fault = steps.answer(self, call, note, plan)
      end
    end
    local moved = fault and self.moved and self.moved[request.path]
    if moved and fault.code:find("_NOT_FOUND$") then
      response = redirect(moved, request)
    elseif fault then
      response = refuse(self, fault, call, note, own)
    end
    if note.limits then tables.append(response.headers, note.limits) end
    if phases.header or own and own.header then
      respond.own_headers(response)
      if own and own.header then change(self, own.header, call, response) end
      if phases.header then change(self, phases.header, call, response) end
    end
    -- Notes that a handler wrote there itself are ignored.
    response.counted, response.key, response.recalled = own and own.counted, nil, note.recalled
    response.kept_for = nil
    if note.recalled then
      response.key = note.key
    elseif response.status == 200 and (note.key or note.loss) then
      local refusal = note.loss or keep.refusal(response, own.cache, note.usual)
      if refusal then
        self.log("debug", ("%s %s is not kept: %s"):format(own.method, own.path, refusal))
      else
        response.key = note.key
        response.kept_for = own.kept_for
      end
    end
    if self.dress and not note.recalled then
      self.dress(response, request.path, request.origin)
    end
    return response
  end
end

--- Answers with a problem that was found outside of the routes, on the wire or in a fault.
-- @tparam string code of the problem table
-- @tparam table request what is known of it: `path` and `headers` may be nil, `id` may not;
-- `reason`, a sentence, becomes the detail; `moved_to`, where the client is led instead
-- @treturn table response
function App:refuse(code, request)
  local response
  if request.moved_to then
    local headers =
      { { "Location", request.moved_to }, { "Cache-Control", respond.cache.none } }
    response = respond.new(307, headers)
  else
    local fault = problem.new(code, { detail = request.reason })
    response = respond.problem(fault, request, self.config.site_url)
  end
  if self.dress then
    local path = request.path and uri.decode(request.path) or request.path or "/"
    self.dress(response, path, request.origin)
  end
  return response
end

--- Counts one request against the quota of its client. An exempt client gets the policy, too, as
-- the answer may be kept for others.
-- @tparam table note of its call
-- @tparam boolean counted its route counts, also where its path has no quota of its own
-- @treturn table|nil the problem when the quota is used up
function App:count(note, counted)
  local request = note.request
  local quota = self.quota and self.quota(request.address, request.path, counted)
  if not quota then return nil end
  local policy = self.policy
  local limit, window, by_path = quota.limit, quota.window, quota.by_path
  if policy.limit ~= limit or policy.window ~= window or policy.by_path ~= by_path then
    local name = by_path and '"route";' or '"default";'
    local text = name .. "q=" .. limit .. ";w=" .. window
    policy = { limit = limit, window = window, by_path = by_path, begin = name .. "r=" }
    policy.pair = { "RateLimit-Policy", text }
    self.policy = policy
  end
  if not quota.remaining then
    note.limits = { policy.pair }
    return nil
  end
  local state = policy.begin .. quota.remaining .. ";t=" .. quota.reset
  note.limits = { policy.pair, { "RateLimit", state } }
  return quota.retry_after and problem.of_quota(quota)
end

--- The contract. It is rendered when it is first asked for, as most generations of the routes are
-- replaced before anybody does.
-- @treturn string canonical JSON; raises when a schema is faulty
function App:contract()
  self.rendered = self.rendered or svc.json(openapi.render(self.routes, self.config))
  return self.rendered
end

local function example(_, many) return many and "1/1" or "1" end

--- Finds the faults that a request would meet late: the contract can be rendered, each route
-- answers at its path and is not hidden by one before it, and the routes' own checks pass. Raises
-- at the first fault.
-- @treturn number operations
function App:check()
  local count = 0
  openapi.render(self.routes, self.config)
  for _, each in ipairs(self.routes) do
    if each.operation then count = count + 1 end
    local found = self.router:match(template.expand(each.path, example)) or { methods = {} }
    if found.methods[each.method] ~= each then
      local _, other = next(found.methods)
      local fault = "%s: %s %s is answered by %s"
      local whose = other and "another route, " .. route.place(other) or "no route"
      error(fault:format(route.place(each), each.method, each.path, whose), 0)
    end
    if each.check then blame.run(self.files[each], each.check, self.seen) end
  end
  return count
end

--- The part of an application that routes see.
local function seen_of(self)
  local tools = {}
  for _, each in ipairs(self.routes) do
    if each.mcp then tools[#tools + 1] = each end
  end
  return view.of({
    config = self.config,
    log = self.log,
    routes = self.routes,
    tools = function() return view.of(tools) end,
    contract = function() return self:contract() end,
    charge = function(_, call) return self:count(calls.note(call), true) end,
    check = function() return self:check() end,
  })
end

--- The body that a route declares; raises with the place of the route where its schema is faulty.
local function compiled_body(each, folders)
  if not each.body then return nil end
  local good, compiled = pcall(bodies.compile, each.body, folders)
  if not good then error(("%s: %s"):format(route.place(each), tostring(compiled)), 0) end
  return compiled
end

local function keyed(list)
  for _, each in ipairs(list) do
    if type(each) == "table" and each.key then return true end
  end
  return false
end

--- Gives a tool what it leaves to its route and to its description.
local function complete_tool(candidate, body)
  local own = candidate.mcp
  own.arguments = tables.merge(candidate.params, own.params)
  own.arguments.body = body and bodies.argument(body)
  own.brief = own.brief or own.description:gsub("%.$", "")
end

--- The application over a list of routes. Raises when the routes or the schemas are faulty.
-- @tparam table options `routes` (ordered list); `config` (its `base_url`, `site_url`, `mcp_url`
-- and the limits the routes read); `quota`, optional: a function from a client address, a path and
-- whether its route counts to nil (no quota) or `{limit, window, by_path, remaining, reset,
-- retry_after}` in requests and seconds, where `retry_after` is set when the request is refused,
-- and `remaining` is not where the client is exempt; `work`, optional: the same for answers that
-- are made of the publication outside the quota; `now`, optional: a function giving Unix
-- milliseconds;
-- `phases`, optional: `access(call)` gives nil, or a response, or nil and a problem,
-- for every path there is, and `header(call, response)`; `encode`, optional: a function of
-- bytes, a coding and their media type to bytes and the name of their coding; `recall`, optional: a
-- function of a key to true and the ETag of the answer that is kept under it, or false where none
-- ever is; `log`, optional: a
-- function of a level (such as "error") and a text; `number`, optional: a function from the
-- operation or path of a route to the number under which its answers are counted; `running`,
-- optional: a list whose elements will be the number of the route that runs, or 0, and once its
-- handler is called a text that says which it is and where; `secrets`, optional: name -> what
-- routes that name it see of a secret; `files`, optional: from a route to the file it is of
-- @treturn table handler `{handle = function(request), refuse = function(code, request), app}`
-- where `app` is the view of the application that routes have as `call.app`, and are given by
-- `ready` and `check`: `config`; `routes`; `log(level, text)`; `tools()`, the routes that are tools
-- as well; `contract()`; `check()`; `charge(call)`, by which a route whose body holds several
-- requests counts all but the first, and which gives nil or a problem
function app.new(options)
  local self = setmetatable(
    { routes = {}, files = {}, plans = {}, policy = {}, changing = {}, config = options.config },
    App
  )
  local declared, secrets, files = {}, options.secrets or {}, options.files or {}
  if keyed(options.routes) then problem.ask_for_keys() end
  for i, candidate in ipairs(options.routes) do
    local each = tables.copy(route.complete(candidate, i, files[candidate]))
    self.files[each] = files[candidate] or route.file(each)
    self.routes[i], declared[each] = each, compiled_body(each, self.config.routes)
    if each.mcp then complete_tool(each, declared[each]) end
  end
  self.programs = {}
  for _, each in ipairs(self.routes) do
    if each.operation or each.server then self.programs[each.path:match("^/([^/]*)")] = true end
    self.refusal = self.refusal or each.refusal
  end
  self.router = router.new(self.routes)
  self.quota, self.work = options.quota, options.work
  self.phases = options.phases or {}
  for _, each in ipairs(self.routes) do
    local obstacle = options.recall == false and "there is no room for answers"
      or keep.obstacle(each, self.routes, self.phases)
    self.plans[each] = steps.plan(each, obstacle, self.work ~= nil, {
      body = declared[each],
      key = each.key and secrets[each.key],
      secrets = keys.secrets_of(each, route.place(each), secrets),
    })
    self.plans[each].counted = each.counted or self.config.quota_routes ~= nil
    self.plans[each].number = options.number and options.number(each.operation or each.path)
  end
  self.running = options.running or {}
  self.encode = options.encode or function(bytes) return bytes end
  self.recall = options.recall or function() end
  self.now = options.now or function() return os.time() * 1000 end
  self.log = options.log or function(level, text) io.stderr:write(level, ": ", text, "\n") end
  self.dress = dress.new(self.config.headers, self.config.cors)
  self.moved = self.config.moved
  self.key = self.config.cors and keep.key_of_origin or keep.key
  self.shown, self.seen = view.of(self.config), seen_of(self)
  calls.prepare(self)
  for _, each in ipairs(self.routes) do
    if each.ready then blame.run(self.files[each], each.ready, self.seen) end
  end
  return {
    app = self.seen,
    handle = self:handler(),
    refuse = function(code, request) return self:refuse(code, request) end,
  }
end

return app
