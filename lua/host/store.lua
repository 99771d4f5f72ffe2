--- The stores of the quota: from an operator's text to their parts, and the secrets that go with
-- them.

local listener = require("host.listener")

local store = {}

--- Stores of one service; csrc/host/shared/metrics.h has room for as many.
local LIMIT = 16

local function read(text)
  local found = listener.read(text) or {}
  local tcp = found.port and found.host ~= "" and tonumber(found.port) > 0
  if text:find("?", 1, true) or not (tcp or found.path) then
    return nil,
      ("%q is not the address of a server, such as unix:/run/valkey.sock or 10.0.0.5:6379"):format(
        text
      )
  end
  return { text = text, host = found.host, port = found.port, path = found.path }
end

--- Reads a list of stores.
-- @tparam string|{string,...} given joined with commas, or a list of such texts
-- @treturn {table,...}|nil `text`, and `path` of a unix socket or `host` and `port`; at least one
-- @treturn string|nil what is wrong and what is accepted
function store.list(given)
  local list, seen = {}, {}
  for _, texts in ipairs(type(given) == "table" and given or { given }) do
    for text in tostring(texts):gmatch("[^,%s]+") do
      local found, reason = read(text)
      if not found then return nil, reason end
      if seen[text] then return nil, ("%q stands there twice"):format(text) end
      seen[text], list[#list + 1] = true, found
    end
  end
  if #list == 0 then return nil, "no address is given, such as unix:/run/valkey.sock" end
  if #list > LIMIT then return nil, ("%d addresses, %d at most"):format(#list, LIMIT) end
  return list
end

--- The only line of a file.
local function line_of(flag, path)
  local file <close>, reason = io.open(path)
  local text = file and file:read("a")
  if not text then
    return nil, ("%s: %s"):format(flag, reason or path .. ": it cannot be read")
  end
  local line = text:match("^([^\r\n]+)\r?\n?$")
  if line and not line:find("%c") then return line end
  return nil, ("%s: %s: it does not hold one line"):format(flag, path)
end

--- Reads the files of the options into `quota_store_key` and `quota_store_password`.
-- @tparam table options changed
-- @treturn string|nil the fault
function store.take_secrets(options)
  if not options.quota_store then return nil end
  local flag, cure =
    "--quota-store-key-file", "make one: openssl rand -hex 16, the same for all"
  local path, reason = options.quota_store_key_file
  if not path then
    return ("%s: it is needed with --quota-store, so that stores learn no addresses; %s"):format(
      flag,
      cure
    )
  end
  options.quota_store_key, reason = line_of(flag, path)
  if reason then return reason .. "; " .. cure end
  if #options.quota_store_key ~= 32 or options.quota_store_key:find("[^%da-f]") then
    return ("%s: %s does not hold 32 hexadecimal digits; %s"):format(flag, path, cure)
  end
  path = options.quota_store_password_file
  if path then
    options.quota_store_password, reason = line_of("--quota-store-password-file", path)
    if reason then return reason .. "; write the password into it, as one line" end
  end
end

--- Names of what `take_secrets` sets.
store.SECRETS = { "quota_store_key", "quota_store_password" }

return store
