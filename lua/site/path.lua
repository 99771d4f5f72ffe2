--- The paths of the subjects as pages show them: where a lesson stands, for whom it is, how long it
-- takes, what it leans on, and what comes before and behind it. None of it is part of the text that
-- was signed for the lesson alone, so pages show it outside of their article.

local crumbs = require("site.crumbs")
local page = require("site.page")
local words = require("base.locales")

local path = {}

--- Segments of the route of a subject, of whose chapters the lessons stand in one path.
local SUBJECT = 2

--- Prepared steps: publication -> locale -> steps.
local prepared = setmetatable({}, { __mode = "k" })

--- The steps whose lessons there are in a locale.
local function prepare(publication, locale)
  local steps = { by_lesson = {}, by_folder = {} }
  for _, own in ipairs(publication:paths()) do
    local id = own.lesson:gsub("^lo", "asset:" .. locale)
    local item = publication:document(id)
    if item then
      local folder = crumbs.head(item.route, SUBJECT)
      local list = steps.by_folder[folder] or {}
      own.title, own.description, own.route = item.title, item.description, item.route
      own.path = ("/%s/%s"):format(locale, item.route)
      own.locale, own.folder, own.list, own.place = locale, folder, list, #list + 1
      steps.by_folder[folder], steps.by_lesson[own.lesson], list[own.place] = list, own, own
      own.steps = steps
    end
  end
  return steps
end

local function steps_of(publication, locale)
  local known = prepared[publication] or {}
  prepared[publication] = known
  known[locale] = known[locale] or prepare(publication, locale)
  return known[locale]
end

--- The place of a lesson in the path of its subject.
-- @tparam table item a document
-- @tparam userdata publication
-- @treturn table|nil step: `place`, `list` (all steps of the path in this locale, in order),
-- `title`, `description`, `path` (root-relative), `level`, `minutes`, `folder`; nil for what stands
-- in no path
function path.of(item, publication)
  return steps_of(publication, item.locale).by_lesson[item.learningObjectId]
end

--- The steps of the path of a subject that lie in a folder.
-- @tparam userdata publication
-- @tparam string locale
-- @tparam string folder such as `material/physics`, or a chapter of it
-- @tparam string|nil level which alone is asked for
-- @treturn {table,...} steps in order; empty where the folder has no path
function path.below(publication, locale, folder, level)
  local by_folder = steps_of(publication, locale).by_folder
  local depth, list = crumbs.depth(folder), {}
  if depth < SUBJECT then return list end
  local all = by_folder[crumbs.head(folder, SUBJECT)] or list
  if depth == SUBJECT and not level then return all end
  for _, step in ipairs(all) do
    local within = depth == SUBJECT or step.route:sub(1, #folder + 1) == folder .. "/"
    if within and (not level or step.level == level) then list[#list + 1] = step end
  end
  return list
end

--- The levels of lessons, the lower one first.
path.LEVELS = { "lower", "upper" }

--- How many steps below a folder are of each level.
-- @tparam userdata publication
-- @tparam string locale
-- @tparam string folder such as `material` or `material/physics`
-- @treturn {table,...} `id` and `count` of the levels that some have
function path.levels(publication, locale, folder)
  local counts, list = {}, {}
  for _, step in pairs(steps_of(publication, locale).by_lesson) do
    local within = step.route:sub(1, #folder + 1) == folder .. "/"
    if within and step.level then counts[step.level] = (counts[step.level] or 0) + 1 end
  end
  for _, id in ipairs(path.LEVELS) do
    if counts[id] then list[#list + 1] = { id = id, count = counts[id] } end
  end
  return list
end

--- Subjects at most: more than a filter can show.
local SUBJECTS = 100

--- Subjects of the lessons: publication -> locale -> rows.
local known_subjects = setmetatable({}, { __mode = "k" })

--- The subjects that lessons of a locale are in, in their order.
-- @tparam userdata publication
-- @tparam string locale
-- @treturn {table,...} `id`, the same in every language; `path` of its folder; `label`
function path.subjects(publication, locale)
  local own = known_subjects[publication] or {}
  known_subjects[publication] = own
  if own[locale] then return own[locale] end
  local list, at = {}, 0
  for _ = 1, SUBJECTS do
    local item = publication:each(locale, "material", at)()
    if not item then break end
    local folder, id = crumbs.head(item.route, SUBJECT), path.subject(item)
    local skipped, count = publication:below(locale, "material", folder)
    if id and count > 0 then
      local label = crumbs.label(publication, locale, folder)
      list[#list + 1] = { id = id, label = label, path = folder }
    end
    at = math.max(skipped + count, at + 1)
  end
  own[locale] = list
  return list
end

--- The subject that a lesson is in.
-- @tparam table item a document
-- @treturn string|nil its id, the same in every language; nil unless it is a lesson of a subject
function path.subject(item) return item.learningObjectId:match("^lo:material:([^:]+):") end

--- The chapter that a step stands in, where those of a folder are listed.
-- @tparam table step
-- @tparam integer depth of the folder
-- @treturn string|nil path of the chapter; nil for what lies in the folder itself
function path.chapter(step, depth)
  local own = crumbs.head(step.route, depth + 1)
  local behind = step.list[step.place + 1]
  local opens = own == step.route and behind and behind.route:sub(1, #own + 1) == own .. "/"
  return (opens or own ~= step.route) and own or nil
end

--- The prerequisites of a step that its locale has.
local function before(step)
  local list = {}
  for _, lesson in ipairs(step.after) do
    list[#list + 1] = step.steps.by_lesson[lesson]
  end
  return list
end

--- For whom a lesson is, and how long it takes, such as "up to year 10 · 45 minutes"; nil where
-- that is not stated.
local function measure(step)
  local w = words[step.locale]
  if not step.level then return nil end
  return ("%s · %s"):format(w[step.level], w.minutes:format(step.minutes))
end

--- Place and measure, such as "Lesson 3 of 16 · up to year 10 · 45 minutes".
local function place(step)
  local at = words[step.locale].place:format(step.place, #step.list)
  return step.level and ("%s · %s"):format(at, measure(step)) or at
end

--- `Word: link, link` of what a step leans on; empty where that is nothing.
-- @tparam function link of a step
local function leaning(step, link)
  local links = {}
  for i, other in ipairs(before(step)) do
    links[i] = link(other)
  end
  if #links == 0 then return "" end
  return ("%s: %s"):format(words[step.locale].after, table.concat(links, ", "))
end

local function html_link(step) return page.fill('<a href="{path}">{title}</a>', step) end

--- A function that links to a step from Markdown.
local function markdown_link(site)
  return function(step) return ("[%s](%s%s.md)"):format(step.title, site, step.path) end
end

local PLACE = '<p class="place" data-markdown-ignore>{place}{!after}</p>\n'

--- The head of a lesson, as HTML.
-- @tparam table step
-- @treturn string
function path.head(step)
  local after = leaning(step, html_link)
  return page.fill(PLACE, {
    after = after ~= "" and "<br>" .. after or "",
    place = place(step),
  })
end

--- The neighbours of a step: `{ rel, word, step }` each.
local function neighbours(step)
  local w, list = words[step.locale], {}
  local rows = { { "prev", w.previous_lesson, -1 }, { "next", w.next_lesson, 1 } }
  for _, row in ipairs(rows) do
    local other = step.list[step.place + row[3]]
    if other then list[#list + 1] = { rel = row[1], word = row[2], step = other } end
  end
  return list
end

--- The lessons before and behind one, as HTML; empty where it stands alone.
-- @tparam table step
-- @treturn string
function path.turn(step)
  local links = {}
  for i, each in ipairs(neighbours(step)) do
    links[i] = page.fill('<a rel="{rel}" href="{path}">{word}: {title}</a>', {
      path = each.step.path,
      rel = each.rel,
      title = each.step.title,
      word = each.word,
    })
  end
  if #links == 0 then return "" end
  return page.fill('<nav class="turn" aria-label="{label}">{!links}</nav>\n', {
    label = words[step.locale].material,
    links = table.concat(links),
  })
end

--- All of it as lines of Markdown, which stand below a lesson.
-- @tparam table step
-- @tparam string site address of the site
-- @treturn {string,...}
function path.lines(step, site)
  local lines, link = { place(step) }, markdown_link(site)
  local after = leaning(step, link)
  if after ~= "" then lines[#lines + 1] = after end
  for _, each in ipairs(neighbours(step)) do
    lines[#lines + 1] = ("%s: %s"):format(each.word, link(each.step))
  end
  return lines
end

--- Its members for schema.org.
-- @tparam table step
-- @tparam string subject its name
-- @tparam string site address of the site
-- @treturn table members of the lesson's LearningResource
function path.linked_data(step, subject, site)
  return {
    educationalLevel = step.level and words[step.locale][step.level],
    isPartOf = {
      ["@type"] = "Course",
      name = subject,
      url = ("%s/%s/%s"):format(site, step.locale, step.folder),
    },
    position = step.place,
    timeRequired = step.minutes and ("PT%dM"):format(step.minutes),
  }
end

local VALUE = ' value="%d"'
local MEASURE = " <small>{measure}</small>"
local STEP = "<li{!value}>{!link}{!measure}{!about}{!after}</li>\n"

--- Steps of a path, as HTML and as Markdown.
-- @tparam {table,...} steps one after the other
-- @tparam string site address of the site
-- @treturn string
-- @treturn string
function path.list(steps, site)
  local html, markdown, link = {}, {}, markdown_link(site)
  for i, step in ipairs(steps) do
    local after = leaning(step, html_link)
    html[i] = page.fill(STEP, {
      about = step.description and page.fill("<p>{description}</p>", step) or "",
      after = after ~= "" and "<p>" .. after .. "</p>" or "",
      link = html_link(step),
      value = i > 1 and step.place ~= steps[i - 1].place + 1 and VALUE:format(step.place) or "",
      measure = step.level and page.fill(MEASURE, { measure = measure(step) }) or "",
    })
    after = leaning(step, link)
    markdown[i] = ("%d. %s%s%s%s"):format(
      step.place,
      link(step),
      step.level and " " .. measure(step) or "",
      step.description and ": " .. step.description or "",
      after ~= "" and " " .. after or ""
    )
  end
  local first = steps[1].place
  local start = first > 1 and (' start="%d"'):format(first) or ""
  return ('<ol class="items path"%s>\n'):format(start) .. table.concat(html) .. "</ol>\n",
    table.concat(markdown, "\n")
end

return path
