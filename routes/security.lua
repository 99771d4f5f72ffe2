--- The contact for vulnerabilities (RFC 9116), where the operator named one.
local svc = require("svc")
local problem = require("web.problem")
local respond = require("web.respond")

--- The time that a copy may be believed: well below the year that the RFC advises.
local DAYS = 180
local DAY = 86400

--- Midnight after so many days, so that a day has one text.
local function expiry(milliseconds)
  local day = milliseconds // 1000 // DAY + DAYS
  return os.date("!%Y-%m-%dT%H:%M:%SZ", math.tointeger(day * DAY))
end

return {
  method = "GET",
  path = "/.well-known/security.txt",
  produces = { "text/plain; charset=utf-8" },

  handle = function(call)
    local contact = call.config.security_contact
    if not contact then return problem.refuse("ENDPOINT_NOT_FOUND") end
    local lines = {
      "Contact: " .. contact,
      "Expires: " .. expiry(call.now()),
      "Preferred-Languages: " .. table.concat(svc.locales, ", "),
      "Canonical: " .. call.config.site_url .. "/.well-known/security.txt",
    }
    return respond.new(200, {
      { "Content-Type", call.type },
      { "Cache-Control", respond.cache.contract },
      { "Vary", "Accept-Encoding" },
    }, table.concat(lines, "\n") .. "\n")
  end,
}
