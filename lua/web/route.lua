--- Routes. A route file returns one table with these members:
--
--   method, path   `path` is a template (template.lua), matched exactly
--   handle(call)   returns a value (table: JSON, string: bytes as they are), or a response made
--                  by `respond.new`, or nil and a problem; `call` has `params` (typed),
--                  `captures` (of the path, decoded text), `publication`, `config`, `type` (the
--                  negotiated media type) and `app` (app.lua), which are settled; and `request`
--                  (host.d.lua), `now()` (Unix milliseconds) and `limits` (what the answer tells
--                  of the quota): the answer of a handler that reads one of these is not kept
--   params         name -> declaration of params.lua; an operation declares all that its path has
--   produces       media types of the answer, the preferred first; default application/json. Where
--                  that is text, for people, query parameters that are not declared are ignored
--   consumes       media type a declared body must have; default application/json. A route that
--                  does not answer GET needs a body and so its type
--   body           a JSON Schema, or the name of a file of schemas as in `answer`: what the body
--                  must be (schema_check.lua lists the keywords). `call.body` is then its value,
--                  with defaults filled in; a body that is something else is a 422 whose `errors`
--                  tell all that is wrong, and where
--   key            name of a secret of the config: a request must hold it as
--                  `Authorization: Bearer`, else it is a 401. Answers are then kept nowhere
--   secrets        names of secrets of the config that the handler needs: `call.secrets[name]` has
--                  `equals(self, text)`, in constant time, `hmac(self, text)`, the HMAC-SHA256 in
--                  hex, and `verify(self, text, signature)` of such; nobody can read one
--   access(call)   asked as soon as the path is known, whatever the method; nil, or a problem
--   cache          class of respond.lua; default "none". Answers of status 200 of any other class
--                  are kept in each worker until routes or publication change, under what is
--                  settled alone (keep.lua says when not). Nobody can see that a route uses
--                  anything else (the clock, random numbers, `host.shared`, variables of its own):
--                  such a route must have the class "none"
--   kept_for       seconds, 1 to 86400: answers are kept no longer; a route that calls `host.fetch`
--                  has answers kept only where it says this
--   counted        true: a request counts against the client's quota
--   published      true: it needs a publication, and is 503 without one
--   vital          true: it is answered even while the process is crowded
--   refusal(fault, call, request)   the response to a problem, for people: asked where a client
--                  likes HTML better than JSON, also for paths that are nobody's; the first route
--                  that has one answers for those
--   header(call, response)   may change a response before it is sent; it is then never cached
--   operation      operationId in the contract; a route without one is a page, not an operation
--   summary, description   of the operation, in the contract
--   answer         `{schema, description}` of the operation; `schema` names a file of the folder
--                  schemas of a folder of routes, or of contract/schemas
--   fields         header fields of the answer besides those of all: `{names, of}`, where
--                  `of(value, call, route)` gives `{name, value}` pairs and `names` lists them for
--                  the contract (web/headers.lua describes each)
--   problems       codes of the operation besides those that every operation has
--   links          name -> `{operation, parameters, description}` of the contract; one to an
--                  operation that is not served is left out there
--   mcp            `{name, title, description}` of the tool that runs the same capability, and
--                  `brief`, which ends the sentence "The tool …" where tools are listed (default:
--                  the description); `advice`, what the instructions of the endpoint add to it; it
--                  may take `params` that only the tool has, name their members of the answer in
--                  `output` (name -> JSON Schema), and shape it by `finish(value, call)`; words in
--                  braces in its description are those of `facts(publication)`, if it has that
--   server         definition of an MCP endpoint (mcp.lua)
--   ready(app)     called once the application is complete; raises where the route is faulty
--   check(app)     called where the routes are tested whole; raises at faults that a request
--                  would meet late

local headers = require("web.headers")
local nearest = require("base.nearest")
local problem = require("web.problem")
local respond = require("web.respond")
local tables = require("base.tables")
local template = require("web.template")

local route = {}

--- Members and their types.
local MEMBERS = {
  access = "function",
  answer = "table",
  body = "schema",
  cache = "string",
  check = "function",
  consumes = "string",
  counted = "boolean",
  description = "string",
  fields = "table",
  handle = "function",
  header = "function",
  key = "string",
  kept_for = "number",
  links = "table",
  mcp = "table",
  method = "string",
  operation = "string",
  params = "table",
  path = "string",
  problems = "table",
  produces = "table",
  published = "boolean",
  ready = "function",
  refusal = "function",
  secrets = "table",
  server = "table",
  summary = "string",
  vital = "boolean",
}

local NAMES = tables.keys(MEMBERS)
local FIELDS = tables.keys(headers)

local REQUIRED = { "method", "path", "handle" }
local REQUIRED_OF_OPERATION = { "summary", "description", "answer" }
local REQUIRED_OF_TOOL = { "answer" }
local REQUIRED_OF_MEMBER = { answer = { "schema" }, mcp = { "name", "description" } }

local DEFAULTS = {
  cache = "none",
  consumes = "application/json",
  counted = false,
  params = {},
  produces = { "application/json" },
  published = false,
}

local function missing(candidate, names)
  for _, name in ipairs(names) do
    if candidate[name] == nil then return ("it has no member `%s`"):format(name) end
  end
end

--- Members that a member of the route must have, all of them texts.
local function incomplete(candidate)
  for member, names in pairs(REQUIRED_OF_MEMBER) do
    for _, name in ipairs(candidate[member] and names or {}) do
      if type(candidate[member][name]) ~= "string" then
        return ("its member `%s` has no text `%s`"):format(member, name)
      end
    end
  end
end

local function mistyped(candidate)
  for name, value in pairs(candidate) do
    local expected = MEMBERS[name]
    if not expected then
      local hint = nearest.hint(tostring(name), NAMES, "; lua/web/route.lua lists them")
      return ("a route has no member `%s`%s"):format(tostring(name), hint)
    end
    local named = expected == "schema" and type(value) == "string"
    if expected == "schema" then expected = "table" end
    if type(value) ~= expected and not named then
      return ("member `%s` is a %s, not a %s"):format(name, type(value), expected)
    end
  end
end

local NO_PROBLEM = "no problem has the code %s; lua/web/problem.lua lists them"

local function unknown(candidate)
  if not candidate.method:find("^%u+$") then
    return ("its method `%s` is not in capital letters, such as GET"):format(candidate.method)
  end
  if not candidate.path:find("^/") then return "its path does not begin with a slash" end
  if candidate.cache and not respond.cache[candidate.cache] then
    return ("there is no caching class `%s`"):format(candidate.cache)
  end
  if candidate.key and (candidate.cache or "none") ~= "none" then
    return "it has a `key`, and its answers would be kept for all by its class `cache`"
  end
  local seconds = candidate.kept_for
  if seconds and not (math.type(seconds) == "integer" and seconds > 0 and seconds <= 86400) then
    return "its member `kept_for` is not a whole number of seconds, 1 to 86400"
  end
  if seconds and (candidate.cache or "none") == "none" then
    return "it has `kept_for` and no caching class; name one by `cache`"
  end
  if candidate.produces and type(candidate.produces[1]) ~= "string" then
    return "its member `produces` names no media type"
  end
  if candidate.body and candidate.method == "GET" then
    return "it has a `body`, and GET has none; take POST, PUT or PATCH"
  end
  if candidate.body and not (candidate.consumes or "/json"):find("[/+]json$") then
    return "its `body` is JSON, and its `consumes` is not"
  end
  if candidate.body and candidate.params and candidate.params.body then
    return "its `body` and its parameter `body` have one name"
  end
  for _, code in ipairs(candidate.problems or {}) do
    if not pcall(problem.entry, code) then return NO_PROBLEM:format(tostring(code)) end
  end
  for name, declaration in pairs(candidate.params or {}) do
    if type(declaration) ~= "table" or not declaration.check then
      return ("parameter `%s` is no declaration of params.lua"):format(name)
    end
    if template.has(candidate.path, name) ~= (declaration.from == "path") then
      return ("parameter `%s` is declared in the %s"):format(name, declaration.from)
    end
    if declaration.missing and not pcall(problem.entry, declaration.missing) then
      return ("parameter `%s`: "):format(name) .. NO_PROBLEM:format(declaration.missing)
    end
  end
end

--- The contract refers to the header fields by their names.
local function misnamed(fields)
  if type(fields.names) ~= "table" then return "its member `fields` has no list `names`" end
  if type(fields.of) ~= "function" then return "its member `fields` has no function `of`" end
  for _, name in ipairs(fields.names) do
    if not headers[name] then
      local hint = nearest.hint(tostring(name), FIELDS, "; lua/web/headers.lua lists them")
      return ("the contract describes no header field `%s`%s"):format(tostring(name), hint)
    end
  end
end

--- An operation is described whole, so that every variable of its path is a parameter.
local function undeclared(candidate)
  for _, name in ipairs(template.compile(candidate.path).names) do
    if not (candidate.params or {})[name] then
      return ("its path has {%s}, which `params` does not declare"):format(name)
    end
  end
end

--- The fault of a route, as a text; nil where there is none.
local function fault_of(candidate)
  return mistyped(candidate)
    or missing(candidate, REQUIRED)
    or candidate.operation and missing(candidate, REQUIRED_OF_OPERATION)
    or candidate.mcp and missing(candidate, REQUIRED_OF_TOOL)
    or incomplete(candidate)
    or unknown(candidate)
    or candidate.fields and misnamed(candidate.fields)
    or candidate.operation and undeclared(candidate)
end

--- The place where a route was written.
-- @tparam table candidate whose `handle` is a function
-- @treturn string file and line of its handler
function route.place(candidate)
  local info = debug.getinfo(candidate.handle, "S")
  return ("%s:%d"):format(info.short_src, info.linedefined)
end

--- The place of a faulty route: that of any function it has, else its place in the list.
local function origin(candidate, index)
  local place = ("route %d of the list"):format(index)
  if type(candidate) ~= "table" then return place end
  for _, member in pairs(candidate) do
    if type(member) == "function" then
      return route.place({ handle = member }) .. ": " .. place
    end
  end
  return candidate.path and ("%s (%s)"):format(place, tostring(candidate.path)) or place
end

--- Checks a route and gives it its defaults. Raises, with file and line, when it is faulty.
-- @tparam table candidate
-- @tparam number index its place in the list
-- @treturn table the same table
function route.complete(candidate, index)
  local fault = type(candidate) ~= "table" and "it is no table" or fault_of(candidate)
  if fault then error(("%s: %s"):format(origin(candidate, index), fault), 0) end
  for name, value in pairs(DEFAULTS) do
    if candidate[name] == nil then candidate[name] = value end
  end
  return candidate
end

return route
