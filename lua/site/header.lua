--- The head of every page: the way home, the search with results as one types, the sections, and
-- the switch between languages.

local asset = require("site.asset")
local face = require("base.face")
local svc = require("svc")
local template = require("site.template")
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

local CURRENT = '<li><span aria-current="true" lang="%s">%s</span></li>'
local OTHER = '<li><a href="{path_%s}" hreflang="%s" lang="%s">%s</a></li>'
local SECTION = '<a href="{path}"{!current}>{word}</a>'

--- The sections in the order in which readers meet them.
header.SECTIONS = { "material", "tryout", "articles", "quran" }

--- A link for each language, whose paths are places.
local function languages(current)
  local items = {}
  for i, code in ipairs(svc.locales) do
    local name = template.escape(words[code].name)
    items[i] = code == current and CURRENT:format(code, name)
      or OTHER:format(code, code, code, name)
  end
  return svc.template(table.concat(items), {})
end

--- The name of the site, or its logo.
local function brand()
  if not face.files.logo then return template.escape(face.name) end
  local values = { name = face.name, path = asset.path("logo") }
  return template.fill('<img src="{path}" alt="{name}">', values)
end

--- The header in each language. Its places are given a value by `header.add`.
header.templates = template.localised(
  HEADER,
  function(w, locale)
    return {
      all_results = w.all_results,
      brand = brand(),
      items = languages(locale),
      kinds = svc.json(w.kinds),
      lang = locale,
      language = w.name,
      languages = w.languages,
      longest = svc.query_bytes,
      name = face.name,
      none = w.none,
      prompt = w.prompt,
      search = w.search,
      search_label = w.search_label,
      suggestions = w.suggestions,
      unreachable = w.unreachable,
    }
  end
)

--- The sections that a publication has in a locale.
-- @treturn {table,...} `id`, and `path` of the page that lists the section
local function sections_of(publication, locale)
  local rows = {}
  for _, id in ipairs(header.SECTIONS) do
    local folder = publication:folders(locale, id, 1)[1]
    local root = folder and folder.path:match("^[^/]+")
    if root then rows[#rows + 1] = { id = id, path = ("/%s/%s"):format(locale, root) } end
  end
  return rows
end

--- A link for each section; the one of `path` is marked.
local function linked(rows, locale, path)
  local links = {}
  for i, row in ipairs(rows) do
    links[i] = template.fill(SECTION, {
      current = row.path == path and ' aria-current="true"' or "",
      path = row.path,
      word = words[locale][row.id],
    })
  end
  return table.concat(links, " ")
end

--- The links to the sections: publication -> locale -> path of the section that is marked, or `""`
-- -> HTML.
local known = setmetatable({}, { __mode = "k" })

local function sections(publication, locale)
  local own = known[publication] or {}
  known[publication] = own
  if not own[locale] then
    local rows = sections_of(publication, locale)
    own[locale] = { [""] = linked(rows, locale, "") }
    for _, row in ipairs(rows) do
      own[locale][row.path] = linked(rows, locale, row.path)
    end
  end
  return own[locale]
end

--- Adds the values of the header of a page: the query, a link for each section, the one of the page
-- marked, and one for each language: to the same page where it has one, else to its home.
-- @tparam table values
-- @tparam table view see `page.answer`
-- @tparam userdata|nil publication
function header.add(values, view, publication)
  values.query, values.sections = view.query or "", ""
  if publication then
    local links = sections(publication, view.lang)
    values.sections = links[view.path:match("^/[^/]*/[^/]*")] or links[""]
  end
  local paths = view.switch or view.alternates or {}
  for _, locale in ipairs(svc.locales) do
    values["path_" .. locale] = paths[locale] or "/" .. locale
  end
end

return header
