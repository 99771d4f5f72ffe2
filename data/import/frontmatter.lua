--- Splits a Markdown file into its front matter and its body, strictly.
--
-- A file may begin with a line `---`, with YAML up to the next such line or to `...`, or with `+++`
-- and TOML; the rest is Markdown. Its bytes are UTF-8 without byte order mark, NUL,
-- carriage return or other control characters.
local nearest = require("base.nearest")
local tables = require("base.tables")
local text = require("base.text")
local toml = require("data.import.toml")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local frontmatter = {}

--- True when `word` is lower-case kebab: letters a-z and digits in runs joined by single hyphens.
-- @tparam string word
-- @treturn boolean
function frontmatter.is_kebab(word)
  return #word <= 80
    and word:find("^[a-z0-9-]+$") ~= nil
    and not word:find("^%-")
    and not word:find("%-$")
    and not word:find("--", 1, true)
end

--- True when `name` is a concept: `subject:concept`, both kebab.
local function is_concept(name)
  local subject, concept = name:match("^([^:]+):([^:]+)$")
  return subject ~= nil and frontmatter.is_kebab(subject) and frontmatter.is_kebab(concept)
end

--- A kebab word, as every part of an id and of a route is.
frontmatter.slug = shape.text(
  80,
  frontmatter.is_kebab,
  "lower-case letters, digits and single hyphens, such as persamaan-kuadrat"
)

--- The name of what a document teaches, shared by all its locales.
frontmatter.concept =
  shape.text(120, is_concept, "subject:concept, such as mathematics:quadratic-equations")

--- `true` or `false` as YAML and TOML write them, and other tools `True` and `FALSE`.
local function truth(node, report)
  local accepts = function(word) return word:lower() == "true" or word:lower() == "false" end
  local word = shape.text(5, accepts, "true or false")(node, report)
  return word and word:lower() == "true"
end

local function is_whole(word) return word:find("^%d%d?%d?%d?%d?$") ~= nil end

local function is_route(word)
  return not word:find("//", 1, true) and word:find("^[%w._~-][%w._~/-]*[%w._~-]$") ~= nil
end

--- A former address, with or without the slashes around it that other tools write.
local function route(node, report)
  local bare = node
  if node.kind == "text" then
    local path = node.value:gsub("^/", ""):gsub("/$", "")
    bare = { kind = "text", line = node.line, value = path }
  end
  local example = "a former address without its language, such as material/old/name"
  return shape.text(240, is_route, example)(bare, report)
end

--- An author: a name, or a mapping that has one and what else other tools write of a person.
local function author(node, report)
  for _, entry in ipairs(node.kind == "map" and node.value or {}) do
    if entry.key:lower() == "name" then node = entry.node end
  end
  return shape.text(160)(node, report)
end

--- The shape of an address of the web.
local function is_web_address(word) return word:find("^https://[%w.-]+/[%w./_-]*$") ~= nil end
frontmatter.web_address =
  shape.text(320, is_web_address, "an address that begins with https://")

--- The front matter of a document: what its author states and nothing that its path says.
local FIELDS = {
  title = shape.optional(shape.text(160)),
  description = shape.optional(shape.text(320)),
  concept = shape.optional(frontmatter.concept),
  slug = shape.optional(frontmatter.slug),
  created = shape.optional(shape.date),
  updated = shape.optional(shape.date),
  draft = shape.optional(truth),
  order = shape.optional(shape.text(5, is_whole, "a whole number from 0 to 99999")),
  tags = shape.optional(shape.one_or_more(shape.text(80))),
  authors = shape.optional(shape.one_or_more(author)),
  license = shape.optional(shape.text(80)),
  ["license-url"] = shape.optional(frontmatter.web_address),
  aliases = shape.optional(shape.one_or_more(route)),
  allow = shape.optional(shape.one_or_more(shape.text(40))),
}

local function line_at(source, position)
  return 1 + select(2, source:sub(1, position - 1):gsub("\n", ""))
end

local BYTES = {
  { "\r", "a carriage return; save the file with Unix line ends" },
  { "\0", "a NUL byte; remove it" },
  { "[\1-\8\11\12\14-\31\127]", "a control character; remove it" },
}

--- A text with Unix line ends and without a byte order mark, as editors of Windows write it.
-- @tparam string source
-- @treturn string
-- @treturn boolean whether anything was changed
function frontmatter.clean(source)
  if not source:find("\r", 1, true) and source:sub(1, 3) ~= "\xEF\xBB\xBF" then
    return source, false
  end
  local plain, ends = source:gsub("^\xEF\xBB\xBF", "", 1)
  local clean, lines = plain:gsub("\r\n", "\n")
  return clean, ends + lines > 0
end

--- Checks the bytes of a text file.
-- @tparam string source
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @treturn boolean whether all is well
function frontmatter.check_bytes(source, report)
  if source:sub(1, 3) == "\xEF\xBB\xBF" then
    report(1, "begins with a byte order mark; save the file as UTF-8 without it")
    return false
  end
  local length, invalid = utf8.len(source)
  if not length then
    report(line_at(source, invalid), "is not valid UTF-8; save the file as UTF-8")
    return false
  end
  for _, rule in ipairs(BYTES) do
    local at = source:find(rule[1])
    if at then
      report(line_at(source, at), "holds " .. rule[2])
      return false
    end
  end
  return true
end

--- Where the front matter of a text begins. Blanks behind a fence do not show in an editor, nor do
-- blank lines before the first; behind these a key must follow, or `---` is a rule.
-- @treturn string|nil the fence, `---` or `+++`; nil where the text has no front matter
-- @treturn integer|nil where the keys begin
local function opening(source)
  local blank, fence, head = source:match("^([ \t\n]*)([-+]+)[ \t]*\n()")
  if fence ~= "---" and fence ~= "+++" then return nil end
  local is_first = blank == ""
  if not is_first and not blank:find("\n$") then return nil end
  if not is_first and not source:find("^[%w_-]+[ \t]*[:=]", head) then return nil end
  return fence, head
end

--- Where front matter ends: at its fence, that of YAML also at `...`.
-- @treturn integer|nil the line feed before the closing fence
-- @treturn integer|nil where the line of the fence ends
local function closing(source, fence, head)
  local at = head - 1
  while at do
    local start, stop, line = source:find("\n([-+.]+)[ \t]*%f[\n\0]", at)
    if line == fence or (line == "..." and fence == "---") then return start, stop + 1 end
    at = stop and stop + 1
  end
end

--- The keys of front matter, the first of them in line `top`. Unknown ones are reported; nil after
-- a finding.
local function read_fields(head, is_toml, top, tell)
  if text.is_blank(head) then return {} end
  local stray = {}
  local fields = yaml.read(
    head,
    shape.record(FIELDS, stray),
    function(line, ...) tell("front-matter", line + top, ...) end,
    is_toml and toml.parse or nil
  )
  for _, key in ipairs(stray) do
    local hint = nearest.hint(key.key, tables.keys(FIELDS), "; it is not read")
    tell("front-matter-key", key.line + top, "unknown key %q%s", key.key, hint)
  end
  return fields
end

--- Splits and validates a file. A file without front matter is all body.
-- @tparam string source the whole file
-- @tparam function tell `tell(id of the rule, line, message, …)`, lines count from 1
-- @treturn table|nil `{ title?, description?, concept?, slug?, created?, updated?, draft?, order?,
-- tags?, authors?, license?, ["license-url"]?, aliases?, allow? }`, nil when reported
-- @treturn string the Markdown after the front matter
-- @treturn integer the line on which that Markdown begins
function frontmatter.split(source, tell)
  local sound = frontmatter.check_bytes(source, function(...) tell("file-bytes", ...) end)
  if not sound then return nil end
  local fence, head = opening(source)
  if source:find('^%s*{%s*"[%w_-]+"%s*:') or source:find("^%-%-%-[ \t]*json[ \t]*\n") then
    return tell(
      "front-matter",
      1,
      "has front matter in JSON; write it as YAML between lines ---"
    )
  end
  if not fence then return {}, source, 1 end
  local head_end, body_start = closing(source, fence, head)
  if not head_end then
    return tell(
      "front-matter",
      1,
      "has front matter that does not end; close it with a line %s",
      fence
    )
  end
  local body_line = line_at(source, body_start + 1)
  local top = line_at(source, head)
  local fields = read_fields(source:sub(head, head_end), fence == "+++", top, tell)
  if fields and fields.created and fields.updated and fields.created > fields.updated then
    local fault = "created on %s, after its update on %s; correct one"
    return tell("front-matter", 2, fault, fields.created, fields.updated)
  end
  if fields then fields.order = math.tointeger(fields.order) end
  return fields, source:sub(body_start + 1), body_line
end

return frontmatter
