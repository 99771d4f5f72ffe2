--- The addresses of content on the site: what JSON bodies, Markdown and pages link to.

local svc = require("svc")
local face = require("base.face")
local problem = require("web.problem")
local proof = require("site.proof")
local tables = require("base.tables")
local uri = require("base.uri")

local site = {}

--- The addresses of proofs.
site.proof = proof

--- The name of the site, as readers see it.
site.name = face.name

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

--- The path of a document.
-- @tparam table document with `locale` and `route`, and `verse` where one of its verses is meant
-- @treturn string root-relative
function site.path(document)
  local path = "/" .. document.locale .. "/" .. document.route
  return document.verse and path .. "#verse-" .. document.verse or path
end

--- The canonical URL of a document.
-- @tparam table document as `site.path` takes it
-- @tparam table config its `site_url`
-- @treturn string
function site.url(document, config) return config.site_url .. site.path(document) end

--- The URL of a document's Markdown form.
-- @tparam table document
-- @tparam table config its `site_url`
-- @treturn string|nil nil for an item that can only be cited
function site.markdown_url(document, config)
  if not document.readable then return nil end
  return config.site_url .. "/" .. document.locale .. "/" .. document.route .. ".md"
end

--- The address to which a reader reports an error: the operator's, with the title and the address
-- of the page. They are the subject and the text of a mail, unless the operator places them
-- elsewhere.
-- @tparam string path root-relative
-- @tparam string title
-- @tparam table config its `site_url`
-- @treturn string|nil nil where the operator names no address
function site.report(path, title, config)
  local own = face.report
  if not own then return nil end
  if own:find("^mailto:") and not own:find("{", 1, true) then
    own = own .. (own:find("?", 1, true) and "&" or "?") .. "subject={title}&body={address}"
  end
  local values = { title = uri.encode(title), address = uri.encode(config.site_url .. path) }
  return (own:gsub("{(%a+)}", values))
end

--- The number of a surah.
-- @tparam table document of the section `quran`
-- @treturn number
function site.surah(document) return math.tointeger(tonumber(document.route:match("/(%d+)$"))) end

--- The title of what was found: a verse is named as it is cited.
-- @tparam table document with `verse` where one of its verses is meant
-- @treturn string such as "Al-Baqarah 2:255"
function site.title(document)
  if not document.verse then return document.title end
  return ("%s %d:%d"):format(document.title, site.surah(document), document.verse)
end

--- Makes a document what answers say of it: the six identities, `locale`, `route`, `section`,
-- `title`, `description` and `markdown_url` (each nil where there is none), `url`. It is changed: a
-- copy of every item of every answer would cost more than all else about it.
-- @tparam table document as the engine gives it
-- @tparam table config its `site_url`
-- @treturn table the same
function site.describe(document, config)
  document.url, document.markdown_url =
    site.url(document, config), site.markdown_url(document, config)
  document.readable, document.updated, document.verse = nil, nil, nil
  return document
end

--- A page of a search, as its parameters ask for it. Sets `call.known`, true where there is nothing
-- to advise.
-- @tparam table call
-- @tparam number last the greatest offset that a page may have
-- @treturn table the contract's SearchResult, its items as one JSON text
function site.find(call, last)
  local asked = call.params
  local page = call.publication:search({
    queries = asked.query,
    locale = asked.locale,
    section = asked.section,
    limit = asked.limit,
    offset = asked.offset,
    site = call.config.site_url,
    json = true,
  })
  local next_offset = asked.offset + asked.limit
  if page.has_more and next_offset <= last then page.next_offset = next_offset end
  call.known, page.known = page.known, nil
  page.has_more, page.limit, page.offset = page.next_offset ~= nil, asked.limit, asked.offset
  return page
end

--- Advice on queries that find little, in the call's `locale`.
-- @tparam table call
-- @tparam {string,...} queries
-- @treturn table|nil `missing`, `meant` and `elsewhere` of `publication:advise`; nil where all
-- words are found as they are
function site.advise(call, queries)
  local advice = call.publication:advise({
    queries = queries,
    locale = call.params.locale,
    site = call.config.site_url,
  })
  return (advice.meant or advice.missing[1]) and advice or nil
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
