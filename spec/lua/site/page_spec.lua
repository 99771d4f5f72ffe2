--- Pages: what stands around the content, in which form, and what the header fields say.
local cjson = require("cjson")
local agents = require("site.agents")
local application = require("spec.support.service.application")
local asset = require("site.asset")
local face = require("base.face")
local meta = require("site.meta")
local page = require("site.page")
local params = require("web.params")
local sample = require("spec.support.publication.sample")
local site = require("site")
local svc = require("svc")
local uri = require("base.uri")
local tables = require("base.tables")
local tryout = require("site.tryout")
local words = require("base.locales")

local handler = application.new()

local function ask(line, headers, unpublished)
  return handler.handle(application.request(line, headers, unpublished))
end

local function header(response, name) return application.header(response, name) end

local LESSON = "/en/material/mathematics/quadratic-equations"
local MARKDOWN = { accept = "text/markdown" }

describe("page.fill", function()
  local cases = {
    { "{a}", "&lt;b&gt;", "escapes" },
    { "{!a}", "<b>", "leaves HTML that says so" },
    { "{a}{a}", "&lt;b&gt;&lt;b&gt;", "fills in each place" },
    { "x %1 {n}", "x %1 &lt;{a}&gt;", "reads no template in a value" },
    { "{{a}} {a {b c} {} {!} {", "{&lt;b&gt;} {a {b c} {} {!} {", "leaves what is no place" },
  }
  for _, case in ipairs(cases) do
    it(
      case[3],
      function() assert.equal(case[2], page.fill(case[1], { a = "<b>", n = "<{a}>" })) end
    )
  end

  it("raises for a name without a value", function()
    assert.error_matches(function() page.fill("{none}", {}) end, "none")
  end)

  it("fills any number of places, each with its own value", function()
    local values, form, filled = {}, {}, {}
    for i = 1, 100 do
      local name = "place" .. ("_"):rep(i)
      values[name], form[i], filled[i] = "<" .. i, "{" .. name .. "}-", "&lt;" .. i .. "-"
    end
    assert.equal(table.concat(filled), page.fill(table.concat(form), values))
  end)
end)

describe("a template that is filled in part", function()
  it("leaves the places that have no value", function()
    local half = svc.template("{a}-{!b}-{a}", { a = "<" })
    assert.equal("&lt;-<i>-&lt;", page.fill(half, { b = "<i>" }))
    assert.error_matches(function() page.fill(half, { a = "x" }) end, 'no value for "b"')
  end)

  it("reads no place in what was filled in", function()
    local half = svc.template("{a}{!b}{c}", { a = "{c}", b = "{c}" })
    assert.equal("{c}{c}x", page.fill(half, { c = "x" }))
  end)

  it("takes a template where HTML stands, with the places of both", function()
    local inner = svc.template("({x}|{!y}|{a})", { x = 1 })
    local whole = svc.template("{a} {!inner} {y}{!inner}", { inner = inner })
    assert.equal(
      "&gt; (1|>|&gt;) &gt;(1|>|&gt;)",
      page.fill(whole, { a = ">", y = ">", inner = "none" })
    )
    local function escaped() return svc.template("{inner}", { inner = inner }) end
    assert.error_matches(escaped, "where text does")
  end)

  it("takes no other value that is not text", function()
    assert.error_matches(
      function() svc.template("{!a}", { a = application.publication() }) end,
      "svc.template expected"
    )
  end)

  it("is kept of a text, as many as there are", function()
    for i = 1, 3000 do
      assert.equal(i .. ":a", page.fill(i .. ":{x}", { x = "a" }))
    end
  end)
end)

describe("the words of the pages", function()
  it("say the same kinds and problems in every language", function()
    for locale, list in pairs(words) do
      assert.same(tables.keys(words.en.kinds), tables.keys(list.kinds), locale)
      for status in pairs(words.en.problems) do
        local told = list.problems[status]
        assert.truthy(told.title and told.advice, ("%s %s"):format(locale, status))
      end
    end
  end)

  it("are the same in every language", function()
    for locale, list in pairs(words) do
      for key, value in pairs(tables.merge(words.en, list)) do
        assert.equal(type(words.en[key]), type(list[key]), locale .. " " .. key)
        local blanks = type(value) == "string"
          and words.en[key]:gsub("[^%%]*(%%%a)[^%%]*", "%1")
        if blanks and blanks:find("%", 1, true) then
          assert.equal(
            blanks,
            (list[key]:gsub("[^%%]*(%%%a)[^%%]*", "%1")),
            locale .. " " .. key
          )
        end
      end
    end
  end)
end)

describe("Markdown for agents", function()
  local config = { site_url = "https://s.test" }

  it(
    "begins with the title and names the index",
    function()
      assert.equal(
        "# T\n\n> For AI agents: the index of everything is https://s.test/llms.txt\n\nx\n",
        agents.markdown("# T\n\nx\n", config)
      )
    end
  )
end)

describe("every page", function()
  local paths = {
    "/en",
    "/id",
    "/de",
    LESSON,
    "/id/quran/2",
    "/en/tryout/indonesia/snbt/set-1",
    "/docs",
    "/docs/mcp",
    "/problems",
    "/problems/rate-limited",
    "/search",
    "/search?query=x",
  }
  for _, path in ipairs(paths) do
    it("is HTML with a title, a language and a policy: " .. path, function()
      local response = ask(path)
      assert.equal(200, response.status)
      assert.equal("text/html; charset=utf-8", header(response, "content-type"))
      assert.matches("default-src 'none'", header(response, "content-security-policy"), 1, true)
      assert.matches(
        '^<!doctype html>\n<html lang="%l%l" dir="ltr">.*<title>[^<]+</title>.*<h1',
        response.body
      )
    end)

    it("is Markdown where that is asked for: " .. path, function()
      local response = ask(path, MARKDOWN)
      assert.equal("text/markdown; charset=utf-8", header(response, "content-type"))
      assert.matches("^# %S", response.body)
      assert.equal("Accept, Accept-Encoding", header(response, "vary"))
    end)
  end

  it("is the same Markdown by its address as by Accept", function()
    for _, path in ipairs(paths) do
      local place, query = path:match("^([^?]*)(.*)$")
      local address = place .. ".md" .. query
      assert.equal(ask(path, MARKDOWN).body, ask(address).body, address)
    end
  end)

  it("ignores parameters that somebody added to its address", function()
    local tail = "utm_source=mail&utm_medium=x&fbclid=1&utm_source=again"
    for _, path in ipairs(paths) do
      local target = path .. (path:find("?", 1, true) and "&" or "?") .. tail
      assert.equal(200, ask(target).status, target)
      assert.is_nil(ask(target).body:find("utm_", 1, true), target)
    end
    assert.equal(400, ask("/v1/search?utm_source=mail").status)
    assert.equal(400, ask("/v1/health?utm_source=mail").status)
  end)

  it("is the better liked of both", function()
    local accept = "text/html;q=0.5, text/markdown"
    assert.matches("markdown", header(ask(LESSON, { accept = accept }), "content-type"))
    local browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    assert.matches("html", header(ask(LESSON, { accept = browser }), "content-type"))
  end)

  it("names its description, documentation, status and Markdown in Link", function()
    local link = header(ask(LESSON), "link")
    for _, expected in ipairs({
      "<http://site.test" .. LESSON .. '>; rel="canonical"',
      "<http://site.test" .. LESSON .. '.md>; rel="alternate"; type="text/markdown"',
      '<http://api.test/openapi.json>; rel="service-desc"',
      '<http://api.test/docs>; rel="service-doc"',
      '<http://api.test/v1/health>; rel="status"',
    }) do
      assert.matches(expected, link, 1, true)
    end
  end)

  local refused = {
    { "/en/none", 404, "CONTENT_NOT_FOUND", "an item that is not there" },
    { "/en/", 404, "ENDPOINT_NOT_FOUND", "a slash too many" },
    { LESSON .. "/", 404, "ENDPOINT_NOT_FOUND", "a slash too many after an item" },
    { "/fr", 404, "ENDPOINT_NOT_FOUND", "another language" },
    { "/docs/none", 404, "ENDPOINT_NOT_FOUND", "an unknown guide" },
    { "/docs/none.md", 404, "CONTENT_NOT_FOUND", "an unknown guide as Markdown" },
    { "/x.md.md", 404, "CONTENT_NOT_FOUND", "Markdown of Markdown" },
    { "/v1/health.md", 404, "CONTENT_NOT_FOUND", "Markdown of an operation" },
    { LESSON .. "?tafsir=1", 400, "INVALID_REQUEST", "a parameter of another form" },
    { "/search?offset=91", 422, "UNPROCESSABLE_REQUEST", "an offset beyond the last" },
    { "POST /", 405, "METHOD_NOT_ALLOWED", "another method" },
  }
  for _, case in ipairs(refused) do
    it("refuses " .. case[4], function()
      local response = ask(case[1])
      assert.same({ case[2], case[3] }, { response.status, cjson.decode(response.body).code })
    end)
  end

  it("of content waits for a publication", function()
    assert.equal(503, ask(LESSON, nil, true).status)
    assert.equal(503, ask(LESSON .. ".md", nil, true).status)
    assert.equal(503, ask("/en.md", nil, true).status)
    assert.equal(200, ask("/docs.md", nil, true).status)
  end)
end)

describe("the front door", function()
  it("leads to the home of the reader's language, and may be kept by language", function()
    local answer = ask("/", { ["accept-language"] = "de-AT,en;q=0.5" })
    assert.same({ 303, "/de" }, { answer.status, header(answer, "location") })
    assert.equal("Accept, Accept-Language", header(answer, "vary"))
    assert.equal("public, max-age=60", header(answer, "cache-control"))
    assert.equal("/en", header(ask("/?utm_source=mail", nil, true), "location"))
  end)

  it("leads agents to Markdown", function()
    assert.equal("/en.md", header(ask("/", MARKDOWN), "location"))
    assert.equal("/en.md", header(ask("/index.md"), "location"))
  end)

  it("is what a home names for readers of other languages", function()
    local link = '<link rel="alternate" hreflang="x-default" href="http://site.test/">'
    assert.matches(link, ask("/de").body, 1, true)
  end)
end)

describe("the home of a language", function()
  it("says what there is, with counts", function()
    local body = ask("/en.md").body
    for _, line in ipairs({
      "## [Lessons](http://site.test/en/material.md) (1)",
      "- [Mathematics](http://site.test/en/material/mathematics.md) (1)",
      "## [Try-outs](http://site.test/en/tryout.md) (0)",
      "- [Indonesia · SNBT (en)](http://site.test/en/tryout/indonesia/snbt.md) (0)",
      "## [Quran](http://site.test/en/quran.md) (114)",
    }) do
      assert.matches("\n" .. line .. "\n", body, 1, true)
    end
  end)

  it("is one step from the reference, which shows how programs ask", function()
    assert.matches('<a href="/docs">', ask("/id").body, 1, true)
    assert.matches("curl 'http://site.test/en/quran/112.md'", ask("/docs.md").body, 1, true)
  end)
end)

describe("the header of a page", function()
  local function header_of(path) return ask(path).body:match("<header>.*</header>") end

  it("leads to the sections of the language, and marks that of the page", function()
    local shown = header_of("/en/quran/2/255")
    assert.matches('<a href="/en/material">Lessons</a>', shown, 1, true)
    assert.matches('<a href="/en/quran" aria-current="true">Quran</a>', shown, 1, true)
    assert.is_nil(header_of("/en"):match("<nav.*"):find("aria-current", 1, true))
  end)

  it("speaks to readers: what is for programs stands in the footer", function()
    local whole = ask("/en").body
    assert.is_nil(whole:match("<header>.*</main>"):find("API", 1, true))
    assert.matches('<a href="/docs">For developers</a>', whole:match("<footer>.*"), 1, true)
  end)

  it("searches in the language of the page", function()
    local shown = header_of("/de/quran/2")
    assert.matches('<form action="/search" role="search">', shown, 1, true)
    assert.matches('<input type="hidden" name="locale" value="de">', shown, 1, true)
  end)

  it("leads to the same page in other languages, else to their homes", function()
    local cases = {
      { "/de/quran/2/255", "/id/quran/2/255" },
      { "/en/material", "/id/material" },
      { "/search?query=x&section=quran", "/search?locale=id&amp;query=x&amp;section=quran" },
      { "/docs", "/id" },
      { "/problems", "/id" },
    }
    for _, case in ipairs(cases) do
      local link = '<a href="' .. case[2] .. '" hreflang="id" lang="id">Bahasa Indonesia</a>'
      assert.matches(link, header_of(case[1]), 1, true)
    end
  end)
end)

describe("the page of a lesson", function()
  local body = ask(LESSON).body

  it("switches between languages by the learning object", function()
    local path = "/id/material/mathematics/quadratic-equations"
    assert.matches('<a href="' .. path .. '" hreflang="id" lang="id">', body, 1, true)
    assert.matches(
      '<link rel="alternate" hreflang="id" href="http://site.test' .. path .. '">',
      body,
      1,
      true
    )
    assert.matches('<span aria-current="true" lang="en">English</span>', body, 1, true)
  end)

  it("names its canonical address and its Markdown", function()
    assert.matches(
      '<link rel="canonical" href="http://site.test' .. LESSON .. '">',
      body,
      1,
      true
    )
    assert.matches(
      '<link rel="alternate" type="text/markdown" href="http://site.test' .. LESSON .. '.md">',
      body,
      1,
      true
    )
  end)

  it("that can only be cited says so, and leads to what can be read", function()
    local cited = ask("/en/tryout/indonesia/snbt/set-1").body
    assert.matches(words.en.elsewhere, cited, 1, true)
    assert.matches(
      '<p>You can read instead:</p>\n<ul>\n<li><a href="/en/tryout">',
      cited,
      1,
      true
    )
    assert.is_nil(cited:match("<article>.*</article>"):find('href="http', 1, true))
  end)

  it("that can only be cited is marked in lists", function()
    local marked = "SNBT set 1</a> <small>(" .. words.en.cited .. ")</small>"
    assert.matches(marked, ask("/en/tryout").body, 1, true)
    assert.matches(
      marked,
      ask("/search?query=SNBT&locale=en").body:gsub("</?mark>", ""),
      1,
      true
    )
    assert.matches("/set-1.md) (" .. words.en.cited .. ")", ask("/en/tryout.md").body, 1, true)
  end)
end)

describe("the page of a try-out", function()
  local html = svc.html(
    "## Questions\n\n**1.** One?\n\n- A. Yes\n- B. No\n\n## Answers\n\n"
      .. "**1: B.** See [it](x.md).\n\n"
      .. "More of it.\n\n**2: A.** Two.\n\n## After\n\nThe end.\n"
  )
  local item = { locale = "en", route = "tryout/x", title = "Set 1" }
  local closed = tryout.body(html, item, application)

  it("closes each key with all that belongs to it, and needs no script for that", function()
    local first = closed:match('<details class="key" id="key%-1">(.-)</details>')
    assert.truthy(
      first:find("Key to question 1", 1, true) and first:find("More of it", 1, true)
    )
    local second = closed:match('<details class="key" id="key%-2">(.-)</details>')
    assert.is_nil(second:find("After", 1, true))
  end)

  it("has a score, which counts the questions before a script does", function()
    assert.truthy(closed:find('<div class="score" data-markdown-ignore', 1, true))
    assert.matches('<span class="done">0 of 1 answered</span>', closed, 1, true)
    assert.is_nil(
      tryout.body(svc.html("# No keys\n\nText."), item, application):find("score", 1, true)
    )
  end)
end)

describe("the way to report an error", function()
  before_each(function() face.report = "mailto:errors@site.test" end)
  after_each(function() face.report = nil end)

  local mail = "mailto:errors@site.test?subject=%s&amp;body=%s"
  local pages = {
    { LESSON, "Quadratic%20equations" },
    { "/en/quran/2", "Surah%202" },
    { "/en/quran/2/1", "Surah%202%202%3A1" },
  }
  for _, case in ipairs(pages) do
    it("has the title and the address of its page: " .. case[1], function()
      local url = mail:format(case[2], uri.encode("http://site.test" .. case[1]))
      assert.matches(
        ('<a href="%s">Report an error</a>'):format(url),
        ask(case[1]).body,
        1,
        true
      )
    end)
  end

  it("stands at each question, in the language of the page", function()
    local html = svc.html("**1.** A?\n\n- A. a\n- B. b\n\n**1: B.** So.\n")
    local item = { locale = "de", route = "tryout/x", title = "Satz" }
    local url = mail:format("Satz%2C%201", uri.encode("http://site.test/de/tryout/x#key-1"))
    local link = ('<a href="%s">Fehler in Aufgabe 1 melden</a></p>\n</details>'):format(url)
    assert.matches(link, tryout.body(html, item, application), 1, true)
  end)

  local cases = {
    {
      "https://a.test/new?t={title}&b={address}",
      "https://a.test/new?t=a%26b&b=http%3A%2F%2Fs%2Fp",
    },
    { "https://a.test/new", "https://a.test/new" },
    { "mailto:a@b?cc=c@d", "mailto:a@b?cc=c@d&subject=a%26b&body=http%3A%2F%2Fs%2Fp" },
    { "mailto:a@b?subject={title}", "mailto:a@b?subject=a%26b" },
  }
  for _, case in ipairs(cases) do
    it("stands where the operator says: " .. case[1], function()
      face.report = case[1]
      assert.equal(case[2], site.report("/p", "a&b", { site_url = "http://s" }))
    end)
  end

  it("is not there where the operator names none", function()
    face.report = nil
    assert.is_nil(ask(LESSON).body:find("Report an error", 1, true))
  end)
end)

describe("the page of a surah", function()
  local body = ask("/en/quran/2").body

  it("has an anchor for each verse and Arabic from right to left", function()
    local _, count = body:gsub('<section class="verse" id="verse%-%d+">', "")
    assert.equal(286, count)
    assert.matches('<p class="arabic" lang="ar" dir="rtl">arabic 8&nbsp;<span', body, 1, true)
  end)

  it("shows notes below their verse, linked both ways", function()
    assert.matches(
      'Alif<sup><a id="mark-1-3" href="#note-1-3" aria-label="Note 3">[3]</a></sup>, Lām',
      body,
      1,
      true
    )
    assert.matches(
      '<li id="note-1-3"><a href="#mark-1-3" aria-label="Note 3">[3]</a> A note.</li>',
      body,
      1,
      true
    )
  end)

  it(
    "has the name of its language, the Arabic one, and the meaning with its language",
    function()
      local arabic = '<bdi lang="ar" dir="rtl">arabic name 2</bdi>'
      local cases = {
        { "/en/quran/2", "<h1>Surah 2</h1>", '<span class="meaning">meaning 2</span>' },
        {
          "/id/quran/2",
          "<h1>Surat 2</h1>",
          '<span class="meaning" lang="en">meaning 2</span>',
        },
        {
          "/de/quran/2/5",
          '<h1>Surah 2 <span class="numbers">2:5</span></h1>',
          '<span class="meaning" lang="en">meaning 2</span>',
        },
      }
      for _, case in ipairs(cases) do
        local text = ask(case[1]).body
        for _, part in ipairs { case[2], case[3], arabic } do
          assert.matches(part, text, 1, true)
        end
      end
    end
  )

  it("names the publisher of a text and the publisher's page before the package", function()
    local sources = body:match('<details class="sources".*')
    local own = sources:find("https://source.test/new", 1, true)
    assert.is_true(own < sources:find('href="https://source.test/"', 1, true))
    assert.is_true(sources:find("<dt>Publisher</dt>", 1, true) < own)
  end)

  it("shows the opening formula where it is no verse", function()
    assert.matches("opening", body, 1, true)
    assert.is_nil(ask("/en/quran/1").body:find('class="verse opening"', 1, true))
    assert.is_nil(ask("/en/quran/9").body:find('class="verse opening"', 1, true))
  end)

  it(
    "names sources and terms, announced as leading away",
    function()
      assert.matches(
        '<a href="https://source.test/terms" rel="external noopener">',
        body,
        1,
        true
      )
    end
  )

  it("leads to its neighbours", function()
    assert.matches('<a rel="next" href="/en/quran/3">', body, 1, true)
    assert.matches('<a rel="prev" href="/en/quran/1">', body, 1, true)
    assert.is_nil(ask("/en/quran/114").body:find('rel="next"', 1, true))
  end)

  it("shows the tafsir on request where one is embedded", function()
    assert.is_nil(ask("/id/quran/2").body:find("tafsir 8", 1, true))
    assert.matches("<p>tafsir 8</p>", ask("/id/quran/2?tafsir=true").body, 1, true)
    assert.matches("noindex", ask("/id/quran/2?tafsir=true").body, 1, true)
    assert.is_nil(ask("/en/quran/2?tafsir=true").body:find("tafsir 8", 1, true))
  end)
end)

describe("the page of a verse", function()
  local body = ask("/en/quran/2/255").body

  it("shows the verse, its reference to copy and its neighbours", function()
    assert.truthy(body:find('<section class="verse" id="verse-255">', 1, true))
    assert.truthy(body:find('value="[^"]*2:255[^"]*/en/quran/2/255"'))
    assert.truthy(body:find('rel="prev" href="/en/quran/2/254"', 1, true))
    assert.truthy(body:find('rel="next" href="/en/quran/2/256"', 1, true))
  end)

  it("is titled by the verse, and has its text before all that is about it", function()
    local verse = body:find('<section class="verse"', 1, true)
    assert.matches('<h1>Surah 2 <span class="numbers">2:255</span></h1>\n', body, 1, true)
    assert.is_true(verse < body:find('class="lead"', 1, true))
    assert.is_true(verse < body:find('<details class="sources"', 1, true))
  end)

  it("is there as Markdown and in every language", function()
    assert.truthy(ask("/en/quran/2/255.md").body:find("^# .- 2:255\n"))
    assert.truthy(body:find('hreflang="de" href="http://site.test/de/quran/2/255"', 1, true))
  end)

  it("has no neighbour before the first verse or behind the last, and none is there", function()
    assert.is_nil(ask("/en/quran/2/1").body:find('rel="prev"', 1, true))
    assert.is_nil(ask("/en/quran/2/286").body:find('rel="next"', 1, true))
    for _, path in ipairs { "2/287", "2/0", "2/01", "115/1", "2/x" } do
      assert.equal(404, ask("/en/quran/" .. path).status, path)
    end
  end)
end)

describe("the page of some verses", function()
  local body = ask("/en/quran/2/255-257").body

  it("shows these verses alone, between their neighbours", function()
    local _, count = body:gsub('<section class="verse"', "")
    assert.equal(3, count)
    assert.matches('<span class="numbers">2:255–257</span></h1>', body, 1, true)
    assert.matches('rel="prev" href="/en/quran/2/254"', body, 1, true)
    assert.matches('rel="next" href="/en/quran/2/258"', body, 1, true)
  end)

  it("is there as Markdown and in every language, but crawled as single verses", function()
    assert.truthy(ask("/en/quran/2/255-257.md").body:find("^# .- 2:255–257\n"))
    assert.matches('hreflang="de" href="http://site.test/de/quran/2/255-257"', body, 1, true)
    assert.matches('content="noindex"', body, 1, true)
  end)

  local cases = {
    { "2/1-50", 200, "the most that an answer holds" },
    { "2/1-51", 308, "more than that: their place in the surah" },
    { "2/5-5", 308, "one verse, which has a page" },
    { "2/7-5", 404, "backwards" },
    { "2/280-287", 404, "behind the last verse" },
    { "2/1-", 404, "without an end" },
    { "2/1-05", 404, "a number with a zero ahead" },
    { "2/-5", 404, "without a beginning" },
  }
  for _, case in ipairs(cases) do
    it(
      ("answers %d for %s: %s"):format(case[2], case[1], case[3]),
      function() assert.equal(case[2], ask("/en/quran/" .. case[1]).status) end
    )
  end
end)

describe("the page of what lies below a path", function()
  it("lists a subject, and says where it stands", function()
    local body = ask("/en/material/mathematics").body
    assert.truthy(body:find("<h1>Mathematics</h1>", 1, true))
    assert.truthy(body:find('<a href="/en/material">', 1, true))
    assert.truthy(body:find('href="' .. LESSON .. '"', 1, true))
  end)

  it("groups a section by its subjects, and lists surahs in their order", function()
    local body = ask("/en/material").body
    assert.truthy(body:find('<h2><a href="/en/material/mathematics">', 1, true))
    local quran = ask("/en/quran").body
    assert.is_true(
      quran:find('"/en/quran/2"', 1, true) < quran:find('"/en/quran/112"', 1, true)
    )
    local named = ' <span>meaning 2</span> <bdi lang="ar" dir="rtl">arabic name 2</bdi>'
      .. " <small>286 verses · Meccan</small></li>"
    assert.matches('<li><a href="/en/quran/2">2 Surah 2</a>' .. named, quran, 1, true)
    local markdown = "2 Surah 2%]%([^()]*%) meaning 2 arabic name 2 286 verses · Meccan\n"
    assert.truthy(ask("/en/quran.md").body:find(markdown))
  end)

  it("names the first lessons of a subject on its card", function()
    local card = ask("/en/material").body:match('<section class="card">.-</section>')
    assert.matches("Lessons: %d+ · First lesson: <a href=", card)
    assert.matches('<p class="about">', card, 1, true)
  end)

  it("leads from the Quran to the beginning of each juz", function()
    local body = ask("/en/quran").body
    local _, count = body:match('<details class="juz">(.-)</details>'):gsub("<a ", "")
    assert.equal(30, count)
    assert.matches('<a href="/en/quran/2#verse-142">2</a>', body, 1, true)
    assert.matches(
      "[2](http://site.test/en/quran/2.md) [3](http",
      ask("/en/quran.md").body,
      1,
      true
    )
  end)

  it("is Markdown too, in every language", function()
    assert.truthy(ask("/en/material/mathematics.md").body:find("^# Mathematics\n"))
    local german = 'hreflang="de" href="http://site.test/de/material/mathematics"'
    assert.truthy(ask("/en/material/mathematics").body:find(german, 1, true))
  end)

  it("is not there where nothing lies below", function()
    assert.equal(404, ask("/en/material/mathematic").status)
    assert.equal(404, ask("/en/material/").status)
  end)
end)

describe("the head of a page", function()
  it("tells machines what it is", function()
    local body = ask(LESSON).body
    local data = body:match('<script type="application/ld%+json">(.-)</script>')
    local told = svc.parse_json(data)
    assert.same({ "LearningResource", "en" }, { told["@type"], told.inLanguage })
    assert.truthy(body:find('property="og:url" content="http://site.test' .. LESSON, 1, true))
    assert.truthy(body:find('hreflang="x-default" href="http://site.test' .. LESSON, 1, true))
  end)

  it("lets no text out of its data", function()
    local view = { kind = "articles", lang = "en", path = "/x", title = "</script><b>" }
    local values = { site = "" }
    meta.add(values, view)
    assert.matches("</script>", values.data, 1, true)
    assert.is_nil(values.data:find("</script><b>", 1, true))
  end)
end)

describe("the page of the terms", function()
  for _, locale in ipairs(svc.locales) do
    it("names the sources and what is to be cleared in " .. locale, function()
      local body = ask("/terms/" .. locale, MARKDOWN).body
      assert.truthy(body:find("\n### " .. words[locale].arabic .. ": ", 1, true))
      assert.truthy(body:find(words[locale].terms_clear, 1, true))
      local known = locale == "id" and "Tanyakan dahulu." or words[locale].terms_unknown
      assert.truthy(
        body:find(("**%s** %s\n"):format(words[locale].terms_known, known), 1, true)
      )
    end)
  end
end)

describe("the feed of a language", function()
  it("has the newest items first, each with its address and day", function()
    local answer = ask("/en/feed.atom")
    assert.equal("application/atom+xml", header(answer, "Content-Type"))
    local days = {}
    for day in answer.body:gmatch("<entry>.-<updated>(%d+%-%d+%-%d+)T") do
      days[#days + 1] = day
    end
    assert.is_true(#days > 0)
    for i = 2, #days do
      assert.is_true(days[i - 1] >= days[i])
    end
  end)
end)

describe("the search for people", function()
  it("finds without a script, and keeps what was asked", function()
    local body = ask("/search?query=persamaan&locale=id").body
    assert.matches('<a href="/id/material/mathematics/quadratic-equations">', body, 1, true)
    assert.matches('name="query" value="persamaan"', body, 1, true)
    assert.matches("noindex", body, 1, true)
  end)

  it("escapes what was asked", function()
    local body = ask("/search?query=%22%3E%3Cscript%3E").body
    assert.is_nil(body:find("<script>", 1, true))
    assert.matches("&quot;&gt;&lt;script&gt;", body, 1, true)
  end)

  it("shows what was asked on one line of the Markdown, where it means nothing else", function()
    -- stylua: ignore
    local hostile = {
      "x\n\n# Injected", "x\r\n- a\r- b", "x\u{2028}# y", "x\u{85}# y", "[a](https://e.test)",
      "](https://e.test)", "<https://e.test>", "![a](b)", "`code`", "*a* _b_ ~~c~~", "a | b",
      "$x^2$", "&amp; <b>", "\\", "x \\", "https://e.test www.e.test a@e.test", "# x", "x #",
    }
    for _, query in ipairs(hostile) do
      for _, path in ipairs({ "/search.md?query=", "/search?query=" }) do
        local body = ask(path .. uri.encode(query), MARKDOWN).body
        local first, rest = body:match("^([^\n]*)\n(.*)$")
        local html, rendering = svc.html(first)
        local shown = query:gsub("%c", " "):gsub("\u{2028}", " "):gsub("\u{85}", " ")
        assert.equal(words.en.results:format(shown), rendering.headings[1].text)
        assert.matches("^<h1[^>]*>[^<]*</h1>\n$", html)
        assert.is_nil(rest:find("# Injected", 1, true))
      end
    end
  end)

  it("shows what there is where nothing was asked", function()
    assert.matches('<ol class="items">', ask("/search?query=").body, 1, true)
    assert.matches('<ol class="items">', ask("/search?query=%20").body, 1, true)
  end)

  it("marks what was asked for", function()
    local body = ask("/search?query=persamaan&locale=id").body
    assert.matches("<mark>[Pp]ersamaan</mark>", body)
  end)

  it("says which language has what the asked one lacks, where one does", function()
    local link = '<a href="/search?locale=id&amp;query=persamaan">'
    local body = ask("/search?query=persamaan&locale=en").body
    assert.matches(words.en.found_elsewhere, body, 1, true)
    assert.matches(link, body:match(words.en.found_elsewhere .. ".*"), 1, true)
    assert.is_nil(ask("/search?query=xyzzyx").body:find(words.en.found_elsewhere, 1, true))
    assert.is_nil(
      ask("/search?query=persamaan&locale=id").body:find(words.id.found_elsewhere, 1, true)
    )
    local markdown = ask("/search?query=persamaan&locale=en", MARKDOWN).body
    assert.matches("/search?locale=id&query=persamaan)", markdown, 1, true)
  end)

  it("filters by section", function()
    local body = ask("/search?section=quran").body
    assert.matches("/en/quran/", body, 1, true)
    assert.is_nil(body:find('href="/en/material/', 1, true))
  end)

  it("says how many it shows, and whether they are all", function()
    local cases = {
      { "/search?query=", "1 to 10 of the best 100" },
      { "/search?query=&offset=10", "11 to 20 of the best 100" },
      { "/search?query=SNBT&locale=en&section=tryout", "%d found" },
    }
    for _, case in ipairs(cases) do
      assert.matches('<p class="numbers">' .. case[2] .. "</p>", ask(case[1]).body)
    end
    assert.is_nil(ask("/search?query=qqqqqqqqqq").body:find('class="numbers"', 1, true))
  end)
end)

describe("an image", function()
  local path = "/assets/" .. sample.image.name

  it("is served with its type, for ever, and can neither run nor load", function()
    local response = ask(path)
    assert.equal(sample.image.bytes, response.body)
    assert.same({
      "image/svg+xml",
      "public, max-age=31536000, immutable",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      "cross-origin",
      "nosniff",
      '"' .. svc.sha256(sample.image.bytes) .. '"',
    }, {
      header(response, "content-type"),
      header(response, "cache-control"),
      header(response, "content-security-policy"),
      header(response, "cross-origin-resource-policy"),
      header(response, "x-content-type-options"),
      header(response, "etag"),
    })
  end)

  it("of another name is not there, nor without a publication", function()
    assert.equal(404, ask("/assets/dots.0000000000000000.svg").status)
    assert.equal(404, ask((path:gsub("svg$", "png"))).status)
    assert.equal(503, ask(path, nil, true).status)
  end)
end)

describe("an asset", function()
  for name, media_type in pairs({
    ["style.css"] = "text/css; charset=utf-8",
    ["site.js"] = "text/javascript; charset=utf-8",
    ["icon.svg"] = "image/svg+xml",
  }) do
    it("has a digest in its name and is kept for ever: " .. name, function()
      local path = asset.path(name)
      assert.matches("^/assets/%l+%.%x+%.%l+$", path)
      local response = ask(path)
      assert.equal(media_type, header(response, "content-type"))
      assert.equal("public, max-age=31536000, immutable", header(response, "cache-control"))
    end)
  end

  it(
    "of another digest is not there",
    function() assert.equal(404, ask("/assets/style.0000000000000000.css").status) end
  )
end)

describe("what agents and crawlers find", function()
  it(
    "robots.txt names the sitemap",
    function()
      assert.matches(
        "Sitemap: http://site.test/sitemap.xml\n",
        ask("/robots.txt").body,
        1,
        true
      )
    end
  )

  it("security.txt is there where the operator named a contact", function()
    assert.equal(404, ask("/.well-known/security.txt").status)
    local config = setmetatable({ security_contact = "mailto:a@b.test" }, {
      __index = application.config,
    })
    local now = os.time({ year = 2026, month = 3, day = 1, hour = 13 }) * 1000
    local other = application.new({ config = config, now = function() return now end })
    local response = other.handle(application.request("/.well-known/security.txt"))
    assert.equal("text/plain; charset=utf-8", header(response, "content-type"))
    assert.equal(
      "Contact: mailto:a@b.test\nExpires: 2026-08-28T00:00:00Z\nPreferred-Languages: en, id, de\n"
        .. "Canonical: http://site.test/.well-known/security.txt\n",
      response.body
    )
    assert.is_nil(response.key)
  end)

  it("the API catalog leads to contract, documentation and health", function()
    local response = ask("/.well-known/api-catalog")
    assert.equal("application/linkset+json", header(response, "content-type"))
    local link = cjson.decode(response.body).linkset[1]
    assert.equal("http://api.test/v1", link.anchor)
    assert.equal("http://api.test/openapi.json", link["service-desc"][1].href)
    assert.equal("http://api.test/docs", link["service-doc"][1].href)
    assert.equal("http://api.test/v1/health", link.status[1].href)
  end)

  it("llms-full.txt holds reference, guides and lessons", function()
    local body = ask("/llms-full.txt").body
    for _, part in ipairs({ "# API reference", "# Connect an MCP client", "# Quadratic" }) do
      assert.matches(part, body, 1, true)
    end
  end)
end)

describe("the reference", function()
  local markdown = ask("/docs", MARKDOWN).body
  local html = ask("/docs").body

  it("shows every operation of the contract, with a form to try it", function()
    local contract = cjson.decode(handler.app:contract())
    for path, methods in pairs(contract.paths) do
      assert.matches(
        "`GET " .. path .. "` (`" .. methods.get.operationId .. "`)",
        markdown,
        1,
        true
      )
      assert.matches(
        '<form class="try" data-markdown-ignore action="/try/'
          .. methods.get.operationId
          .. '">',
        html,
        1,
        true
      )
      for _, parameter in ipairs(methods.get.parameters or {}) do
        local name = parameter.name or parameter["$ref"]:match("[^/]*$")
        assert.matches("| `" .. name, markdown, 1, true)
      end
    end
  end)

  it("writes examples that work", function()
    local count = { 0, 0 }
    for i, part in ipairs({ markdown:match("^(.-)(\n## Guides\n.*)$") }) do
      for target in part:gmatch("curl 'http://api.test([^']*)'") do
        assert.equal(200, ask(target).status, target)
        count[i] = count[i] + 1
      end
    end
    assert.same({ 2, handler.app:check() }, count)
  end)

  it("forms lead to the operation, without the fields that are empty", function()
    local cases = {
      { "searchSvcContent?query=a+b&section=&locale=de", "/v1/search?locale=de&query=a%20b" },
      { "getSvcQuranReference?surah=112&from_verse=", "/v1/quran/112" },
      { "getSvcQuranReference?surah=../x%3F&to_verse=2", "/v1/quran/..%2Fx%3F?to_verse=2" },
      { "getSvcQuranReference?surah=//evil.test/", "/v1/quran/%2F%2Fevil.test%2F" },
      { "getSvcContent?ref=a%26b%3Dc%0D%0AX:y", "/v1/content?ref=a%26b%3Dc%0D%0AX%3Ay" },
      { "getSvcApiHealth", "/v1/health" },
    }
    for _, case in ipairs(cases) do
      local response = ask("/try/" .. case[1])
      assert.same({ 303, case[2] }, { response.status, header(response, "location") })
    end
    assert.equal(404, ask("/try/none").status)
    assert.equal(400, ask("/try/getSvcContent?ref=%FF").status)
  end)

  it("names the Lua module of the address's scheme", function()
    assert.matches('local http = require("socket.http")', markdown, 1, true)
    local config = setmetatable(
      { base_url = "https://api.test" },
      { __index = application.config }
    )
    local other = application.new({ config = config })
    local secure = other.handle(application.request("/docs", MARKDOWN)).body
    assert.matches('local http = require("ssl.https")\nlocal body', secure, 1, true)
  end)

  describe("of an operation with a body", function()
    local routes = { table.unpack(require("routes")) }
    routes[#routes + 1] = {
      method = "POST",
      path = "/orders/{shop}",
      operation = "postOrder",
      summary = "Order",
      description = "Takes an order.",
      params = { shop = params.string({ from = "path", max_bytes = 9, example = "a b" }) },
      body = {
        type = "object",
        additionalProperties = false,
        required = { "count" },
        properties = {
          count = { type = "integer", minimum = 2, maximum = 20, description = "How many." },
          note = { type = "string", maxLength = 20, examples = { "it's \\ 5" } },
        },
      },
      answer = { schema = "ApiHealth", description = "The order." },
      handle = function(call) return { taken = call.body.count } end,
    }
    local orders = application.new({ routes = routes })
    local function get(path, headers) return orders.handle(application.request(path, headers)) end
    local text = get("/docs", MARKDOWN).body

    for _, line in ipairs({
      "`POST /orders/{shop}` (`postOrder`)",
      "| `count` (required) | integer; from 2; to 20 | How many. |",
      "curl -X POST -H 'Content-Type: application/json' \\\n"
        .. [[  -d '{"count":2,"note":"it'\''s \\ 5"}' \]]
        .. "\n  'http://api.test/orders/a%20b'",
      [[body: '{"count":2,"note":"it\'s \\\\ 5"}']],
    }) do
      it("shows " .. line:sub(1, 40), function() assert.matches(line, text, 1, true) end)
    end

    it("has no form, which could send no body", function()
      assert.falsy(get("/docs").body:find("/try/postOrder", 1, true))
      assert.equal(404, get("/try/postOrder").status)
    end)
  end)

  it("has a guide whose route works as it is written", function()
    local guide = ask("/docs/routes", MARKDOWN).body
    local source = guide:match("```lua\n(.-)```")
    local routes = { table.unpack(require("routes")) }
    routes[#routes + 1] = assert(load(source))()
    local other = application.new({ routes = routes })
    local response = other.handle(application.request("/greeting?name=Ada"))
    assert.equal('{"greeting":"Hello, Ada!"}', response.body)
  end)
end)
