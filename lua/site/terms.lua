--- The terms of the texts that are served, for readers and operators.

local credits = require("site.credits")
local page = require("site.page")
local svc = require("svc")
local words = require("base.locales")

local terms = {}

--- The path of the page in a language.
-- @tparam string locale
-- @treturn string
function terms.path(locale) return "/terms/" .. locale end

local WHOLE = "# %s\n\n%s\n\n%s## %s\n\n%s\n\n## %s\n\n%s\n"
local SOURCE = "### %s: %s\n\n%s\n\n**%s** %s\n\n- %s: %s\n- %s: <%s>\n- %s: <%s>\n"

--- A source, with what is known of its terms.
local function source(heading, from, known, w)
  return SOURCE:format(
    heading,
    from.label,
    from.notice,
    w.terms_known,
    known or w.terms_unknown,
    w.publisher,
    from.publisher,
    w.terms,
    from.terms.url,
    w.source,
    from.source_url
  )
end

--- The sources of the Quran in a language, as Markdown.
local function sources(publication, locale, w)
  local reference = publication:quran(1, 1, 1, locale, false)
  if not reference then return w.terms_none end
  local from, known = reference.sources, publication:terms(locale)
  return table.concat({
    source(w.arabic, from.arabic, known.arabic, w),
    source(w.translation, from.translation, known.translation, w),
    source(w.tafsir, reference.tafsir_access.source, known.tafsir, w),
  }, "\n")
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
  return {
    alternates = alternates,
    kind = "docs",
    lang = locale,
    markdown = WHOLE:format(
      w.terms_title,
      w.terms_about,
      credit and credits.markdown(credit) .. "\n\n" or "",
      w.quran,
      sources(call.publication, locale, w),
      w.terms_operator,
      w.terms_clear
    ),
    markdown_path = terms.path(locale) .. ".md",
    path = terms.path(locale),
    title = w.terms_title,
  }
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
