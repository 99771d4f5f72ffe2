--- Constructs of other programs beside Markdown, as Markdown that pages show: includes,
-- admonitions, tabs, containers, shortcodes, and the imports and braces of MDX. It is done line by
-- line before the text is parsed, since these programs do it so; code between fences is only
-- changed where an include stands in it.
local alerts = require("data.transfer.alerts")
local definitions = require("data.transfer.definitions")
local includes = require("data.transfer.includes")
local lines = require("data.transfer.lines")
local liquid = require("data.transfer.liquid")
local marks = require("data.transfer.marks")
local loose = require("data.transfer.settings")
local roles = require("data.transfer.roles")
local shortcodes = require("data.transfer.shortcodes")
local text = require("base.text")

local dialects = {}

--- The block that is indented behind a line, without its indentation; `at` moves behind it.
local function indented(list, at, indent)
  local body, last = {}, at
  local i = at + 1
  while
    list[i]
    and (
      list[i]:find("^%s*$")
      or list[i]:sub(1, #indent + 4) == indent .. "    "
      or list[i]:sub(1, #indent + 1) == indent .. "\t"
    )
  do
    local line = list[i]
    body[#body + 1] =
      line:sub(#indent + (line:sub(#indent + 1, #indent + 1) == "\t" and 2 or 5))
    if line:find("%S") then last = i end
    i = i + 1
  end
  while body[1] and not body[#body]:find("%S") do
    body[#body] = nil
  end
  while body[1] and not body[1]:find("%S") do
    table.remove(body, 1)
  end
  return body, last
end

local function in_blocks(source, tell)
  return table.concat(dialects.blocks(lines.of(source), tell), "\n")
end

--- The opening of an admonition or tab of MkDocs: its indentation, alert or nil, and title.
local function opening_of(line)
  local indent, sign, rest = line:match("^([ \t]*)([!?=][!?=][!?=]%+?)%s+(.*)$")
  if not indent then return nil end
  local title = rest:match('^[^"]*"(.*)"%s*$')
  if sign:sub(1, 1) == "=" then return indent, nil, title end
  local kind = rest:match("^[%w-]+")
  if not kind then return nil end
  return indent, alerts.kind(kind) or "NOTE", title
end

--- Lines with the blocks of MkDocs and the containers of `:::` as alerts and paragraphs.
-- @tparam {string,...} list
-- @tparam function tell `tell(what)`
-- @tparam[opt] integer depth of what holds them
-- @treturn {string,...}
function dialects.blocks(list, tell, depth)
  depth = depth or 0
  local out, i, open = {}, 1, nil
  local function add(more)
    for _, line in ipairs(more) do
      out[#out + 1] = line
    end
  end
  while list[i] do
    local line = list[i]
    local was_open = open
    open = lines.fence(line, open)
    local indent, alert, title = nil, nil, nil
    if not open and not was_open and depth < alerts.DEEPEST then
      indent, alert, title = opening_of(line)
    end
    if indent and (alert or title) then
      local body, last = indented(list, i, indent)
      body = dialects.blocks(body, tell, depth + 1)
      if alert then
        add(alerts.quote(indent, alert, title, body))
      else
        add { indent .. "**" .. title .. "**", "" }
        for _, each in ipairs(body) do
          out[#out + 1] = each == "" and "" or indent .. each
        end
      end
      add { "" }
      i = last
    else
      out[#out + 1] = line
    end
    i = i + 1
  end
  return out
end

--- Containers between lines of colons: alerts where their name is one, else what is in them.
local function containers(source, tell)
  local stack, out = {}, {} -- of each that is open the sign before its lines
  local open
  local function prefix() return stack[#stack] or "" end
  for _, line in ipairs(lines.of(source)) do
    open = lines.fence(line, open)
    local rest = line:match("^%s*:::+%s*(.*)$")
    if rest and not open then
      rest = text.trim(rest:match("^.*[^:]") or "")
      if rest ~= "" then
        local name = rest:match("^{?%s*%.?([%w_-]+)") or ""
        local title = rest:match("%[(.-)%]") or rest:match("^[%w-]+%s+([^{%[].*)$")
        local alert = #prefix() < 2 * alerts.DEEPEST and alerts.kind(name)
        if not alert then tell("container, now its text: " .. name) end
        if alert then
          out[#out + 1] = prefix()
          out[#out + 1] = prefix() .. "> [!" .. alert .. "]"
          if title then
            out[#out + 1] = prefix() .. "> **" .. title .. "**"
            out[#out + 1] = prefix() .. ">"
          end
        end
        stack[#stack + 1] = prefix() .. (alert and "> " or "")
      else
        stack[#stack] = nil
        out[#out + 1] = text.trim(prefix())
      end
    else
      local sign = prefix()
      out[#out + 1] = sign == "" and line
        or text.trim(line) == "" and text.trim(sign)
        or sign .. line
    end
  end
  return table.concat(out, "\n") .. "\n"
end

--- A text without the lines of imports and exports of MDX, and without its comments.
local function mdx(source, tell)
  local is_import, blank = false, true
  source = lines.map(source, function(line, is_code, _, opens)
    if is_code or opens then return nil end
    if is_import then
      is_import = line:find("%S") ~= nil and not line:find("['\"];?%s*$")
      return ""
    end
    if
      blank
      and (line:find("^import%s.*['\"]") or line:find("^import%s+{") or line:find("^export%s"))
    then
      is_import = not line:find("['\"];?%s*$") and not line:find(";%s*$")
      tell("import or export of MDX, taken out")
      return ""
    end
    blank = not line:find("%S") or blank and line:find("^import%s") ~= nil
    return text.between(line, "{/%*", "%*/}", function() return "" end)
  end)
  return source
end

--- A heading whose attributes in braces are its id alone, without the marks that close it.
local function heading(line)
  local open = line:find("{[^{}]*}[ \t]*$")
  local start = open and line:match("^[ \t>]*#+[ \t]")
  if not start or open <= #start then return nil end
  local list = line:sub(open + 1):match("^:?[ \t]*(.*)}")
  if not (list:find("^[#.-]") or list:find("^[%w-]+=")) then return nil end
  local said = text.trim(line:sub(#start + 1, open - 1))
  local behind = said:match("^.*[^#]()") or 1
  if said:find("^[ \t]", behind - 1) then said = text.trim(said:sub(1, behind - 1)) end
  local id = (" " .. list):match("[ \t]#([^%s{}]+)")
  return start .. said .. (id and " {#" .. id .. "}" or "")
end

--- A text of another program as Markdown of this one.
-- @tparam table page `{ file, source, tell }`: its file, the source that it is of, and
-- `tell(what)`; it gets `labels` where there are some (data/transfer/roles.lua)
-- @tparam string body without front matter
-- @treturn string
function dialects.convert(page, body)
  local kind = page.source.kind.name
  if kind == "mdBook" then body = includes(page, body) end
  if kind == "Jekyll" then body = liquid(body) end
  if kind == "Docusaurus" or page.file:find("%.mdx$") then body = mdx(body, page.tell) end
  if body:find("{{[<%%]") then body = shortcodes(page, body) end
  if page.source.has_definitions then body = definitions(body) end
  if ("\n" .. body):find("\n[ \t]*[!?=][!?=][!?=]") then body = in_blocks(body, page.tell) end
  if ("\n" .. body):find("\n[ \t]*:::") then body = containers(body, page.tell) end
  body = marks.plain(body, page.tell)
  if body:find("[:}]`") then body = roles(page, body) end
  if body:find("$$", 1, true) then body = lines.formulas(body) end
  return lines.map(body, function(line, is_code)
    if is_code then return nil end
    if line:find("^%s*%[%[?_?[Tt][Oo][Cc]_?%]%]?%s*$") then return "" end
    if not line:find("^%s*{%%.*%%}%s*$") then
      return line:find("}[ \t]*$") and heading(line) or nil
    end
    page.tell("template tag, taken out: " .. text.trim(line))
    return ""
  end)
end

--- The fields of a content tree by the keys of other programs; false for those that are read
-- elsewhere, or mean nothing here.
local NAMES = {
  title = "title",
  description = "description",
  summary = "description",
  tags = "tags",
  keywords = "tags",
  author = "authors",
  authors = "authors",
  license = "license",
  draft = false,
  date = "created",
  lastmod = "updated",
  updated = "updated",
  last_update = false,
  sidebar_position = false,
  slug = false,
  url = false,
  weight = false,
  layout = false,
  permalink = false,
  nav_order = false,
  order = false,
}

--- The front matter of a text of another program, as that of a content tree.
-- @tparam string source
-- @treturn table fields
-- @treturn string body
-- @treturn {string,...} keys that are not taken over
-- @treturn table the front matter as it is
function dialects.fields(source)
  local own, body, fault = loose.front_matter(source)
  local fields, left = {}, { fault and "all of it, it cannot be read as " .. fault or nil }
  for _, key in ipairs(own) do
    local name = NAMES[key]
    if name then
      fields[name] = fields[name] or own[key]
    elseif name == nil then
      left[#left + 1] = key
    end
  end
  return fields, body, left, own
end

return dialects
