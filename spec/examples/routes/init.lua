--- An example: a folder of routes with one of each kind of thing an operator may want to add.
-- Run it: svcd serve --routes spec/examples/routes
--
-- The list may carry `phases`, which apply to every request: `access(call)` before a route is
-- chosen (nil to go on, a response, or nil and a problem), `header(call, response)` before an
-- answer is sent, `log(request, answer)` after it was sent (`answer`: status, bytes, seconds,
-- cached).

-- luacheck: read globals host
local problem = require("web.problem")

local routes = {
  require("routes.greeting"),
  require("routes.moved"),
  require("routes.experiment"),
  require("routes.events"),
  require("routes.echo"),
  require("routes.visits"),
}

routes.phases = {
  --- A header rule: one line on every answer.
  header = function(_, response) table.insert(response.headers, { "X-Served-By", "example" }) end,

  --- An access rule: who calls itself a scraper is not let in.
  access = function(call)
    local agent = call.request.headers["user-agent"] or ""
    if agent:find("scraper", 1, true) then return nil, problem.new("EDGE_GUARD_REJECTED") end
  end,

  --- A log rule: answers by status, counted over all workers.
  log = function(_, answer) host.shared.add("answers:" .. answer.status, 1) end,
}

return routes
