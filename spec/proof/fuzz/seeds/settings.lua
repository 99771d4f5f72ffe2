--- Kept inputs of the fuzz target `settings`, by name: a request, and options of a command line.
local function request(path, ...)
  local lines = { "GET " .. path .. " HTTP/1.1", "Host: api.example.org", ... }
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

local function list(count, format)
  local lines = {}
  for i = 1, count do
    lines[i] = format:format(i)
  end
  return table.concat(lines, "\n")
end

return {
  ["access"] = request("/docs/a%41", "User-Agent: Bot/1", "X-Forwarded-For: 192.0.2.1")
    .. "access deny from 198.51.100.0/24\naccess allow agent *bot* path /v1\n"
    .. "access redirect https://b.example/ path /docs\ntrusted_proxies 127.0.0.0/8",
  ["access-too-many"] = request("/") .. list(33, "access deny path /a%d"),
  ["cors"] = request("/docs", "Origin: https://a.example")
    .. "cors /docs https://b.example https://a.example\ncors / none",
  ["cors-too-many"] = request("/docs")
    .. "cors / "
    .. list(9, "https://a%d.example"):gsub("\n", " "),
  ["headers"] = "headers / A-Policy: none\nheaders /docs -X-Frame-Options\nheaders / +A: b",
  ["hosts"] = request("/", "X-Edge-Secret: " .. ("s"):rep(32))
    .. "allowed_hosts api.example.org,b.example:80\nedge_secrets "
    .. ("s"):rep(32),
  ["hosts-too-many"] = "allowed_hosts " .. list(65, "a%d"):gsub("\n", ","),
  ["listen"] = "listen 127.0.0.1:0?proxy,[::]:80?ipv6only=false\n"
    .. "listen unix:/run/a.sock?mode=0660&group=www-data\nadmin_listen fd:admin",
  ["listen-port"] = "listen 127.0.0.1:99999",
  ["listen-unix-long"] = "listen unix:/" .. ("a"):rep(120),
  ["log-fields"] = "log_fields agent header User-Agent\nlog_fields q param query\nlog debug",
  ["networks"] = request("/", "X-Forwarded-For: 10.0.0.1, fe80::1, unix")
    .. "trusted_proxies 10.0.0.0/8,::1,unix\nquota_exempt 0.0.0.0/0",
  ["networks-beyond"] = "quota_exempt 10.0.0.0/33",
  ["none"] = "",
  ["numbers"] = "workers 256\nconnections 99\ncache_size 64M\nscript_memory 64M",
  ["patterns"] = request("/", "A: " .. ("a"):rep(60)) .. "access deny header A:*a*a*a?a*b",
  ["quotas"] = request("/docs/a")
    .. "quota_routes /docs 30/60\nquota_routes / none\nquota_limit 5",
  ["quotas-beyond"] = "quota_routes /docs 1001/60",
  ["stores"] = "quota_store unix:/run/valkey.sock,store.example:6379\nquota_limit 1",
  ["stores-too-many"] = "quota_store " .. list(17, "a%d:1"):gsub("\n", ","),
  ["switches"] = "watch true\nsandbox 0\nallow_unavailable 1\ndrain_delay 5",
  ["upstreams"] = "upstreams weather https://api.example.org/v2\nupstreams b http://[::1]:81",
  ["urls"] = "base_url https://a.example/\nsite_url http://b.example\nsecurity_contact tel:+49-1",
}
