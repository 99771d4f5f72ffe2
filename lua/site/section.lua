--- Pages of what lies below a path: a section, a subject, the try-outs of a country or of an exam.

local crumbs = require("site.crumbs")
local listing = require("site.listing")
local page = require("site.page")
local site = require("site")
local surah = require("site.surah")
local words = require("site.locales")

local section = {}

local GROUP = '<h2><a href="{path}">{label}</a></h2>\n'
local LIST = '<ul class="items">\n{!items}</ul>\n'
local ITEM = '<li><a href="{path}">{title}</a>{!note}{!about}</li>\n'

--- The items below a path, surahs by their numbers, others by their routes.
local function items_below(publication, locale, path)
  local items, prefix = {}, path .. "/"
  for item in publication:each(locale) do
    if item.route:sub(1, #prefix) == prefix then items[#items + 1] = item end
  end
  if items[1] and items[1].section == "quran" then
    table.sort(items, function(a, b) return site.surah(a) < site.surah(b) end)
  end
  return items
end

--- The same path in every language, as the first item tells.
local function alternates(item, call, count)
  local paths = {}
  for locale, id in pairs(call.publication:translations(item.content_id)) do
    paths[locale] = ("/%s/%s"):format(
      locale,
      crumbs.head(call.publication:document(id).route, count)
    )
  end
  return paths
end

local SURAH = '<li><a href="{path}">{title}</a> <bdi lang="ar" dir="rtl">{arabic_name}</bdi>'
  .. " · <span{!meant_in}>{meaning}</span></li>\n"

--- A surah as an item of HTML and of Markdown, with its Arabic name and what it means.
local function surah_item(item, called, path)
  local title, arabic = site.surah(item) .. " " .. item.title, called.arabic_name
  return page.fill(SURAH, {
    arabic_name = arabic,
    meaning = called.meaning.text,
    meant_in = surah.meant_in(called.meaning, item.locale),
    path = path,
    title = title,
  }),
    ("- [%s](%s.md) %s · %s"):format(title, path, arabic, called.meaning.text)
end

--- An item as HTML and as Markdown.
local function item_of(item, call, path)
  local number = item.section == "quran" and site.surah(item)
  local called = number and call.publication:surah(number, item.locale)
  if called then return surah_item(item, called, path) end
  local about = item.description
  return page.fill(ITEM, {
    note = listing.note(item, words[item.locale]),
    path = path,
    title = item.title,
    about = about and page.fill("<p>{about}</p>", { about = about }) or "",
  }),
    ("- [%s](%s.md)%s"):format(item.title, path, about and ": " .. about or "")
end

--- Items as HTML and as Markdown, with a heading where a path below this one begins.
local function written(items, call, locale, count)
  local html, markdown, list, at = {}, {}, {}, nil
  local function finish()
    if #list > 0 then html[#html + 1] = page.fill(LIST, { items = table.concat(list) }) end
    list = {}
  end
  for _, item in ipairs(items) do
    local own = crumbs.depth(item.route) > count + 1 and crumbs.head(item.route, count + 1)
      or nil
    if own ~= at then
      finish()
      local name = own and crumbs.label(call.publication, locale, crumbs.last(own))
      html[#html + 1] = own
        and page.fill(GROUP, { path = ("/%s/%s"):format(locale, own), label = name })
      markdown[#markdown + 1] = own and ("\n## %s\n"):format(name)
      at = own
    end
    local own_html, own_markdown = item_of(item, call, site.url(item, { site_url = "" }))
    list[#list + 1], markdown[#markdown + 1] = own_html, own_markdown
  end
  finish()
  return table.concat(html), table.concat(markdown, "\n")
end

--- The page of a path.
-- @tparam table call
-- @tparam string locale
-- @tparam string path without the locale, such as `material/physics`
-- @treturn table|nil view of `page.answer`; nil where nothing lies below
function section.of(call, locale, path)
  local items = items_below(call.publication, locale, path)
  local first = items[1]
  if not first then return nil end
  local count, own = crumbs.depth(path), ("/%s/%s"):format(locale, path)
  local title = crumbs.name(call.publication, locale, path, first.section)
  local html, markdown = written(items, call, locale, count)
  return {
    alternates = alternates(first, call, count),
    html = function()
      local steps = crumbs.html(call, locale, path, first.section)
      local heading = page.fill("<h1>{title}</h1>\n", { title = title })
      return steps
        .. heading
        .. page.fill('<section class="{id}">{!html}</section>\n', {
          id = first.section,
          html = html,
        })
    end,
    kind = "listing",
    lang = locale,
    markdown = ("# %s\n\n%s\n"):format(title, markdown),
    markdown_path = own .. ".md",
    path = own,
    title = title,
  }
end

return section
