--- The page of what a search found: each with its kind and the words that were asked for.

local svc = require("svc")
local crumbs = require("site.crumbs")
local page = require("site.page")
local site = require("site")
local tables = require("base.tables")
local text = require("base.text")
local uri = require("base.uri")
local words = require("base.locales")

local listing = {}

local ITEM = '<li><a href="{path}">{title}</a>{!note} <small class="kind">{kind}</small>'
  .. "{!about}</li>\n"

--- An excerpt with its marks, as HTML.
-- @tparam string excerpt
-- @tparam {integer,...} marks first and last byte of each, in turn
local function marked(excerpt, marks)
  local parts, at = {}, 1
  for i = 1, #marks, 2 do
    parts[#parts + 1] = page.escape(excerpt:sub(at, marks[i] - 1))
    parts[#parts + 1] = "<mark>"
      .. page.escape(excerpt:sub(marks[i], marks[i + 1]))
      .. "</mark>"
    at = marks[i + 1] + 1
  end
  return table.concat(parts) .. page.escape(excerpt:sub(at))
end

--- The note on an item that can only be cited, as HTML; empty for others.
function listing.note(item, w)
  return item.readable and "" or page.fill(" <small>({cited})</small>", w)
end

local FILTERS = '<nav class="filters" aria-label="{name}"><b>{name}</b> {!links}</nav>\n'
local CHOICE = '<a href="{url}"{!current}>{label}{!count}</a> '

--- Parameters of a search, in the order of its address.
local ASKED = { "level", "locale", "offset", "query", "section", "subject" }

local function address(asked, changes)
  local parts = {}
  for _, name in ipairs(ASKED) do
    local value = changes[name] == nil and asked[name] or changes[name]
    if value and value ~= 0 then
      parts[#parts + 1] = name .. "=" .. uri.encode(tostring(value))
    end
  end
  return "/search?" .. table.concat(parts, "&")
end

--- The parameters that a filter's choice changes besides its own: only lessons have a subject and a
-- level.
local BESIDES = {
  section = { subject = false, level = false },
  subject = { section = "material" },
  level = { section = "material" },
}

--- A filter as HTML.
-- @tparam string word its name
-- @tparam {table,...} rows `url`, `label`, `count`, and `current` where it is the chosen one
local function filter(word, rows)
  local links = {}
  for i, row in ipairs(rows) do
    links[i] = page.fill(CHOICE, {
      count = row.count and page.fill(" <small>{count}</small>", row) or "",
      current = row.current and ' aria-current="true"' or "",
      label = row.label,
      url = row.url,
    })
  end
  return page.fill(FILTERS, { name = word, links = table.concat(links) })
end

--- The rows of a filter of the search: all of it, then each choice with how much it would find.
local function rows_of(asked, name, choices, w)
  local rows = {}
  for _, row in ipairs(tables.append({ { id = false, label = w.everything } }, choices)) do
    local besides = (row.id or name == "section") and BESIDES[name] or {}
    local changes = tables.merge({ offset = 0 }, besides, { [name] = row.id })
    rows[#rows + 1] = {
      count = row.count,
      current = (asked[name] or false) == row.id,
      label = row.label,
      url = address(asked, changes),
    }
  end
  return rows
end

--- The filter by level of a list of lessons, as HTML; empty where they are of one level.
-- @tparam {table,...} levels of `path.levels`
-- @tparam string own address of the list
-- @tparam string|nil chosen
-- @tparam string locale
-- @treturn string
function listing.levels(levels, own, chosen, locale)
  if #levels < 2 then return "" end
  local w = words[locale]
  local rows = { { label = w.everything, url = own, current = not chosen } }
  for _, row in ipairs(levels) do
    rows[#rows + 1] = {
      count = row.count,
      current = row.id == chosen,
      label = w[row.id],
      url = own .. "?level=" .. row.id,
    }
  end
  return filter(w.level, rows)
end

--- The filters that have something to choose.
local function filters(asked, found, w)
  local parts = {}
  for _, name in ipairs({ "section", "subject", "level" }) do
    local word, choices = w[name], found[name .. "s"]
    if #choices > 0 then parts[#parts + 1] = filter(word, rows_of(asked, name, choices, w)) end
  end
  return table.concat(parts)
end

--- The same search in each language.
local function switch(asked)
  local paths = {}
  for _, locale in ipairs(svc.locales) do
    paths[locale] = address(asked, { locale = locale, offset = 0 })
  end
  return paths
end

--- The kind of an item, and of a lesson its subject.
local function kind(item, publication, w)
  local name = w.kinds[item.verse and "verse" or item.section]
  if item.section ~= "material" or crumbs.depth(item.route) < 3 then return name end
  local subject = crumbs.label(publication, item.locale, crumbs.head(item.route, 2))
  return name .. " · " .. subject
end

--- Advice on a query, as HTML; its Markdown is added to a list of lines.
-- @tparam table asked
-- @tparam table|nil advice of `site.advise`
-- @tparam table w words of the locale
-- @tparam {string,...} markdown
-- @tparam string site_url
local function advised(asked, advice, w, markdown, site_url)
  if not advice then return "" end
  local lines = {}
  local function say(word, links)
    lines[#lines + 1] = page.fill("<p>{word} {!links}</p>\n", { word = word, links = links })
  end
  local function link(word, name, changes)
    local path = address(asked, changes)
    markdown[#markdown + 1] = ("- %s [%s](%s%s)"):format(
      word,
      text.markdown(name),
      site_url,
      path
    )
    return page.fill('<a href="{url}">{name}</a>', { url = path, name = name })
  end
  if advice.missing[1] then
    local list = table.concat(advice.missing, ", ")
    markdown[#markdown + 1] = "- " .. w.missing:format(text.markdown(list))
    say(w.missing:format(list), "")
  end
  if advice.meant then
    local changes = { query = advice.meant, offset = 0 }
    say(w.did_you_mean, link(w.did_you_mean, advice.meant, changes))
  end
  for _, locale in ipairs(advice.elsewhere) do
    local changes = { locale = locale, offset = 0 }
    say(w.found_elsewhere, link(w.found_elsewhere, words[locale].name, changes))
  end
  return table.concat(lines)
end

--- An item as HTML and as Markdown.
local function entry_of(item, call, w)
  local own, name = kind(item, call.publication, w), site.title(item)
  local about = item.excerpt ~= "" and "<p>" .. marked(item.excerpt, item.marks) .. "</p>" or ""
  return page.fill(ITEM, {
    about = about,
    kind = own,
    note = listing.note(item, w),
    path = site.path(item),
    title = name,
  }),
    ("- [%s](%s) (%s)%s"):format(
      name,
      site.url(item, call.config),
      own,
      item.readable and "" or (" (%s)"):format(w.cited)
    )
end

--- How many results a page shows of those that there are.
local function counted(asked, found, w)
  local first, last = asked.offset + 1, asked.offset + #found.items
  local form = found.whole and w.found_of or w.found_best
  if found.whole and found.total == #found.items then return w.found_all:format(found.total) end
  return form:format(first, last, found.total)
end

--- The results of a search.
-- @tparam table call
-- @tparam table asked `query`, `locale`, `section`, `subject`, `level`, `offset`
-- @tparam table found as `facets.find` gives it, and `advice` of `site.advise`
-- @treturn table view of `page.answer`
function listing.found(call, asked, found)
  local w = words[asked.locale]
  local title, items = w.results:format(asked.query), {}
  local html = { page.fill("<h1>{title}</h1>\n", { title = title }) }
  local markdown = { "# " .. w.results:format(text.markdown(asked.query)), "" }
  html[2] = filters(asked, found, w)
    .. advised(asked, found.advice, w, markdown, call.config.site_url)
  for i, item in ipairs(found.items) do
    items[i], markdown[#markdown + 1] = entry_of(item, call, w)
  end
  if #items > 0 then
    local count = counted(asked, found, w)
    html[2] = html[2] .. page.fill('<p class="numbers">{count}</p>\n', { count = count })
    table.insert(markdown, 3, count .. "\n")
  end
  html[3] = #items > 0 and '<ol class="items">\n' .. table.concat(items) .. "</ol>\n"
    or page.fill("<p>{none}</p>\n", w)
  if found.next_offset then
    html[4] = page.fill('<p><a rel="next" href="{url}">{more}</a></p>\n', {
      url = address(asked, { offset = found.next_offset }),
      more = w.more,
    })
  end
  return {
    html = function() return table.concat(html) end,
    kind = "listing",
    lang = asked.locale,
    markdown = table.concat(markdown, "\n") .. "\n",
    path = address(asked, {}),
    query = asked.query,
    switch = switch(asked),
    title = title,
    unlisted = true,
  }
end

return listing
