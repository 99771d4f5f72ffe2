--- Who wrote the texts and under which licence: what pages, feeds and machines are told of it.
local application = require("spec.support.service.application")
local credits = require("site.credits")
local forge = require("spec.support.publication.forge")
local sample = require("spec.support.publication.sample")
local svc = require("svc")
local tables = require("base.tables")
local words = require("base.locales")

local handler = application.new()
local MARKDOWN = { accept = "text/markdown" }
local URL = sample.credits["licence-url"]

local function ask(target, headers)
  return handler.handle(application.request(target, headers)).body
end

local function has(text, part) assert.truthy(text:find(part, 1, true), text) end

local function told(body)
  return svc.parse_json(body:match('<script type="application/ld%+json">(.-)</script>'))
end

local ITEMS = {
  "material/mathematics/quadratic-equations",
  "articles/education/reading",
  "tryout/indonesia/snbt/set-1",
}

for _, item in ipairs(ITEMS) do
  describe("the page " .. item, function()
    for _, locale in ipairs { "en", "id" } do
      local path, w = ("/%s/%s"):format(locale, item), words[locale]

      it("names the authors and the licence to people in " .. locale, function()
        local body = ask(path)
        has(body, ("<dt>%s</dt><dd>A &amp; B</dd>"):format(w.authors))
        local link = '<a rel="external license noopener" href="%s">CC BY 4.0</a>'
        has(body, ("<dt>%s</dt><dd>%s</dd>"):format(w.licence, link:format(URL)))
      end)

      it("names them to agents in " .. locale, function()
        local line = "\n- %s: A \\& B · %s: [CC BY 4\\.0](%s)\n"
        has(ask(path, MARKDOWN), line:format(w.authors, w.licence, URL))
      end)

      it("names them to search engines in " .. locale, function()
        local data = told(ask(path))
        assert.same({ ["@type"] = "Organization", name = "A & B" }, data.author)
        assert.equal(URL, data.license)
      end)
    end

    it("says nothing where the publication does not", function()
      assert.is_nil(told(ask("/de/" .. item)).license)
      assert.is_nil(ask("/de/" .. item):find(words.de.authors, 1, true))
      assert.is_nil(ask("/de/" .. item, MARKDOWN):find(words.de.licence, 1, true))
    end)
  end)
end

describe("what a publication says of its texts", function()
  local whole = { authors = "A", licence = "B", ["licence-url"] = "https://licence.test/" }
  local cases = {
    { "nothing of it", { authors = false, licence = false, ["licence-url"] = false } },
    { "no authors", { authors = false } },
    { "no licence", { licence = false } },
    { "no address of it", { ["licence-url"] = false } },
    { "an address that is none of the web", { ["licence-url"] = "javascript:x" } },
  }

  local function of(changes)
    local builder = forge.builder()
    for id, label in pairs(tables.merge(whole, changes)) do
      if label then builder:label { kind = "credit", locale = "en", id = id, label = label } end
    end
    local publication <close> = assert(forge.open(forge.signed(builder)))
    return credits.of(publication, "en")
  end

  it("is told whole", function()
    local expected =
      { authors = "A", licence = "B", locale = "en", url = "https://licence.test/" }
    assert.same(expected, of({}))
  end)

  for _, case in ipairs(cases) do
    it("is not told with " .. case[1], function() assert.is_nil(of(case[2])) end)
  end
end)

describe("a surah", function()
  it(
    "was written by none of the authors",
    function() assert.is_nil(ask("/en/quran/1"):find(words.en.authors, 1, true)) end
  )
end)

describe("the feed", function()
  it("names authors and licence, or the site alone", function()
    local feed = ask("/en/feed.atom")
    has(feed, "<author><name>A &amp; B</name></author>\n")
    has(feed, "<rights>CC BY 4.0: https://licence.test/by</rights>\n")
    local silent = ask("/de/feed.atom")
    has(silent, "<author><name>svc</name></author>\n")
    assert.is_nil(silent:find("<rights>", 1, true))
  end)
end)

describe("the page of the terms", function()
  it("begins with the licence of the texts", function()
    has(ask("/terms/id", MARKDOWN), ("%s: A \\& B"):format(words.id.authors))
    assert.is_nil(ask("/terms/de", MARKDOWN):find(words.de.authors, 1, true))
  end)
end)
