--- Pages of what lies below a path: a section, a subject, the try-outs of a country or of an exam.

local crumbs = require("site.crumbs")
local lessons = require("site.path")
local listing = require("site.listing")
local page = require("site.page")
local site = require("site")
local surah = require("site.surah")
local words = require("site.locales")

local section = {}

local GROUP = '<h2><a href="{path}">{label}</a></h2>\n'
local LIST = '<ul class="items">\n{!items}</ul>\n'
local ITEM = '<li><a href="{path}">{title}</a>{!note}{!about}</li>\n'
local SURAH = '<li><a href="{path}">{title}</a> <bdi lang="ar" dir="rtl">{arabic_name}</bdi>'
  .. " · <span{!meant_in}>{meaning}</span></li>\n"
local SUMMARY = '<p>{count} · {word}: <a href="{path}">{title}</a></p>\n'

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

local function path_of(item) return site.url(item, { site_url = "" }) end

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
local function item_of(item, call)
  local path = path_of(item)
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
    ("- [%s](%s.md)%s%s"):format(
      item.title,
      path,
      item.readable and "" or (" (%s)"):format(words[item.locale].cited),
      about and ": " .. about or ""
    )
end

--- A list of items as HTML and as Markdown.
local function listed(items, call)
  local html, markdown = {}, {}
  for i, item in ipairs(items) do
    html[i], markdown[i] = item_of(item, call)
  end
  return page.fill(LIST, { items = table.concat(html) }), table.concat(markdown, "\n")
end

--- What there is of a subject, and where to begin, as HTML and as Markdown.
local function summary(items, call, path)
  local first = items[1]
  local w = words[first.locale]
  local step = lessons.below(call.publication, first.locale, path)[1]
  local values = {
    count = w.lessons:format(#items),
    path = step and step.path or path_of(first),
    title = step and step.title or first.title,
    word = w.first_lesson,
  }
  local markdown = ("[%s](/%s/%s.md) · %s: [%s](%s.md)"):format(
    values.count,
    first.locale,
    path,
    values.word,
    values.title,
    values.path
  )
  return page.fill(SUMMARY, values), markdown
end

--- The path of a subject, then the lessons outside it.
local function whole_subject(steps, items, call)
  local rest = {}
  for _, item in ipairs(items) do
    if not lessons.of(item, call.publication) then rest[#rest + 1] = item end
  end
  local html, markdown = lessons.list(steps)
  if #rest == 0 then return html, markdown end
  local word = words[items[1].locale].further
  local rest_html, rest_markdown = listed(rest, call)
  return html .. page.fill("<h2>{word}</h2>\n", { word = word }) .. rest_html,
    ("%s\n\n## %s\n\n%s"):format(markdown, word, rest_markdown)
end

--- Items in the order given, those of each path below `count` segments apart: `{ path, items }`.
local function grouped(items, count)
  local groups = {}
  for _, item in ipairs(items) do
    local deeper = crumbs.depth(item.route) > count + 1
    local path = deeper and crumbs.head(item.route, count + 1) or nil
    local last = groups[#groups]
    if not last or last.path ~= path then
      last = { path = path, items = {} }
      groups[#groups + 1] = last
    end
    table.insert(last.items, item)
  end
  return groups
end

--- Items as HTML and as Markdown, with a heading where a path below this one begins. Lessons are
-- counted there: their subjects list them.
local function written(items, call, count)
  local html, markdown = {}, {}
  for _, group in ipairs(grouped(items, count)) do
    local first = group.items[1]
    if group.path then
      local label = crumbs.label(call.publication, first.locale, group.path)
      local path = ("/%s/%s"):format(first.locale, group.path)
      html[#html + 1] = page.fill(GROUP, { path = path, label = label })
      markdown[#markdown + 1] = "## " .. label
    end
    local write = group.path and first.section == "material" and summary or listed
    local list_html, list_markdown = write(group.items, call, group.path)
    html[#html + 1], markdown[#markdown + 1] = list_html, list_markdown
  end
  return table.concat(html), table.concat(markdown, "\n\n")
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
  local steps = lessons.below(call.publication, locale, path)
  local html, markdown
  if #steps > 0 then
    html, markdown = whole_subject(steps, items, call)
  else
    html, markdown = written(items, call, count)
  end
  return {
    alternates = alternates(first, call, count),
    html = function()
      local heading = page.fill("<h1>{title}</h1>\n", { title = title })
      return crumbs.html(call, locale, path, first.section)
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
