--- Pages of what lies below a path: a section, a subject, the try-outs of a country or of an exam.

local crumbs = require("site.crumbs")
local lessons = require("site.path")
local listing = require("site.listing")
local page = require("site.page")
local passage = require("site.passage")
local site = require("site")
local surah = require("site.surah")
local svc = require("svc")
local words = require("base.locales")

local section = {}

local GROUP = '<h2><a href="{path}">{label}</a></h2>\n'
local CARD = '<section class="card">\n{!html}</section>\n'
local LIST = '<ul class="items">\n{!items}</ul>\n'
local ITEM = '<li><a href="{path}">{title}</a>{!note}{!about}</li>\n'
local SURAH = '<li><a href="{path}">{title}</a> <span{!meaning_language}>{meaning}</span> '
  .. '<bdi lang="ar" dir="rtl">{arabic_name}</bdi> <small>{count} · {revelation}</small></li>\n'
local TURN = '<nav class="turn" aria-label="{label}">{!links}</nav>\n'
local SUMMARY =
  '<p>{count} · {word}: <a href="{path}">{title}</a></p>\n<p class="about">{about}</p>\n'

--- Lessons that the card of a subject names.
local TAUGHT = 5

--- Entries of a page at most: what people scroll through, for a fraction of the instructions that a
-- request may take.
section.MOST = 200

--- The content below a path: `steps` of the path of a subject, then the documents of each section;
-- `count` of all of them. Of a level there are only steps.
local function below(publication, locale, path, level)
  local own = { publication = publication, locale = locale, parts = {}, level = level }
  own.depth = crumbs.depth(path)
  own.steps = lessons.below(publication, locale, path, level)
  own.count = #own.steps
  for _, id in ipairs(svc.sections) do
    local skipped, count = publication:below(locale, id, path)
    if count > 0 then
      local ahead = skipped - own.count
      own.count = own.count + count
      table.insert(own.parts, { section = id, ahead = ahead, stop = own.count })
    end
  end
  if level and own.depth > 1 then own.count = #own.steps end
  return own
end

--- The document at a position, and the part that it belongs to.
local function document_at(own, position)
  for _, part in ipairs(own.parts) do
    if position < part.stop then
      local skipped = part.ahead + position
      return own.publication:each(own.locale, part.section, skipped)(), part
    end
  end
end

--- The entry at a position: a step, an item, or a subject with all that lies below it. It covers
-- the positions from `first` until before `stop`; `path` is that of a folder that it stands in.
local function entry_at(own, position)
  local entry = { first = position, stop = position + 1, step = own.steps[position + 1] }
  if entry.step then
    entry.path = lessons.chapter(entry.step, own.depth)
    return entry
  end
  local item, part = document_at(own, position)
  entry.item = item
  if #own.steps > 0 then
    entry.hidden = lessons.of(item, own.publication) ~= nil
    return entry
  end
  if crumbs.depth(item.route) <= own.depth + 1 then
    -- The text of a folder is behind the heading of what lies in it.
    entry.hidden = select(2, own.publication:below(own.locale, item.section, item.route)) > 0
    return entry
  end
  entry.path = crumbs.head(item.route, own.depth + 1)
  if item.section ~= "material" then return entry end
  local skipped, count = own.publication:below(own.locale, item.section, entry.path)
  entry.count, entry.first = count, skipped - part.ahead
  entry.stop, entry.item = entry.first + count, document_at(own, entry.first)
  if own.level then
    entry.level = own.level
    entry.count = #lessons.below(own.publication, own.locale, entry.path, own.level)
    entry.hidden = entry.count == 0
  end
  return entry
end

--- The entries from a position on, as many as a page has, and where the next page begins.
local function entries_from(own, position)
  local entries = {}
  while position < own.count and #entries < section.MOST do
    local entry = entry_at(own, position)
    if not entry.hidden then entries[#entries + 1] = entry end
    position = entry.stop
  end
  return entries, position < own.count and position or nil
end

--- The start of the page before a position; nil at the first one.
local function page_before(own, position)
  if position == 0 then return nil end
  local left = section.MOST
  while position > 0 and left > 0 do
    local entry = entry_at(own, position - 1)
    position, left = entry.first, left - (entry.hidden and 0 or 1)
  end
  return position
end

--- A surah as an item of HTML and of Markdown, with its Arabic name and what it means.
local function surah_item(item, called, path, site_url)
  local title, arabic = site.surah(item) .. " " .. item.title, called.arabic_name
  local w = words[item.locale]
  local count, revelation =
    w.count:format(svc.verse_count(site.surah(item))), w[called.revelation]
  return page.fill(SURAH, {
    arabic_name = arabic,
    count = count,
    revelation = revelation,
    meaning = called.meaning.text,
    meaning_language = surah.meaning_language(called.meaning, item.locale),
    path = path,
    title = title,
  }),
    ("- [%s](%s.md) %s %s %s · %s"):format(
      title,
      site_url .. path,
      called.meaning.text,
      arabic,
      count,
      revelation
    )
end

--- An item as HTML and as Markdown.
local function item_of(item, call)
  local path = site.path(item)
  local number = item.section == "quran" and site.surah(item)
  local called = number and call.publication:surah(number, item.locale)
  if called then return surah_item(item, called, path, call.config.site_url) end
  local about = item.description
  return page.fill(ITEM, {
    note = listing.note(item, words[item.locale]),
    path = path,
    title = item.title,
    about = about and page.fill("<p>{about}</p>", { about = about }) or "",
  }),
    ("- [%s](%s.md)%s%s"):format(
      item.title,
      call.config.site_url .. path,
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

--- An overview of a subject with a place to begin, as HTML and as Markdown.
local function summary(entry, call)
  local first = entry.item
  local w = words[first.locale]
  local steps = lessons.below(call.publication, first.locale, entry.path, entry.level)
  local step, titles = steps[1], {}
  for i = 2, math.min(#steps, TAUGHT) do
    titles[i - 1] = steps[i].title
  end
  local values = {
    about = table.concat(titles, " · "),
    count = w.lessons:format(entry.count),
    path = step and step.path or site.path(first),
    title = step and step.title or first.title,
    word = w.first_lesson,
  }
  local markdown = ("[%s](%s/%s/%s.md) · %s: [%s](%s.md)\n\n%s"):format(
    values.count,
    call.config.site_url,
    first.locale,
    entry.path,
    values.word,
    values.title,
    call.config.site_url .. values.path,
    values.about
  )
  return page.fill(SUMMARY, values), markdown
end

--- Entries in the order given, those of each folder apart: `path`, then `steps`, a `subject`, or
-- `items`.
local function grouped(entries)
  local groups = {}
  for _, entry in ipairs(entries) do
    local last = groups[#groups]
    local kind = entry.step and "steps" or entry.count and "subject" or "items"
    if not last or last.kind ~= kind or last.path ~= entry.path or kind == "subject" then
      last = { kind = kind, path = entry.path }
      groups[#groups + 1] = last
    end
    table.insert(last, entry.step or entry.count and entry or entry.item)
  end
  return groups
end

local WRITE = {
  items = listed,
  steps = function(steps, call) return lessons.list(steps, call.config.site_url) end,
  subject = function(subject, call) return summary(subject[1], call) end,
}

--- The heading of a group as HTML and as Markdown; nil where it needs none.
local function heading_of(group, own, call)
  if group.path then
    local label = crumbs.label(call.publication, own.locale, group.path)
    local path = ("/%s/%s"):format(own.locale, group.path)
    return page.fill(GROUP, { path = path, label = label }), "## " .. label
  end
  if group.kind ~= "items" or #own.steps == 0 then return nil end
  local word = words[own.locale].further
  return page.fill("<h2>{word}</h2>\n", { word = word }), "## " .. word
end

--- Entries as HTML and as Markdown, with a heading where a path below this one begins, and where
-- the lessons outside the path of a subject do. The lessons of a subject are counted: its page
-- lists them.
local function written(entries, own, call)
  local html, markdown = {}, {}
  for _, group in ipairs(grouped(entries)) do
    local heading, heading_markdown = heading_of(group, own, call)
    local list, list_markdown = WRITE[group.kind](group, call)
    local whole = (heading or "") .. list
    html[#html + 1] = group.kind == "subject" and page.fill(CARD, { html = whole }) or whole
    markdown[#markdown + 1] = heading_markdown
    markdown[#markdown + 1] = list_markdown
  end
  return html, markdown
end

local JUZ = '<details class="juz"><summary>{word}</summary><p>{!links}</p></details>\n'

--- Adds the beginnings of the thirty parts in which the Quran is read: folded above the list of
-- surahs, and below its Markdown.
local function add_juz(own, html, markdown, site_url)
  local w, links, lines = words[own.locale], {}, {}
  for number, begin in ipairs(passage.juz(own.locale)) do
    local values = { number = number, path = begin.path, verse = begin.verse }
    links[number] = page.fill('<a href="{path}#verse-{verse}">{number}</a>', values)
    lines[number] = ("[%d](%s%s.md)"):format(number, site_url, begin.path)
  end
  table.insert(html, 1, page.fill(JUZ, { links = table.concat(links, " "), word = w.juz }))
  markdown[#markdown + 1] = ("## %s\n\n%s"):format(w.juz, table.concat(lines, " "))
end

local function query_of(offset, level)
  local parts = {}
  if level then parts[1] = "level=" .. level end
  if offset > 0 then parts[#parts + 1] = "offset=" .. offset end
  return #parts > 0 and "?" .. table.concat(parts, "&") or ""
end

--- Adds the way to the pages before and behind this one.
local function add_turn(pages, locale, path, html, markdown, site_url)
  local w, links, lines = words[locale], {}, {}
  local rows =
    { { "prev", w.previous_page, pages.before }, { "next", w.next_page, pages.behind } }
  for _, row in ipairs(rows) do
    local rel, word, offset = table.unpack(row, 1, 3)
    if offset then
      local query = query_of(offset, pages.level)
      local values = { path = path .. query, rel = rel, word = word }
      links[#links + 1] = page.fill('<a rel="{rel}" href="{path}">{word}</a>', values)
      lines[#lines + 1] = ("- [%s](%s%s.md%s)"):format(word, site_url, path, query)
    end
  end
  if #links == 0 then return end
  html[#html + 1] = page.fill(TURN, { label = w.all, links = table.concat(links) })
  markdown[#markdown + 1] = table.concat(lines, "\n")
end

--- The documents below one that is the text of a folder: their first page, and a link to the rest
-- where there are more.
-- @tparam table call
-- @tparam table item a document
-- @treturn table `{ html, markdown }`, both empty where nothing lies below
function section.chapter(call, item)
  if not call.publication:holds(item.locale, item.route) then
    return { html = "", markdown = "" }
  end
  local own = below(call.publication, item.locale, item.route)
  local html, markdown = written(entries_from(own, 0), own, call)
  local list = page.fill('<section class="{id} chapter">{!html}</section>\n', {
    id = item.section,
    html = table.concat(html),
  })
  return { html = list, markdown = "\n" .. table.concat(markdown, "\n\n") .. "\n" }
end

--- The page of a path.
-- @tparam table call
-- @tparam string locale
-- @tparam string path without the locale, such as `material/physics`
-- @treturn table|nil view of `page.answer`; nil where nothing lies below, or not so much
function section.of(call, locale, path)
  local offset, level = call.params.offset, call.params.level
  local own = below(call.publication, locale, path, level)
  if offset >= own.count then return nil end
  local first, address = document_at(own, #own.steps), ("/%s/%s"):format(locale, path)
  local title = crumbs.name(call.publication, locale, path, first.section)
  local entries, behind = entries_from(own, offset)
  local html, markdown = written(entries, own, call)
  if first.section == "quran" then add_juz(own, html, markdown, call.config.site_url) end
  local pages = { before = page_before(own, offset), behind = behind, level = level }
  add_turn(pages, locale, address, html, markdown, call.config.site_url)
  local query = query_of(offset, level)
  return {
    [query ~= "" and "switch" or "alternates"] = crumbs.alternates(first, call, own.depth),
    html = function()
      local heading = page.fill("<h1>{title}</h1>\n", { title = title })
      local levels = lessons.levels(call.publication, locale, path)
      return crumbs.html(call, locale, path, first.section)
        .. heading
        .. listing.levels(levels, address, level, locale)
        .. page.fill('<section class="{id}">{!html}</section>\n', {
          id = first.section,
          html = table.concat(html),
        })
    end,
    kind = "listing",
    lang = locale,
    markdown = ("# %s\n\n%s\n"):format(title, table.concat(markdown, "\n\n")),
    markdown_path = address .. ".md" .. query,
    path = address .. query,
    title = title,
    unlisted = level ~= nil or nil,
  }
end

return section
