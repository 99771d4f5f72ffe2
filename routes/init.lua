--- The routes of the service, in the order in which templates are tried, operations are listed in
-- the contract and tools are offered.
return {
  require("routes.openapi"),
  require("routes.index"),
  require("routes.health"),
  require("routes.content"),
  require("routes.taxonomy"),
  require("routes.quran"),
  require("routes.problems"),
  require("routes.llms"),
  require("routes.markdown"),
}
