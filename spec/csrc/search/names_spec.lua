--- Every id and URL of the project finds its thing first, in any locale, and one that names nothing
-- finds nothing: over all items of the demo publication.
local svc = require("svc")
local shelf = require("spec.support.publication.shelf")
local site = require("site")

local BUILD = os.getenv("BUILD") or "build"
local CONFIG = { site_url = "https://site.test/base" }

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

local function search(query, locale, limit, section)
  return publication:search({
    queries = query,
    locale = locale,
    limit = limit or 1,
    section = section,
    site = CONFIG.site_url,
  }).items
end

--- What names one item: by kind, a function of the item.
local NAMES = {
  { "content id", function(item) return item.content_id end },
  { "asset id", function(item) return item.assetId end },
  { "alignment id", function(item) return item.alignmentId end },
  { "learning object id", function(item) return item.learningObjectId end },
  { "resource URI", function(item) return "svc://content/" .. item.content_id end },
  { "URL", function(item) return site.url(item, CONFIG) end },
  { "Markdown URL", function(item) return site.url(item, CONFIG) .. ".md" end },
  { "path", function(item) return ("/%s/%s"):format(item.locale, item.route) end },
  { "title", function(item) return item.title end },
  {
    "URL of another site",
    function(item) return site.url(item, { site_url = "https://x.test" }) end,
  },
}

describe("a surah", function()
  -- What people type, in which language, and the number of the surah.
  local cases = {
    { "Die Öffnende", "de", 1 },
    { "die Kuh", "de", 2 },
    { "Sure der Kuh", "de", 2 },
    { "Die Ameisen", "de", 27 },
    { "Sure der Aufrichtigkeit", "de", 112 },
    { "surah Pembuka", "id", 1 },
    { "At-Taubah", "id", 9 },
    { "Asy-Syarh", "id", 94 },
    { "Al-Insyirah", "id", 94 },
    { "Al-Anbiya", "en", 21 },
    { "As-Saff", "en", 61 },
  }
  for _, case in ipairs(cases) do
    local query, locale, surah = table.unpack(case)
    it(
      ("is found first by its name or its meaning: %s"):format(query),
      function() assert.equal("quran/" .. surah, search(query, locale)[1].route) end
    )
  end
end)

--- Surahs by what their names mean in a locale; a meaning of two surahs names neither.
local function meanings(locale)
  local of = {}
  for surah = 1, svc.surahs do
    local text = publication:surah(surah, locale).meaning.text
    of[text] = of[text] == nil and surah
  end
  return of
end

describe("a verse by what the name of its surah means", function()
  for _, row in ipairs({
    { "en", "The Cow 255", 2, 255 },
    { "en", "the cow verse 255", 2, 255 },
    { "en", "The Cow, verse 5", 2, 5 },
    { "en", "The Cave verse 10", 18, 10 },
    { "en", "The Cave v. 18", 18, 18 },
    { "en", "The Women, verse 34", 4, 34 },
    { "en", "The Elephant ayah 1", 105, 1 },
    { "en", "The Bee ayat 68", 16, 68 },
    { "en", "verse 35 of The Light", 24, 35 },
    { "de", "Die Kuh 255", 2, 255 },
    { "de", "Die Kuh Vers 255", 2, 255 },
    { "de", "Die Höhle, Vers 10", 18, 10 },
    { "de", "Das Licht, Vers 35", 24, 35 },
    { "de", "Die Frauen, Vers 34", 4, 34 },
    { "de", "Vers 1 Der Elefant", 105, 1 },
    { "en", "light 2", nil },
    { "en", "the moon 12", nil },
    { "en", "cow 200 kg", nil },
    { "de", "Licht 7", nil },
    { "en", "elephant 5", nil },
  }) do
    local locale, asked, surah, verse = table.unpack(row, 1, 4)
    it(("is found first: %s, %s"):format(locale, asked), function()
      local found = search(asked, locale, 1)[1]
      local shown = found and found.verse and ("%s:%d"):format(found.route, found.verse)
      assert.equal(surah and ("quran/%d:%d"):format(surah, verse), surah and shown)
      assert.is_true(surah ~= nil or not shown)
    end)
  end
end)

-- What people write around a meaning, by locale.
local INTRODUCED = {
  en = { "surah %s", "%s surah", "what is surah %s?" },
  id = { "surat %s", "apa itu surah %s" },
  de = { "Sure %s", "was ist die Sure %s?" },
}

describe("what a surah's name means", function()
  for _, locale in ipairs(svc.locales) do
    it("names it beside the word surah, in " .. locale, function()
      local tried = 0
      for meaning, surah in pairs(meanings(locale)) do
        -- "Fajar", the dawn, is a name as well: that of al-Fajr
        for _, pattern in ipairs(surah and meaning ~= "Fajar" and INTRODUCED[locale] or {}) do
          local query = pattern:format(meaning)
          local item = search(query, locale)[1]
          tried = tried + 1
          assert.equal("quran/" .. surah, item and not item.verse and item.route, query)
        end
      end
      assert.is_true(tried >= 100 * #INTRODUCED[locale])
    end)
  end

  it(
    "names none of two that have it",
    function() assert.is_truthy(search("surat Manusia", "id")[1].verse) end
  )

  it(
    "names no verse by a small number alone",
    function() assert.not_equal(25, search("the cow 25", "en")[1].verse) end
  )

  for _, case in ipairs({
    { "surah the cow verse 255", "en", 2, 255 },
    { "surah the cow 999", "en", 2, nil },
    { "Sure die Kuh, Vers 255", "de", 2, 255 },
    { "tafsir surat sapi ayat 255", "id", 2, 255 },
    { "surat laba laba", "id", 29, nil },
  }) do
    local query, locale, surah, verse = table.unpack(case, 1, 4)
    it(("names a verse, too: %s"):format(query), function()
      local item = search(query, locale)[1]
      assert.same({ "quran/" .. surah, verse }, { item.route, item.verse })
    end)
  end
end)

describe("an item", function()
  for _, kind in ipairs(NAMES) do
    it(("is found first by its %s, in every locale"):format(kind[1]), function()
      local tried = 0
      for item in publication:each() do
        local name = kind[2](item)
        for _, locale in ipairs(svc.locales) do
          local found = search(name, locale)[1]
          tried = tried + 1
          assert.equal(item.alignmentId, found and found.alignmentId, name .. " in " .. locale)
          assert.equal(locale, found.locale)
        end
      end
      assert.is_true(tried > 1000)
    end)
  end

  it("is found first by its route, in its locale", function()
    for item in publication:each() do
      assert.equal(item.content_id, search(item.route, item.locale)[1].content_id)
    end
  end)
end)

describe("a lens or concept", function()
  --- The items of a locale by such an id.
  local function items_by(member, locale)
    local sets = {}
    for item in publication:each(locale) do
      sets[item[member]] = (sets[item[member]] or 0) + 1
    end
    return sets
  end

  for _, member in ipairs({ "lensId", "conceptId" }) do
    it(("finds the items of the %s, all of them and no others"):format(member), function()
      for _, locale in ipairs(svc.locales) do
        for id, count in pairs(items_by(member, locale)) do
          local found = search(id, locale, 1000)
          assert.equal(count, #found, id)
          for _, item in ipairs(found) do
            assert.equal(id, item[member])
          end
        end
      end
    end)
  end
end)

describe("the URL of a verse", function()
  it("finds the verse first, whatever the locale of URL and search", function()
    for _, own in ipairs(svc.quran_locales) do
      for _, locale in ipairs(svc.quran_locales) do
        for _, name in ipairs({
          CONFIG.site_url .. "/%s/quran/2#verse-255",
          "https://elsewhere.test/%s/quran/2#verse-255",
          "/%s/quran/2#verse-255",
        }) do
          local found = search(name:format(own), locale)[1]
          assert.equal("quran/2", found.route, name)
          assert.equal(255, found.verse, name)
          assert.equal(locale, found.locale, name)
        end
      end
    end
  end)

  it("finds the surah where it has no such verse", function()
    for _, fragment in ipairs({ "#verse-287", "#verse-0", "#verse-x", "#verse-9999", "#notes" }) do
      local found = search("/en/quran/2" .. fragment, "en")[1]
      assert.equal("quran/2", found.route, fragment)
      assert.is_nil(found.verse, fragment)
    end
  end)
end)

describe("the address of a surah's page", function()
  it(
    "names it with a slash at its end, too",
    function() assert.equal("quran/2", search(CONFIG.site_url .. "/en/quran/2/", "en")[1].route) end
  )
end)

describe("what has the form of an id or URL and names nothing", function()
  for _, name in ipairs({
    "asset:en:material:mathematics:none",
    "asset:fr:quran:surah:2",
    "alignment:quran:surah:115",
    "lo:material:mathematics",
    "lens:mathematics",
    "concept:quadratic-equations",
    "svc://content/asset:en:quran:surah:115",
    "svc://usage",
    "svc://quran",
    "/en/quran/115",
    "/id/material/mathematics",
    CONFIG.site_url .. "/en/material/mathematics/none",
    CONFIG.site_url .. "/en/quran/115/",
  }) do
    it(("finds nothing: %s"):format(name), function()
      for _, locale in ipairs(svc.locales) do
        assert.same({}, search(name, locale, 10))
      end
    end)
  end

  it("leaves what else is asked for alone", function()
    local alone = search({ "quadratic equations" }, "en", 10)
    local both = search({ "quadratic equations", "lens:none" }, "en", 10)
    assert.same(alone, both)
  end)
end)

describe("a name", function()
  it(
    "of another section than the one asked for finds nothing",
    function() assert.same({}, search("alignment:quran:surah:2", "en", 10, "material")) end
  )

  it("that is written like one, in words, is searched as words", function()
    assert.is_true(#search("lens: what a lens does to light", "en", 5) > 0)
    assert.is_true(#search("/energy and work", "en", 5) > 0)
  end)
end)

describe("a title in another language", function()
  local small
  setup(
    function()
      small = shelf.open({
        { name = "bench", title = "Bench", text = "Wood.\n" },
        { name = "credit", title = "Credit", text = "Loans.\n" },
        { name = "gift", title = "Gift", text = "Presents.\n" },
        { name = "poison", title = "Poison", text = "Arsenic.\n" },
        { name = "tree", title = "Tree", text = "Leaves.\n" },
        { name = "bench", title = "Bank", text = "Holz.\n", locale = "de" },
        { name = "credit", title = "Bank", text = "Geld.\n", locale = "de" },
        { name = "poison", title = "Gift", text = "Arsen.\n", locale = "de" },
        { name = "root", title = "Wurzel", text = "Erde.\n", locale = "de" },
        { name = "tree", title = "Der Baum", text = "Laub.\n", locale = "de" },
      })
    end
  )

  for _, case in ipairs({
    { "names its item, without the article", "baum", "tree" },
    { "names nothing where two items have it", "Bank", "" },
    { "names nothing that this language lacks", "Wurzel", "" },
    { "yields to a title of this language", "Gift", "gift" },
  }) do
    local rule, query, found = table.unpack(case)
    it(rule, function() assert.equal(found, shelf.find(small, query, { locale = "en" })) end)
  end

  -- Locale; what is asked in it; the lesson, "" where none is meant.
  for _, row in ipairs({
    { "id", "apa itu supply and demand", "economics:supply-and-demand" },
    { "id", "contoh soal quadratic equations", "mathematics:quadratic-equations" },
    { "id", "apa itu natural selection", "biology:natural-selection" },
    { "id", "natural selection itu apa", "biology:natural-selection" },
    { "id", "bagaimana cara kerja electric circuits", "physics:electric-circuits" },
    { "id", "pengertian human rights", "civics:human-rights" },
    { "id", "apa itu Kernphysik", "physics:nuclear-physics" },
    { "id", "mengapa money and inflation", "economics:money-and-inflation" },
    { "id", "apa itu Menschenrechte?", "civics:human-rights" },
    { "de", "was ist photosynthesis", "biology:photosynthesis" },
    { "de", "was ist supply and demand", "economics:supply-and-demand" },
    { "de", "was sind human rights", "civics:human-rights" },
    { "de", "wie funktioniert natural selection", "biology:natural-selection" },
    { "de", "Definition quadratic equations", "mathematics:quadratic-equations" },
    { "de", "was ist seleksi alam?", "biology:natural-selection" },
    { "de", "was sind bilangan biner", "computer-science:binary-numbers" },
    { "de", "Beispiele binary numbers", "computer-science:binary-numbers" },
    { "de", "warum money and inflation", "economics:money-and-inflation" },
    { "en", "what is Kernphysik", "physics:nuclear-physics" },
    { "en", "what are Menschenrechte", "civics:human-rights" },
    { "en", "explain Binärzahlen", "computer-science:binary-numbers" },
    { "en", "what is seleksi alam", "biology:natural-selection" },
    { "en", "why uang dan inflasi", "economics:money-and-inflation" },
    { "en", "how do rangkaian listrik work", "physics:electric-circuits" },
    { "id", "apa itu gas", "physics:kinetic-theory-of-gases" },
    { "en", "kraft cheese", "" },
  }) do
    local locale, asked, lesson = table.unpack(row)
    it(("names its item among words of this one: %s, %s"):format(locale, asked), function()
      local found = search(asked, locale, 1)[1]
      local expected = lesson ~= "" and ("asset:%s:material:%s"):format(locale, lesson) or nil
      assert.equal(expected, found and found.content_id)
    end)
  end

  it("names a verse by what it is known for", function()
    local item = search("kein Zwang in der Religion", "en")[1]
    assert.same({ "quran/2", 256, "en" }, { item.route, item.verse, item.locale })
  end)
end)
