--- The samples of balancers in data/deploy, with nothing changed but addresses and files: two
-- replicas, one on a unix socket and one on TCP, are one service over TLS.
local certificates = require("spec.support.service.certificates")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local REQUESTS = 16
local SECRET = "e4f1c0ffee"

local folder

local quoted = require("spec.support.house.shell").quoted

--- The sample with each text replaced that is a matter of the machine; each must be there.
local function adapt(path, changes)
  local text = forge.read(path)
  for _, change in ipairs(changes) do
    local from = change[1]:gsub("%p", "%%%0")
    local count
    text, count = text:gsub(from, (change[2]:gsub("%%", "%%%%")))
    assert.is_true(count > 0, change[1] .. " is not in " .. path)
  end
  return text
end

local nginx = { name = "nginx", sample = "data/deploy/nginx.conf" }

function nginx.replica(name)
  local unix = name == "first"
  return {
    listen = unix and ("unix:%s/first.sock?mode=0666"):format(folder) or "127.0.0.1:0",
    trusted_proxies = unix and "unix" or "127.0.0.1",
  }
end

function nginx.start(port, second)
  local site = adapt(nginx.sample, {
    { "listen 443", "listen 127.0.0.1:" .. port },
    { "/run/svc/first.sock", folder .. "/first.sock" },
    { "server 10.0.0.2:8080", "server 127.0.0.1:" .. second.port },
    { "/etc/ssl/svc.pem", folder .. "/server.pem" },
    { "/etc/ssl/private/svc.key", folder .. "/server.key" },
    { "/etc/nginx/svc_edge_secret", folder .. "/secret" },
  })
  forge.write(folder .. "/secret", ('proxy_set_header X-Edge-Secret "%s";'):format(SECRET))
  forge.write(folder .. "/site", site)
  local config = "user root; daemon off; pid @/pid; error_log @/errors; events {} http { "
    .. "access_log off; client_body_temp_path @/t1; proxy_temp_path @/t2; fastcgi_temp_path @/t3; "
    .. "uwsgi_temp_path @/t4; scgi_temp_path @/t5; include @/site; }"
  forge.write(folder .. "/conf", (config:gsub("@", folder)))
  return ("exec nginx -c %s/conf -e %s/errors"):format(folder, folder)
end

local haproxy = { name = "haproxy", sample = "data/deploy/haproxy.cfg" }

function haproxy.replica(name)
  local unix = name == "first"
  return {
    listen = unix and ("unix:%s/first.sock?proxy&mode=0666"):format(folder)
      or "127.0.0.1:0?proxy",
    admin_listen = unix and ("unix:%s/first.admin.sock?mode=0666"):format(folder)
      or "127.0.0.1:" .. haproxy.admin,
  }
end

function haproxy.start(port, second)
  local config = adapt(haproxy.sample, {
    { "bind :443", "bind 127.0.0.1:" .. port },
    { "/run/svc/first.sock", folder .. "/first.sock" },
    { "/run/svc/first.admin.sock", folder .. "/first.admin.sock" },
    { "second 10.0.0.2:8080", "second " .. second.addresses[1]:match("[%d.]+:%d+") },
    { "addr 10.0.0.2 port 9080", "addr 127.0.0.1 port " .. haproxy.admin },
    { "/etc/ssl/private/svc.pem", folder .. "/both.pem" },
  })
  forge.write(folder .. "/conf", config)
  return ("export EDGE_SECRET=%s; exec haproxy -db -f %s/conf"):format(SECRET, folder)
end

local caddy = { name = "caddy", sample = "data/deploy/Caddyfile", replica = nginx.replica }

function caddy.start(port, second)
  local site = adapt(caddy.sample, {
    {
      "content.example.org {",
      ("https://127.0.0.1:%d {\n  tls %s/server.pem %s/server.key"):format(
        port,
        folder,
        folder
      ),
    },
    { "unix//run/svc/first.sock", "unix/" .. folder .. "/first.sock" },
    { "10.0.0.2:8080", "127.0.0.1:" .. second.port },
  })
  forge.write(folder .. "/conf", "{\n  admin off\n  auto_https disable_redirects\n}\n" .. site)
  local environment = ("export EDGE_SECRET=%s XDG_DATA_HOME=%s"):format(SECRET, folder)
  return ("%s; exec caddy run --config %s/conf --adapter caddyfile"):format(environment, folder)
end

local function there(name)
  return os.execute("PATH=$PATH:/usr/sbin command -v " .. name .. " >/dev/null") == true
end

for _, balancer in ipairs { nginx, haproxy, caddy } do
  describe(balancer.sample, function()
    local replicas, pid, url

    local function start()
      haproxy.admin = server.free_port()
      local port = server.free_port()
      replicas = {}
      for _, name in ipairs { "first", "second" } do
        local options = balancer.replica(name)
        options.publication, options.trust = folder .. "/p", folder .. "/trust"
        options.quota_limit, options.edge_secrets = 2, SECRET
        replicas[name] = server.start(options)
      end
      local line = "PATH=$PATH:/usr/sbin; (%s) >%s/said 2>&1 & echo $!"
      local pipe <close> =
        assert(io.popen(line:format(balancer.start(port, replicas.second), folder)))
      pid, url = tonumber(pipe:read("l")), "https://127.0.0.1:" .. port
    end

    --- A request by curl. @treturn string its status and version of HTTP, such as "200 2"
    local function ask(path, more)
      local line = "curl -s -m 20 --cacert %s/authority.pem -o %s/body -w '%%{http_code} "
        .. "%%{http_version}' %s %s"
      local command = line:format(folder, folder, more or "", quoted(url .. path))
      local pipe <close> = assert(io.popen(command))
      return pipe:read("a")
    end

    setup(function()
      if not there(balancer.name) then return end
      folder = forge.folder()
      certificates.make(folder)
      assert(
        os.execute(
          ("cd %s && chmod 755 . && cat server.pem server.key >both.pem"):format(folder)
        )
      )
      sample.write(folder .. "/p", folder .. "/trust")
    end)
    teardown(function()
      if folder then forge.remove(folder) end
      folder = nil
    end)
    before_each(function()
      if not folder then
        pending("SKIP: " .. balancer.name .. " is missing; apt-get install it")
      end
      start()
      local served = server.await(function() return ask("/v1/health") == "200 2" end)
      assert.is_true(served, forge.read(folder .. "/said"))
    end)
    after_each(function()
      if not pid then return end
      os.execute(("kill %d 2>/dev/null"):format(pid))
      for _, replica in pairs(replicas) do
        replica:stop()
      end
      pid = nil
    end)

    it("serves over TLS and HTTP/2", function()
      assert.equal("200 2", ask("/v1/search?query=equation"))
      assert.truthy(forge.read(folder .. "/body"):find("quadratic", 1, true))
    end)

    it("shows the replicas the secret, and lets no client speak in its place", function()
      assert.equal("200 2", ask("/v1/health", "-H 'X-Edge-Secret: guessed'"))
      local port = replicas.second.port -- of one behind PROXY headers nobody else asks
      assert.equal(403, port and replicas.second:request("/v1/health").status or 403)
    end)

    it("believes no client that says who it is", function()
      local refused = 0
      for i = 1, 5 do
        local forged = ("-H 'X-Forwarded-For: 192.0.2.%d'"):format(i)
        if ask("/v1/search?query=equation", forged) == "429 2" then refused = refused + 1 end
      end
      assert.is_true(refused >= 1, refused .. " refused") -- of 2 replicas with 2 each
    end)

    it("tells each client from the others", function()
      for _ = 1, 5 do
        ask("/v1/search?query=equation")
      end
      assert.equal("200 2", ask("/v1/search?query=equation", "--interface 127.0.0.2"))
    end)

    for signal, what in pairs { KILL = "is killed", TERM = "is stopped" } do
      for _, name in ipairs { "first", "second" } do
        it(("loses no request when the %s replica %s"):format(name, what), function()
          for i = 1, REQUESTS do
            if i == REQUESTS // 4 then replicas[name]:signal(signal) end
            assert.equal("200 2", ask("/v1/health"), "request " .. i)
          end
        end)
      end
    end

    it("passes a page of problems on as it is", function()
      assert.equal("404 2", ask("/v1/none"))
      assert.truthy(forge.read(folder .. "/body"):find("ENDPOINT_NOT_FOUND", 1, true))
    end)
  end)
end

local CACHE = "data/deploy/nginx-cache.conf"

describe(CACHE, function()
  local svcd, pid, place, key

  local function tag(name)
    forge.write(place .. "/publication", ('set $svc_publication "%s";'):format(name))
  end

  local function release(sequence)
    local terms = { private = key.private, public = key.public, sequence = sequence }
    sample.write(place .. "/p", place .. "/trust", terms)
  end

  --- A request by way of the cache. @treturn table as of client.request
  local function ask(path, options) return client.request(place.port, path, options) end

  setup(function()
    if not there("nginx") then return end
    key = forge.key()
    place = setmetatable({ port = server.free_port(), folder = forge.folder() }, {
      __concat = function(self, text) return self.folder .. text end,
    })
    release(1)
    svcd = server.start {
      publication = place .. "/p",
      trust = place .. "/trust",
      quota_limit = 3,
      trusted_proxies = "127.0.0.1",
    }
    tag("one")
    local site = adapt(CACHE, {
      { "listen 8000", "listen 127.0.0.1:" .. place.port },
      { "10.0.0.1:8080", "127.0.0.1:" .. svcd.port },
      { "/etc/nginx/svc_publication;\n", place .. "/publication;\n" },
      { "/var/cache/nginx/svc", place .. "/kept" },
    })
    local config = "user root; daemon off; pid @/pid; error_log @/errors; events {} http { "
      .. "access_log off; client_body_temp_path @/t1; proxy_temp_path @/t2; "
      .. "fastcgi_temp_path @/t3; uwsgi_temp_path @/t4; scgi_temp_path @/t5; include @/site; }"
    forge.write(place .. "/site", site)
    forge.write(place .. "/conf", (config:gsub("@", place.folder)))
    local line =
      "PATH=$PATH:/usr/sbin; (exec nginx -c %s/conf -e %s/errors) >/dev/null 2>&1 & echo $!"
    local pipe <close> = assert(io.popen(line:format(place.folder, place.folder)))
    pid = tonumber(pipe:read("l"))
    assert(server.await(function() return (pcall(ask, "/v1/health")) end))
  end)
  teardown(function()
    if not svcd then return end
    os.execute(("kill %d 2>/dev/null"):format(pid))
    svcd:stop()
    forge.remove(place.folder)
  end)
  before_each(function()
    if not svcd then pending("SKIP: nginx is missing; apt-get install it") end
  end)

  it("answers from what it kept, uncounted and with nothing of who asked before", function()
    local target = "/v1/search?query=equation"
    local first = ask(target).headers
    assert.equal("MISS", first["x-cache"])
    for _ = 1, 5 do
      local answer = ask(target)
      assert.same({ 200, "HIT" }, { answer.status, answer.headers["x-cache"] })
      for _, name in ipairs { "ratelimit", "ratelimit-policy", "x-request-id" } do
        assert.is_nil(answer.headers[name])
      end
      assert.equal(first["svc-publication"], answer.headers["cache-tag"])
    end
  end)

  it("keeps a page and its Markdown apart", function()
    for _, type in ipairs { "text/html", "text/markdown", "text/html", "text/markdown" } do
      local answer = ask("/docs", { headers = { Accept = type } })
      assert.equal(type, answer.headers["content-type"]:match("^[^;]+"))
    end
  end)

  it("keeps neither refusals nor what no class allows", function()
    for _ = 1, 2 do
      for _, target in ipairs { "/v1/none", "/v1/health" } do
        assert.not_equal("HIT", ask(target).headers["x-cache"], target)
      end
    end
  end)

  it("is rid of a publication by its name", function()
    local target = "/v1/taxonomy?locale=de"
    local before = ask(target).headers["svc-publication"]
    release(2)
    assert.equal(200, select(2, orders.carry_out(svcd, "POST", "/reload")))
    assert.equal(before, ask(target).headers["svc-publication"])
    tag("two")
    os.execute(("kill -HUP %d"):format(pid))
    assert.is_true(
      server.await(function() return ask(target).headers["svc-publication"] ~= before end)
    )
  end)
end)
