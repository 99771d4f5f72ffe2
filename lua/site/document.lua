--- The page of a lesson, an article or a try-out.

local blocks = require("site.blocks")
local face = require("base.face")
local credits = require("site.credits")
local crumbs = require("site.crumbs")
local lessons = require("site.path")
local page = require("site.page")
local site = require("site")
local svc = require("svc")
local tables = require("base.tables")
local tryout = require("site.tryout")
local verify = require("site.verify")
local words = require("base.locales")

local document = {}

local MAIN = face.template(
  "document",
  [[
{!crumbs}{!place}<article>
{!body}</article>
{!chapter}{!turn}{!verify}<dl class="facts" data-markdown-ignore>{!facts}</dl>
]]
)

local CONTENTS = face.template(
  "contents",
  [[
<details class="contents" data-markdown-ignore><summary>{word}</summary><ol>{!items}</ol></details>
]]
)

local FACT = "<div><dt>{term}</dt><dd>{!value}</dd></div>"

--- The fact of a term, of whose value a part is left open.
local function fact(term, value)
  local open = svc.template(value, {})
  return page.localised(FACT, function(w) return { term = w[term], value = open } end)
end

local UPDATED = fact("updated", '<time datetime="{updated}">{updated}</time>')
local IDENTITY = fact("identity", "<code>{content_id}</code>")

local TURN = '<nav class="turn" aria-label="{label}">{!links}</nav>\n'

--- The fewest headings that make a table of contents useful.
local FEWEST = 3

--- Documents that are looked at for what can be read in place of one that cannot: those of a folder
-- that people would look through.
local NEAR = 50

local function contents(headings, w)
  local items = {}
  for _, heading in ipairs(headings) do
    if heading.level == 2 then
      if heading.text:find("$", 1, true) then heading.text = heading.text:gsub("%$", "") end
      items[#items + 1] = page.fill('<li><a href="#{id}">{text}</a></li>', heading)
    end
  end
  if #items < FEWEST then return "" end
  return page.fill(CONTENTS, { word = w.contents, items = table.concat(items) })
end

--- The paths of a thing in every language it is in.
-- @tparam table item a document
-- @tparam userdata publication
-- @treturn table locale -> root-relative path
function document.alternates(item, publication)
  local paths = publication:translations(item.content_id, true)
  for locale, route in pairs(paths) do
    paths[locale] = "/" .. locale .. "/" .. route
  end
  return paths
end

--- The common part of the pages of all documents.
-- @tparam table item a document
-- @tparam table call
-- @treturn table view of `page.answer` without `markdown` and `html`
function document.view(item, call)
  local path = ("/%s/%s"):format(item.locale, item.route)
  return {
    alternates = document.alternates(item, call.publication),
    description = item.description,
    kind = item.section,
    lang = item.locale,
    markdown_path = path .. ".md",
    path = path,
    title = item.title,
    updated = item.updated,
  }
end

--- Links to what can be read beside an item, in the same folder and near it where that holds very
-- much; to all try-outs where nothing can.
local function beside(item, publication, w)
  local folder, links = item.route:match("^(.*)/") or "", {}
  local first, count = publication:below(item.locale, item.section, folder)
  local place = publication:below(item.locale, item.section, item.route)
  local near = math.min(place - NEAR // 2, first + count - NEAR)
  local others = publication:each(item.locale, item.section, math.max(first, near))
  for _ = 1, math.min(count, NEAR) do
    local other = others()
    if other.readable and other.route:match("^(.*)/") == folder then
      links[#links + 1] = { path = site.path(other), other.title }
    end
  end
  local root = item.route:match("^[^/]+")
  links[1] = links[1] or { path = ("/%s/%s"):format(item.locale, root), w[item.section] }
  return links
end

--- The nearest item on one side of a position that can be read and stands in the same folder.
-- @tparam integer at its position
-- @tparam integer stop the last one that may be it
-- @tparam integer step 1 or -1
local function nearest(item, publication, at, stop, step)
  local folder = item.route:match("^(.*)/")
  for position = at, step > 0 and math.min(stop, at + NEAR) or math.max(stop, at - NEAR), step do
    local other = publication:each(item.locale, item.section, position)()
    if other.readable and other.route:match("^(.*)/") == folder then return other end
  end
end

--- The way to what stands before and behind an item in its folder, as HTML.
local function turn(item, publication, w)
  local first, count =
    publication:below(item.locale, item.section, item.route:match("^(.*)/") or "")
  local behind = publication:below(item.locale, item.section, item.route)
  local links = {}
  local rows = {
    { "prev", w.turn_back, nearest(item, publication, behind - 2, first, -1) },
    { "next", w.turn_on, nearest(item, publication, behind, first + count - 1, 1) },
  }
  for _, row in ipairs(rows) do
    local rel, word, other = table.unpack(row, 1, 3)
    local values = other
      and { path = site.path(other), rel = rel, title = other.title, word = word }
    links[#links + 1] = values
      and page.fill('<a rel="{rel}" href="{path}">{word}: {title}</a>', values)
  end
  if #links == 0 then return "" end
  return page.fill(TURN, { label = w[item.section], links = table.concat(links) })
end

--- The page's note on an item that can only be cited.
local function citation(item, call)
  local w = words[item.locale]
  local links = beside(item, call.publication, w)
  return {
    { "h1", item.title },
    { "p", item.description or "" },
    { "p", ("%s `%s`"):format(w.elsewhere, site.url(item, call.config)) },
    { "p", w.instead },
    { "ul", table.unpack(links) },
  }
end

local function facts(item, w, credit, config)
  local list = {}
  local function add(term, html)
    local filled = page.fill(FACT, { term = term, value = html })
    list[#list + 1] = filled
  end
  if item.updated then list[1] = page.fill(UPDATED[item.locale], item) end
  if credit then credits.facts(credit, add) end
  list[#list + 1] = page.fill(IDENTITY[item.locale], item)
  local report = site.report(site.path(item), item.title, config)
  if report then
    add(w.wrong, page.fill('<a href="{url}">{word}</a>', { url = report, word = w.report }))
  end
  return table.concat(list)
end

--- The text, with the table of contents behind its introduction.
local function body(item, w, publication)
  local html, headings = publication:html(item.content_id)
  local first = html:find("<h2 ", 1, true) or #html + 1
  return html:sub(1, first - 1) .. contents(headings, w) .. html:sub(first)
end

--- A text as Markdown, with what stands below it: its place in a path, and who wrote it.
local function markdown(signed, step, credit, call)
  local lines = step and lessons.lines(step, call.config.site_url) or {}
  if credit then lines[#lines + 1] = blocks.line(credits.line(credit)) end
  if #lines == 0 then return signed end
  return signed .. "\n---\n\n- " .. table.concat(lines, "\n- ") .. "\n"
end

--- Members for schema.org besides those of every item.
local function linked_data(item, call, step, credit)
  local known = credit and credits.linked_data(credit) or {}
  if not step then return known end
  local subject = crumbs.name(call.publication, item.locale, step.folder, item.section)
  return tables.merge(known, lessons.linked_data(step, subject, call.config.site_url))
end

--- The page of a document that is no surah.
-- @tparam table item
-- @tparam table call
-- @tparam table chapter what lies below it: `{ html, markdown }`, as `section.chapter` gives it
-- @treturn table view of `page.answer`
function document.of(item, call, chapter)
  local view, w = document.view(item, call), words[item.locale]
  local step = lessons.of(item, call.publication)
  local cited = not item.readable and citation(item, call)
  local credit = credits.of(call.publication, item.locale, item.route)
  function view.markdown()
    local site_url = call.config.site_url
    local signed = cited and blocks.markdown(cited, site_url)
      or call.publication:whole_text(item.content_id, site_url)
    return markdown(signed .. chapter.markdown, step, credit, call)
  end
  view.linked_data = linked_data(item, call, step, credit)
  view.script = item.section == "tryout" and item.readable and "tryout.js" or nil
  function view.html()
    local text = cited and blocks.html(cited) or body(item, w, call.publication)
    return page.fill(MAIN, {
      crumbs = crumbs.html(call, item.locale, item.route, item.section),
      chapter = chapter.html,
      body = item.section == "tryout" and tryout.body(text, item, call) or text,
      facts = facts(item, w, credit, call.config),
      place = step and lessons.head(step) or "",
      turn = step and lessons.turn(step)
        or item.section ~= "material" and turn(item, call.publication, w)
        or "",
      verify = item.readable and verify.document(item, call) or "",
    })
  end
  return view
end

return document
