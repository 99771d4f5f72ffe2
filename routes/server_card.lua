--- The server card, which MCP clients read before they connect.
local card = require("mcp.card")

return {
  method = "GET",
  path = "/mcp/server-card",
  produces = { card.TYPE, "application/json" },
  cache = "publication",
  handle = card.describe,
}
