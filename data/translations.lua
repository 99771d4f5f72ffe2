--- Compares the translations of a text: they must be of one concept, have the same keys and use the
-- glossary's terms; each should exist and say the same in headings and formulas.
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

--- Reports a document whose concept or keys are not those of its translation.
local function check_same(document, first, facts, errors)
  local report = message.reporter(errors, document.file)
  if document.concept ~= first.concept then
    local fault = "%s, but %s in %s; use one concept"
    return report(1, fault, document.concept, first.concept, first.file)
  end
  local own, other = facts[document], facts[first]
  if own and other and own.keys ~= other.keys then
    local fault = "has the keys %s, but %s has %s; use one"
    report(1, fault, own.keys, first.file, other.keys)
  end
end

--- The documents of a group in the order of the locales.
local function in_order(group)
  local list = {}
  for _, locale in ipairs(svc.locales) do
    list[#list + 1] = group.documents[locale]
  end
  return list
end

--- Reports translations of another concept, with other keys, or without a term of the glossary.
-- @tparam table tree as `data.import.markdown` loads it
-- @tparam table facts document → `{ lines, passages, headings, keys? }`
-- @tparam table errors list of lines, to which is added
function translations.check(tree, facts, errors)
  local function report(document, ...) message.reporter(errors, document.file)(...) end
  for _, group in ipairs(grouped(tree)) do
    local documents = in_order(group)
    for i = 2, #documents do
      check_same(documents[i], documents[1], facts, errors)
    end
    glossary.check_translations(tree.glossary, group.documents, facts, report)
  end
end

--- Warns of translations that are missing, unless one is a draft, or that say something else.
-- @tparam table tree
-- @tparam table facts
-- @tparam table warnings list of lines, to which is added
function translations.compare(tree, facts, warnings)
  for _, group in ipairs(grouped(tree)) do
    local documents, is_draft = in_order(group), false
    for _, document in ipairs(documents) do
      is_draft = is_draft or document.is_draft
      if document ~= documents[1] and facts[document] and facts[documents[1]] then
        compare(tree.glossary, document, documents[1], facts, warnings)
      end
    end
    for _, locale in ipairs(is_draft and {} or svc.locales) do
      if not group.documents[locale] then
        local file = ("%s/%s.md"):format(locale, group.path)
        message.reporter(warnings, file)(1, "is missing; translate it")
      end
    end
  end
end

return translations
