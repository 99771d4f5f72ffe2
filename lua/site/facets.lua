--- The search for people and its filters: what is found by section, subject and level, how much of
-- it, and how much each other choice would find. Counts are those of all results, and absent where
-- there are more results than the search reaches.

local lessons = require("site.path")
local svc = require("svc")
local tables = require("base.tables")
local words = require("base.locales")

local facets = {}

--- Results that a search reaches, and those of a page.
facets.MOST, facets.PAGE = 100, 10

--- The best results of a search, and whether they are all.
-- @tparam table call
-- @tparam {string,...}|nil queries
-- @tparam table own `section`, `below`, `limit`, `offset`; `shown`: with marked excerpts
local function ask(call, queries, own)
  local found = call.publication:search({
    below = own.below,
    excerpts = own.shown == true,
    limit = own.limit or facets.MOST,
    locale = call.params.locale,
    marks = own.shown,
    offset = own.offset,
    queries = queries,
    section = own.section,
    site = call.config.site_url,
  })
  return found.items, not found.has_more
end

local function level_of(item, call)
  local step = item.section == "material" and lessons.of(item, call.publication)
  return step and step.level or nil
end

--- How many items have each value of what `key` gives.
local function tally(items, key)
  local counts = {}
  for _, item in ipairs(items) do
    local value = key(item)
    if value then counts[value] = (counts[value] or 0) + 1 end
  end
  return counts
end

--- The choices of a filter: those that would find something, and the one that is chosen.
-- @tparam {table,...} rows `id` and `label`
-- @tparam table counts by id
-- @tparam boolean is_whole whether the counts are those of all results
-- @tparam string|nil chosen
local function choices(rows, counts, is_whole, chosen)
  local list = {}
  for _, row in ipairs(rows) do
    local count = counts[row.id] or 0
    if count > 0 or row.id == chosen then
      list[#list + 1] = { id = row.id, label = row.label, count = is_whole and count or nil }
    end
  end
  return list
end

--- The filters for lessons: each counts what is left by the other.
local function lesson_filters(call, asked, w, items, is_whole)
  local function subject(item)
    local fits = not asked.level or level_of(item, call) == asked.level
    return fits and lessons.subject(item) or nil
  end
  local function level(item)
    local fits = not asked.subject or lessons.subject(item) == asked.subject
    return fits and level_of(item, call) or nil
  end
  local levels = {}
  for i, id in ipairs(lessons.LEVELS) do
    levels[i] = { id = id, label = w[id] }
  end
  local subjects = lessons.subjects(call.publication, asked.locale)
  return {
    subjects = choices(subjects, tally(items, subject), is_whole, asked.subject),
    levels = choices(levels, tally(items, level), is_whole, asked.level),
  }
end

--- Those of items that are of the section, the subject and the level that are asked for.
local function fitting(items, call, asked)
  local list = {}
  for _, item in ipairs(items) do
    local fits = (not asked.section or item.section == asked.section)
      and (not asked.subject or lessons.subject(item) == asked.subject)
      and (not asked.level or level_of(item, call) == asked.level)
    if fits then list[#list + 1] = item end
  end
  return list
end

--- The folder of the subject that is asked for; nil where the locale has none.
local function folder_of(call, asked)
  for _, row in ipairs(lessons.subjects(call.publication, asked.locale)) do
    if row.id == asked.subject then return row.path end
  end
end

--- The items of the page, their number, and whether these are all. They are taken from the results
-- of all sections where those are whole, so that their number is the one a filter shows: the engine
-- leaves out results that are weak beside the best one, which differs by section.
local function results(call, asked, queries, all, is_whole)
  local own, items = {}, all
  if not is_whole and asked.section then
    own.section = asked.section
    items, is_whole = ask(call, queries, own)
  end
  if not is_whole and asked.subject then
    own.below = folder_of(call, asked)
    if not own.below then return {}, 0, true end
    items, is_whole = ask(call, queries, own)
  end
  local total = #fitting(items, call, asked)
  own.shown = true
  if total == #items then
    own.limit, own.offset = facets.PAGE, asked.offset
    return ask(call, queries, own), total, is_whole
  end
  local list = fitting(ask(call, queries, own), call, asked)
  local last = math.min(total, asked.offset + facets.PAGE)
  return table.move(list, asked.offset + 1, last, 1, {}), total, is_whole
end

--- Searches by the parameters of a call: `locale`, `section`, `subject`, `level`, `offset`. A
-- subject or a level asks for lessons.
-- @tparam table call
-- @tparam {string,...}|nil queries none: browse
-- @treturn table `items` of the page with their marks; `total` of what is reached; `whole`: that is
-- all; `next_offset`, nil on the last page; `sections`, `subjects` and `levels`, the choices
-- `{ id, label, count }` of each filter, of which the latter two are empty where no lesson is found
-- @treturn table the parameters, as they were understood
function facets.find(call, queries)
  local asked = tables.merge({}, call.params)
  if asked.subject or asked.level then asked.section = "material" end
  local w, found, rows = words[asked.locale], { subjects = {}, levels = {} }, {}
  local all, is_whole = ask(call, queries, {})
  if not asked.section or asked.section == "material" then
    local items, whole = all, is_whole
    if not whole then
      items, whole = ask(call, queries, { section = "material" })
    end
    found = lesson_filters(call, asked, w, items, whole)
  end
  for i, id in ipairs(svc.sections) do
    rows[i] = { id = id, label = w[id] }
  end
  local counts = tally(all, function(item) return item.section end)
  found.sections = is_whole and choices(rows, counts, true, asked.section) or rows
  found.items, found.total, found.whole = results(call, asked, queries, all, is_whole)
  local behind = asked.offset + facets.PAGE
  if behind < found.total then found.next_offset = behind end
  return found, asked
end

return facets
