--- CPU per request of the host beside nginx, serving the same bytes, interleaved in one run on one
-- core: lua5.4 spec/bench/host.lua [rounds]
--
-- `nginx static` sends a file; `nginx + lua` checks the parameters and sends the body from its
-- shared dictionary, through lua-nginx-module; `svcd` is the service with guard, edge guard, access
-- log and budget hook, answering from its response cache. Server on core 0, wrk on core 1.

local sample = require("spec.support.sample")
local server = require("spec.support.server")
local socket = require("socket")

local ROUNDS = tonumber(arg[1] or "5")
local SECONDS, CONNECTIONS, TICK = 3, 64, 100
local folder = os.tmpname()

local function run(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- Seconds of CPU a process has used.
local function cpu(pid)
  local file <close> = assert(io.open(("/proc/%d/stat"):format(pid)))
  local fields, i = {}, 0
  for field in file:read("a"):gsub("^.*%) ", ""):gmatch("%S+") do
    i = i + 1
    fields[i] = field
  end
  return (tonumber(fields[12]) + tonumber(fields[13])) / TICK
end

local function free_port()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local _, port = listener:getsockname()
  listener:close()
  return math.tointeger(tonumber(port))
end

local NGINX = [[
daemon on; worker_processes 1; pid %s/nginx.pid; error_log %s/error.log;
events { worker_connections 4096; }
http {
  access_log %s/access.log combined buffer=64k flush=1s;
  keepalive_requests 100000000; open_file_cache max=100; default_type application/json;
  lua_shared_dict bodies 16m;
  init_by_lua_block {
    for _, name in ipairs({ "search", "content" }) do
      local file = io.open("%s/" .. name)
      ngx.shared.bodies:set(name, file:read("*a"))
      file:close()
    end
  }
  server {
    listen 127.0.0.1:%d reuseport;
    location /static/ { alias %s/; }
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

local function load_modules()
  local enabled = "/etc/nginx/modules-enabled/"
  return run(("cat %s*ndk* %s*http-lua* 2>/dev/null"):format(enabled, enabled))
end

local function start_nginx(port)
  local path = folder .. "/nginx.conf"
  write(path, load_modules() .. NGINX:format(folder, folder, folder, folder, port, folder))
  assert(os.execute(("taskset -c 0 nginx -c %s -e %s/error.log"):format(path, folder)))
  local pid = server.await(function()
    return tonumber((run(("cat %s/nginx.pid 2>/dev/null"):format(folder))))
  end)
  return pid, server.await(function() return tonumber((run("pgrep -P " .. pid))) end)
end

--- Requests per second and CPU microseconds per request.
local function measure(pid, url)
  local before = cpu(pid)
  local text = run(("taskset -c 1 wrk -t1 -c%d -d%ds '%s'"):format(CONNECTIONS, SECONDS, url))
  local requests = tonumber(text:match("(%d+) requests in"))
  assert(not text:find("Non-2xx", 1, true), text)
  return requests / SECONDS, (cpu(pid) - before) / requests * 1e6
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

os.remove(folder)
assert(os.execute("mkdir " .. folder .. " && chmod 755 " .. folder))
sample.write(folder .. "/sample.svp", folder .. "/trust")
local svcd = server.start({ publication = folder .. "/sample.svp", trust = folder .. "/trust",
  quota_limit = 100000, quota_window = 1, access_log = folder .. "/svcd.log" })
local worker = svcd:workers()[1]
run(("taskset -pc 0 %d"):format(worker))
local targets = {
  search = "/v1/search?query=quadratic&locale=en",
  content = "/v1/content?ref=asset:en:material:mathematics:quadratic-equations",
}
for name, target in pairs(targets) do
  write(folder .. "/" .. name, svcd:request(target).body)
end
local port = free_port()
local master, nginx = start_nginx(port)

local lanes = {}
for _, name in ipairs { "search", "content" } do
  local query = targets[name]:match("%?.*")
  lanes[#lanes + 1] = { name, "nginx static", nginx,
    ("http://127.0.0.1:%d/static/%s"):format(port, name) }
  lanes[#lanes + 1] = { name, "nginx + lua", nginx,
    ("http://127.0.0.1:%d/lua/%s%s"):format(port, name, query) }
  lanes[#lanes + 1] = { name, "svcd", worker,
    ("http://127.0.0.1:%d%s"):format(svcd.port, targets[name]) }
end
for _ = 1, ROUNDS do
  for _, lane in ipairs(lanes) do
    lane.rates, lane.costs = lane.rates or {}, lane.costs or {}
    lane.rates[#lane.rates + 1], lane.costs[#lane.costs + 1] = measure(lane[3], lane[4])
  end
end

print(("%-8s %-13s %10s %12s %9s"):format("body", "server", "requests/s", "CPU us/req", "to svcd"))
for i, lane in ipairs(lanes) do
  local own = median(lanes[(i + 2) // 3 * 3].costs)
  local cost = median(lane.costs)
  local row = "%-8s %-13s %10.0f %12.2f %9.2f"
  print(row:format(lane[1], lane[2], median(lane.rates), cost, own / cost))
end
run("kill " .. master)
svcd:stop()
run("rm -r " .. folder)
