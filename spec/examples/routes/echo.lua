--- A request body, at most 64 KiB: POST /echo

return {
  method = "POST",
  path = "/echo",
  consumes = "text/plain",
  produces = { "text/plain" },

  handle = function(call) return call.request.body or "" end,
}
