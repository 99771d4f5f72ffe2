--- Authors and licence of the texts of a publication. A publication that
-- does not say so has none, and its pages say nothing.

local page = require("site.page")
local text = require("base.text")
local words = require("base.locales")

local credits = {}

--- Credits of a publication in a language. One that says a part of it, or whose licence is at no
-- address of the web, says nothing.
-- @tparam userdata publication
-- @tparam string locale
-- @treturn table|nil `authors`, `licence`, `url` of the licence, `locale`
function credits.of(publication, locale)
  local function told(id) return publication:label(locale, "credit", id) end
  local authors, licence, url = told("authors"), told("licence"), told("licence-url")
  if not (authors and licence and url and url:find("^https://")) then return nil end
  return { authors = authors, licence = licence, locale = locale, url = url }
end

--- Adds who wrote a text and its licence to the facts of its page.
-- @tparam table own
-- @tparam function add `add(term, html)`
function credits.facts(own, add)
  local w = words[own.locale]
  add(w.authors, page.escape(own.authors))
  add(
    w.licence,
    page.fill('<a rel="external license noopener" href="{url}">{licence}</a>', own)
  )
end

--- The same as one line of Markdown.
-- @tparam table own
-- @treturn string
function credits.markdown(own)
  local w = words[own.locale]
  local authors, licence = text.markdown(own.authors), text.markdown(own.licence)
  return ("%s: %s · %s: [%s](%s)"):format(w.authors, authors, w.licence, licence, own.url)
end

--- The same for schema.org.
-- @tparam table own
-- @treturn table members of a creative work
function credits.linked_data(own)
  return { author = { ["@type"] = "Organization", name = own.authors }, license = own.url }
end

return credits
