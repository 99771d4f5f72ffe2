--- The value of an option: from a text, or from what the config file says, to its type.

local access_rules = require("host.access_rules")
local answer_rules = require("host.answer_rules")
local listener = require("host.listener")
local secrets = require("host.secrets")
local store = require("host.store")
local tables = require("base.tables")
local upstreams = require("host.upstreams")

local config_value = {}

local SUFFIXES = { K = 1 << 10, M = 1 << 20, G = 1 << 30 }

local function bounded(option, number, text)
  if not number or number < option.min or number > option.max then
    return nil, ("%q is not a whole number of %d to %d"):format(text, option.min, option.max)
  end
  return number
end

--- From text to value. A reader returns the value, or nil and what is wrong with the text.
local readers = {}

function readers.integer(option, text)
  return bounded(option, text:find("^%d+$") and math.tointeger(tonumber(text)), text)
end

function readers.size(option, text)
  local digits, suffix = text:match("^(%d+)([KMG]?)i?B?$")
  local number, unit = digits and math.tointeger(tonumber(digits)), SUFFIXES[suffix] or 1
  local fits = number and number <= option.max // unit
  local bytes, fault = bounded(option, fits and number * unit, text)
  return bytes, fault and fault .. " bytes; K, M and G may follow it"
end

function readers.boolean(_, text)
  local value = ({ ["true"] = true, ["1"] = true, ["false"] = false, ["0"] = false })[text]
  if value == nil then return nil, ("%q is neither true nor false"):format(text) end
  return value
end

function readers.choice(option, text)
  if tables.contains(option.choices, text) then return text end
  return nil, ("%q is none of %s"):format(text, table.concat(option.choices, ", "))
end

function readers.url(_, text)
  if text:find("^https?://[^%s%c/?#@\\]+[^%s%c?#@\\]*$") then return (text:gsub("/+$", "")) end
  return nil, ("%q is not a URL such as https://api.example.org"):format(text)
end

function readers.contact(_, text)
  for _, form in ipairs({ "^mailto:[^%s@]+@[^%s@]+$", "^https://%S+$", "^tel:%+?[%d%-]+$" }) do
    if text:find(form) then return text end
  end
  return nil,
    ("%q is no contact such as mailto:security@example.org or https://…"):format(text)
end

function readers.listeners(_, given) return listener.list(given) end

function readers.secrets(_, given) return secrets.read(given) end

function readers.stores(_, given) return store.list(given) end

local function split(text)
  local items = {}
  for item in text:gmatch("[^,]+") do
    items[#items + 1] = item:match("^%s*(.-)%s*$")
  end
  return items
end

--- Refuses an empty list: an unset variable leaves one, and it would turn a check off.
function readers.list(_, text)
  local list = {}
  for item in (type(text) == "table" and table.concat(text, ",") or text):gmatch("[^,%s]+") do
    list[#list + 1] = item
  end
  if #list > 0 then return list end
  return nil, "the list is empty; name one at least, or leave the option out"
end

function readers.networks(option, given)
  local list, fault = readers.list(option, given)
  for _, network in ipairs(list or {}) do
    fault = access_rules.network_fault(network)
    if fault then return nil, fault, network end
  end
  return list, fault
end

--- In a text, commas part the folders; of a list each item is one.
function readers.folders(option, given)
  local list = {}
  for _, item in ipairs(type(given) == "table" and given or split(given)) do
    if item == "" then return nil, "a path is empty" end
    list[#list + 1] = item
  end
  if #list > 0 and #list <= option.max then return list end
  return nil, ("it names %d folders; name 1 to %d"):format(#list, option.max)
end

function readers.path(_, text)
  if text ~= "" then return text end
  return nil, "a path is empty"
end

--- From the texts of rules to the rules, by the option.
local RULES = {
  access = access_rules.read,
  cors = answer_rules.cors,
  headers = answer_rules.headers,
  log_fields = answer_rules.log_fields,
  quota_routes = answer_rules.quotas,
}

--- In a text, line breaks part the rules.
function readers.rules(option, given)
  local list = {}
  for _, item in ipairs(type(given) == "table" and given or { given }) do
    for line in item:gmatch("[^\n]+") do
      list[#list + 1] = line
    end
  end
  if #list == 0 then
    return nil, "there is no rule; name one at least, or leave the option out"
  end
  return RULES[option.name](list)
end

function readers.upstreams(_, given) return upstreams.read(given) end

function readers.account(_, text)
  if text:find("^[%w._][%w._@\\-]*%$?$") then return text end
  return nil, ("%q is not a name or a number such as www-data or 33"):format(text)
end

--- Types that may be given as a list: in the config file, or by a flag that is repeated.
-- stylua: ignore
local LISTED = {
  folders = true, list = true, listeners = true, networks = true, rules = true,
  secrets = true, stores = true,
}
local PLAIN = { boolean = true, number = true, string = true }

--- The fault of the first value that is not one; nil where all are.
local function value_fault(option, given)
  if PLAIN[type(given)] then return nil end
  if option.type == "upstreams" and type(given) == "table" then return nil end
  if type(given) ~= "table" or not LISTED[option.type] then
    return ("a %s is not a value"):format(type(given))
  end
  for i, item in pairs(given) do
    if type(item) ~= "string" then
      return ("item %s is a %s, not a text"):format(i, type(item))
    end
  end
end

--- Reads one value.
-- @tparam table option a row of lua/host/options.lua
-- @param given text, or a value of the config file
-- @return the typed value, or nil
-- @treturn string|nil the reason
-- @treturn string|nil of a list the item at fault, where it is known
function config_value.read(option, given)
  local fault = value_fault(option, given)
  if fault then return nil, fault end
  return readers[option.type](option, type(given) == "table" and given or tostring(given))
end

return config_value
