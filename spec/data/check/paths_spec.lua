--- The paths of the subjects: lessons in the order in which to learn them, in a content tree and in
-- a publication.
local svc = require("svc")
local check = require("data.check")
local reporting = require("data.check.report")
local content_tree = require("spec.support.publication.content_tree")
local forge = require("spec.support.publication.forge")
local publish = require("data.publish")

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
      content_tree.load(
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
    local tree = assert(content_tree.load(content_tree.make {
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
      "what is leant on twice",
      "mathematics:\n" .. LINES .. step("curves", "upper", "lines, mathematics/lines") .. rest,
      ':3: curves leans on "mathematics/lines" twice; keep one',
    },
    {
      "more that is leant on than a step has room for",
      "mathematics:\n"
        .. LINES
        .. step("curves", "upper", ("lines, "):rep(12) .. "lines")
        .. rest,
      ":3: curves leans on 13 lessons; 12 are accepted: keep those that matter most",
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
      local tree, found = content_tree.load(folder)
      assert.is_nil(tree)
      local told = table.concat(found, "\n")
      assert.truthy(told:find("paths.yaml", 1, true), told)
      assert.truthy(told:find(case[3], 1, true), told)
      assert.same(found, check.content(folder).errors)
      assert.same(found, select(2, publish.gather { content = folder, progress = print }))
    end)
  end

  it("do not miss a lesson that was refused itself", function()
    local folder = made("mathematics:\n" .. LINES .. CURVES .. rest)
    content_tree.write(folder .. "/en/material/mathematics/lines.md", "---\ntitle: x\n")
    local _, found = content_tree.load(folder)
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
        reporting.render(report):find(
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

local key = forge.key()
local PREFIX = "lo:material:"

-- A step as the builder takes it.
local function entry(name, level, minutes, after)
  for i, other in ipairs(after or {}) do
    after[i] = PREFIX .. other
  end
  return { lesson = PREFIX .. name, level = level, minutes = minutes, after = after }
end

-- Three steps; the last leans on both others.
local function three()
  return {
    entry("maths:lines", "lower", 45),
    entry("physics:light", "lower", 10, { "maths:lines" }),
    entry("physics:waves", "upper", 240, { "maths:lines", "physics:light" }),
  }
end

-- The bytes of a publication with these steps, or without any.
local function published(steps)
  local builder = forge.builder()
  if steps then builder:paths(steps) end
  return forge.signed(builder, key)
end

local function opened(bytes)
  return forge.open(bytes, { keys = { key.public }, now = forge.now })
end

describe("the paths of a publication", function()
  it("are those that were given", function()
    local publication <close> = assert(opened(published(three())))
    local given = three()
    given[1].after = svc.array()
    assert.same(given, publication:paths())
  end)

  it("are none in a publication that was made without", function()
    local publication <close> = assert(opened(published()))
    assert.same(svc.array(), publication:paths())
  end)

  it("give the same bytes in whatever order a step names what it leans on", function()
    local turned = three()
    turned[3].after = { turned[3].after[2], turned[3].after[1] }
    assert.equal(published(three()), published(turned))
  end)

  it("belong to its id", function()
    local publication <close> = assert(opened(published(three())))
    local changed = three()
    changed[1].minutes = 46
    local other <close> = assert(opened(published(changed)))
    assert.not_equal(publication:info().id, other:info().id)
  end)

  it("are those of the content tree", function()
    local folder = made(
      "mathematics:\n"
        .. LINES
        .. CURVES
        .. "physics:\n"
        .. step("light", "upper", "mathematics/lines")
    )
    local path = os.tmpname()
    assert(publish.run {
      content = folder,
      key = key.private,
      out = path,
      progress = function() end,
      sequence = 1,
    })
    local publication <close> = assert(svc.open(path, { keys = { key.public } }))
    os.remove(path)
    assert.same({
      { lesson = "lo:material:mathematics:lines", level = "lower", minutes = 45, after = {} },
      {
        lesson = "lo:material:mathematics:curves",
        level = "upper",
        minutes = 45,
        after = { "lo:material:mathematics:lines" },
      },
      {
        lesson = "lo:material:physics:light",
        level = "upper",
        minutes = 45,
        after = { "lo:material:mathematics:lines" },
      },
    }, { table.unpack(publication:paths()) })
  end)

  -- Three steps with one of them changed.
  local function with(number, changes)
    local steps = three()
    for name, value in pairs(changes) do
      steps[number][name] = value
    end
    return steps
  end

  local many = {}
  for i = 1, svc.path.most_steps + 1 do
    many[i] = entry("maths:l" .. i, "lower", 45)
  end

  local CASES = {
    { with(1, { level = "easy" }), "its level is neither lower nor upper", "an unknown level" },
    { with(1, { minutes = 9 }), "9 minutes; accepted is 10 to 240", "too few minutes" },
    { with(1, { minutes = 241 }), "241 minutes; accepted is 10 to 240", "too many minutes" },
    { with(1, { minutes = -70000 }), "0 minutes; accepted is 10", "a negative time" },
    { with(1, { lesson = 7 }), "named by its learning object id", "a lesson without a name" },
    { with(1, { lesson = "maths:lines" }), "named by its learning object id", "another id" },
    { with(3, { lesson = PREFIX .. "waves" }), "its name is not", "a lesson of no subject" },
    { with(3, { lesson = PREFIX .. "physics:Waves" }), "its name is not", "capital letters" },
    {
      with(3, { lesson = PREFIX .. "physics:light" }),
      "stands in the path twice",
      "one twice",
    },
    { with(3, { lesson = PREFIX .. "chemistry:gas" }), "subject is out of order", "no order" },
    { with(1, { after = { PREFIX .. "x:y" } }), "stands in no path", "an unknown lesson" },
    { with(3, { after = { 1 } }), "leans on what is no name, which", "no name to lean on" },
    { with(2, { after = { PREFIX .. "physics:waves" } }), "comes no earlier", "a later one" },
    { with(2, { after = { PREFIX .. "physics:light" } }), "comes no earlier", "itself" },
    { with(1, { after = { PREFIX .. "physics:waves" } }), "itself in a circle", "a circle" },
    {
      with(3, { after = { PREFIX .. "maths:lines", PREFIX .. "maths:lines" } }),
      "no step, or out of order",
      "one twice to lean on",
    },
    {
      with(3, { after = setmetatable({}, { __len = function() return 13 end }) }),
      "it leans on 13 lessons; 12 are the most",
      "too much to lean on",
    },
    { many, "4097 path steps; 4096 are the most", "too many steps" },
    { {}, "paths of 0 steps; 1 to 4096", "no steps" },
  }
  for _, case in ipairs(CASES) do
    it("are refused with " .. case[3], function()
      local ok, reason = pcall(function() svc.builder():paths(case[1]) end)
      assert.is_false(ok)
      assert.truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  it("are taken once", function()
    local builder = svc.builder():paths(three())
    assert.error_matches(function() builder:paths(three()) end, "was given before")
    for _, value in ipairs { "text", 1, true } do
      assert.error_matches(function() svc.builder():paths(value) end, "table expected")
      assert.error_matches(function() svc.builder():quran(value) end, "table expected")
    end
  end)
end)

describe("a section of paths that is signed and wrong", function()
  local whole = published(three())
  local section = forge.parse(whole).sections[5].bytes
  local RECORD = 32

  -- The section with a field of record `number`, or of the head where that is nil, replaced.
  local function set(number, at, format, value)
    local field = format:pack(value)
    at = at + (number and 8 + RECORD * number or 0)
    return section:sub(1, at) .. field .. section:sub(at + #field + 1)
  end

  local CASES = {
    { section, nil, "is good when nothing was changed" },
    { set(nil, 0, "<I4", 0), "do not fit", "no steps" },
    { set(nil, 0, "<I4", 4097), "do not fit", "more steps than there may be" },
    { set(nil, 0, "<I4", 5), "do not fit", "more steps than bytes" },
    { set(nil, 4, "<I4", 1), "head is malformed", "a reserved field" },
    { section:sub(1, 7), "head is malformed", "a section cut in its head" },
    { set(1, 6, "<I2", 1), "record 1 is malformed", "a reserved field of a record" },
    { set(1, 5, "B", 13), "record 1 is malformed", "more to lean on than there is room for" },
    { set(1, 10, "<I2", 1), "record 1 is malformed", "a number behind the last" },
    { set(1, 0, "<I2", 99), "does not end", "a longer name" },
    { section .. "\0", "does not end", "bytes behind the last" },
    { set(1, 4, "B", 2), "neither lower nor upper", "an unknown level" },
    { set(1, 2, "<I2", 9), "9 minutes", "too few minutes" },
    { set(1, 8, "<I2", 3), "no step, or out of order", "a step that is not there" },
    { set(2, 10, "<I2", 0), "no step, or out of order", "numbers that do not ascend" },
    { set(1, 8, "<I2", 2), "comes no earlier", "a later step" },
    {
      (section:gsub("maths:lines", "zaths:lines")),
      "subject is out of order",
      "subjects out of order",
    },
    { (section:gsub("waves", "light")), "twice", "a lesson twice" },
    { (section:gsub("maths:lines", "mathsxlines")), "its name is not", "a name of no subject" },
    { (section:gsub("maths:lines", "maths:\255ines")), "its name is not", "a name of bytes" },
  }
  for _, case in ipairs(CASES) do
    it("tells " .. case[3], function()
      local parts = forge.parse(whole)
      parts.sections[5].bytes = case[1]
      local publication, reason = opened(forge.build(parts, { key }))
      if publication then publication:close() end
      assert.equal(case[2] == nil, publication ~= nil, reason)
      if case[2] then assert.is_truthy(reason:find(case[2], 1, true), reason) end
    end)
  end
end)
