--- The project's own content, and the linter that keeps it readable.
local cjson = require("cjson")
local lfs = require("lfs")
local check = require("data.check")
local reporting = require("data.check.report")
local content_tree = require("spec.support.publication.content_tree")
local images = require("spec.support.publication.images")
local markdown = require("data.import.markdown")
local tables = require("base.tables")

teardown(content_tree.remove_all)

describe("the content of the project", function()
  local report = check.content("data/content")

  it("lints clean", function()
    assert.equal("", table.concat(report.errors, "\n"))
    assert.equal("", table.concat(report.warnings, "\n"))
  end)

  -- Source: issue "Publishing", "Build": what a first reader finds.
  local least = {
    { "articles", "documents", 6 },
    { "material", "texts", 56 },
    { "tryout", "documents", 16 },
    { "tryout", "texts", 4 },
  }
  for _, locale in ipairs { "en", "id", "de" } do
    for _, case in ipairs(least) do
      it(
        ("has at least %d %s of %s in %s"):format(case[3], case[2], case[1], locale),
        function() assert.is_true(report.overview[locale][case[1]][case[2]] >= case[3]) end
      )
    end
  end

  it("covers three categories, two countries, and every subject that has a label", function()
    local labels <close> = assert(io.open("data/content/labels.yaml"))
    local named = labels:read("a"):match("\nsubjects:\n(.-)\n%S")
    local expected = { articles = 3, material = 0, tryout = 2 }
    for _ in named:gmatch("%f[^\n\0]  [%l-]+:") do
      expected.material = expected.material + 1
    end
    local seen = {}
    for _, document in ipairs(report.documents) do
      local folder = document.file:match("^en/(%a+/[^/]+)/")
      if folder then seen[folder] = true end
    end
    local count = { articles = 0, material = 0, tryout = 0 }
    for folder in pairs(seen) do
      local section = folder:match("^%a+")
      count[section] = count[section] + 1
    end
    assert.same(expected, count)
  end)
end)

local WORDS = ("Every line of this lesson is written in the language of its readers. "):rep(60)
local BODY = "\n## First\n\n" .. WORDS .. "\n\n### Below\n\nOne formula is $x$.\n"

local function lint(body, changed)
  local files = {}
  for _, locale in ipairs { "en", "id", "de" } do
    local text = locale == "en" and body
      or BODY:gsub(
        WORDS,
        locale == "id"
            and ("Setiap baris dari materi ini ditulis dalam bahasa yang dapat dibaca. "):rep(
              60
            )
          or ("Jede Zeile der Lektion ist in der Sprache ihrer Leser und mit Sorgfalt da. "):rep(
            50
          )
      )
    files[locale .. "/material/mathematics/lines.md"] = content_tree.lesson(text)
  end
  if body:find("dot.svg", 1, true) then
    files["shared/material/mathematics/dot.svg"] = images.svg()
  end
  for name, text in pairs(changed or {}) do
    files[name] = text or nil
  end
  local folder = content_tree.make(files)
  local report = check.content(folder)
  assert.same(report.errors, check.errors(markdown.read(folder)))
  return report
end

--- A message without the column of its place.
local function without_column(told) return (tostring(told):gsub("^(%S+:%d+):%d+:", "%1:")) end

describe("the content linter", function()
  it("finds nothing in a sound tree", function()
    local report = lint(BODY)
    assert.same({ {}, {} }, { report.errors, report.warnings })
  end)

  local L = "en/material/mathematics/lines.md"
  local errors = {
    { "a heading of the first level", "# Top\n\n" .. BODY, ":7: heading of the first level" },
    {
      "a skipped level",
      BODY:gsub("### Below", "#### Below"),
      ":12: heading skips from level 2 to 4",
    },
    {
      "an id that stands twice",
      BODY:gsub("### Below", "### Below {#first}"),
      ":12: id of a heading stands twice; rename one: first",
    },
    { "an open code block", BODY .. "\n```lua\nx\n", ":16: code block does not end" },
    {
      "a code block without language",
      BODY .. "\n```\nx\n```\n",
      ":16: code block without language",
    },
    {
      "an alternative text that says little",
      BODY .. '\n![A dot](dot.svg "A dot on a line.")\n',
      ":16: alternative text of 2 words; say in 5 to 80 what the image shows",
    },
    {
      "an alternative text that is the caption",
      BODY .. '\n![A dot on a line.](dot.svg "A dot on a line.")\n',
      ":16: alternative text is the caption again; say what the image shows",
    },
    {
      "markup in the words of an image",
      BODY .. '\n![A dot on the line $x$.](dot.svg "A dot.")\n',
      ":16: image with markup in its words; write them plainly, such as x²",
    },
    {
      "a caption in another language",
      BODY
        .. '\n![A dot on a line.](dot.svg "Der Punkt liegt auf der Geraden und ist von der Achse '
        .. 'zwei Meter entfernt.")\n',
      ':16: passage reads as "de", not "en"; translate it',
    },
    {
      "a passage in another language with a title in this one",
      BODY
        .. "\nDie Leiter in *A Ladder for the Wall and of the House* lehnt an der Wand und der "
        .. "Fuß ist von der Wand zwei Meter entfernt.\n",
      ':16: passage reads as "de", not "en"; translate it',
    },
    { "an open formula", BODY .. "\nIt is $x.\n", ":16: a formula is not closed" },
    {
      "a formula that pages cannot show",
      BODY .. "\nHere is $\\foo{x}$.\n",
      ":16: formula: the command \\foo is not known",
    },
    {
      "a passage in another language",
      BODY
        .. "\nDie Leiter lehnt an der Wand und der Fuß ist von der Wand zwei Meter entfernt.\n",
      ':16: passage reads as "de", not "en"; translate it',
    },
    {
      "a fragment without heading",
      BODY .. "\n[up](#second)\n",
      ":16: fragment #second leads to no heading",
    },
  }
  for _, case in ipairs(errors) do
    it("reports " .. case[1], function()
      local report, found = lint(case[2]), {}
      for _, line in ipairs(tables.append(report.errors, report.warnings)) do
        found[#found + 1] = without_column(line)
      end
      assert.matches(L .. case[3], table.concat(found, "\n"), 1, true)
    end)
  end

  it("accepts code, formulas on several lines, and a fragment with heading", function()
    local report =
      lint(BODY .. "\n[up](#first)\n\n```text\nder die das $ # Top\n```\n\n$$\nx\n$$\n")
    assert.same({}, report.errors)
  end)

  it("accepts titles of works in another language, in italics", function()
    local title = "*Der Mann, der die Welt vermaß und von der Reise in die Berge nicht kam*"
    assert.same({}, lint(BODY .. "\n- Kraus: " .. title .. ". Berlin, 1990.\n").warnings)
    local bold = lint(BODY .. "\n- Kraus: *" .. title .. "*. Berlin, 1990.\n").warnings
    assert.same({ L .. ':16:3: passage reads as "de", not "en"; translate it' }, bold)
  end)

  it("tells where in its line a fault stands", function()
    local found = lint(BODY .. "\nÜber $x$ und $\\foo$.\n").errors
    assert.matches(L .. ":16:15: formula: the command \\foo is not known", found[1], 1, true)
  end)

  it("warns of what pages show as it is written, with the rule", function()
    local report = lint(BODY .. "\nA <b>word</b> and [[a page]].\n")
    local found = reporting.render(report)
    assert.matches(L .. ":16:3: HTML is shown as text; [^\n]* %(html%-element%)", found)
    assert.matches(
      L .. ":16:19: [[…]] is shown as text; write [text](file.md) (wiki-link)",
      found,
      1,
      true
    )
  end)

  it("takes neither code in lists and quotations for prose, nor prices for formulas", function()
    local code = "der die das ist und der die das ist und der die das ist $ [a](b.md)"
    local body = BODY
      .. "\n- a\n\n  ```text\n  "
      .. code
      .. "\n  ```\n\n> ```text\n> "
      .. code
      .. "\n> ```\n\n"
      .. "    "
      .. code
      .. "\n\nFrom $5 to $10.\n"
    assert.same({}, lint(body).errors)
  end)

  it("warns of a translation that is missing", function()
    local sentence = "Der Himmel ist nicht immer blau, und das wird sich auch nicht ändern. "
    local warnings = lint(BODY, {
      ["en/articles/science/sky.md"] = content_tree.lesson(BODY),
      ["de/articles/science/sky.md"] = content_tree.lesson("\n" .. sentence:rep(40)),
    }).warnings
    local missing = "id/articles/science/sky.md:1: is missing; translate it"
    assert.equal(missing, warnings[#warnings])
  end)

  it("reports a passage that stands in two translations, however short", function()
    local short = "\n\nThe sum of these is not as large.\n"
    local german = "\n## Linien\n\n### Darunter\n\nEs gilt $x$." .. short
    local report = lint(BODY .. short, {
      ["de/material/mathematics/lines.md"] = content_tree.lesson(german),
    })
    local fault = "de/%s:14:1: passage stands in en/%s too; translate it"
    local path = "material/mathematics/lines.md"
    assert.equal(fault:format(path, path), report.warnings[2])
  end)

  it("finds each kind of error for a publication too, and looks for no warning", function()
    local other = content_tree.lesson(BODY):gsub("mathematics:lines", "mathematics:curves")
    local faulty =
      "\n## First {#a}\n\n## Second {#a}\n\n#### Third\n\n[up](#b) $\\foo$ [c](c.md)\n"
    local folder = content_tree.make {
      [L] = content_tree.lesson(faulty .. "\n```\n"),
      ["de/material/mathematics/lines.md"] = other,
      ["de/tryout/indonesia/tka/set.md"] = content_tree.lesson("\n**1.** What?\n"),
    }
    local rules, tree = {}, markdown.read(folder)
    assert.same(check.content(folder).errors, check.errors(tree))
    for _, finding in ipairs(tree.findings.list) do
      rules[finding.rule] = true
    end
    assert.same({
      "code-open",
      "formula",
      "heading-id",
      "heading-level",
      "link-dead",
      "link-fragment",
      "translation-concept",
      "tryout",
    }, tables.keys(rules))
  end)

  it("reports a concept that differs between translations", function()
    local other = content_tree.lesson(BODY):gsub("mathematics:lines", "mathematics:curves")
    assert.truthy(
      table
        .concat(lint(BODY, { [L] = other }).errors)
        :find("concept:mathematics:lines, but concept:mathematics:curves in en/", 1, true)
    )
  end)

  it(
    "warns of an image that no text shows",
    function()
      assert.same(
        { "shared/material/mathematics/dot.svg:1: is shown by no text; show or remove it" },
        lint(BODY, { ["shared/material/mathematics/dot.svg"] = images.svg() }).warnings
      )
    end
  )

  it("warns of a variant whose words no text has, whatever their ending", function()
    local row = "- source: readers\n  finds:\n    - [%s, %s]\n"
    local function warnings(finds)
      local table_of = row:format("stroke", finds)
      return table.concat(lint(BODY, { ["search/en.yaml"] = table_of }).warnings, "\n")
    end
    local fault =
      'search/en.yaml:3: "stroke" finds "parabolas", which no text of the folder has'
    assert.truthy(warnings("parabolas"):find(fault, 1, true), warnings("parabolas"))
    assert.equal("", warnings("lines"))
    assert.equal("", warnings("الحمد"))
  end)

  it("counts no words of images", function()
    local plain = lint(BODY)
    local shown = lint(BODY .. '\n![A dot on a line.](dot.svg "A dot.")\n')
    assert.same({}, shown.errors)
    assert.same(plain.documents[1], shown.documents[1])
  end)

  it("warns of a lesson without headings", function()
    local found = table.concat(lint("\n" .. WORDS .. "$x$\n").warnings, "\n")
    assert.matches(L .. ":7: no headings; divide the text with ##", found, 1, true)
  end)

  it("warns of a draft, whose translations may be missing, and refuses links to it", function()
    local draft = content_tree.lesson(BODY):gsub("title:", "draft: true\ntitle:", 1)
    local report = lint(BODY, { ["en/articles/science/sky.md"] = draft })
    local fault = ":1: is a draft; svcd publish leaves it out"
    assert.same({ "en/articles/science/sky.md" .. fault }, report.warnings)
    local link = BODY .. "\n[sky](../../articles/science/sky.md)\n"
    report = lint(link, { ["en/articles/science/sky.md"] = draft })
    assert.matches("leads to a draft, which is not published", report.errors[1], 1, true)
  end)

  it("warns of a text that is short, hard to read, or lacks a formula", function()
    local hard = ("Internationalisation characteristically complicates administration"):rep(1)
    local body = "\n## First\n\n" .. hard .. " the.\n\n### Below\n\nNo formula.\n"
    local found = table.concat(lint(body).warnings, "\n")
    assert.truthy(found:find(L .. ":1: 9 words; 600 to 1300 are expected", 1, true), found)
    assert.truthy(
      found:find(L .. ":1: LIX 75, hard to read; shorten sentences", 1, true),
      found
    )
    assert.truthy(found:find("formula x stands here and not in " .. L, 1, true), found)
  end)

  local formulas = {
    { "a decimal comma and words", "$0{,}5\\ \\text{Meter}$", "$0.5\\ \\text{metres}$", nil },
    { "another digit", "$x = 3.7$", "$x = 3.1$", "formula x=31 stands here and not in" },
    { "one formula less", "$x$ and $y$", "$x$ and nothing", "lacks the formula y of" },
  }
  for _, case in ipairs(formulas) do
    it("compares the formulas of translations: " .. case[1], function()
      local found = check.content(content_tree.make {
        ["en/articles/science/sky.md"] = content_tree.lesson("\n" .. case[2] .. "\n"),
        ["id/articles/science/sky.md"] = content_tree.lesson("\n" .. case[3] .. "\n"),
      }).warnings
      local warning = table.concat(found, "\n"):match("id/[^\n]*formula[^\n]*")
      assert.equal(
        case[4] and "id/articles/science/sky.md:1: " .. case[4] .. " en/articles/science/sky.md",
        warning
      )
    end)
  end

  it("shows what exists for each locale", function()
    assert.same(
      { documents = 1, texts = 1 },
      (function(row) return { documents = row.documents, texts = row.texts } end)(
        lint(BODY).overview.de.material
      )
    )
    local rendered = reporting.render(lint(BODY))
    assert.truthy(
      rendered:find("de      tryout             1          0       0", 1, true),
      rendered
    )
    assert.truthy(rendered:find("en      material           1          1     %d+     %d+%-%d+"))
  end)
end)

describe("svcd check --content", function()
  local svcd = os.getenv("SVC_SVCD") or lfs.currentdir() .. "/build/svcd"

  local function run(arguments)
    local pipe = assert(
      io.popen(
        ("SVC_HOME='%s' '%s' check --content %s 2>&1"):format(lfs.currentdir(), svcd, arguments)
      )
    )
    local out = pipe:read("a")
    local _, _, status = pipe:close()
    return out, status
  end

  it("prints the table and succeeds when there are no errors", function()
    local out, status = run("data/content")
    assert.equal(0, status, out)
    assert.truthy(out:find("^locale  section    documents  with text   words  words each"))
    assert.truthy(out:find("\n0 errors, 0 warnings\n$"))
  end)

  it("names each error and fails", function()
    local folder = content_tree.make {
      ["en/material/mathematics/lines.md"] = content_tree.lesson("\n[a](curves.md)\n"),
    }
    local out, status = run("'" .. folder .. "'")
    assert.equal(1, status)
    assert.truthy(
      out:find(
        'error: en/material/mathematics/lines.md:8:5: link "curves.md" leads to '
          .. "no document of this locale; correct the path (link-dead)\n1 errors, 2 warnings\n",
        1,
        true
      ),
      out
    )
  end)

  it("tells what came and is gone after each change with --watch", function()
    local name = "en/material/mathematics/lines.md"
    local folder = content_tree.make { [name] = content_tree.lesson("\n[a](curves.md)\n") }
    local command = "echo $$; exec '%s' check --content '%s' --watch 2>&1"
    local pipe <close> = assert(io.popen(command:format(svcd, folder)))
    local process = pipe:read("l")
    local function report()
      local lines = {}
      repeat
        lines[#lines + 1] = pipe:read("l")
      until #lines == 0 or lines[#lines]:find("^%d+ errors")
      return lines
    end
    report()
    content_tree.write(folder .. "/" .. name, content_tree.lesson("\n\n[a](lines.md)\n"))
    local mended = report()
    content_tree.write(folder .. "/" .. name, content_tree.lesson("\n[a](#b)\n"))
    local broken = report()
    os.execute("kill " .. process)
    local place = name .. ":8:5: "
    assert.same({
      "no longer error: "
        .. place
        .. 'link "curves.md" leads to no document of this locale; correct the path (link-dead)',
      "0 errors, 2 warnings",
    }, mended)
    assert.same({
      "error: " .. place .. "fragment #b leads to no heading; correct it (link-fragment)",
      "1 errors, 2 warnings",
    }, broken)
  end)

  it("prints one JSON object for scripts", function()
    local report = cjson.decode((run("data/content --json")))
    assert.same({}, report.errors)
    local pipe <close> = assert(io.popen("find data/content -name '*.md' | wc -l"))
    assert.equal(pipe:read("n"), #report.documents)
  end)
end)
