--- Items that match, a page at a time; without a query, all of them in a fixed order.
local svc = require("svc")
local fields = require("site.fields")
local params = require("web.params")
local site = require("site")

local LAST_OFFSET = 9

local WORDS = { type = "array", items = { type = "string" } }

--- Advice of `site.advise`, for agents.
local ADVICE = {
  type = "object",
  required = { "missing", "elsewhere" },
  properties = { missing = WORDS, meant = { type = "string" }, elsewhere = WORDS },
}

return {
  method = "GET",
  path = "/v1/search",
  operation = "searchSvcContent",
  summary = "Search the content",
  description = "Finds lessons, articles, exams, surahs and verses by up to four phrasings in one "
    .. "locale, the best first. The first 19 of them can be reached: `offset` ends at 9, a page at "
    .. "10 items.",
  params = {
    query = params.strings({
      max_items = svc.phrasings,
      max_bytes = svc.query_bytes,
      description = "A phrasing to search for, at most "
        .. svc.query_bytes
        .. " bytes of UTF-8; repeat it for others. "
        .. "Names, years, IDs and URLs are matched exactly; an ID or URL of this service finds "
        .. "what it names, in the asked locale, and no more. A phrase in quotation marks outside a "
        .. "question is asked for as it is, and -word leaves out what has the word. Without it the "
        .. "content is browsed.",
      brief = 'Phrasings to search for; without any the content is browsed. "A phrase in quotation '
        .. 'marks" is asked for as it is, and -word leaves out what has the word.',
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
  fields = fields.localised,
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
    advice = "Give the `locale` of the person you answer; without `query` it browses.",
    title = "Search lessons, articles, exams and the Quran",
    description = 'Finds content by up to four phrasings. A result titled as "Al-Baqarah 2:255" '
      .. "is a verse: quote it with svc_get_quran_reference, surah 2, from_verse 255. Read others "
      .. "by `content_id` with svc_get_content where they have a `markdown_url`; else only cite "
      .. "their `url`.",
    output = { advice = ADVICE },
    finish = function(value, call)
      local asked = call.params
      local advises = asked.query and asked.offset == 0 and not call.known
      value.advice = advises and site.advise(call, asked.query) or nil
      return value
    end,
  },

  handle = function(call) return site.find(call, LAST_OFFSET) end,
}
