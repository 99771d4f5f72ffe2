--- Resources: texts and bytes by URI. A resource is `{uri, name, title, description, mimeType,
-- read(x)}`; a template has `uriTemplate` in place of `uri` (web/template.lua), may
-- offer completions in `complete` (variable -> as in completion.lua), and its `read` finds the
-- decoded `x.variables`. `read` returns `{text}` or `{blob}` (base64), with `mimeType` where it
-- differs; or nil (there is no such thing) and perhaps a problem; or `x:ask(…)`.

local svc = require("svc")
local fault = require("mcp.fault")
local template = require("web.template")
local uri = require("base.uri")

local resource = {}

local LISTED = { "uri", "uriTemplate", "name", "title", "description", "mimeType" }

--- The list of resources or templates, as the protocol gives it.
-- @tparam {table,...} declared
-- @treturn {table,...} marked as array
function resource.listing(declared)
  local list = svc.array()
  for i, entry in ipairs(declared) do
    list[i] = {}
    for _, member in ipairs(LISTED) do
      list[i][member] = entry[member]
    end
  end
  return list
end

--- The variables of a template in a URI, decoded; nil where it does not match.
local function match(entry, asked)
  entry.compiled = entry.compiled or template.compile(entry.uriTemplate)
  local variables = template.match(entry.compiled, asked)
  for name, value in pairs(variables or {}) do
    variables[name] = uri.decode(value)
    if not variables[name] then return nil end
  end
  return variables
end

local function find(server, asked)
  for _, entry in ipairs(server.resources) do
    if entry.uri == asked then return entry, {} end
  end
  for _, entry in ipairs(server.templates) do
    local variables = match(entry, asked)
    if variables then return entry, variables end
  end
end

local function refuse(x, refused)
  local asked = x.asked.params.uri
  if fault.is(refused) then return refused end
  if type(refused) == "table" and refused.code == "SERVICE_UNAVAILABLE" then
    return fault.new("UNAVAILABLE", refused.detail)
  end
  local detail = type(refused) == "table" and refused.detail
    or "There is no such resource; `resources/list` and `resources/templates/list` name them."
  local kind = x.era.name == "modern" and "INVALID_PARAMS" or "UNKNOWN_RESOURCE"
  return fault.new(kind, detail, { uri = asked })
end

--- Answers `resources/read`.
-- @tparam table server its `resources` and `templates`
-- @tparam table x exchange
-- @treturn table|nil result
-- @treturn table|nil the fault
function resource.read(server, x)
  local asked = x.asked.params.uri
  if type(asked) ~= "string" then
    return nil, fault.new("INVALID_PARAMS", "`uri` must be a string.")
  end
  local entry, variables = find(server, asked)
  if not entry then return nil, refuse(x) end
  x.variables = variables
  local content, refused = entry.read(x)
  if not content then return nil, refuse(x, refused) end
  if content.resultType then return content end
  content.uri, content.mimeType = asked, content.mimeType or entry.mimeType
  return { contents = { content } }
end

return resource
