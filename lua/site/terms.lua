--- The terms of the texts that are served, for readers and operators.

local blocks = require("site.blocks")
local credits = require("site.credits")
local page = require("site.page")
local svc = require("svc")
local tables = require("base.tables")
local words = require("base.locales")

local terms = {}

--- The path of the page in a language.
-- @tparam string locale
-- @treturn string
function terms.path(locale) return "/terms/" .. locale end

--- Adds a source, with what is known of its terms.
local function add_source(shown, heading, from, known, w)
  tables.append(shown, {
    { "h3", ("%s: %s"):format(heading, from.label) },
    { "p", from.notice },
    { "p", { { strong = w.terms_known }, " " .. (known or w.terms_unknown) } },
    {
      "ul",
      ("%s: %s"):format(w.publisher, from.publisher),
      { w.terms .. ": ", { url = from.terms.url } },
      { w.source .. ": ", { url = from.source_url } },
    },
  })
end

--- Adds the sources of the Quran in a language.
local function add_sources(shown, publication, locale, w)
  local reference = publication:quran(1, 1, 1, locale, false)
  if not reference then
    shown[#shown + 1] = { "p", w.terms_none }
    return
  end
  local from, known = reference.sources, publication:terms(locale)
  add_source(shown, w.arabic, from.arabic, known.arabic, w)
  add_source(shown, w.translation, from.translation, known.translation, w)
  add_source(shown, w.tafsir, reference.tafsir_access.source, known.tafsir, w)
end

local alternates = {}
for _, locale in ipairs(svc.locales) do
  alternates[locale] = terms.path(locale)
end

--- The page of a language.
-- @tparam table call
-- @tparam string locale
-- @treturn table view of `page.answer`
function terms.of(call, locale)
  local w, credit = words[locale], credits.of(call.publication, locale)
  local shown = { { "h1", w.terms_title }, { "p", w.terms_about } }
  if credit then shown[3] = { "p", credits.line(credit) } end
  shown[#shown + 1] = { "h2", w.quran }
  add_sources(shown, call.publication, locale, w)
  shown[#shown + 1] = { "h2", w.terms_operator }
  shown[#shown + 1] = { "p", w.terms_clear }
  return blocks.fill({
    alternates = alternates,
    kind = "docs",
    lang = locale,
    markdown_path = terms.path(locale) .. ".md",
    path = terms.path(locale),
    title = w.terms_title,
  }, shown, call)
end

--- One route for each language.
-- @treturn {table,...}
function terms.routes()
  local routes = {}
  for i, locale in ipairs(svc.locales) do
    routes[i] = page.route({
      path = terms.path(locale),
      published = true,
      handle = function(call) return page.answer(call, terms.of(call, locale)) end,
    })
  end
  return routes
end

return terms
