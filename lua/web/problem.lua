--- Problems (RFC 9457): the only home of error codes, statuses, titles, causes and cures.

local svc = require("svc")
local fields = require("web.fields")
local nearest = require("base.nearest")
local tables = require("base.tables")
local uri = require("base.uri")
local view = require("base.view")

local problem = {}

--- Every problem the service answers with, by rising status. `title` is given where it is not the
-- words of the code, `detail` is the cause where nothing more precise is known, `resolution` what
-- the client does next, `headers` what such an answer carries besides. Statuses: RFC 9110 and 6585.
problem.list = {
  {
    code = "INVALID_REQUEST",
    status = 400,
    detail = "The request cannot be read as it is written.",
    resolution = "Correct the syntax of the request and send it again.",
  },
  {
    code = "EDGE_GUARD_REJECTED",
    status = 403,
    title = "Refused by the edge guard",
    detail = "The request did not pass the public edge guard.",
    resolution = "Send the request to the public address of the service, without an intermediary.",
  },
  {
    code = "ENDPOINT_NOT_FOUND",
    status = 404,
    detail = "No endpoint has this path.",
    resolution = "Take the exact path from the contract; a trailing slash makes another path.",
  },
  {
    code = "CONTENT_NOT_FOUND",
    status = 404,
    detail = "The reference names no content of this publication.",
    resolution = "Search for the content and use the `content_id` of a result as the reference.",
  },
  {
    code = "SURAH_NOT_FOUND",
    status = 404,
    detail = "There is no surah of this number.",
    resolution = "Use a surah number from 1 to 114.",
  },
  {
    code = "METHOD_NOT_ALLOWED",
    status = 405,
    detail = "This endpoint does not support the method.",
    resolution = "Use a method that the `Allow` header names.",
    headers = { { "Allow", "GET, HEAD, OPTIONS" } },
  },
  {
    code = "NOT_ACCEPTABLE",
    status = 406,
    detail = "The `Accept` header admits no representation of this resource.",
    resolution = "Accept what `detail` names, or leave out the header field that excludes it.",
  },
  {
    code = "REQUEST_TIMEOUT",
    status = 408,
    detail = "The request did not arrive completely in time.",
    resolution = "Send the whole request without a pause.",
    headers = { { "Connection", "close" } },
  },
  {
    code = "PRECONDITION_FAILED",
    status = 412,
    detail = "The `If-Match` header names no validator of the answer as it is served.",
    resolution = "Leave `If-Match` out, or send the `ETag` of the answer as you have it.",
  },
  {
    code = "CONTENT_TOO_LARGE",
    status = 413,
    detail = "The body of the request is larger than the service reads.",
    resolution = "Send a smaller body.",
  },
  {
    code = "URI_TOO_LONG",
    status = 414,
    title = "URI too long",
    detail = "The request target is longer than the service reads.",
    resolution = "Shorten the path and the query.",
  },
  {
    code = "UNSUPPORTED_MEDIA_TYPE",
    status = 415,
    detail = "The declared media type of the request is not supported.",
    resolution = "Declare `Content-Type: application/json`, or no type when there is no body.",
  },
  {
    code = "EXPECTATION_FAILED",
    status = 417,
    detail = "The `Expect` header asks for something the service does not do.",
    resolution = "Leave the `Expect` header out, or use `100-continue`.",
  },
  {
    code = "UNPROCESSABLE_REQUEST",
    status = 422,
    detail = "The request is well formed, and a value in it cannot be processed.",
    resolution = "Correct the values that `detail` names and send the request again.",
  },
  {
    code = "RATE_LIMITED",
    status = 429,
    title = "Too many requests",
    detail = "The client has used its quota of requests.",
    resolution = "Wait as many seconds as `Retry-After` says, then retry with backoff.",
  },
  {
    code = "HEADERS_TOO_LARGE",
    status = 431,
    title = "Request headers too large",
    detail = "The header fields of the request are larger or more than the service reads.",
    resolution = "Send fewer and shorter header fields.",
  },
  {
    code = "INTERNAL_ERROR",
    status = 500,
    detail = "The service failed unexpectedly while it answered.",
    resolution = "Retry later; if it stays, report the `request_id` to the operator.",
  },
  {
    code = "NOT_IMPLEMENTED",
    status = 501,
    detail = "The request uses a transfer coding that the service does not know.",
    resolution = "Send the body with `Content-Length`, or with the transfer coding `chunked`.",
  },
  {
    code = "SERVICE_UNAVAILABLE",
    status = 503,
    detail = "The signed content is not available at the moment.",
    resolution = "Wait as many seconds as `Retry-After` says, then retry with backoff.",
    headers = { { "Retry-After", "5" } },
  },
  {
    code = "HTTP_VERSION_NOT_SUPPORTED",
    status = 505,
    title = "HTTP version not supported",
    detail = "The request names an HTTP version the service does not speak.",
    resolution = "Use HTTP/1.1.",
  },
}

local by_code, by_slug = {}, {}

--- The last segment of a problem's `type`.
-- @tparam string code
-- @treturn string kebab-case
function problem.slug(code) return (code:lower():gsub("_", "-")) end

local function register(entry)
  local words = entry.code:lower():gsub("_", " ")
  entry.title = entry.title or words:sub(1, 1):upper() .. words:sub(2)
  by_code[entry.code] = view.of(entry)
  by_slug[problem.slug(entry.code)] = by_code[entry.code]
end

for _, entry in ipairs(problem.list) do
  register(entry)
end

--- The problems of the service itself.
local BUILT_IN = tables.append({}, problem.list)

--- Puts an entry into the list, behind those of the same status.
local function insert(entry)
  local at = #problem.list + 1
  while at > 1 and problem.list[at - 1].status > entry.status do
    at = at - 1
  end
  table.insert(problem.list, at, entry)
end

--- Forgets the problems that an operator added.
function problem.reset()
  for i = #problem.list, 1, -1 do
    local entry = table.remove(problem.list, i)
    by_code[entry.code], by_slug[problem.slug(entry.code)] = nil, nil
  end
  for _, entry in ipairs(BUILT_IN) do
    insert(entry)
    register(entry)
  end
end

--- Adds a problem of an operator to those of the service.
-- @tparam table entry sound, and of a code that is not there yet; copied
function problem.add(entry)
  local own = tables.copy(entry)
  register(own)
  insert(own)
end

--- The problem of a missing key, in services whose routes ask for one.
local OF_KEYS = {
  code = "UNAUTHORIZED",
  status = 401,
  detail = "This resource needs a key.",
  resolution = "Send the key that the operator gave you as `Authorization: Bearer KEY`.",
}

--- Adds the problem of a missing key, unless there is one of its code.
function problem.ask_for_keys()
  if not by_code[OF_KEYS.code] then problem.add(OF_KEYS) end
end

--- The entry of a code. Raises for a code that is not in the table.
-- @tparam string code
-- @treturn table view of an entry of `problem.list`
function problem.entry(code)
  return by_code[code] or error("no problem has the code " .. tostring(code), 2)
end

--- The entry whose `type` ends in a slug.
-- @tparam string slug
-- @treturn table|nil view of an entry of `problem.list`
function problem.of_slug(slug) return by_slug[slug] end

local function is_text(value) return type(value) == "string" and value:find("%S") ~= nil end

--- True for a list of what is wrong where in a body; it may be empty, and so may pointers, which
-- lead to the whole body then (RFC 6901, 5).
local function is_list_of_errors(list)
  if type(list) ~= "table" then return false end
  for _, each in ipairs(list) do
    local own = type(each) == "table" and each or {}
    if not is_text(own.detail) or type(own.pointer) ~= "string" then return false end
  end
  return list[1] ~= nil or next(list) == nil
end

--- What one answer may say in its own words: the test of each member, and what is accepted.
local OWN = {
  detail = { is_text, "a text" },
  errors = { is_list_of_errors, "a list of { detail = TEXT, pointer = TEXT }" },
  headers = { fields.read, fields.ACCEPTED },
  resolution = { is_text, "a text" },
}

--- Raises, at a level of the stack, where the words of an answer are none.
local function check_own(own, level)
  if type(own) ~= "table" then
    error(
      ("problem.new: a %s is no detail; give a text or a table"):format(type(own)),
      level + 1
    )
  end
  for name, value in pairs(own) do
    local row = OWN[name]
    if not row then
      local names = tables.keys(OWN)
      local all = "; it may have " .. table.concat(names, ", ")
      local hint = nearest.hint(tostring(name), names, all)
      error(("problem.new: a problem takes no `%s`%s"):format(tostring(name), hint), level + 1)
    end
    if not row[1](value) then
      error(("problem.new: its `%s` must be %s"):format(name, row[2]), level + 1)
    end
  end
end

--- What marks the metatables of problems.
local MARK = {}

local function new(code, own, level)
  local entry = by_code[code]
  if not entry then error(("no problem has the code %s"):format(tostring(code)), level + 1) end
  if type(own) == "string" then own = { detail = own } end
  check_own(own or {}, level + 1)
  local given = tables.merge(own)
  given.headers = given.headers and fields.read(given.headers)
  return setmetatable(given, { __index = entry, __metatable = false, mark = MARK })
end

--- A problem to return from a handler as `nil, problem`. Raises at the caller where it cannot be
-- one.
-- @tparam string code
-- @tparam[opt] string|table own the detail; or `detail`, `resolution` (strings) and `headers`
-- (`{name, value}` pairs, or name -> value), in place of what the table says; and `errors`, a list
-- of `{detail, pointer}`, for what is wrong where in a body (RFC 9457, 3)
-- @treturn table `{code, status, title, detail, resolution, headers, errors}`
function problem.new(code, own) return (new(code, own, 2)) end

local metatable_of = debug.getmetatable

--- True when a value was made by `problem.new`.
-- @treturn boolean
function problem.is(value)
  local metatable = metatable_of(value)
  return metatable ~= nil and rawget(metatable, "mark") == MARK
end

--- The header fields that the answer of a problem has besides.
-- @tparam table fault from `problem.new`
-- @treturn {table,...} new pairs `{name, value}`
function problem.headers(fault)
  local own = {}
  for i, pair in ipairs(fault.headers or {}) do
    own[i] = { pair[1], pair[2] }
  end
  return own
end

--- The refusal of a handler: `return problem.refuse(…)` is `return nil, problem.new(…)`.
-- @tparam string code
-- @tparam[opt] string|table own
-- @treturn nil
-- @treturn table the problem
function problem.refuse(code, own) return nil, (new(code, own, 2)) end

--- The problem of a quota that is used up.
-- @tparam table|nil quota its `retry_after`, in seconds, where it is used up
-- @tparam[opt] string detail
-- @treturn table|nil
function problem.of_quota(quota, detail)
  if not (quota and quota.retry_after) then return nil end
  local retry = { { "Retry-After", tostring(quota.retry_after) } }
  return problem.new("RATE_LIMITED", { detail = detail, headers = retry })
end

--- The URI that identifies a kind of problem; the host serves a page there.
-- @tparam string code
-- @tparam string site_url
-- @treturn string
function problem.type(code, site_url) return site_url .. "/problems/" .. problem.slug(code) end

--- The body of a problem, with all eight members of the contract's Problem, and `errors` where the
-- route that refuses gave some.
-- @tparam table fault from `problem.new`
-- @tparam table request its `path` (nil when it could not be read), `raw_path` and `id`
-- @tparam string site_url
-- @treturn table
function problem.body(fault, request, site_url)
  return {
    code = fault.code,
    detail = fault.detail,
    errors = fault.errors and svc.array(fault.errors),
    instance = uri.printable(request.raw_path or request.path or "/"),
    request_id = request.id,
    resolution = fault.resolution,
    status = fault.status,
    title = fault.title,
    type = problem.type(fault.code, site_url),
  }
end

return problem
