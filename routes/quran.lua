--- A range of verses of one surah.
local svc = require("svc")
local params = require("web.params")
local problem = require("web.problem")
local site = require("site")

--- What is wrong with a range of verses of a surah that exists, or nil.
local function fault_of(first, last, verses, longest)
  if first > verses or last > verses then
    local fault = "The surah ends with verse %d; %d to %d were asked for."
    return fault:format(verses, first, last)
  elseif last < first then
    return ("`to_verse` %d comes before `from_verse` %d."):format(last, first)
  elseif last - first >= longest then
    local fault = "A range holds at most %d verses; %d were asked for."
    return fault:format(longest, last - first + 1)
  end
end

return {
  method = "GET",
  path = "/v1/quran/{surah}",
  operation = "getSvcQuranReference",
  summary = "Read verses of the Quran",
  description = "Verses of an inclusive range with translation, notes, sources and tafsir access.",
  params = {
    surah = params.integer({
      from = "path",
      min = 1,
      max = svc.surahs,
      missing = "SURAH_NOT_FOUND",
      description = "Number of the surah.",
      example = 2,
    }),
    from_verse = params.integer({
      min = 1,
      default = 1,
      description = "First verse of the range.",
      example = 255,
      shown = true,
    }),
    to_verse = params.integer({
      min = 1,
      description = "Last verse of the range; `from_verse` when absent.",
      example = 257,
      shown = true,
    }),
    locale = params.locale({
      values = svc.quran_locales,
      description = "Language of the translation.",
    }),
    include_tafsir = params.boolean({
      default = false,
      description = "Include reviewed tafsir where the locale embeds an edition.",
      example = true,
    }),
  },
  answer = { schema = "QuranReference", description = "The verses.", headers = { "Link" } },
  problems = { "SURAH_NOT_FOUND" },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_quran_reference",
    brief = "quotes verses with translation, notes and sources",
    title = "Quote the Quran",
    description = "Quotes verses of one surah in Arabic and translation, with notes and sources. "
      .. "Ask for 20 verses or fewer at a time, so that the answer fits into a context.",
  },

  handle = function(call)
    local asked, publication = call.params, call.publication
    local first, last = asked.from_verse, asked.to_verse or asked.from_verse
    local verses = publication:verse_count(asked.surah)
    local fault = fault_of(first, last, verses, call.config.quran_max_verses)
    if fault then return problem.refuse("UNPROCESSABLE_REQUEST", fault) end
    local reference =
      publication:quran(asked.surah, first, last, asked.locale, asked.include_tafsir)
    if not reference then return problem.refuse("SURAH_NOT_FOUND") end
    reference.url = site.url(reference, call.config)
    reference.markdown_url = reference.url .. ".md"
    site.proof.link(call, site.proof.of_verses(asked.locale, asked.surah, first, last))
    return reference
  end,
}
