--- Servers of the same bytes, for benchmarks: nginx with a file, nginx with lua-nginx-module,
-- Node's own `http`, and svcd with the whole of its request path. One process of each serves.
--
-- All but `nginx static` check the names of the parameters, and all but Node write an access log.

local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local node = require("spec.support.web.node")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")
local tables = require("base.tables")

local servers = {}

--- The requests that are compared, by the name of the body.
servers.targets = {
  search = "/v1/search?query=quadratic&locale=en",
  content = "/v1/content?ref=asset:en:material:mathematics:quadratic-equations",
  index = "/v1",
  verse = "/v1/quran/2?from_verse=255",
}

local NGINX = [[
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
worker_rlimit_nofile 16384;
events { worker_connections 16384; }
http {
  access_log {folder}/access.log combined buffer=64k flush=1s;
  keepalive_requests 100000000; open_file_cache max=100; default_type application/json;
  lua_shared_dict bodies 16m;
  init_by_lua_block {
    for _, name in ipairs({ {names} }) do
      local file = io.open("{folder}/" .. name)
      ngx.shared.bodies:set(name, file:read("*a"))
      file:close()
    end
  }
  server {
    listen 127.0.0.1:{port} reuseport backlog=4096;
    location /static/ { alias {folder}/; }
    location /lua/ {
      content_by_lua_block {
        local args = ngx.req.get_uri_args()
        for name in pairs(args) do
          if name ~= "query" and name ~= "ref" and name ~= "locale" then return ngx.exit(400) end
        end
        local body = ngx.shared.bodies:get(ngx.var.uri:sub(6))
        ngx.header["Content-Type"] = "application/json"
        ngx.header["Cache-Control"] = "public, max-age=60"
        ngx.header["Content-Length"] = #body
        ngx.print(body)
      }
    }
  }
}
]]

--- nginx's own lines that load Debian's modules for Lua.
local function modules()
  local enabled = "/etc/nginx/modules-enabled/"
  return measure.run(("cat %s*ndk* %s*http-lua* 2>/dev/null"):format(enabled, enabled))
end

--- Makes the publication and, from svcd's own answers, the bodies that the peers serve.
-- @tparam string folder
function servers.prepare(folder)
  sample.write(folder .. "/sample.svp", folder .. "/trust")
  local own = servers.start.svcd(folder, measure.free_port())
  for name, target in pairs(servers.targets) do
    local answer = server.await(function()
      local good, answer = pcall(own.request, target)
      return good and answer.status == 200 and answer
    end)
    measure.write(folder .. "/" .. name, answer.body)
  end
  own.stop()
end

--- Starts a program in the background on the first processor.
-- @tparam string folder receives what it says
-- @tparam string name @tparam string command @treturn integer its pid
function servers.spawn(folder, name, command)
  local line = "ulimit -n 16384; taskset -c 0 %s >>%s/%s.log 2>&1 & echo $!"
  return tonumber((measure.run(line:format(command, folder, name))))
end

--- A function that stops the program and waits for its end.
function servers.stopper(pid)
  return function()
    os.execute(("kill %d 2>/dev/null"):format(pid))
    server.await(function() return not measure.alive(pid) end, 15)
  end
end

--- Starters by name. Each takes the prepared folder and a port, returns at once, and gives `pid`,
-- `url(body)` and `stop()`; svcd takes further options as well.
servers.start = {}

function servers.start.svcd(folder, port, further)
  local options = {
    listen = "127.0.0.1:" .. port,
    workers = 1,
    publication = folder .. "/sample.svp",
    trust = folder .. "/trust",
    control = folder .. "/control",
    quota_limit = 250000, -- more than one client can ask in a second
    quota_window = 1,
    access_log = folder .. "/svcd-access.log",
  }
  for name, value in pairs(further or {}) do
    options[name] = value
  end
  local words = {
    "env -u LUA_PATH -u LUA_CPATH SVC_HOME=$PWD",
    shell.quoted(os.getenv("SVC_SVCD") or "build/svcd"),
    "serve",
  }
  for name, value in pairs(options) do
    words[#words + 1] = ("--%s %s"):format(name:gsub("_", "-"), shell.quoted(value))
  end
  local pid = servers.spawn(folder, "svcd", table.concat(words, " "))
  local base = "http://127.0.0.1:" .. port
  return {
    pid = pid,
    stop = servers.stopper(pid),
    url = function(body) return base .. servers.targets[body] end,
    request = function(target)
      return require("spec.support.service.client").request(port, target)
    end,
  }
end

--- A starter of nginx that serves from a place of its configuration.
local function nginx(place)
  return function(folder, port)
    local names = tables.map(
      tables.keys(servers.targets),
      function(name) return ("%q"):format(name) end
    )
    local values = { folder = folder, port = port, names = table.concat(names, ", ") }
    local path = ("%s/nginx-%d.conf"):format(folder, port)
    measure.write(path, modules() .. NGINX:gsub("{(%l+)}", values))
    local pid =
      servers.spawn(folder, "nginx", ("nginx -c %s -e %s/error.log"):format(path, folder))
    return {
      pid = pid,
      stop = servers.stopper(pid),
      url = function(body)
        local query = place == "lua" and servers.targets[body]:match("%?.*") or ""
        return ("http://127.0.0.1:%d/%s/%s%s"):format(port, place, body, query)
      end,
    }
  end
end

servers.start["nginx static"] = nginx("static")
servers.start["nginx + lua"] = nginx("lua")

servers.start["Node http"] = function(folder, port)
  local command = ("%s spec/proof/bench/node_http.mjs %d %s"):format(node.path, port, folder)
  local pid = servers.spawn(folder, "node", command)
  return {
    pid = pid,
    stop = servers.stopper(pid),
    url = function(body)
      return ("http://127.0.0.1:%d/%s%s"):format(
        port,
        body,
        servers.targets[body]:match("%?.*")
      )
    end,
  }
end

--- Runs `body(folder, subjects)` in a folder of its own. What it has put into `subjects` is stopped
-- when it ends, whatever the way.
-- @tparam function body
function servers.during(body)
  local subjects = {}
  measure.in_folder(function(folder)
    local good, reason = xpcall(body, debug.traceback, folder, subjects)
    for _, subject in pairs(subjects) do
      subject.stop()
    end
    if not good then error(reason, 0) end
  end)
end

--- Waits until an address answers.
-- @tparam string url
function servers.await(url)
  for _ = 1, 1000 do
    if os.execute(("curl -sf -o /dev/null %s"):format(shell.quoted(url))) then return end
    socket.sleep(0.01)
  end
  error(url .. " does not answer")
end

--- The names, in the order in which tables show them.
servers.names = { "svcd", "nginx static", "nginx + lua", "Node http" }

return servers
