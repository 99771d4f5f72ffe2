--- The taxonomy: the contents of the publication, and how to narrow them.
local svc = require("svc")
local fields = require("site.fields")
local params = require("web.params")

return {
  method = "GET",
  path = "/v1/taxonomy",
  operation = "getSvcTaxonomy",
  summary = "Read the taxonomy",
  description = "Locales, sections, article categories, try-out countries and exams, counts and "
    .. "tools. The subject of a lesson is its `lensId`: a search for one lists its lessons.",
  params = { locale = params.locale({ description = "Language of the labels." }) },
  answer = { schema = "Taxonomy", description = "The taxonomy." },
  fields = fields.translated,
  cache = "publication",
  counted = true,
  published = true,
  mcp = {
    name = "svc_get_taxonomy",
    brief = "lists sections, categories, countries and exams",
    title = "List sections, categories and exams",
    description = "Lists locales, sections, article categories, try-out countries and exams with "
      .. "their labels, and how many items each locale has. A subject is a `lensId` such as "
      .. "lens:material:physics; search for it to list its lessons.",
  },

  handle = function(call)
    local publication, locale = call.publication, call.params.locale
    local labels = publication:labels(locale)
    local tools = svc.array()
    for _, route in ipairs(call.app:tools()) do
      tools[#tools + 1] = route.mcp.name
    end
    return {
      articles = { categories = labels.categories },
      content_counts = publication:counts(),
      default_locale = svc.locales[1],
      endpoints = {
        direct = call.config.mcp_url,
        recommended = call.config.mcp_url,
        root_note = "MCP answers POST requests at this address only; the root of the host is "
          .. "not an MCP endpoint.",
      },
      locale = locale,
      locales = svc.locales,
      quran = { surah_count = svc.surahs },
      sections = svc.sections,
      tools = tools,
      tryout = { countries = labels.countries, exams = labels.exams },
    }
  end,
}
