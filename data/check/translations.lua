--- Compares the translations of a text: they must be of one concept, have no passage in common and
-- the same keys; each should exist, use the glossary's terms, and say the same in headings and
-- formulas.
local svc = require("svc")
local glossary = require("data.check.glossary")
local locales = require("base.locales")
local memo = require("data.memo")
local prose = require("data.check.prose")

local translations = {}

--- Warns of what a translation does not share with the text it is compared with.
local function compare(subjects, document, first, facts, tell)
  local own, other = facts[document], facts[first]
  local function warn(fault, ...)
    tell("translation-other", 1, "%s %s", fault:format(...), first.file)
  end
  if own.headings ~= other.headings then
    warn("%d headings, but %d in", own.headings, other.headings)
  end
  local here, there = prose.difference(
    prose.formulas(
      document.found.formulas,
      glossary.common(subjects, document, own, first.locale)
    ),
    prose.formulas(
      first.found.formulas,
      glossary.common(subjects, first, other, document.locale)
    )
  )
  if here then warn("formula %s stands here and not in", here) end
  if there then warn("lacks the formula %s of", there) end
end

local PASSAGE_WORDS = 6 -- shorter ones may be alike, such as names and programs

--- True when a passage is of a language, and neither of another, such as the title of a book, nor
-- mostly code, numbers and names.
local function is_of(text, locale)
  local words, frequent = 0, " " .. locales[locale].frequent .. " "
  local is_known = false
  prose.each_word(text, function(word)
    if word:find("^%l%l") then words = words + 1 end
    is_known = is_known or frequent:find(" " .. word .. " ", 1, true) ~= nil
  end)
  return is_known and words >= PASSAGE_WORDS
end

--- Reports passages that stand in both of two translations.
local function check_passages(document, first, tell)
  local there = {}
  for _, passage in ipairs(first.found.passages) do
    there[passage.text] = true
  end
  for _, passage in ipairs(document.found.passages) do
    if there[passage.text] and is_of(passage.text, first.locale) then
      local fault = "passage stands in %s too; translate it"
      tell("likeness", passage, fault, first.file)
    end
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

--- Reports a document whose concept or keys are not those of its translation.
local function check_same(document, first, facts, tell)
  if document.concept ~= first.concept then
    local fault = "%s, but %s in %s; use one concept"
    return tell("translation-concept", 1, fault, document.concept, first.concept, first.file)
  end
  local own, other = facts[document], facts[first]
  if own and other and own.keys ~= other.keys then
    local fault = "has the keys %s, but %s has %s; use one"
    tell("translation-concept", 1, fault, own.keys, first.file, other.keys)
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

--- All that the comparison of a group depends on.
local function key_of(tree, documents)
  local parts = { tree.glossary_digest }
  for _, document in ipairs(documents) do
    parts[#parts + 1] = document.digest or document.id .. " " .. document.concept
  end
  return table.concat(parts, " ")
end

--- The findings about the documents of a group, as `memo.recorder` keeps them; the file is behind
-- the place.
local function compare_all(tree, group, documents, facts, errors_only)
  local record, recorded = memo.recorder()
  local function teller(document)
    return function(id, place, ...) record(id, place, document.file, ...) end
  end
  local first = documents[1]
  for i = 2, #documents do
    check_same(documents[i], first, facts, teller(documents[i]))
  end
  if errors_only then return recorded end
  glossary.check_translations(
    tree.glossary,
    group.documents,
    facts,
    function(document, ...) teller(document)("glossary", ...) end
  )
  for i = 2, #documents do
    local document = documents[i]
    if facts[document] and facts[first] then
      if document.concept == first.concept then
        check_passages(document, first, teller(document))
      end
      compare(tree.glossary, document, first, facts, teller(document))
    end
  end
  return recorded
end

--- Tells of the translations of a group that are missing, unless one is a draft, that lack a term
-- of the glossary, or that say something else.
local function check_group(tree, group, facts, others, errors_only)
  local documents, is_draft = in_order(group), false
  for _, document in ipairs(documents) do
    is_draft = is_draft or document.is_draft
  end
  local recorded = tree.memo:of(
    "translations",
    key_of(tree, documents),
    function() return compare_all(tree, group, documents, facts, errors_only) end
  )
  memo.tell(
    recorded,
    function(id, place, file, ...) tree.findings:add(id, file, place, ...) end
  )
  for _, locale in ipairs((is_draft or errors_only) and {} or others) do
    if not group.documents[locale] then
      local file = ("%s/%s.md"):format(locale, group.path)
      tree.findings:add("translation-missing", file, 1, "is missing; translate it")
    end
  end
end

--- Compares the translations of all texts, in the languages that the tree has.
-- @tparam table tree as `data.import.markdown` reads it
-- @tparam table facts document → `{ headings, keys? }`
-- @tparam[opt] boolean errors_only true: nothing that only warns is looked for
function translations.check(tree, facts, errors_only)
  local has, others = {}, {}
  for _, document in ipairs(tree.documents) do
    has[document.locale] = has[document.locale] or document.body ~= nil
  end
  for _, locale in ipairs(svc.locales) do
    if has[locale] then others[#others + 1] = locale end
  end
  for _, group in ipairs(grouped(tree)) do
    check_group(tree, group, facts, others, errors_only)
  end
end

return translations
