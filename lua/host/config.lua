--- Reads the options of lua/host/options.lua. Each has one name in three forms, and the first that
-- is given wins: flag (`--quota-limit 120`), environment (`SVC_QUOTA_LIMIT=120`), config file
-- (`quota_limit = 120`), default.

local answer_rules = require("host.answer_rules")
local config_file = require("host.config_file")
local config_value = require("host.config_value")
local folder = require("host.folder")
local lfs = require("lfs")
local listener = require("host.listener")
local secrets = require("host.secrets")
local site_folder = require("host.site_folder")
local store = require("host.store")
local tables = require("base.tables")
local OPTIONS = require("host.options")
local upstreams = require("host.upstreams")
local variables = require("host.variables")

local config = {}

--- Of the option `routes`: the folder of the installation.
local OWN_ROUTES = "default"

local FILE = "svcd.conf.lua"

local by_name, NAMES = {}, {}
for i, option in ipairs(OPTIONS) do
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
  for _, option in ipairs(OPTIONS) do
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
  local credential = option.credential
    and variables.credential(option.credential, environment.CREDENTIALS_DIRECTORY)
  if credential then return credential end
  if option.demo and exists(home .. "/" .. option.demo) then
    return home .. "/" .. option.demo .. (option.below and "/" .. option.below or "")
  end
  return option.default
end

--- The fault of the first option that was given and has no effect; nil where there is none.
local function ignored(options, sources)
  for _, option in ipairs(OPTIONS) do
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

--- Reads the addresses that moved from their file, as `moved`.
-- @treturn string|nil the fault
local function take_moved(options)
  if not options.redirects then return nil end
  local reason
  options.moved, reason = answer_rules.redirects(options.redirects)
  return reason and "--redirects: " .. reason
end

--- The fault of the first entry of the folders of libraries that is not a folder.
local function missing_folder(options)
  for _, path in ipairs(options.lua_path or {}) do
    if lfs.attributes(path, "mode") ~= "directory" then
      return ("--lua-path: %s is no folder; make it, or leave it out"):format(path)
    end
  end
end

--- Puts the folder of the installation in the place of its name.
local function name_own_routes(options)
  for i, path in ipairs(options.routes) do
    if path == OWN_ROUTES then options.routes[i] = options.home .. "/routes" end
  end
end

--- The fault of the first option that names one folder twice.
local function repeated_folder(options, chosen)
  for _, option in ipairs(OPTIONS) do
    local fault = option.type == "folders" and folder.repeated(options[option.name] or {})
    if fault then return ("%s: %s"):format(chosen[option.name] or option.name, fault) end
  end
end

--- Reads the folder of the site, as `face`.
-- @treturn string|nil the fault
local function take_face(options)
  if not options.site then return nil end
  local reason
  options.face, reason = site_folder.read(options.site)
  return reason and "--site: " .. reason
end

--- The value of the first source that gives one.
-- @treturn any its value, or nil where none does
-- @treturn string|false|nil the name of that source
-- @treturn string|nil the fault
local function choose(option, sources)
  for _, source in ipairs(sources) do
    local name, given, path = table.unpack(source, 1, 3)
    if given ~= nil then
      local value, fault, item = config_value.read(option, given)
      if not fault then return value, name end
      local line = path and config_file.line(path, option.name, item)
      if line then name = ("%s:%d: %s"):format(path, line, option.name) end
      return nil, name, (name or "default") .. ": " .. fault
    end
  end
end

--- The config file: the one that is named, else that of the working folder, else, for a command
-- about the installed service, that of the installation. A package makes it a link to /etc.
local function file_of(flags, environment, installed)
  local named = flags.config or environment.SVC_CONFIG
  if named then return named end
  if exists(FILE) then return FILE end
  local path = config.home() .. "/" .. FILE
  return installed and exists(path) and path or nil
end

--- Flags and environment of the last `config.load`, for `config.again`.
local invocation

--- All options, typed.
-- @tparam table flags name -> text, of the command line; `config` names the config file
-- @tparam[opt] table environment name -> text, all of it; default: nothing is set
-- @tparam[opt] boolean installed true: where there is no other config file, that of the
-- installation counts
-- @treturn table|nil name -> value
-- @treturn string|nil one line: which option, in which form, what is accepted
function config.load(flags, environment, installed)
  environment = environment or {}
  invocation = { flags = flags, environment = environment }
  local home = config.home()
  local path = file_of(flags, environment, installed)
  local file, reason = {}, variables.fault(environment, NAMES)
  if path and not reason then
    file, reason = config_file.load(path, NAMES)
  end
  if reason then return nil, reason end
  local options, chosen = {}, {}
  for _, option in ipairs(OPTIONS) do
    local name, flag = option.name, flags[option.name]
    -- A flag without a value, such as `--watch`, arrives as an empty list.
    if option.type == "boolean" and type(flag) == "table" then flag = flag[1] or "true" end
    local sources = {
      { config.flag(option), flag },
      { config.variable(option), environment[config.variable(option)] },
      { (path or "") .. ": " .. name, file[name], path },
      { false, default_of(option, home, environment) },
    }
    options[name], chosen[name], reason = choose(option, sources)
    if reason then return nil, reason end
  end
  options.home = home
  name_own_routes(options)
  reason = ignored(options, chosen)
    or repeated_folder(options, chosen)
    or take_secrets(options, chosen)
    or store.take_secrets(options)
    or secrets.take(options, environment)
    or missing_folder(options)
    or take_moved(options)
    or upstreams.look(options)
    or take_face(options)
  if reason then return nil, reason end
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

--- The rules that are set, for people.
-- @tparam table options of `config.load`
-- @treturn string such as "access 3, redirects 5002, upstream weather https://api.example.org/v2"
function config.rules(options)
  local set = {}
  for _, option in ipairs(OPTIONS) do
    local rules = option.type == "rules" and options[option.name]
    if rules then set[#set + 1] = ("%s %d"):format(option.name, #rules) end
  end
  if options.moved then
    local moved = #tables.keys(options.moved)
    set[#set + 1] = ("redirects %d"):format(moved)
  end
  if options.face then
    local pages, templates = #options.face.pages, #tables.keys(options.face.templates)
    set[#set + 1] = ("site with %d pages and %d templates"):format(pages, templates)
  end
  for _, each in ipairs(options.upstreams or {}) do
    set[#set + 1] = ("upstream %s %s"):format(each.name, each.base)
  end
  return #set > 0 and table.concat(set, ", ") or "none"
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
  local changed = {}
  for _, name in ipairs(NAMES) do
    if is_changed(name) then
      if by_name[name].fixed then
        return nil,
          name .. " cannot change while the service runs; restart it, or take the change back"
      end
      changed[#changed + 1] = name
    end
  end
  for _, name in ipairs(store.SECRETS) do
    if is_changed(name) then changed[#changed + 1] = name end
  end
  if is_changed("secret_values") and not is_changed("secrets") then
    changed[#changed + 1] = "secrets"
  end
  for made, name in pairs({ moved = "redirects", face = "site" }) do
    if is_changed(made) and not is_changed(name) then changed[#changed + 1] = name end
  end
  return config.text(options), table.concat(changed, ", ")
end

return config
