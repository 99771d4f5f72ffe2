--- The home of a language: what this is, and what there is, with counts.

local crumbs = require("site.crumbs")
local header = require("site.header")
local page = require("site.page")
local text = require("base.text")
local words = require("base.locales")

local home = {}

--- How many of the newest articles it shows, and the surahs that many look for.
local NEWEST, SURAHS = 3, { 1, 18, 36, 55, 67, 112 }

--- Folders of a section that it shows at most: more than people look through. The page of the
-- section leads to the rest.
local FOLDERS = 50

local WHOLE = "# %s\n\n%s [%s](%s/proven/%s.md).\n\n%s\n"

local MAIN = [[
<h1>{title}</h1>
<p class="lead">{about} <a href="/proven/{lang}">{more}</a></p>
{!parts}]]

local PART = [[
<section class="part"><h2><a href="{path}">{name}</a> <small>{count}</small></h2>
<ul class="cards">
{!items}</ul></section>
]]

local ITEM = '<li><a href="{path}">{name}</a>{!note}</li>\n'

--- The entries of a section: rows with `path` from the root of the site, `name`, and `note` where
-- something is said of it.
local function entry(locale, route, name, note)
  return { path = ("/%s/%s"):format(locale, route), name = name, note = note }
end

--- The name of a folder for people: its own name behind those of the folders around it.
local function name_of(publication, locale, path)
  local names = {}
  for count = 2, crumbs.depth(path) do
    names[count - 1] = crumbs.label(publication, locale, crumbs.head(path, count))
  end
  return table.concat(names, " · ")
end

local function known_surahs(publication, locale, entries)
  for _, number in ipairs(SURAHS) do
    local item = publication:route(locale, "quran/" .. number)
    if item then entries[#entries + 1] = entry(locale, item.route, item.title) end
  end
end

local function new_articles(publication, locale, entries)
  for _, item in ipairs(publication:newest(locale, "articles", NEWEST)) do
    entries[#entries + 1] = entry(locale, item.route, item.title)
  end
end

--- The list of a section besides its folders.
local MORE = { articles = new_articles, quran = known_surahs }

--- A section: its name, path, count and entries; nil where the language has nothing of it.
local function section(publication, locale, id)
  local list, count = publication:folders(locale, id, FOLDERS + 1)
  if not list[1] then return nil end
  local root = list[1].path:match("^[^/]+")
  local own = entry(locale, root, words[locale][id])
  own.count, own.entries = count, {}
  local more = #list > FOLDERS and table.remove(list)
  for _, folder in ipairs(list) do
    if folder.path ~= root then
      local name = name_of(publication, locale, folder.path)
      table.insert(own.entries, entry(locale, folder.path, name, folder.count))
    end
  end
  if more then table.insert(own.entries, entry(locale, root, words[locale].everything)) end
  if MORE[id] then MORE[id](publication, locale, own.entries) end
  return own
end

local function as_markdown(own, site_url)
  local lines = { ("## [%s](%s%s.md) (%d)\n"):format(own.name, site_url, own.path, own.count) }
  for _, row in ipairs(own.entries) do
    local note = row.note and (" (%d)"):format(row.note) or ""
    local name = text.markdown(row.name)
    lines[#lines + 1] = ("- [%s](%s%s.md)%s"):format(name, site_url, row.path, note)
  end
  return table.concat(lines, "\n")
end

local function as_html(own)
  local items = {}
  for i, row in ipairs(own.entries) do
    local note = row.note and (" <small>%d</small>"):format(row.note) or ""
    items[i] = page.fill(ITEM, { path = row.path, name = row.name, note = note })
  end
  return page.fill(PART, {
    count = own.count,
    items = table.concat(items),
    name = own.name,
    path = own.path,
  })
end

--- The home of a language.
-- @tparam table call
-- @tparam string locale
-- @treturn table view of `page.answer`
function home.of(call, locale)
  local w, parts, alternates = words[locale], {}, {}
  for _, id in ipairs(header.SECTIONS) do
    parts[#parts + 1] = section(call.publication, locale, id)
  end
  local function written(form)
    local list = {}
    for i, part in ipairs(parts) do
      list[i] = form(part, call.config.site_url)
    end
    return list
  end
  for other in pairs(words) do
    alternates[other] = "/" .. other
  end
  return {
    alternates = alternates,
    chooser = "/",
    description = w.home_about,
    html = function()
      return page.fill(MAIN, {
        about = w.home_about,
        lang = locale,
        more = w.verify_more,
        parts = table.concat(written(as_html)),
        title = w.home_title,
      })
    end,
    kind = "home",
    lang = locale,
    markdown = WHOLE:format(
      w.home_title,
      w.home_about,
      w.verify_more,
      call.config.site_url,
      locale,
      table.concat(written(as_markdown), "\n\n")
    ),
    markdown_path = ("/%s.md"):format(locale),
    path = "/" .. locale,
    title = w.home_title,
  }
end

return home
