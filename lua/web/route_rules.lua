--- What the members of a route must be besides their types (route.lua): a faulty route is refused
-- when it is loaded, before a client meets it. Each rule is a function of the route that gives its
-- fault as a text, or nil.

local headers = require("web.headers")
local nearest = require("base.nearest")
local params = require("web.params")
local problem = require("web.problem")
local respond = require("web.respond")
local tables = require("base.tables")
local template = require("web.template")

--- Members of the members that are tables with names: their types, and those that they must have.
local PARTS = {
  answer = { schema = "string", description = "string" },
  fields = { names = "table", of = "function" },
  mcp = {
    advice = "string",
    brief = "string",
    description = "string",
    facts = "function",
    finish = "function",
    name = "string",
    output = "table",
    params = "table",
    title = "string",
  },
}
local REQUIRED = {
  answer = { "schema" },
  fields = { "names", "of" },
  mcp = { "name", "description" },
}
local LINK = { operation = "string", parameters = "table", description = "string" }

--- Methods that a route may answer. HEAD and OPTIONS are answered for every path.
local METHODS = { "DELETE", "GET", "PATCH", "POST", "PUT" }

--- Patterns of what no path has, and the cure of each.
local NOT_IN_PATHS = {
  { "%?", "a question mark begins the query; declare its parameters in `params`" },
  { "#", "no client sends what follows a number sign" },
  { "%%", "paths are compared decoded; write the character itself" },
  { "%c", "no client sends control bytes" },
  { "%s$", "it ends in a space" },
  { "/%.%.?$", "clients resolve dots that are a segment" },
  { "/%.%.?/", "clients resolve dots that are a segment" },
}

--- A media type, and the forms of a parameter that may follow it (RFC 9110, 5.6.6 and 8.3.1): its
-- value is a token or quoted.
local MEDIA_TYPE = "^[%l%d][%l%d!#$&^_.+-]*/[%l%d][%l%d!#$&^_.+-]*"
local TOKEN = "[%w!#$%%&'*+.^_`|~-]+"
local PARAMETER =
  { "^ *; *" .. TOKEN .. "=" .. TOKEN .. "(.*)$", "^ *; *" .. TOKEN .. '="[^"\\%c]*"(.*)$' }

--- Seconds that an answer may be kept, and letters of the name of a tool.
local LONGEST_KEPT, LONGEST_NAME = 86400, 128

local FIELDS = tables.keys(headers)
local NO_PROBLEM = "no problem has the code %s; lua/web/problem.lua lists them"

--- The fault of a part with names.
local function part_fault(what, part, types, required)
  for _, name in ipairs(required or {}) do
    local expected = types[name]
    if type(part[name]) ~= expected then
      local shown = expected == "string" and "text"
        or expected == "table" and "list"
        or expected
      return ("its member `%s` has no %s `%s`"):format(what, shown, name)
    end
  end
  for _, name in ipairs(tables.keys(part)) do
    local expected, names = types[name], tables.keys(types)
    if not expected then
      local all = "; it may have " .. table.concat(names, ", ")
      local hint = nearest.hint(tostring(name), names, all)
      return ("its member `%s` has a member `%s`%s"):format(what, tostring(name), hint)
    end
    if type(part[name]) ~= expected then
      local kind = type(part[name])
      return ("the member `%s` of its `%s` is a %s, not a %s"):format(
        name,
        what,
        kind,
        expected
      )
    end
  end
end

local function is_text(value) return type(value) == "string" and value ~= "" end

--- True where a table is a list of texts and has nothing besides.
local function is_list_of_texts(list)
  for _, value in pairs(list) do
    if not is_text(value) then return false end
  end
  return tables.is_list(list)
end

local function is_media_type(text, bare)
  local _, last = text:find(MEDIA_TYPE)
  if not last or bare then return last == #text end
  local rest = text:sub(last + 1)
  while rest and rest ~= "" do
    rest = rest:match(PARAMETER[1]) or rest:match(PARAMETER[2])
  end
  return rest ~= nil
end

local function parts(candidate)
  for _, member in ipairs(tables.keys(PARTS)) do
    local part = candidate[member]
    local fault = part and part_fault(member, part, PARTS[member], REQUIRED[member])
    if fault then return fault end
  end
end

local function lists(candidate)
  for _, member in ipairs({ "problems", "produces", "secrets" }) do
    local list = candidate[member]
    if list and not is_list_of_texts(list) then
      return ("its member `%s` is no list of texts"):format(member)
    end
  end
  if candidate.fields and not is_list_of_texts(candidate.fields.names) then
    return "the member `names` of its `fields` is no list of texts"
  end
end

local function method(candidate)
  if tables.contains(METHODS, candidate.method) then return nil end
  local all = "its method is `%s`; a route has one of %s, and one for GET answers HEAD"
  return all:format(candidate.method, table.concat(METHODS, ", "))
end

local function path(candidate)
  local own = candidate.path
  if not own:find("^/") then return "its path does not begin with a slash" end
  if not utf8.len(own) then return "its path is not UTF-8" end
  local fault = template.fault(own)
  if fault then return ("its path `%s` %s"):format(own, fault) end
  for _, row in ipairs(NOT_IN_PATHS) do
    local found = own:match(row[1])
    if found then return ("its path has `%s`: %s"):format(found:gsub("%c", "?"), row[2]) end
  end
end

local function media_types(candidate)
  local produces, consumes = candidate.produces, candidate.consumes
  if produces and not produces[1] then return "its member `produces` names no media type" end
  for _, each in ipairs(produces or {}) do
    if not is_media_type(each) then
      local fault = "its `produces` has `%s`, which is no media type in small letters, such as "
        .. "text/html; charset=utf-8"
      return fault:format(each)
    end
  end
  if consumes and not is_media_type(consumes, true) then
    local fault = "its `consumes` is `%s`, which is no media type in small letters and without "
      .. "parameters, such as application/json"
    return fault:format(consumes)
  end
end

local function keeping(candidate)
  local class, seconds = candidate.cache or "none", candidate.kept_for
  if not respond.cache[class] then
    local names = tables.keys(respond.cache)
    local hint = nearest.hint(class, names, "; there are " .. table.concat(names, ", "))
    return ("there is no caching class `%s`%s"):format(class, hint)
  end
  if candidate.key and class ~= "none" then
    return "it has a `key`, and its answers would be kept for all by its class `cache`"
  end
  if
    seconds
    and not (math.type(seconds) == "integer" and seconds > 0 and seconds <= LONGEST_KEPT)
  then
    local fault = "its member `kept_for` is not a whole number of seconds, 1 to %d"
    return fault:format(LONGEST_KEPT)
  end
  if seconds and class == "none" then
    return "it has `kept_for` and no caching class; name one by `cache`"
  end
end

local function body(candidate)
  if not candidate.body then return nil end
  if candidate.method == "GET" then
    return "it has a `body`, and GET has none; take POST, PUT or PATCH"
  end
  if not (candidate.consumes or "/json"):find("[/+]json$") then
    return "its `body` is JSON, and its `consumes` is not"
  end
  if candidate.params and candidate.params.body then
    return "its `body` and its parameter `body` have one name"
  end
end

local function problems(candidate)
  for _, code in ipairs(candidate.problems or {}) do
    if not pcall(problem.entry, code) then return NO_PROBLEM:format(code) end
  end
end

--- The fault of declarations by their names.
local function declared(declarations)
  for _, name in ipairs(tables.keys(declarations)) do
    if not is_text(name) then
      return ("parameter %s of `params` has no name; write name = params.…"):format(
        tostring(name)
      )
    end
    local own = declarations[name]
    local fault = params.fault(own)
    if fault then return ("parameter `%s`: %s"):format(name, fault) end
    if own.missing and not pcall(problem.entry, own.missing) then
      return ("parameter `%s`: "):format(name) .. NO_PROBLEM:format(own.missing)
    end
  end
end

local function parameters(candidate)
  local own = candidate.params or {}
  local fault = declared(own) or candidate.mcp and declared(candidate.mcp.params or {})
  if fault then return fault end
  for _, name in ipairs(tables.keys(own)) do
    local stands = template.has(candidate.path, name)
    if stands ~= (own[name].from == "path") then
      local cure = stands and 'and the path has {%s}: say from = "path"'
        or "which has no {%s}: write it there, or leave `from` out"
      local where = ("parameter `%s` is declared in the %s, "):format(name, own[name].from)
      return where .. cure:format(name)
    end
  end
end

--- An operation is described whole, so that every variable of its path is a parameter.
local function operation(candidate)
  local name = candidate.operation
  if not name then return nil end
  if not name:find("^%a[%w_.-]*$") then
    return ("its operation `%s` is no name of letters and digits, such as getGreeting"):format(
      name
    )
  end
  for _, each in ipairs(template.compile(candidate.path).names) do
    if not (candidate.params or {})[each] then
      return ("its path has {%s}, which `params` does not declare"):format(each)
    end
  end
end

local function links(candidate)
  for _, name in ipairs(tables.keys(candidate.links or {})) do
    local link = candidate.links[name]
    if type(name) ~= "string" or type(link) ~= "table" then
      return ("its link %s is no table with a name"):format(tostring(name))
    end
    local fault = part_fault("links." .. name, link, LINK, { "operation" })
    if fault then return fault end
  end
end

--- The names that clients of MCP take: those of its specification.
local function tool(candidate)
  local own = candidate.mcp
  if not own or own.name:find("^[%w_.-]+$") and #own.name <= LONGEST_NAME then return nil end
  local fault = "its tool is called `%s`; the name of a tool has 1 to %d letters, digits, `_`, "
    .. "`-` and `.`"
  return fault:format(own.name, LONGEST_NAME)
end

--- The contract refers to the header fields by their names.
local function fields(candidate)
  for _, name in ipairs(candidate.fields and candidate.fields.names or {}) do
    if not headers[name] then
      local hint = nearest.hint(name, FIELDS, "; lua/web/headers.lua lists them")
      return ("the contract describes no header field `%s`%s"):format(name, hint)
    end
  end
end

--- In this order: later rules rely on the earlier ones.
-- stylua: ignore
return {
  parts, lists, method, path, media_types, keeping, body, problems, parameters, operation, links,
  tool, fields,
}
