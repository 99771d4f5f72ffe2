--- Markdown without what pages would show as text: what is mechanical of the remarks of the
-- engine, for `svcd import` and `svcd check --fix`. Code is never touched: every edit is of a range
-- that the parser gave.
local attributes = require("data.transfer.attributes")
local emoji = require("data.transfer.emoji")
local html = require("data.transfer.html")
local svc = require("svc")

local cleaning = {}

--- The tags among which an element of code is closed.
local MOST_TAGS = 32

--- The lines above a byte in which the beginning of its block is looked for.
local HIGHEST = 64

--- The fixes of the rules by their ids: `fix(range of the source, remark, what stands there)`; what
-- it gives stands there instead, nil leaves it.
local FIXES = {
  ["html-partner"] = function() return "" end,
  ["formula-open"] = function(written) return "\\" .. written end,
  ["highlight"] = true,
  ["attribute-list"] = true,
  ["heading-id"] = function(written) return (written:gsub("%s*{#[^}]*}", "")) end,
}

--- The beginning of each line of a text.
local function starts_of(source)
  local starts = {}
  for start in source:gmatch("()[^\n]*\n?") do
    starts[#starts + 1] = start
  end
  return starts
end

--- The prefix of the lines of the block at a line: blanks, signs of quotations, and blanks in the
-- place of an item's sign. It is looked for from the line upwards.
local function prefix_of(source, starts, line)
  local prefix
  for number = line, math.max(1, line - HIGHEST), -1 do
    local at = source:match("^[ \t>]*()", starts[number])
    local own, is_item = source:sub(starts[number], at - 1), false
    if prefix and source:find("^\n", at) then break end
    repeat
      local behind = source:match("^[-*+][ \t]+()", at) or source:match("^%d+[.)][ \t]+()", at)
      if behind then
        own, at, is_item = own .. (" "):rep(behind - at), behind, true
      end
    until not behind
    if not prefix or #own < #prefix or is_item then prefix = own end
    if is_item then break end
  end
  return prefix
end

--- The element of code that a tag opens: its last byte, and its text without tags in it; nil where
-- it opens none that is closed in the same paragraph.
local function code_of(source, ranges, number)
  local opening = ranges[number]
  local name = source:sub(opening.first, opening.last):lower():match("^<(%a+)>$")
  if name ~= "code" and name ~= "tt" then return nil end
  -- A backslash hides the closing tag from the parser.
  local hidden, behind = source:match(
    "^([^<\n]*\\)</" .. source:sub(opening.first + 1, opening.last) .. "()",
    opening.last + 1
  )
  if hidden then return { last = behind - 1, text = hidden } end
  local parts, at = {}, opening.last + 1
  for i = number + 1, math.min(number + MOST_TAGS, #ranges) do
    local range = ranges[i]
    parts[#parts + 1] = source:sub(at, range.first - 1)
    at = range.last + 1
    if source:sub(range.first, range.last):lower() == "</" .. name .. ">" then
      local inside = table.concat(parts)
      return not inside:find("\n[ \t>]*\n") and { last = range.last, text = inside } or nil
    end
  end
end

--- Edits of tags, and of blocks of HTML. Code is one edit, whatever is in it.
local function add_html(source, found, is_component, add)
  local starts, in_table, place =
    starts_of(source), {}, { is_component = is_component, links = {}, open = {} }
  for _, line in ipairs(found.lines) do
    if line.kind == "table" then in_table[line.line] = true end
  end
  table.sort(found.html, function(a, b) return a.first < b.first end)
  local behind = 0
  for i, range in ipairs(found.html) do
    local tag = source:sub(range.first, range.last)
    local code = range.first > behind and code_of(source, found.html, i)
    if code then
      add(range.first, code.last, html.code(code.text, in_table[range.line]))
      behind = code.last
    elseif range.first > behind then
      place.prefix = prefix_of(source, starts, range.line)
      local written = html.plain(tag, place)
      local begins = source:find("^[-+*.)][ \t]", math.max(1, range.first - 2))
      -- An item begins on the line of its mark.
      if begins then written = written:gsub("^%s+", "") end
      add(range.first, range.last, in_table[range.line] and written:gsub("\n+", " ") or written)
    end
  end
end

local function edits_of(source, is_component)
  local found, edits = svc.document(source), {}
  local function add(first, last, written)
    if written and written ~= source:sub(first, last) then
      edits[#edits + 1] = { first = first, last = last, text = written }
    end
  end
  add_html(source, found, is_component, add)
  for _, remark in ipairs(found.remarks) do
    local fix, first, last = FIXES[remark.rule], remark.first, remark.last
    if type(fix) == "function" then
      add(first, last, fix(source:sub(first, last)))
    elseif remark.rule == "attribute-list" then
      local ending = source:find("}", first, true)
      local broken = ending and source:sub(first, ending):find("\n", 1, true)
      if ending and not broken then add(first, ending, "") end
    elseif remark.rule == "highlight" then
      local ending = source:find("==", first + 2, true)
      if ending and ending - first < 256 then
        add(first, ending + 1, "<mark>" .. source:sub(first + 2, ending - 1) .. "</mark>")
      end
    elseif remark.rule == "emoji-name" then
      -- Ahead of code it is a role of Sphinx.
      local is_role = source:find("^`", last + 1)
      add(first, last, not is_role and emoji[source:sub(first + 1, last - 1)] or nil)
    elseif remark.rule == "code-open" then
      local fence = source:sub(first):match("^[`~]+")
      local feed = source:find("\n$") and "" or "\n"
      add(#source + 1, #source, fence and feed .. fence .. "\n")
    end
  end
  for _, list in ipairs { found.links, found.images } do
    for _, link in ipairs(list) do
      local last = link.outer_last and attributes.list_end(source, link.outer_last + 1)
      if last then add(link.outer_last + 1, last, "") end
    end
  end
  for _, code in ipairs(found.code) do
    if code.fenced and code.info == "" then
      local _, last = source:find("^[`~]+", code.first)
      if last then add(last + 1, last, "text") end
    end
  end
  return edits
end

--- A text with the edits that do not overlap.
-- @tparam string source
-- @tparam table edits `{ first, last, text }` each
-- @treturn string
function cleaning.apply(source, edits)
  table.sort(edits, function(a, b) return a.first < b.first end)
  local out, at = {}, 1
  for _, edit in ipairs(edits) do
    if edit.first >= at then
      out[#out + 1] = source:sub(at, edit.first - 1)
      out[#out + 1] = edit.text
      at = edit.last + 1
    end
  end
  out[#out + 1] = source:sub(at)
  return table.concat(out)
end

--- The bytes of HTML and blanks that may stand between an anchor and its heading.
local NEAR = 1024

--- The number of the heading that an anchor between two bytes stands in or right before, else of
-- the one above it.
local function heading_near(source, titles, next, first, last)
  local title = titles[next]
  if not title then return next - 1 end
  if title.first <= first then return next end
  local between = title.first - last < NEAR
    and source:sub(last + 1, title.first - 1):gsub("<[^<>]*>", "")
  return (between and not between:find("%S") or next == 1) and next or next - 1
end

--- The id of a heading without the tags in it.
local function id_of(source, title)
  local said = source:sub(title.first, title.last):gsub("<[^<>]*>", "")
  local heading = svc.document(said).headings[1]
  return heading and heading.id
end

--- The anchors of a text that are elements, each with the id of its heading.
-- @tparam string source before it is cleaned
-- @treturn table name → id
function cleaning.anchors(source)
  local anchors = {}
  if not source:find("[ \t\n][in][da]m?e?%s*=") then return anchors end
  -- A heading right behind a tag is of its block, which ends when the tag is taken out.
  source = source:gsub("(>[ \t]*\n)(#+[ \t])", "%1\n%2")
  local found, at, ids = svc.document(source), 1, {}
  table.sort(found.html, function(a, b) return a.first < b.first end)
  for _, range in ipairs(found.html) do
    while found.titles[at] and found.titles[at].last < range.first do
      at = at + 1
    end
    local tags = source:sub(range.first, range.last)
    for first, list, behind in tags:gmatch("()<%a[%w-]*%f[^%w-]([^<>]*)>()") do
      local name = attributes.name(list)
      local from, to = range.first + first - 1, range.first + behind - 2
      local number = name and heading_near(source, found.titles, at, from, to)
      if number and found.titles[number] and not anchors[name] then
        ids[number] = ids[number] or id_of(source, found.titles[number])
        anchors[name] = ids[number]
      end
    end
  end
  return anchors
end

--- Rounds after which what is not yet clean is left: each can uncover what the last one hid.
local ROUNDS = 6

--- A clean text.
-- @tparam string source
-- @tparam[opt] boolean is_component tags in capitals are components, which are taken out
-- @treturn string
-- @treturn integer the number of edits
function cleaning.clean(source, is_component)
  local count = 0
  for _ = 1, ROUNDS do
    local edits = edits_of(source, is_component)
    if #edits == 0 then break end
    count = count + #edits
    source = cleaning.apply(source, edits)
  end
  return source, count
end

return cleaning
