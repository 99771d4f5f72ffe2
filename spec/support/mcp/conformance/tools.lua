--- Tools that answer at once, and tools that speak while they run.
local svc = require("svc")
local media = require("routes.media")

local function text(value) return { type = "text", text = value } end
local function image() return { type = "image", data = media.png, mimeType = "image/png" } end

local function embedded(uri, kind, value)
  return { type = "resource", resource = { uri = uri, mimeType = kind, text = value } }
end

--- A tool that always gives the same content.
local function constant(name, description, ...)
  local content = { ... }
  return {
    name = name,
    description = description,
    run = function() return { content = content } end,
  }
end

local STEPS = { 0, 50, 100 }

local progress = {
  name = "test_tool_with_progress",
  description = "Reports its progress three times.",
  streams = true,
  run = function(x)
    for i, step in ipairs(STEPS) do
      if i > 1 then x:wait(0.05) end
      x:progress(step, 100, ("Completed step %d of 100"):format(step))
    end
    return "The tool has run to its end."
  end,
}

--- A tool that logs while it runs.
local function logging(name)
  return {
    name = name,
    description = "Logs three messages at level info.",
    streams = true,
    run = function(x)
      for i, message in ipairs({ "started", "processing data", "completed" }) do
        if i > 1 then x:wait(0.05) end
        x:log("info", "Tool execution " .. message)
      end
      return "The tool has logged."
    end,
  }
end

local streaming = {
  name = "test_streaming_elicitation",
  description = "Asks the user over a stream, by the result and never by a request of its own.",
  streams = true,
  run = function(x)
    if x.responses.answer then return "Thank you." end
    return x:ask({
      answer = {
        method = "elicitation/create",
        params = {
          mode = "form",
          message = "Go on?",
          requestedSchema = { type = "object", properties = { ok = { type = "boolean" } } },
        },
      },
    })
  end,
}

local failing = {
  name = "test_error_handling",
  description = "Always fails, so that the model can read why.",
  run = function() return nil, "This tool intentionally returns an error for testing" end,
}

local demanding = {
  name = "test_missing_capability",
  description = "Runs only for clients that can sample.",
  needs = { "sampling" },
  run = function() return "The client can sample." end,
}

local mirrored = {
  name = "test_mirrored_argument",
  description = "Takes an argument that a header repeats, for gateways that do not read bodies.",
  input = {
    type = "object",
    properties = {
      region = { type = "string", description = "A place.", ["x-mcp-header"] = "Region" },
    },
    additionalProperties = false,
  },
  run = function(x) return "The region is " .. tostring(x.params.region) .. "." end,
}

local dialect = {
  name = "json_schema_2020_12_tool",
  description = "Declares its arguments with all of JSON Schema 2020-12.",
  input = {
    ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
    type = "object",
    ["$defs"] = {
      address = {
        ["$anchor"] = "addressDef",
        type = "object",
        properties = { street = { type = "string" }, city = { type = "string" } },
      },
    },
    properties = {
      name = { type = "string" },
      address = { ["$ref"] = "#/$defs/address" },
      contactMethod = { type = "string", enum = { "phone", "email" } },
      phone = { type = "string" },
      email = { type = "string" },
    },
    allOf = { { anyOf = { { required = { "phone" } }, { required = { "email" } } } } },
    ["if"] = {
      properties = { contactMethod = { const = "phone" } },
      required = { "contactMethod" },
    },
    ["then"] = { required = { "phone" } },
    ["else"] = { required = { "email" } },
    additionalProperties = false,
  },
  run = function(x) return svc.json(x.params) end,
}

-- stylua: ignore
return {
  tools = {
    constant("test_simple_text", "Gives one text.",
      text("This is a simple text response for testing.")),
    constant("test_image_content", "Gives one picture.", image()),
    constant("test_audio_content", "Gives one sound.",
      { type = "audio", data = media.wav, mimeType = "audio/wav" }),
    constant("test_embedded_resource", "Gives one embedded resource.",
      embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
    constant("test_multiple_content_types", "Gives a text, a picture and a resource.",
      text("Multiple content types test:"), image(),
      embedded("test://mixed-content-resource", "application/json",
        svc.json({ test = "data", value = 123 }))),
    failing,
    progress,
    logging("test_tool_with_logging"),
    logging("test_logging_tool"),
    streaming,
    demanding,
    mirrored,
    dialect,
  },
}
