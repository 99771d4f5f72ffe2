--- Who wrote the texts and under which licence: what pages, feeds and machines are told of it.
local application = require("spec.support.application")
local sample = require("spec.support.sample")
local svc = require("svc")
local words = require("site.locales")

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
        local line = "\n- %s: A & B · %s: [CC BY 4.0](%s)\n"
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
    has(ask("/terms/id", MARKDOWN), ("%s: A & B"):format(words.id.authors))
    assert.is_nil(ask("/terms/de", MARKDOWN):find(words.de.authors, 1, true))
  end)
end)
