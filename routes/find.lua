--- The search for people, without a script in the browser.
local svc = require("svc")
local listing = require("site.listing")
local page = require("site.page")
local params = require("web.params")

local PAGE = 10
local LAST_OFFSET = 90
local LONGEST = 512

--- A form may be sent empty; it then shows what there is.
local query = params.string({
  max_bytes = LONGEST,
  default = "",
  description = "What to search for.",
})
query.check = function(value)
  if #value > LONGEST then return ("at most %d bytes"):format(LONGEST) end
end

return {
  method = "GET",
  path = "/search",
  produces = page.TYPES,
  params = {
    query = query,
    locale = params.locale(),
    section = params.section(),
    offset = params.integer({
      min = 0,
      max = LAST_OFFSET,
      default = 0,
      description = "Items before the page.",
    }),
  },
  cache = "publication",
  published = true,

  handle = function(call)
    local asked = call.params
    local found = call.publication:search({
      queries = asked.query:find("%S") and { asked.query } or nil,
      locale = asked.locale,
      section = asked.section,
      limit = PAGE,
      offset = asked.offset,
    })
    local next_offset = asked.offset + PAGE
    if found.has_more and next_offset <= LAST_OFFSET then found.next_offset = next_offset end
    return page.answer(call, listing.found(call, asked, found, svc.sections))
  end,
}
