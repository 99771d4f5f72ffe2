--- The methods of the protocol, as a table: what each needs to exist, in which era, and how it is
-- answered.
--
--   part      what the server must offer for the method to exist: a key of its capabilities
--   era       the one era that knows the method; both when absent
--   fixed     true: the result depends on nothing but the era and the publication
--   ttl       milliseconds a client may keep the result; it then says so, and that anybody may
--   asks      true: it may be answered by asking for input
--   run(server, x)   returns a result, or nil and a fault

local svc = require("svc")
local completion = require("mcp.completion")
local fault = require("mcp.fault")
local prompt = require("mcp.prompt")
local resource = require("mcp.resource")
local revision = require("mcp.revision")

--- Lists change only when the service is loaded anew; content as often as over HTTP.
local LIST_TTL, CONTENT_TTL = 300000, 60000

--- A method that lists everything on one page. No cursor is ever given out, so none is known.
local function list(part, name, listing)
  return {
    part = part,
    fixed = true,
    ttl = LIST_TTL,
    run = function(server, x)
      if x.asked.params.cursor ~= nil then
        return nil,
          fault.new("INVALID_PARAMS", "There is no such cursor; the list is one page.")
      end
      return { [name] = listing(server, x.publication) }
    end,
  }
end

local function discover(server)
  return {
    supportedVersions = revision.supported,
    capabilities = server.capabilities.modern,
    instructions = server.instructions,
  }
end

local function initialize(server, x)
  local requested = x.asked.params.protocolVersion
  if type(requested) ~= "string" then
    return nil, fault.new("INVALID_PARAMS", "`protocolVersion` must be a string.")
  end
  return {
    protocolVersion = revision.negotiate(requested),
    capabilities = server.capabilities.legacy,
    instructions = server.instructions,
    serverInfo = server.info,
  }
end

local function list_tools(server, publication)
  local listed = svc.array()
  for i, entry in ipairs(server.tools) do
    listed[i] = entry.listing(publication)
  end
  return listed
end

return {
  ["server/discover"] = { era = "modern", fixed = true, ttl = LIST_TTL, run = discover },
  initialize = { era = "legacy", run = initialize },
  ping = { era = "legacy", run = function() return {} end },
  ["tools/list"] = list("tools", "tools", list_tools),
  ["tools/call"] = {
    part = "tools",
    asks = true,
    run = function(_, x) return x.tool.run(x) end,
  },
  ["resources/list"] = list(
    "resources",
    "resources",
    function(server) return resource.listing(server.resources) end
  ),
  ["resources/templates/list"] = list(
    "resources",
    "resourceTemplates",
    function(server) return resource.listing(server.templates) end
  ),
  ["resources/read"] = {
    part = "resources",
    ttl = CONTENT_TTL,
    asks = true,
    run = resource.read,
  },
  ["prompts/list"] = list(
    "prompts",
    "prompts",
    function(server) return prompt.listing(server.prompts) end
  ),
  ["prompts/get"] = { part = "prompts", asks = true, run = prompt.get },
  ["completion/complete"] = { part = "completions", run = completion.complete },
}
