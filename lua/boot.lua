--- Joins the host to the framework and the routes: what a worker's Lua state begins with.

local app = require("app")
local loader = require("loader")

--- @tparam table host the functions of the process (lua/host.d.lua) and `config`, the options
-- @treturn table handler of app.lua: `handle(request)`, `refuse(code, request)`
return function(host)
  loader.use(host.config.routes, host)
  return app.new {
    routes = loader.routes(),
    config = host.config,
    quota = host.quota,
    now = host.now,
    log = host.log,
  }
end
