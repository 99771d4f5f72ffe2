--- Joins the host to the framework and the routes: what a worker's Lua state begins with.

require("strict")
local app = require("app")
local loader = require("loader")

--- @tparam table host the functions of the process (lua/host.d.lua) and `config`, the options
-- @treturn table handler of app.lua: `handle(request)`, `refuse(code, request)`; and `log(request,
-- answer)` when the list of routes has a log phase
return function(host)
  loader.use(host.config.routes, host)
  local routes = loader.routes()
  local phases = routes.phases or {}
  local handler = app.new({
    routes = routes,
    phases = phases,
    config = host.config,
    quota = host.quota,
    encode = host.encode,
    now = host.now,
    log = host.log,
  })
  handler.log = phases.log
  return handler
end
