--- The search for people, without a script in the browser.
local svc = require("svc")
local listing = require("site.listing")
local page = require("site.page")
local params = require("web.params")
local site = require("site")
local text = require("base.text")

local PAGE = 10
local LAST_OFFSET = 90

--- The other locales in which a search finds something.
local function elsewhere(call, queries)
  local locales = {}
  for _, locale in ipairs(svc.locales) do
    local asked =
      { queries = queries, locale = locale, section = call.params.section, limit = 1 }
    if locale ~= call.params.locale and call.publication:search(asked).items[1] then
      locales[#locales + 1] = locale
    end
  end
  return locales
end

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
    local found = site.find(call, queries, PAGE, LAST_OFFSET, true)
    local nothing = queries and asked.offset == 0 and #found.items == 0
    found.elsewhere = nothing and elsewhere(call, queries) or {}
    return page.answer(call, listing.found(call, asked, found, svc.sections))
  end,
})
