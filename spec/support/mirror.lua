--- A release server: Debian's nginx, over TLS by an authority that is made here, on loopback.
-- Behind /bad/ stands spec/support/mirror_bad.lua, which does what no honest server does.
local certificates = require("spec.support.certificates")
local forge = require("spec.support.forge")
local server = require("spec.support.server")
local socket = require("socket")

local mirror = {}
mirror.__index = mirror

--- Whether there is an nginx. @treturn boolean
function mirror.is_there()
  return os.execute("PATH=$PATH:/usr/sbin command -v nginx >/dev/null") == true
end

local CONFIG = [[
user root;
daemon off;
worker_processes 1;
pid @/pid;
error_log @/errors;
events {}
http {
  client_body_temp_path @/t1;
  proxy_temp_path @/t2;
  fastcgi_temp_path @/t3;
  uwsgi_temp_path @/t4;
  scgi_temp_path @/t5;
  log_format told "$status $request_method $uri $body_bytes_sent";
  access_log @/log told;
  server {
    listen 127.0.0.1:PORT ssl;
    ssl_certificate @/server.pem;
    ssl_certificate_key @/server.key;
    location / { root @/www; }
    location /redirect/ { return 302 https://127.0.0.1:PORT/ch/current; }
    location /bad/ {
      proxy_pass http://unix:@/bad;
      proxy_buffering off;
    }
  }
}
]]

--- A port of loopback that is free now. @treturn number
function mirror.free_port()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local _, port = listener:getsockname()
  listener:close()
  return math.tointeger(port)
end

local function started(command)
  local pipe <close> = assert(io.popen(command .. " & echo $!"))
  return tonumber(pipe:read("l"))
end

local function answers(port)
  return server.await(function()
    local connection = socket.connect("127.0.0.1", port)
    return connection and connection:close()
  end)
end

--- Starts it. @treturn table `{ folder, www, url, authority }` with the methods below
function mirror.start()
  local self = setmetatable({ folder = forge.folder() }, mirror)
  self.www, self.authority = self.folder .. "/www", self.folder .. "/authority.pem"
  certificates.make(self.folder)
  assert(os.execute("mkdir " .. self.www))
  local bad = "exec lua5.4 spec/support/mirror_bad.lua %s/bad >/dev/null 2>&1"
  self.bad = started(bad:format(self.folder))
  for _ = 1, 5 do
    local port = mirror.free_port()
    local config = CONFIG:gsub("@", self.folder):gsub("PORT", port)
    forge.write(self.folder .. "/conf", config)
    local run = "PATH=$PATH:/usr/sbin exec nginx -c %s/conf -e %s/errors 2>/dev/null"
    self.pid, self.url =
      started(run:format(self.folder, self.folder)), "https://127.0.0.1:" .. port
    if answers(port) then return self end
  end
  error("nginx did not start: " .. forge.read(self.folder .. "/errors"))
end

--- What was asked for so far: lines "STATUS METHOD PATH BYTES". @treturn string
function mirror:log() return forge.read(self.folder .. "/log") end

--- Ends it.
function mirror:stop()
  os.execute(("kill %d %d 2>/dev/null"):format(self.pid, self.bad))
  server.await(function() return not io.open(("/proc/%d/stat"):format(self.pid)) end)
  forge.remove(self.folder)
end

return mirror
