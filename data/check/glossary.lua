--- Holds texts against the glossary: the term of each language in every translation, no word that
-- its schools do not say, and no notation of another country's schools.
local svc = require("svc")

local glossary = {}

local SEPARATOR = "\31" -- stands between the tokens of a formula; no text holds it

local UPPER = { ["Ä"] = "ä", ["Ö"] = "ö", ["Ü"] = "ü" }

--- A function that remembers what `f` gave for each string.
local function memoised(f)
  local known = {}
  return function(text)
    local value = known[text] or f(text)
    known[text] = value
    return value
  end
end

local function fold(text) return (text:lower():gsub("\195[\128-\158]", UPPER)) end

--- A form as people see it.
local bare = memoised(function(form) return (form:gsub("%*$", "")) end)

local folded = memoised(fold) -- of forms, which recur; not of passages

local LETTER = "[%w\128-\255]"

--- True when words of `text` are `form`; a form that ends in * takes any ending.
local function says(text, form)
  local stem = bare(form)
  local open = stem ~= form
  local at, last = text:find(stem, 1, true)
  while at do
    local begins = at == 1 or not text:sub(at - 1, at - 1):find(LETTER)
    if begins and (open or not text:sub(last + 1, last + 1):find(LETTER)) then return true end
    at, last = text:find(stem, last + 1, true)
  end
  return false
end

--- True for a passage with `form`. With `as_written`, a form with a capital needs it: the
-- German noun Raten is not raten.
local function met(passage, form, as_written)
  if as_written and form ~= folded(form) then return says(passage.text, form) end
  passage.folded = passage.folded or fold(passage.text)
  return says(passage.folded, folded(form))
end

--- The passages of a text that may say `form`: none, where the text as a whole does not.
local function passages_with(facts, form)
  if not facts.folded then
    local parts = {}
    for i, passage in ipairs(facts.found.passages) do
      parts[i] = passage.text
    end
    facts.folded = fold(table.concat(parts, "\n"))
  end
  return facts.folded:find(folded(bare(form)), 1, true) and facts.found.passages or {}
end

--- The first line of a text that uses one of `forms`, false when none does.
local function find_line(facts, forms)
  local first = false
  for _, form in ipairs(forms) do
    for _, passage in ipairs(passages_with(facts, form)) do
      if first and passage.line >= first then break end
      if met(passage, form) then first = passage.line end
    end
  end
  return first
end

--- The line on which a text first uses one of the forms of a term, false when it does not; each
-- text is searched for a term once.
local function line_of(facts, forms)
  facts.term_lines = facts.term_lines or {}
  if facts.term_lines[forms] == nil then facts.term_lines[forms] = find_line(facts, forms) end
  return facts.term_lines[forms]
end

--- A formula as a string of its tokens, without spaces and multiplication dots.
local tokens = memoised(function(formula)
  local out, at = {}, 1
  formula = formula:gsub("\\[ ,]", ""):gsub("\\cdot%f[%A]", "")
  while at <= #formula do
    local token = formula:match("^\\text%b{}", at)
      or formula:match("^\\%a+", at)
      or formula:match("^%d+", at)
      or formula:sub(at, at)
    if not token:find("^%s$") then out[#out + 1] = token end
    at = at + #token
  end
  return SEPARATOR .. table.concat(out, SEPARATOR) .. SEPARATOR
end)

local function subject_of(document) return document.concept:match("^concept:([^:]+)") end

--- Calls `visit(entry, own)` for each entry of the document's subject whose term it uses.
local function each_used(entries, document, facts, visit)
  for _, entry in ipairs(entries or {}) do
    local own = entry[document.locale]
    if own and line_of(facts, own.terms) then visit(entry, own) end
  end
end

--- The formula of an avoided form `$…$`, nil when it is a word.
local function formula_in(form) return form:match("^%$(.*)%$$") end

local function report_avoided(entries, document, facts, report)
  local function check_form(own, form)
    for _, passage in ipairs(formula_in(form) and {} or passages_with(facts, form)) do
      if met(passage, form, true) then
        local fault, term = "%q is not what %s schools say; write %q", bare(own.terms[1])
        report(passage.line, fault, bare(form), document.locale, term)
      end
    end
  end
  for _, entry in ipairs(entries) do
    local own = entry[document.locale]
    for _, form in ipairs(own and own.avoid or {}) do
      check_form(own, form)
    end
  end
end

--- Notations that a text must not use, because they are avoided or only another locale's:
-- `{ { tokens, formula, what to write }… }`.
local function refused_notations(entry, own)
  local ours, refused = {}, {}
  local function refuse(formula, instead)
    local key = tokens(formula)
    if not ours[key] then refused[#refused + 1] = { key, formula, instead } end
  end
  for _, formula in ipairs(own.notation or {}) do
    ours[tokens(formula)] = true
  end
  for _, form in ipairs(own.avoid or {}) do
    if formula_in(form) then refuse(formula_in(form), own.notation[1]) end
  end
  for _, locale in ipairs(own.notation and svc.locales or {}) do
    for i, formula in ipairs(entry[locale] and entry[locale].notation or {}) do
      refuse(formula, own.notation[i])
    end
  end
  return refused
end

local function report_foreign(entries, document, facts, report)
  each_used(entries, document, facts, function(entry, own)
    local refused = refused_notations(entry, own)
    for _, formula in ipairs(document.found.formulas) do
      local found = tokens(formula.tex)
      for _, notation in ipairs(refused) do
        if found:find(notation[1], 1, true) then
          local fault = "$%s$ is not how %s schools write %q; write $%s$"
          local term = bare(own.terms[1])
          report(formula, fault, notation[2], document.locale, term, notation[3])
          break
        end
      end
    end
  end)
end

--- Reports words and notations that the schools of a text's language do not use.
-- @tparam table subjects as `data.import.glossary` reads them
-- @tparam table document
-- @tparam table facts `{ passages }` of the document
-- @tparam function report `report(line, message, …)`
function glossary.check(subjects, document, facts, report)
  local entries = subjects[subject_of(document)] or {}
  report_avoided(entries, document, facts, report)
  report_foreign(entries, document, facts, report)
end

--- Reports terms that one translation uses and another, which has a term for it, does not.
-- @tparam table subjects
-- @tparam table translations locale → document, of one path
-- @tparam table facts document → its facts
-- @tparam function report `report(document, line, message, …)`
function glossary.check_translations(subjects, translations, facts, report)
  local _, any = next(translations)
  for _, entry in ipairs(subjects[subject_of(any)] or {}) do
    local used, lines = nil, {}
    for _, locale in ipairs(svc.locales) do
      local document = translations[locale]
      if entry[locale] and document and facts[document] then
        lines[locale] = line_of(facts[document], entry[locale].terms)
        used = used or lines[locale] and locale
      end
    end
    for locale, line in pairs(lines) do
      if used and not line then
        local fault = "lacks %q, which %s:%d calls %q; use the term of the glossary"
        local term, other = bare(entry[locale].terms[1]), bare(entry[used].terms[1])
        local file = translations[used].file
        report(translations[locale], 1, fault, term, file, lines[used], other)
      end
    end
  end
end

--- The name of an entry, whatever the locale.
local function name_of(entry)
  for _, locale in ipairs(svc.locales) do
    if entry[locale] then return bare(entry[locale].terms[1]) end
  end
end

--- Names a notation alike in every locale, longest first: `{ { tokens, name, entry }… }`.
local function names_of(entries, document, facts)
  local names = {}
  each_used(entries, document, facts, function(entry, own)
    for i, formula in ipairs(own.notation or {}) do
      names[#names + 1] = { tokens(formula), ("<%s%d>"):format(name_of(entry), i), entry }
    end
  end)
  table.sort(names, function(a, b) return #a[1] > #b[1] or #a[1] == #b[1] and a[1] < b[1] end)
  return names
end

local function replaced(text, find, put)
  local at, last = text:find(find, 1, true)
  while at do
    text = text:sub(1, at) .. put .. text:sub(last)
    at, last = text:find(find, at + #put, true)
  end
  return text
end

--- A function that writes a document's formulas alike in every locale: notations of the glossary
-- become names, and nil stands for a formula that the other locale's schools do not have.
-- @tparam table subjects
-- @tparam table document
-- @tparam table facts of the document
-- @tparam string other locale of the document it is compared with
-- @treturn function `common(formula)`
function glossary.common(subjects, document, facts, other)
  local names = names_of(subjects[subject_of(document)], document, facts)
  return function(formula)
    local text = tokens(formula)
    for _, name in ipairs(names) do
      if text == name[1] and not (name[3][other] and name[3][other].notation) then
        return nil
      end
      text = replaced(text, name[1], name[2])
    end
    return (text:gsub("(\\%a+)" .. SEPARATOR, "%1 "):gsub(SEPARATOR, ""))
  end
end

return glossary
