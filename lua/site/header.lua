--- The head of every page: the way home, the search with results as one types, and the
-- switch between languages.

local svc = require("svc")
local words = require("base.locales")

local header = {}

local HEADER = [[
<header>
<a class="brand" href="/{lang}">{name}</a>
<form action="/search" role="search">
<input type="hidden" name="locale" value="{lang}">
<input id="find" type="search" name="query" value="{query}" aria-label="{search_label}"
 placeholder="{prompt}" maxlength="{longest}" autocomplete="off" data-search="/suggest">
<button>{search}</button>
<div class="found" data-markdown-ignore data-none="{none}" data-failed="{unreachable}"
 data-all="{all_results}" data-counted="{suggestions}" data-kinds="{kinds}"></div>
<span class="said" role="status" data-markdown-ignore></span>
</form>
<nav aria-label="{name}"><a href="/{lang}">{home}</a> <a href="/docs">API</a></nav>
<nav aria-label="{languages}"><ul class="languages">{!items}</ul></nav>
</header>
]]

local CURRENT = '<li><span aria-current="true" lang="{locale}">{name}</span></li>'
local OTHER = '<li><a href="{path}" hreflang="{locale}" lang="{locale}">{name}</a></li>'

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

--- The header of a page as HTML.
-- @tparam table view see `page.answer`
-- @tparam string name of the site
-- @tparam function fill see `page.fill`
-- @treturn string
function header.of(view, name, fill)
  local w = words[view.lang]
  return fill(HEADER, {
    all_results = w.all_results,
    home = w.home,
    items = languages(view, fill),
    kinds = svc.json(w.kinds),
    lang = view.lang,
    languages = w.languages,
    longest = svc.query_bytes,
    name = name,
    none = w.none,
    prompt = w.prompt,
    query = view.query or "",
    search = w.search,
    search_label = w.search_label,
    suggestions = w.suggestions,
    unreachable = w.unreachable,
  })
end

return header
