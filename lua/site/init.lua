--- The addresses of content on the site: what JSON bodies, Markdown and pages link to.

local svc = require("svc")
local problem = require("web.problem")
local proof = require("site.proof")
local tables = require("web.tables")

local site = {}

--- The addresses of proofs.
site.proof = proof

--- The languages of the content as a part of an English sentence.
-- @tparam string form of each: `%s` stands for its name, a second one for its code
-- @treturn string such as "English, Indonesian and German"
function site.languages(form)
  local names = tables.map(svc.locales, function(code)
    local name = svc.languages[code]:gsub("^%l", string.upper)
    return form:format(name, code)
  end)
  local last = table.remove(names)
  return table.concat(names, ", ") .. " and " .. last
end

--- The canonical URL of a document.
-- @tparam table document with `locale` and `route`, and `verse` where one of its verses is meant
-- @tparam table config its `site_url`
-- @treturn string
function site.url(document, config)
  local url = ("%s/%s/%s"):format(config.site_url, document.locale, document.route)
  return document.verse and ("%s#verse-%d"):format(url, document.verse) or url
end

--- The URL of a document's Markdown form.
-- @tparam table document
-- @tparam table config its `site_url`
-- @treturn string|nil nil for an item that can only be cited
function site.markdown_url(document, config)
  return document.readable and site.url(document, config):gsub("#.*", "") .. ".md" or nil
end

--- What every answer says of a document.
-- @tparam table document as the engine gives it
-- @tparam table config its `site_url`
-- @treturn table a new table: the six identities, `locale`, `route`, `section`, `title`,
-- `description` and `markdown_url` (each nil where there is none), `url`
function site.describe(document, config)
  return {
    alignmentId = document.alignmentId,
    assetId = document.assetId,
    conceptId = document.conceptId,
    content_id = document.content_id,
    description = document.description,
    learningObjectId = document.learningObjectId,
    lensId = document.lensId,
    locale = document.locale,
    markdown_url = site.markdown_url(document, config),
    route = document.route,
    section = document.section,
    title = document.title,
    url = site.url(document, config),
  }
end

--- The Markdown text of a document.
-- @tparam table document
-- @tparam userdata publication that it came from
-- @tparam table config its `site_url`
-- @treturn string|nil
-- @treturn table|nil the problem where the item can only be cited
function site.text(document, publication, config)
  if document.readable then return publication:text(document.content_id) end
  return problem.refuse("CONTENT_NOT_FOUND", {
    detail = "This item has no text here and can only be cited.",
    resolution = "Cite its canonical URL: " .. site.url(document, config),
  })
end

return site
