--- Rules of the config for answers: header fields by path, and addresses that moved. Both are read
-- together with the options, and applied by web/dress.lua and web/app.lua.

local tables = require("base.tables")

local answer_rules = {}

--- Fields that belong to the host, or tell what an answer is.
local RESERVED = tables.set({
  "connection",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "date",
  "etag",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-request-id",
})

--- Bytes that the rules of all paths may add: the fields of an answer have 2 KiB in all.
local MOST_BYTES = 512
local MOST_RULES = 32

--- Reads rules, each from a text.
-- @tparam {string,...} texts
-- @tparam function read from a text to a rule, or nil and what is wrong with it
-- @treturn {table,...}|nil
-- @treturn string|nil what is wrong
-- @treturn string|nil the rule at fault
function answer_rules.each(texts, read)
  local rules = {}
  if #texts > MOST_RULES then
    return nil, ("there are %d rules; name at most %d"):format(#texts, MOST_RULES)
  end
  for i, text in ipairs(texts) do
    local rule, fault = read(text)
    if not rule then return nil, ("rule %d: %s"):format(i, fault), text end
    rules[i] = rule
  end
  return rules
end

local ACTS = { [""] = "set", ["+"] = "append", ["-"] = "remove" }

local function header_rule(text)
  local path, sign, name, value = text:match("^(/%S*)%s+([+-]?)([%w!#$%%&'*+.^_`|~-]+)%s*(.*)$")
  if not path then
    return nil, ("%q is not a path and a field, such as `/ X-Frame-Options: DENY`"):format(text)
  end
  if RESERVED[name:lower()] then
    return nil, ("the field %s is the host's own; rules may not name it"):format(name)
  end
  local act = ACTS[sign]
  if act == "remove" then
    if value == "" then return { path = path, act = act, name = name } end
    return nil, ("%q removes a field; leave its value out"):format(text)
  end
  value = value:match("^:%s*(.-)%s*$")
  if not value or value == "" then
    return nil, ("%q gives the field %s no value; write `%s: VALUE`"):format(text, name, name)
  end
  if value:find("[^\x20-\x7e]") then
    return nil, ("the value of %s holds a byte that is no visible ASCII"):format(name)
  end
  return { path = path, act = act, name = name, value = value }
end

--- Reads rules of header fields: `PATH NAME: VALUE` sets a field, `PATH +NAME: VALUE` adds one
-- beside those of the name, `PATH -NAME` removes it. A rule holds for its path and those below.
-- @tparam {string,...} texts
-- @treturn {table,...}|nil `{path, act, name, value}`, `act` being set, append or remove
-- @treturn string|nil what is wrong with the first faulty one
-- @treturn string|nil that one
function answer_rules.headers(texts)
  local rules, fault, item = answer_rules.each(texts, header_rule)
  if not rules then return nil, fault, item end
  local bytes = 0
  for _, rule in ipairs(rules) do
    bytes = bytes + (rule.value and #rule.name + #rule.value + 4 or 0)
  end
  if bytes > MOST_BYTES then
    return nil, ("the rules add %d bytes; they may add %d"):format(bytes, MOST_BYTES)
  end
  return rules
end

local STATUSES = tables.set({ "301", "302", "303", "307", "308" })
local MOST_MOVED = 20000

--- Reads a file of addresses that moved: a line each, `FROM TO [STATUS]`, where `FROM` is a path as
-- the router sees it, `TO` a path or a URL, and the status 308 unless told. `#` begins a comment.
-- @tparam string path
-- @treturn table|nil path -> `{to, status}`
-- @treturn string|nil what is wrong, with file and line
function answer_rules.redirects(path)
  local moved, number, count = {}, 0, 0
  local file <close>, reason = io.open(path)
  if not file then return nil, reason .. "; name a file of lines such as `/old /new`" end
  for line in file:lines() do
    number = number + 1
    local text = line:gsub("%s*#.*$", "")
    local from, to, status = text:match("^%s*(/%S*)%s+(%S+)%s*(%d*)%s*$")
    local function fault(what) return nil, ("%s:%d: %s"):format(path, number, what) end
    if text:find("%S") then
      if not from then return fault(("%q is not `FROM TO [STATUS]`"):format(line)) end
      local inner = to == "/" or to:find("^/[^/]")
      if not (inner or to:find("^https?://[^/]")) or to:find("[^\x21-\x7e]") then
        return fault(("%q is neither a path nor a URL"):format(to))
      end
      if status ~= "" and not STATUSES[status] then
        return fault(("%s is none of 301, 302, 303, 307, 308"):format(status))
      end
      if moved[from] then return fault(("%s moved already in a line above"):format(from)) end
      if from == to then return fault(("%s leads to itself"):format(from)) end
      moved[from] = { to = to, status = math.tointeger(tonumber(status)) or 308 }
      count = count + 1
      if count > MOST_MOVED then return fault(("more than %d addresses"):format(MOST_MOVED)) end
    end
  end
  return moved
end

--- True for a path of a rule: decoded, without a query.
-- @tparam string text
-- @treturn boolean
function answer_rules.is_path(text) return text:find("^/[^%s%c?#%%]*$") ~= nil end

local NOT_PATH = "%q is no path such as /docs, decoded and without a query"

local function origin_rule(text)
  local path, rest = text:match("^%s*(%S+)%s+(%S.-)%s*$")
  if not path then
    return nil, ("%q is not `PATH ORIGIN…`, `PATH *` or `PATH none`"):format(text)
  end
  if not answer_rules.is_path(path) then return nil, NOT_PATH:format(path) end
  if rest == "*" or rest == "none" then return { path = path, all = rest == "*" } end
  local origins = {}
  for origin in rest:gmatch("%S+") do
    if not origin:find("^https?://[%w.:%[%]-]+$") or origin:find("%u") then
      return nil, ("%q is no origin such as https://app.example.org"):format(origin)
    end
    origins[#origins + 1] = origin
  end
  if #origins <= 8 then return { path = path, origins = origins } end
  return nil, ("%q names %d origins; name at most 8"):format(text, #origins)
end

--- Reads rules of the origins whose pages may read answers: `PATH ORIGIN…`, `PATH *` or `PATH
-- none`. The first rule of a path decides.
-- @tparam {string,...} texts
-- @treturn {table,...}|nil `{path, all, origins}`
-- @treturn string|nil what is wrong with the first faulty one
-- @treturn string|nil that one
function answer_rules.cors(texts) return answer_rules.each(texts, origin_rule) end

local function quota_rule(text)
  local path, rest = text:match("^%s*(%S+)%s+(%S+)%s*$")
  if not path then
    return nil, ("%q is not `PATH LIMIT/SECONDS` or `PATH none`"):format(text)
  end
  if not answer_rules.is_path(path) then return nil, NOT_PATH:format(path) end
  if rest == "none" then return { path = path, limit = 0, window = 1 } end
  local limit, window = rest:match("^(%d%d?%d?%d?)/(%d%d?%d?%d?)$")
  limit, window = math.tointeger(tonumber(limit)), math.tointeger(tonumber(window))
  if limit and limit >= 1 and limit <= 1000 and window >= 1 and window <= 3600 then
    return { path = path, limit = limit, window = window }
  end
  return nil, ("%q is not 1 to 1000 requests and 1 to 3600 seconds, such as 30/60"):format(rest)
end

--- Reads quotas of paths: `PATH LIMIT/SECONDS`, or `PATH none` for paths without one. The first
-- rule of a path decides, and takes the place of the quota of all.
-- @tparam {string,...} texts
-- @treturn {table,...}|nil `{path, limit, window}`; a limit of 0: none
-- @treturn string|nil what is wrong with the first faulty one
-- @treturn string|nil that one
function answer_rules.quotas(texts) return answer_rules.each(texts, quota_rule) end

--- From the name of a source to the pattern of what follows it.
local SOURCES = {
  header = "^[%w!#$%%&'*+.^_`|~-]+$",
  param = "^[%w._~-]+$",
  segment = "^[1-9]%d?$",
  route = "^$",
}

--- Members that lines of the access log have already.
local TAKEN = tables.set({
  "body_bytes_sent",
  "cut",
  "host",
  "http_referer",
  "http_user_agent",
  "lines_dropped",
  "remote_addr",
  "request_id",
  "request_method",
  "request_time",
  "request_uri",
  "server_protocol",
  "status",
  "time_iso8601",
  "upstream_cache_status",
  "worker_ended",
})

local function field_rule(text)
  local name, source, argument = text:match("^%s*(%S+)%s+(%S+)%s*(%S*)%s*$")
  if not name or not name:find("^[a-z][a-z0-9_]*$") or #name > 32 then
    return nil, ("%q is not `NAME SOURCE`, NAME of small letters, digits and _"):format(text)
  end
  if TAKEN[name] then return nil, ("%q is a member of each line already"):format(name) end
  local pattern = SOURCES[source]
  if not pattern or not argument:find(pattern) then
    return nil,
      ("%q is none of `header NAME`, `param NAME`, `segment NUMBER`, `route`"):format(
        (source .. " " .. argument):gsub("%s+$", "")
      )
  end
  if source == "segment" then
    return { name = name, source = source, number = math.tointeger(tonumber(argument)) }
  end
  local is_header = source == "header"
  return { name = name, source = source, argument = is_header and argument:lower() or argument }
end

--- Reads further members of the lines of the access log: `NAME header FIELD`, `NAME param NAME`,
-- `NAME segment NUMBER` or `NAME route`.
-- @tparam {string,...} texts
-- @treturn {table,...}|nil `{name, source, argument, number}`
-- @treturn string|nil what is wrong with the first faulty one
-- @treturn string|nil that one
function answer_rules.log_fields(texts)
  local rules, fault, item = answer_rules.each(texts, field_rule)
  if rules and #rules > 16 then return nil, "there are more than 16 fields" end
  local known = {}
  for i, rule in ipairs(rules or {}) do
    if known[rule.name] then
      return nil, ("rule %d: %q is named twice"):format(i, rule.name), texts[i]
    end
    known[rule.name] = true
  end
  return rules, fault, item
end

return answer_rules
