--- Rules of the config on which clients may ask, decided before any answer is looked for. They are
-- read together with the options, and applied by csrc/host/script/settings.c.

local answer_rules = require("host.answer_rules")
local dress = require("web.dress")
local nearest = require("base.nearest")
local tables = require("base.tables")

local access_rules = {}

local NOT_PATH = "%q is no path such as /docs, decoded and without a query"

local function is_four(text)
  local parts = 0
  for part in text:gmatch("[^.]+") do
    if not part:find("^%d%d?%d?$") or tonumber(part) > 255 then return false end
    parts = parts + 1
  end
  return parts == 4 and not text:find("^%.") and not text:find("%.[.]") and not text:find("%.$")
end

local function is_six(text)
  local _, gaps = text:gsub("::", "")
  local last = text:match("[^:]+$") or ""
  local groups, whole = 0, text
  if last:find(".", 1, true) then
    if not is_four(last) then return false end
    whole = text:sub(1, -#last - 1) .. "0:0"
  end
  for group in whole:gmatch("[^:]+") do
    if not group:find("^%x%x?%x?%x?$") then return false end
    groups = groups + 1
  end
  local stray = whole:gsub("::", "", 1):find(":$") or whole:find("^:[^:]") or whole:find(":::")
  return not stray and gaps < 2 and (gaps == 1 and groups < 8 or gaps == 0 and groups == 8)
end

--- The fault of the text of a network; nil where it has none.
-- @tparam string text such as 10.0.0.0/8, 2001:db8::1 or unix
-- @treturn string|nil
function access_rules.network_fault(text)
  local address, bits = text:match("^([^/]+)/?(%d*)$")
  local four = address and is_four(address)
  local good = text == "unix" or four or address and address:find(":") and is_six(address)
  local most = four and 32 or 128
  local slash = text:find("/", 1, true)
  if good and (not slash or #bits > 0 and #bits < 4 and tonumber(bits) <= most) then
    return nil
  end
  return ("%q is no network such as 10.0.0.0/8, 2001:db8::1 or unix"):format(text)
end

--- Networks of addresses that stand between commas.
local function networks_of(text)
  local list = {}
  for network in text:gmatch("[^,]+") do
    local fault = access_rules.network_fault(network)
    if fault then return nil, fault end
    list[#list + 1] = network
  end
  if #list == 0 or #list > 64 then
    return nil, ("%q is not 1 to 64 networks with commas"):format(text)
  end
  return list
end

--- A pattern: `*` stands for any bytes, `?` for one.
local function pattern_of(text)
  if #text <= 64 and not text:find("[^\x21-\x7e]") then return text:lower() end
  return nil,
    ("%q is not 1 to 64 visible ASCII bytes; `*` stands for any bytes, `?` for one"):format(
      text
    )
end

--- The conditions of a rule of access: from the word behind their name to what the rule holds.
local CONDITIONS = {}

function CONDITIONS.path(text)
  if answer_rules.is_path(text) then return { path = text } end
  return nil, NOT_PATH:format(text)
end

CONDITIONS["from"] = function(text)
  local list, fault = networks_of(text)
  return list and { from = list }, fault
end

function CONDITIONS.agent(text)
  local pattern, fault = pattern_of(text)
  return pattern and { header = "user-agent", value = pattern }, fault
end

function CONDITIONS.header(text)
  local name, value = text:match("^([%w!#$%%&'*+.^_`|~-]+):?(.*)$")
  if not name then return nil, ("%q is not NAME or NAME:PATTERN"):format(text) end
  local pattern, fault = pattern_of(value == "" and "*" or value)
  return pattern and { header = name:lower(), value = pattern }, fault
end

local ACTIONS = { "allow", "deny", "redirect" }

--- The rest of a rule behind its action; or nil and the fault of the target.
local function target_of(action, rest)
  if action ~= "redirect" then return rest end
  local to, behind = rest:match("^(%S+)%s*(.*)$")
  local good = to and (to == "/" or to:find("^/[^/]") or to:find("^https?://[^/]"))
  if good and not to:find("[^\x21-\x7e]") then return behind, nil, to end
  return nil, ("%q is neither a path nor a URL to redirect to"):format(to or "")
end

local function access_rule(text)
  local action, rest = text:match("^%s*(%S+)%s*(.-)%s*$")
  if not tables.contains(ACTIONS, action) then
    local hint = nearest.hint(action or "", ACTIONS, "; there are allow, deny, redirect URL")
    return nil, ("%q does not begin with an action%s"):format(text, hint)
  end
  local behind, fault, to = target_of(action, rest)
  if not behind then return nil, fault end
  local rule, names = { act = action, to = to }, tables.keys(CONDITIONS)
  for name, value in (behind .. " "):gmatch("(%S+)%s+(%S*)%s*") do
    local read = CONDITIONS[name]
    if not read then
      local hint = nearest.hint(name, names, "; there are agent, from, header, path")
      return nil, ("%q is no condition%s"):format(name, hint)
    end
    local found
    found, fault = read(value)
    if not found then return nil, fault end
    for key, item in pairs(found) do
      if rule[key] then
        return nil, ("%q names a condition twice; write two rules"):format(text)
      end
      rule[key] = item
    end
  end
  local inner = to and to:match("^/[^?#]*")
  if inner and dress.covers(rule.path or "/", inner) then
    return nil, ("%q leads to where it holds itself"):format(text)
  end
  return rule
end

--- Reads rules of who may ask: `ACTION CONDITION…`, where the action is `allow`, `deny` or
-- `redirect URL` and each condition one of `from NETWORKS`, `path PATH`, `agent PATTERN` and
-- `header NAME:PATTERN`. The first rule whose conditions all hold decides.
-- @tparam {string,...} texts
-- @treturn {table,...}|nil `{act, to, path, from, header, value}`
-- @treturn string|nil what is wrong with the first faulty one
-- @treturn string|nil that one
function access_rules.read(texts) return answer_rules.each(texts, access_rule) end

return access_rules
