--- A sample of a config file of svcd: each option with its meaning, its default, and a value.
-- Copy it to svcd.conf.lua in the folder that svcd is started in, or name it by --config, and take
-- the dashes from the lines that you need. `svcd check` tells what is wrong with it.
--
-- `make readme` writes this file from lua/host/options.lua.

-- Where to serve: HOST:PORT (0 takes a free port), unix:PATH or fd:NAME, each with its
-- ?parameters; several with commas, or repeated. Default: 127.0.0.1:8080. A change takes a
-- restart.
-- listen = "127.0.0.1:8080"

-- Worker processes. Default: 2. A change takes a restart.
-- workers = 2

-- Signed publication to serve. Default: build/demo.svp of a checkout.
-- publication = "/srv/svc/current.svp"

-- Trust file with the keys that may sign publications. Default: build/demo.trust of a checkout.
-- trust = "/etc/svc/publisher.trust"

-- Start without a good publication too, and answer 503 until there is one. Default: false.
-- allow_unavailable = false

-- Folder that remembers the newest publication, so that an older one is refused. Default: none.
-- state_dir = "/var/lib/svc"

-- Unix socket through which svcd reload, rollback and status ask. Default: build/svcd.sock of a
-- checkout, else /run/svcd.sock. A change takes a restart.
-- control = "/run/svcd.sock"

-- Public URL of the API. Default: http:// and the first TCP address, else http://localhost.
-- base_url = "https://api.example.org"

-- Site of the canonical URLs of content. Default: the base URL.
-- site_url = "https://example.org"

-- Public URL of the MCP endpoint. Default: the base URL and /mcp.
-- mcp_url = "https://api.example.org/mcp"

-- Folder of routes; repeated, each adds to those before it and replaces of them what has the same
-- name; `default` is the folder of the installation. Default: routes/ of the installation.
-- routes = { "default", "/etc/svc/routes" }

-- Folder with the face of the site: `site.lua` (name, footer, colours, reports), logo, icon,
-- `style.css`, `pages` of Markdown and `templates`. Default: none.
-- site = "/etc/svc/site"

-- Who may ask, decided before the cache: `deny`, `allow` or `redirect URL`, and the conditions
-- that must all hold: `from NETWORKS`, `path PATH`, `agent PATTERN`, `header NAME:PATTERN`; the
-- first rule that holds decides; several, repeated. Default: none.
-- access = { "allow from 10.0.0.0/8 path /docs", "deny path /docs", "deny agent *badbot*" }

-- Folder of Lua libraries that routes may require: `shop.prices` is shop/prices.lua in it;
-- several, with commas or repeated. Default: none.
-- lua_path = { "/etc/svc/lua" }

-- Secrets that routes compare keys with: a name, and a file that nobody else may use, of one line,
-- or two while they rotate; `credential:NAME` is a credential of systemd; several, with commas or
-- repeated. Default: none.
-- secrets = { partner = "/etc/svc/partner.key" }

-- Header fields of answers by path, problems included: `PATH NAME: VALUE` sets one, `PATH +NAME:
-- VALUE` adds one, `PATH -NAME` removes it; each holds for its path and those below; several,
-- repeated. Default: none.
-- headers = { "/ Referrer-Policy: no-referrer", "/docs -Access-Control-Expose-Headers" }

-- Origins whose pages may read answers, by path: `PATH ORIGIN…`, `PATH none` or `PATH *`, which
-- holds without a rule; the first rule of a path decides; several, repeated. Default: none.
-- cors = { "/docs none", "/ https://app.example.org https://www.example.org" }

-- File of addresses that moved, a line each: `FROM TO [STATUS]`, 308 unless told; asked where
-- nothing else answers. Default: none.
-- redirects = "/etc/svc/redirects"

-- Most verses of one Quran reference. Default: 50.
-- quran_max_verses = 50

-- Requests of one client in any quota window, and pages that are made for it and not kept yet; 0:
-- no quota. Default: 120. A change takes a restart.
-- quota_limit = 120

-- Length of the quota window. Default: 60. A change takes a restart.
-- quota_window = 60

-- Quotas of paths in place of that of all: `PATH LIMIT/SECONDS`, or `PATH none`; a client has one
-- for each rule; the first rule of a path decides; several, repeated. Default: none.
-- quota_routes = { "/docs 30/60", "/assets none" }

-- Networks whose requests no quota counts. Default: none.
-- quota_exempt = { "10.0.0.0/8" }

-- Valkey or Redis that counts the quota of all replicas together: HOST:PORT or unix:PATH; several,
-- with commas or repeated, share the clients. Default: none.
-- quota_store = { "unix:/run/valkey/valkey.sock" }

-- File of 32 hexadecimal digits, the same for all replicas, by which addresses are hidden from the
-- store. Default: the credential quota_store_key of systemd, where there is one.
-- quota_store_key_file = "/etc/svc/quota_store_key"

-- File that holds the password of the store. Default: the credential quota_store_password of
-- systemd, where there is one.
-- quota_store_password_file = "/etc/svc/quota_store_password"

-- Servers that routes may call with host.fetch, and no others: `NAME URL KEY=VALUE ...`; in the
-- config file also `{ NAME = { url = URL, KEY = VALUE } }`; several, repeated. Default: none.
-- upstreams = { "weather https://api.example.org/v2 timeout=2 secret=/etc/svc/weather" }

-- Proxies whose X-Forwarded-For names the client, such as 10.0.0.0/8,::1; unix: those on unix
-- sockets. Default: none.
-- trusted_proxies = { "10.0.0.0/8", "::1" }

-- Hosts that requests may ask for; others are refused (403). Default: none.
-- allowed_hosts = { "api.example.org", "example.org" }

-- Origins besides our own whose pages may use MCP. Default: none.
-- allowed_origins = { "https://app.example.org" }

-- One secret, or two while they rotate, that X-Edge-Secret must hold (403). Default: none.
-- edge_secrets = { "the-present-secret", "the-next-secret" }

-- File that holds them instead, out of sight of `ps` and /proc. Default: the credential
-- edge_secrets of systemd, where there is one.
-- edge_secrets_file = "/etc/svc/edge_secrets"

-- Whom to tell of a vulnerability, for /.well-known/security.txt. Default: none.
-- security_contact = "mailto:security@example.org"

-- Where metrics, readiness and status are shown; as --listen. Default: none. A change takes a
-- restart.
-- admin_listen = { "127.0.0.1:9090" }

-- Access log, one JSON object a line; - is standard output, none is off. Default: -. A change
-- takes a restart.
-- access_log = "-"

-- Further members of its lines: `NAME header FIELD`, `NAME param NAME`, `NAME segment NUMBER` or
-- `NAME route`; several, repeated. Default: none.
-- log_fields = { "country header CF-IPCountry", "route route" }

-- Least important level that is logged. Default: info.
-- log = "info"

-- Most open connections of one worker. Default: 16384. A change takes a restart.
-- connections = 16384

-- Most open connections of one client address (IPv6: /64) and worker, loopback and trusted proxies
-- apart; 0: no bound. Default: 256. A change takes a restart.
-- connections_per_address = 256

-- Memory of the response cache of a worker; 0: no cache. Default: 64 MiB. A change takes a
-- restart.
-- cache_size = "64M"

-- Memory of the dictionary that scripts of all workers share. Default: 8 MiB. A change takes a
-- restart.
-- shared_size = "8M"

-- Lua instructions of a request after its first 4 ms; 0: no bound. Default: 2000000.
-- script_instructions = 2000000

-- Memory that the Lua state of a worker may take. Default: 256 MiB.
-- script_memory = "256M"

-- How long a stopping service is not ready before it drains. Default: 0.
-- drain_delay = 0

-- After how long a worker that hangs is replaced. Default: 10.
-- heartbeat_timeout = 10

-- How long publication and routes may take to be examined. Default: 120.
-- load_timeout = 120

-- How long a stopping service waits for requests in progress. Default: 30.
-- drain_timeout = 30

-- Reload when a file of the routes changes, for development. Default: false. A change takes a
-- restart.
-- watch = false

-- User, by name or number, that workers and examiners become; svcd is then started as root.
-- Default: that of svcd. A change takes a restart.
-- user = "svc"

-- Their group, by name or number. Default: those of the user. A change takes a restart.
-- group = "svc"

-- Cage workers and the trial of routes: no files, no new sockets, no processes (seccomp,
-- Landlock). Default: true. A change takes a restart.
-- sandbox = true
