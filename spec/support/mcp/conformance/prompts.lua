--- Prompts: without arguments, with arguments, with a resource, with a picture, and one that asks.
local media = require("routes.media")

local function user(content) return { role = "user", content = content } end
local function text(value) return user({ type = "text", text = value }) end

local function ask_context(x)
  local response = x.responses.user_context
  local content = type(response) == "table" and response.action == "accept" and response.content
  if type(content) == "table" and content.context then
    return "Work in this context: " .. content.context
  end
  return x:ask({
    user_context = {
      method = "elicitation/create",
      params = {
        mode = "form",
        message = "What context should the prompt use?",
        requestedSchema = {
          type = "object",
          properties = { context = { type = "string" } },
          required = { "context" },
        },
      },
    },
  })
end

return {
  prompts = {
    {
      name = "test_simple_prompt",
      description = "One message.",
      get = function() return "This is a simple prompt for testing." end,
    },
    {
      name = "test_prompt_with_arguments",
      description = "One message with two values in it.",
      arguments = {
        {
          name = "arg1",
          description = "First value.",
          required = true,
          complete = { "paris", "park", "party", "test" },
        },
        { name = "arg2", description = "Second value.", required = true },
      },
      get = function(x)
        return ("Prompt with arguments: arg1='%s', arg2='%s'"):format(
          x.params.arg1,
          x.params.arg2
        )
      end,
    },
    {
      name = "test_prompt_with_embedded_resource",
      description = "A resource and a message about it.",
      arguments = {
        { name = "resourceUri", description = "URI of the resource.", required = true },
      },
      get = function(x)
        return {
          user({
            type = "resource",
            resource = {
              uri = x.params.resourceUri,
              mimeType = "text/plain",
              text = "Embedded resource content for testing.",
            },
          }),
          text("Please process the embedded resource above."),
        }
      end,
    },
    {
      name = "test_prompt_with_image",
      description = "A picture and a message about it.",
      get = function()
        return {
          user({ type = "image", data = media.png, mimeType = "image/png" }),
          text("Please analyze the image above."),
        }
      end,
    },
    {
      name = "test_input_required_result_prompt",
      description = "Asks the user before it is complete.",
      get = ask_context,
    },
  },
}
