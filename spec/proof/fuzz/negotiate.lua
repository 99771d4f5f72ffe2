--- Fuzz target: Accept, Content-Type and If-None-Match. The type chosen is one of those offered;
-- one that is not the default is named or covered by the header; a type that is recognised stands
-- in the header; a validator matches only a header that holds it, or `*`.
local negotiate = require("web.negotiate")
local respond = require("web.respond")

local OFFERED = { "application/json", "text/html" }

return function(header)
  local chosen = negotiate.accept(header, OFFERED)
  assert(chosen == nil or chosen == OFFERED[1] or chosen == OFFERED[2])
  if chosen == OFFERED[2] then
    assert(
      header:lower():find("text/", 1, true) or header:find("*", 1, true),
      "nothing admits it"
    )
  end
  local declared = negotiate.is_type(header, OFFERED[1])
  assert(not declared or header:lower():find(OFFERED[1], 1, true))
  local matched = respond.matches(header, '"tag"')
  assert(not matched or header:find('"tag"', 1, true) or header:find("*", 1, true))
end
