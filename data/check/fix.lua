--- `svcd check --fix`: applies the cures of rules that are mechanical, where their result is
-- certain. The meaning of a text stays: code is left to the byte, an attribute goes only where the
-- page is the same without it, and doubtful cases are left to the author.
local svc = require("svc")
local cleaning = require("data.transfer.cleaning")
local emoji = require("data.transfer.emoji")
local derive = require("data.import.derive")
local frontmatter = require("data.import.frontmatter")
local message = require("base.message")
local tables = require("base.tables")
local text = require("base.text")

local fix = {}

--- Rounds of edits of one file: an edit may uncover another.
local ROUNDS = 6

--- The heading of a body that says its title, which is none of its text; nil where there is none.
local function title_heading(parsed)
  local heading = derive.heading(parsed.body)
  if not heading or not heading.opens then return nil end
  local title = parsed.fields.title
  return (not title or title == heading.text) and heading or nil
end

--- The levels that headings of some levels get: the same order without gaps, from the second on.
-- Nil where there are too many, or where a level is skipped still.
local function levels_of(headings)
  local used, list, level = {}, {}, 1
  for _, heading in ipairs(headings) do
    used[heading.level] = true
  end
  for _, own in ipairs(tables.keys(used)) do
    list[#list + 1], used[own] = own, #list + 2
  end
  for _, heading in ipairs(headings) do
    local own = used[heading.level]
    if own > level + 1 then return nil end
    level = own
  end
  return #list < 6 and used or nil
end

--- The fixes: `fixes[id of the rule](parsed, found, edit)`, `parsed` as `split` gives it and
-- `found` as `svc.document` does of its body. `edit(first, last, text, place, message, …)`.
local fixes = {}

fixes["heading-level"] = function(parsed, found, edit)
  local body, title = parsed.body, title_heading(parsed)
  if #found.headings ~= #found.titles then return end
  local headings, ranges = found.headings, found.titles
  if title then
    headings, ranges = { table.unpack(headings, 2) }, { table.unpack(ranges, 2) }
  end
  local levels = levels_of(headings)
  if not levels then return end
  for i, heading in ipairs(headings) do -- underlined ones have no other levels
    local is_changed = levels[heading.level] ~= heading.level
    if is_changed and body:sub(ranges[i].first, ranges[i].first) ~= "#" then return end
  end
  for i, heading in ipairs(headings) do
    local first, level = ranges[i].first, levels[heading.level]
    local marks = ("#"):rep(level)
    local fault = "heading of level %d is now of level %d"
    if level ~= heading.level then
      edit(first, first + heading.level - 1, marks, heading, fault, heading.level, level)
    end
  end
end

--- Comments above a heading would leave other blank lines than the importer does.
fixes["title-twice"] = function(parsed, _, edit)
  local heading = parsed.fields.title and title_heading(parsed)
  if not heading or not text.is_blank(parsed.body:sub(1, heading.first - 1)) then return end
  local last = parsed.body:find("[^\n]", heading.last + 1)
  local place = { line = heading.line, column = 1 }
  edit(
    heading.first,
    last and last - 1 or #parsed.body,
    "",
    place,
    "heading that says the title again is taken out"
  )
end

--- The attributes of a tag: `{ first, last }` each, with the blanks before it.
local function attributes(tag)
  local list, at = {}, tag:match("^<%w+()")
  while at do
    local first, behind = tag:match("^()%s+[^%s=>/\"'<]+()", at)
    if not first then break end
    local valued = tag:match('^%s*=%s*"[^"]*"()', behind)
      or tag:match("^%s*=%s*'[^']*'()", behind)
      or tag:match("^%s*=%s*[^%s\"'=<>`]+()", behind)
    at = valued or behind
    list[#list + 1] = { first = first, last = at - 1 }
  end
  return list
end

fixes["html-attribute"] = function(parsed, found, edit)
  local page = svc.html(parsed.body)
  for _, remark in ipairs(found.remarks) do
    local tag = parsed.body:sub(remark.first, remark.last)
    local is_reported = remark.rule == "html-attribute" and not tag:find("\n")
    for _, own in ipairs(is_reported and attributes(tag) or {}) do
      local first, last = remark.first + own.first - 1, remark.first + own.last - 1
      local without = parsed.body:sub(1, first - 1) .. parsed.body:sub(last + 1)
      if svc.html(without) == page then
        local name = text.trim(tag:sub(own.first, own.last))
        edit(first, last, "", remark, "attribute %s is taken out", name)
      end
    end
  end
end

--- Classes and values as kramdown and pandoc write them; an id may be where a link leads to.
local LIST = "^{:?%s*[^{}\n]*}"

fixes["attribute-list"] = function(parsed, found, edit)
  for _, remark in ipairs(found.remarks) do
    local list = remark.rule == "attribute-list" and parsed.body:match(LIST, remark.first)
    local rest = list and list:sub(2, -2):gsub("^:", ""):gsub('[%w-]+="[^"]*"', "")
    rest = rest and rest:gsub("%.[%w_-]+", "")
    if rest and text.is_blank(rest) then
      local first = #parsed.body:sub(1, remark.first - 1):match("^(.-)[ \t]*$") + 1
      if first == 1 or parsed.body:sub(first - 1, first - 1) == "\n" then
        first = remark.first
      end
      edit(first, remark.first + #list - 1, "", remark, "%s is taken out", list)
    end
  end
end

--- Words between the signs, and none of markup: what is marked is sure then.
local HIGHLIGHT = "^==([%w\x80-\xFF][^=*_`$<>%[%]\\\n]*)==()"

fixes["highlight"] = function(parsed, found, edit)
  local body = parsed.body
  for _, remark in ipairs(found.remarks) do
    local first, inside, behind = remark.first, nil, nil
    if remark.rule == "highlight" then
      inside, behind = body:match(HIGHLIGHT, first)
    end
    local parted = inside
      and not inside:find("%s$")
      and not body:sub(first - 1, first - 1):find("[%w=]")
      and not body:sub(behind, behind):find("[%w=]")
    if parted then
      local written = "<mark>" .. inside .. "</mark>"
      edit(first, behind - 1, written, remark, "==%s== is now in <mark>", inside)
    end
  end
end

fixes["emoji-name"] = function(parsed, found, edit)
  for _, remark in ipairs(found.remarks) do
    local name = parsed.body:sub(remark.first + 1, remark.last - 1)
    local character = remark.rule == "emoji-name" and emoji[name]
    if character then
      edit(remark.first, remark.last, character, remark, ":%s: is now %s", name, character)
    end
  end
end

--- The rules that it mends.
fix.RULES = tables.append({ "line-ends" }, tables.keys(fixes))

--- The front matter and the body of a text: `{ head, fields, body, line }`; nil where it has none
-- that can be read.
local function split(source)
  local fields, body, line = frontmatter.split(source, function() end)
  if not fields then return nil end
  return { head = source:sub(1, #source - #body), fields = fields, body = body, line = line }
end

--- All code of a text.
local function code_of(body, found)
  local parts = {}
  for _, range in ipairs(tables.append(tables.append({}, found.code), found.code_spans)) do
    parts[#parts + 1] = body:sub(range.first, range.last)
  end
  return table.concat(parts, "\0")
end

--- One round: the text with the edits of some rules, and what they are.
local function round(parsed, ids, tell)
  local found, edits = svc.document(parsed.body), {}
  for _, id in ipairs(ids) do
    if fixes[id] then
      fixes[id](parsed, found, function(first, last, written, place, ...)
        local reported = message.fill(...)
        edits[#edits + 1] = {
          first = first,
          last = last,
          text = written,
          id = id,
          place = place,
          message = reported,
        }
      end)
    end
  end
  table.sort(edits, function(a, b) return a.first < b.first end)
  local kept, at = {}, 1
  for _, edit in ipairs(edits) do
    if edit.first >= at then
      kept[#kept + 1], at = edit, edit.last + 1
    end
  end
  local body = cleaning.apply(parsed.body, kept)
  if #kept == 0 or code_of(body, svc.document(body)) ~= code_of(parsed.body, found) then
    return nil
  end
  for _, edit in ipairs(kept) do
    tell(edit.id, edit.place.line + parsed.line - 1, edit.place.column, edit.message)
  end
  return parsed.head .. body
end

--- A text with the cures of some rules.
-- @tparam string source the bytes of the file
-- @tparam {string,...} ids
-- @tparam function tell `tell(id, line, column, message)`, of each change
-- @treturn string
function fix.text(source, ids, tell)
  if tables.contains(ids, "line-ends") then
    local clean, is_changed = frontmatter.clean(source)
    if is_changed then
      tell("line-ends", 1, nil, "line ends are those of Unix now, without a byte order mark")
    end
    source = clean
  end
  -- `title-twice` takes a heading out, which moves the lines that messages name: it goes last.
  local first, last = {}, {}
  for _, id in ipairs(ids) do
    table.insert(id == "title-twice" and last or first, id)
  end
  for _, own in ipairs { first, last } do
    for _ = 1, ROUNDS do
      local parsed = split(source)
      local written = parsed and round(parsed, own, tell)
      if not written then break end
      source = written
    end
  end
  return source
end

--- The rules that a file breaks and that can be mended, by file.
local function mendable(list)
  local by_file = {}
  for _, finding in ipairs(list) do
    local ids = by_file[finding.file] or {}
    if tables.contains(fix.RULES, finding.rule) and not tables.contains(ids, finding.rule) then
      by_file[finding.file] = tables.append(ids, { finding.rule })
    end
  end
  return by_file
end

--- Mends the files of a tree, each in one step.
-- @tparam string folder
-- @tparam table findings of data/findings.lua: what was found in it
-- @treturn table|nil the changes: `{ rule, file, line, column?, message }` each, by file and place
-- @treturn string|nil the reason where a file cannot be written; files before it are mended
function fix.tree(folder, findings)
  local changes, by_file = {}, mendable(findings.list)
  for _, name in ipairs(tables.keys(by_file)) do
    local path = folder .. "/" .. name
    local file <close>, reason = io.open(path, "rb")
    if not file then return nil, reason end
    local source = file:read("a")
    local mended = fix.text(
      source,
      by_file[name],
      function(id, line, column, reported)
        changes[#changes + 1] =
          { rule = id, file = name, line = line, column = column, message = reported }
      end
    )
    local written = mended == source
    if not written then
      written, reason = svc.replace_file(path, mended)
    end
    if not written then return nil, reason end
  end
  return changes
end

return fix
