--- The options of the service, in the order in which they are shown: the only home of their names,
-- types, defaults, bounds and help. Each row has
--   name, type   `type` is one of lua/host/config_value.lua, with its own bounds beside it
--   help         one sentence; `argument` is what help calls the value
--   default      a value; in a checkout that has the file `demo`, that is the default, or `below`
--                in it; `credential` is the file of $CREDENTIALS_DIRECTORY that is the default
--                where there is one; `shown` says in words what a computed default is
--   example      what the sample of a config file shows where there is no fixed default
--   fixed        true: what it says is made once, at the start, and no reload changes it
--   needs        the option without which this one has no effect
--   secret       true: other processes could read the value, which is overwritten once it was read

local KiB, MiB = 1024, 1024 * 1024

-- stylua: ignore
return {
  { name = "listen", type = "listeners", default = "127.0.0.1:8080", fixed = true,
    argument = "ADDRESS",
    help = "Where to serve: HOST:PORT (0 takes a free port), unix:PATH or fd:NAME, each with its "
      .. "?parameters; several with commas, or repeated" },
  { name = "workers", type = "integer", min = 1, max = 256, default = 2, fixed = true,
    argument = "N", help = "Worker processes" },
  { name = "publication", type = "path", argument = "FILE",
    demo = "build/demo.svp", shown = "build/demo.svp of a checkout",
    example = "/srv/svc/current.svp", help = "Signed publication to serve" },
  { name = "trust", type = "path", argument = "FILE",
    demo = "build/demo.trust", shown = "build/demo.trust of a checkout", needs = "publication",
    example = "/etc/svc/publisher.trust",
    help = "Trust file with the keys that may sign publications" },
  { name = "allow_unavailable", type = "boolean", default = false, argument = "BOOL",
    help = "Start without a good publication too, and answer 503 until there is one" },
  { name = "state_dir", type = "path", argument = "DIR", needs = "publication",
    example = "/var/lib/svc",
    help = "Folder that remembers the newest publication, so that an older one is refused" },
  { name = "control", type = "path", demo = "build", below = "svcd.sock", fixed = true,
    default = "/run/svcd.sock", shown = "build/svcd.sock of a checkout, else /run/svcd.sock",
    argument = "FILE", help = "Unix socket through which svcd reload, rollback and status ask" },
  { name = "base_url", type = "url", argument = "URL",
    shown = "http:// and the first TCP address, else http://localhost",
    example = "https://api.example.org", help = "Public URL of the API" },
  { name = "site_url", type = "url", argument = "URL", shown = "the base URL",
    example = "https://example.org", help = "Site of the canonical URLs of content" },
  { name = "mcp_url", type = "url", argument = "URL", shown = "the base URL and /mcp",
    example = "https://api.example.org/mcp", help = "Public URL of the MCP endpoint" },
  { name = "routes", type = "folders", max = 16, default = "default", argument = "DIR",
    shown = "routes/ of the installation", example = { "default", "/etc/svc/routes" },
    help = "Folder of routes; repeated, each adds to those before it and replaces of them what "
      .. "has the same name; `default` is the folder of the installation" },
  { name = "site", type = "path", argument = "DIR", example = "/etc/svc/site",
    help = "Folder with the face of the site: `site.lua` (name, footer, colours, reports), "
      .. "logo, icon, `style.css`, `pages` of Markdown and `templates`" },
  { name = "access", type = "rules", argument = "RULE",
    example = { "allow from 10.0.0.0/8 path /docs", "deny path /docs", "deny agent *badbot*" },
    help = "Who may ask, decided before the cache: `deny`, `allow` or `redirect URL`, and the "
      .. "conditions that must all hold: `from NETWORKS`, `path PATH`, `agent PATTERN`, "
      .. "`header NAME:PATTERN`; the first rule that holds decides; several, repeated" },
  { name = "lua_path", type = "folders", max = 8, argument = "DIR", example = { "/etc/svc/lua" },
    help = "Folder of Lua libraries that routes may require: `shop.prices` is shop/prices.lua in "
      .. "it; several, with commas or repeated" },
  { name = "secrets", type = "secrets", argument = "NAME=FILE",
    example = { partner = "/etc/svc/partner.key" },
    help = "Secrets that routes compare keys with: a name, and a file that nobody else may use, of "
      .. "one line, or two while they rotate; `credential:NAME` is a credential of systemd; "
      .. "several, with commas or repeated" },
  { name = "headers", type = "rules", argument = "RULE",
    example = { "/ Referrer-Policy: no-referrer", "/docs -Access-Control-Expose-Headers" },
    help = "Header fields of answers by path, problems included: `PATH NAME: VALUE` sets one, "
      .. "`PATH +NAME: VALUE` adds one, `PATH -NAME` removes it; each holds for its path and those "
      .. "below; several, repeated" },
  { name = "cors", type = "rules", argument = "RULE",
    example = { "/docs none", "/ https://app.example.org https://www.example.org" },
    help = "Origins whose pages may read answers, by path: `PATH ORIGIN…`, `PATH none` or "
      .. "`PATH *`, which holds without a rule; the first rule of a path decides; several, "
      .. "repeated" },
  { name = "redirects", type = "path", argument = "FILE", example = "/etc/svc/redirects",
    help = "File of addresses that moved, a line each: `FROM TO [STATUS]`, 308 unless told; asked "
      .. "where nothing else answers" },
  { name = "quran_max_verses", type = "integer", min = 1, max = 286, default = 50, argument = "N",
    help = "Most verses of one Quran reference" },
  { name = "quota_limit", type = "integer", min = 0, max = 250000, default = 120, fixed = true,
    argument = "N",
    help = "Requests of one client in any quota window, and pages that are made for it and not "
      .. "kept yet; 0: no quota" },
  { name = "quota_window", type = "integer", min = 1, max = 3600, default = 60, fixed = true,
    argument = "SECONDS", needs = "quota_limit", help = "Length of the quota window" },
  { name = "quota_routes", type = "rules", argument = "RULE",
    example = { "/docs 30/60", "/assets none" },
    help = "Quotas of paths in place of that of all: `PATH LIMIT/SECONDS`, or `PATH none`; a "
      .. "client has one for each rule; the first rule of a path decides; several, repeated" },
  { name = "quota_exempt", type = "networks", argument = "NETWORKS", example = { "10.0.0.0/8" },
    help = "Networks whose requests no quota counts" },
  { name = "quota_store", type = "stores", argument = "ADDRESS", needs = "quota_limit",
    example = { "unix:/run/valkey/valkey.sock" },
    help = "Valkey or Redis that counts the quota of all replicas together: HOST:PORT or "
      .. "unix:PATH; several, with commas or repeated, share the clients" },
  { name = "quota_store_key_file", type = "path", argument = "FILE", needs = "quota_store",
    credential = "quota_store_key",
    shown = "the credential quota_store_key of systemd, where there is one",
    example = "/etc/svc/quota_store_key",
    help = "File of 32 hexadecimal digits, the same for all replicas, by which addresses are "
      .. "hidden from the store" },
  { name = "quota_store_password_file", type = "path", argument = "FILE", needs = "quota_store",
    credential = "quota_store_password",
    shown = "the credential quota_store_password of systemd, where there is one",
    example = "/etc/svc/quota_store_password",
    help = "File that holds the password of the store" },
  { name = "upstreams", type = "upstreams", argument = "UPSTREAM",
    example = { "weather https://api.example.org/v2 timeout=2 secret=/etc/svc/weather" },
    help = "Servers that routes may call with host.fetch, and no others: `NAME URL KEY=VALUE ...`; "
      .. "in the config file also `{ NAME = { url = URL, KEY = VALUE } }`; several, repeated" },
  { name = "trusted_proxies", type = "networks", argument = "NETWORKS",
    example = { "10.0.0.0/8", "::1" },
    help = "Proxies whose X-Forwarded-For names the client, such as 10.0.0.0/8,::1; unix: those "
      .. "on unix sockets" },
  { name = "allowed_hosts", type = "list", argument = "HOSTS",
    example = { "api.example.org", "example.org" },
    help = "Hosts that requests may ask for; others are refused (403)" },
  { name = "allowed_origins", type = "list", argument = "ORIGINS",
    example = { "https://app.example.org" },
    help = "Origins besides our own whose pages may use MCP" },
  { name = "edge_secrets", type = "list", argument = "SECRETS", secret = true,
    example = { "the-present-secret", "the-next-secret" },
    help = "One secret, or two while they rotate, that X-Edge-Secret must hold (403)" },
  { name = "edge_secrets_file", type = "path", argument = "FILE", credential = "edge_secrets",
    shown = "the credential edge_secrets of systemd, where there is one",
    example = "/etc/svc/edge_secrets",
    help = "File that holds them instead, out of sight of `ps` and /proc" },
  { name = "security_contact", type = "contact", argument = "URI",
    example = "mailto:security@example.org",
    help = "Whom to tell of a vulnerability, for /.well-known/security.txt" },
  { name = "admin_listen", type = "listeners", fixed = true, argument = "ADDRESS",
    example = { "127.0.0.1:9090" },
    help = "Where metrics, readiness and status are shown; as --listen" },
  { name = "access_log", type = "path", default = "-", fixed = true, argument = "FILE",
    help = "Access log, one JSON object a line; - is standard output, none is off" },
  { name = "log_fields", type = "rules", argument = "RULE",
    example = { "country header CF-IPCountry", "route route" },
    help = "Further members of its lines: `NAME header FIELD`, `NAME param NAME`, `NAME segment "
      .. "NUMBER` or `NAME route`; several, repeated" },
  { name = "log", type = "choice", choices = { "error", "warn", "info", "debug" },
    default = "info", argument = "LEVEL", help = "Least important level that is logged" },
  { name = "connections", type = "integer", min = 16, max = 1000000, default = 16384,
    fixed = true, argument = "N", help = "Most open connections of one worker" },
  { name = "connections_per_address", type = "integer", min = 0, max = 1000000, default = 256,
    fixed = true, argument = "N",
    help = "Most open connections of one client address (IPv6: /64) and worker, "
      .. "loopback and trusted proxies apart; 0: no bound" },
  { name = "cache_size", type = "size", min = 0, max = 1 << 40, default = 64 * MiB, fixed = true,
    argument = "BYTES", help = "Memory of the response cache of a worker; 0: no cache" },
  { name = "shared_size", type = "size", min = 128 * KiB, max = 1 << 36, default = 8 * MiB,
    fixed = true, argument = "BYTES",
    help = "Memory of the dictionary that scripts of all workers share" },
  { name = "script_instructions", type = "integer", min = 0, max = 1 << 40, default = 2000000,
    argument = "N", help = "Lua instructions of a request after its first 4 ms; 0: no bound" },
  { name = "script_memory", type = "size", min = 8 * MiB, max = 1 << 40, default = 256 * MiB,
    argument = "BYTES", help = "Memory that the Lua state of a worker may take" },
  { name = "drain_delay", type = "integer", min = 0, max = 3600, default = 0,
    argument = "SECONDS", help = "How long a stopping service is not ready before it drains" },
  { name = "heartbeat_timeout", type = "integer", min = 1, max = 3600, default = 10,
    argument = "SECONDS", help = "After how long a worker that hangs is replaced" },
  { name = "load_timeout", type = "integer", min = 1, max = 86400, default = 120,
    argument = "SECONDS", help = "How long publication and routes may take to be examined" },
  { name = "drain_timeout", type = "integer", min = 0, max = 3600, default = 30,
    argument = "SECONDS", help = "How long a stopping service waits for requests in progress" },
  { name = "watch", type = "boolean", default = false, fixed = true, argument = "BOOL",
    help = "Reload when a file of the routes changes, for development" },
  { name = "user", type = "account", fixed = true, argument = "USER", shown = "that of svcd",
    example = "svc",
    help = "User, by name or number, that workers and examiners become; svcd is then started as "
      .. "root" },
  { name = "group", type = "account", fixed = true, argument = "GROUP",
    shown = "those of the user", example = "svc", help = "Their group, by name or number" },
  { name = "sandbox", type = "boolean", default = true, fixed = true, argument = "BOOL",
    help = "Cage workers and the trial of routes: no files, no new sockets, no processes "
      .. "(seccomp, Landlock)" },
}
