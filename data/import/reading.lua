--- Reads Markdown files: their front matter, and what is in their texts by the lines of the file.
local svc = require("svc")
local derive = require("data.import.derive")
local frontmatter = require("data.import.frontmatter")
local memo = require("data.memo")

local reading = {}

--- The engine's analysis of a text.
-- @tparam string text
-- @tparam integer before lines of its file before it, less lines that were added
-- @treturn table as `svc.document` gives it, lines counted in the file
function reading.read(text, before)
  local found = svc.document(text)
  for _, list in pairs(found) do
    for _, entry in ipairs(list) do
      entry.line = entry.line + before
    end
  end
  return found
end

--- The parts of a file.
-- @tparam string bytes
-- @treturn table `{ fields, body, line, heading?, recorded }`, without fields where it is refused;
-- `recorded` as `memo.recorder` keeps it
function reading.source(bytes)
  local tell, recorded = memo.recorder()
  local source, is_changed = frontmatter.clean(bytes)
  if is_changed then
    local fault = "has line ends of Windows or a byte order mark; they are not published"
    tell("line-ends", 1, fault)
  end
  local fields, body, line = frontmatter.split(source, tell)
  if not fields then return { recorded = recorded } end
  local parsed = { fields = fields, body = body, line = line, recorded = recorded }
  parsed.digest = svc.sha256(bytes)
  if not fields.title or ("\n" .. body):find("\n[ ]*#[ \t]") or body:find("\n=") then
    parsed.heading = derive.heading(body)
  end
  return parsed
end

--- A document's text: its body behind a heading with its title.
-- @tparam table document
-- @treturn string
-- @treturn integer blank lines of the body that are left out
function reading.whole(document)
  local blank = #document.body:match("^\n*")
  return ("# %s\n\n%s"):format(document.title, document.body:sub(blank + 1)), blank
end

--- Under what `reading.document` remembers what is in a body.
-- @tparam table document
-- @treturn string
function reading.key(document) return document.body_line .. "\0" .. document.title end

--- The key under which the rules' findings on a text are kept: all they look at besides the text.
-- @tparam table document
-- @treturn string
function reading.place(document)
  local draft = tostring(document.is_draft)
  return table.concat({ document.locale, document.path, draft, document.description }, "\n")
end

--- A document's text, and what is in it by the lines of its file.
-- @tparam table document
-- @tparam table kept of data/memo.lua
-- @treturn table `{ source, found }`
function reading.document(document, kept)
  return kept:of(document.body, reading.key(document), function()
    local source, blank = reading.whole(document)
    local found = reading.read(source, document.body_line + blank - 3)
    table.remove(found.passages, 1) -- the title, which is not of the body
    table.remove(found.lines, 1)
    return { source = source, found = found }
  end)
end

return reading
