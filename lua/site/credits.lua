--- Authors and licence of the texts of a publication. A publication that
-- does not say so has none, and its pages say nothing.

local page = require("site.page")
local tables = require("base.tables")
local words = require("base.locales")

local credits = {}

local function is_web(url) return url ~= nil and url:find("^https://") ~= nil end

--- Credits of each publication in each language: publication -> locale -> credits.
local known = setmetatable({}, { __mode = "k" })

--- Credits of a publication in a language; none of those that say a part, or whose licence is at no
-- address of the web.
local function common(publication, locale)
  local own = known[publication] or {}
  known[publication] = own
  if not own[locale] then
    local function label_of(id) return publication:label(locale, "credit", id) end
    local all = {
      authors = label_of("authors"),
      licence = label_of("licence"),
      url = label_of("licence-url"),
    }
    own[locale] = all.authors and all.licence and is_web(all.url) and all or {}
  end
  return own[locale]
end

--- Credits of a publication in a language, and of a text what it states of its own.
-- @tparam userdata publication
-- @tparam string locale
-- @tparam[opt] string route of a text
-- @treturn table|nil `authors?`, `licence?`, `url?` of the licence, `locale`; those of a
-- publication have all
function credits.of(publication, locale, route)
  local all = common(publication, locale)
  local own = { authors = all.authors, licence = all.licence, url = all.url, locale = locale }
  if route then
    local function label_of(id) return publication:label(locale, "credit", id .. "/" .. route) end
    local licence = label_of("licence")
    own.authors = label_of("authors") or own.authors
    if licence then
      local url = label_of("licence-url")
      own.licence, own.url = licence, is_web(url) and url or nil
    end
  end
  return (own.authors or own.licence) and own or nil
end

--- Adds who wrote a text and its licence to the facts of its page.
-- @tparam table own
-- @tparam function add `add(term, html)`
function credits.facts(own, add)
  local w = words[own.locale]
  if own.authors then add(w.authors, page.escape(own.authors)) end
  if not own.licence then return end
  local link = '<a rel="external license noopener" href="{url}">{licence}</a>'
  add(w.licence, page.fill(own.url and link or "{licence}", own))
end

--- The same as one line.
-- @tparam table own
-- @treturn table a line as `site.blocks` takes it
function credits.line(own)
  local w, line = words[own.locale], {}
  if own.authors then tables.append(line, { w.authors .. ": ", { name = own.authors } }) end
  if own.authors and own.licence then line[#line + 1] = " · " end
  if own.licence then
    local licence = { name = own.licence }
    if own.url then licence = { url = own.url, licence } end
    tables.append(line, { w.licence .. ": ", licence })
  end
  return line
end

--- The same for schema.org.
-- @tparam table own
-- @treturn table members of a creative work
function credits.linked_data(own)
  local author = own.authors and { ["@type"] = "Organization", name = own.authors }
  return { author = author or nil, license = own.url or own.licence }
end

return credits
