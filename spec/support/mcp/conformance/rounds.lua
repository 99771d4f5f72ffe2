--- Tools that need more than their arguments: they ask the client, which sends the same request
-- again with the answers. What a tool must remember between rounds travels with the client, sealed.

local function elicit(message, field, kind)
  return {
    method = "elicitation/create",
    params = {
      mode = "form",
      message = message,
      requestedSchema = {
        type = "object",
        properties = { [field] = { type = kind or "string" } },
        required = { field },
      },
    },
  }
end

local function sample(text, most)
  return {
    method = "sampling/createMessage",
    params = {
      messages = { { role = "user", content = { type = "text", text = text } } },
      maxTokens = most,
    },
  }
end

local ROOTS = { method = "roots/list", params = {} }

--- The field of a form that the user accepted, or nil.
local function accepted(response, field)
  if type(response) ~= "table" or response.action ~= "accept" then return nil end
  return type(response.content) == "table" and response.content[field] or nil
end

--- The text that the client's model wrote, or nil.
local function sampled(response)
  local content = type(response) == "table" and response.content
  return type(content) == "table" and content.text or nil
end

local function roots(response) return type(response) == "table" and response.roots or nil end

local function tool(name, description, run)
  return { name = "test_input_required_result_" .. name, description = description, run = run }
end

local function ask_name(x)
  local name = accepted(x.responses.user_name, "name")
  if name then return ("Hello, %s!"):format(name) end
  return x:ask({ user_name = elicit("What is your name?", "name") })
end

local function ask_model(x)
  local answer = sampled(x.responses.capital_question)
  if answer then return answer end
  return x:ask({ capital_question = sample("What is the capital of France?", 100) })
end

local function ask_roots(x)
  local list = roots(x.responses.client_roots)
  if list then return ("The client has %d roots."):format(#list) end
  return x:ask({ client_roots = ROOTS })
end

local function confirm(x)
  if x.state and accepted(x.responses.confirm, "ok") ~= nil then return "state-ok" end
  return x:ask({ confirm = elicit("Please confirm", "ok", "boolean") }, { asked = true })
end

local function ask_all(x)
  local name = accepted(x.responses.user_name, "name")
  local greeting, list = sampled(x.responses.greeting), roots(x.responses.client_roots)
  if x.state and name and greeting and list then
    return ("%s, %s! You have %d roots."):format(greeting, name, #list)
  end
  return x:ask({
    user_name = elicit("What is your name?", "name"),
    greeting = sample("Generate a greeting", 50),
    client_roots = ROOTS,
  }, { asked = true })
end

local function two_steps(x)
  local name = x.state and x.state.name or accepted(x.responses.step1, "name")
  if not name then
    return x:ask({ step1 = elicit("Step 1: What is your name?", "name") }, { step = 1 })
  end
  local color = accepted(x.responses.step2, "color")
  if color then return ("%s likes %s."):format(name, color) end
  return x:ask(
    { step2 = elicit("Step 2: What is your favorite color?", "color") },
    { name = name }
  )
end

--- Asks only for what this client can give.
local function ask_what_can_be_asked(x)
  local requests = {}
  if x.capabilities.elicitation then requests.name = elicit("What is your name?", "name") end
  if x.capabilities.sampling then requests.greeting = sample("Generate a greeting", 50) end
  if x.capabilities.roots then requests.roots = ROOTS end
  if next(requests) == nil then return "This client can be asked nothing." end
  return x:ask(requests)
end

return {
  tools = {
    tool("elicitation", "Asks the user for a name.", ask_name),
    tool("sampling", "Asks the client's model.", ask_model),
    tool("list_roots", "Asks for the client's roots.", ask_roots),
    tool("request_state", "Asks for a confirmation and recognises its own question.", confirm),
    tool("multiple_inputs", "Asks for three things at once.", ask_all),
    tool("multi_round", "Asks twice, the second time knowing the first answer.", two_steps),
    tool("tampered_state", "Refuses a state that it did not make.", confirm),
    tool("capabilities", "Asks only for what the client declares.", ask_what_can_be_asked),
  },
}
