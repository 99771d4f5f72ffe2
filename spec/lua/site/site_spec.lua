--- The addresses of content.
local site = require("site")

local config = { site_url = "https://site.test" }
local document = {
  content_id = "asset:en:quran:surah:2",
  locale = "en",
  route = "quran/2",
  title = "Al-Baqarah",
  readable = true,
}

describe("site", function()
  it("puts locale and route behind the site", function()
    assert.equal("https://site.test/en/quran/2", site.url(document, config))
    assert.equal("https://site.test/en/quran/2.md", site.markdown_url(document, config))
  end)

  it("points to a verse in the canonical URL alone", function()
    local verse = setmetatable({ verse = 255 }, { __index = document })
    assert.equal("https://site.test/en/quran/2#verse-255", site.url(verse, config))
    assert.equal("https://site.test/en/quran/2.md", site.markdown_url(verse, config))
  end)

  it("gives an item without text no Markdown URL, and a problem for its text", function()
    local cited = setmetatable({ readable = false }, { __index = document })
    assert.is_nil(site.markdown_url(cited, config))
    local text, fault = site.text(cited, nil, config)
    assert.is_nil(text)
    assert.equal("CONTENT_NOT_FOUND", fault.code)
    assert.matches("https://site.test/en/quran/2", fault.resolution, 1, true)
  end)

  it("describes a document without what only the engine needs", function()
    local own = { readable = true, updated = "2026-01-01", verse = 255 }
    for _, name in ipairs({ "content_id", "locale", "route", "title" }) do
      own[name] = document[name]
    end
    assert.same({
      content_id = "asset:en:quran:surah:2",
      locale = "en",
      markdown_url = "https://site.test/en/quran/2.md",
      route = "quran/2",
      title = "Al-Baqarah",
      url = "https://site.test/en/quran/2#verse-255",
    }, site.describe(own, config))
  end)
end)
