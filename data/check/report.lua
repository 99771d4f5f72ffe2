--- The findings of a content tree's check, printed for people and scripts.
local svc = require("svc")
local findings = require("data.findings")
local rules = require("data.rules")
local tables = require("base.tables")

local reporting = {}

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

--- Notes of one rule that are printed one by one.
local NOTES = 5

--- Appends notes, of each rule the first ones and how many more there are.
local function append_notes(out, notes)
  local counts = {}
  for _, note in ipairs(notes) do
    local count = (counts[note.rule] or 0) + 1
    counts[note.rule] = count
    if count <= NOTES then out[#out + 1] = "note: " .. findings.line_with_rule(note) end
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
function reporting.render(report)
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
    for _, line in ipairs(report.findings:lines(severity, findings.line_with_rule)) do
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
        cure = rules.of(finding.rule).cure,
      })
    end
  ))
end

--- Prints all of a report.
-- @tparam table report as `check.content` gives it, with `changes` where something was mended
-- @tparam boolean json
function reporting.whole(report, json)
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
      print("mended: " .. findings.line_with_rule(change))
    end
    io.write(reporting.render(report))
  end
  io.flush()
end

--- The key of a finding, the same wherever it moves in its file.
local function name_of(finding)
  return table.concat({ finding.severity, finding.file, finding.rule, finding.message }, "\0")
end

--- The findings that only the second report has, by file and place.
local function beside(old, new)
  local counts, list = {}, {}
  for _, severity in ipairs { "error", "warning", "note" } do
    for _, finding in ipairs(old.findings:of(severity)) do
      local name = name_of(finding)
      counts[name] = (counts[name] or 0) + 1
    end
  end
  for _, severity in ipairs { "note", "warning", "error" } do
    for _, finding in ipairs(fields(new, severity)) do
      local name = name_of(finding)
      local count = counts[name] or 0
      counts[name] = count - 1
      if count < 1 then list[#list + 1] = finding end
    end
  end
  return svc.array(list)
end

--- Prints what came and what is gone since the last report.
-- @tparam table old
-- @tparam table new
-- @tparam boolean json
function reporting.change(old, new, json)
  local came, gone = beside(old, new), beside(new, old)
  local errors, warnings = #new.errors, #new.warnings
  if json then
    print(svc.json { came = came, gone = gone, errors = errors, warnings = warnings })
  else
    for _, each in ipairs { { "no longer ", gone }, { "", came } } do
      for _, finding in ipairs(each[2]) do
        print(each[1] .. finding.severity .. ": " .. findings.line_with_rule(finding))
      end
    end
    print(("%d errors, %d warnings"):format(errors, warnings))
  end
  io.flush()
end

return reporting
