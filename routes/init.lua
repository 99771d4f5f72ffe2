--- The routes of the service, in the order in which templates are tried, operations are listed in
-- the contract and tools are offered. Each name is a file of this folder.
local order = {
  "openapi",
  "index",
  "health",
  "content",
  "taxonomy",
  "quran",
  "problems",
  "llms",
  "markdown",
}

local routes = {}
for i, name in ipairs(order) do
  routes[i] = require("routes." .. name)
end
return routes
