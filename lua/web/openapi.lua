--- Renders the contract, an OpenAPI 3.1.1 document, from the routes, the declarations of their
-- parameters, the problem table and contract/schemas.

local svc = require("svc")
local fields = require("web.headers")
local frame = require("web.frame")
local params = require("web.params")
local problem = require("web.problem")
local place = require("web.route").place
local schema = require("web.schema")
local tables = require("base.tables")
local template = require("web.template")
local text = require("base.text")

local openapi = {}

local SCHEMAS = "#/components/schemas/"

--- Problems every operation can answer with, whatever it does.
-- stylua: ignore
local COMMON = {
  "INVALID_REQUEST", "EDGE_GUARD_REJECTED", "METHOD_NOT_ALLOWED", "NOT_ACCEPTABLE",
  "UNSUPPORTED_MEDIA_TYPE", "UNPROCESSABLE_REQUEST", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE",
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
local LIMITED = { "RateLimit", "RateLimit-Policy", "Retry-After" }
local PROBLEM_HEADERS = {
  CONTENT_NOT_FOUND = COUNTED,
  INVALID_REQUEST = COUNTED,
  METHOD_NOT_ALLOWED = { "Allow" },
  RATE_LIMITED = LIMITED,
  SERVICE_UNAVAILABLE = LIMITED,
  SURAH_NOT_FOUND = COUNTED,
  UNPROCESSABLE_REQUEST = COUNTED,
}

--- A path of the route, with a number that does not exist where a parameter can name nothing.
local function example_path(route)
  return template.expand(route.path, function(name)
    local declaration = route.params[name]
    local most = declaration.missing and declaration.schema.maximum
    return most and most + 1 or declaration.example
  end)
end

--- How operations with a key ask for it.
local SECURITY = {
  key = { type = "http", scheme = "bearer", description = "A key that the operator gives." },
}

--- The name of the schema of problems that list what is wrong with a body.
local WITH_ERRORS = "ProblemWithErrors"

local ERRORS = {
  description = "What is wrong with the body, and where.",
  type = "array",
  minItems = 1,
  maxItems = 20,
  items = {
    type = "object",
    description = "A violation.",
    additionalProperties = false,
    required = svc.array({ "detail", "pointer" }),
    properties = {
      detail = {
        description = "What is wrong, read after the name of the member.",
        type = "string",
        minLength = 1,
        maxLength = 65536,
      },
      pointer = {
        description = "Where it is: a JSON Pointer (RFC 6901) as a fragment.",
        type = "string",
        minLength = 1,
        maxLength = 512,
      },
    },
  },
}

--- The problem of the contract, with `errors` besides.
local function problem_with_errors(own)
  return tables.merge(own, {
    title = WITH_ERRORS,
    properties = tables.merge(own.properties, { errors = ERRORS }),
  })
end

--- The response of a status, which several problems may have.
local function problem_response(codes, route, site_url, named)
  local request = { path = example_path(route), id = fields["X-Request-Id"].example }
  local descriptions, own, examples = {}, {}, {}
  for i, code in ipairs(codes) do
    local entry = problem.entry(code)
    descriptions[i] = entry.title .. ". " .. entry.detail
    tables.append(own, PROBLEM_HEADERS[code])
    examples[code] =
      { summary = entry.title, value = problem.body(problem.new(code), request, site_url) }
  end
  return {
    description = table.concat(descriptions, " "),
    headers = headers(own),
    content = {
      ["application/problem+json"] = {
        schema = { ["$ref"] = SCHEMAS .. named },
        examples = examples,
      },
    },
  }
end

--- The schema of a parameter. Where a definition is the same, it is a reference to it.
local function parameter_schema(declaration)
  if not declaration.component then return declaration.schema end
  local name = declaration.component:gsub("^.*/", "")
  return { ["$ref"] = SCHEMAS .. name, default = declaration.default }
end

local function parameters(route, config)
  local list = {}
  for _, name in ipairs(params.names(route.params)) do
    local declaration = route.params[name]
    list[#list + 1] = {
      name = name,
      ["in"] = declaration.from,
      required = declaration.required or false,
      description = declaration.description and text.fill(declaration.description, config),
      schema = parameter_schema(declaration),
      example = declaration.example,
      style = declaration.list and "form" or nil,
      explode = declaration.list and true or nil,
    }
  end
  return #list > 0 and list or nil
end

--- Links to operations that are not served, as an operator may leave some out, are left out too.
-- Raises where a link gives a parameter that there is not.
local function links(route, operations)
  local set = {}
  for name, link in pairs(route.links or {}) do
    local target = operations[link.operation]
    for _, parameter in ipairs(target and tables.keys(link.parameters or {}) or {}) do
      if not target.params[parameter] then
        local fault = "%s: the operation %s links to %s, which has no parameter %s"
        error(fault:format(place(route), route.operation, link.operation, parameter), 0)
      end
    end
    set[name] = target
      and {
        operationId = link.operation,
        parameters = link.parameters,
        description = link.description,
      }
  end
  return next(set) and set or nil
end

--- The examples of an answer by their locale; nil where they are in none.
local function examples_by_locale(list)
  local examples = {}
  for _, value in ipairs(list) do
    local locale = value.locale or value.items and value.items[1].locale
    if not locale then return nil end
    examples[locale] = { summary = "In the locale " .. locale, value = value }
  end
  return next(examples) and examples or nil
end

--- The answer in each media type that the route produces; what is not JSON is text.
local function contents(route, schemas)
  local content, list = {}, schemas[route.answer.schema].examples or {}
  local examples = examples_by_locale(list)
  for _, produced in ipairs(route.produces) do
    local media_type = produced:match("^[^;]+")
    content[media_type] = media_type:find("json$")
        and {
          schema = { ["$ref"] = SCHEMAS .. route.answer.schema },
          example = not examples and list[1] or nil,
          examples = examples,
        }
      or { schema = { type = "string" } }
  end
  return content
end

local function success(route, schemas, operations)
  local extra = tables.append({ "Vary" }, route.fields and route.fields.names)
  if route.cache == "contract" then extra[#extra + 1] = "ETag" end
  if route.published then extra[#extra + 1] = "SVC-Publication" end
  return {
    description = route.answer.description,
    headers = headers(extra, route.counted and COUNTED or {}),
    links = links(route, operations),
    content = contents(route, schemas),
  }
end

local function not_modified()
  return {
    description = "The contract has not changed: use the copy that has this validator.",
    headers = headers({ "ETag", "Vary" }),
  }
end

--- The codes an operation can answer with, by status.
local function problems_of(route)
  local by_status = {}
  local codes = tables.append(tables.append({}, COMMON), route.problems)
  if route.counted then codes[#codes + 1] = "RATE_LIMITED" end
  if route.body then codes[#codes + 1] = "CONTENT_TOO_LARGE" end
  if route.key then codes[#codes + 1] = "UNAUTHORIZED" end
  for _, code in ipairs(codes) do
    local status = tostring(problem.entry(code).status)
    by_status[status] = by_status[status] or {}
    if not tables.contains(by_status[status], code) then
      table.insert(by_status[status], code)
    end
  end
  return by_status
end

--- The statuses an operation answers with.
-- @tparam table route
-- @treturn {string,...} sorted
function openapi.statuses(route)
  local statuses = tables.append(tables.keys(problems_of(route)), { "200" })
  if route.cache == "contract" then statuses[#statuses + 1] = "304" end
  table.sort(statuses)
  return statuses
end

--- The description of an operation, and of the quota where it counts.
local function about(route, config)
  local counts = route.counted and frame.quota(config)
  return text.fill(route.description, config) .. (counts and "\n\n" .. counts or "")
end

local function operation(route, schemas, components, operations, config)
  local responses = { ["200"] = success(route, schemas.named, operations) }
  if route.cache == "contract" then responses["304"] = not_modified() end
  for status, codes in pairs(problems_of(route)) do
    local name, named = table.concat(tables.map(codes, component), "Or"), "Problem"
    if route.body and status == "422" then
      name, named = name .. "OfBody", WITH_ERRORS
    end
    components[name] = components[name]
      or problem_response(codes, route, config.site_url, named)
    responses[status] = { ["$ref"] = "#/components/responses/" .. name }
  end
  return {
    operationId = route.operation,
    tags = { frame.TAG },
    summary = route.summary,
    description = about(route, config),
    parameters = parameters(route, config),
    requestBody = schemas.bodies[route] and {
      required = true,
      content = { [route.consumes] = { schema = schemas.bodies[route] } },
    },
    responses = responses,
    security = route.key and { { key = svc.array() } } or nil,
    ["x-svc-read-only"] = true,
  }
end

--- Gathers schemas; what is wrong with one is told with the place of the operation that names it.
local function gather(names, owners, folders)
  local good, schemas, given = pcall(schema.gather, names, SCHEMAS, folders)
  if good then return schemas, given end
  for i, name in ipairs(names) do
    local fine, reason = pcall(schema.gather, { name }, SCHEMAS, folders)
    if owners[i] and not fine then error(("%s: %s"):format(place(owners[i]), reason), 0) end
  end
  error(schemas, 0)
end

--- Renders the contract. Raises where links or schemas are faulty.
-- @tparam {table,...} routes those without `operation` are left out
-- @tparam table config its `base_url`, `site_url` and `routes`, folders that may have schemas
-- @treturn table for `svc.json`
function openapi.render(routes, config)
  local names, operations, document = { "Problem" }, {}, frame.render(config)
  local at, owners, security = {}, {}, nil
  for _, route in ipairs(routes) do
    if route.operation and route.key then security = SECURITY end
    if route.operation then
      names[#names + 1], operations[#operations + 1] = route.answer.schema, route
      operations[route.operation] = route
      if route.body then
        names[#names + 1], at[route] = route.body, #names + 1
      end
      for _, name in ipairs(params.names(route.params)) do
        names[#names + 1] = route.params[name].component
      end
      for i = #owners + 1, #names do
        owners[i] = i > 1 and route
      end
    end
  end
  local schemas, given = gather(names, owners, config.routes)
  local responses, bodies = {}, {}
  for route, i in pairs(at) do
    bodies[route] = given[i] or { ["$ref"] = SCHEMAS .. route.body }
    schemas[WITH_ERRORS] = schemas[WITH_ERRORS] or problem_with_errors(schemas.Problem)
  end
  document.paths = {}
  document.components =
    { schemas = schemas, responses = responses, headers = fields, securitySchemes = security }
  for _, route in ipairs(operations) do
    local path = template.expand(route.path, function(name) return "{" .. name .. "}" end)
    document.paths[path] = document.paths[path] or {}
    document.paths[path][route.method:lower()] =
      operation(route, { named = schemas, bodies = bodies }, responses, operations, config)
  end
  return document
end

return openapi
