--- What a phrasing names comes first, and nothing comes first that it does not name.
local svc = require("svc")

local forge = require("spec.support.publication.forge")
local shelf = require("spec.support.publication.shelf")
local small_quran = require("spec.support.publication.small_quran")

local BUILD = os.getenv("BUILD") or "build"

--- A publication of surahs that no query finds by their words: what it finds, was named. A lesson
-- has the number 18.101.
local function without_words()
  local builder = svc.builder()
  builder:quran(small_quran.data())
  local list = { { name = "lesson", text = "The number 18.101.\n" } }
  for surah = 1, svc.surahs do
    list[surah + 1] = { name = "surah/" .. surah, section = "quran", title = "Chapter" }
  end
  for _, document in ipairs(shelf.documents(list)) do
    document.route = document.route:gsub("surah/", "")
    builder:document(document)
  end
  return assert(forge.open(forge.signed(builder)))
end

local publication, bare
setup(function()
  publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))
  bare = without_words()
end)

local function first(query, locale, section)
  local request = { queries = { query }, locale = locale or "en", section = section, limit = 1 }
  return publication:search(request).items[1]
end

local function split(text)
  local list = {}
  for word in text:gmatch("[^|\n]+") do
    list[#list + 1] = word:match("^%s*(.-)%s*$")
  end
  return list
end

-- What looks like a reference and is none, by kind.
local OTHER = {
  ["a fraction"] = [[1/2|1/3|2/3|3/4|1/4|1/5|2/5|3/5|4/5|5/6|7/8|9/10|12/5|10/3|22/7|16/9|4/3|100/3|
    1/100|2/1]],
  ["a date"] = [[9/11|24/12|1/5|17/8|2/5|20/5|3/10|10/11|31/12|12.5.24|17.08.1945|17.8.1945|
    9.11.1989|3.10.1990|1.1.2000|2024-05-01|2026-08-17|17-08-1945|8/17/1945|1.5.2024]],
  ["a number"] = [[3.14|2.71|1.41|1.61|9.81|6.02|6.67|1.38|8.31|2.99|1.5|2.5|3.5|4.5|0.5|7.5|12.5|
    1.2|2.4|3.6|4.8|10.5|99.9|36.6|37.5|100.1|3.999|2.718|6.022|8.854]],
  ["a version"] = [[1.0|2.0|2.1|3.0|3.1|3.11|3.12|5.4|8.2|10.15|11.4|12.04|14.04|18.04|20.04|22.04|
    24.04|v1.2|v2.0|1.2.3|2.0.1|3.2.1|4.0.0|10.0.1|1.20|1.21|1.22|6.1|6.6|0.9]],
  ["a ratio or a scale"] = [[16:9|16:10|21:9|4:3|9:16|5:4|50:50|80:20|60:40|70:30|1:10|1:50|1:100|
    1:200|1:500|1:25|1:20|1:1000|1:50000|1:24]],
  ["a time"] = [[08:30|09:15|07:00|06:45|05:05|00:30|01:00|02:15|03:45|04:20|09:00|08:15|08:45|
    07:30|06:00|05:30|09:30|09:45|07:15|06:15]],
  ["a common word"] = [[sad|tin|nun|nur|rad|rum|hud|tur|noah|jonas|josef|abraham|ibrahim|muhammad|
    mohammed|maryam|imran|luqman|insan|kamar|asar|fajr|kalam|talak|qadr|tauhid|kursi|nas|jin|hajj|
    haj|yusuf|rahman|human|room|food|feel|tour|sure|verse]],
  ["a span"] = [[1-2|2-3|5-10|10-12|1939-1945|1945-1949|2:255:1|1 2|10 20|36 5|2-255|7,5|3,14|1,5|
    2,5|12,5|100,1|2 255|18 10|112 1]],
}

describe("a wrong pin", function()
  local count = 0
  for kind, text in pairs(OTHER) do
    for _, query in ipairs(split(text)) do
      count = count + 1
      it(("never comes first: %s is %s"):format(query, kind), function()
        for _, item in ipairs(bare:search({ queries = { query } }).items) do
          assert.not_equal("quran", item.section)
        end
      end)
    end
  end

  it("is looked for in a list of 200", function() assert.is_true(count >= 200, count) end)

  it("is a number with a dot that is written somewhere", function()
    assert.equal("material/lesson", bare:search({ queries = { "18.101" } }).items[1].route)
    assert.equal("quran/18", bare:search({ queries = { "18.102" } }).items[1].route)
  end)

  it("is right where the section of the Quran is asked for", function()
    for query, route in pairs({ sad = "quran/38", ["16:9"] = "quran/16", ["3.14"] = "quran/3" }) do
      assert.equal(route, first(query, "en", "quran").route)
    end
  end)

  it("is right with an introduction, an article or a verse", function()
    for query, route in pairs({
      ["surah sad"] = "quran/38",
      ["at-tin"] = "quran/95",
      ["nun 4"] = "quran/68",
      ["QS 16:9"] = "quran/16",
      ["verse 16:9"] = "quran/16",
    }) do
      assert.equal(route, first(query).route, query)
    end
  end)
end)

describe("a reference among other words", function()
  for _, case in ipairs({
    { "Bedeutung von Ayat al-Kursi", "de", 2, 255 },
    { "the meaning of the throne verse", "en", 2, 255 },
    { "arti surat yasin ayat 5", "id", 36, 5 },
    { "tafsir surah al-ikhlas", "en", 112, nil },
    { "explain verse 2:255 please", "en", 2, 255 },
    { "تفسير آية الكرسي", "en", 2, 255 },
    { "what is bismillah?", "en", 1, 1 },
    { "bismillah", "en", 1, 1 },
    { "what does 2:255 say", "en", 2, 255 },
    { "what does 2:255 mean?", "en", 2, 255 },
    { "5:32 in arabic", "en", 5, 32 },
    { "2:255 tafsir", "en", 2, 255 },
    { "Quran text of 3:18", "en", 3, 18 },
    { "was sagt 2:255", "de", 2, 255 },
    { "5:32 auf arabisch", "de", 5, 32 },
    { "bunyi 2:255", "id", 2, 255 },
    { "apa isi 3:18", "id", 3, 18 },
    { "first verse of al-baqarah", "en", 2, 1 },
    { "chapter of the cow", "en", 2, nil },
  }) do
    local query, locale, surah, verse = table.unpack(case, 1, 4)
    it(("names its verse or surah: %s"):format(query), function()
      local item = first(query, locale)
      assert.equal("quran/" .. surah, item.route)
      assert.equal(verse, item.verse)
    end)
  end

  for _, query in ipairs({
    "I am sure that nobody is sad",
    "surat kabar harian",
    "a ratio of 16:9",
    "the story of Noah and the ark",
    "how much is 9/11 of 2.255",
    "what is sad?",
    "all the tin",
    "what is 16:9?",
    "where is the nun",
    "are all of us human",
    "a mixture of 3:18",
    "3:18 and 2:255 of the mixture",
  }) do
    it(("is none in: %s"):format(query), function()
      for _, item in ipairs(bare:search({ queries = { query } }).items) do
        assert.not_equal("quran", item.section)
      end
    end)
  end

  for _, case in ipairs({
    { "chapter 3 light", "en" },
    { "light chapter 4", "en" },
    { "the light, chapter 5", "en" },
    { "chapter light", "en" },
    { "chapter iron", "en" },
    { "chapter women", "en" },
    { "bab 2 cahaya", "id" },
    { "bab cahaya", "id" },
    { "bab matahari", "id" },
    { "Kapitel 3 Licht", "de" },
    { "Kapitel Licht", "de" },
    { "Kapitel Eisen", "de" },
  }) do
    local query, locale = table.unpack(case)
    it(("is no chapter of another book: %s"):format(query), function()
      local item = first(query, locale)
      assert.is_true(item.section ~= "quran", item.route)
    end)
  end
end)

describe("phrasings that name verses", function()
  for title, case in pairs({
    ["of one surah name each"] = { { "2:255", "2:256" }, { 255, 256 } },
    ["of one surah and the surah name all three"] = {
      { "2:255", "2:256", "quran/2" },
      { 255, 256, 0 },
    },
    ["in two ways name each once"] = {
      { "2:255", "ayat al-kursi", "al-baqarah 256" },
      { 255, 256 },
    },
  }) do
    it(title, function()
      local verses = {}
      for i, item in ipairs(bare:search({ queries = case[1] }).items) do
        assert.equal("quran/2", item.route)
        verses[i] = item.verse or 0
      end
      table.sort(verses, function(a, b) return a ~= 0 and (b == 0 or a < b) end)
      assert.same(case[2], verses)
    end)
  end
end)
