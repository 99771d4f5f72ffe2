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
    assert.same({ letter = "A", text = "3", line = 22 }, tryout.keyed(found, 3))
    assert.is_nil(tryout.keyed(found, 10))
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
