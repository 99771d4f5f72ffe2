--- The search for people, without a script in the browser.
local svc = require("svc")
local listing = require("site.listing")
local page = require("site.page")
local params = require("web.params")
local site = require("site")
local text = require("base.text")

local PAGE = 10
local LAST_OFFSET = 90

return page.route({
  path = "/search",
  params = {
    query = params.string({
      max_bytes = svc.query_bytes,
      blank = true,
      default = "",
      description = "What to search for; a form may be sent empty, and shows what there is.",
    }),
    locale = params.locale(),
    section = params.section(),
    offset = params.integer({
      min = 0,
      max = LAST_OFFSET,
      default = 0,
      description = "Items before the page.",
    }),
  },
  published = true,

  handle = function(call)
    local asked = call.params
    local queries = not text.is_blank(asked.query) and { asked.query } or nil
    local found = site.find(call, queries, PAGE, LAST_OFFSET, "marks")
    found.advice = queries and asked.offset == 0 and site.advise(call, queries) or nil
    return page.answer(call, listing.found(call, asked, found, svc.sections))
  end,
})
