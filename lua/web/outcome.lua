--- What the functions of routes return, read as their authors mean it. What means nothing raises,
-- with the place of the function and what is accepted.

local problem = require("web.problem")
local respond = require("web.respond")
local route = require("web.route")

local outcome = {}

local function refuse(run, what, value, accepted)
  local shown = value == nil and "nothing" or "a " .. type(value)
  local place = route.place({ handle = run })
  error(("%s: %s returned %s; return %s"):format(place, what, shown, accepted), 0)
end

--- A response, settled.
-- @tparam function run what made or changed it
-- @tparam table response
-- @treturn table the same
function outcome.settled(run, response)
  local fault = respond.settle(response)
  if fault then error(("%s: %s"):format(route.place({ handle = run }), fault), 0) end
  return response
end

--- Of a handler, and of what shapes its value for a tool.
-- @tparam function run the function
-- @tparam string what it is, such as "the handler of GET /x"
-- @param value
-- @param fault
-- @return the value; or nil and a problem
function outcome.value(run, what, value, fault)
  if problem.is(value) then return nil, value end
  if value ~= nil then return value end
  if problem.is(fault) then return nil, fault end
  local accepted = "a value, a response, or nil and problem.new(CODE)"
  refuse(run, what .. (fault ~= nil and ", beside nil," or ""), fault, accepted)
end

--- Of an access rule of a route, and of the phase `access`.
-- @tparam function run the rule
-- @tparam string what it is
-- @param first nil (or false) where the client is let in
-- @param second
-- @treturn table|nil response
-- @treturn table|nil problem
function outcome.access(run, what, first, second)
  if not first and second == nil then return nil end
  if respond.is_response(first) then return outcome.settled(run, first) end
  if problem.is(first) then return nil, first end
  if not first and problem.is(second) then return nil, second end
  local accepted = "nil to let the client in, else nil and problem.new(CODE), or a response"
  refuse(run, what, first or second, accepted)
end

--- Of a page for a problem.
-- @tparam function run
-- @tparam string what it is
-- @param value
-- @treturn table the response
function outcome.response(run, what, value)
  if respond.is_response(value) then return outcome.settled(run, value) end
  refuse(run, what, value, "a response of respond.new")
end

return outcome
