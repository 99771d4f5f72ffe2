--- Roles of Sphinx, MyST and d2l, such as :ref:`name`, and the labels that they refer to. A label
-- is a line of its own behind what it names. A reference becomes a link to `label:` and its name,
-- which data/transfer/leading.lua leads to its heading, since that may be of another page.
local lines = require("data.transfer.lines")
local svc = require("svc")
local tables = require("base.tables")
local text = require("base.text")

--- Roles that refer to labels, to works and to files, and those of formulas.
local REFERENCES = tables.words "ref numref eqref secref figref tabref"
local WORKS = tables.words "cite citet citep citeauthor footcite"
local FILES = tables.words "doc"
local FORMULAS = tables.words "math eq"

--- Lines that are a role alone: those that name what is before them, and those that only set
-- something.
local LABELS = tables.words "label eqlabel figlabel tablabel"
local SETTINGS = tables.words "width height bibliography"

--- A label as the id of a heading.
local function id_of(label) return (label:gsub("[^%w_-]", "-")) end

--- The Markdown of a role; nil where it is not known.
local function written(name, said, before)
  local title, target = said:match("^(.*)<([^<>]+)>$")
  title, target = title and text.trim(title), target or said
  if REFERENCES[name] then
    local shown = lines.escaped(title or (said:gsub("_", " ")))
    return ("[%s](label:%s%s)"):format(shown, svc.escape_uri(target), title and "?" or "")
  end
  if FILES[name] then return ("[%s](%s.md)"):format(lines.escaped(title or said), target) end
  if WORKS[name] then
    local shown = lines.escaped(said)
    return before == "(" and shown or "(" .. shown .. ")"
  end
  if FORMULAS[name] then return "$" .. said .. "$" end
end

--- A line with its roles as Markdown; those that are not known leave their code.
local function inline(line, known)
  line = "\n" .. line
  local is_prose = lines.prose(line)
  line = line:gsub("([^`])():(%a[%w_-]*):`([^`]+)`%f[^`]", function(before, at, name, said)
    if before:find("[%w:]") or not is_prose(at) then return nil end
    local markdown = written(name, said, before)
    known.others = known.others or not markdown
    return before .. (markdown or "`" .. said .. "`")
  end)
  is_prose = lines.prose(line)
  line = line:gsub("([^`])(){(%a[%w_-]*)}`([^`]+)`%f[^`]", function(before, at, name, said)
    local markdown = is_prose(at) and written(name, said, before)
    return markdown and before .. markdown
  end)
  return line:sub(2)
end

--- A line that is a role alone: its name and what it says.
local function alone(line) return line:match("^[ \t]*:([%a_]+):`([^`]*)`[ \t]*$") end

--- A text with its roles as Markdown.
-- @tparam table page `{ tell }`; it gets `labels`, of each by its name `{ id?, is_page, title? }`
-- @tparam string source
-- @treturn string
return function(page, source)
  local out, fence, known, last = {}, nil, {}, nil -- `last` is the line before that has words
  page.labels = {}
  for _, line in ipairs(lines.of(source)) do
    local before = fence
    fence = lines.fence(line, fence)
    local is_code = before or fence
    local name, said = nil, nil
    if not is_code then
      name, said = alone(line)
    end
    if name and LABELS[name] then
      local level, heading = (out[last] or ""):match("^(#+)[ \t]+(.*)$")
      heading = heading and (heading:match("^.*[^ \t#]") or "")
      if heading and not heading:find("}$") then
        local plain = svc.document("# " .. heading).headings[1]
        -- The first heading may become the title, which has no id.
        local is_page = level == "#"
        local id = not is_page and id_of(said) or nil
        page.labels[said] = { id = id, is_page = is_page, title = plain and plain.text }
        if id then out[last] = out[last] .. " {#" .. id .. "}" end
      else
        page.labels[said] = page.labels[said] or {}
      end
    elseif name == "begin_tab" then
      out[#out + 1] = "**" .. said:gsub("%s*,%s*", ", ") .. "**"
      out[#out + 1] = ""
    elseif not is_code and line:find("^:end_tab:[ \t]*$") then
      out[#out + 1] = ""
    elseif not (name and SETTINGS[name]) then
      out[#out + 1] = is_code and line or inline(line, known)
      if line:find("%S") then last = #out end
    end
  end
  if known.others then page.tell("roles of Sphinx, now their code") end
  return table.concat(out, "\n") .. "\n"
end
