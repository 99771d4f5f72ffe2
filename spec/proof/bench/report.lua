--- Merges the figures of the benchmarks into one table, as JSON and Markdown, with plots.
--
--     lua5.4 spec/proof/bench/report.lua begin FOLDER     the machine, before the load
--     lua5.4 spec/proof/bench/report.lua end FOLDER       figures.json, figures.md, *.svg in FOLDER
--     lua5.4 spec/proof/bench/report.lua publish FOLDER   copies the figures to results/ and
--                                                  writes the goals into spec/proof/README.md
--     lua5.4 spec/proof/bench/report.lua render    the same figures held against the goals of now
--
-- FOLDER/parts has what the benchmarks wrote with `--json`. Titles, units and goals are in
-- metrics.json.

local cjson = require("cjson")
local machine = require("spec.proof.bench.machine")
local measure = require("spec.proof.bench.measure")
local plot = require("spec.proof.bench.plot")

local report = {}

local GOALS = "spec/proof/README.md"
local RESULTS = "spec/proof/bench/results"

--- The sections with their metrics and goals.
-- @treturn {table,...}
function report.sections() return cjson.decode(measure.read("spec/proof/bench/metrics.json")) end

--- A place of an axis, or a bound, as it is written: numbers without needless digits.
local function written(value)
  return type(value) == "number" and ("%.10g"):format(value) or tostring(value)
end

--- A figure with so many digits behind the point, or a dash for one that was not measured.
local function rounded(value, digits)
  return value and (("%%.%.0ff"):format(digits)):format(value) or "–"
end

--- Looks up one figure.
-- @tparam {table,...} figures
-- @treturn number|nil
function report.find(figures, metric, of, at)
  for _, figure in ipairs(figures) do
    if figure.metric == metric and figure.of == of and figure.at == at then
      return figure.value
    end
  end
end

--- True for a goal that bounds a ratio.
local function is_relative(goal)
  return goal.against ~= nil or goal.against_at ~= nil or goal.against_metric ~= nil
end

--- Holds a goal against the figures.
-- @tparam table goal of metrics.json: `metric`, `of`, `at`, and `most` or `least`. With `against`
-- (another of the same metric), `against_at` (the same at another place) or `against_metric` (of
-- another metric of the same unit, at `against_at` or at no place) it bounds the ratio;
-- `cause` is what the profile says where a goal is known to be missed
-- @tparam {table,...} figures
-- @treturn number|nil the value or ratio; nil when it was not measured
-- @treturn boolean|nil whether the goal is met
function report.judge(goal, figures)
  local value = report.find(figures, goal.metric, goal.of, goal.at)
  if value and is_relative(goal) then
    local at = goal.against_at or not goal.against_metric and goal.at or nil
    local metric = goal.against_metric or goal.metric
    local other = report.find(figures, metric, goal.against or goal.of, at)
    value = other and other ~= 0 and value / other or nil
  end
  if not value or value ~= value then return nil end
  return value,
    (not goal.most or value <= goal.most) and (not goal.least or value >= goal.least)
end

local function row(cells) return "| " .. table.concat(cells, " | ") .. " |" end

local function header(out, cells)
  out[#out + 1] = row(cells)
  out[#out + 1] = "|---" .. ("|---:"):rep(#cells - 1) .. "|"
end

local function metric_named(sections, name)
  for _, section in ipairs(sections) do
    for _, metric in ipairs(section.metrics) do
      if metric.name == name then return metric end
    end
  end
end

--- The last cell of a goal: the verdict, and of a missed one the cause.
local function verdict(goal, met)
  if met == nil then return "not measured" end
  return met and "met" or "**missed**" .. (goal.cause and ": " .. goal.cause or "")
end

--- A goal with its figure, as the cells of a row.
local function goal_row(sections, goal, figures)
  local metric = metric_named(sections, goal.metric)
  local value, met = report.judge(goal, figures)
  local relative = is_relative(goal)
  local unit = relative and " ×" or metric.unit ~= "" and " " .. metric.unit or ""
  local digits = relative and 2 or metric.digits
  local what = goal.at and ("%s, %s"):format(metric.title, written(goal.at)) or metric.title
  if goal.against_at then what = ("%s against %s"):format(what, written(goal.against_at)) end
  if goal.against_metric then
    what = ("%s against %s"):format(what, metric_named(sections, goal.against_metric).title)
  end
  return row({
    what,
    goal.against and ("%s : %s"):format(goal.of, goal.against) or goal.of,
    rounded(value, digits) .. (value and unit or ""),
    ("%s %s%s"):format(goal.most and "≤" or "≥", written(goal.most or goal.least), unit),
    verdict(goal, met),
  }),
    met
end

--- The goals with their figures, as a Markdown table.
-- @tparam {table,...} sections
-- @tparam {table,...} figures
-- @tparam[opt] boolean open whether to leave out those that are met
-- @treturn string
-- @treturn integer how many are met
-- @treturn integer how many there are
function report.goals(sections, figures, open)
  local out, kept, all = {}, 0, 0
  header(out, { "what", "of", "figure", "goal", "" })
  for _, section in ipairs(sections) do
    for _, goal in ipairs(section.goals) do
      local line, met = goal_row(sections, goal, figures)
      kept, all = kept + (met and 1 or 0), all + 1
      if not (open and met) then out[#out + 1] = line end
    end
  end
  return table.concat(out, "\n"), kept, all
end

--- The measurements of a metric with their places on its axis, in the order of the run.
local function axes(metric, figures)
  local subjects, places, seen = {}, {}, {}
  for _, figure in ipairs(figures) do
    if figure.metric == metric.name then
      if not seen["of" .. figure.of] then subjects[#subjects + 1] = figure.of end
      seen["of" .. figure.of] = true
      local at = figure.at
      if at ~= nil and not seen[at] then places[#places + 1] = at end
      if at ~= nil then seen[at] = true end
    end
  end
  return subjects, places
end

--- A metric over its axis: one row for each place, one column for each subject.
local function grid(out, metric, figures, subjects, places)
  local unit = metric.unit ~= "" and (" (%s)"):format(metric.unit) or ""
  out[#out + 1] = ("**%s**%s"):format(metric.title, unit) .. "\n"
  header(out, { metric.by, table.unpack(subjects) })
  for _, place in ipairs(places) do
    local cells = { written(place) }
    for i, subject in ipairs(subjects) do
      local value = report.find(figures, metric.name, subject, place)
      cells[i + 1] = rounded(value, metric.digits)
    end
    out[#out + 1] = row(cells)
  end
  out[#out + 1] = ""
end

--- Metrics without an axis and of the same subjects share one table.
local function flat(out, metrics, figures)
  local titles = { "" }
  for i, metric in ipairs(metrics) do
    local unit = metric.unit ~= "" and (" (%s)"):format(metric.unit) or ""
    titles[i + 1] = metric.title .. unit
  end
  header(out, titles)
  local subjects = axes(metrics[1], figures)
  for _, subject in ipairs(subjects) do
    local cells = { subject }
    for i, metric in ipairs(metrics) do
      local value = report.find(figures, metric.name, subject)
      cells[i + 1] = rounded(value, metric.digits)
    end
    out[#out + 1] = row(cells)
  end
  out[#out + 1] = ""
end

local function section_tables(out, section, figures)
  out[#out + 1] = ("## %s\n\n%s\n"):format(section.title, section.note)
  local together = {}
  for _, metric in ipairs(section.metrics) do
    local subjects, places = axes(metric, figures)
    if #places > 0 then
      grid(out, metric, figures, subjects, places)
    elseif #subjects > 0 then
      local key = table.concat(subjects, "\0")
      if not together[key] then together[#together + 1] = key end
      together[key] = together[key] or {}
      table.insert(together[key], metric)
    end
  end
  for _, key in ipairs(together) do
    flat(out, together[key], figures)
  end
end

--- The whole report.
-- @tparam {table,...} sections
-- @tparam table run `machine` (of machine.describe) and `figures`
-- @treturn string Markdown
function report.markdown(sections, run)
  local out =
    { "# Figures\n\nOne run of `make bench`; each peer beside the service, in turns.\n" }
  header(out, { "machine", "" })
  for _, each in ipairs(run.machine) do
    out[#out + 1] = row({ each.name, each.value })
  end
  out[#out + 1] = ("\n## Goals\n\n%s\n"):format((report.goals(sections, run.figures)))
  for _, section in ipairs(sections) do
    section_tables(out, section, run.figures)
  end
  return (table.concat(out, "\n"):gsub("\n+$", "")) .. "\n"
end

--- The plots of all metrics that have an axis of numbers.
-- @tparam {table,...} sections
-- @tparam {table,...} figures
-- @treturn table SVG by file name
function report.plots(sections, figures)
  local files = {}
  for _, section in ipairs(sections) do
    for _, metric in ipairs(section.metrics) do
      local subjects, places = axes(metric, figures)
      if metric.plot and #places > 1 then
        local series = {}
        for i, subject in ipairs(subjects) do
          local points = {}
          for _, place in ipairs(places) do
            points[#points + 1] = { place, report.find(figures, metric.name, subject, place) }
          end
          series[i] = { name = subject, points = points }
        end
        files[metric.plot.file .. ".svg"] = plot.lines({
          title = metric.title,
          x = { label = metric.by, log = metric.plot.log_x },
          y = { label = metric.unit, log = metric.plot.log_y },
          series = series,
        })
      end
    end
  end
  return files
end

--- The summary for the page of the proofs: date and machine, the number of goals that are met, and
-- the others.
-- @tparam {table,...} sections
-- @tparam table run
-- @treturn string Markdown
function report.quote(sections, run)
  local value = {}
  for _, each in ipairs(run.machine) do
    value[each.name] = each.value
  end
  local goals, kept, all = report.goals(sections, run.figures, true)
  local said = "Measured %s at %s on %s processors %s, %s, load before %s: "
    .. "%d of %d goals are met."
  return said:format(
    value.date,
    value.commit,
    value.processors,
    value.processor,
    value.kernel,
    value["load before"],
    kept,
    all
  ) .. "\n\n" .. goals
end

--- A text with what is between its marks replaced.
-- @tparam string text with `<!-- bench -->` and `<!-- /bench -->` on lines of their own
-- @tparam string block
-- @treturn string
function report.between_marks(text, block)
  local first = select(2, text:find("<!-- bench -->\n", 1, true))
  local last = text:find("\n<!-- /bench -->", 1, true)
  return text:sub(1, first) .. block .. text:sub(last)
end

--- Members and figures in a fixed order, a figure on a line, so that two runs can be compared.
local function encode(run)
  local svc = require("svc")
  local lines = {}
  for i, figure in ipairs(run.figures) do
    lines[i] = svc.json(figure)
  end
  return ('{"machine":%s,\n"figures":[\n%s\n]}\n'):format(
    svc.json(svc.array(run.machine)),
    table.concat(lines, ",\n")
  )
end

local function merge(folder)
  local run = { machine = cjson.decode(measure.read(folder .. "/machine.json")), figures = {} }
  for path in measure.run("ls " .. folder .. "/parts/*.json"):gmatch("[^\n]+") do
    for _, figure in ipairs(cjson.decode(measure.read(path)).figures) do
      run.figures[#run.figures + 1] = figure
    end
  end
  return run
end

local commands = {}

commands["begin"] = function(folder)
  assert(os.execute(("rm -rf %s && mkdir -p %s/parts"):format(folder, folder)))
  measure.write(folder .. "/machine.json", cjson.encode(machine.describe()))
end

local BEFORE = { ["date"] = true, ["commit"] = true, ["load before"] = true }

--- Describes the machine as it is at the end, peers included that the run itself installed, with
-- what was noted before, and how loaded it is: others may have used it meanwhile.
local function describe_again(folder)
  local described = machine.describe()
  for i, noted in ipairs(cjson.decode(measure.read(folder .. "/machine.json"))) do
    if BEFORE[noted.name] then described[i] = noted end
  end
  described[#described + 1] =
    { name = "load after", value = measure.read("/proc/loadavg"):match("^%S+ %S+ %S+") }
  measure.write(folder .. "/machine.json", cjson.encode(described))
end

commands["end"] = function(folder)
  describe_again(folder)
  local run, sections = merge(folder), report.sections()
  measure.write(folder .. "/figures.json", encode(run))
  measure.write(folder .. "/figures.md", report.markdown(sections, run))
  for name, svg in pairs(report.plots(sections, run.figures)) do
    measure.write(folder .. "/" .. name, svg)
  end
  print("\n" .. (report.goals(sections, run.figures)))
end

commands["render"] = function()
  local run = cjson.decode(measure.read(RESULTS .. "/figures.json"))
  local text, sections = measure.read(GOALS), report.sections()
  measure.write(RESULTS .. "/figures.md", report.markdown(sections, run))
  measure.write(GOALS, report.between_marks(text, report.quote(sections, run)))
end

commands["publish"] = function(folder)
  local copy = "mkdir -p {to} && cp {from}/figures.json {to}"
  local line = copy:gsub("{(%l+)}", { from = folder, to = RESULTS })
  assert(os.execute(line))
  commands["render"]()
end

if ... ~= "spec.proof.bench.report" then commands[arg[1]](arg[2]) end

return report
