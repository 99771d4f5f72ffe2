--- HTML of other programs as Markdown: what stands for each element and tag.
local attributes = require("data.transfer.attributes")
local html_tables = require("data.transfer.html_tables")
local lines = require("data.transfer.lines")
local svc = require("svc")
local tables = require("base.tables")
local text = require("base.text")

local html = {}

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
  li = { "", "\5" },
  ul = { "\n\n", "\n\n" },
  ol = { "\n\n", "\n\n" },
  hr = { "\n\n---\n\n", "" },
  br = { "<br>", "" },
  pre = { "", "" },
  table = { "\14", "\15" },
  tr = { "\16", "" },
  td = { "\17", "" },
  th = { "\18", "" },
  dl = { "\n\n", "\23\n\n" },
  dt = { "\24", "\n\n" },
  dd = { "\n\n", "\n\n" },
  blockquote = { "\n\n> ", "\n\n" },
}

for name in
  ([[a abbr address article aside audio big body button caption center cite col colgroup data
  dfn embed fieldset font footer form head header html iframe input ins kbd label
  legend link main map mark meta nav noscript object option output param picture q ruby
  samp section select small source span style script sub summary sup svg path g defs use
  rect circle line polyline text tbody textarea tfoot thead time title tspan u var
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

--- Elements that show a file: a link to it stands there, also to one beside the page where they are
-- films and sounds.
local MEDIA = {
  iframe = "far",
  embed = "far",
  object = "far",
  video = "near",
  audio = "near",
  source = "near",
}

--- The replacement of a tag; nil where it is not HTML.
local function instead_of(slash, name, list, is_component, links)
  local lower = name:lower()
  local element = ELEMENTS[lower]
  if is_component and name:find("^%u") then
    local said = slash == ""
      and (
        attributes.value(list, "caption")
        or attributes.value(list, "label")
        or attributes.value(list, "title")
      )
    return said and ("\n\n**" .. said .. "**\n\n") or "\n\n"
  end
  if not element then return nil end
  if lower == "a" then
    if slash ~= "" then
      local target = table.remove(links)
      return target and target ~= "" and "]\7(" .. target .. ")" or ""
    end
    local target = attributes.value(list, "href") or ""
    links[#links + 1] = target
    return target ~= "" and "\6[" or ""
  end
  if lower == "img" then
    local target = attributes.value(list, "src")
    return target
        and ("![%s](<%s>)"):format(
          (attributes.value(list, "alt") or ""):gsub("[%[%]\n]", " "),
          target
        )
      or ""
  end
  if lower == "input" then
    local is_box = attributes.value(list, "type") == "checkbox"
    return is_box and (list:find("[ \t\n]checked") and "[x] " or "[ ] ") or ""
  end
  if slash == "" and MEDIA[lower] then
    local target = (attributes.value(list, "src") or attributes.value(list, "data") or "")
    target = target:gsub("^//", "https://"):gsub("[%s<>]", "")
    if target:find("^https?://") then return "<" .. target .. ">" end
    if target == "" or target:find("^data:") or MEDIA[lower] == "far" then return "" end
    return ("[%s](<%s>)"):format(target:match("[^/]*$"):gsub("[%[%]]", "\\%0"), target)
  end
  return element[slash == "" and 1 or 2]
end

--- The most bytes that a quoted value of an attribute may have; with more it is none.
local LONGEST = 1024

--- The end of a tag whose attributes begin at `at`; in quotes they may hold `>`. Nil when it is not
-- a tag.
local function end_of_tag(source, at)
  while true do
    local stop = source:find("[\"'<>]", at)
    local sign = stop and source:sub(stop, stop)
    if not stop or sign == "<" then return nil end
    if sign == ">" then return stop end
    local length = source:sub(stop + 1, stop + LONGEST):find(sign, 1, true)
    at = stop + (length or 0) + 1
  end
end

--- HTML with what stands for each tag: `replace(slash, name, attributes)`, nil leaves it.
local function replace_tags(source, replace)
  local out, at = {}, 1
  while true do
    local first, last, slash, name = source:find("<(/?)(%a[%w.-]*)", at)
    if not first then break end
    local stop = end_of_tag(source, last + 1)
    local written = stop and replace(slash, name, source:sub(last + 1, stop - 1))
    out[#out + 1] = source:sub(at, first - 1)
    out[#out + 1] = written or source:sub(first, stop or last)
    at = (stop or last) + 1
  end
  out[#out + 1] = source:sub(at)
  return table.concat(out)
end

--- Text of HTML with the characters that its references stand for.
local function decoded(said)
  return (
    said:gsub(
      "&#?%w+;",
      function(reference) return svc.opening("x" .. reference .. "x"):match("^x(.*)x") end
    )
  )
end

--- A span of code in the place of an element.
-- @tparam string inside the element, as Markdown without tags
-- @tparam boolean is_cell whether it stands in a table
-- @treturn string
function html.code(inside, is_cell)
  local said = decoded(text.trim((svc.html("x" .. inside):gsub("<[^>]*>", ""))):sub(2))
  if is_cell then said = said:gsub("|", "\\|") end
  local ticks = "`"
  while said:find(ticks, 1, true) do
    ticks = ticks .. "`"
  end
  local blank = (said:find("^`") or said:find("`$")) and " " or ""
  return said == "" and "" or ticks .. blank .. said .. blank .. ticks
end

--- A block of code in the place of an element.
local function block(inside)
  local said = inside:gsub("^\n", ""):gsub("</?%a[^<>]*>", ""):gsub("\n$", "")
  said = decoded(said)
  local fence = "```"
  while said:find(fence, 1, true) do
    fence = fence .. "`"
  end
  return ("\n\n%stext\n%s\n%s\n\n"):format(fence, said, fence)
end

--- Lines that begin as those of the block around them do: what stands for a tag begins new ones,
-- and what elements only indent would be code.
local function within(source, prefix)
  if not source:find("\n", 1, true) then return source end
  local mark = prefix:find(">", 1, true) and "\n[ \t>]*" or "\n[ \t]*"
  return lines.without_trailing((source:gsub(mark, "\n" .. prefix:gsub("%%", "%%%%"))))
end

--- A heading where its element begins (`\20`) and ends (`\21`, its id and `\22`).
local function heading_of(ids, slash, level, list)
  if slash == "" then
    ids[#ids + 1] = attributes.name(list) or ""
    return "\n\n" .. ("#"):rep(level) .. " \20"
  end
  return "\21" .. (table.remove(ids) or ""):gsub("%s", "") .. "\22\n\n"
end

--- Headings on one line, with their ids.
local function headings_of(written)
  written = written:gsub("\20([^\20\21]*)\21([^\22]*)\22", function(said, id)
    said = text.trim((said:gsub("\n[ \t>]*", " ")))
    return said .. (id ~= "" and said ~= "" and " {#" .. id .. "}" or "")
  end)
  return (written:gsub("\21[^\22]*\22", ""):gsub("\20", ""))
end

--- Links on one line, since a blank one would end them, and without marks of headings.
local function links_of(written)
  written = written:gsub("\6%[([^\6\7]*)%]\7", function(inside)
    inside = html_tables
      .without_headings(inside)
      :gsub("%s+", function(blanks) return blanks:find("\n", 1, true) and " " end)
    return "[" .. text.trim(inside) .. "]"
  end)
  return (written:gsub("[\6\7]", ""))
end

--- Items of lists of definitions, each with its term and what it means: an item ends where the next
-- term (`\24`) begins, or the list ends (`\23`).
local function definitions_of(written)
  local is_open = false
  return (
    written:gsub("[\23\24]", function(sign)
      local ends = is_open and "\5" or ""
      is_open = sign == "\24"
      return ends .. (is_open and "\3" or "")
    end)
  )
end

--- Items within one another that are further to the right; those deeper stand beside these.
local DEEPEST = 16

--- Items of lists where they begin (`\3` one with a bullet, `\4` one with a number) and end
-- (`\5`): what stands in one is as far to the right as the text behind its mark.
local function items_of(written, prefix)
  if not written:find("[\3\4]") then return (written:gsub("\5", "")) end
  local out, indents, begins = {}, {}, false
  local feed = "\n" .. prefix:gsub("%W", "%%%0")
  for sign, said in ("\0" .. written):gmatch("([\0\3\4\5])([^\3\4\5]*)") do
    local indent = indents[#indents] or ""
    if sign == "\3" or sign == "\4" then
      local mark = sign == "\3" and "- " or "1. "
      out[#out + 1] = (begins and "" or "\n" .. prefix .. indent) .. mark
      local is_further = #indents < DEEPEST
      indents[#indents + 1] = indent .. (" "):rep(is_further and #mark or 0)
      said = said:gsub("^%s+", "")
      begins = said == ""
    elseif sign == "\5" then
      indents[#indents], begins = nil, false
      said = said:gsub("^%s*\n", "\n")
    end
    indent = indents[#indents] or ""
    out[#out + 1] = said:gsub(
      feed .. "([^\n]?)",
      function(next) return "\n" .. prefix .. (next ~= "" and indent .. next or "") end
    )
  end
  return table.concat(out)
end

local function nothing() return "" end

--- Nil for a tag that is kept, the empty text in the place of an end tag that ends nothing.
-- @tparam table open element -> how many are open
local function paired(open, slash, name)
  local count = (open[name] or 0) + (slash == "" and 1 or -1)
  open[name] = math.max(count, 0)
  return count < 0 and "" or nil
end

--- HTML as Markdown: tags of HTML become their marks or are taken out, as are end tags of nothing,
-- those that pages keep stay, and what only looks like a tag is written so that it is text.
-- @tparam string source
-- @tparam table place `{ is_component, links, open, prefix }`: whether tags in capitals are
-- components, which are taken out, the targets of open links, the number of each element that is
-- open, and what lines of the block begin with
-- @treturn string
function html.plain(source, place)
  source = text.between(source, "<!%-%-", "%-%->", nothing)
  source = text.between(
    source,
    "<[sS][cC][rR][iI][pP][tT]%f[%A]",
    "</[sS][cC][rR][iI][pP][tT]>",
    nothing
  )
  source =
    text.between(source, "<[sS][tT][yY][lL][eE]%f[%A]", "</[sS][tT][yY][lL][eE]>", nothing)
  -- Markdown is read again behind a blank line; within what summarises there is none.
  source = text.between(source, "<summary>", "</summary>", function(inside)
    local said = text.trim((inside:gsub("<[^>]*>", ""):gsub("%s+", " ")))
    return "<summary>" .. said .. "</summary>\n\n"
  end)
  source = source:gsub("</details>", "\n\n%0\n\n")
  local blocks = {} -- what stands in them is no HTML any more
  source = text.between(source, "<[pP][rR][eE][^<>]*>", "</[pP][rR][eE]>", function(inside)
    blocks[#blocks + 1] = block((inside:gsub("\n" .. place.prefix, "\n")))
    return "\1" .. #blocks .. "\1"
  end)
  local ids, ordered = {}, {} -- of each list that is open, whether it has numbers
  local written = replace_tags(source, function(slash, name, list)
    local lower = name:lower()
    if lower:find("^fig") then return "\n\n" end
    local level = lower:match("^h([1-6])$")
    if level then return heading_of(ids, slash, tonumber(level), list) end
    if ids[#ids] == "" then ids[#ids] = attributes.name(list) or "" end
    if lower == "ol" or lower == "ul" then
      if slash == "" then
        ordered[#ordered + 1] = lower == "ol"
      else
        ordered[#ordered] = nil
      end
    elseif lower == "li" and slash == "" then
      return ordered[#ordered] and "\4" or "\3"
    end
    if KEPT[lower] and lower ~= "img" then return paired(place.open, slash, lower) end
    local instead = instead_of(slash, name, list, place.is_component, place.links)
    local is_end = slash ~= "" and name == lower
    return instead or (is_end and "" or "\\<" .. slash .. name .. list .. ">")
  end)
  written = within(html_tables.write(links_of(written), blocks, html.code), place.prefix):gsub(
    "\1(%d+)\1",
    function(number) return (blocks[tonumber(number)] or ""):gsub("\n", "\n" .. place.prefix) end
  )
  return items_of(definitions_of(headings_of(written)), place.prefix)
end

return html
