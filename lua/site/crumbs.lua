--- The steps that lead to an item: its language, its section, its subject.

local page = require("site.page")
local words = require("base.locales")

local crumbs = {}

--- The first segments of a route.
-- @tparam string route
-- @tparam integer count
-- @treturn string
function crumbs.head(route, count)
  local slash = 0
  for _ = 1, count do
    slash = route:find("/", slash + 1, true)
    if not slash then return route end
  end
  return route:sub(1, slash - 1)
end

--- The number of segments of a route.
function crumbs.depth(route)
  local depth, slash = 0, 0
  repeat
    depth, slash = depth + 1, route:find("/", slash + 1, true)
  until not slash
  return depth
end

--- Paths above an item that lists name with it, at most: section, subject and chapters, or country
-- and exam.
crumbs.ABOVE = 12

--- Visits the paths above a route that are not above another one, the one before it in a list.
-- @tparam string route
-- @tparam string before `""` where there is none
-- @tparam function visit `visit(path)`
function crumbs.above(route, before, visit)
  local slash = 0
  for _ = 1, crumbs.ABOVE do
    slash = route:find("/", slash + 1, true)
    if not slash then return end
    if before:sub(1, slash) ~= route:sub(1, slash) then visit(route:sub(1, slash - 1)) end
  end
end

--- The name of a folder for people: as the publication does, else by its last segment.
-- @tparam userdata publication
-- @tparam string locale
-- @tparam string path of the folder
-- @treturn string
function crumbs.label(publication, locale, path)
  local label = publication:label(locale, "folder", path)
  if label then return label end
  local last = path:match("^.*/(.*)$") or path
  return (last:gsub("%-", " "):gsub("^%l", string.upper))
end

--- The name of a path: that of its section, of the item there, or of the folder.
function crumbs.name(publication, locale, path, id)
  local item = publication:route(locale, path)
  if item then return item.title end
  if not path:find("/", 1, true) then return words[locale][id] end
  return crumbs.label(publication, locale, path)
end

--- A path above an item in every language, as the item tells.
-- @tparam table item a document
-- @tparam table call
-- @tparam integer count segments of the path
-- @treturn table locale -> path from the root of the site
function crumbs.alternates(item, call, count)
  local paths = {}
  for locale, id in pairs(call.publication:translations(item.content_id)) do
    local route = call.publication:document(id).route
    paths[locale] = ("/%s/%s"):format(locale, crumbs.head(route, count))
  end
  return paths
end

local HOME = page.localised(
  '<a href="/{lang}">{home}</a>',
  function(w, locale) return { home = w.home, lang = locale } end
)

local function steps(publication, locale, folder, id)
  local links = { page.fill(HOME[locale], {}) }
  for count = 1, folder == "" and 0 or crumbs.depth(folder) do
    local path = crumbs.head(folder, count)
    links[#links + 1] = page.fill(' › <a href="/{lang}/{path}">{name}</a>', {
      lang = locale,
      path = path,
      name = crumbs.name(publication, locale, path, id),
    })
  end
  return '<p class="crumbs" data-markdown-ignore>' .. table.concat(links) .. "</p>\n"
end

--- The links above the items of a folder: publication -> locale, section and folder -> HTML, of so
-- many folders at most.
local known, MOST = setmetatable({}, { __mode = "k" }), 4096

--- The steps that lead to an item or to a page of this kind, as HTML.
-- @tparam table call
-- @tparam string locale
-- @tparam string route
-- @tparam string id of its section
-- @treturn string
function crumbs.html(call, locale, route, id)
  local publication, folder = call.publication, route:match("^(.*)/") or ""
  local own, key = known[publication], locale .. ":" .. id .. ":" .. folder
  if not own or own.count == MOST then
    own = { count = 0, html = {} }
    known[publication] = own
  end
  if not own.html[key] then
    own.html[key], own.count = steps(publication, locale, folder, id), own.count + 1
  end
  return own.html[key]
end

return crumbs
