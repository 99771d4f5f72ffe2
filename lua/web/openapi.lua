--- The contract: an OpenAPI 3.1.1 document rendered from the routes, the parameter declarations,
-- the problem table and contract/schemas. It states nothing of its own but the frame.

local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local respond = require("web.respond")
local schema = require("web.schema")

local openapi = {}

local TAG = "Public read API"
local SCHEMAS = "#/components/schemas/"

--- Problems every operation can answer with, whatever it does.
local COMMON = {
  "INVALID_REQUEST",
  "EDGE_GUARD_REJECTED",
  "METHOD_NOT_ALLOWED",
  "NOT_ACCEPTABLE",
  "UNSUPPORTED_MEDIA_TYPE",
  "UNPROCESSABLE_REQUEST",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
}

local function header(description, schema_of, example)
  return { description = description, required = true, schema = schema_of, example = example }
end

--- A header field that is absent where the operator has turned its cause off.
local function optional(field)
  field.required = false
  return field
end

local function text(pattern, max) return { type = "string", maxLength = max, pattern = pattern } end

--- Every header field of an answer, by name.
local HEADERS = {
  ["Access-Control-Allow-Origin"] = header(
    "Any origin may read the answer.",
    { type = "string", const = "*" },
    "*"
  ),
  ["Access-Control-Expose-Headers"] = header(
    "Header fields that a script in a browser may read.",
    text("^[A-Za-z-]+(, [A-Za-z-]+)*$", 256),
    respond.exposed
  ),
  Allow = header(
    "Methods this path supports.",
    text("^[A-Z]+(, [A-Z]+)*$", 128),
    "GET, HEAD, OPTIONS"
  ),
  ["Cache-Control"] = header(
    "How long the answer may be reused, in seconds.",
    text("^(no-store|public, max-age=[0-9]+)$", 64),
    respond.cache.publication
  ),
  ETag = header(
    "Strong validator of the exact serialized contract.",
    text('^"[0-9A-Za-z-]+"$', 128),
    '"' .. ("0123456789abcdef"):rep(4) .. '"'
  ),
  RateLimit = optional(
    header(
      "Requests left (r), and seconds until the oldest one counted no longer counts (t).",
      text('^"default";r=[0-9]+;t=[0-9]+$', 64),
      '"default";r=119;t=60'
    )
  ),
  ["RateLimit-Policy"] = optional(
    header(
      "The quota: requests (q) in any window of so many seconds (w).",
      text('^"default";q=[0-9]+;w=[0-9]+$', 64),
      '"default";q=120;w=60'
    )
  ),
  ["Retry-After"] = header(
    "Required delay before a retry, in seconds.",
    text("^[0-9]+$", 10),
    "5"
  ),
  ["X-Content-Type-Options"] = header(
    "The declared media type is the type.",
    { type = "string", const = "nosniff" },
    "nosniff"
  ),
  Vary = header(
    "Request header fields the answer depends on.",
    text("^[A-Za-z-]+(, [A-Za-z-]+)*$", 128),
    "Accept-Encoding"
  ),
  ["X-Request-Id"] = header(
    "Names this request in the log; a caller's own value is kept where it has this form.",
    text("^[A-Za-z0-9._-]+$", 64),
    "9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f"
  ),
}

local EVERYWHERE = {
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Cache-Control",
  "X-Content-Type-Options",
  "X-Request-Id",
}
local COUNTED = { "RateLimit", "RateLimit-Policy" }

--- References to header components: those everywhere, and the lists given.
local function headers(...)
  local set = {}
  for _, list in ipairs({ EVERYWHERE, ... }) do
    for _, name in ipairs(list) do
      set[name] = { ["$ref"] = "#/components/headers/" .. name }
    end
  end
  return set
end

--- `INVALID_REQUEST` as a component is called: `InvalidRequest`.
local function component(code)
  return (
    code:lower():gsub("_?(%a)(%a*)", function(first, rest) return first:upper() .. rest end)
  )
end

--- Header fields a problem carries besides those everywhere: the state of the quota where the
-- problem is found after it was asked.
local PROBLEM_HEADERS = {
  CONTENT_NOT_FOUND = COUNTED,
  INVALID_REQUEST = COUNTED,
  METHOD_NOT_ALLOWED = { "Allow" },
  RATE_LIMITED = { "RateLimit", "RateLimit-Policy", "Retry-After" },
  SERVICE_UNAVAILABLE = { "RateLimit", "RateLimit-Policy", "Retry-After" },
  SURAH_NOT_FOUND = COUNTED,
  UNPROCESSABLE_REQUEST = COUNTED,
}

--- A path of the route, with a value that does not exist where a parameter can name nothing.
local function example_path(route)
  return (
    route.path:gsub("{%+?([%w_]+)}", function(name)
      local declaration = route.params[name]
      return declaration.missing and declaration.schema.maximum + 1 or declaration.example
    end)
  )
end

local function problem_response(code, route, site_url)
  local entry = problem.entry(code)
  local request = { path = example_path(route), id = HEADERS["X-Request-Id"].example }
  local value = problem.body(problem.new(code), request, site_url)
  return {
    description = entry.title .. ". " .. entry.detail,
    headers = headers(PROBLEM_HEADERS[code] or {}),
    content = {
      ["application/problem+json"] = {
        schema = { ["$ref"] = SCHEMAS .. "Problem" },
        examples = { [code] = { summary = entry.title, value = value } },
      },
    },
  }
end

local function parameters(route)
  local list = {}
  for _, name in ipairs(params.names(route.params)) do
    local declaration = route.params[name]
    list[#list + 1] = {
      name = name,
      ["in"] = declaration.from,
      required = declaration.required or false,
      description = declaration.description,
      schema = declaration.schema,
      example = declaration.example,
      style = declaration.list and "form" or nil,
      explode = declaration.list and true or nil,
    }
  end
  return #list > 0 and list or nil
end

local function links(route)
  local set = {}
  for name, link in pairs(route.links or {}) do
    set[name] = {
      operationId = link.operation,
      parameters = link.parameters,
      description = link.description,
    }
  end
  return next(set) and set or nil
end

local function success(route, schemas)
  local examples = schemas[route.answer.schema].examples
  local extra = route.cache == "contract" and { "ETag", "Vary" } or { "Vary" }
  return {
    description = route.answer.description,
    headers = headers(extra, route.counted and COUNTED or {}),
    links = links(route),
    content = {
      ["application/json"] = {
        schema = { ["$ref"] = SCHEMAS .. route.answer.schema },
        example = examples and examples[1],
      },
    },
  }
end

local function not_modified()
  return {
    description = "The contract has not changed: use the copy that has this validator.",
    headers = headers({ "ETag", "Vary" }),
  }
end

--- The codes an operation can answer with.
local function problems_of(route)
  local codes = table.move(COMMON, 1, #COMMON, 1, {})
  table.move(route.problems or {}, 1, #(route.problems or {}), #codes + 1, codes)
  if route.counted then codes[#codes + 1] = "RATE_LIMITED" end
  return codes
end

local function operation(route, schemas, components, site_url)
  local responses = { ["200"] = success(route, schemas) }
  if route.cache == "contract" then responses["304"] = not_modified() end
  for _, code in ipairs(problems_of(route)) do
    local name = component(code)
    components[name] = components[name] or problem_response(code, route, site_url)
    responses[tostring(problem.entry(code).status)] =
      { ["$ref"] = "#/components/responses/" .. name }
  end
  return {
    operationId = route.operation,
    tags = { TAG },
    summary = route.summary,
    description = route.description,
    parameters = parameters(route),
    responses = responses,
    ["x-svc-read-only"] = true,
  }
end

local ABOUT = [[
Read-only access to multilingual learning content and bounded Quran verse references. No account is
needed.

HEAD is answered wherever GET is, OPTIONS with the methods of a path. The same request gives the
same bytes as long as the publication is the same. Compatible additions stay within this version; a
breaking change gets a new path.]]

local QUOTA = "Operations that can answer 429 take at most %d requests in any %d seconds from one "
  .. "client, together; `RateLimit` says how many are left."

local PROBLEMS = [[
Every failure is a problem (RFC 9457) whose `code` is stable. Those of the statuses 408, 413, 414,
417, 431, 501 and 505, and a 404 of a path that is none of this contract, are found before an
operation is known.

| code | status | kind |
|---|---|---|]]

local function description(config)
  local lines = { ABOUT, "" }
  if (config.quota_limit or 0) > 0 then
    lines[#lines + 1] = QUOTA:format(config.quota_limit, config.quota_window) .. "\n"
  end
  lines[#lines + 1] = PROBLEMS
  for _, entry in ipairs(problem.list) do
    lines[#lines + 1] = ("| [%s](%s) | %d | %s |"):format(
      entry.code,
      problem.type(entry.code, config.site_url),
      entry.status,
      entry.title
    )
  end
  return table.concat(lines, "\n")
end

local function frame(config)
  return {
    openapi = "3.1.1",
    jsonSchemaDialect = "https://json-schema.org/draft/2020-12/schema",
    info = {
      title = "Service Public API",
      version = svc.version,
      summary = "Multilingual learning content and Quran verse references, read-only.",
      description = description(config),
      contact = { name = "The operator", url = config.site_url },
      license = { name = "MIT", identifier = "MIT" },
    },
    servers = { { url = config.base_url, description = "This service." } },
    externalDocs = {
      description = "Documentation index for agents.",
      url = config.base_url .. "/llms.txt",
    },
    tags = {
      { name = TAG, description = "Everything the service offers; nothing is written." },
    },
    security = { {} },
  }
end

--- Renders the contract.
-- @tparam {table,...} routes those without `operation` are left out
-- @tparam table config its `base_url`, `site_url` and `routes`, folders that may have schemas
-- @treturn table for `svc.json`
function openapi.render(routes, config)
  local names, paths, responses = { "Problem" }, {}, {}
  for _, route in ipairs(routes) do
    if route.operation then names[#names + 1] = route.answer.schema end
  end
  local schemas = schema.gather(names, SCHEMAS, config.routes)
  for _, route in ipairs(routes) do
    if route.operation then
      paths[route.path] = paths[route.path] or {}
      paths[route.path][route.method:lower()] =
        operation(route, schemas, responses, config.site_url)
    end
  end
  local document = frame(config)
  document.paths = paths
  document.components = { schemas = schemas, responses = responses, headers = HEADERS }
  return document
end

return openapi
