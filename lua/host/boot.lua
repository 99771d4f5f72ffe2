--- Joins the host to the framework and the routes: what a worker's Lua state begins with.

require("host.strict")
local app = require("web.app")
local face = require("base.face")
local keep = require("web.keep")
local keys = require("web.key")
local fetch = require("host.fetch")
local loader = require("host.loader")
local route = require("web.route")
local store = require("host.store")
local uri = require("base.uri")

local LOST = "%s: the phase `%s` is asked for every answer, so that none of %d routes is kept; "
  .. "rules of the config (access, headers) cost no answer its cache"

--- Says which phases take the cache from the routes.
local function tell_lost(routes, phases, log)
  local kept = 0
  for _, each in ipairs(routes) do
    if not keep.obstacle(each, routes, {}) then kept = kept + 1 end
  end
  for _, name in ipairs({ "access", "header" }) do
    local phase = phases[name]
    if phase then log("info", LOST:format(route.place({ handle = phase }), name, kept)) end
  end
end

local function digest_of(publication) return publication and publication:info().digest or "" end

--- The handler of a state of Lua.
-- @tparam table host the functions of the process (lua/host.d.lua), `config`, the options, and
-- `trial`, true where the routes are tested whole before any worker loads them
-- @treturn table handler of app.lua: `handle(request)`, `refuse(code, request)`; and `log(request,
-- answer)` when the list of routes has a log phase; and `job_count`, and where there are jobs
-- `jobs(now, publication)`, which runs the one that is due, and `schedule(publication, former,
-- reloaded)`, which gives the schedule of the jobs, or goes on with that of a former state
return function(host)
  host.config.edge_secrets = nil -- the host alone compares them
  for _, name in ipairs(store.SECRETS) do
    host.config[name] = nil -- and asks the stores
  end
  local seen = keys.views(host.config.secret_values, host.uuid() .. host.uuid())
  host.config.secret_values, host.config.secrets = nil, nil -- routes have those that they name
  host.fetch = fetch.new(host.exchange, host.config.upstreams)
  host.config.upstreams = nil -- routes need no paths of secrets
  face.use(host.config.face)
  host.config.face = nil -- it is what the pages are made of, and no option
  -- All that is loaded stays: a collection while it grows would traverse it again and again.
  collectgarbage("stop")
  local routes, loaded = loader.load(host.config.routes, host, host.config.lua_path)
  face.check()
  local phases = routes.phases or {}
  local handler = app.new({
    routes = routes,
    files = loaded.files,
    phases = phases,
    config = host.config,
    quota = host.quota,
    encode = host.encode,
    recall = host.config.cache_size ~= 0 and host.recall,
    now = host.now,
    log = host.log,
    number = host.route,
    running = host.running,
    secrets = seen,
    work = host.work,
  })
  handler.log = phases.log
    and function(request, answer)
      local decoded = request.path and uri.decode(request.path)
      if decoded and decoded ~= request.path then
        request.raw_path, request.path = request.path, decoded
      end
      return phases.log(request, answer)
    end
  handler.job_count = #loaded.jobs.list
  handler.jobs = handler.job_count > 0
    and function(now, publication)
      local given = {
        config = handler.app.config,
        digest = digest_of(publication),
        publication = publication,
      }
      return loaded.jobs:turn(now, given, host.running)
    end
  handler.schedule = handler.job_count > 0
    and function(publication, former, reloaded)
      local digest = digest_of(publication)
      if not former then return loaded.jobs:schedule(digest) end
      return loaded.jobs:resume(former, digest, reloaded)
    end
  if host.trial then
    handler.app:check()
    if host.config.cache_size ~= 0 then tell_lost(routes, phases, host.log) end
  end
  collectgarbage("restart")
  return handler
end
