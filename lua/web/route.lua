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
--                  must be (schema_rules.lua lists the keywords). `call.body` is then its value,
--                  with defaults filled in; a body that is something else is a 422 whose `errors`
--                  tell all that is wrong, and where
--   key            name of a secret of the config: a request must hold it as
--                  `Authorization: Bearer`, else it is a 401. Answers are then kept nowhere
--   secrets        names of secrets of the config that the handler needs: `call.secrets[name]` has
--                  `equals(self, text)`, in constant time, `hmac(self, text)`, the HMAC-SHA256 in
--                  hex, and `verify(self, text, signature)` of such; nobody can read one
--   access(call)   asked as soon as the path is known, whatever the method; nil lets the client in,
--                  a problem (or nil and one) and a response do not
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

local nearest = require("base.nearest")
local rules = require("web.route_rules")
local tables = require("base.tables")

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

local REQUIRED = { "method", "path", "handle" }
local REQUIRED_OF_OPERATION = { "summary", "description", "answer" }
local REQUIRED_OF_TOOL = { "answer" }

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

--- The fault of a route, as a text; nil where there is none.
local function fault_of(candidate)
  local fault = mistyped(candidate)
    or missing(candidate, REQUIRED)
    or candidate.operation and missing(candidate, REQUIRED_OF_OPERATION)
    or candidate.mcp and missing(candidate, REQUIRED_OF_TOOL)
  for i = 1, #rules do
    fault = fault or rules[i](candidate)
  end
  return fault
end

local NOT_OF_LUA = "a function that is not written in Lua"

--- The file of a function, and its line; nil where it is none of Lua's.
local function written_at(run)
  local info = type(run) == "function" and debug.getinfo(run, "S")
  local file = info and info.source:match("^@(.*)$")
  if file then return file, info.linedefined end
end

--- The file of the handler of a route.
-- @tparam table candidate whose `handle` is a function
-- @treturn string
function route.file(candidate) return written_at(candidate.handle) or NOT_OF_LUA end

--- The place where a route was written.
-- @tparam table candidate whose `handle` is a function
-- @treturn string file and line of its handler
function route.place(candidate)
  local file, line = written_at(candidate.handle)
  return file and ("%s:%d"):format(file, line) or NOT_OF_LUA
end

--- The place of a faulty route: that of a function it has in its file, else its place in the list.
local function origin(candidate, index, own_file)
  local place = ("route %d of the list"):format(index)
  local is_table = type(candidate) == "table"
  for _, member in ipairs(is_table and tables.keys(candidate) or {}) do
    local file, line = written_at(candidate[member])
    if file and (file == own_file or not own_file) then
      return ("%s:%d: %s"):format(file, line, place)
    end
  end
  if is_table and candidate.path then
    place = ("%s (%s)"):format(place, tostring(candidate.path))
  end
  return own_file and ("%s: %s"):format(own_file, place) or place
end

--- Checks a route and gives it its defaults. Raises, with file and line, when it is faulty.
-- @tparam table candidate
-- @tparam number index its place in the list
-- @tparam[opt] string file that it is of
-- @treturn table the same table
function route.complete(candidate, index, file)
  local fault = type(candidate) ~= "table" and "it is no table" or fault_of(candidate)
  if fault then error(("%s: %s"):format(origin(candidate, index, file), fault), 0) end
  for name, value in pairs(DEFAULTS) do
    if candidate[name] == nil then candidate[name] = value end
  end
  return candidate
end

return route
