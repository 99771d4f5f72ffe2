--- The paths of the subjects: lessons in the order in which to learn them.
local check = require("data.check")
local content_tree = require("spec.support.content_tree")
local markdown = require("data.import.markdown")

teardown(content_tree.remove_all)

--- A tree with the lessons lines and curves of mathematics and light of physics, and these paths.
local function made(paths)
  local files = { ["paths.yaml"] = paths }
  for _, name in ipairs { "mathematics/lines", "mathematics/curves", "physics/light" } do
    local head = "title: T\ndescription: D.\nupdated: 2026-03-31\nconcept: "
      .. name:gsub("/", ":")
      .. "\n"
    files["en/material/" .. name .. ".md"] = content_tree.lesson(nil, head)
  end
  return content_tree.make(files)
end

local function step(lesson, level, after)
  local row = "  - { lesson: %s, level: %s, minutes: 45, after: [%s] }\n"
  return row:format(lesson, level, after or "")
end

local LINES, CURVES, LIGHT =
  step("lines", "lower"), step("curves", "upper", "lines"), step("light", "upper")

describe("the paths of a content tree", function()
  it("give each subject's lessons in order, with what they lean on in full", function()
    local tree = assert(
      markdown.load(
        made(
          "physics:\n"
            .. step("light", "upper", "mathematics/lines")
            .. "mathematics:\n"
            .. LINES
            .. CURVES
        )
      )
    )
    local names, leans = {}, {}
    for i, one in ipairs(tree.paths.mathematics) do
      names[i], leans[i] = one.lesson, one.after
    end
    assert.same({ "lines", "curves" }, names)
    assert.same({ {}, { "mathematics/lines" } }, leans)
    local light = tree.paths.physics[1]
    assert.same(
      { "upper", 45, { "mathematics/lines" } },
      { light.level, light.minutes, light.after }
    )
  end)

  it("may be left out", function()
    local tree = assert(markdown.load(content_tree.make {
      ["en/material/physics/light.md"] = content_tree.lesson(),
    }))
    assert.same({}, tree.paths)
  end)

  local rest = "physics:\n" .. LIGHT
  local faults = {
    {
      "a lesson that stands nowhere",
      "mathematics:\n" .. LINES .. rest,
      ':1: lacks the lesson "mathematics/curves"; give it a place',
    },
    {
      "a lesson that there is not",
      "mathematics:\n" .. LINES .. CURVES .. step("squares", "lower") .. rest,
      ':4: no lesson is named "mathematics/squares"; correct or remove it',
    },
    {
      "a lesson that stands twice",
      "mathematics:\n" .. LINES .. CURVES .. LINES .. rest,
      ':4: "mathematics/lines" stands in the path already; keep one',
    },
    {
      "what is leant on and is no lesson",
      "mathematics:\n" .. LINES .. step("curves", "upper", "line") .. rest,
      ':3: curves leans on "mathematics/line", which is no lesson; correct it',
    },
    {
      "what is leant on and comes later",
      "mathematics:\n" .. CURVES:gsub("upper", "lower") .. LINES .. rest,
      ':2: curves leans on "mathematics/lines", which comes later; move it up',
    },
    {
      "what is leant on and is harder",
      "mathematics:\n" .. step("lines", "upper") .. step("curves", "lower", "lines") .. rest,
      ':3: curves leans on "mathematics/lines", which is harder; mend a level',
    },
    {
      "a circle through two subjects",
      "mathematics:\n"
        .. step("lines", "upper", "physics/light")
        .. CURVES
        .. "physics:\n"
        .. step("light", "upper", "mathematics/lines"),
      ":2: lines leans on itself in a circle; cut it",
    },
    {
      "an unknown level",
      "mathematics:\n" .. LINES:gsub("lower", "easy") .. CURVES .. rest,
      '"level" is "easy"; accepted is lower or upper',
    },
    {
      "a time that no lesson takes",
      "mathematics:\n" .. LINES:gsub("45", "500") .. CURVES .. rest,
      '"minutes" is "500"; accepted is 10 to 240',
    },
  }
  for _, case in ipairs(faults) do
    it("refuse " .. case[1], function()
      local folder = made(case[2])
      local tree, found = markdown.load(folder)
      assert.is_nil(tree)
      local told = table.concat(found, "\n")
      assert.truthy(told:find("paths.yaml", 1, true), told)
      assert.truthy(told:find(case[3], 1, true), told)
      assert.same(found, check.content(folder).errors)
    end)
  end

  it("do not miss a lesson that was refused itself", function()
    local folder = made("mathematics:\n" .. LINES .. CURVES .. rest)
    content_tree.write(folder .. "/en/material/mathematics/lines.md", "no front matter\n")
    local _, found = markdown.load(folder)
    assert.is_nil(table.concat(found, "\n"):find("paths.yaml", 1, true))
  end)
end)

describe("the paths of the project", function()
  local report = check.content("data/content")

  it("are there for every subject, and shown with the hours they take", function()
    local lessons = 0
    for _, row in ipairs(report.paths) do
      lessons = lessons + row.lessons
      assert.equal(row.lessons, row.lower + row.upper)
      assert.truthy(
        check.render(report):find(
          ("\n%-16s  %7d  %5d  %5d  %5.1f\n"):format(
            row.subject,
            row.lessons,
            row.lower,
            row.upper,
            row.minutes / 60
          ),
          1,
          true
        )
      )
    end
    assert.equal(report.overview.en.material.documents, lessons)
  end)
end)
