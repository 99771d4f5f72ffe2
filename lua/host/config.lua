--- The options of the service: the only home of their names, types, defaults, bounds and help.
-- One name in three forms, the first that is given wins: flag (`--quota-limit 120`), environment
-- (`SVC_QUOTA_LIMIT=120`), config file (`quota_limit = 120`), default.

local config_file = require("host.config_file")
local config_value = require("host.config_value")
local lfs = require("lfs")
local listener = require("host.listener")
local variables = require("host.variables")

local config = {}

local KiB, MiB = 1024, 1024 * 1024

--- Every option. `type` is one of lua/host/config_value.lua; `default` is a value; in a checkout
-- that has `demo`, that is the default, or `below` in it; `shown` says in words what a computed
-- default is; `argument` names the value in help; `needs` names the option without which this one
-- has no effect; `credential` is the file of $CREDENTIALS_DIRECTORY that is the default where there
-- is one; `secret` values are overwritten where other processes could read them, once they were
-- read.
-- stylua: ignore
config.options = {
  { name = "listen", type = "listeners", default = "127.0.0.1:8080", argument = "ADDRESS",
    help = "Where to serve: HOST:PORT (0 takes a free port), unix:PATH or fd:NAME, each with its "
      .. "?parameters; several with commas, or repeated" },
  { name = "workers", type = "integer", min = 1, max = 256, default = 2, argument = "N",
    help = "Worker processes" },
  { name = "publication", type = "path", argument = "FILE",
    demo = "build/demo.svp", shown = "build/demo.svp of a checkout",
    help = "Signed publication to serve" },
  { name = "trust", type = "path", argument = "FILE",
    demo = "build/demo.trust", shown = "build/demo.trust of a checkout", needs = "publication",
    help = "Trust file with the keys that may sign publications" },
  { name = "allow_unavailable", type = "boolean", default = false, argument = "BOOL",
    help = "Start without a good publication too, and answer 503 until there is one" },
  { name = "state_dir", type = "path", argument = "DIR", needs = "publication",
    help = "Folder that remembers the newest publication, so that an older one is refused" },
  { name = "control", type = "path", argument = "FILE", demo = "build", below = "svcd.sock",
    default = "/run/svcd.sock", shown = "build/svcd.sock of a checkout, else /run/svcd.sock",
    help = "Unix socket through which svcd reload, rollback and status ask" },
  { name = "base_url", type = "url", argument = "URL",
    shown = "http:// and the first TCP address, else http://localhost",
    help = "Public URL of the API" },
  { name = "site_url", type = "url", argument = "URL", shown = "the base URL",
    help = "Site of the canonical URLs of content" },
  { name = "mcp_url", type = "url", argument = "URL", shown = "the base URL and /mcp",
    help = "Public URL of the MCP endpoint" },
  { name = "routes", type = "path", argument = "DIR",
    demo = "routes", shown = "routes/ of the installation",
    help = "Folder with init.lua, the list of routes" },
  { name = "quran_max_verses", type = "integer", min = 1, max = 286, default = 50, argument = "N",
    help = "Most verses of one Quran reference" },
  { name = "quota_limit", type = "integer", min = 0, max = 250000, default = 120, argument = "N",
    help = "Requests of one client in any quota window, and pages that are made for it and not "
      .. "kept yet; 0: no quota" },
  { name = "quota_window", type = "integer", min = 1, max = 3600, default = 60,
    argument = "SECONDS", needs = "quota_limit", help = "Length of the quota window" },
  { name = "trusted_proxies", type = "list", argument = "NETWORKS",
    help = "Proxies whose X-Forwarded-For names the client, such as 10.0.0.0/8,::1; unix: those "
      .. "on unix sockets" },
  { name = "allowed_hosts", type = "list", argument = "HOSTS",
    help = "Hosts that requests may ask for; others are refused (403)" },
  { name = "allowed_origins", type = "list", argument = "ORIGINS",
    help = "Origins besides our own whose pages may use MCP" },
  { name = "edge_secrets", type = "list", argument = "SECRETS", secret = true,
    help = "One secret, or two while they rotate, that X-Edge-Secret must hold (403)" },
  { name = "edge_secrets_file", type = "path", argument = "FILE", credential = "edge_secrets",
    shown = "the credential edge_secrets of systemd, where there is one",
    help = "File that holds them instead, out of sight of `ps` and /proc" },
  { name = "security_contact", type = "contact", argument = "URI",
    help = "Whom to tell of a vulnerability, for /.well-known/security.txt" },
  { name = "admin_listen", type = "listeners", argument = "ADDRESS",
    help = "Where metrics, readiness and status are shown; as --listen" },
  { name = "access_log", type = "path", default = "-", argument = "FILE",
    help = "Access log, one JSON object a line; - is standard output, none is off" },
  { name = "log", type = "choice", choices = { "error", "warn", "info", "debug" },
    default = "info", argument = "LEVEL", help = "Least important level that is logged" },
  { name = "connections", type = "integer", min = 16, max = 1000000, default = 16384,
    argument = "N", help = "Most open connections of one worker" },
  { name = "connections_per_address", type = "integer", min = 0, max = 1000000, default = 256,
    argument = "N", help = "Most open connections of one client address (IPv6: /64) and worker, "
      .. "loopback and trusted proxies apart; 0: no bound" },
  { name = "cache_size", type = "size", min = 0, max = 1 << 40, default = 64 * MiB,
    argument = "BYTES", help = "Memory of the response cache of a worker; 0: no cache" },
  { name = "shared_size", type = "size", min = 128 * KiB, max = 1 << 36, default = 8 * MiB,
    argument = "BYTES", help = "Memory of the dictionary that scripts of all workers share" },
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
  { name = "watch", type = "boolean", default = false, argument = "BOOL",
    help = "Reload when a file of the routes changes, for development" },
  { name = "user", type = "account", argument = "USER", shown = "that of svcd",
    help = "User, by name or number, that workers and examiners become; svcd is then started as "
      .. "root" },
  { name = "group", type = "account", argument = "GROUP", shown = "those of the user",
    help = "Their group, by name or number" },
  { name = "sandbox", type = "boolean", default = true, argument = "BOOL",
    help = "Cage workers and the trial of routes: no files, no new sockets, no processes "
      .. "(seccomp, Landlock)" },
}

--- Options that a reload does not change: what they say is made once, at the start.
-- stylua: ignore
config.fixed = {
  "listen", "workers", "control", "quota_limit", "quota_window", "admin_listen", "access_log",
  "connections", "connections_per_address", "cache_size", "shared_size", "watch", "user",
  "group", "sandbox",
}

local by_name, NAMES = {}, {}
for i, option in ipairs(config.options) do
  by_name[option.name], NAMES[i] = option, option.name
end

--- The name an option has in the environment.
-- @tparam table option
-- @treturn string such as SVC_QUOTA_LIMIT
function config.variable(option) return variables.of(option.name) end

--- The name an option has on the command line.
-- @tparam table option
-- @treturn string such as --quota-limit
function config.flag(option) return "--" .. option.name:gsub("_", "-") end

--- The names under which secrets are given in the open: flags and variables.
-- @treturn {string,...} such as --edge-secrets and SVC_EDGE_SECRETS
function config.secrets()
  local names = {}
  for _, option in ipairs(config.options) do
    if option.secret then
      names[#names + 1] = config.flag(option)
      names[#names + 1] = config.variable(option)
    end
  end
  return names
end

local function exists(path) return lfs.attributes(path, "mode") ~= nil end

--- The folder of the installation: the one that holds lua/host/config.lua.
-- @treturn string
function config.home()
  local path = package.searchpath("host.config", package.path)
  return (path:gsub("/?lua/host/config%.lua$", ""):gsub("^$", "."))
end

local function default_of(option, home, environment)
  local credentials = option.credential and environment.CREDENTIALS_DIRECTORY
  if credentials and exists(credentials .. "/" .. option.credential) then
    return credentials .. "/" .. option.credential
  end
  if option.demo and exists(home .. "/" .. option.demo) then
    return home .. "/" .. option.demo .. (option.below and "/" .. option.below or "")
  end
  return option.default
end

--- The fault of the first option that was given and has no effect; nil where there is none.
local function ignored(options, sources)
  for _, option in ipairs(config.options) do
    local needed = option.needs and options[option.needs]
    if option.needs and sources[option.name] and (not needed or needed == 0) then
      return ("%s: it has no effect without %s; set that as well, or leave this out"):format(
        sources[option.name],
        config.flag(by_name[option.needs])
      )
    end
  end
end

--- Takes the secrets from their file, unless they were given themselves.
-- @treturn string|nil the fault
local function take_secrets(options, chosen)
  local path, source = options.edge_secrets_file, chosen.edge_secrets_file
  if not path or not source and chosen.edge_secrets then return nil end
  if source and chosen.edge_secrets then
    return ("%s: %s gives the secrets already; leave one of them out"):format(
      source,
      chosen.edge_secrets
    )
  end
  local file <close>, reason = io.open(path)
  local text = file and file:read("a")
  if not text then
    return ("--edge-secrets-file: %s; name a file with one secret a line"):format(
      reason or path .. ": it cannot be read"
    )
  end
  options.edge_secrets, reason = config_value.read(by_name.edge_secrets, text)
  return reason and ("--edge-secrets-file: %s: %s"):format(path, reason)
end

--- Flags and environment of the last `config.load`, for `config.again`.
local invocation

--- All options, typed.
-- @tparam table flags name -> text, of the command line; `config` names the config file
-- @tparam[opt] table environment name -> text, all of it; default: nothing is set
-- @treturn table|nil name -> value
-- @treturn string|nil one line: which option, in which form, what is accepted
function config.load(flags, environment)
  environment = environment or {}
  invocation = { flags = flags, environment = environment }
  local home = config.home()
  local path = flags.config or environment.SVC_CONFIG
  if not path and exists("svcd.conf.lua") then path = "svcd.conf.lua" end
  local file, reason = {}, variables.fault(environment, NAMES)
  if reason then return nil, reason end
  if path then
    file, reason = config_file.load(path, NAMES)
  end
  if not file then return nil, reason end
  local options, chosen = {}, {}
  for _, option in ipairs(config.options) do
    local sources = {
      { config.flag(option), flags[option.name] },
      { config.variable(option), environment[config.variable(option)] },
      { (path or "") .. ": " .. option.name, file[option.name] },
      { "default", default_of(option, home, environment) },
    }
    for i = 1, 4 do
      local given = sources[i][2]
      if i == 1 and option.type == "boolean" and type(given) == "table" then
        given = given[1] or "true"
      end
      if given ~= nil then
        local value, fault = config_value.read(option, given)
        if value == nil then return nil, sources[i][1] .. ": " .. fault end
        options[option.name], chosen[option.name] = value, i < 4 and sources[i][1]
        break
      end
    end
  end
  reason = ignored(options, chosen) or take_secrets(options, chosen)
  if reason then return nil, reason end
  options.home = home
  if options.access_log == "none" then options.access_log = nil end
  return options
end

--- Completes the options that follow from others, once the addresses in use are known.
-- @tparam table options of `config.load`; changed: `addresses` is where the service listens
-- @tparam[opt] {string,...} addresses in use, such as 127.0.0.1:8080 or unix:/run/svc.sock;
-- default: those that were asked for
function config.settle(options, addresses)
  options.addresses = addresses or listener.addresses(options.listen)
  local first = listener.first_tcp(options.addresses) or "localhost"
  options.base_url = options.base_url or "http://" .. first
  options.site_url = options.site_url or options.base_url
  options.mcp_url = options.mcp_url or options.base_url .. "/mcp"
end

local function written(value)
  if type(value) ~= "table" then return ("%q"):format(value) end
  local fields = {}
  for key, item in pairs(value) do
    fields[#fields + 1] = ("[%q]=%s"):format(key, written(item))
  end
  table.sort(fields)
  return "{" .. table.concat(fields, ",") .. "}"
end

--- Options as a Lua text that returns their table; the same options give the same text.
-- @tparam table options
-- @treturn string
function config.text(options) return "return " .. written(options) end

--- The options as command line, environment and config file say now, for a running service.
-- @tparam string text the options in service, of `config.text`
-- @treturn string|nil the options, as such a text
-- @treturn string names of those that changed, with commas; or the reason, one line
function config.again(text)
  local served = load(text, "=options", "t", {})()
  local options, reason = config.load(invocation.flags, invocation.environment)
  if not options then return nil, reason end
  config.settle(options, served.addresses)
  local function is_changed(name) return written(options[name]) ~= written(served[name]) end
  for _, name in ipairs(config.fixed) do
    if is_changed(name) then
      return nil,
        name
          .. " cannot change while the service runs; restart it, or take the change "
          .. "back"
    end
  end
  local changed = {}
  for _, name in ipairs(NAMES) do
    if is_changed(name) then changed[#changed + 1] = name end
  end
  return config.text(options), table.concat(changed, ", ")
end

local function shown_default(option)
  if option.shown then return option.shown end
  if option.default == nil then return "none" end
  if option.type == "size" then return ("%d MiB"):format(option.default // MiB) end
  return tostring(option.default)
end

--- Adds options to an argparse parser, as flags.
-- @tparam table parser
-- @tparam[opt] {string,...} names of the options; default all
function config.declare(parser, names)
  local wanted = {}
  for _, name in ipairs(names or NAMES) do
    wanted[name] = true
  end
  local help = "Config file, a Lua table (default: svcd.conf.lua, where there is one)"
  parser:option("--config", help):argname("FILE")
  for _, option in ipairs(config.options) do
    if wanted[option.name] then
      help = ("%s (default: %s)"):format(option.help, shown_default(option))
      local flag =
        parser:option(config.flag(option), help):argname(option.argument):overwrite(false)
      if option.type == "boolean" then flag:args("?") end
      if option.type == "listeners" then flag:count("*"):init(nil) end
    end
  end
end

--- The table of all options for the README, in Markdown.
-- @treturn string
function config.markdown()
  local lines = {
    "| flag | environment | config file | default | meaning |",
    "|---|---|---|---|---|",
  }
  for _, option in ipairs(config.options) do
    lines[#lines + 1] = ("| `%s %s` | `%s` | `%s` | %s | %s |"):format(
      config.flag(option),
      option.argument or "VALUE",
      config.variable(option),
      option.name,
      shown_default(option),
      option.help
    )
  end
  local fixed = {}
  for i, name in ipairs(config.fixed) do
    fixed[i] = "`" .. name .. "`"
  end
  lines[#lines + 1] = (
    "\nA reload reads the config file again, and refuses a change of %s: these "
    .. "take a restart."
  ):format(table.concat(fixed, ", "))
  return table.concat(lines, "\n") .. "\n"
end

return config
