--- The documents that a client can read before it connects: the server card (SEP-2127) and the
-- catalog of the domain that points to it (ai-catalog 1.0). Both say only where the server is and
-- what it is called; what it offers is asked over MCP.

local revision = require("mcp.revision")

local card = {}

--- The media types of the two documents.
card.TYPE = "application/mcp-server-card+json"
card.CATALOG_TYPE = "application/ai-catalog+json"

local SCHEMA = "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json"

--- The server that the routes of an application declare.
local function server_of(app)
  for _, route in ipairs(app.routes) do
    if route.server then return route.server end
  end
  error("no route of this application is a server", 0)
end

--- The host of a URL, without port and brackets.
local function domain(url)
  return (url:match("^%a+://([^/?#]+)"):gsub(":%d+$", ""):gsub("[%[%]]", ""):lower())
end

--- A domain from its top label down: `com.example`. An address stays as it is.
local function reversed(name)
  if not name:find("%a") or name:find(":", 1, true) then return (name:gsub(":", "-")) end
  local labels = {}
  for label in name:gmatch("[^.]+") do
    table.insert(labels, 1, label)
  end
  return table.concat(labels, ".")
end

--- The server card.
-- @tparam table call of a route
-- @treturn table
function card.describe(call)
  local server, url = server_of(call.app), call.config.mcp_url
  return {
    ["$schema"] = SCHEMA,
    name = reversed(domain(url)) .. "/" .. server.name,
    version = server.version,
    title = server.title,
    description = server.description,
    websiteUrl = call.config.site_url,
    remotes = {
      {
        type = "streamable-http",
        url = url,
        supportedProtocolVersions = revision.supported,
      },
    },
  }
end

--- The catalog of this host.
-- @tparam table call of a route
-- @treturn table
function card.catalog(call)
  local server, url = server_of(call.app), call.config.mcp_url
  return {
    specVersion = "1.0",
    host = {
      displayName = server.title,
      documentationUrl = call.config.base_url .. "/llms.txt",
    },
    entries = {
      {
        identifier = ("urn:air:%s:mcp:%s"):format(domain(url):gsub(":", "-"), server.name),
        type = card.TYPE,
        description = server.description,
        version = server.version,
        url = url .. "/server-card",
      },
    },
  }
end

return card
