--- The home of a language: what this is, and what there is, with counts.

local crumbs = require("site.crumbs")
local text = require("base.text")
local words = require("base.locales")

local home = {}

--- The sections in the order in which readers meet them.
local SECTIONS = { "material", "tryout", "articles", "quran" }

--- How many of the newest articles it shows, and the surahs that many look for.
local NEWEST, SURAHS = 3, { 1, 18, 36, 55, 67, 112 }

--- Folders of a section that it shows at most: more than people look through. The page of the
-- section leads to the rest.
local FOLDERS = 50

local WHOLE = "# %s\n\n%s [%s](/proven/%s.md).\n\n%s\n\n## %s\n\n[%s](/docs.md)\n"

local function link(locale, route, name, said)
  return ("- [%s](/%s/%s.md)%s"):format(text.markdown(name), locale, route, said)
end

--- The name of a folder for people: its own name behind those of the folders around it.
local function name_of(publication, locale, path)
  local names = {}
  for count = 2, crumbs.depth(path) do
    names[count - 1] = crumbs.label(publication, locale, crumbs.head(path, count))
  end
  return table.concat(names, " · ")
end

local function known_surahs(publication, locale, lines)
  for _, number in ipairs(SURAHS) do
    local item = publication:route(locale, "quran/" .. number)
    if item then lines[#lines + 1] = link(locale, item.route, item.title, "") end
  end
end

local function new_articles(publication, locale, lines)
  for _, item in ipairs(publication:newest(locale, "articles", NEWEST)) do
    lines[#lines + 1] = link(locale, item.route, item.title, "")
  end
end

--- The list of a section besides its folders.
local MORE = { articles = new_articles, quran = known_surahs }

--- A section as Markdown; nil where the language has nothing of it.
local function section(publication, locale, id)
  local list, count = publication:folders(locale, id, FOLDERS + 1)
  if not list[1] then return nil end
  local root = list[1].path:match("^[^/]+")
  local heading = ("## [%s](/%s/%s.md) (%d)"):format(words[locale][id], locale, root, count)
  local lines = {}
  local more = #list > FOLDERS and table.remove(list)
  for _, folder in ipairs(list) do
    local name = folder.path ~= root and name_of(publication, locale, folder.path)
    if name then
      lines[#lines + 1] = link(locale, folder.path, name, (" (%d)"):format(folder.count))
    end
  end
  if more then lines[#lines + 1] = link(locale, root, words[locale].everything, "") end
  if MORE[id] then MORE[id](publication, locale, lines) end
  return heading .. "\n\n" .. table.concat(lines, "\n")
end

--- The home of a language.
-- @tparam table call
-- @tparam string locale
-- @treturn table view of `page.answer`
function home.of(call, locale)
  local w, parts, alternates = words[locale], {}, {}
  for _, id in ipairs(SECTIONS) do
    parts[#parts + 1] = section(call.publication, locale, id)
  end
  for other in pairs(words) do
    alternates[other] = "/" .. other
  end
  local shown = table.concat(parts, "\n\n")
  return {
    alternates = alternates,
    chooser = "/",
    description = w.home_about,
    kind = "home",
    lang = locale,
    markdown = WHOLE:format(
      w.home_title,
      w.home_about,
      w.verify_more,
      locale,
      shown,
      w.developers,
      w.developers_about
    ),
    markdown_path = ("/%s.md"):format(locale),
    path = "/" .. locale,
    title = w.home_title,
  }
end

return home
