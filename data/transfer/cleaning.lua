--- Markdown without what pages would show as text: what is mechanical of the remarks of the
-- engine, for `svcd import` and `svcd check --fix`. Code is never touched: every edit is of a range
-- that the parser gave.
local svc = require("svc")
local tables = require("base.tables")
local text = require("base.text")

local cleaning = {}

--- Elements of HTML that mean nothing without their tags, and what stands for those that do: for
-- their opening and their closing tag.
local ELEMENTS = {
  b = { "**", "**" },
  strong = { "**", "**" },
  i = { "*", "*" },
  em = { "*", "*" },
  code = { "`", "`" },
  tt = { "`", "`" },
  del = { "~~", "~~" },
  s = { "~~", "~~" },
  strike = { "~~", "~~" },
  p = { "\n\n", "\n\n" },
  div = { "\n\n", "\n\n" },
  li = { "\n- ", "" },
  ul = { "\n\n", "\n\n" },
  ol = { "\n\n", "\n\n" },
  h1 = { "\n\n# ", "\n\n" },
  h2 = { "\n\n## ", "\n\n" },
  h3 = { "\n\n### ", "\n\n" },
  h4 = { "\n\n#### ", "\n\n" },
  h5 = { "\n\n##### ", "\n\n" },
  h6 = { "\n\n###### ", "\n\n" },
  hr = { "\n\n---\n\n", "" },
  br = { "<br>", "" },
  pre = { "\n\n```text\n", "\n```\n\n" },
  tr = { "\n", " |" },
  td = { "| ", " " },
  th = { "| ", " " },
  blockquote = { "\n\n> ", "\n\n" },
}

for name in
  ([[a abbr address article aside audio big body button caption center cite col colgroup data
  dd dfn dl dt embed fieldset font footer form head header html iframe input ins kbd label
  legend link main map mark meta nav noscript object option output param picture q ruby
  samp section select small source span style script sub summary sup svg path g defs use
  rect circle line polyline text table tbody textarea tfoot thead time title tspan u var
  video wbr details figure figcaption img]]):gmatch("%a+")
do
  ELEMENTS[name] = ELEMENTS[name] or { "", "" }
end

--- Elements that pages keep, where their tags are a pair.
local KEPT = tables.set {
  "abbr",
  "br",
  "details",
  "figcaption",
  "figure",
  "img",
  "kbd",
  "mark",
  "small",
  "sub",
  "summary",
  "sup",
  "u",
}

local function attribute(list, name)
  return list:match("[ \t\n]" .. name .. '%s*=%s*"(.-)"')
    or list:match("[ \t\n]" .. name .. "%s*=%s*'(.-)'")
    or list:match("[ \t\n]" .. name .. "%s*=%s*{?[\"'`]?([^%s\"'`>}]+)")
end

--- What stands for a tag; nil where it is none of HTML.
local function instead_of(slash, name, list, is_component, links)
  local lower = name:lower()
  local element = ELEMENTS[lower]
  if is_component and name:find("^%u") then
    local said = slash == ""
      and (attribute(list, "caption") or attribute(list, "label") or attribute(list, "title"))
    return said and ("\n\n**" .. said .. "**\n\n") or "\n\n"
  end
  if not element then return nil end
  if lower == "a" then
    if slash ~= "" then
      local target = table.remove(links)
      return target and target ~= "" and "](" .. target .. ")" or ""
    end
    local target = attribute(list, "href") or ""
    links[#links + 1] = target
    return target ~= "" and "[" or ""
  end
  if lower == "img" then
    local target = attribute(list, "src")
    return target
        and ("![%s](<%s>)"):format((attribute(list, "alt") or ""):gsub("[%[%]\n]", " "), target)
      or ""
  end
  if
    slash == ""
    and (lower == "iframe" or lower == "video" or lower == "audio" or lower == "source")
  then
    local target = attribute(list, "src")
    return target and target:find("^https?://") and "<" .. target .. ">" or ""
  end
  return element[slash == "" and 1 or 2]
end

--- HTML as Markdown: tags of HTML become their marks or are taken out, those that pages keep stay,
-- and what only looks like a tag is written so that it is text.
-- @tparam string html
-- @tparam boolean is_component whether tags in capitals are components, which are taken out
-- @tparam table links the targets of open links
-- @treturn string
local function plain(html, is_component, links)
  local function nothing() return "" end
  html = text.between(html, "<!%-%-", "%-%->", nothing)
  html = text.between(
    html,
    "<[sS][cC][rR][iI][pP][tT]%f[%A]",
    "</[sS][cC][rR][iI][pP][tT]>",
    nothing
  )
  html = text.between(html, "<[sS][tT][yY][lL][eE]%f[%A]", "</[sS][tT][yY][lL][eE]>", nothing)
  -- Markdown is read again behind a blank line; within what summarises there is none.
  html = text.between(html, "<summary>", "</summary>", function(inside)
    local said = text.trim((inside:gsub("<[^>]*>", ""):gsub("%s+", " ")))
    return "<summary>" .. said .. "</summary>\n\n"
  end)
  html = html:gsub("</details>", "\n\n%0\n\n")
  return (
    html:gsub("<(/?)([%a][%w.-]*)([^<>]*)>", function(slash, name, list)
      if name:lower():find("^fig") then return "\n\n" end
      if KEPT[name:lower()] and name:lower() ~= "img" then return nil end
      local written = instead_of(slash, name, list, is_component, links)
      if written then return written end
      return "\\<" .. slash .. name .. list .. ">"
    end)
  )
end

--- The fixes of the rules by their ids: `fix(range of the source, remark, what stands there)`; what
-- it gives stands there instead, nil leaves it.
local FIXES = {
  ["html-partner"] = function() return "" end,
  ["formula-open"] = function(written) return "\\" .. written end,
  ["highlight"] = true,
  ["attribute-list"] = true,
  ["heading-id"] = function(written) return (written:gsub("%s*{#[^}]*}", "")) end,
}

--- Names of emoji that stand in texts of schools.
cleaning.EMOJI = {
  smile = "😄",
  warning = "⚠️",
  bulb = "💡",
  tada = "🎉",
  rocket = "🚀",
  heart = "❤️",
  star = "⭐",
  fire = "🔥",
  thumbsup = "👍",
  white_check_mark = "✅",
  x = "❌",
  memo = "📝",
  book = "📖",
  question = "❓",
  exclamation = "❗",
  point_right = "👉",
  link = "🔗",
  wink = "😉",
  eyes = "👀",
}

local function edits_of(source, is_component)
  local found, edits = svc.document(source), {}
  local function add(first, last, written)
    if written and written ~= source:sub(first, last) then
      edits[#edits + 1] = { first = first, last = last, text = written }
    end
  end
  local links = {}
  table.sort(found.html, function(a, b) return a.first < b.first end)
  for _, range in ipairs(found.html) do
    add(
      range.first,
      range.last,
      plain(source:sub(range.first, range.last), is_component, links)
    )
  end
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
      add(first, last, cleaning.EMOJI[source:sub(first + 1, last - 1)])
    elseif remark.rule == "code-open" then
      local fence = source:sub(first):match("^[`~]+")
      add(#source + 1, #source, fence and "\n" .. fence .. "\n")
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

--- The anchors of a text that are elements without text, each with the id of the heading behind it.
-- @tparam string source before it is cleaned
-- @treturn table name → id
function cleaning.anchors(source)
  local anchors = {}
  if not source:find("<%a+[^>]- [in][da]m?e?=") then return anchors end
  local found, at = svc.document(source), 1
  table.sort(found.html, function(a, b) return a.first < b.first end)
  for _, range in ipairs(found.html) do
    while found.headings[at] and found.headings[at].line < range.line do
      at = at + 1
    end
    local heading = found.headings[at]
    for _, list in source:sub(range.first, range.last):gmatch("<(%a[%w-]*)([^<>]*)>") do
      local name = attribute(list, "id") or attribute(list, "name")
      if name and heading then anchors[name] = heading.id end
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
