--- Tasks and answers of try-outs: how they are read, and what the linter refuses.
local check = require("data.check")
local content_tree = require("spec.support.publication.content_tree")
local reading = require("data.import.reading")
local tryout = require("data.check.tryout")

teardown(content_tree.remove_all)

--- A try-out of ten tasks, of which the last is open.
local function sound()
  local out = { "\n## Questions\n" }
  for number = 1, 10 do
    out[#out + 1] = ("**%d.** Which of the tasks of this try-out is it?\n"):format(number)
    for place = 0, number < 10 and 4 or -1 do
      out[#out + 1] = ("- %s. %d"):format(string.char(65 + place), number + place)
    end
    out[#out + 1] = ""
  end
  out[#out + 1] = "## Answers\n"
  for number = 1, 10 do
    local key = number < 10 and " A." or ""
    local answer = "**%d:%s** It is the first, as [lines](../../../material/x/lines.md) say.\n"
    out[#out + 1] = answer:format(number, key)
  end
  return table.concat(out, "\n")
end

local function lint(body, path)
  local document = {
    body = body,
    body_line = 1,
    locale = "en",
    path = path or "tryout/indonesia/tka/lines",
    section = "tryout",
  }
  document.found = reading.read(body, 0)
  local faults, facts = {}, {}
  tryout.check(
    document,
    facts,
    function(_, line, fault, ...) faults[#faults + 1] = line .. ": " .. fault:format(...) end
  )
  return table.concat(faults, "\n"), facts, document
end

describe("a try-out", function()
  it("is read into tasks, options and answers", function()
    local faults, facts, document = lint(sound())
    local found = tryout.read(document.found.lines)
    assert.equal("", faults)
    assert.equal("1A 2A 3A 4A 5A 6A 7A 8A 9A 10-", facts.keys)
    assert.same({ letter = "A", text = "3", line = 22 }, found.tasks[3].options[1])
  end)

  -- What is changed in the sound one, into what, and what the linter says.
  local cases = {
    { "a gap in the numbers", "**4%.", "**5.", "task 5 stands in place 4" },
    { "an answer that is missing", "%*%*10:[^\n]*", "", "10 tasks, but 9 answers" },
    { "few tasks", "%*%*10%.%*%*", "10", "9 tasks; 10 to 20 are accepted" },
    { "a letter left out", "%- C%. 6\n", "", "option D stands in place 3" },
    { "an option too few", "%- E%. 6\n", "", "task 2 has 4 options" },
    { "an option that stands twice", "%- C%. 6\n", "- C. 4\n", "option stands twice" },
    { "a key that is no option", "%*%*3: A", "**3: F", "answer 3 has no key among" },
    { "a key that is missing", "%*%*3: A%.", "**3:", "answer 3 has no key among" },
    { "a key of an open task", "%*%*10:", "**10: A.", "answer 10 has a key" },
    { "an answer without lesson", "%*%*4: A%.%*%*[^\n]*", "**4: A.** So.", "links no lesson" },
    {
      "a lesson named inside of a sentence",
      "(%*%*4: A%.%*%*)",
      "%1 So, Lesson: [lines](../../../material/mathematics/lines.md).",
      "names its lesson inside of a sentence",
    },
    { "no heading of the answers", "## Answers", "## More", "stands below no heading" },
    {
      "a heading that the search does not know",
      "## Answers",
      "## Answerables",
      "stands below no heading",
    },
    { "a task behind the answers", "(%*%*1%..-)\n\n(.*)$", "%2\n%1\n", "before the last task" },
  }
  for _, case in ipairs(cases) do
    it("is refused for " .. case[1], function()
      local body, changes = sound():gsub(case[2], case[3], 1)
      assert.equal(1, changes)
      assert.matches(case[4], (lint(body)), 1, true)
    end)
  end

  it(
    "has four options in Germany's exams",
    function()
      assert.matches(
        "task 1 has 5 options; this country's exams give 4",
        (lint(sound(), "tryout/germany/msa/lines")),
        1,
        true
      )
    end
  )

  it("has the same keys in every language", function()
    local body =
      sound():gsub("%[lines%]%([^)]*%)", "[lines](../../../material/mathematics/lines.md)")
    local german = body:gsub("## Answers", "## Lösungen"):gsub("%*%*3: A", "**3: B")
    local report = check.content(content_tree.make {
      ["de/material/mathematics/lines.md"] = content_tree.lesson(),
      ["de/tryout/indonesia/tka/lines.md"] = content_tree.lesson(german),
      ["en/material/mathematics/lines.md"] = content_tree.lesson(),
      ["en/tryout/indonesia/tka/lines.md"] = content_tree.lesson(body),
    })
    local fault = "de/tryout/indonesia/tka/lines.md:1: has the keys 1A 2A 3B 4A 5A 6A 7A 8A 9A 10-,"
      .. " but en/tryout/indonesia/tka/lines.md has 1A 2A 3A"
    assert.matches(fault, table.concat(report.errors, "\n"), 1, true)
  end)
end)

--- The rows of the table of data/CONTENT.md: `{ { exam, subject, topic, lessons = { path… } }… }`.
local function syllabus()
  local file <close> = assert(io.open("data/CONTENT.md"))
  local rows = {}
  for line in file:lines() do
    local exam, subject, topic, links =
      line:match("^| (%l+/[%l-]+) | ([%l-]+) | ([^|]+) |([^|]*)|$")
    if exam then
      local row = { exam = exam, subject = subject, topic = topic, lessons = {} }
      for path in links:gmatch("%(content/en/(material/[%l/-]+)%.md%)") do
        row.lessons[#row.lessons + 1] = path
      end
      rows[#rows + 1] = row
    end
  end
  return rows
end

describe("what the exams ask, as data/CONTENT.md has it,", function()
  local rows, documents = syllabus(), {} -- locale/path → document
  for _, document in ipairs(assert(content_tree.load("data/content")).documents) do
    documents[document.locale .. "/" .. document.path] = document
  end

  it("has lessons for each topic, in every language", function()
    local missing = {}
    for _, row in ipairs(rows) do
      local lesson = row.lessons[1]
      if not lesson then missing[#missing + 1] = row.exam .. ": " .. row.topic end
      for _, path in ipairs(row.lessons) do
        for _, locale in ipairs { "en", "id", "de" } do
          local name = locale .. "/" .. path
          if not documents[name] then missing[#missing + 1] = name end
        end
      end
    end
    assert.is_true(#rows > 0)
    assert.same({}, missing)
  end)

  --- Calls `visit(exam, link, where)` for each link from an answer of a try-out to a lesson of a
  -- subject that the table has.
  local function each_lesson(visit)
    local has = {}
    for _, row in ipairs(rows) do
      has[row.subject] = true
    end
    for name, document in pairs(documents) do
      local exam = document.body and document.path:match("^tryout/(%l+/[%l-]+)/")
      for _, link in ipairs(exam and document.found.links or {}) do
        local target = link.leads_to and link.leads_to.path
        local subject = target and target:match("^material/([%l-]+)/")
        if has[subject] then
          visit(exam, link, ("%s:%d: %s"):format(name, link.line, target))
        end
      end
    end
  end

  it("has rows for the subject of each try-out, also of those without a text", function()
    local has, missing = {}, {}
    for _, row in ipairs(rows) do
      has[row.exam .. " " .. row.subject] = true
    end
    for name, document in pairs(documents) do
      local exam = document.path:match("^tryout/(%l+/[%l-]+)/")
      local subject = exam and document.concept:match("([%l-]+):[^:]+$")
      if exam and not has[exam .. " " .. subject] then missing[#missing + 1] = name end
    end
    assert.same({}, missing)
  end)

  it("has the lesson that each answer of a try-out leads to in a row of its exam", function()
    local named, wrong = {}, {}
    for _, row in ipairs(rows) do
      for _, path in ipairs(row.lessons) do
        named[row.exam .. " " .. path] = true
      end
    end
    each_lesson(function(exam, link, where)
      if not named[exam .. " " .. link.leads_to.path] then wrong[#wrong + 1] = where end
    end)
    assert.same({}, wrong)
  end)

  it("is taught in a section that each answer of a try-out leads to", function()
    local count, wrong = 0, {}
    each_lesson(function(_, link, where)
      count = count + 1
      if not link.fragment then wrong[#wrong + 1] = where end
    end)
    assert.is_true(count > 100, count .. " links")
    assert.same({}, wrong)
  end)
end)

describe("the exercises of the lessons", function()
  local headings = { en = "## Practice", id = "## Latihan", de = "## Übungen" }
  local answers = { en = "**Answers.**", id = "**Jawaban.**", de = "**Lösungen.**" }

  --- The exercises of a lesson, and its answers, each numbered from one without a gap.
  local function counted(document)
    local body, locale = document.body, document.locale
    local _, from = body:find(headings[locale], 1, true)
    local start, behind = body:find("\n" .. answers[locale], from, true)
    local exercises, solved = 0, 0
    for number in body:sub(from, start):gmatch("\n(%d+)%. ") do
      assert.equal(exercises + 1, tonumber(number), document.file)
      exercises = exercises + 1
    end
    local solutions = body:sub(behind + 1, body:find("\n", behind, true))
    while solutions:find((" %d. "):format(solved + 1), 1, true) do
      solved = solved + 1
    end
    return exercises, solved
  end

  it("are at least five, and each has a solution", function()
    local wrong = {}
    for _, document in ipairs(assert(content_tree.load("data/content")).documents) do
      if document.section == "material" then
        local exercises, solved = counted(document)
        if exercises < 5 or solved < exercises then
          wrong[#wrong + 1] = ("%s: %d, %d solved"):format(document.file, exercises, solved)
        end
      end
    end
    assert.same({}, wrong)
  end)
end)
