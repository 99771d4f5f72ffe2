--- Compares the translations of a text: each must exist, be of one concept, use the glossary's
-- terms, and say the same in headings and formulas.
local svc = require("svc")
local glossary = require("data.glossary")
local message = require("data.message")
local prose = require("data.prose")

local translations = {}

--- Warns of what a translation does not share with the text it is compared with.
local function compare(subjects, document, first, facts, warnings)
  local own, other = facts[document], facts[first]
  local report = message.reporter(warnings, document.file)
  local function warn(fault, ...) report(1, "%s %s", fault:format(...), first.file) end
  if own.headings ~= other.headings then
    warn("%d headings, but %d in", own.headings, other.headings)
  end
  local here, there = prose.difference(
    prose.formulas(own.lines, glossary.common(subjects, document, own, first.locale)),
    prose.formulas(other.lines, glossary.common(subjects, first, other, document.locale))
  )
  if here then warn("formula %s stands here and not in", here) end
  if there then warn("lacks the formula %s of", there) end
end

--- Reports a try-out whose keys are not those of its translation.
local function check_keys(document, first, facts, errors)
  local own, other = facts[document].keys, facts[first].keys
  if own ~= other then
    local report = message.reporter(errors, document.file)
    report(1, "has the keys %s, but %s has %s; use one", own, first.file, other)
  end
end

--- Documents by path and locale: `{ { path, locale → document }… }` in the order of the tree.
local function grouped(tree)
  local by_path, groups = {}, {}
  for _, document in ipairs(tree.documents) do
    local group = by_path[document.path]
    if not group then
      group = { path = document.path, documents = {} }
      by_path[document.path], groups[#groups + 1] = group, group
    end
    group.documents[document.locale] = document
  end
  return groups
end

--- Reports a translation that is missing or of another concept, and compares the others.
-- @tparam table tree as `data.import.markdown` loads it
-- @tparam table facts document → `{ lines, passages, headings }`
-- @tparam table errors list of lines, to which is added
-- @tparam table warnings likewise
function translations.check(tree, facts, errors, warnings)
  for _, group in ipairs(grouped(tree)) do
    local first
    for _, locale in ipairs(svc.locales) do
      local document = group.documents[locale]
      first = first or document
      if not document then
        local file = ("%s/%s.md"):format(locale, group.path)
        message.reporter(errors, file)(1, "is missing; translate it")
      elseif document.concept ~= first.concept then
        local report = message.reporter(errors, document.file)
        report(
          1,
          "%s, but %s in %s; use one concept",
          document.concept,
          first.concept,
          first.file
        )
      elseif document ~= first and facts[document] and facts[first] then
        check_keys(document, first, facts, errors)
        compare(tree.glossary, document, first, facts, warnings)
      end
    end
    glossary.check_translations(
      tree.glossary,
      group.documents,
      facts,
      function(document, ...) message.reporter(errors, document.file)(...) end
    )
  end
end

return translations
