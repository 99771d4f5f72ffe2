--- Splits a Markdown file into its front matter and its body, strictly.
--
-- A file begins with a line `---`, holds YAML up to the next line `---`, and the rest is Markdown.
-- Its bytes are UTF-8 without byte order mark, NUL, carriage return or other control characters.
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

local function is_true(word) return word == "true" end

--- The front matter of a document: what its author states and nothing that its path says. A draft
-- is checked and not published.
local FIELDS = shape.record {
  title = shape.text(160),
  description = shape.text(320),
  concept = frontmatter.concept,
  slug = shape.optional(frontmatter.slug),
  created = shape.optional(shape.date),
  updated = shape.date,
  draft = shape.optional(shape.text(4, is_true, "true; leave it out where it is none")),
}

local function line_at(text, position)
  return 1 + select(2, text:sub(1, position - 1):gsub("\n", ""))
end

local BYTES = {
  { "\r", "a carriage return; save the file with Unix line ends" },
  { "\0", "a NUL byte; remove it" },
  { "[\1-\8\11\12\14-\31\127]", "a control character; remove it" },
}

--- Checks the bytes of a text file.
-- @tparam string text
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @treturn boolean whether all is well
function frontmatter.check_bytes(text, report)
  if text:sub(1, 3) == "\xEF\xBB\xBF" then
    report(1, "begins with a byte order mark; save the file as UTF-8 without it")
    return false
  end
  local length, invalid = utf8.len(text)
  if not length then
    report(line_at(text, invalid), "is not valid UTF-8; save the file as UTF-8")
    return false
  end
  for _, rule in ipairs(BYTES) do
    local at = text:find(rule[1])
    if at then
      report(line_at(text, at), "holds " .. rule[2])
      return false
    end
  end
  return true
end

--- Splits and validates a file.
-- @tparam string text the whole file
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @treturn table|nil `{ title, description, concept, slug?, created?, updated, draft? }`, nil when
-- reported
-- @treturn string the Markdown after the front matter
-- @treturn integer the line on which that Markdown begins
function frontmatter.split(text, report)
  if not frontmatter.check_bytes(text, report) then return nil end
  if text:sub(1, 4) ~= "---\n" then
    report(1, "has no front matter; begin the file with a line ---, the keys, and a line ---")
    return nil
  end
  local head_end, body_start = text:find("\n---\n", 4, true)
  if not head_end then
    report(1, "has front matter that does not end; close it with a line ---")
    return nil
  end
  local head = text:sub(5, head_end)
  local body_line = line_at(text, body_start + 1)
  local fields = yaml.read(head, FIELDS, function(line, ...) report(line + 2, ...) end)
  if fields and fields.created and fields.created > fields.updated then
    local fault = "created on %s, after its update on %s; correct one"
    return report(2, fault, fields.created, fields.updated)
  end
  return fields, text:sub(body_start + 1), body_line
end

return frontmatter
