--- Completion of the arguments of prompts and the variables of resource templates. A value that can
-- be completed declares `complete`: a list, which offers the entries that begin with the typed text
-- (in any case of letters); or a function `(x, typed, context)` that returns the list to offer,
-- best first, where `context` holds the arguments already chosen.

local svc = require("svc")
local fault = require("mcp.fault")
local prompt = require("mcp.prompt")

local completion = {}

--- Values an answer holds at most. Source: MCP "completion/complete".
local LIMIT = 100

local function of_prompt(server, reference, name)
  local entry = prompt.find(server, reference.name)
  if not entry then return nil, "There is no such prompt." end
  for _, argument in ipairs(entry.arguments or {}) do
    if argument.name == name then return argument.complete or {} end
  end
  return nil, "The prompt has no such argument."
end

local function of_resource(server, reference, name)
  for _, entry in ipairs(server.templates) do
    if entry.uriTemplate == reference.uri then return (entry.complete or {})[name] or {} end
  end
  return nil, "There is no such resource template."
end

local SOURCES = { ["ref/prompt"] = of_prompt, ["ref/resource"] = of_resource }

--- The values of a list that begin with a text, in any case of letters.
-- @tparam {string,...} values
-- @tparam string typed
-- @treturn {string,...}
function completion.beginning(values, typed)
  local found, lower = {}, typed:lower()
  for _, value in ipairs(values) do
    if value:sub(1, #typed):lower() == lower then found[#found + 1] = value end
  end
  return found
end

local function is_argument(value)
  return type(value) == "table"
    and type(value.name) == "string"
    and type(value.value) == "string"
end

local function read(params)
  local reference, argument, context = params.ref, params.argument, params.context
  if type(reference) ~= "table" or not SOURCES[reference.type] then
    return nil, "`ref` must be of type `ref/prompt` or `ref/resource`."
  end
  if not is_argument(argument) then
    return nil, "`argument` must hold the strings `name` and `value`."
  end
  local chosen = type(context) == "table" and context.arguments
  return reference, argument, type(chosen) == "table" and chosen or {}
end

--- Answers `completion/complete`.
-- @tparam table server its `prompts` and `templates`
-- @tparam table x exchange
-- @treturn table|nil result
-- @treturn table|nil the fault
function completion.complete(server, x)
  local reference, argument, context = read(x.asked.params)
  if not reference then return nil, fault.new("INVALID_PARAMS", argument) end
  local offered, reason = SOURCES[reference.type](server, reference, argument.name)
  if not offered then return nil, fault.new("INVALID_PARAMS", reason) end
  local values = type(offered) == "function" and offered(x, argument.value, context)
    or completion.beginning(offered, argument.value)
  local total = #values
  return {
    completion = {
      values = svc.array(table.move(values, 1, math.min(total, LIMIT), 1, {})),
      total = total,
      hasMore = total > LIMIT,
    },
  }
end

return completion
