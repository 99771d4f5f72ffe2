--- The catalog in which clients that know only the domain find the server card.
local card = require("mcp.card")

return {
  method = "GET",
  path = "/.well-known/ai-catalog.json",
  produces = { card.CATALOG_TYPE, "application/json" },
  cache = "publication",
  handle = card.catalog,
}
