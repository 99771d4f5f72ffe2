--- Fuzz target: Accept, Content-Type and If-None-Match. What is chosen is one of the types offered,
-- and named or covered by the header; a type that is recognised stands in the header; a validator
-- matches only a header that holds it, or `*`.
local negotiate = require("web.negotiate")
local respond = require("web.respond")

local OFFERED = { "application/json", "text/html" }

return function(header)
  local chosen = negotiate.accept(header, OFFERED)
  assert(chosen == nil or chosen == OFFERED[1] or chosen == OFFERED[2])
  if chosen and header:find("%S") then
    assert(
      header:lower():find(chosen, 1, true) or header:find("/*", 1, true),
      "nothing admits it"
    )
  end
  local declared = negotiate.is_type(header, OFFERED[1])
  assert(not declared or header:lower():find(OFFERED[1], 1, true))
  local matched = respond.matches(header, '"tag"')
  assert(not matched or header:find('"tag"', 1, true) or header:find("*", 1, true))
end
