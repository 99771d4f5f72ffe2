--- Derives values that a content tree does not state: names for addresses, titles and descriptions.
-- Each is reported, so that an author can write a better one.
local svc = require("svc")
local frontmatter = require("data.import.frontmatter")
local tables = require("base.tables")
local text = require("base.text")

local derive = {}

--- Bytes of a derived name, title and description.
local NAME, TITLE, DESCRIPTION = 80, 160, 240

--- Letters of Latin scripts without their marks.
local PLAIN = {}
for plain, marked in
  ("a:àáâãåā ae:äæ c:çćč e:èéêëēę i:ìíîïī n:ñń o:òóôõøō oe:öœ u:ùúûū ue:ü ss:ß "):gmatch(
    "(%a+):(%S+)"
  )
do
  for _, code in utf8.codes(marked) do
    PLAIN[utf8.char(code)] = plain
  end
end
for lower, upper in
  ("ä:Ä ö:Ö ü:Ü é:É è:È á:Á ç:Ç ñ:Ñ ø:Ø å:Å š:Š ž:Ž"):gmatch(
    "(%S+):(%S+)"
  )
do
  PLAIN[upper] = PLAIN[lower]
end

--- A kebab name out of any.
-- @tparam string name
-- @treturn string|nil nil where nothing of it remains
function derive.kebab(name)
  if frontmatter.is_kebab(name) then return name end
  local plain = name:lower():gsub("[\xC2-\xF4][\x80-\xBF]*", PLAIN)
  plain = plain:gsub("c%+%+", "cpp"):gsub("c#", "csharp")
  plain = plain:gsub("[^a-z0-9]+", "-"):sub(1, NAME):gsub("^%-", ""):gsub("%-$", "")
  return plain ~= "" and plain or nil
end

--- A title out of a name of a file or folder, such as "Roots of unity".
-- @tparam string name
-- @treturn string
function derive.title_of_name(name)
  local words = text.trim((name:gsub("^%d+[%s._-]+", ""):gsub("[%s_-]+", " ")))
  if words == "" then words = name end
  return (words:gsub("^%l", string.upper):sub(1, TITLE))
end

--- A text cut at a word.
-- @tparam string value
-- @tparam integer most bytes that it may have
-- @treturn string
function derive.cut(value, most)
  if #value <= most then return value end
  local head = value:sub(1, most - #"…")
  return (head:match("^(.*) ") or head:sub(1, (select(2, utf8.len(head)) or #head + 1) - 1))
    .. "…"
end

local function one_line(value) return text.trim((value:gsub("[%c%s]+", " "))) end

--- The first heading of a text.
-- @tparam string body
-- @treturn table|nil `{ text, first, last, opens }` bytes of the heading; `opens` is true when it
-- is of the first level and begins the text
function derive.heading(body)
  local found = svc.document(body)
  local heading, at = found.headings[1], found.titles[1]
  if not heading or not at then return nil end
  local before = body:sub(1, at.first - 1)
  for _, comment in ipairs(found.comments) do
    if comment.last < at.first then before = before:sub(comment.last + 1) end
  end
  return {
    text = derive.cut(one_line((heading.text:gsub("%$", ""))), TITLE),
    first = at.first,
    last = at.last,
    line = heading.line,
    opens = heading.level == 1 and text.is_blank(before),
  }
end

--- A text without its first heading, on as many lines.
-- @tparam string body
-- @tparam table heading of `derive.heading`
-- @treturn string
function derive.without(body, heading)
  local lines = body:sub(heading.first, heading.last):gsub("[^\n]", "")
  return body:sub(1, heading.first - 1) .. lines .. body:sub(heading.last + 1)
end

--- Paragraphs that are looked at for one that says something.
local MOST = 8

--- The bytes of a text that say nothing by themselves, in their order: links, images, code and
-- formulas.
local function mute_ranges(found)
  local ranges = {}
  for _, list in ipairs { found.links, found.images } do
    for _, link in ipairs(list) do
      ranges[#ranges + 1] = { first = link.outer_first, last = link.outer_last }
    end
  end
  for _, list in ipairs { found.code, found.code_spans, found.formulas } do
    tables.append(ranges, list)
  end
  table.sort(ranges, function(a, b) return a.first < b.first end)
  return ranges
end

--- True for a paragraph, from one byte to another, that has a word outside of the mute ranges.
local function says_something(body, ranges, first, last)
  for _, range in ipairs(ranges) do
    if range.first > last then break end
    if body:sub(first, range.first - 1):find("[%w\x80-\xFF]") then return true end
    first = math.max(first, range.last + 1)
  end
  return body:sub(first, last):find("[%w\x80-\xFF]") ~= nil
end

--- The plain text of the first paragraph that says something, of a quotation or an alert only where
-- there is no other; else of the first one. What follows the paragraph is read with it, since the
-- definitions of its links and footnotes are there.
local function opening_of(body)
  local found = svc.document(body)
  local ranges, line, start, tried, quoted = mute_ranges(found), 1, 1, 0, nil
  for _, passage in ipairs(found.passages) do
    if passage.kind == "text" and tried < MOST then
      tried = tried + 1
      while line < passage.line do
        line, start = line + 1, (body:find("\n", start, true) or #body) + 1
      end
      local from = body:match("^[ \t>]*()", start)
      local last = (body:find("\n[ \t>]*\n", from) or #body + 1) - 1
      local is_quoted = body:sub(start, from - 1):find(">", 1, true)
      local words = is_quoted and body:match("^%[!%a+%][^\n]*\n()", from) or from
      if says_something(body, ranges, words, last) then
        if not is_quoted then return svc.opening(body:sub(from)) end
        quoted = quoted or start
      end
    end
  end
  return svc.opening(body:sub(quoted or 1))
end

--- The first sentence of a text.
-- @tparam string body
-- @treturn string|nil nil where it has no paragraph
function derive.description(body)
  local opening = one_line(opening_of(body))
  if not opening:find("[%w\x80-\xFF]") then return nil end
  local at = 1
  while at do
    local _, last = opening:find("[.!?][\"')]?%s", at)
    if not last then break end
    local sentence = text.trim(opening:sub(1, last))
    -- An abbreviation or a numeral ends no sentence.
    if #sentence >= 30 and not sentence:find("%f[%w]%w%w?%.$") then
      return derive.cut(sentence, DESCRIPTION)
    end
    at = last + 1
  end
  return derive.cut(opening, DESCRIPTION)
end

--- The title of a text, and its body without the heading that says it again.
local function title_of(parsed, name, tell)
  local title, heading = parsed.fields.title, parsed.heading
  local body = parsed.body
  if heading and heading.opens and (not title or title == heading.text) then
    body = derive.without(body, heading)
    if title then
      local line = parsed.line + heading.line - 1
      tell("title-twice", line, "heading says the title again; it is taken out")
    end
  end
  if title then return title, body end
  title = heading and heading.text ~= "" and heading.text or derive.title_of_name(name)
  tell("title-derived", 1, "has the title %q", title)
  return title, body
end

--- The fields of a document: its front matter, completed.
-- @tparam table parsed `{ fields, body, line, heading? }`
-- @tparam {string,...} parts of its path
-- @tparam string name of its file or folder
-- @tparam function tell `tell(id of the rule, place, message, …)`
-- @treturn table fields
-- @treturn string its body
function derive.fields(parsed, parts, name, tell)
  local fields = parsed.fields
  local title, body = title_of(parsed, name, tell)
  local description = fields.description or derive.description(body) or title
  if not fields.description then
    tell("description-derived", 1, "has the description %q", description)
  end
  local concept = table.concat(parts, "-", 2):sub(1, NAME):gsub("%-$", "")
  return tables.merge(fields, {
    title = title,
    description = description,
    concept = fields.concept
      or ("%s:%s"):format(parts[1], concept ~= "" and concept or parts[1]),
  }),
    body
end

return derive
