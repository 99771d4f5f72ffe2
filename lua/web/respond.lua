--- From a value to a response: status, header fields and bytes.

local svc = require("svc")
local fields = require("web.fields")
local problem = require("web.problem")
local tables = require("base.tables")

local respond = {}

--- Caching classes a route may declare, and the Cache-Control each stands for. An answer of the
-- class `contract` is revalidated; one of the class `asset` has a digest of its bytes in its path
-- and never changes.
respond.cache = {
  asset = "public, max-age=31536000, immutable",
  contract = "public, max-age=3600",
  none = "no-store",
  publication = "public, max-age=60",
}

--- The classes whose answers carry a validator.
respond.validated = { asset = true, contract = true }

--- Header fields a script in a browser may read besides the safelisted ones.
respond.exposed = "ETag, Link, Retry-After, RateLimit, RateLimit-Policy, "
  .. "SVC-Publication, X-Request-Id"

--- Header fields of every answer.
local ALWAYS = {
  { "Access-Control-Allow-Origin", "*" },
  { "Access-Control-Expose-Headers", respond.exposed },
  { "X-Content-Type-Options", "nosniff" },
}

--- The field that names the publication an answer was made of, by publication.
local named = setmetatable({}, { __mode = "k" })

--- Names the publication that an answer was made of.
-- @tparam table response
-- @tparam userdata publication
function respond.name_publication(response, publication)
  local pair = named[publication]
  if not pair then
    pair = { "SVC-Publication", "sha-256=" .. publication:info().digest }
    named[publication] = pair
  end
  response.headers[#response.headers + 1] = pair
end

local Response = { __metatable = false }

--- A pair of `ALWAYS`, which whoever has the response may change.
local function always(i) return { ALWAYS[i][1], ALWAYS[i][2] } end

--- What cannot be sent of a response; nil where all can.
local function fault_of(status, list, body)
  if not status or status < 200 or status > 599 then
    return "the status is a whole number from 200 to 599"
  end
  if not list then return "header fields are " .. fields.ACCEPTED end
  local kind = type(body)
  if body ~= nil and kind ~= "string" and kind ~= "table" then
    return ("the body is a %s; give a text, or return a table from the handler"):format(kind)
  end
end

--- A response, with the header fields that every answer has. Raises at the caller where it cannot
-- be sent.
-- @tparam number status 200 to 599
-- @tparam table|nil extra header fields, `{name, value}` pairs or name -> value
-- @tparam[opt] string|{string,...} body
-- @treturn table `{status, headers, body}`
function respond.new(status, extra, body)
  local whole, list = math.tointeger(tonumber(status)), fields.read(extra or {})
  local fault = fault_of(whole, list, body)
  -- Behind a tail call the place of the caller is lost.
  if fault then error("respond.new: " .. fault, debug.getinfo(1, "t").istailcall and 0 or 2) end
  local response = respond.shared(whole, list, body)
  response.headers = { always(1), always(2), always(3), table.unpack(list) }
  return response
end

local metatable_of = debug.getmetatable

--- True when a value is a response that was made here.
-- @treturn boolean
function respond.is_response(value) return metatable_of(value) == Response end

--- Settles a response that a function of a route has made or changed.
-- @tparam table response
-- @treturn string|nil what of it would be lost
function respond.settle(response)
  local list, stream = response.headers, response.stream
  if type(list) ~= "table" or not tables.is_list(list) then list = fields.read(list) end
  if not list then return "the `headers` of a response are " .. fields.ACCEPTED end
  if stream ~= nil and type(stream) ~= "function" then
    return ("the `stream` of a response is a function, not a %s"):format(type(stream))
  end
  response.headers = list
end

--- Gives a response pairs of its own in place of those that it has in common with others.
-- @tparam table response
function respond.own_headers(response)
  local headers = response.headers
  for i = 1, #headers do
    headers[i] = { headers[i][1], headers[i][2] }
  end
end

--- The header fields that all successful answers of a kind have.
-- @tparam string media_type
-- @tparam string class key of `respond.cache`
-- @tparam[opt] boolean chosen true: the Accept header chose among several types
-- @treturn {table,...} `{name, value}`
function respond.head(media_type, class, chosen)
  return {
    { "Content-Type", media_type },
    { "Cache-Control", respond.cache[class] },
    { "Vary", chosen and "Accept, Accept-Encoding" or "Accept-Encoding" },
  }
end

--- How many header fields a successful answer has of its own accord.
respond.usual = 6

--- A response whose header fields are shared by all answers of its kind (`respond.own_headers`).
-- @tparam number status
-- @tparam {table,...} head three header fields at most besides those of every answer
-- @tparam string|{string,...} body
-- @treturn table response
function respond.shared(status, head, body)
  -- The last ones are room for the fields of the route, the publication and the quota.
  -- stylua: ignore
  local headers = {
    ALWAYS[1], ALWAYS[2], ALWAYS[3], head[1], head[2], head[3], nil, nil, nil, nil, nil,
  }
  return setmetatable({
    status = status,
    headers = headers,
    body = body,
    counted = nil, -- room for eight: the application notes more
    key = nil,
  }, Response)
end

--- A successful answer.
-- @tparam table|string value a table is written as canonical JSON, a string is sent as it is
-- @tparam {table,...} head from `respond.head`
-- @treturn table a shared response
function respond.value(value, head)
  local body = type(value) == "string" and value or svc.json(value, "answer")
  return respond.shared(200, head, body)
end

--- A problem.
-- @tparam table fault from `problem.new`
-- @tparam table request its `path` and `id`
-- @tparam string site_url
-- @treturn table response
function respond.problem(fault, request, site_url)
  local headers = {
    { "Content-Type", "application/problem+json" },
    { "Cache-Control", respond.cache.none },
  }
  tables.append(headers, problem.headers(fault))
  return respond.new(fault.status, headers, svc.json(problem.body(fault, request, site_url)))
end

--- The answer to OPTIONS, a browser's preflight included.
-- @tparam string allow value of the Allow header
-- @tparam[opt] boolean keyed true: a key may be sent, which `*` does not stand for
-- @treturn table response without a body
function respond.options(allow, keyed)
  return respond.new(204, {
    { "Allow", allow },
    { "Access-Control-Allow-Methods", allow },
    { "Access-Control-Allow-Headers", keyed and "*, Authorization" or "*" },
    { "Access-Control-Max-Age", "86400" },
    { "Cache-Control", respond.cache.none },
  })
end

--- True when a condition names a validator (RFC 9110, 8.8.3.2).
-- @tparam string header value of If-None-Match or If-Match: a list of entity tags, or `*`
-- @tparam string etag with its quotes, strong
-- @tparam[opt] boolean strong true: a weak tag names nothing, as If-Match asks for
-- @treturn boolean
function respond.matches(header, etag, strong)
  if header:match("^%s*%*%s*$") then return true end
  for weak, tag in header:gmatch('([Ww]?/?)("[^"]*")') do
    if tag == etag and (weak == "" or not strong) then return true end
  end
  return false
end

--- Gives a response its strong validator.
-- @tparam table response whose body is in its final coding
-- @treturn string the ETag
function respond.validate(response)
  local etag = '"' .. svc.sha256(response.body) .. '"'
  table.insert(response.headers, { "ETag", etag })
  return etag
end

return respond
