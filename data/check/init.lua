--- The content linter: what a reader would stumble over, found before it is published.
--
-- Errors, which `svcd publish` refuses too: what the importer refuses, headings out of order, a
-- fragment without heading, open formulas and code, what pages cannot show, a foreign passage, a
-- try-out whose tasks and answers do not fit, translations of which one is of another thing.
-- Warnings: an image that no text shows, words and notation that the schools of the country do not
-- use, a translation that is missing, a draft, a text without headings, shorter or longer than its
-- section asks for, hard to read, or with another number of headings or other formulas than its
-- translations.
local svc = require("svc")
local glossary = require("data.check.glossary")
local locales = require("base.locales")
local markdown = require("data.import.markdown")
local message = require("base.message")
local prose = require("data.check.prose")
local rules = require("data.check.rules")
local tables = require("base.tables")
local translations = require("data.check.translations")
local tryout = require("data.check.tryout")
local watch = require("data.check.watch")

local check = {}

--- Words a text of each section should have: least and most.
check.WORDS = {
  articles = { 450, 1500 },
  material = { 600, 1300 },
  tryout = { 250, 2000 },
}

local RULES = {
  rules.headings,
  rules.code,
  rules.language,
  rules.pages,
  rules.images,
  tryout.check,
}

--- Measures a text and warns of what it is measured to be.
local function check_measure(document, facts, warn)
  facts.words, facts.lix = prose.measure(document.found.passages)
  local least, most = table.unpack(check.WORDS[document.section])
  if facts.words < least or facts.words > most then
    warn(1, "%d words; %d to %d are expected", facts.words, least, most)
  end
  if facts.headings == 0 and document.section ~= "articles" then
    warn(document.body_line, "no headings; divide the text with ##")
  end
  if document.is_draft then warn(1, "is a draft; svcd publish leaves it out") end
  if facts.lix > locales[document.locale].max_lix then
    warn(1, "LIX %d, hard to read; shorten sentences", facts.lix)
  end
end

--- Reports fragments that lead to no heading, in this document or another.
local function check_fragments(tree, facts, errors)
  for _, document in ipairs(tree.documents) do
    local report = message.reporter(errors, document.file)
    for _, link in ipairs(document.found and document.found.links or {}) do
      local anchors = link.fragment and facts[link.leads_to].anchors
      if anchors and not (anchors[link.fragment] or anchors[svc.decode_uri(link.fragment)]) then
        report(link, "fragment #%s leads to no heading; correct it", link.fragment)
      end
    end
  end
end

--- Warns of images that no text shows.
local function check_unused(tree, warnings)
  local used = {}
  for _, document in ipairs(tree.documents) do
    for _, image in ipairs(document.images or {}) do
      used[image.asset.file] = true
    end
  end
  for file in pairs(tree.images) do
    if not used[file] then
      message.reporter(warnings, file)(1, "is shown by no text; show or remove it")
    end
  end
end

--- Enters one measure of a text into the extremes of its row.
local function widen(row, name, value)
  row["least_" .. name] = math.min(row["least_" .. name] or value, value)
  row["most_" .. name] = math.max(row["most_" .. name] or value, value)
end

--- Counts of a tree: locale → section → counts and extremes.
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

--- The effort of each path: `{ { subject, lessons, minutes, lower, upper }… }`, the levels
-- as numbers of lessons.
local function curricula(subjects)
  return tables.map(tables.keys(subjects), function(subject)
    local row = { subject = subject, lessons = #subjects[subject], minutes = 0 }
    for _, level in ipairs(svc.path.levels) do
      row[level] = 0
    end
    for _, step in ipairs(subjects[subject]) do
      row.minutes, row[step.level] = row.minutes + step.minutes, row[step.level] + 1
    end
    return row
  end)
end

--- The errors of a content tree.
-- @tparam table tree as `data.import.markdown` loads it
-- @treturn {string,...} the errors, in the order of the files
-- @treturn table document with text → what is known of it
function check.errors(tree)
  local errors, facts = {}, {}
  for _, document in ipairs(tree.documents) do
    if document.body then
      local own = { passages = document.found.passages, anchors = {}, headings = 0 }
      local report = message.reporter(errors, document.file)
      facts[document] = own
      for _, rule in ipairs(RULES) do
        rule(document, own, report)
      end
    end
  end
  check_fragments(tree, facts, errors)
  translations.check(tree, facts, errors)
  table.sort(errors)
  return errors, facts
end

--- The warnings of a tree, and the measures of each text: `{ { file, locale, section, words, lix
-- }… }`.
local function warnings_of(tree, facts)
  local warnings, documents = {}, {}
  for _, document in ipairs(tree.documents) do
    local own = facts[document]
    if own then
      local warn = message.reporter(warnings, document.file)
      check_measure(document, own, warn)
      rules.dialect(document, own, warn)
      rules.notation(document, own, warn)
      glossary.check(tree.glossary, document, own, warn)
      documents[#documents + 1] = {
        file = document.file,
        locale = document.locale,
        section = document.section,
        words = own.words,
        lix = own.lix,
      }
    end
  end
  check_unused(tree, warnings)
  translations.compare(tree, facts, warnings)
  table.sort(warnings)
  return warnings, documents
end

--- Lints a content tree.
-- @tparam string folder
-- @treturn table `{ errors = { line… }, warnings = { line… }, overview = locale → section →
-- { documents, texts, words, least_words?, most_words?, least_lix?, most_lix? }, documents =
-- { { file, locale, section, words, lix }… }, paths = { { subject, lessons, minutes, lower, upper
-- }… } }`; with errors of the importer nothing else is looked at
function check.content(folder)
  local tree, faults = markdown.load(folder)
  if not tree then
    return { errors = faults, warnings = {}, overview = {}, documents = {}, paths = {} }
  end
  local errors, facts = check.errors(tree)
  local warnings, documents = warnings_of(tree, facts)
  return {
    errors = errors,
    warnings = warnings,
    overview = overview(tree, facts),
    documents = documents,
    paths = curricula(tree.paths),
  }
end

local function span(row, name)
  local least = row["least_" .. name]
  return least and ("%d-%d"):format(least, row["most_" .. name]) or "-"
end

local function append_paths(out, rows)
  if #rows > 0 then out[#out + 1] = "path              lessons  lower  upper  hours" end
  for _, row in ipairs(rows) do
    out[#out + 1] = ("%-16s  %7d  %5d  %5d  %5.1f"):format(
      row.subject,
      row.lessons,
      row.lower,
      row.upper,
      row.minutes / 60
    )
  end
end

--- The report for people: tables of what exists, then warnings and errors.
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
  append_paths(out, report.paths)
  tables.append(out, tables.map(report.warnings, function(line) return "warning: " .. line end))
  tables.append(out, tables.map(report.errors, function(line) return "error: " .. line end))
  out[#out + 1] = ("%d errors, %d warnings"):format(#report.errors, #report.warnings)
  return table.concat(out, "\n") .. "\n"
end

local function print_report(report, json)
  if json then
    print(svc.json {
      errors = svc.array(report.errors),
      warnings = svc.array(report.warnings),
      documents = svc.array(report.documents),
      overview = report.overview,
      paths = svc.array(report.paths),
    })
  else
    io.write(check.render(report))
  end
  io.flush()
end

--- Lints a content tree and prints the report.
-- @tparam string folder
-- @tparam boolean json one JSON object instead of lines for people
-- @tparam boolean again whether to look again after each change, until it is interrupted
-- @treturn integer exit status: 0, or 1 when there are errors
function check.run(folder, json, again)
  local report
  local function look()
    report = check.content(folder)
    print_report(report, json)
  end
  if again then watch.each_change(folder, look) end
  look()
  return #report.errors == 0 and 0 or 1
end

return check
