--- A whole MCP server as routes: what the official conformance suite asks of a server under test,
-- and an example of everything a route folder can do without a line of C.
--
--     SVC_ROUTES=spec/support/mcp/conformance build/svcd serve
--
-- Each file is a part of one server: what it says of itself, its tools, the tools that take several
-- rounds, its resources, its prompts.
local mcp = require("mcp")

local parts = {}
for i, name in ipairs({ "server", "tools", "rounds", "resources", "prompts" }) do
  parts[i] = require("routes." .. name)
end

return { mcp.route(parts) }
