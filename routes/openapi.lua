--- The contract document.
return {
  method = "GET",
  path = "/openapi.json",
  operation = "getSvcOpenApi",
  summary = "Read the contract",
  description = "This document: every operation, parameter, answer and problem of the service.",
  produces = { "application/json", "application/vnd.oai.openapi+json" },
  answer = { schema = "OpenApiDocument", description = "The contract." },
  cache = "contract",

  handle = function(call) return call.app:contract() end,
}
