--- Metadata in the head of a page: addresses, other languages, Open Graph, JSON-LD.

local asset = require("site.asset")
local face = require("base.face")
local svc = require("svc")
local tables = require("base.tables")
local template = require("site.template")

local meta = {}

--- Types of schema.org by section.
local TYPES = { articles = "Article", material = "LearningResource", tryout = "Quiz" }

--- Names of locales with the country that Open Graph asks for.
local COUNTRIES = { en = "en_GB", id = "id_ID", de = "de_DE" }

--- An item of the project's own as JSON-LD; nil for other pages. No text of it can end the element
-- it stands in.
local function linked_data(view, site)
  local type = TYPES[view.kind]
  if not type then return nil end
  local own = {
    ["@context"] = "https://schema.org",
    ["@type"] = type,
    dateModified = view.updated,
    description = view.description,
    inLanguage = view.lang,
    isAccessibleForFree = true,
    name = view.title,
    url = site .. view.path,
  }
  local json = svc.json(tables.merge(own, view.linked_data or {}))
  if not json:find("<", 1, true) then return json end
  return (json:gsub("<", "\\u003c"))
end

local HEAD = [[
{!early}{!described}{!unlisted}<link rel="canonical" href="{site}{path}">
{!others}{!markdown_link}<link rel="alternate" type="application/atom+xml" href="/{lang}/feed.atom">
<meta property="og:title" content="{title}">
{!og_description}<meta property="og:type" content="{type}">
<meta property="og:url" content="{site}{path}">
<meta property="og:locale" content="{country}">
<meta property="og:site_name" content="{name}">
{!data}]]

local EARLY = '<link rel="preload" as="font" type="font/woff2" href="{path}" crossorigin>\n'
local DESCRIBED = '<meta name="description" content="{description}">\n'
local OG_DESCRIPTION = '<meta property="og:description" content="{description}">\n'
local UNLISTED = '<meta name="robots" content="noindex">\n'
local OTHER = '<link rel="alternate" hreflang="{locale}" href="{site}{path}">\n'
local MARKDOWN = '<link rel="alternate" type="text/markdown" href="{site}{path}">\n'
local DATA = '<script type="application/ld+json">{!data}</script>\n'

--- The elements of a head in each language. `site` and `path` are those of the page, `title` is its
-- title, and `meta.add` gives the other places a value.
meta.templates = template.localised(
  HEAD,
  function(_, locale)
    return { country = COUNTRIES[locale] or locale, lang = locale, name = face.name }
  end
)

--- The element that leads to a page in a locale.
local OTHERS = template.localised(OTHER, function(_, locale) return { locale = locale } end)
local ANY = svc.template(OTHER, { locale = "x-default" })

--- Links to the same page in other languages, and to the one that leads on to any of them.
local function others_of(view, site)
  if not view.alternates then return "" end
  local links, to = {}, { site = site }
  local first
  for _, locale in ipairs(svc.locales) do
    to.path = view.alternates[locale]
    if to.path then links[#links + 1] = template.fill(OTHERS[locale], to) end
    first = first or to.path
  end
  if #links > 1 then
    to.path = view.chooser or first
    table.insert(links, 2, template.fill(ANY, to))
  end
  return table.concat(links)
end

--- Adds the values of the elements of a head.
-- @tparam table values with `site`, the address of the site
-- @tparam table view see `page.answer`
function meta.add(values, view)
  local data = linked_data(view, values.site)
  local early = view.preload and asset.find(view.preload)
  local markdown = view.markdown_path
  values.data = data and template.fill(DATA, { data = data }) or ""
  values.described = view.description and template.fill(DESCRIBED, view) or ""
  values.early = early and template.fill(EARLY, { path = early }) or ""
  values.markdown_link = markdown
      and template.fill(MARKDOWN, { site = values.site, path = markdown })
    or ""
  values.others = others_of(view, values.site)
  values.og_description = view.description and template.fill(OG_DESCRIPTION, view) or ""
  values.type = TYPES[view.kind] and "article" or "website"
  values.unlisted = view.unlisted and UNLISTED or ""
end

return meta
