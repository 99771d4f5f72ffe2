--- The search for people, without a script in the browser.
local svc = require("svc")
local facets = require("site.facets")
local lessons = require("site.path")
local listing = require("site.listing")
local page = require("site.page")
local params = require("web.params")
local site = require("site")
local text = require("base.text")

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
    subject = params.string({ max_bytes = 200, description = "A subject of lessons." }),
    level = params.choice({ values = lessons.LEVELS, description = "A level of lessons." }),
    offset = params.integer({
      min = 0,
      max = facets.MOST - facets.PAGE,
      default = 0,
      description = "Items before the page.",
    }),
  },
  published = true,

  handle = function(call)
    local query = call.params.query
    local queries = not text.is_blank(query) and { query } or nil
    local found, asked = facets.find(call, queries)
    found.advice = queries and asked.offset == 0 and site.advise(call, queries) or nil
    return page.answer(call, listing.found(call, asked, found))
  end,
})
