--- Metadata in the head of a page: addresses, other languages, Open Graph, JSON-LD.

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
  return (svc.json(tables.merge(own, view.linked_data or {})):gsub("<", "\\u003c"))
end

--- Rows of Open Graph.
local function graph(view, site)
  return {
    { "og:title", view.title },
    { "og:description", view.description },
    { "og:type", TYPES[view.kind] and "article" or "website" },
    { "og:url", site .. view.path },
    { "og:locale", COUNTRIES[view.lang] or view.lang },
    { "og:site_name", face.name },
  }
end

--- The elements of a head.
-- @tparam table view see `page.answer`
-- @tparam table call
-- @tparam {table,...} list other languages, each with `locale` and `path`
-- @tparam function fill see `page.fill`
-- @treturn string
function meta.of(view, call, list, fill)
  local site, parts = call.config.site_url, {}
  local function add(template, values) parts[#parts + 1] = fill(template .. "\n", values) end
  if view.description then
    add('<meta name="description" content="{text}">', { text = view.description })
  end
  if view.unlisted then add('<meta name="robots" content="noindex">', {}) end
  add('<link rel="canonical" href="{url}">', { url = site .. view.path })
  local alternate = '<link rel="alternate" hreflang="{locale}" href="{url}">'
  for i, each in ipairs(list) do
    add(alternate, { locale = each.locale, url = site .. each.path })
    if i == 1 and #list > 1 then
      add(alternate, { locale = "x-default", url = site .. (view.chooser or each.path) })
    end
  end
  if view.markdown_path then
    add('<link rel="alternate" type="text/markdown" href="{url}">', {
      url = site .. view.markdown_path,
    })
  end
  add('<link rel="alternate" type="application/atom+xml" href="/{lang}/feed.atom">', view)
  for _, row in ipairs(graph(view, site)) do
    if row[2] then
      add('<meta property="{name}" content="{text}">', { name = row[1], text = row[2] })
    end
  end
  local data = linked_data(view, site)
  if data then add('<script type="application/ld+json">{!data}</script>', { data = data }) end
  return table.concat(parts)
end

return meta
