--- Prompts: messages a person picks, filled with arguments. A prompt is `{name, title, description,
-- arguments, get(x)}`; each of the ordered `arguments` is `{name, description, required, complete}`
-- (completion.lua). All values are text. `get` finds them in `x.params` and returns the text of one
-- message of the user, or a list of messages, or `x:ask(…)`; or nil and what is wrong with them.

local svc = require("svc")
local fault = require("mcp.fault")
local message = require("mcp.message")

local prompt = {}

--- The list that `prompts/list` gives.
-- @tparam {table,...} declared
-- @treturn {table,...} marked as array
function prompt.listing(declared)
  local list = svc.array()
  for i, entry in ipairs(declared) do
    local arguments = svc.array()
    for j, argument in ipairs(entry.arguments or {}) do
      arguments[j] = {
        name = argument.name,
        description = argument.description,
        required = argument.required or false,
      }
    end
    list[i] = {
      name = entry.name,
      title = entry.title,
      description = entry.description,
      arguments = arguments,
    }
  end
  return list
end

--- The prompt of a name.
-- @tparam table server its `prompts`
-- @tparam any name
-- @treturn table|nil
function prompt.find(server, name)
  for _, entry in ipairs(server.prompts) do
    if entry.name == name then return entry end
  end
end

local function names_of(entry)
  local names = {}
  for i, argument in ipairs(entry.arguments or {}) do
    names[i] = "`" .. argument.name .. "`"
  end
  return #names > 0 and "Accepted arguments: " .. table.concat(names, ", ") .. "."
    or "This prompt accepts no arguments."
end

--- Checks the arguments of a prompt.
-- @treturn table|nil name -> text
-- @treturn string|nil what is wrong
local function take_arguments(entry, given)
  local declared, values = {}, {}
  for _, argument in ipairs(entry.arguments or {}) do
    declared[argument.name] = argument
    if argument.required and (given[argument.name] or "") == "" then
      return nil, ("The argument `%s` is required."):format(argument.name)
    end
  end
  for name, value in pairs(given) do
    if not declared[name] then
      return nil, "An argument is not known here. " .. names_of(entry)
    end
    if type(value) ~= "string" then
      return nil, ("The argument `%s` must be text."):format(name)
    end
    values[name] = value ~= "" and value or nil
  end
  return values
end

--- Answers `prompts/get`.
-- @tparam table server its `prompts`
-- @tparam table x exchange
-- @treturn table|nil result
-- @treturn table|nil the fault
function prompt.get(server, x)
  local asked = x.asked.params
  if type(asked.name) ~= "string" then
    return nil, fault.new("INVALID_PARAMS", "`name` must be a string.")
  end
  local entry = prompt.find(server, asked.name)
  if not entry then
    return nil,
      fault.new("INVALID_PARAMS", "There is no such prompt; `prompts/list` names them.")
  end
  local given = asked.arguments
  if given ~= nil and not message.is_object(given) then
    return nil, fault.new("INVALID_PARAMS", "`arguments` must be an object.")
  end
  local values, reason = take_arguments(entry, given or {})
  if not values then return nil, fault.new("INVALID_PARAMS", reason) end
  x.params = values
  local answer
  answer, reason = entry.get(x)
  if not answer then
    return nil, fault.is(reason) and reason or fault.new("INVALID_PARAMS", reason)
  end
  if type(answer) == "string" then
    answer = { { role = "user", content = { type = "text", text = answer } } }
  end
  if answer.resultType then return answer end
  return { description = entry.description, messages = answer }
end

return prompt
