--- The content linter: what a reader would stumble over, found before it is published. The rules,
-- their severities and cures are rows of data/rules.lua.
local svc = require("svc")
local findings = require("data.findings")
local fix = require("data.check.fix")
local glossary = require("data.check.glossary")
local locales = require("base.locales")
local markdown = require("data.import.markdown")
local prose = require("data.check.prose")
local rules = require("data.check.rules")
local table_of_rules = require("data.rules")
local tables = require("base.tables")
local translations = require("data.check.translations")
local tryout = require("data.check.tryout")
local variants = require("data.import.variants")
local watch = require("data.check.watch")

local check = {}

--- Words a text of each section should have: least and most.
check.WORDS = {
  articles = { 450, 1500 },
  material = { 600, 1300 },
  tryout = { 250, 2000 },
}

--- What looks at one text, with what is known of it and `tell(id, place, message, …)`.
local RULES = {
  rules.headings,
  rules.code,
  rules.language,
  rules.remarks,
  rules.images,
  rules.notation,
  tryout.check,
}

--- Measures a text and warns of what it is measured to be.
local function check_measure(document, facts, tell)
  facts.words, facts.lix = prose.measure(document.found.passages)
  local least, most = table.unpack(check.WORDS[document.section])
  if facts.words < least or facts.words > most then
    tell("length", 1, "%d words; %d to %d are expected", facts.words, least, most)
  end
  if facts.headings == 0 and document.section ~= "articles" then
    tell("headings", document.body_line, "no headings; divide the text with ##")
  end
  if document.is_draft then tell("draft", 1, "is a draft; svcd publish leaves it out") end
  if facts.lix > locales[document.locale].max_lix then
    tell("readability", 1, "LIX %d, hard to read; shorten sentences", facts.lix)
  end
end

--- Tells of fragments that lead to no heading, in this document or another.
local function check_fragments(tree, facts)
  for _, document in ipairs(tree.documents) do
    local tell = tree.findings:teller(document.file)
    for _, link in ipairs(document.found and document.found.links or {}) do
      local anchors = link.fragment and link.fragment ~= "" and facts[link.leads_to].anchors
      if anchors and not (anchors[link.fragment] or anchors[svc.decode_uri(link.fragment)]) then
        local fault = "fragment #%s leads to no heading; correct it"
        tell("link-fragment", link, fault, link.fragment)
      end
    end
  end
end

--- Tells of images that no text shows.
local function check_unused(tree)
  local used = {}
  for _, document in ipairs(tree.documents) do
    for _, image in ipairs(document.images or {}) do
      used[image.asset.file] = true
    end
  end
  for file, asset in pairs(tree.images) do
    if asset and not used[file] then
      tree.findings:add("image-unused", file, 1, "is shown by no text; show or remove it")
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
      if step.level then
        row.minutes, row[step.level] = row.minutes + step.minutes, row[step.level] + 1
      end
    end
    return row
  end)
end

--- Looks at all texts of a tree; what is found is added to its findings.
-- @tparam table tree as `data.import.markdown` reads it
-- @treturn table document with text → what is known of it: `words`, `lix`, `headings`, `anchors`
function check.tree(tree)
  local facts = {}
  for _, document in ipairs(tree.documents) do
    if document.body then
      local own = { passages = document.found.passages, anchors = {}, headings = 0 }
      local tell = tree.findings:teller(document.file)
      facts[document] = own
      for _, rule in ipairs(RULES) do
        rule(document, own, tell)
      end
      check_measure(document, own, tell)
      glossary.check(
        tree.glossary,
        document,
        own,
        tree.findings:reporter(document.file, "glossary")
      )
    end
  end
  check_fragments(tree, facts)
  check_unused(tree)
  variants.check(tree)
  translations.check(tree, facts)
  return facts
end

--- The errors of a content tree, those of the importer among them.
-- @tparam table tree as `data.import.markdown` reads it
-- @treturn {string,...} lines
function check.errors(tree)
  check.tree(tree)
  return tree.findings:lines("error")
end

--- The measures of each text.
local function measures(tree, facts)
  local documents = {}
  for _, document in ipairs(tree.documents) do
    local own = facts[document]
    if own then
      documents[#documents + 1] = {
        file = document.file,
        locale = document.locale,
        section = document.section,
        words = own.words,
        lix = own.lix,
      }
    end
  end
  return documents
end

--- Lints a content tree: all that is wrong in one go.
-- @tparam string folder
-- @treturn table `{ findings, errors = { line… }, warnings = { line… }, notes = { line… }, overview
-- = locale → section → { documents, texts, words, least_words?, most_words?, least_lix?, most_lix?
-- }, documents = { { file, locale, section, words, lix }… }, paths = { { subject, lessons, minutes,
-- lower, upper }… } }`
function check.content(folder)
  local tree, reason = markdown.read(folder)
  if not tree then
    local found = findings.new()
    found:add("file-kind", folder, 1, reason:match(": (.*)$"))
    return {
      findings = found,
      errors = found:lines("error"),
      warnings = {},
      notes = {},
      overview = {},
      documents = {},
      paths = {},
    }
  end
  local facts = check.tree(tree)
  return {
    findings = tree.findings,
    errors = tree.findings:lines("error"),
    warnings = tree.findings:lines("warning"),
    notes = tree.findings:lines("note"),
    overview = overview(tree, facts),
    documents = measures(tree, facts),
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

--- Notes of one rule that are told one by one.
local NOTES = 5

--- Appends notes, of each rule the first ones and how many more there are.
local function append_notes(out, notes)
  local counts = {}
  for _, note in ipairs(notes) do
    local count = (counts[note.rule] or 0) + 1
    counts[note.rule] = count
    if count <= NOTES then out[#out + 1] = "note: " .. findings.told(note) end
  end
  for _, id in ipairs(tables.keys(counts)) do
    local more = counts[id] - NOTES
    if more > 0 then
      out[#out + 1] = ("note: %d more of %s (--json has all)"):format(more, id)
    end
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
  append_notes(out, report.findings:of("note"))
  for _, severity in ipairs { "warning", "error" } do
    for _, line in ipairs(report.findings:lines(severity, findings.told)) do
      out[#out + 1] = severity .. ": " .. line
    end
  end
  out[#out + 1] = ("%d errors, %d warnings"):format(#report.errors, #report.warnings)
  return table.concat(out, "\n") .. "\n"
end

--- The findings of a severity as fields, each with the cure of its rule.
local function fields(report, severity)
  return svc.array(tables.map(
    report.findings:of(severity),
    function(finding)
      return tables.merge(finding, {
        severity = severity,
        cure = table_of_rules.of(finding.rule).cure,
      })
    end
  ))
end

local function print_report(report, json)
  if json then
    print(svc.json {
      changes = report.changes and svc.array(report.changes),
      errors = fields(report, "error"),
      warnings = fields(report, "warning"),
      notes = fields(report, "note"),
      documents = svc.array(report.documents),
      overview = report.overview,
      paths = svc.array(report.paths),
    })
  else
    for _, change in ipairs(report.changes or {}) do
      print("mended: " .. findings.told(change))
    end
    io.write(check.render(report))
  end
  io.flush()
end

--- Lints a content tree and prints the report.
-- @tparam string folder
-- @tparam table options `json`: one JSON object instead of lines for people; `watch`: whether to
-- look again after each change, until it is interrupted; `fix`: whether to mend first what is
-- mechanical
-- @treturn integer|nil exit status: 0, or 1 when there are errors
-- @treturn string|nil the reason where a file cannot be mended
function check.run(folder, options)
  local changes, reason
  if options.fix then
    changes, reason = fix.tree(folder, check.content(folder).findings)
    if not changes then return nil, reason end
  end
  local report
  local function look()
    report = check.content(folder)
    report.changes, changes = changes, nil
    print_report(report, options.json)
  end
  if options.watch then watch.each_change(folder, look) end
  look()
  return #report.errors == 0 and 0 or 1
end

return check
