--- Metadata in the head of a page: addresses, other languages, Open Graph, JSON-LD.

local asset = require("site.asset")
local face = require("base.face")
local svc = require("svc")
local tables = require("base.tables")

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
{!early}{!described}{!unlisted}<link rel="canonical" href="{url}">
{!others}{!markdown}<link rel="alternate" type="application/atom+xml" href="/{lang}/feed.atom">
<meta property="og:title" content="{title}">
{!told}<meta property="og:type" content="{type}">
<meta property="og:url" content="{url}">
<meta property="og:locale" content="{country}">
<meta property="og:site_name" content="{name}">
{!data}]]

local EARLY = '<link rel="preload" as="font" type="font/woff2" href="{path}" crossorigin>\n'
local DESCRIBED = '<meta name="description" content="{description}">\n'
local TOLD = '<meta property="og:description" content="{description}">\n'
local UNLISTED = '<meta name="robots" content="noindex">\n'
local OTHER = '<link rel="alternate" hreflang="{locale}" href="{url}">\n'
local MARKDOWN = '<link rel="alternate" type="text/markdown" href="{url}">\n'
local DATA = '<script type="application/ld+json">{!data}</script>\n'

--- Links to the same page in other languages, and to the one that leads on to any of them.
local function others_of(view, site, list, fill)
  local links = {}
  for i, each in ipairs(list) do
    links[#links + 1] = fill(OTHER, { locale = each.locale, url = site .. each.path })
    if i == 1 and #list > 1 then
      local url = site .. (view.chooser or each.path)
      links[#links + 1] = fill(OTHER, { locale = "x-default", url = url })
    end
  end
  return table.concat(links)
end

--- The elements of a head.
-- @tparam table view see `page.answer`
-- @tparam table call
-- @tparam {table,...} list other languages, each with `locale` and `path`
-- @tparam function fill see `page.fill`
-- @treturn string
function meta.of(view, call, list, fill)
  local site = call.config.site_url
  local data = linked_data(view, site)
  local early = view.preload and asset.find(view.preload)
  local at_markdown = view.markdown_path and { url = site .. view.markdown_path }
  return fill(HEAD, {
    country = COUNTRIES[view.lang] or view.lang,
    data = data and fill(DATA, { data = data }) or "",
    described = view.description and fill(DESCRIBED, view) or "",
    early = early and fill(EARLY, { path = early }) or "",
    lang = view.lang,
    markdown = at_markdown and fill(MARKDOWN, at_markdown) or "",
    name = face.name,
    others = others_of(view, site, list, fill),
    title = view.title,
    told = view.description and fill(TOLD, view) or "",
    type = TYPES[view.kind] and "article" or "website",
    unlisted = view.unlisted and UNLISTED or "",
    url = site .. view.path,
  })
end

return meta
