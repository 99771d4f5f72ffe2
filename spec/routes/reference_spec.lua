--- References to the Quran at the edges of the service: the text that /reference reads, addresses
-- that lead to a page, pages that `ref` resolves, verses that do not exist.
local application = require("spec.support.service.application")

local handler = application.new()

local function ask(target, headers) return handler.handle(application.request(target, headers)) end

local function body(target) return application.json(ask(target)) end

local function encoded(text)
  return (text:gsub("[^%w]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

describe("GET /reference", function()
  -- Text, then surah, first verse, last verse.
  local cases = {
    { "2:255", 2, 255, 255 },
    { "2/255", 2, 255, 255 },
    { "2,255", 2, 255, 255 },
    { "٢:٢٥٥", 2, 255, 255 },
    { "surah 36", 36 },
    { "36", 36 },
    { "QS Al-Baqarah: 255-257", 2, 255, 257 },
    { "https://quran.com/2/255", 2, 255, 255 },
    { "surah yasni", 36 },
    { "2:287", 2, 287, 287 },
    { "Yunus 114", 10, 114, 114 },
  }
  for _, case in ipairs(cases) do
    it("reads " .. case[1], function()
      local found = body("/reference?q=" .. encoded(case[1]))
      assert.same(
        { case[2], case[3], case[4] },
        { found.surah, found.from_verse, found.to_verse }
      )
      assert.equal("Surah " .. case[2], found.name)
    end)
  end

  it("tells where a juz ends", function()
    local found = body("/reference?q=juz%2030")
    found.name = nil
    assert.same({ juz = 30, surah = 78, from_verse = 1, to_surah = 114, to_verse = 6 }, found)
  end)

  it("gives candidates for a text that names nothing for certain", function()
    assert.same(
      { candidates = { { surah = 36, name = "Surah 36" } } },
      body("/reference?q=yasin%20all")
    )
    assert.same({ candidates = {} }, body("/reference?q=a"))
  end)

  it("refuses an unknown locale, no text, and too long a text", function()
    assert.equal(422, ask("/reference?q=a&locale=xx").status)
    assert.equal(400, ask("/reference").status)
    assert.equal(422, ask("/reference?q=" .. ("a"):rep(513)).status)
    assert.equal(400, ask("/reference?q=a&page=1").status)
  end)

  it("is no operation of the contract", function()
    for path in pairs(body("/openapi.json").paths) do
      assert.is_nil(path:find("reference", 1, true), path)
    end
  end)
end)

describe("another address of verses", function()
  for path, target in pairs({
    ["/en/quran/2:255"] = "/en/quran/2/255",
    ["/en/quran/2%3A255"] = "/en/quran/2/255",
    ["/en/quran/2.255"] = "/en/quran/2/255",
    ["/en/quran/2,255"] = "/en/quran/2/255",
    ["/en/quran/2:255-257"] = "/en/quran/2/255-257",
    ["/en/quran/2:255%E2%80%93257"] = "/en/quran/2/255-257",
    ["/en/quran/2/1-286"] = "/en/quran/2#verse-1",
    ["/de/quran/al-baqarah"] = "/de/quran/2",
    ["/de/quran/al-baqarah/255"] = "/de/quran/2/255",
    ["/id/quran/surah-2"] = "/id/quran/2",
    ["/en/quran/2:255.md"] = "/en/quran/2/255.md",
    ["/en/quran/2:255-257.md"] = "/en/quran/2/255-257.md",
    ["/en/quran/2/1-286.md"] = "/en/quran/2.md#verse-1",
  }) do
    it(("leads to the page: %s"):format(path), function()
      local response = ask(path)
      assert.equal(308, response.status)
      assert.equal(target, application.header(response, "Location"))
      assert.equal(200, ask((target:gsub("#.*", ""))).status)
    end)
  end

  for _, path in ipairs {
    "/en/quran/2:287",
    "/en/quran/2/287",
    "/en/quran/2/287-288",
    "/en/quran/2/257-255",
    "/en/quran/115",
    "/en/quran/115:1",
    "/en/quran/juz/30",
    "/en/quran/yasni",
    "/en/quran/0",
    "/en/quran/002",
    "/en/quran/2/255/3",
    "/en/material/2:255",
    "/en/quran/",
  } do
    it(
      ("is none where there is no such page: %s"):format(path),
      function() assert.equal(404, ask(path).status) end
    )
  end
end)

describe("a `ref`", function()
  local function ref(text) return ask("/v1/content?ref=" .. encoded(text)) end

  for text, url in pairs({
    ["http://site.test/en/quran/2/255"] = "http://site.test/en/quran/2#verse-255",
    ["http://site.test/en/quran/2/255.md"] = "http://site.test/en/quran/2#verse-255",
    ["http://site.test/en/quran/2/255-257"] = "http://site.test/en/quran/2#verse-255",
    ["http://site.test/de/quran/2:255"] = "http://site.test/de/quran/2#verse-255",
    ["http://site.test/id/quran/al-baqarah"] = "http://site.test/id/quran/2",
    ["http://site.test/id/quran/al-baqarah/255"] = "http://site.test/id/quran/2#verse-255",
  }) do
    it(("resolves the address of a page of verses: %s"):format(text), function()
      local response = ref(text)
      assert.equal(200, response.status)
      assert.equal(url, application.json(response).url)
    end)
  end

  for text, status in pairs({
    ["http://site.test/en/quran/2/287"] = 404,
    ["http://site.test/en/quran/2:287"] = 404,
    ["http://site.test/en/quran/115/1"] = 404,
    ["http://site.test/en/quran/juz/30"] = 404,
    ["http://site.test/xx/quran/2/255"] = 404,
    ["http://site.test/quran/2/255"] = 404,
    ["http://other.test/en/quran/2/255"] = 422,
    ["https://quran.com/2/255"] = 422,
    ["2:255"] = 404,
    ["surah 2"] = 404,
    ["al-baqarah"] = 404,
  }) do
    it(
      ("is refused with %d: %s"):format(status, text),
      function() assert.equal(status, ref(text).status) end
    )
  end

  it("that only names verses is told the surah's", function()
    for _, text in ipairs { "2:255", "surah 2", "al-baqarah" } do
      local expected = "Use `ref=asset:en:quran:surah:2`, the surah that it names."
      assert.equal(expected, application.json(ref(text)).resolution)
    end
  end)
end)

describe("verses beyond a surah", function()
  for asked, what in pairs({
    ["10?from_verse=114"] = "Surah 10, Surah 10, ends with verse 109; 114 to 114 were asked for.",
    ["2?from_verse=280&to_verse=290"] = "Surah 2, Surah 2, ends with verse 286; 280 to 290 were "
      .. "asked for.",
  }) do
    it(("are told with the surah's name: %s"):format(asked), function()
      local response = ask("/v1/quran/" .. asked)
      assert.equal(422, response.status)
      assert.equal(what, application.json(response).detail)
    end)
  end
end)
