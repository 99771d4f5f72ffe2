--- What the config says of answers: header fields by path, and addresses that moved. Both are read
-- when the options are, and applied by web/dress.lua and web/app.lua.

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

return answer_rules
