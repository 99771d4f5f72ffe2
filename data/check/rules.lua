--- The rules of the content linter that look at one text: headings, code, formulas, what pages can
-- show, its language, and the notation of its country's schools. A rule takes the document, what is
-- known of it (`anchors`, `headings`: data/check/init.lua) and `tell(id, place, message, …)`.
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
local ALTERNATIVE = { 5, 80 }

local PASSAGE_WORDS = 12 -- shorter passages tell no language

--- Headings: none of the first level but the title, no level skipped.
function rules.headings(document, facts, tell)
  local level = 1
  for i, heading in ipairs(document.found.headings) do
    facts.anchors[heading.id] = true
    if i > 1 then
      if heading.level == 1 then
        tell(
          "heading-level",
          heading,
          "heading of the first level; the title is put there, begin with ##"
        )
      elseif heading.level > level + 1 then
        tell(
          "heading-level",
          heading,
          "heading skips from level %d to %d",
          level,
          heading.level
        )
      end
      level = heading.level
      facts.headings = facts.headings + 1
    end
  end
end

--- Code blocks name their language.
function rules.code(document, _, tell)
  for _, code in ipairs(document.found.code) do
    if code.fenced and code.info == "" then
      local fault = "code block without language; write ```text if it has none"
      tell("code-language", code, fault)
    end
  end
end

--- The remarks of the engine: constructs of other dialects, which pages show as they are written,
-- and constructs that would show something else than intended, or lead nowhere.
function rules.remarks(document, _, tell)
  for _, remark in ipairs(document.found.remarks) do
    tell(remark.rule, remark, "%s", remark.text)
  end
end

--- Alternative text that describes an image says more than its caption, and
-- both are read as they are written.
function rules.images(document, _, tell)
  for _, image in ipairs(document.images or {}) do
    local _, words = image.alternative:gsub("%S+", "")
    if words == 0 then
      local fault = "image without alternative text; say in it what the image shows"
      tell("image-alternative", image, fault)
    elseif words < ALTERNATIVE[1] or words > ALTERNATIVE[2] then
      local fault = "alternative text of %d words; say in %d to %d what the image shows"
      tell("image-alternative", image, fault, words, table.unpack(ALTERNATIVE))
    elseif image.alternative == image.caption then
      local fault = "alternative text is the caption again; say what the image shows"
      tell("image-alternative", image, fault)
    end
    if
      words > 0 and not image.plain
      or (image.alternative .. (image.caption or "")):find("[$*`_<]")
    then
      local fault = "image with markup in its words; write them plainly, such as x²"
      tell("image-alternative", image, fault)
    end
  end
end

--- Counts the frequent words of each language in a text.
-- @tparam string words
-- @treturn table locale -> count
-- @treturn integer words of any language
function rules.languages_of(words)
  local votes, total = {}, 0
  for word in words:lower():gmatch("[%w\128-\255][%w\128-\255'.,-]*") do
    total = total + 1
    local locale = LANGUAGE_OF[word]
    if locale then votes[locale] = (votes[locale] or 0) + 1 end
  end
  return votes, total
end

--- Reports a passage in which words of another language are more frequent.
local function check_language(passage, document, tell)
  local votes, words = rules.languages_of(passage.translated)
  if words < PASSAGE_WORDS then return end
  for other, count in pairs(votes) do
    if count > (votes[document.locale] or 0) then
      local fault = "passage reads as %q, not %q; translate it"
      tell("language", passage, fault, other, document.locale)
    end
  end
end

--- Description and passages are in the language of their locale.
function rules.language(document, _, tell)
  local description = { line = 1, column = 1, translated = document.description }
  check_language(description, document, tell)
  for _, passage in ipairs(document.found.passages) do
    check_language(passage, document, tell)
  end
end

--- Numbers are written as the schools of the country write them.
function rules.notation(document, _, tell)
  notation.check(document.locale, document.found.lines, function(...) tell("notation", ...) end)
end

return rules
