--- The programs behind `make bench`: reading what tools print, nDCG, goals, the table and the plots
-- (spec/proof/bench/measure.lua, ndcg.lua, report.lua, plot.lua, machine.lua, metrics.json).

local cjson = require("cjson")
local lxp = require("lxp")
local machine = require("spec.proof.bench.machine")
local measure = require("spec.proof.bench.measure")
local ndcg = require("spec.proof.bench.ndcg")
local plot = require("spec.proof.bench.plot")
local report = require("spec.proof.bench.report")
local sections = require("spec.proof.bench.sections")
local server = require("spec.support.service.server")

local WRK = [[
Running 2s test @ http://127.0.0.1:1/
  Latency Distribution
     50%%    1.25ms
     75%%    2.00ms
     99%%  %s
  30846 requests in 2.00s, 36.10MB read
Requests/sec:  15421.07
]]

describe("what wrk printed", function()
  for text, milliseconds in pairs({ ["850.00us"] = 0.85, ["64.34ms"] = 64.34, ["1.20s"] = 1200 }) do
    it("gives " .. milliseconds .. " ms for " .. text, function()
      local found = measure.parse_wrk(WRK:format(text))
      assert.near(milliseconds, found.p99, 1e-9)
      assert.same({ 30846, 15421.07, 1.25 }, { found.requests, found.rate, found.p50 })
    end)
  end

  local troubles = { "  Non-2xx or 3xx responses: 3", "  Socket errors: connect 0, read 9" }
  for _, trouble in ipairs(troubles) do
    it("is refused with" .. trouble, function()
      assert.has_error(function() measure.parse_wrk(WRK:format("1.00ms") .. trouble) end)
    end)
  end
end)

describe("measuring", function()
  it("takes the middle of a list and leaves the list as it is", function()
    local list = { 9, 1, 5 }
    assert.equal(5, measure.median(list))
    assert.same({ 9, 1, 5 }, list)
    assert.equal(2, measure.median({ 3, 2 }))
  end)

  it("counts the processor time and the memory of a process", function()
    local pid = tonumber(measure.read("/proc/self/stat"):match("^%d+"))
    local before = measure.cpu({ pid })
    local until_then = os.clock() + 0.05
    while os.clock() < until_then do
      math.sqrt(2)
    end
    assert.is_true(measure.cpu({ pid }) - before > 0.02)
    assert.is_true(measure.memory({ pid }) > 2 ^ 18)
  end)

  it("tells a process that ended from one that runs", function()
    assert.is_true(measure.alive(tonumber(measure.read("/proc/self/stat"):match("^%d+"))))
    assert.is_false(measure.alive(tonumber((measure.run("echo $$")))))
  end)

  it("tells one that ended and that nobody waited for", function()
    local parent <close> = io.popen("true & echo $!; exec sleep 1")
    local pid = parent:read("n")
    assert.is_true(server.await(function() return not measure.alive(pid) end, 0.9))
  end)

  it("writes figures where --json says", function()
    local path, figures = os.tmpname(), measure.figures()
    figures:add("host.search.cpu", "svcd", 32, 7.5)
    figures:save({ "3", "--json", path })
    local written = cjson.decode(measure.read(path))
    os.remove(path)
    assert.same(
      { figures = { { metric = "host.search.cpu", of = "svcd", at = 32, value = 7.5 } } },
      written
    )
  end)
end)

describe("nDCG", function()
  local function mean(judged, ranked, depth)
    return ndcg.mean(ndcg.judgements(judged), ndcg.ranking(ranked), depth)
  end
  local log = function(x) return math.log(x, 2) end
  local cases = {
    { "is 1 for the best order", "q 0 a 2\nq 0 b 1\n", "q Q0 a 1\nq Q0 b 2\n", 1 },
    {
      "gains 2^grade - 1, less by the logarithm of the place",
      "q 0 a 2\nq 0 b 1\n",
      "q Q0 b 1\nq Q0 a 2\n",
      (1 + 3 / log(3)) / (3 + 1 / log(3)),
    },
    {
      "takes the order from the ranks, not from the lines",
      "q 0 a 1\n",
      "q Q0 x 2\nq Q0 a 1\n",
      1,
    },
    {
      "counts a repeated document once",
      "q 0 a 1\n",
      "q Q0 x 1\nq Q0 x 2\nq Q0 a 3\n",
      1 / log(3),
    },
    { "counts a query without an answer as 0", "q 0 a 1\nr 0 a 1\n", "q Q0 a 1\n", 0.5 },
    {
      "leaves out a query without a good document",
      "q 0 a 1\nr 0 a 0\nr 0 b -1\n",
      "q Q0 a 1\n",
      1,
    },
    {
      "gives nothing for a document judged bad",
      "q 0 a 1\nq 0 b -2\n",
      "q Q0 b 1\nq Q0 a 2\n",
      1 / log(3),
    },
    {
      "looks at the first ten",
      "q 0 a 1\n",
      (function()
        local lines = {}
        for i = 1, 10 do
          lines[i] = ("q Q0 x%d %d\n"):format(i, i)
        end
        return table.concat(lines) .. "q Q0 a 11\n"
      end)(),
      0,
    },
    { "keeps the highest of two grades", "q 0 a 0\nq 0 a 1\n", "q Q0 a 1\n", 1 },
  }
  for _, case in ipairs(cases) do
    it(case[1], function() assert.near(case[4], (mean(case[2], case[3])), 1e-12) end)
  end

  it(
    "looks no deeper than told",
    function() assert.equal(0, (mean("q 0 a 1", "q 0 x 1\nq 0 a 2", 1))) end
  )

  it("is nothing without judgements", function() assert.is_nil((mean("", "q Q0 a 1\n"))) end)
end)

describe("a page of documentation", function()
  local long = ("A sentence of some words. "):rep(20)
  local page = '<body><nav><h3>Menu</h3></nav><div class="body" role="main"><h1>Files &amp; folders'
    .. '<a class="headerlink" href="#f">¶</a></h1><p>%s</p><h2>Short</h2><p>Few&#32;<b>words</b>.'
    .. "</p><h2>Reading\n  one</h2><pre>open(&lt;x&gt;)\n  close</pre>%s</div><footer>End</footer>"

  it(
    "is a document for each heading, short texts with the one before",
    function()
      assert.same({
        { title = "Files & folders", text = long:sub(1, -2) .. "\n\nShort\n\nFew words." },
        {
          title = "Files & folders: Reading one",
          text = "open(<x>)\nclose\n\n" .. long:sub(1, -2),
        },
      }, sections.of(page:format(long, long)))
    end
  )

  it("has the title of its manual page before its own", function()
    local text = '<div class="manual-text"><h1>NAME</h1>' .. long .. "</div>"
    assert.equal("open(2): NAME", sections.of(text, "open(2)")[1].title)
  end)
end)

local FIGURES = {
  { metric = "cost", of = "ours", at = 32, value = 9 },
  { metric = "cost", of = "theirs", at = 32, value = 10 },
  { metric = "cost", of = "ours", at = 256, value = 12 },
  { metric = "cost", of = "theirs", at = 256, value = 0 },
  { metric = "size", of = "ours", value = 46.5 },
  { metric = "size", of = "broken", value = 0 / 0 },
}

local SECTIONS = {
  {
    title = "Cost & size",
    note = "A note.",
    metrics = {
      {
        name = "cost",
        title = "Cost",
        unit = "µs",
        digits = 1,
        by = "connections",
        plot = { file = "cost", log_x = true },
      },
      { name = "size", title = "Size", unit = "%", digits = 1 },
    },
    goals = {
      { metric = "cost", of = "ours", at = 32, against = "theirs", most = 1.05 },
      { metric = "size", of = "ours", most = 45 },
      { metric = "cost", of = "ours", at = 1000, most = 1 },
      { metric = "cost", of = "ours", at = 256, most = 11, cause = "two copies" },
      { metric = "cost", of = "ours", at = 32, most = 11, cause = "two copies" },
    },
  },
}

local MACHINE = {
  { name = "date", value = "2026-01-02T03:04Z" },
  { name = "commit", value = "abc1234" },
  { name = "processors", value = "2" },
  { name = "processor", value = "CPU" },
  { name = "kernel", value = "Linux 6" },
  { name = "load before", value = "0.1 0.2 0.3" },
}

describe("a goal", function()
  local cases = {
    { "is met at its bound", { metric = "size", of = "ours", most = 46.5 }, 46.5, true },
    { "is missed above the most", { metric = "size", of = "ours", most = 46.4 }, 46.5, false },
    { "is missed below the least", { metric = "size", of = "ours", least = 47 }, 46.5, false },
    {
      "compares with another at the same place",
      { metric = "cost", of = "ours", at = 32, against = "theirs", most = 1 },
      0.9,
      true,
    },
    {
      "compares with another metric",
      { metric = "cost", of = "ours", at = 32, against_metric = "size", most = 0.2 },
      9 / 46.5,
      true,
    },
    {
      "compares with itself at another place",
      { metric = "cost", of = "ours", at = 256, against_at = 32, most = 1 },
      12 / 9,
      false,
    },
    {
      "is not judged when it was not measured",
      { metric = "cost", of = "ours", at = 1000, most = 1 },
      nil,
      nil,
    },
    {
      "is not judged when the other was not measured",
      { metric = "cost", of = "ours", at = 32, against = "nobody", most = 1 },
      nil,
      nil,
    },
    {
      "is not judged against nothing",
      { metric = "cost", of = "ours", at = 256, against = "theirs", most = 1 },
      nil,
      nil,
    },
    {
      "is not met by what is no number",
      { metric = "size", of = "broken", most = 1 },
      nil,
      nil,
    },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local value, met = report.judge(case[2], FIGURES)
      assert.equal(case[3], value)
      assert.equal(case[4], met)
    end)
  end
end)

describe("metrics.json", function()
  local metrics, files = {}, {}
  for _, section in ipairs(report.sections()) do
    for _, metric in ipairs(section.metrics) do
      it("declares " .. metric.name .. " once, with a plot of its own", function()
        assert.is_nil(metrics[metric.name])
        metrics[metric.name] = metric
        if metric.plot then
          assert.is_nil(files[metric.plot.file])
          assert.is_string(metric.by)
          files[metric.plot.file] = true
        end
      end)
    end
    for _, goal in ipairs(section.goals) do
      it(("bounds %s of %s on one side"):format(goal.metric, goal.of), function()
        assert.is_table(metrics[goal.metric])
        assert.is_true((goal.most == nil) ~= (goal.least == nil))
      end)
    end
  end

  it("gives a benchmark its bound", function()
    assert.equal(40, measure.goal("mcp.rate", "svcd", "official, typical"))
    assert.equal(4, measure.goal("mcp.rate", "svcd", "official, best", "tools/call, anew"))
    assert.has_error(function() measure.goal("mcp.rate", "svcd", "nobody") end)
  end)
end)

describe("the report", function()
  local text = report.markdown(SECTIONS, { machine = MACHINE, figures = FIGURES })

  it("says of each goal whether it is met, and why not where the cause is known", function()
    for _, line in ipairs({
      "| Cost, 32 | ours : theirs | 0.90 × | ≤ 1.05 × | met |",
      "| Size | ours | 46.5 % | ≤ 45 % | **missed** |",
      "| Cost, 1000 | ours | – | ≤ 1 µs | not measured |",
      "| Cost, 256 | ours | 12.0 µs | ≤ 11 µs | **missed**: two copies |",
      "| Cost, 32 | ours | 9.0 µs | ≤ 11 µs | met |",
    }) do
      assert.is_truthy(text:find(line, 1, true), line)
    end
  end)

  it(
    "has a column for each subject and a row for each place",
    function()
      assert.is_truthy(
        text:find(
          "| connections | ours | theirs |\n|---|---:|---:|\n"
            .. "| 32 | 9.0 | 10.0 |\n| 256 | 12.0 | 0.0 |",
          1,
          true
        )
      )
    end
  )

  it(
    "describes the machine",
    function() assert.is_truthy(text:find("| commit | abc1234 |", 1, true)) end
  )

  it("is quoted with date, commit and machine", function()
    local quote = report.quote(SECTIONS, { machine = MACHINE, figures = FIGURES })
    assert.equal(
      "Measured 2026-01-02T03:04Z at abc1234 on 2 processors CPU, Linux 6, "
        .. "load before 0.1 0.2 0.3: 2 of 5 goals are met.",
      quote:match("^[^\n]*")
    )
  end)

  it("replaces what is between the marks, and only that", function()
    local page = "a\n<!-- bench -->\nold %1\n<!-- /bench -->\nb\n"
    assert.equal(
      "a\n<!-- bench -->\nnew %2\n<!-- /bench -->\nb\n",
      report.between_marks(page, "new %2")
    )
  end)

  it(
    "stands in spec/proof/README.md as spec/proof/bench/results/figures.json has it",
    function()
      local run = cjson.decode(measure.read("spec/proof/bench/results/figures.json"))
      local readme = measure.read("spec/proof/README.md")
      assert.equal(readme, report.between_marks(readme, report.quote(report.sections(), run)))
    end
  )

  it("names this machine", function()
    local rows = {}
    for _, row in ipairs(machine.describe()) do
      rows[row.name] = row.value
    end
    assert.is_truthy(rows.date:find("^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%dZ$"))
    assert.is_truthy(rows.kernel:find("^Linux "))
    assert.is_truthy(rows.processors:find("^%d+$"))
  end)
end)

--- The names of the elements of a well-formed document, and its text; raises when it is not one.
local function parse(xml)
  local names, texts = {}, {}
  local parser = lxp.new({
    StartElement = function(_, name) names[name] = (names[name] or 0) + 1 end,
    CharacterData = function(_, text) texts[#texts + 1] = text end,
  })
  assert(parser:parse(xml))
  assert(parser:parse())
  parser:close()
  return names, table.concat(texts)
end

local function drawn(series, log_x, log_y)
  return plot.lines({
    title = 'A < B & "C"',
    x = { label = "documents", log = log_x },
    y = { label = "<ms>", log = log_y },
    series = series,
  })
end

describe("a plot", function()
  local nan, huge = 0 / 0, math.huge
  local cases = {
    { "many values", { { 1, 3 }, { 1000, 0.2 }, { 500000, 71 } }, 3 },
    { "one value", { { 10, 3 } }, 1 },
    { "equal values", { { 1, 5 }, { 10, 5 } }, 2 },
    { "no value", {}, 0 },
    { "a place that was not measured", { { 1, 3 }, { 10 }, { 100, 4 } }, 2 },
    { "what is no number", { { 1, nan }, { 10, huge }, { 100, 4 } }, 1 },
    { "tiny values", { { 1, 1e-7 }, { 10, 3e-7 } }, 2 },
  }
  for _, case in ipairs(cases) do
    for _, log in ipairs({ true, false }) do
      it(
        ("of %s on %s axes is well-formed"):format(case[1], log and "logarithmic" or "even"),
        function()
          local svg = drawn({ { name = "svcd", points = case[2] } }, log, log)
          local names = parse(svg)
          assert.equal(case[3], names.circle or 0)
          assert.is_nil(svg:lower():find("nan", 1, true))
          assert.is_nil(svg:find("[^%a]inf[^%a]"))
        end
      )
    end
  end

  it(
    "leaves nothing and less out of a logarithmic axis, and keeps it on an even one",
    function()
      local points = { { 1, 0 }, { 10, 5 } }
      assert.equal(1, parse(drawn({ { name = "a", points = points } }, true, true)).circle)
      assert.equal(2, parse(drawn({ { name = "a", points = points } }, true, false)).circle)
    end
  )

  it("keeps what is written in it as text", function()
    local _, text = parse(drawn({ { name = "a & <b>", points = { { 1, 1 } } } }, true, true))
    for _, part in ipairs({ 'A < B & "C"', "<ms>", "a & <b>" }) do
      assert.is_truthy(text:find(part, 1, true), part)
    end
  end)

  it("tells the series apart by their dashes too, and takes the reader's colour", function()
    local points = { { 1, 1 }, { 10, 2 } }
    local svg =
      drawn({ { name = "a", points = points }, { name = "b", points = points } }, true)
    assert.is_truthy(svg:find('stroke-dasharray=""', 1, true))
    assert.is_truthy(svg:find('stroke-dasharray="6 3"', 1, true))
    assert.is_truthy(svg:find("currentColor", 1, true))
    assert.is_truthy(svg:find("prefers-color-scheme:dark", 1, true))
  end)

  it("places a larger value higher, and equal ratios at equal distances", function()
    local svg =
      drawn({ { name = "a", points = { { 1, 1 }, { 10, 10 }, { 100, 100 } } } }, true, true)
    local x, y = {}, {}
    for left, top in svg:gmatch('<circle cx="([%d.]+)" cy="([%d.]+)"') do
      x[#x + 1], y[#y + 1] = tonumber(left), tonumber(top)
    end
    assert.is_true(y[1] > y[2] and y[2] > y[3])
    assert.near(x[2] - x[1], x[3] - x[2], 0.2)
  end)

  it("is drawn for each metric with a plot and more than one place", function()
    local files = report.plots(SECTIONS, FIGURES)
    assert.same({ "cost.svg" }, { next(files), nil })
    assert.is_truthy(parse(files["cost.svg"]).circle)
  end)
end)
