--- A range of verses of one surah.
local svc = require("svc")
local fields = require("site.fields")
local params = require("web.params")
local problem = require("web.problem")
local quoting = require("site.quoting")
local site = require("site")

--- The fault of a range of verses of an existing surah, with its number and name; or nil.
local function fault_of(first, last, surah, verses, longest)
  if first > verses or last > verses then
    local fault = "Surah %s ends with verse %d; %d to %d were asked for."
    return fault:format(surah, verses, first, last)
  elseif last < first then
    return ("`to_verse` %d comes before `from_verse` %d."):format(last, first)
  elseif last - first >= longest then
    return ("A range holds at most %d verses; it has %d."):format(longest, last - first + 1)
  end
end

return {
  method = "GET",
  path = "/v1/quran/{surah}",
  operation = "getSvcQuranReference",
  summary = "Read verses of the Quran",
  description = "Up to {quran_max_verses} verses with translation, notes, sources and tafsir.",
  params = {
    surah = params.integer({
      from = "path",
      min = 1,
      max = svc.surahs,
      missing = "SURAH_NOT_FOUND",
      understand = quoting.understand,
      description = "Number of the surah.",
      example = 2,
    }),
    from_verse = params.integer({
      min = 1,
      default = 1,
      understand = quoting.understand_verses,
      description = "First verse of the range.",
      example = 255,
      shown = true,
    }),
    to_verse = params.integer({
      min = 1,
      description = "Last verse, of {quran_max_verses} at most; `from_verse` when absent.",
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
  answer = { schema = "QuranReference", description = "The verses." },
  fields = fields.translated,
  problems = { "SURAH_NOT_FOUND" },
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_quran_reference",
    brief = "quotes verses with translation, notes and sources",
    advice = "Use it for every quotation, never your memory; a result titled "
      .. '"Al-Baqarah 2:255" is surah 2, verse 255. `include_tafsir` adds tafsir.',
    title = "Quote the Quran",
    description = "Quotes verses of one surah in Arabic and translation, with notes and sources, "
      .. "at most {quran_max_verses} a call. A long answer comes in parts: `window.next_start` is "
      .. "the `from_verse` of the next one.",
    params = quoting.params,
    output = quoting.output,
    finish = quoting.finish,
  },

  handle = function(call)
    local asked, publication = call.params, call.publication
    local number, locale, tafsir = asked.surah, asked.locale, asked.include_tafsir
    local first, last = asked.from_verse, asked.to_verse or asked.from_verse
    local verses, named = publication:verse_count(number), publication:surah(number, locale)
    local surah = named and ("%d, %s,"):format(number, named.name) or tostring(number)
    local fault = fault_of(first, last, surah, verses, call.config.quran_max_verses)
    if fault then return problem.refuse("UNPROCESSABLE_REQUEST", fault) end
    local passage =
      publication:quran_json(number, first, last, locale, tafsir, call.config.site_url)
    if not passage then return problem.refuse("SURAH_NOT_FOUND") end
    site.proof.link(call, site.proof.of_verses(locale, number, first, last))
    return passage
  end,
}
