--- The call that a handler is given, and what the framework notes beside it.
--
-- A handler reads `params`, `body`, `captures`, `type`, `publication`, `config`, `app` and `route`
-- from its call. These are settled before it runs, and make the key of the answer. `request`, `now`
-- and `limits` are there as well, at a price: the answer of a handler that reads one of them
-- depends on more than the key, and is not kept.
--
-- A handler may do with its call what it likes: the call is of one request, and `publication`,
-- `config`, `app` and `route` are views (base/view.lua) of what all requests have in common.

local arguments = require("web.arguments")
local keep = require("web.keep")
local keys = require("web.key")
local outcome = require("web.outcome")
local problem = require("web.problem")
local view = require("base.view")

local metatable_of = debug.getmetatable

local call = {}

--- The note of a call is its metatable, which a handler cannot get at. Besides `__index` it has
--
--   request, limits   members that have a price
--   entry      of the path (router.lua)
--   key        under which the answer may be kept; nil where it may not
--   loss       the reason why there is no key any more
--   own        route of a tool's call
--   usual      number of header fields of the response that are those of the class of its route
--   recalled   true: the answer is the one that was kept under the key
local PRICED = { request = true, now = true, limits = true }

--- The applications, by the view of each.
local apps = setmetatable({}, { __mode = "k" })

--- Pairs of header fields that whoever is given them may change.
local function copy_pairs(list)
  local copies = {}
  for i, pair in ipairs(list or {}) do
    copies[i] = { pair[1], pair[2] }
  end
  return list and copies
end

--- Prepares the calls of an application.
-- @tparam table app its `seen` is what handlers get as `call.app`
function call.prepare(app)
  apps[app.seen] = app
  --- Reads what has a price.
  function app.priced(self, name)
    if not PRICED[name] then return nil end
    local note = metatable_of(self)
    if note.key then
      local at = debug.getinfo(2, "Sl")
      note.loss = ("%s:%d reads call.%s"):format(at.short_src, at.currentline, name)
      note.key = nil
    end
    if name == "now" then return app.now end
    if name == "limits" then return copy_pairs(note.limits) end
    return note.request
  end
end

--- A new call.
-- @tparam table app
-- @tparam table request
-- @treturn table call
-- @treturn table its note
function call.new(app, request)
  local note = {
    __index = app.priced,
    __metatable = false,
    request = request,
    usual = 0,
    entry = nil, -- room for eight
  }
  return setmetatable({
    app = app.seen,
    config = app.shown,
    publication = request.publication,
    link = false, -- none yet: a member that is nil is looked for among those with a price
    -- Named only to reserve sixteen slots: the table does not have to grow later.
    captures = nil,
    linked = nil,
    params = nil,
    route = nil,
    type = nil,
  }, note),
    note
end

--- The note that the framework keeps beside a call.
-- @tparam table self call
-- @treturn table as above; raises unless it is a call of an application
function call.note(self)
  local note, app = metatable_of(self), apps[self.app]
  if not (note and app and note.__index == app.priced) then error("this is no call", 2) end
  return note
end

--- Runs the handler of the route.
-- @tparam table self
-- @tparam table own the route
-- @return its value; or nil and a problem; raises where there is neither
function call.run(self, own)
  local value, fault = own.handle(self)
  if value ~= nil and not problem.is(value) then return value end
  local what = ("the handler of %s %s"):format(own.method, own.path)
  return outcome.value(own.handle, what, value, fault)
end

--- Settles a call of a route with typed arguments, as a tool call does: the same checks as over
-- HTTP, from the publication on.
-- @tparam table seen `app` of a call
-- @tparam table tool of `app:tools()`
-- @tparam table given the arguments: a decoded JSON object
-- @tparam table request the request they came with
-- @tparam[opt] boolean typed true: they are as `arguments.from_json` gives them
-- @treturn table|nil call for `call.perform`; its note has a key until the handler reads more
-- @treturn table|nil the problem
function call.settle(seen, tool, given, request, typed)
  local self, note = call.new(apps[seen], request)
  local own = view.source(tool) or tool -- a view costs at each member that is read
  local plan = apps[seen].plans[own]
  self.route, self.type, self.secrets, note.own = tool, own.produces[1], plan.secrets, own
  local refused = plan.key and keys.refusal(plan.key, request.headers)
  if refused then return nil, refused end
  if own.published and not self.publication then
    return problem.refuse("SERVICE_UNAVAILABLE")
  end
  local fault
  if typed then
    self.params = given
  else
    self.params, fault = arguments.from_json(own.mcp.arguments, given)
    if fault then return nil, fault end
  end
  if plan.body then
    self.body, fault = plan.body:check(self.params.body)
    self.params.body = nil
    if fault then return nil, fault end
  end
  self.captures = {} -- as text, which a handler finds there however it is called
  for _, name in ipairs(plan.captured) do
    self.captures[name] = tostring(self.params[name])
  end
  note.key = not plan.body and keep.key(self, own.path) or nil
  return self
end

--- Runs a settled call.
-- @tparam table self
-- @treturn table|nil the value of the tool
-- @treturn table|nil the problem
function call.perform(self)
  local own = metatable_of(self).own
  local value, fault = call.run(self, own)
  local finish = own.mcp.finish
  if value == nil or not finish then return value, fault end
  local shaped, refused = finish(value, self)
  if shaped ~= nil and not problem.is(shaped) then return shaped end
  return outcome.value(finish, "`finish` of the tool " .. own.mcp.name, shaped, refused)
end

return call
