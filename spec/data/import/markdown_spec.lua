--- The content tree: what is accepted, and the file, line and cure of each refusal.
local lfs = require("lfs")
local markdown = require("data.import.markdown")

local content_tree = require("spec.support.publication.content_tree")
local images = require("spec.support.publication.images")

local lesson, tree, write = content_tree.lesson, content_tree.make, content_tree.write
local CATALOGUE = content_tree.CATALOGUE

local function faults(files)
  local loaded, found = content_tree.load(tree(files))
  assert.is_nil(loaded)
  return table.concat(found, "\n")
end

local function document(loaded, id)
  for _, one in ipairs(loaded.documents) do
    if one.id == id then return one end
  end
end

teardown(content_tree.remove_all)

describe("content tree", function()
  it("takes ids from the path and the route from localised segments and the slug", function()
    local loaded = assert(content_tree.load(tree {
      ["id/material/mathematics/lines.md"] = lesson(
        nil,
        [[
title: Garis
description: Apa itu garis.
concept: mathematics:lines
slug: garis-lurus
created: 2026-03-30
updated: 2026-03-31
]]
      ),
    }))
    local found = document(loaded, "asset:id:material:mathematics:lines")
    assert.same({
      "concept:mathematics:lines",
      "lens:material:mathematics",
      "materi/matematika/garis-lurus",
      "Garis",
      "Apa itu garis.",
      "2026-03-31",
      "Matematika",
    }, {
      found.concept,
      found.lens,
      found.route,
      found.title,
      found.description,
      found.updated,
      found.labels[1],
    })
    assert.equal("# Garis\n\nA line is straight.\n", found.text)
  end)

  it("makes a citation without text of each set in the catalogue, in every locale", function()
    local loaded = assert(content_tree.load(tree {}))
    assert.equal(3, #loaded.documents)
    local found = document(loaded, "asset:de:tryout:indonesia:tka:physics-2025")
    assert.equal("probe/indonesien/tka/physik-2025", found.route)
    assert.is_nil(found.text)
    assert.same({ "Indonesien", "Tka" }, found.labels)
  end)

  it("turns links between files into relative links between routes", function()
    local loaded = assert(content_tree.load(tree {
      ["de/material/mathematics/lines.md"] = lesson(
        "\n[a](../physics/force.md#why) `[b](../physics/force.md)` [c](#top) "
          .. "[d](https://x.org/y.md)\n\n```\n[e](/absolute)\n```\n"
      ),
      ["de/material/physics/force.md"] = lesson(
        nil,
        [[
title: Kraft
description: Was eine Kraft ist.
concept: physics:force
slug: kraft
updated: 2026-03-31
]]
      ),
    }))
    assert.equal(
      "# Lines\n\n[a](../physik/kraft.md#why) `[b](../physics/force.md)` [c](#top) "
        .. "[d](https://x.org/y.md)\n\n```\n[e](/absolute)\n```\n",
      document(loaded, "asset:de:material:mathematics:lines").text
    )
  end)
end)

--- What is told of a tree of a severity.
local function told(files, severity)
  return table.concat(markdown.read(tree(files)).findings:lines(severity), "\n")
end

describe("a tree as schools have it", function()
  local CHAPTERS = {
    ["en/material/rust/README.md"] = "# The Book\n\nAll of it.\n",
    ["en/material/rust/ownership/index.md"] = '+++\ntitle = "Ownership"\norder = 2\n+++\n\nIt.\n',
    ["en/material/rust/ownership/deep/Moves & Copies.md"] = "# Moves `x`\n\n[a](../../b.md)\n",
    ["en/material/rust/b.md"] = "---\norder: 1\n---\n\n# B\n\n"
      .. "It is 3.5 m long. Then [x](ownership/), "
      .. "[y](ownership/deep/Moves%20%26%20Copies.md#moves) and [z](ownership).\n\n## Moves\n",
  }

  it("has chapters of any depth, each with the title of its text", function()
    local found = document(
      assert(content_tree.load(tree(CHAPTERS))),
      "asset:en:material:rust:ownership:deep:moves-copies"
    )
    assert.same(
      { "material/rust/ownership/deep/moves-copies", "Moves x" },
      { found.route, found.title }
    )
    assert.same({ "The Book", "Ownership", "Deep" }, found.folders)
    assert.equal("concept:rust:ownership-deep-moves-copies", found.concept)
  end)

  it("has texts of folders at the address of the folder", function()
    local loaded = assert(content_tree.load(tree(CHAPTERS)))
    assert.equal("material/rust", document(loaded, "asset:en:material:rust").route)
    assert.equal(
      "# B\n\nIt is 3.5 m long. Then [x](ownership.md), "
        .. "[y](ownership/deep/moves-copies.md#moves) and [z](ownership.md).\n\n## Moves\n",
      document(loaded, "asset:en:material:rust:b").text
    )
  end)

  it("has its lessons in the order that front matter gives, else of their names", function()
    local steps = assert(content_tree.load(tree(CHAPTERS))).paths.rust
    local names = {}
    for i, step in ipairs(steps) do
      names[i] = step.lesson
    end
    assert.same({ "b", "ownership", "ownership/deep/moves-copies" }, names)
  end)

  it("has titles and descriptions derived, and tells them", function()
    local notes = told(CHAPTERS, "note")
    assert.matches('rust/b.md:1: has the title "B"', notes, 1, true)
    assert.matches(
      'rust/b.md:1: has the description "It is 3.5 m long. Then x, y and z."',
      notes,
      1,
      true
    )
    assert.matches('Moves & Copies.md:1: is addressed as "moves-copies"', notes, 1, true)
    assert.matches('ownership/deep:1: is called "Deep"', notes, 1, true)
  end)

  local alone = {
    { ".git/config", "is left alone; no page shows it" },
    { "en/material/mathematics/.DS_Store", "is hidden and left alone" },
    { "en/material/mathematics/a.txt", "is neither a .md file nor an image, and left alone" },
    { "en/material/README.md", "is left alone; no page shows it" },
    { "README.md", "is left alone; no page shows it" },
  }
  for _, case in ipairs(alone) do
    it("leaves alone " .. case[1], function()
      local files = { [case[1]] = "x", ["en/material/mathematics/lines.md"] = lesson() }
      assert.matches(case[2], told(files, "note"), 1, true)
      assert.equal("", told(files, "error"))
    end)
  end

  it("warns of an unknown key with the nearest one", function()
    local head = lesson():gsub("updated", "titel: x\nupdated")
    assert.matches(
      'lines.md:5: unknown key "titel"; did you mean title?',
      told({ ["en/material/mathematics/lines.md"] = head }, "warning"),
      1,
      true
    )
  end)

  local heads = {
    { "---\n%s---\n", "as it is documented" },
    { "--- \n%s---\t\n", "with blanks behind its fences" },
    { "\n \n---\n%s---\n", "behind blank lines" },
    { "---\n%s...\n", "that ends as YAML does" },
    { "---\n%sdraft: false\n---\n", "of a text that is no draft" },
    { "---\n%sdraft: 'False'\n---\n", "of one that is none in capitals" },
    { "---\n%sdraft: TRUE\n---\n", "of a draft in capitals", true },
    { "--- \n%sdraft: true\n--- \n", "of a draft with blanks behind its fences", true },
    { "+++ \n%sdraft = false\n+++\n", "of TOML" },
    { "\n+++\n%sdraft = true\n+++ \n", "of TOML, of a draft", true },
    { "---\n%sDraft: true\n---\n", "of a draft whose key has a capital", true },
    { "+++\n%sDRAFT = true\n+++\n", "of TOML, of a draft whose key has capitals", true },
    { "---\n%sTags: [a]\nAuthors: [B]\n---\n", "whose keys have capitals" },
    { "---\n%sauthors: [{name: A, url: b}]\n---\n", "with authors that are mappings" },
    { "---\n%sauthors:\n  name: A\n---\n", "with an author who is a mapping" },
    { "+++\n%s[[authors]]\nname = 'A'\n+++\n", "with authors that are tables" },
    { "+++\n%sdraft = true\n[[menu.main]]\nn = 1\n[[menu.main]]\n+++\n", "with tables", true },
    { "+++\n%s[[a]]\nb = 1\n[a.c]\nd = 1\n+++\n", "with a table in one of a list" },
    { "---\n%saliases: /material/old/name/\n---\n", "with slashes around an alias" },
    { "---\n%saliases: [material/a/, /material/b]\n---\n", "with a slash beside each alias" },
  }
  for _, case in ipairs(heads) do
    it("reads the front matter " .. case[2], function()
      local head = "title: Lines\nupdated: 2026-03-31\n"
      if case[1]:find("+++", 1, true) then head = head:gsub(": (%S+)", ' = "%1"') end
      local files =
        { ["en/material/mathematics/lines.md"] = case[1]:format(head) .. "\nA line.\n" }
      local loaded = assert(content_tree.load(tree(files)))
      local found = document(loaded, "asset:en:material:mathematics:lines")
      assert.same(
        { "Lines", "2026-03-31", "# Lines\n\nA line.\n", case[3] or false },
        { found.title, found.updated, found.text, found.is_draft }
      )
    end)
  end

  for head, fault in pairs {
    ["draft:"] = '"draft" is empty',
    ["Draft:"] = '"Draft" is empty',
    ["Draft: maybe"] = '"Draft" is "maybe"; accepted is true or false',
    ["draft: false\nDraft: true"] = 'key "draft" is given twice',
    ["authors: [{url: a}]"] = '"authors" is a mapping; a text is expected',
    ["aliases: //"] = '"aliases" is',
  } do
    it("refuses what leaves open what is meant: " .. head:gsub("\n", ", "), function()
      local files =
        { ["en/material/mathematics/lines.md"] = lesson(nil, "title: L\n" .. head .. "\n") }
      assert.matches(fault, told(files, "error"), 1, true)
    end)
  end

  for _, head in ipairs {
    '{\n  "title": "Lines"\n}\n',
    '{ "title": "Lines", "draft": true }\n',
    '\n{\n"draft" : true\n}\n',
    '---json\n{"draft": true}\n---\n',
    '--- json \n{"draft": true}\n---\n',
  } do
    it("refuses front matter in JSON: " .. head:gsub("%s+", " "), function()
      local files = { ["en/material/mathematics/lines.md"] = head .. "\nA line.\n" }
      assert.matches("lines.md:1: has front matter in JSON", told(files, "error"), 1, true)
    end)
  end

  it("takes two rules behind blank lines for no front matter", function()
    local files =
      { ["en/material/mathematics/lines.md"] = "\n---\n\nA line: one.\n\n---\n\nB.\n" }
    local loaded = assert(content_tree.load(tree(files)))
    local text = document(loaded, "asset:en:material:mathematics:lines").text
    assert.matches("---\n\nA line: one.\n\n---\n\nB.", text, 1, true)
  end)

  it("tells the line of a key behind blank lines", function()
    local head = lesson():gsub("updated", "titel: x\nupdated")
    local files = { ["en/material/mathematics/lines.md"] = "\n\n" .. head }
    assert.matches('lines.md:7: unknown key "titel"', told(files, "warning"), 1, true)
  end)

  local times = {
    "2026-03-31T10:00:00Z",
    "2026-03-31T10:00:00.123+07:00",
    "2026-03-31 10:00:00 +0200",
    '"2026-03-31 10:00"',
  }
  for _, time in ipairs(times) do
    it("takes the day of " .. time, function()
      local head = "title: Lines\nupdated: " .. time .. "\n"
      local files = { ["en/material/mathematics/lines.md"] = lesson(nil, head) }
      local loaded = assert(content_tree.load(tree(files)))
      assert.equal(
        "2026-03-31",
        document(loaded, "asset:en:material:mathematics:lines").updated
      )
    end)
  end

  it("takes the line ends of Windows, and tells them", function()
    local files =
      { ["en/material/mathematics/lines.md"] = "\xEF\xBB\xBF" .. lesson():gsub("\n", "\r\n") }
    assert.matches("lines.md:1: has line ends of Windows", told(files, "warning"), 1, true)
    local loaded = assert(content_tree.load(tree(files)))
    local text = document(loaded, "asset:en:material:mathematics:lines").text
    assert.equal("# Lines\n\nA line is straight.\n", text)
  end)

  it("says a title once where the text begins with it", function()
    local loaded = assert(content_tree.load(tree {
      ["en/material/mathematics/lines.md"] = lesson("\n# Lines\n\nStraight.\n"),
    }))
    local text = document(loaded, "asset:en:material:mathematics:lines").text
    assert.equal("# Lines\n\nStraight.\n", text)
  end)

  it("is silent on a rule that is allowed for a file, a folder or all", function()
    local quotation =
      "\nDer Mann ist nicht da und das ist die Welt, die wir nicht von ihm haben.\n"
    local files = {
      ["en/material/mathematics/a.md"] = lesson(quotation, "title: A\nallow: language\n"),
      ["en/material/mathematics/b.md"] = lesson(quotation, "title: B\n"),
      ["en/articles/science/c.md"] = lesson(quotation, "title: C\n"),
      ["check.yaml"] = "allow:\n  language: en/articles\n  length: .\n",
    }
    local loaded = markdown.read(tree(files))
    require("data.check").tree(loaded)
    local lines = table.concat(loaded.findings:lines("warning"), "\n")
    assert.is_nil(lines:find("a.md:%d+:%d+: passage reads"))
    assert.is_nil(lines:find("c.md:%d+:%d+: passage reads"))
    assert.truthy(lines:find("b.md:%d+:%d+: passage reads"))
    assert.is_nil(lines:find("are expected", 1, true))
  end)

  it("refuses a former address that a text has", function()
    local files = {
      ["en/material/mathematics/a.md"] = lesson(
        nil,
        "title: A\naliases: material/mathematics/b\n"
      ),
      ["en/material/mathematics/b.md"] = lesson(),
    }
    local fault =
      'a.md:1: alias "material/mathematics/b" is the address of en/material/mathematics/b.md'
    assert.matches(fault, told(files, "error"), 1, true)
  end)
end)

local L = "en/material/mathematics/lines.md"

local function with(old, new) return (lesson():gsub(old, new)) end

local refusals = {
  {
    "a repeated key",
    with("concept:", "title: B\nconcept:"),
    L .. ':4: key "title" is given twice (first on line 1)',
  },
  {
    "a list where a text belongs",
    with("Lines", "[a, b]"),
    L .. ':2: "title" is a list; a text is expected',
  },
  { "an empty text", with("Lines", ""), L .. ':2: "title" is empty; write a text' },
  { "an anchor", with("Lines", "&a Lines"), L .. ":2: anchors and aliases are not accepted" },
  { "a tag", with("Lines", "!!str Lines"), L .. ":2: tags are not accepted" },
  { "broken YAML", with("Lines", "'Lines"), L .. ":" },
  {
    "a day that is none",
    with("2026%-03%-31", "2026-02-29"),
    L .. ':5: "updated" is "2026-02-29"; accepted is a day such as 2026-03-31',
  },
  {
    "a creation after the update",
    with("updated", "created: 2026-04-01\nupdated"),
    L .. ":2: created on 2026-04-01, after its update on 2026-03-31",
  },
  {
    "a concept without subject",
    with("mathematics:lines", "lines"),
    L .. ':4: "concept" is "lines"; accepted is subject:concept',
  },
  {
    "a title that is too long",
    with("Lines", ("x"):rep(161)),
    L .. ':2: "title" has 161 bytes; at most 160',
  },
  {
    "a title that needs quotation marks",
    with("Lines", "Lines: a start"),
    L
      .. ":2: has a colon and a blank in a value; put the value in quotation marks: "
      .. 'title: "Lines: a start"',
  },
  {
    "TOML that is none",
    "+++\ntitle: x\n+++\nText.\n",
    L .. ':2: has no = behind the key "title"',
  },
  {
    "a rule that stops a publication and is allowed",
    with("updated", "allow: link-dead\nupdated"),
    L .. ':1: allow: "link-dead" stops a publication and cannot be allowed; mend it',
  },
  {
    "front matter without end",
    "---\ntitle: x\n",
    L .. ":1: has front matter that does not end",
  },
  { "no text", lesson("\n \n"), L .. ":7: has no text; write it" },
  {
    "invalid UTF-8",
    lesson("\nok\n\xC3\x28\n"),
    L .. ":9: is not valid UTF-8; save the file as UTF-8",
  },
  { "a surrogate in UTF-8", lesson("\n\xED\xA0\x80\n"), L .. ":8: is not valid UTF-8" },
  { "a NUL", lesson("\na\0b\n"), L .. ":8: holds a NUL byte; remove it" },
  {
    "a control character",
    lesson("\na\27[0m\n"),
    L .. ":8: holds a control character; remove it",
  },
  { "a lone carriage return", lesson("\na\rb\n"), L .. ":8: holds a carriage return" },
  {
    "an absolute link",
    lesson("\n[a](/etc/passwd)\n"),
    L .. ':8:5: link "/etc/passwd" is absolute; write a path relative to this file',
  },
  {
    "a link out of the tree",
    lesson("\n[a](../../../../x.md)\n"),
    L .. ':8:5: link "../../../../x.md" leaves the content tree',
  },
  {
    "a broken link",
    lesson("\n\n[a](circles.md)\n"),
    L .. ':9:5: link "circles.md" leads to no document of this locale',
  },
  {
    "a link to a citation",
    lesson("\n[a](../../tryout/indonesia/tka/physics-2025.md)\n"),
    L
      .. ':8:5: link "../../tryout/indonesia/tka/physics-2025.md" leads to a citation without text',
  },
  {
    "a script as link",
    lesson("\n[a](javascript:alert)\n"),
    L .. ':8:5: link "javascript:alert" has a scheme that is not accepted; use https:',
  },
  {
    "a file that is too large",
    lesson(("x"):rep(1024 * 1024)),
    L .. ":1: is larger than 1048576 bytes; split it",
  },
}

describe("a text of the content tree", function()
  --- What is published of a body that lies beside a text `circles`.
  local function published(body)
    local loaded, found = content_tree.load(tree {
      ["en/material/mathematics/lines.md"] = lesson("\n" .. body .. "\n"),
      ["en/material/mathematics/circles.md"] = lesson("\n## Area\n\nText.\n"):gsub(
        "title:",
        "slug: round\ntitle:"
      ),
    })
    assert(loaded, found and table.concat(found, "\n"))
    return document(loaded, "asset:en:material:mathematics:lines").text:match(
      "^# Lines\n\n(.*)\n$"
    )
  end

  -- `@` stands for the file, and for its page in what is published.
  local kept = {
    { "[a](@) [b](@#area)", "inline" },
    { '[a](@ "T") [b]( <@> (T) )', "with titles and brackets" },
    { "[a][b] [B][] [b]\n\n[b]: @\n  'T'", "of one definition" },
    { "> - [a](@)\nlazy [b](@)", "within containers" },
    { "|a\\|[b](@)|\n|-|", "in a cell" },
    { "a[^b]\n\n[^b]: [c](@)", "in a footnote" },
  }
  for _, case in ipairs(kept) do
    it("has other destinations and the same bytes else: links " .. case[2], function()
      local text = published((case[1]:gsub("@", "circles.md")))
      assert.equal((case[1]:gsub("@", "round.md")), text)
    end)
  end

  local code = {
    "    [a](circles.md)",
    "- a\n\n  ```\n  [a](none.md)\n  ```",
    "> ~~~~\n> [a](none.md)\n> ~~~~",
    "`[a](none.md)`",
    "$[a](none.md)$",
    "\\[a](none.md)",
  }
  for _, body in ipairs(code) do
    it(
      ("has its code unchanged: %q"):format(body),
      function() assert.equal(body, published(body)) end
    )
  end

  it(
    "is published without its comments",
    function()
      assert.equal(
        "a  b\n\n\n\n`<!-- c -->`",
        published("a <!-- secret --> b\n\n<!--\nsecret\n-->\n\n`<!-- c -->`")
      )
    end
  )

  local dead = { "[a][b]\n\n[b]: none.md", '[a](none.md "T")', "[a]( <none.md> )" }
  for _, body in ipairs(dead) do
    it(("is refused with a dead link: %q"):format(body), function()
      local found =
        faults { ["en/material/mathematics/lines.md"] = lesson("\n" .. body .. "\n") }
      assert.matches('link "none.md" leads to no document of this locale', found, 1, true)
    end)
  end
end)

describe("content tree refuses", function()
  for _, case in ipairs(refusals) do
    it(case[1], function()
      local found = faults { [L] = case[2] }
      assert.equal(case[3], found:sub(1, #case[3]), found)
    end)
  end

  local misplaced = {
    {
      "a file above its subject",
      "en/material/a.md",
      "en/material/a.md:1: must lie in material/{subjects}/",
    },
    {
      "a file too deep",
      "en/material/a/b/c/d/e/f/g/h/i/j/k/l/m/n.md",
      "en/material/a/b/c/d/e/f/g/h/i/j/k/l/m:1: lies deeper than 12 folders; move it up",
    },
    {
      "an unknown section",
      "en/poems/a.md",
      "en/poems:1: is no section with Markdown; accepted",
    },
    {
      "an unknown locale",
      "fr/material/mathematics/a.md",
      "fr:1: does not belong here; accepted",
    },
  }
  for _, case in ipairs(misplaced) do
    it(case[1], function()
      local found = faults { [case[2]] = lesson() }
      assert.equal(case[3], found:sub(1, #case[3]), found)
    end)
  end

  local CREDITS = "credits:\n  en: { authors: %s, licence: %s, licence-url: %q }\n"
  local credits = {
    { "A", "B", "http://x.test/", '"licence-url" is "http://x.test/"; accepted is' },
    {
      "A",
      "B",
      "https://x.test/a b",
      '"licence-url" is "https://x.test/a b"; accepted is',
    },
    { ("a"):rep(81), "B", "https://x.test/", '"authors" has 81 bytes; at most 80' },
    { "A", "''", "https://x.test/", '"licence" is empty; write a text' },
  }
  for _, case in ipairs(credits) do
    it("credits of which " .. case[4], function()
      local who = CREDITS:format(case[1], case[2], case[3])
      local others = who:gsub("^.-en:", "  id:") .. who:gsub("^.-en:", "  de:")
      local found = faults { ["labels.yaml"] = content_tree.labels() .. who .. others }
      assert.truthy(found:find("^labels.yaml:%d+: "), found)
      assert.truthy(found:find(case[4], 1, true), found)
    end)
  end

  it(
    "names that differ only in case",
    function()
      assert.equal(
        L .. ':1: differs from "Lines.md" only in case; rename one',
        faults { [L] = lesson(), ["en/material/mathematics/Lines.md"] = lesson() }
      )
    end
  )

  it("two documents with one route, naming both", function()
    local slugged = lesson():gsub("updated", "slug: lines\nupdated")
    assert.equal(
      "en/material/mathematics/lines.md:1: has the id or route "
        .. '"en/material/mathematics/lines" of en/material/mathematics/curves.md:1; rename one',
      faults { [L] = lesson(), ["en/material/mathematics/curves.md"] = slugged }
    )
  end)

  it("a symbolic link to a file", function()
    local folder = tree { [L] = lesson() }
    lfs.link("/etc/passwd", folder .. "/en/material/mathematics/secret.md", true)
    local _, found = content_tree.load(folder)
    assert.same({
      "en/material/mathematics/secret.md:1: is a link; only folders and regular files "
        .. "are read",
    }, found)
  end)

  it("a symbolic link to a folder", function()
    local folder = tree { [L] = lesson() }
    lfs.link("/etc", folder .. "/en/material/physics", true)
    local _, found = content_tree.load(folder)
    assert.same(
      { "en/material/physics:1: is a link; only folders and regular files are read" },
      found
    )
  end)

  it("a catalogue path that climbs, is absolute, or is too short", function()
    for _, path in ipairs { "../../etc", "/indonesia/tka/a", "indonesia/tka", "indonesia//a" } do
      local folder = tree {}
      write(folder .. "/catalogue.yaml", (CATALOGUE:gsub("indonesia/tka/physics%-2025", path)))
      local _, found = content_tree.load(folder)
      assert.same({
        (
          'catalogue.yaml:2: "sets" "path" is %q; accepted is country/exam/set '
          .. "in kebab words"
        ):format(path),
      }, found)
    end
  end)

  it("a set that lacks a locale", function()
    local folder = tree {}
    write(folder .. "/catalogue.yaml", (CATALOGUE:gsub("    de: [^\n]*\n", "")))
    local _, found = content_tree.load(folder)
    assert.same({ 'catalogue.yaml:2: "sets" key "de" is missing' }, found)
  end)

  it("a folder that is none", function()
    local _, found = content_tree.load("/nowhere")
    assert.same({ "/nowhere: is no folder; give the content tree with --content" }, found)
  end)
end)

describe("progress over all files", function()
  it("reports every fault of a tree at once", function()
    local found = faults {
      [L] = lesson("\n[a](#none)\n"),
      ["en/material/physics/force.md"] = lesson("\n[a](/x)\n"),
      ["en/material/physics/light.md"] = lesson():gsub("updated: .-\n", "updated: soon\n"),
    }
    assert.truthy(found:find('force.md:8:5: link "/x" is absolute', 1, true))
    assert.truthy(found:find('light.md:5: "updated" is "soon"', 1, true))
  end)
end)

describe("images of the content tree", function()
  local drawing, other = images.svg(), images.svg("<title>Other</title>")
  local SHOWN = '![A dot on a line](dot.svg "One dot.")'
  local TEXT = "en/material/mathematics/lines.md"

  local function tree_of(body, more)
    local files = { [TEXT] = lesson("\n" .. body .. "\n") }
    for name, text in pairs(more or { ["shared/material/mathematics/dot.svg"] = drawing }) do
      files[name] = text
    end
    return files
  end

  local function address(bytes, up) return up .. "assets/" .. images.name("dot", bytes, "svg") end

  it("are shown at the address of their bytes, relative to the page", function()
    local loaded = assert(content_tree.load(tree(tree_of(SHOWN))))
    assert.equal(
      ('# Lines\n\n![A dot on a line](%s "One dot.")\n'):format(address(drawing, "../../../")),
      document(loaded, "asset:en:material:mathematics:lines").text
    )
  end)

  it("are taken from beside the text before those of all locales", function()
    local loaded = assert(content_tree.load(tree(tree_of(SHOWN, {
      ["shared/material/mathematics/dot.svg"] = drawing,
      ["en/material/mathematics/dot.svg"] = other,
      ["de/material/mathematics/lines.md"] = lesson("\n" .. SHOWN .. "\n"),
    }))))
    local english = document(loaded, "asset:en:material:mathematics:lines").text
    local german = document(loaded, "asset:de:material:mathematics:lines").text
    assert.truthy(english:find(address(other, "../../../"), 1, true), english)
    assert.truthy(german:find(address(drawing, "../../../"), 1, true), german)
  end)

  it("in code are left as they are written", function()
    local body = "`![a](b.svg)` is an image.\n\n```text\n![a](b.svg)\n```"
    local loaded = assert(content_tree.load(tree(tree_of(body))))
    assert.equal(
      "# Lines\n\n" .. body .. "\n",
      document(loaded, "asset:en:material:mathematics:lines").text
    )
  end)

  local refused = {
    {
      SHOWN:gsub("dot.svg", "none.svg"),
      'image "none.svg" is no image of the tree; put it beside the text or below shared/',
    },
    { SHOWN:gsub("dot.svg", "lines.md"), 'image "lines.md" is no image of the tree' },
    {
      SHOWN:gsub("dot.svg", "dot.gif"),
      'image "dot.gif" is a GIF; save it as PNG, or its motion as a figure for each step',
    },
    {
      SHOWN:gsub("dot.svg", "../../../dot.svg"),
      'image "../../../dot.svg" leaves the content tree; put the image beside the text',
    },
    {
      SHOWN:gsub("dot.svg", "https://other.test/dot.svg"),
      'image "https://other.test/dot.svg" leaves the content tree',
    },
  }
  for _, case in ipairs(refused) do
    it("are refused with file and line: " .. case[1]:gsub("\n.*", ""), function()
      local wanted = ("%s:%d: %s"):format(TEXT, case[3] or 8, case[2])
      local found = faults(tree_of(case[1])):gsub("^(%S+:%d+):%d+:", "%1:")
      assert.equal(wanted, found:sub(1, #wanted))
    end)
  end

  local files = {
    {
      { ["shared/material/mathematics/dot.svg"] = images.svg("<script/>") },
      "shared/material/mathematics/dot.svg:1: SVG, line 1: it may not have here",
    },
    {
      { ["en/material/mathematics/dot.png"] = "GIF89a" },
      "en/material/mathematics/dot.png:1: PNG: it does not begin as one",
    },
    {
      { ["shared/material/mathematics/dot.md"] = lesson() },
      "shared/material/mathematics/dot.md:1: is a text; move it into the folder of its locale",
    },
  }
  for _, case in ipairs(files) do
    it(
      "are refused: " .. case[2],
      function() assert.equal(case[2], faults(tree_of("Text.", case[1])):sub(1, #case[2])) end
    )
  end
end)
