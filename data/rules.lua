--- The rules of a content tree: the one place where each has its id, its severity and its cure. The
-- guide /docs/markdown shows this table, and `svcd check --json` gives its fields.
--
-- An error stops a publication: it would serve wrong bytes, or none. A warning does not, and a note
-- tells what was derived or left alone; both can be allowed where an author means them (`allow` in
-- front matter, or `check.yaml`).
local nearest = require("base.nearest")
local tables = require("base.tables")

local rules = {}

-- stylua: ignore
local TABLE = {
  -- files
  { "file-bytes", "error", "Save the file as UTF-8 without control characters." },
  { "file-kind", "error", "Keep folders and regular files, none of them a link." },
  { "file-name", "error", "Give each file and folder a name of its own with a letter or digit." },
  { "file-place", "error", "Put texts below a section of a language: en/material/SUBJECT/." },
  { "file-size", "error", "Split the text, or save the image smaller." },
  { "id-taken", "error", "Rename one of the two, or give one another slug." },
  { "line-ends", "warning", "Save with Unix line ends and no byte order mark." },
  { "left-alone", "note", "Nothing: the file is not published." },
  { "name-derived", "note", "Rename to the name told, or leave it." },
  -- front matter and the files beside the texts
  { "front-matter", "error", "Write `key: value` lines between two lines of `---`." },
  { "front-matter-key", "warning", "Correct the key, or take it out; it is not read." },
  { "labels", "error", "Correct labels.yaml." },
  { "catalogue", "error", "Correct catalogue.yaml." },
  { "glossary-file", "error", "Correct glossary.yaml." },
  { "paths-file", "error", "Correct paths.yaml." },
  { "variants-file", "error", "Correct the table below search/." },
  { "variant-unmatched", "warning", "Correct the words, or remove the row." },
  { "check-file", "error", "Correct check.yaml, or the `allow` of the front matter." },
  { "text-empty", "error", "Write the text, or cite it in catalogue.yaml." },
  { "title-derived", "note", "Write `title:` where the title told is not the one you mean." },
  { "title-twice", "note", "Take the heading out: the title stands there already." },
  { "description-derived", "note", "Write `description:` where another sentence says it better." },
  { "label-derived", "note", "Name the folder in labels.yaml, or by a title in its README.md." },
  { "alias-taken", "error", "Take the alias out: a text has this address." },
  { "order-cut", "warning", "Publish some of the lessons apart." },
  -- links and images
  { "link-dead", "error", "Correct the path, or take the link out." },
  { "link-draft", "error", "Publish the draft, or take the link out." },
  { "link-form", "error", "Write a path relative to the file, or a whole address." },
  { "link-address", "error", "Write an address that begins with https:, http: or mailto:." },
  { "link-fragment", "error", "Correct the fragment, or write `{#id}` behind the heading." },
  { "image-missing", "error", "Put the image beside the text, or below shared/." },
  { "image-unsafe", "error", "Save the image again as it says." },
  { "image-cleaned", "note", "Nothing: what the publication does not need was taken out." },
  { "image-alternative", "warning", "Say in 5 to 80 words what the image shows." },
  { "image-unused", "warning", "Show the image in a text, or remove it." },
  -- what pages show
  { "code-open", "error", "Close the block with as many signs as open it." },
  { "formula", "error", "Write it with a command that /docs/formulas lists." },
  { "formula-open", "error", "Close the formula, or write `\\$` for a dollar." },
  { "heading-id", "error", "Give one of the headings another id." },
  { "nesting", "warning", "Nest lists and quotations less deeply." },
  { "definition-length", "warning", "Use fewer or shorter definitions of links." },
  { "definition-missing", "warning", "Write the definition, or take the brackets out." },
  { "definition-twice", "warning", "Keep one of the definitions." },
  { "footnote-missing", "warning", "Write the footnote, or take its mark out." },
  { "footnote-unused", "warning", "Use the footnote, or take it out." },
  { "table-cells", "warning", "Give each row as many cells as the head has." },
  { "html-attribute", "warning", "Take the attribute out; pages leave it out." },
  { "html-element", "warning", "Take the tag out; pages show it as text." },
  { "html-partner", "warning", "Write both tags, or neither." },
  { "directive", "warning", "Write `> [!NOTE]` and quote what follows." },
  { "shortcode", "warning", "Write what the shortcode stands for." },
  { "wiki-link", "warning", "Write `[text](file.md)`." },
  { "attribute-list", "warning", "Take the braces out." },
  { "highlight", "warning", "Write `<mark>…</mark>`." },
  { "emoji-name", "warning", "Write the character." },
  -- taste
  { "heading-level", "warning", "Begin with `##` and go down one level at a time." },
  { "code-language", "warning", "Name the language, or write `text`." },
  { "language", "warning", "Translate the passage, or allow the rule for a quotation." },
  { "likeness", "warning", "Translate the passage." },
  { "length", "warning", "Write more, or divide the text." },
  { "headings", "warning", "Divide the text with `##`." },
  { "readability", "warning", "Write shorter sentences." },
  { "notation", "warning", "Write numbers as the schools of the country do." },
  { "draft", "warning", "Take `draft` out to publish the text." },
  { "glossary", "warning", "Use the term that glossary.yaml has." },
  { "translation-missing", "warning", "Translate the text." },
  { "translation-other", "warning", "Make both texts say the same." },
  { "translation-concept", "error", "Give all translations one concept, and a try-out one key." },
  { "tryout", "error", "Number tasks and answers, and give each answer its key and lesson." },
}

--- The rules in their order: `{ id, severity, cure }` each.
rules.list = {}

local by_id = {}

for i, row in ipairs(TABLE) do
  local rule = { id = row[1], severity = row[2], cure = row[3] }
  rules.list[i], by_id[rule.id] = rule, rule
end

--- The rule of an id.
-- @tparam string id
-- @treturn table|nil
function rules.of(id) return by_id[id] end

--- Why the rule of an id cannot be allowed; nil where it can.
-- @tparam string id
-- @treturn string|nil
function rules.refusal(id)
  local rule = by_id[id]
  if rule and rule.severity ~= "error" then return nil end
  if rule then return ("%q stops a publication and cannot be allowed; mend it"):format(id) end
  local hint = nearest.hint(id, tables.keys(by_id), "; /docs/markdown lists them")
  return ("%q is no rule%s"):format(id, hint)
end

return rules
