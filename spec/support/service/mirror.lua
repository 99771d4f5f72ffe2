--- A release server: Debian's nginx, over TLS by an authority that is made here, on loopback.
-- Behind /bad/ stands spec/support/service/mirror_bad.lua, which does what no honest server does.
local certificates = require("spec.support.service.certificates")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local mirror = {}
mirror.__index = mirror

--- True when there is an nginx. @treturn boolean
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
    HARM
  }
}
]]

local function started(command)
  local pipe <close> = assert(io.popen(command .. " & echo $!"))
  return tonumber(pipe:read("l"))
end

--- True when the server answers soon.
local function serves(self)
  local run = "PATH=$PATH:/usr/sbin exec nginx -c %s/conf -e %s/errors 2>/dev/null"
  self.pid = started(run:format(self.folder, self.folder))
  return server.listens(self.port)
end

--- Has it do harm to who asks for /ch/, or none any more.
-- @tparam string|nil kind a harm of mirror_bad.lua
function mirror:harm(kind)
  local place = "location /ch/ { proxy_pass http://unix:@/bad:/bad/%s/; proxy_buffering off; }"
  local text = CONFIG:gsub("HARM", kind and place:format(kind) or "")
  forge.write(self.folder .. "/conf", (text:gsub("@", self.folder):gsub("PORT", self.port)))
  if self.pid then self:signal("HUP") end
end

--- Sends it a signal; all of it, where it is one that nobody can answer.
function mirror:signal(name)
  local all = (name == "KILL" or name == "STOP" or name == "CONT")
      and ("$(pgrep -P %d)"):format(self.pid)
    or ""
  os.execute(("kill -%s %d %s 2>/dev/null"):format(name, self.pid, all))
end

--- Starts it again, where it was.
function mirror:again() assert(serves(self), "nginx does not start again") end

--- Starts it. @treturn table `{ folder, www, url, port, authority }` with the methods around
function mirror.start()
  local self = setmetatable({ folder = forge.folder() }, mirror)
  self.www, self.authority = self.folder .. "/www", self.folder .. "/authority.pem"
  certificates.make(self.folder)
  assert(os.execute("mkdir " .. self.www))
  local bad = "exec lua5.4 spec/support/service/mirror_bad.lua %s/bad >/dev/null 2>&1"
  self.bad = started(bad:format(self.folder))
  for _ = 1, 5 do
    self.port, self.pid = server.free_port(), nil
    self.url = "https://127.0.0.1:" .. self.port
    self:harm(nil)
    if serves(self) then return self end
  end
  error("nginx did not start: " .. forge.read(self.folder .. "/errors"))
end

--- Requests so far: lines "STATUS METHOD PATH BYTES". @treturn string
function mirror:log() return forge.read(self.folder .. "/log") end

--- Ends it.
function mirror:stop()
  os.execute(("kill %d %d 2>/dev/null"):format(self.pid, self.bad))
  server.await(function() return not io.open(("/proc/%d/stat"):format(self.pid)) end)
  forge.remove(self.folder)
end

return mirror
