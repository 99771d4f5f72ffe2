--- Pages that show the path of a subject: its own, the section's and its lessons', in every
-- language and form, and what machines are told of them.
local application = require("spec.support.service.application")
local content_tree = require("spec.support.publication.content_tree")
local forge = require("spec.support.publication.forge")
local meta = require("site.meta")
local publish = require("data.publish")
local svc = require("svc")
local words = require("base.locales")

-- Lessons by their place in the tree; those with a mark are in English alone.
local LESSONS = {
  { "maths/lines", "Lines" },
  { "maths/curves", "Curves", true },
  { "maths/areas", "Areas" },
  { "maths/extra", "Extra" },
  { "physics/light", "Light & <shade>" },
  { "chemistry/gases", "Gases" },
}

local PATHS = {
  { "maths:lines", "lower", 45 },
  { "maths:curves", "lower", 60, { "maths:lines" } },
  { "maths:areas", "upper", 75, { "maths:lines", "maths:curves", "physics:light" } },
  { "physics:light", "upper", 20 },
}

local function lesson(locale, path, title)
  return {
    id = ("asset:%s:material:%s"):format(locale, (path:gsub("/", ":"))),
    concept = "concept:" .. path:gsub("/", ":"),
    lens = "lens:material:" .. path:match("^%w+"),
    route = "material/" .. path,
    title = title,
    description = "About " .. path .. ".",
    text = ("# %s\n\nA text.\n"):format(title),
  }
end

local function published()
  local builder = svc.builder()
  for _, row in ipairs(LESSONS) do
    for _, locale in ipairs(row[3] and { "en" } or svc.locales) do
      builder:document(lesson(locale, row[1], row[2]))
    end
  end
  local function id(name) return "lo:material:" .. name end
  local steps = {}
  for i, row in ipairs(PATHS) do
    local after = {}
    for j, other in ipairs(row[4] or {}) do
      after[j] = id(other)
    end
    steps[i] = { lesson = id(row[1]), level = row[2], minutes = row[3], after = after }
  end
  builder:paths(steps)
  return assert(forge.open(forge.signed(builder)))
end

local handler, publication = application.new(), published()

local function ask(target)
  local request = application.request(target)
  request.publication = publication
  return handler.handle(request).body
end

local function has(text, part) assert.truthy(text:find(part, 1, true), text) end

local function lacks(text, part) assert.is_nil(text:find(part, 1, true), text) end

describe("the page of a lesson in a path", function()
  local body = ask("/en/material/maths/areas")
  local before, article, behind = body:match("^(.-)<article>(.*)</article>(.*)$")

  it("shows place, level and time above the signed text", function()
    has(before, "Lesson 3 of 3 · upper secondary · 75 minutes")
    lacks(article, "75")
  end)

  it(
    "links what it leans on, of other subjects too",
    function()
      has(
        before,
        'Builds on: <a href="/en/material/maths/lines">Lines</a>, '
          .. '<a href="/en/material/maths/curves">Curves</a>, '
          .. '<a href="/en/material/physics/light">Light &amp; &lt;shade&gt;</a>'
      )
    end
  )

  it("leads to the lessons before and behind it, below the signed text", function()
    has(behind, '<a rel="prev" href="/en/material/maths/curves">Previous lesson: Curves</a>')
    lacks(body, 'rel="next"')
    has(ask("/en/material/maths/lines"), '<a rel="next" href="/en/material/maths/curves">')
    lacks(ask("/en/material/maths/lines"), 'rel="prev"')
  end)

  it(
    "names its subject on the way to it",
    function()
      has(
        before,
        '<a href="/en/material">Lessons</a> › <a href="/en/material/maths">Maths</a>'
      )
    end
  )

  it("counts what there is in its language", function()
    local german = ask("/de/material/maths/areas")
    has(german, "Lektion 2 von 2 · Oberstufe · 75 Minuten")
    has(german, 'Setzt voraus: <a href="/de/material/maths/lines">Lines</a>, <a href="/de/mat')
    has(german, '<a rel="prev" href="/de/material/maths/lines">Vorige Lektion: Lines</a>')
    lacks(german, "curves")
    has(ask("/id/material/maths/areas"), "Materi 2 dari 2 · kelas 11–12 · 75 menit")
  end)

  it("says the same as Markdown, below the text", function()
    local markdown = ask("/en/material/maths/areas.md")
    has(
      markdown,
      "\nA text.\n\n---\n\n- Lesson 3 of 3 · upper secondary · 75 minutes\n"
        .. "- Builds on: [Lines](http://site.test/en/material/maths/lines.md), [Curves]"
    )
    has(
      markdown,
      "\n- Previous lesson: [Curves](http://site.test/en/material/maths/curves.md)\n"
    )
  end)

  it("tells machines level, time, place and subject", function()
    local told = svc.parse_json(body:match('<script type="application/ld%+json">(.-)</script>'))
    assert.same({
      "LearningResource",
      "upper secondary",
      "PT75M",
      3,
      { ["@type"] = "Course", name = "Maths", url = "http://site.test/en/material/maths" },
    }, {
      told["@type"],
      told.educationalLevel,
      told.timeRequired,
      told.position,
      told.isPartOf,
    })
  end)

  it("shows nothing of it where it stands in none", function()
    for _, target in ipairs { "/en/material/maths/extra", "/en/material/maths/extra.md" } do
      local other = ask(target)
      for _, part in ipairs { " minutes", "of 3", 'class="turn"', "timeRequired", "---" } do
        lacks(other:match("A text.*") .. other:match("^.-A text"), part)
      end
    end
  end)

  it("has no neighbours where the path is no longer than it", function()
    local alone = ask("/en/material/physics/light")
    has(alone, "Lesson 1 of 1")
    lacks(alone, 'class="turn"')
    lacks(alone, "Builds on")
  end)
end)

describe("the page of a subject with a path", function()
  local body, markdown = ask("/en/material/maths"), ask("/en/material/maths.md")

  it("lists the lessons in their order, with level, time and what they lean on", function()
    local list = body:match('<ol class="items path">(.-)</ol>')
    has(
      list,
      '<li><a href="/en/material/maths/curves">Curves</a> <small>up to year 10 · 60 minutes'
        .. "</small><p>About maths/curves.</p><p>Builds on: "
        .. '<a href="/en/material/maths/lines">Lines</a></p></li>'
    )
    local order = {}
    for name in list:gmatch('<li><a href="/en/material/maths/(%w+)"') do
      order[#order + 1] = name
    end
    assert.same({ "lines", "curves", "areas" }, order)
  end)

  it("lists the lessons outside the path behind it, each lesson once", function()
    local rest = body:match("</ol>.*$")
    has(rest, "<h2>" .. words.en.further .. '</h2>\n<ul class="items">')
    has(rest, '<a href="/en/material/maths/extra">Extra</a>')
    lacks(rest, "maths/lines")
  end)

  it("says the same as Markdown", function()
    local site = "http://site.test/en/material/maths/"
    has(markdown, "\n1. [Lines](" .. site .. "lines.md) up to year 10 · 45 minutes: About")
    has(markdown, "\n3. [Areas](" .. site .. "areas.md) upper secondary · 75 minutes: About ")
    has(markdown, "About maths/curves. Builds on: [Lines](" .. site .. "lines.md)\n")
    has(markdown, "\n## Further lessons\n\n- [Extra](" .. site .. "extra.md): About")
  end)

  it("has no heading for lessons outside where there are none", function()
    lacks(ask("/en/material/physics"), "<h2>")
    lacks(ask("/en/material/physics.md"), "##")
  end)
end)

describe("a level", function()
  local function listed(path)
    local names = {}
    for name in ask(path):match("</h1>.*"):gmatch('<a href="/en/material/maths/(%w+)">%u') do
      names[#names + 1] = name
    end
    return table.concat(names, " ")
  end

  it("is a filter of a subject, which counts the lessons of each", function()
    local body = ask("/en/material/maths")
    has(body, '<a href="/en/material/maths?level=lower">up to year 10 <small>2</small></a>')
    has(body, '<a href="/en/material/maths?level=upper">upper secondary <small>1</small></a>')
    has(body, '<a href="/en/material/maths" aria-current="true">Everything</a>')
  end)

  it("leaves the lessons that have it, in their places, and nothing else", function()
    assert.equal("lines curves lines", listed("/en/material/maths?level=lower"))
    local upper = ask("/en/material/maths?level=upper")
    has(upper, '<ol class="items path" start="3">')
    has(upper, 'aria-current="true">upper secondary')
    has(upper, "noindex")
    lacks(upper, words.en.further)
  end)

  it("leaves the subjects that have it, with the count of their lessons", function()
    local body = ask("/en/material?level=lower")
    has(body, "Lessons: 2 · First lesson: ")
    lacks(body, '<h2><a href="/en/material/physics">')
  end)

  it(
    "is no filter where all lessons have the same",
    function() lacks(ask("/en/material/physics"), 'class="filters"') end
  )

  it(
    "leaves nothing of a subject that has none of it",
    function() has(ask("/en/material/physics?level=lower"), "CONTENT_NOT_FOUND") end
  )
end)

describe("the page of a section with subjects", function()
  local body, markdown = ask("/en/material"), ask("/en/material.md")

  it("counts their lessons and names the first of the path", function()
    has(
      body,
      '<h2><a href="/en/material/maths">Maths</a></h2>\n'
        .. '<p>Lessons: 4 · First lesson: <a href="/en/material/maths/lines">Lines</a></p>'
    )
    lacks(body, "maths/areas")
  end)

  it(
    "names the first lesson of a subject without a path too",
    function()
      has(body, '<p>Lessons: 1 · First lesson: <a href="/en/material/chemistry/gases">')
    end
  )

  it(
    "says the same as Markdown",
    function()
      has(
        markdown,
        "\n## Maths\n\n[Lessons: 4](http://site.test/en/material/maths.md) · "
          .. "First lesson: [Lines](http://site.test/en/material/maths/lines.md)\n"
      )
    end
  )
end)

it("a page of exams marks what can only be cited, as Markdown too", function()
  local markdown = handler.handle(application.request("/en/tryout/indonesia.md")).body
  has(markdown, "/set-1.md) (" .. words.en.cited .. "): A simulated exam.")
end)

it("what a path says to machines cannot end the element it stands in", function()
  local view = { kind = "material", lang = "en", path = "/x", title = "T" }
  view.linked_data = { educationalLevel = "</script><b>" }
  local values = { site = "" }
  meta.add(values, view)
  lacks(values.data, "</script><b>")
end)

it("an item's words to machines say that it costs nothing", function()
  local view = { kind = "material", lang = "en", path = "/x", title = "T" }
  local values = { site = "" }
  meta.add(values, view)
  has(values.data, '"isAccessibleForFree":true')
end)

describe("chapters of a subject", function()
  local files = {
    ["en/material/rust/README.md"] = "---\norder: 1\nlicense: CC0\nauthors: [Ada, Ben]\n---\n"
      .. "# The Book\n\nAll of it.\n",
    ["en/material/rust/own/index.md"] = "---\norder: 2\n"
      .. "aliases: [material/rust/ch04.html, old]\n---\n# Own\n\nIt.\n",
    ["en/material/rust/own/moves.md"] = "---\ntags: relocation\n---\n# Moves\n\nTwo.\n",
    ["en/material/rust/start.md"] = "---\norder: 1\n---\n# Start\n\nOne.\n",
  }
  local tally =
    assert(publish.gather { content = content_tree.make(files), progress = function() end })
  local book = assert(forge.open(forge.signed(tally.builder)))

  local function fetch(target, accept)
    local request = application.request(target, { accept = accept or "text/html" })
    request.publication = book
    return handler.handle(request)
  end

  teardown(function()
    content_tree.remove_all()
    book:close()
  end)

  it("are listed below the text of the subject, in order, with their headings", function()
    local body = fetch("/en/material/rust.md", "text/markdown").body
    local own = "## Own\n\n2. [Own](http://site.test/en/material/rust/own.md): It.\n"
    assert.matches(
      "1. [Start](http://site.test/en/material/rust/start.md): One.\n\n" .. own,
      body,
      1,
      true
    )
    assert.matches("3. [Moves](http://site.test/en/material/rust/own/moves.md)", body, 1, true)
  end)

  it("have a page with what lies in them, and lessons lead on through all", function()
    assert.matches(
      '<a href="/en/material/rust/own/moves">Moves</a>',
      fetch("/en/material/rust/own").body,
      1,
      true
    )
    local moves = fetch("/en/material/rust/own/moves").body
    assert.matches("Lesson 3 of 3<", moves, 1, true)
    assert.matches('<a rel="prev" href="/en/material/rust/own">', moves, 1, true)
    assert.matches(
      '<a href="/en/material/rust">The Book</a> › <a href="/en/material/rust/own">Own</a>',
      moves,
      1,
      true
    )
  end)

  it("stand in /llms.txt", function()
    local lines = fetch("/llms.txt", "text/plain").body
    assert.matches(
      "- [Own](http://site.test/en/material/rust/own.md)\n- [Moves]",
      lines,
      1,
      true
    )
  end)

  it("answer at a former address with the one of today", function()
    for _, path in ipairs { "material/rust/ch04.html", "old" } do
      local answer = fetch("/en/" .. path)
      assert.equal(308, answer.status)
      assert.equal("/en/material/rust/own", application.header(answer, "Location"))
    end
  end)

  it("are found by a reference to a former address", function()
    local answer = fetch("/v1/content?ref=http://site.test/en/material/rust/ch04.html", "*/*")
    assert.equal("asset:en:material:rust:own", application.json(answer).content_id)
  end)

  it("are found by their tags", function()
    local answer = application.json(fetch("/v1/search?query=relocation", "*/*"))
    assert.equal("asset:en:material:rust:own:moves", answer.items[1].content_id)
  end)

  it("name who wrote a text of its own and its licence", function()
    local body = fetch("/en/material/rust").body
    assert.matches("<dd>Ada, Ben</dd>", body, 1, true)
    assert.matches("<dd>CC0</dd>", body, 1, true)
    assert.is_nil(fetch("/en/material/rust/start").body:find("Ada", 1, true))
  end)
end)
