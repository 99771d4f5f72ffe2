--- The content linter: what a reader would stumble over, found before it is published. The rules,
-- their severities and cures are rows of data/rules.lua.
local svc = require("svc")
local findings = require("data.findings")
local fix = require("data.check.fix")
local glossary = require("data.check.glossary")
local locales = require("base.locales")
local markdown = require("data.import.markdown")
local memo = require("data.memo")
local reading = require("data.import.reading")
local prose = require("data.check.prose")
local reporting = require("data.check.report")
local rules = require("data.check.rules")
local tables = require("base.tables")
local translations = require("data.check.translations")
local tryout = require("data.check.tryout")
local variants = require("data.import.variants")
local watch = require("data.check.watch")

local check = {}

--- Words a text of each section should have: least and most.
local WORDS = {
  articles = { 450, 1500 },
  material = { 600, 1300 },
  tryout = { 250, 2000 },
}

--- Measures a text and warns of what it is measured to be.
local function check_measure(document, facts, tell)
  facts.words, facts.lix = prose.measure(document.found.passages)
  local least, most = table.unpack(WORDS[document.section])
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

--- The rules that look at one text. Each takes the facts about it and `tell(id, place, message,
-- …)`. A publication needs only the first: those that find errors, and those whose facts others
-- need.
local ERRORS = { rules.headings, rules.remarks, tryout.check }
local WARNINGS = { rules.code, rules.language, rules.notation, check_measure }

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

--- The facts about a text, and the findings of the rules that look only at the text, its place and
-- its description.
local function look_at(document, errors_only)
  local facts = { anchors = {}, headings = 0 }
  local tell, recorded = memo.recorder()
  for _, list in ipairs { ERRORS, not errors_only and WARNINGS or nil } do
    for _, rule in ipairs(list) do
      rule(document, facts, tell)
    end
  end
  return { facts = facts, recorded = recorded }
end

--- Tells of what in a text is not as the images and the glossary ask for.
local function look_around(tree, document, facts)
  local tell = tree.findings:teller(document.file)
  rules.images(document, facts, tell)
  local key = document.digest .. tree.glossary_digest
  local terms = tree.memo:of("terms", key, function()
    local report, recorded = memo.recorder()
    local function of_glossary(...) report("glossary", ...) end
    glossary.check(tree.glossary, document, facts, of_glossary)
    return recorded
  end)
  memo.tell(terms, tell)
end

--- Looks at all texts of a tree; what is found is added to its findings.
-- @tparam table tree as `data.import.markdown` reads it
-- @tparam[opt] boolean errors_only true: nothing that only warns is looked for
-- @treturn table document with text → what is known of it: `headings`, `anchors`, and unless only
-- errors are looked for `words` and `lix`
function check.tree(tree, errors_only)
  local facts = {}
  for _, document in ipairs(tree.documents) do
    if document.body then
      local looked = tree.memo:of(
        document.found,
        reading.place(document),
        function() return look_at(document, errors_only) end
      )
      facts[document] = tables.merge(looked.facts, { found = document.found })
      memo.tell(looked.recorded, tree.findings:teller(document.file))
      if not errors_only then look_around(tree, document, facts[document]) end
    end
  end
  check_fragments(tree, facts)
  if not errors_only then
    check_unused(tree)
    variants.check(tree)
  end
  translations.check(tree, facts, errors_only)
  return facts
end

--- The errors of a content tree, those of the importer among them.
-- @tparam table tree as `data.import.markdown` reads it
-- @treturn {string,...} lines
function check.errors(tree)
  check.tree(tree, true)
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
-- @tparam[opt] table kept of `memo.new`, where the tree is looked at again and again
-- @treturn table `{ findings, errors = { line… }, warnings = { line… }, notes = { line… }, overview
-- = locale → section → { documents, texts, words, least_words?, most_words?, least_lix?, most_lix?
-- }, documents = { { file, locale, section, words, lix }… }, paths = { { subject, lessons, minutes,
-- lower, upper }… } }`
function check.content(folder, kept)
  local tree, reason = markdown.read(folder, kept)
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

--- Lints a content tree and prints the report.
-- @tparam string folder
-- @tparam table options `json`: one JSON object instead of lines for people; `watch`: whether to
-- look again after each change and tell what came and is gone, until it is interrupted; `fix`:
-- whether to mend first what is mechanical
-- @treturn integer|nil exit status: 0, or 1 when there are errors
-- @treturn string|nil the reason where a file cannot be mended
function check.run(folder, options)
  local changes, reason
  if options.fix then
    changes, reason = fix.tree(folder, check.content(folder).findings)
    if not changes then return nil, reason end
  end
  local report
  local kept = options.watch and memo.new() or nil
  local function look()
    local last = report
    if kept then kept:begin() end
    report = check.content(folder, kept)
    report.changes, changes = changes, nil
    if last then
      reporting.change(last, report, options.json)
    else
      reporting.whole(report, options.json)
    end
  end
  if options.watch then return watch.each_change(folder, look) end
  look()
  return #report.errors == 0 and 0 or 1
end

return check
