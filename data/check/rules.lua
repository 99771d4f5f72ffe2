--- The rules of the content linter that look at one text: headings, code, formulas, what pages can
-- show, its language, and the notation of its country's schools. A rule takes the document, what is
-- known of it (`lines`, `passages`, `anchors`, `headings`: data/check/init.lua) and a report.
local svc = require("svc")
local locales = require("base.locales")
local notation = require("data.check.notation")

local rules = {}

--- The language of a frequent word.
local LANGUAGE_OF = {}
for locale, row in pairs(locales) do
  for word in row.frequent:gmatch("%S+") do
    LANGUAGE_OF[word] = locale
  end
end

--- Fewest and most words of an alternative text.
rules.ALTERNATIVE = { 5, 80 }

local PASSAGE_WORDS = 12 -- shorter passages tell no language

--- The anchor of a heading, as Markdown renderers make it.
-- @tparam string heading without its marks
-- @treturn string
function rules.anchor(heading)
  local kept = heading:gsub("`", ""):gsub("%$", ""):lower()
  for upper, lower in pairs { ["Ä"] = "ä", ["Ö"] = "ö", ["Ü"] = "ü" } do
    kept = kept:gsub(upper, lower)
  end
  return (kept:gsub("[^%w \128-\255_-]", ""):gsub(" ", "-"))
end

---- Headings: none of the first level, no level skipped, no anchor twice.
function rules.headings(_, facts, report)
  local level = 1
  for _, line in ipairs(facts.lines) do
    local marks, title = line.text:match("^(#+) (.*)$")
    if line.kind == "heading" then
      local anchor = rules.anchor(title)
      if #marks == 1 then
        report(line.line, "heading of the first level; the title is put there, begin with ##")
      elseif #marks > level + 1 then
        report(line.line, "heading skips from level %d to %d", level, #marks)
      end
      if facts.anchors[anchor] then
        report(line.line, "heading %q stands twice; rename one", title)
      end
      facts.anchors[anchor], level = true, #marks
      facts.headings = facts.headings + 1
    end
  end
end

--- Code blocks name their language and end.
function rules.code(document, _, report)
  local open, number = nil, document.body_line - 1
  for line in (document.body .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    local language = line:match("^```(.*)$")
    if language and open then
      open = nil
    elseif language then
      open = number
      if not language:find("^%l+$") then
        report(number, "code block without language; write ```text if it has none")
      end
    end
  end
  if open then report(open, "code block does not end; close it with ```") end
end

--- Formulas are closed in the paragraph that opens them.
function rules.formulas(_, facts, report)
  for _, line in ipairs(facts.lines) do
    local marks = 0
    if line.text:find("$", 1, true) then
      local bare = line.text:gsub("\\%$", ""):gsub("`[^`]*`", "")
      marks = select(2, bare:gsub("%$", ""))
    end
    if marks % 2 == 1 then
      report(line.line, "a formula is not closed; write $…$ on one line, or \\$ for the sign")
    end
  end
end

--- Pages can show what is written.
function rules.pages(document, _, report)
  local _, rendering = svc.html(document.body)
  for _, fault in ipairs(rendering.faults) do
    report(document.body_line, fault)
  end
end

--- Alternative text that describes an image says more than its caption, and
-- both are read as they are written.
function rules.images(document, _, report)
  for _, image in ipairs(document.images or {}) do
    local line = document.body_line - 1 + image.line
    local _, words = image.alternative:gsub("%S+", "")
    if words < rules.ALTERNATIVE[1] or words > rules.ALTERNATIVE[2] then
      local fault = "alternative text of %d words; say in %d to %d what the image shows"
      report(line, fault, words, table.unpack(rules.ALTERNATIVE))
    elseif image.alternative == image.caption then
      report(line, "alternative text is the caption again; say what the image shows")
    end
    if (image.alternative .. image.caption):find("[$*`_<]") then
      report(line, "image with markup in its words; write them plainly, such as x²")
    end
  end
end

--- Reports a passage in which words of another language are more frequent.
local function check_language(passage, document, report)
  local votes, words = {}, 0
  for word in passage.translated:lower():gmatch("[%w\128-\255][%w\128-\255'.,-]*") do
    words = words + 1
    local locale = LANGUAGE_OF[word]
    if locale then votes[locale] = (votes[locale] or 0) + 1 end
  end
  if words < PASSAGE_WORDS then return end
  for other, count in pairs(votes) do
    if count > (votes[document.locale] or 0) then
      report(passage.line, "passage reads as %q, not %q; translate it", other, document.locale)
    end
  end
end

--- Description and passages are in the language of their locale.
function rules.language(document, facts, report)
  check_language({ line = 1, translated = document.description }, document, report)
  for _, passage in ipairs(facts.passages) do
    check_language(passage, document, report)
  end
end

--- Numbers are written as the schools of the country write them.
function rules.notation(document, facts, report)
  notation.check(document.locale, facts.lines, report)
end

return rules
