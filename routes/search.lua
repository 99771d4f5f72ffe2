--- Items that match, a page at a time; without a query, all of them in a fixed order.
local svc = require("svc")
local params = require("web.params")
local site = require("site")

local LAST_OFFSET = 9

return {
  method = "GET",
  path = "/v1/search",
  operation = "searchSvcContent",
  summary = "Search the content",
  description = "Finds lessons, articles, exams and surahs by up to four phrasings in one locale.",
  params = {
    query = params.strings({
      max_items = svc.phrasings,
      max_bytes = svc.query_bytes,
      description = "A phrasing to search for, at most "
        .. svc.query_bytes
        .. " bytes of UTF-8; repeat it for others. "
        .. "Names, years, IDs and URLs are matched exactly; so is a phrase in quotation marks "
        .. "outside a question, and -word leaves out what has the word. "
        .. "Without it the content is browsed.",
      example = svc.array({ "quadratic equations" }),
      shown = true,
      filled = true,
    }),
    section = params.section(),
    locale = params.locale({ description = "Language of the content." }),
    limit = params.integer({
      min = 1,
      max = 10,
      default = 10,
      description = "Most items of the page.",
      example = 5,
    }),
    offset = params.integer({
      min = 0,
      max = LAST_OFFSET,
      default = 0,
      description = "Items before the page; take it from `next_offset`.",
      example = 0,
    }),
  },
  answer = { schema = "SearchResult", description = "A page of results." },
  links = {
    readItem = {
      operation = "getSvcContent",
      parameters = { ref = "$response.body#/items/0/content_id" },
      description = "Reads the first item; it can be read when it has a `markdown_url`.",
    },
    quoteSurah = {
      operation = "getSvcQuranReference",
      parameters = { locale = "$response.body#/items/0/locale" },
      description = "Quotes a surah that was found: its number ends the item's `route`.",
    },
  },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_search_content",
    brief = "finds content by up to four phrasings",
    title = "Search lessons, articles, exams and the Quran",
    description = "Finds content by up to four phrasings. Read a result by its `content_id` with "
      .. "svc_get_content when it has a `markdown_url`; else only cite its `url`.",
  },

  handle = function(call)
    local asked, items = call.params, svc.array()
    local next_offset = asked.offset + asked.limit
    asked.queries = asked.query
    local page = call.publication:search(asked)
    for i, hit in ipairs(page.items) do
      items[i] = site.describe(hit, call.config)
      items[i].description = hit.description or ""
      items[i].excerpt = hit.excerpt
    end
    local result = { count = #items, items = items, limit = asked.limit, offset = asked.offset }
    result.has_more = page.has_more and next_offset <= LAST_OFFSET
    if result.has_more then result.next_offset = next_offset end
    return result
  end,
}
