--- An A/B route: a client always sees the same of two answers, and caches know it.

local respond = require("web.respond")

--- A number from the client's address; `string.byte` needs no pattern of the client's making.
local function bucket(address)
  local sum = 0
  for i = 1, #address do
    sum = (sum * 31 + address:byte(i)) % 1000
  end
  return sum
end

return {
  method = "GET",
  path = "/experiment",

  handle = function(call)
    local variant = bucket(call.request.address) < 500 and "a" or "b"
    return respond.new(200, {
      { "Content-Type", "application/json" },
      { "Cache-Control", "private, max-age=60" },
      { "X-Variant", variant },
    }, ('{"variant":"%s"}'):format(variant))
  end,
}
