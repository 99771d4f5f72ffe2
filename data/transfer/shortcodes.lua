--- Shortcodes of Hugo as Markdown: figures, references, films, code, and what encloses a text, with
-- its title. Those in comments are shown as shortcodes, in code too; in fenced code there are no
-- others.
local alerts = require("data.transfer.alerts")
local has_budget = require("data.transfer.budget")
local lines = require("data.transfer.lines")
local links = require("data.import.links")
local loose = require("data.transfer.settings")
local shortcode_tags = require("data.transfer.shortcode_tags")
local svc = require("svc")
local tables = require("base.tables")
local text = require("base.text")

--- The bounds: bytes ahead of a shortcode on its line, and files in files.
local LONGEST, DEEPEST = 4096, 8

--- Those whose inside is code, and the language of it; `true` where they name it.
local CODE = {
  highlight = true,
  code = true,
  codeblock = true,
  ["code-block"] = true,
  mermaid = "mermaid",
  plantuml = "plantuml",
  chart = "json",
}

--- Those whose inside is a formula, is hidden, folds, or is named by a title; and those that place
-- what is in them, or name an alert by an argument.
local FORMULAS = tables.words "math katex latex mathjax"
local HIDDEN = tables.words "comment"
local FOLDED =
  tables.words "details expand expandable collapse collapsible accordion-item spoiler"
local ALERTS = tables.words "notice alert hint callout admonition block box panel message"
local PLACES =
  tables.words [[tabs tab tabpane tabitem columns column col row cards card steps step accordion
  section div center left right md markdown blocks expand-group grid carousel lead rawhtml raw
  html]]

--- Those that stand for an image, and those that stand for a file.
local FIGURES = tables.words "figure img image"
local FILES = tables.words "include include-md readfile read-file snippet"

--- The addresses of films and posts, by what is given.
local FILMS = {
  youtube = { "https://youtu.be/%s", "id" },
  vimeo = { "https://vimeo.com/%s", "id" },
  instagram = { "https://www.instagram.com/p/%s/", "id" },
  gist = { "https://gist.github.com/%s/%s", "user", "id" },
  tweet = { "https://x.com/%s/status/%s", "user", "id" },
  x = { "https://x.com/%s/status/%s", "user", "id" },
}

--- The arguments that hold a title, an address, or the kind of an alert.
local TITLES =
  { "title", "header", "heading", "summary", "label", "caption", "name", "tabname" }
local TARGETS = { "href", "link", "url", "relref", "ref" }
local STYLES = { "type", "style", "kind", "color", "context", "icon", "level" }

local function first_of(arguments, names)
  for _, name in ipairs(names) do
    if arguments[name] and arguments[name] ~= "" then return arguments[name] end
  end
end

--- The prefix of the lines of a block in the place of a shortcode, whether only it stands before,
-- and whether the line above has words.
local function place_of(source, tag)
  local start, first = tag.line, tag.first
  if first - start > LONGEST then return "", false, true end
  local before = source:sub(start, first - 1)
  local is_first = before:match("^[ \t>]*[-*+%d.)]*[ \t]*()") > #before
  local above = source:sub(math.max(1, start - 2), start - 1)
  local prefix = is_first and before:gsub("[^ \t>]", " ") or ""
  return prefix, is_first, above ~= "" and not above:find("^\n\n$") and start > 1
end

--- Lines without the prefix of those around them, and without blanks that they all begin with; the
-- first one has none where it stands behind the shortcode.
local function lines_within(inside, prefix)
  local list, least = lines.of(inside), nil
  for i, line in ipairs(list) do
    if line:sub(1, #prefix) == prefix then line = line:sub(#prefix + 1) end
    list[i] = text.trim(line) ~= text.trim(prefix) and line:find("%S") and line or ""
    local blanks = #list[i]:match("^[ \t]*")
    if i > 1 and list[i] ~= "" then least = math.min(least or blanks, blanks) end
  end
  for i, line in ipairs(list) do
    list[i] = i == 1 and text.trim(line) or line:sub((least or 0) + 1)
  end
  while list[1] and list[#list] == "" do
    list[#list] = nil
  end
  while list[1] == "" do
    table.remove(list, 1)
  end
  return list
end

--- Lines as data and programs have them: one of the first kind tells, or two of the second.
local SURE =
  { "^%s*%[%[?[%w_.\"'/-]+%]%]?%s*$", "^%s*[%w_.\"'-]+%s*=%s*[%w\"'%[{-]", "%-%-?>>?" }
local LIKELY = { "[;{}%[,]%s*$", "^%s*[%w_.\"'-]+:%s", "^%s*[%w_-]+:%s*$", "^%s*[{}%]]" }

local function count_of(line, patterns)
  for _, pattern in ipairs(patterns) do
    if line:find(pattern) then return 1 end
  end
  return 0
end

--- True for what stands in an unknown shortcode where it is data or a program.
local function is_code(inside)
  local all, sure, likely = 0, 0, 0
  if inside:find("```", 1, true) then return false end
  for line in inside:gmatch("[^\n]*%S[^\n]*") do
    all, sure, likely = all + 1, sure + count_of(line, SURE), likely + count_of(line, LIKELY)
  end
  return (sure > 0 or likely > 1) and 2 * (sure + likely) >= all
end

local function fenced(list, language)
  local fence = "```"
  for _, line in ipairs(list) do
    while line:find(fence, 1, true) do
      fence = fence .. "`"
    end
  end
  return tables.append(tables.append({ fence .. language }, list), { fence })
end

local function titled(title, list)
  if not title then return list end
  return tables.append({ "**" .. title .. "**", "" }, list)
end

local function folded(title, list)
  local summary = svc.escape_html(title or "…")
  local out = { "<details><summary>" .. summary .. "</summary>", "" }
  return tables.append(tables.append(out, list), { "", "</details>" })
end

--- The kind and title of an alert: of a shortcode that is called like one, or of its arguments.
local function alert_of(tag)
  local arguments, title = tag.arguments, nil
  local kind = not ALERTS[tag.name] and alerts.kind(tag.name) or nil
  if not kind and not ALERTS[tag.name] then return nil end
  for _, name in ipairs(STYLES) do
    kind = kind or arguments[name] and alerts.kind(arguments[name])
  end
  for _, said in ipairs(arguments) do
    local own = alerts.kind(said)
    kind = kind or own
    -- A word alone in small letters is a name of the theme's, such as of an icon.
    if not own and said:find("[%u%s\128-\255]") then title = title or said end
  end
  return kind or "NOTE", first_of(arguments, TITLES) or title
end

--- The file that a shortcode stands for, without its front matter.
local function file_of(page, tag)
  local name = first_of(tag.arguments, { "file", "path", "src", "filename" })
    or tag.arguments[1]
  if not name then return nil end
  local own = not name:find("^/") and links.resolve(page.file, name) or nil
  local docs = page.source.docs == "" and "" or page.source.docs .. "/"
  local bare = name:gsub("^/+", "")
  for _, path in ipairs { own or docs .. bare, docs .. bare, bare } do
    for _, ending in ipairs { "", ".md" } do
      local bytes = page.source:read(path .. ending)
      if bytes then return path .. ending, select(2, loose.front_matter(bytes)) end
    end
  end
end

--- True for one whose inside is no Markdown.
local function is_shut(name) return CODE[name] ~= nil or HIDDEN[name] ~= nil end

local convert

--- The text of a file in the place of a shortcode; nil and why not.
local function included(page, tag)
  local path, body = file_of(page, tag)
  if not path then return nil, "include that leads to no file, taken out: " end
  local depth, outer = 1, page
  while outer and outer.file ~= path do
    depth, outer = depth + 1, outer.outer
  end
  if outer or depth > DEEPEST or not has_budget(page, body) or not utf8.len(body) then
    return nil, "include of itself, or of too much, taken out: "
  end
  body = body:gsub("[\0-\8\11-\31\127]", "")
  local is_text = path:find("%.md$") or path:find("%.html?$")
  if not is_text or tag.arguments.code == "true" then
    local language = tag.arguments.lang or path:match("%.(%w+)$") or "text"
    return table.concat(fenced(lines.of(body), language), "\n")
  end
  local own = { file = path, source = page.source, tell = page.tell, budget = page.budget }
  own.outer = page
  return text.trim(convert(own, body))
end

--- What stands for a shortcode that encloses nothing.
local function alone(page, tag)
  local name, arguments = tag.name, tag.arguments
  local target = first_of(arguments, TARGETS)
  if name == "ref" or name == "relref" then return arguments.path or arguments[1] or "" end
  if FIGURES[name] and (arguments.src or arguments[1]) then
    local caption = arguments.caption or arguments.title
    local shown = caption and (' "%s"'):format((caption:gsub('"', '\\"'))) or ""
    local alternative = (arguments.alt or caption or ""):gsub("[%[%]]", "\\%0")
    local source = (arguments.src or arguments[1]):gsub("%s", "%%20")
    return ("![%s](%s%s)"):format(alternative, source, shown)
  end
  local film = FILMS[name]
  if film then
    local values = {}
    for i = 2, #film do
      values[#values + 1] = (arguments[film[i]] or arguments[i - 1] or ""):gsub("[%s<>]", "")
    end
    local last = values[#values]
    local address = last:find("^https?://") and last or film[1]:format(table.unpack(values))
    if last ~= "" then return "<" .. address .. ">" end
  end
  if FILES[name] then
    local body, fault = included(page, tag)
    if not body then page.tell(fault .. (arguments.file or arguments[1] or name)) end
    return body or ""
  end
  local title = first_of(arguments, TITLES) or arguments.text
  if title and target then return ("[%s](%s)"):format(title, target) end
  page.tell("shortcode, taken out: " .. name)
  return ""
end

--- The lines that stand for a shortcode with what it encloses; nil where it is a part of a line.
local function enclosing(page, tag, inside, raw, prefix, depth)
  local name, arguments = tag.name, tag.arguments
  local list = lines_within(inside, prefix)
  local title = first_of(arguments, TITLES)
  local language = CODE[name]
  if language then
    if language == true then
      language = first_of(arguments, { "lang", "language" }) or arguments[1] or "text"
    end
    return fenced(lines_within(raw, prefix), language:match("^[%w+#-]+") or "text")
  end
  if FORMULAS[name] and not raw:find("[$`]") then
    local is_block = raw:find("\n", 1, true) or arguments.display or arguments[1]
    if not is_block then return nil, "$" .. text.trim(raw) .. "$" end
    return tables.append(tables.append({ "$$" }, lines_within(raw, prefix)), { "$$" })
  end
  local alert, heading = alert_of(tag)
  if alert and depth <= alerts.DEEPEST then return alerts.quote("", alert, heading, list) end
  if FOLDED[name] then return folded(title or arguments[1], list) end
  local target = first_of(arguments, TARGETS)
  local is_line = not raw:find("\n", 1, true)
  if target and is_line then return nil, ("[%s](%s)"):format(text.trim(inside), target) end
  local shown = tag.is_raw and raw == inside and first_of(arguments, { "lang", "codelang" })
  if PLACES[name] and shown and not raw:find("```", 1, true) then
    return titled(title, fenced(list, shown:match("^[%w+#-]+") or "text"))
  end
  if PLACES[name] then return titled(title or name == "tab" and arguments[1] or nil, list) end
  if tag.is_raw and raw == inside and is_code(raw) then
    page.tell("shortcode, its inside now code: " .. name)
    return fenced(list, "text")
  end
  page.tell("shortcode, now its text: " .. name)
  if is_line and not title then return nil, inside end
  return titled(title, list)
end

--- The text between two bytes, whose shortcodes are those from one number to another.
local function rendered(page, source, tags, number, stop, first, last, depth, tab_names)
  local out, at = {}, first
  while number <= stop do
    local tag = tags[number]
    local closing = tag.closing and tags[tag.closing]
    out[#out + 1] = source:sub(at, tag.first - 1)
    at = (closing or tag).last + 1
    if closing and not HIDDEN[tag.name] then
      local names = {}
      for name in (tag.name == "tabs" and tag.arguments.items or ""):gmatch("[^,]+") do
        names[#names + 1] = text.trim(name)
      end
      if tag.name == "tab" and not first_of(tag.arguments, TITLES) and not tag.arguments[1] then
        tag.arguments.title = table.remove(tab_names, 1)
      end
      local from, to = tag.last + 1, closing.first - 1
      local inside =
        rendered(page, source, tags, number + 1, tag.closing - 1, from, to, depth + 1, names)
      local prefix, is_first, has_above = place_of(source, tag)
      local block, inline = enclosing(page, tag, inside, source:sub(from, to), prefix, depth)
      if block then
        local before = not is_first and "\n\n" or has_above and "\n" .. prefix or ""
        local behind = source:find("^[ \t]*\n", at) and "\n" or "\n\n"
        out[#out + 1] = before
          .. lines.without_trailing(table.concat(block, "\n" .. prefix))
          .. behind
      else
        out[#out + 1] = inline
      end
    elseif not closing and not tag.closes then
      local said = alone(page, tag)
      local prefix = said:find("\n", 1, true) and place_of(source, tag)
      out[#out + 1] = prefix and said:gsub("\n", "\n" .. prefix) or said
    end
    number = (tag.closing or number) + 1
  end
  out[#out + 1] = source:sub(at, last)
  return table.concat(out)
end

function convert(page, source)
  for _, sign in ipairs { "<", "%" } do
    local close = sign == "<" and ">" or "%"
    source = text.between(
      source,
      "{{%" .. sign .. "/%*",
      "%*/%" .. close .. "}}",
      function(inside) return "\2" .. sign .. inside .. close .. "\2" end
    )
  end
  local tags = shortcode_tags(source, is_shut)
  local written = rendered(page, source, tags, 1, #tags, 1, #source, 1, {})
  return (written:gsub("\2([<%%])", "{{%1"):gsub("([>%%])\2", "%1}}"))
end

--- A text without shortcodes.
-- @tparam table page `{ file, source, tell }`
-- @tparam string source
-- @treturn string
return convert
