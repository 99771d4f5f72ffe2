--- Reads `glossary.yaml`: for each subject, what its terms are called in each language and how the
-- schools of that country write them.
--
-- A subject is the first part of a concept. Each of its entries holds, for every locale that has
-- the term, `terms` (its forms; the first is the one to use, and * stands for any ending), and
-- optionally `avoid` (words that this country's schools do not say, and formulas as `$…$`) and
-- `notation` (formulas; the n-th of one locale is what the n-th of another says).
local svc = require("svc")
local frontmatter = require("data.import.frontmatter")
local tables = require("base.tables")
local yaml = require("data.import.yaml")

local shape = yaml.shape

local glossary = {}

local function has_letter(text) return text:find("[%w\128-\255]") ~= nil end

local WORDS = shape.list(shape.text(120, has_letter, "a text with a letter or digit"))

local function entry_fields()
  local fields = {}
  for _, locale in ipairs(svc.locales) do
    fields[locale] = shape.optional(shape.record {
      terms = WORDS,
      avoid = shape.optional(WORDS),
      notation = shape.optional(WORDS),
    })
  end
  return fields
end

local SUBJECTS = shape.map(
  frontmatter.is_kebab,
  "the first part of a concept, such as mathematics",
  shape.list(shape.record(entry_fields()))
)

--- Reports an entry without term, or whose notations do not correspond.
local function check_entry(entry, report)
  local count, first
  for _, locale in ipairs(svc.locales) do
    local own = entry[locale]
    if own and #own.terms == 0 then
      report(entry.line, "%s has no terms; write at least one", locale)
    end
    if own and not own.notation and table.concat(own.avoid or {}):find("$", 1, true) then
      report(entry.line, "%s avoids a formula; give the notation to use", locale)
    end
    local notations = own and own.notation and #own.notation
    if notations and count and notations ~= count then
      local fault = "%s has %d notations, but %s has %d; the n-th must say the same"
      report(entry.line, fault, locale, notations, first, count)
    end
    count, first = count or notations, first or notations and locale
  end
end

--- Reports subjects that no document's concept has.
local function check_subjects(subjects, documents, report)
  local known = {}
  for _, document in ipairs(documents) do
    known[document.concept:match("^concept:([^:]+)")] = true
  end
  for _, subject in ipairs(tables.keys(subjects)) do
    if not known[subject] then
      local first = subjects[subject][1]
      local line = first and first.line or 0
      report(line, "no document has a concept of the subject %q; correct or remove it", subject)
    end
  end
end

--- Reads `glossary.yaml`.
-- @tparam string text
-- @tparam table documents of the tree, each with its `concept`
-- @tparam function report `report(line, message, …)`, lines count from 1
-- @tparam[opt] table memo as `yaml.kept` takes it
-- @treturn table|nil subject → list of `{ line, [locale] = { terms, avoid?, notation? } }`, lines
-- count from 1; nil when anything was reported
function glossary.read(text, documents, report, memo)
  if not frontmatter.check_bytes(text, report) then return nil end
  local sound = true
  local function refuse(line, ...)
    sound = false
    report(line + 1, ...)
  end
  local subjects = yaml.read(text, SUBJECTS, refuse, yaml.kept(memo))
  if not subjects then return nil end
  check_subjects(subjects, documents, refuse)
  for _, subject in ipairs(tables.keys(subjects)) do
    for _, entry in ipairs(subjects[subject]) do
      check_entry(entry, refuse)
      entry.line = entry.line + 1
    end
  end
  return sound and subjects or nil
end

return glossary
