--- The content linter: what a reader would stumble over, found before it is published.
--
-- Errors: what the importer refuses, a translation that is missing, headings out of order, a
-- fragment without heading, open formulas and code, what pages cannot show, a foreign passage,
-- words and notation that the schools of the country do not use.
-- Warnings: a text shorter or longer than its section asks for, hard to read, or with another
-- number of headings or other formulas than its translations.
local svc = require("svc")
local glossary = require("data.glossary")
local links = require("data.import.links")
local markdown = require("data.import.markdown")
local notation = require("data.notation")
local prose = require("data.prose")
local translations = require("data.translations")

local check = {}

--- Words a text of each section should have: least and most.
check.WORDS = {
  articles = { 450, 1500 },
  material = { 600, 1200 },
  tryout = { 250, 2000 },
}

--- The greatest LIX (words a sentence + percentage of words longer than six letters) without a
-- warning. Compounds and affixes make German and Indonesian words longer than English ones.
check.MAX_LIX = { en = 52, id = 60, de = 60 }

--- Words that are frequent in one of the languages and no words of the others.
local FREQUENT = {
  en = "the of and is are that this with for was were which from by it its as not be have has",
  id = "yang dan dari dengan untuk pada adalah ini itu tidak dalam oleh karena jika atau dapat "
    .. "sebuah sama lebih kita maka",
  de = "der die das und ist sind ein eine einen mit nicht den dem des von zu im für auf wird "
    .. "werden auch sich wir",
}

local LANGUAGE_OF = {}
for locale, words in pairs(FREQUENT) do
  for word in words:gmatch("%S+") do
    LANGUAGE_OF[word] = locale
  end
end

local PASSAGE_WORDS = 12 -- shorter passages tell no language

--- The anchor of a heading, as Markdown renderers make it.
-- @tparam string heading without its marks
-- @treturn string
function check.anchor(heading)
  local kept = heading:gsub("`", ""):gsub("%$", ""):lower()
  for upper, lower in pairs { ["Ä"] = "ä", ["Ö"] = "ö", ["Ü"] = "ü" } do
    kept = kept:gsub(upper, lower)
  end
  return (kept:gsub("[^%w \128-\255_-]", ""):gsub(" ", "-"))
end

local rules = {}

--- Headings: none of the first level, no level skipped, no anchor twice.
function rules.headings(document, facts, report)
  local level = 1
  for _, line in ipairs(facts.lines) do
    local marks, title = line.text:match("^(#+) (.*)$")
    if line.kind == "heading" then
      local anchor = check.anchor(title)
      if #marks == 1 then
        report(line.line, "heading of the first level; the title is put there, begin with ##")
      elseif #marks > level + 1 then
        report(line.line, ("heading skips from level %d to %d"):format(level, #marks))
      end
      if facts.anchors[anchor] then
        report(line.line, ("heading %q stands twice; rename one"):format(title))
      end
      facts.anchors[anchor], level = true, #marks
      facts.headings = facts.headings + 1
    end
  end
  if facts.headings == 0 and document.section ~= "articles" then
    report(document.body_line, "no headings; divide the text with ##")
  end
end

--- Code blocks name their language and end.
function rules.code(document, _, report)
  local open, number = nil, document.body_line - 1
  for line in (document.body .. "\n"):gmatch("(.-)\n") do
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
    local bare = line.text:gsub("\\%$", ""):gsub("`[^`]*`", "")
    local _, marks = bare:gsub("%$", "")
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

--- Passages are in the language of their locale.
function rules.language(document, facts, report)
  for _, passage in ipairs(facts.passages) do
    local votes = { en = 0, id = 0, de = 0 }
    local words = 0
    prose.each_word(passage.text, function(word)
      words = words + 1
      local locale = LANGUAGE_OF[word:lower()]
      if locale then votes[locale] = votes[locale] + 1 end
    end)
    if words >= PASSAGE_WORDS then
      for _, other in ipairs(svc.locales) do
        if votes[other] > votes[document.locale] then
          report(
            passage.line,
            ("passage reads as %q, not %q; translate it"):format(other, document.locale)
          )
        end
      end
    end
  end
end

--- Numbers are written as the schools of the country write them.
function rules.notation(document, facts, report)
  notation.check(document.locale, facts.lines, report)
end

local function facts_of(document)
  local lines = prose.lines(document)
  local passages = prose.passages(lines)
  local words, lix = prose.measure(passages)
  return {
    lines = lines,
    passages = passages,
    words = words,
    lix = lix,
    anchors = {},
    headings = 0,
  }
end

local function place(document, line) return ("%s:%d: "):format(document.file, line) end

local function check_measure(document, facts, warnings)
  local bounds = check.WORDS[document.section]
  if facts.words < bounds[1] or facts.words > bounds[2] then
    warnings[#warnings + 1] = place(document, 1)
      .. ("%d words; %d to %d are expected"):format(facts.words, bounds[1], bounds[2])
  end
  if facts.lix > check.MAX_LIX[document.locale] then
    warnings[#warnings + 1] = place(document, 1)
      .. ("LIX %d, hard to read; shorten sentences"):format(facts.lix)
  end
end

--- Reports fragments that lead to no heading, in this document or another.
local function check_fragments(tree, facts, errors)
  local by_link = {}
  for _, document in ipairs(tree.documents) do
    by_link[document.locale .. "/" .. document.route .. ".md"] = document
  end
  for _, document in ipairs(tree.documents) do
    for target, fragment in (document.text or ""):gmatch("%]%(([^()%s#:]*)#([^()%s]+)%)") do
      local there = target == "" and document
        or by_link[document.locale .. "/" .. links.resolve(document.route, target)]
      if not facts[there].anchors[fragment] then
        errors[#errors + 1] = place(document, 1)
          .. ("fragment #%s leads to no heading; correct it"):format(fragment)
      end
    end
  end
end

--- Enters one measure of a text into the extremes of its row.
local function widen(row, name, value)
  row["least_" .. name] = math.min(row["least_" .. name] or value, value)
  row["most_" .. name] = math.max(row["most_" .. name] or value, value)
end

--- What exists: locale → section → counts and extremes.
local function overview(tree, facts)
  local table_of = {}
  for _, locale in ipairs(svc.locales) do
    table_of[locale] = {}
  end
  for _, document in ipairs(tree.documents) do
    local sections = table_of[document.locale]
    local row = sections[document.section] or { documents = 0, texts = 0, words = 0 }
    sections[document.section] = row
    row.documents = row.documents + 1
    local own = facts[document]
    if own then
      row.texts = row.texts + 1
      row.words = row.words + own.words
      widen(row, "words", own.words)
      widen(row, "lix", own.lix)
    end
  end
  return table_of
end

--- Lints a content tree.
-- @tparam string folder
-- @treturn table `{ errors = { line… }, warnings = { line… }, overview = locale → section →
-- { documents, texts, words, least_words?, most_words?, least_lix?, most_lix? }, documents =
-- { { file, locale, section, words, lix }… } }`; with errors of the importer nothing else is
-- looked at
function check.content(folder)
  local tree, faults = markdown.load(folder)
  if not tree then return { errors = faults, warnings = {}, overview = {}, documents = {} } end
  local errors, warnings, facts, documents = {}, {}, {}, {}
  for _, document in ipairs(tree.documents) do
    if document.body then
      local own = facts_of(document)
      facts[document] = own
      local function report(at, message) errors[#errors + 1] = place(document, at) .. message end
      for _, name in ipairs { "headings", "code", "formulas", "language", "pages", "notation" } do
        rules[name](document, own, report)
      end
      glossary.check(tree.glossary, document, own, report)
      check_measure(document, own, warnings)
      documents[#documents + 1] = {
        file = document.file,
        locale = document.locale,
        section = document.section,
        words = own.words,
        lix = own.lix,
      }
    end
  end
  check_fragments(tree, facts, errors)
  translations.check(tree, facts, errors, warnings)
  table.sort(errors)
  table.sort(warnings)
  return {
    errors = errors,
    warnings = warnings,
    overview = overview(tree, facts),
    documents = documents,
  }
end

local function span(row, name)
  local least = row["least_" .. name]
  return least and ("%d-%d"):format(least, row["most_" .. name]) or "-"
end

--- The report for people: a table of what exists, then warnings and errors.
-- @tparam table report as `check.content` gives it
-- @treturn string lines
function check.render(report)
  local out = { "locale  section    documents  with text   words  words each       LIX" }
  for _, locale in ipairs(svc.locales) do
    for _, section in ipairs(svc.sections) do
      local row = report.overview[locale] and report.overview[locale][section]
      if row then
        out[#out + 1] = ("%-6s  %-9s  %9d  %9d  %6d  %10s  %8s"):format(
          locale,
          section,
          row.documents,
          row.texts,
          row.words,
          span(row, "words"),
          span(row, "lix")
        )
      end
    end
  end
  for _, line in ipairs(report.warnings) do
    out[#out + 1] = "warning: " .. line
  end
  for _, line in ipairs(report.errors) do
    out[#out + 1] = "error: " .. line
  end
  out[#out + 1] = ("%d errors, %d warnings"):format(#report.errors, #report.warnings)
  return table.concat(out, "\n") .. "\n"
end

--- Lints a content tree and prints the report.
-- @tparam string folder
-- @tparam boolean json one JSON object instead of lines for people
-- @treturn integer exit status: 0, or 1 when there are errors
function check.run(folder, json)
  local report = check.content(folder)
  if json then
    print(svc.json {
      errors = svc.array(report.errors),
      warnings = svc.array(report.warnings),
      documents = svc.array(report.documents),
      overview = report.overview,
    })
  else
    io.write(check.render(report))
  end
  return #report.errors == 0 and 0 or 1
end

return check
