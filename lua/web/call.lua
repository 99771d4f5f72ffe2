--- The call that a handler is given, and what the framework notes beside it.
--
-- A handler reads `params`, `captures`, `type`, `publication`, `config`, `app` and `route` from its
-- call. These are settled before it runs, and make the key of the answer. `request`, `now` and
-- `limits` are there as well, at a price: the answer of a handler that reads one of them depends on
-- more than the key, and is not kept.

local arguments = require("web.arguments")
local keep = require("web.keep")
local problem = require("web.problem")
local route = require("web.route")

local call = {}

--- Under this key a call holds its note: a table of
--
--   request, now, limits   the members that have a price
--   key        under which the answer may be kept; nil where it may not
--   loss       the reason why there is no key any more
--   usual      number of header fields of the response that are those of the class of its route
--   recalled   true: the answer is the one that was kept under the key
local NOTE = {}

local PRICED = { request = true, now = true, limits = true }

local Call = {}

function Call.__index(self, name)
  if not PRICED[name] then return nil end
  local note = self[NOTE]
  if note.key then
    local at = debug.getinfo(2, "Sl")
    note.loss = ("%s:%d reads call.%s"):format(at.short_src, at.currentline, name)
    note.key = nil
  end
  return note[name]
end

--- A new call.
-- @tparam table app
-- @tparam table request
-- @treturn table call
-- @treturn table its note
function call.new(app, request)
  local note =
    { request = request, now = app.now, usual = 0, key = nil, limits = nil, recalled = nil }
  return setmetatable({
    app = app,
    config = app.config,
    publication = request.publication,
    link = false, -- none yet: a member that is nil is looked for among those with a price
    [NOTE] = note,
    -- Named for their room alone: what is named here does not make the table grow later.
    captures = nil,
    entry = nil,
    linked = nil,
    params = nil,
    route = nil,
    type = nil,
  }, Call),
    note
end

--- The note that the framework keeps beside a call.
-- @tparam table self call
-- @treturn table as above
function call.note(self) return self[NOTE] end

--- Runs the handler of the route.
-- @tparam table self
-- @return its value; or nil and a problem; raises where there is neither
function call.run(self)
  local own = self.route
  local value, fault = own.handle(self)
  if value ~= nil or fault ~= nil then return value, fault end
  local reason = "%s: the handler of %s %s returned nothing; return a value, a response, or nil "
    .. "and a problem"
  error(reason:format(route.place(own), own.method, own.path), 0)
end

--- Settles a call of a route with typed arguments, as a tool call does: the same checks as over
-- HTTP, from the publication on.
-- @tparam table app
-- @tparam table tool of `app:tools()`
-- @tparam table given the arguments: a decoded JSON object
-- @tparam table request the request they came with
-- @treturn table|nil call for `call.perform`; its note has a key until the handler reads more
-- @treturn table|nil the problem
function call.settle(app, tool, given, request)
  local self, note = call.new(app, request)
  self.route, self.type = tool, tool.produces[1]
  if tool.published and not self.publication then
    return problem.refuse("SERVICE_UNAVAILABLE")
  end
  local fault
  self.params, fault = arguments.from_json(tool.mcp.arguments, given)
  if fault then return nil, fault end
  self.captures = {} -- as text, which a handler finds there however it is called
  for name, declaration in pairs(tool.params) do
    if declaration.from == "path" then self.captures[name] = tostring(self.params[name]) end
  end
  note.key = keep.key(self)
  return self
end

--- Runs a settled call.
-- @tparam table self
-- @treturn table|nil the value of the tool
-- @treturn table|nil the problem
function call.perform(self)
  local value, fault = call.run(self)
  local finish = self.route.mcp.finish
  if value == nil or not finish then return value, fault end
  return finish(value, self)
end

return call
