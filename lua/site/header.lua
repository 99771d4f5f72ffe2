--- The head of every page: the way home, the search with results as one types, the sections, and
-- the switch between languages.

local asset = require("site.asset")
local face = require("base.face")
local svc = require("svc")
local words = require("base.locales")

local header = {}

local HEADER = face.template(
  "header",
  [[
<header>
<a class="brand" href="/{lang}">{!brand}</a>
<form action="/search" role="search">
<input type="hidden" name="locale" value="{lang}">
<input id="find" type="search" name="query" value="{query}" aria-label="{search_label}"
 placeholder="{prompt}" maxlength="{longest}" autocomplete="off" data-search="/suggest">
<button>{search}</button>
<div class="found" data-markdown-ignore data-none="{none}" data-failed="{unreachable}"
 data-all="{all_results}" data-counted="{suggestions}" data-kinds="{kinds}"></div>
<span class="said" role="status" data-markdown-ignore></span>
</form>
<details class="languages" data-markdown-ignore>
<summary aria-label="{languages}: {language}">{language}</summary>
<ul>{!items}</ul></details>
<nav aria-label="{name}">{!sections}</nav>
</header>
]]
)

local CURRENT = '<li><span aria-current="true" lang="{locale}">{name}</span></li>'
local OTHER = '<li><a href="{path}" hreflang="{locale}" lang="{locale}">{name}</a></li>'
local SECTION = '<a href="{path}"{!current}>{word}</a>'

--- The sections in the order in which readers meet them.
header.SECTIONS = { "material", "tryout", "articles", "quran" }

--- The kinds of what is found, by locale, as a script reads them.
local kinds = {}
for locale, w in pairs(words) do
  kinds[locale] = svc.json(w.kinds)
end

--- A link for each language: to the same page where it has one, else to its home.
local function languages(view, fill)
  local items, paths = {}, view.switch or view.alternates or {}
  for i, locale in ipairs(svc.locales) do
    items[i] = fill(locale == view.lang and CURRENT or OTHER, {
      locale = locale,
      name = words[locale].name,
      path = paths[locale] or "/" .. locale,
    })
  end
  return table.concat(items)
end

--- The sections that a publication has in a locale: publication -> locale -> rows.
local known = setmetatable({}, { __mode = "k" })

--- The sections that there are.
-- @treturn {table,...} `id`, and `path` of the page that lists the section
local function sections_of(publication, locale)
  local own = known[publication] or {}
  known[publication] = own
  if not own[locale] then
    own[locale] = {}
    for _, id in ipairs(header.SECTIONS) do
      local folder = publication:folders(locale, id, 1)[1]
      local root = folder and folder.path:match("^[^/]+")
      if root then
        table.insert(own[locale], { id = id, path = ("/%s/%s"):format(locale, root) })
      end
    end
  end
  return own[locale]
end

--- A link for each section; the one that the page belongs to is marked.
local function sections(view, publication, fill)
  local links = {}
  for i, row in ipairs(publication and sections_of(publication, view.lang) or {}) do
    local path = view.path or ""
    local within = path == row.path or path:sub(1, #row.path + 1) == row.path .. "/"
    links[i] = fill(SECTION, {
      current = within and ' aria-current="true"' or "",
      path = row.path,
      word = words[view.lang][row.id],
    })
  end
  return table.concat(links, " ")
end

--- The name of the site, or its logo.
local function brand(name, fill)
  local logo = face.files.logo
  if not logo then return fill("{name}", { name = name }) end
  return fill('<img src="{path}" alt="{name}">', { name = name, path = asset.path("logo") })
end

--- The header of a page as HTML.
-- @tparam table view see `page.answer`
-- @tparam table call
-- @tparam string name of the site
-- @tparam function fill see `page.fill`
-- @treturn string
function header.of(view, call, name, fill)
  local w = words[view.lang]
  return fill(HEADER, {
    all_results = w.all_results,
    brand = brand(name, fill),
    items = languages(view, fill),
    kinds = kinds[view.lang],
    lang = view.lang,
    language = w.name,
    languages = w.languages,
    longest = svc.query_bytes,
    name = name,
    none = w.none,
    prompt = w.prompt,
    query = view.query or "",
    search = w.search,
    search_label = w.search_label,
    sections = sections(view, call.publication, fill),
    suggestions = w.suggestions,
    unreachable = w.unreachable,
  })
end

return header
