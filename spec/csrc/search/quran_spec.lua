--- The Quran in the search: verses by their words, surahs by their names.
--
--   WORDS  every how many-th distinct word is asked for (10 unless told; 1 takes minutes)
local svc = require("svc")
local names = require("spec.support.publication.surah_names")
local quran = require("data.import.quran")
local book = require("data.import.quran_book")

local BUILD = os.getenv("BUILD") or "build"
local SOURCES = os.getenv("SVC_SOURCES") or BUILD .. "/sources"
local VERSES = 6236
local WORDS = tonumber(os.getenv("WORDS")) or 10

local publication, typed
setup(function()
  publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))
  local data = assert(quran.load("data/quran/sources.json", SOURCES, function() end))
  typed = data.simple
end)

local function search(query, locale, limit)
  return publication:search({
    queries = { query },
    locale = locale or "en",
    section = "quran",
    limit = limit or 1,
  }).items
end

local function each_verse()
  return coroutine.wrap(function()
    for surah = 1, svc.surahs do
      for verse = 1, publication:verse_count(surah) do
        coroutine.yield(surah, verse, typed[book.index(surah, verse)])
      end
    end
  end)
end

--- Vowel signs and pause marks, which nobody types.
local function bare(text)
  local out = {}
  for _, point in utf8.codes(text) do
    local mark = point >= 0x610 and point <= 0x61A
      or point >= 0x64B and point <= 0x65F
      or point == 0x670
      or point >= 0x6D6 and point <= 0x6ED
      or point == 0x640
    if not mark then out[#out + 1] = utf8.char(point) end
  end
  return (table.concat(out):gsub(" +", " "):gsub("^ ", ""):gsub(" $", ""))
end

describe("a word of the Quran in modern spelling", function()
  it("finds the surahs that have it in 999 of 1000 cases", function()
    local surahs, words = {}, {}
    for surah, _, text in each_verse() do
      for word in bare(text):gmatch("%S+") do
        if not surahs[word] then words[#words + 1] = word end
        surahs[word] = surahs[word] or {}
        surahs[word][surah] = (surahs[word][surah] or 0) + 1
      end
    end
    local tried, found = 0, 0
    for i = WORDS, #words, WORDS do
      local hits = {}
      for _, item in ipairs(search(words[i], "en", VERSES)) do
        hits[tonumber(item.route:match("%d+$"))] = true
      end
      for surah, count in pairs(surahs[words[i]]) do
        tried = tried + count
        found = found + (hits[surah] and count or 0)
      end
    end
    assert.is_true(tried > 50000 / WORDS)
    assert.is_true(found / tried >= 0.999, ("%d of %d"):format(found, tried))
  end)
end)

describe("a verse typed in modern spelling", function()
  for _, marks in ipairs({ "with its marks", "without marks" }) do
    it("is found " .. marks .. ", or one of the same words, in 99 of 100 cases", function()
      local tried, found = 0, 0
      for surah, verse, text in each_verse() do
        local query = marks == "with its marks" and text or bare(text)
        if (surah * 7 + verse) % 9 == 0 and #query <= 512 then
          local item = search(query, "id")[1]
          local own = bare(typed[book.index(surah, verse)])
          local hit = item
            and item.verse
            and bare(typed[book.index(tonumber(item.route:match("%d+$")), item.verse)])
          tried = tried + 1
          found = found + (hit == own and 1 or 0)
        end
      end
      assert.is_true(tried > 400)
      assert.is_true(found / tried >= 0.99, ("%d of %d"):format(found, tried))
    end)
  end
end)

describe("a verse's translation", function()
  for _, locale in ipairs(svc.locales) do
    it("finds the verse, in " .. locale, function()
      local tried, found = 0, 0
      for surah = 3, 113, 5 do
        local verse = publication:verse_count(surah) // 2 + 1
        local read = publication:quran(surah, verse, verse, locale, false).verses[1]
        local text = ""
        for _, segment in ipairs(read.translation.segments) do
          text = text .. (segment.value or "")
        end
        if #text > 40 and #text < 500 then
          local item = search(text, locale)[1]
          tried = tried + 1
          found = found + (item.route == "quran/" .. surah and item.verse == verse and 1 or 0)
        end
      end
      assert.is_true(tried >= 15)
      assert.is_true(found >= tried - 1, ("%d of %d"):format(found, tried))
    end)
  end

  it("gives the surah with the verse in the excerpt", function()
    local item = search("mercy to the worlds")[1]
    assert.equal("asset:en:quran:surah:21", item.content_id)
    assert.equal(107, item.verse)
    assert.is_truthy(item.excerpt:find("mercy to the worlds", 1, true))
  end)

  it("found in Arabic has an Arabic excerpt, in the spelling of its source", function()
    local item = search("كتب عليكم الصيام")[1]
    assert.equal("asset:en:quran:surah:2", item.content_id)
    assert.equal(183, item.verse)
    assert.is_truthy(
      item.excerpt:find("كُتِبَ عَلَيۡكُمُ", 1, true),
      item.excerpt
    )
  end)
end)

--- Ways to write a surah's name in a locale.
local function spellings(surah, locale)
  local word = ({ en = "surah ", id = "surat ", de = "Sure " })[locale]
  local own = names[surah][locale]
  return {
    word .. own,
    word .. surah,
    word .. own:lower(),
    word .. own:gsub("['-]", " "),
    names[surah].ar,
    "سورة " .. names[surah].ar,
    "QS " .. surah .. ":1",
  }
end

describe("a surah's name", function()
  for _, locale in ipairs(svc.locales) do
    it("in seven spellings comes first, in " .. locale, function()
      for surah = 1, svc.surahs do
        for _, spelling in ipairs(spellings(surah, locale)) do
          local item = search(spelling, locale)[1]
          assert.equal("quran/" .. surah, item and item.route, spelling)
        end
      end
    end)
  end
end)

-- What people write around a name, by locale; Arabic in any.
local AROUND = {
  en = { "%s all", "all of %s", "what is %s?", "the %s", "where is %s in it", "from %s" },
  id = { "%s semua", "apa itu %s", "dalam %s", "bagaimana %s itu?", "untuk %s" },
  de = { "%s alle", "was ist %s?", "aus der %s", "wo ist die %s", "und %s" },
}
local AROUND_ARABIC = { "ما هي %s", "في %s", "%s كل" }

describe("a surah's name beside function words", function()
  for _, locale in ipairs(svc.locales) do
    it("comes first in the section, in " .. locale, function()
      for surah = 1, svc.surahs do
        local function first_of(list, name)
          for _, pattern in ipairs(list) do
            local query = pattern:format(name)
            local item = search(query, locale)[1]
            assert.equal("quran/" .. surah, item and item.route, query)
          end
        end
        first_of(AROUND[locale], names[surah][locale])
        first_of(AROUND_ARABIC, names[surah].ar)
      end
    end)
  end

  it("comes first in all sections, when it is no common word", function()
    for _, query in ipairs({ "yasin all", "what is al-baqarah?", "at tin all", "sura of sad" }) do
      local item =
        publication:search({ queries = { query }, locale = "en", limit = 1 }).items[1]
      assert.equal("quran", item.section, query)
      assert.is_nil(item.verse, query)
    end
  end)
end)

describe("a reference", function()
  for _, case in ipairs({
    { "2:255", 2, 255 },
    { "QS 36:1-5", 36, 1 },
    { "al-baqarah 255", 2, 255 },
    { "البقرة ٢٥٥", 2, 255 },
    { "ayat kursi", 2, 255 },
    { "throne verse", 2, 255 },
    { "Sure 112", 112, nil },
    { "yasin", 36, nil },
    { "fatiha", 1, nil },
    { "2:999", 2, nil },
  }) do
    local query, surah, verse = table.unpack(case, 1, 3)
    it(("%q is resolved before any ranking"):format(query), function()
      local item = search(query)[1]
      assert.equal("quran/" .. surah, item.route)
      assert.equal(verse, item.verse)
    end)
  end

  it("is not shown where another section was asked for", function()
    local page = publication:search({ queries = { "2:255" }, section = "material" })
    for _, item in ipairs(page.items) do
      assert.equal("material", item.section)
    end
  end)
end)

describe("a query with a word such as Quran or verse", function()
  local function all(query, locale, limit)
    return publication:search({ queries = { query }, locale = locale, limit = limit or 3 }).items
  end

  for _, case in ipairs({
    { "patience verse", "en" },
    { "what does the Quran say about patience", "en" },
    { "verse about charging interest", "en" },
    { "Koran über Geduld", "de" },
    { "ayat tentang sabar", "id" },
  }) do
    it(("finds verses first: %s"):format(case[1]), function()
      local items = all(case[1], case[2])
      assert.equal(3, #items)
      for _, item in ipairs(items) do
        assert.is_truthy(item.section == "quran" and item.verse, item.route)
      end
    end)
  end

  it("is no filter", function()
    local found = {}
    for _, item in ipairs(all("interest verse", "en", 1000)) do
      found[item.section] = true
    end
    assert.is_true(found.quran and found.material)
  end)

  it("of nothing else finds verses with it, too", function()
    local verses = 0
    for _, item in ipairs(all("Quran", "en", 10)) do
      verses = verses + (item.verse and 1 or 0)
    end
    assert.is_true(verses >= 5, verses)
  end)
end)

describe("verses of one surah", function()
  it("are several items, each with its verse", function()
    local seen, of = {}, 0
    for _, item in ipairs(search("patience", "en", 20)) do
      local name = item.route .. ":" .. (item.verse or 0)
      assert.is_nil(seen[name])
      seen[name] = true
      of = of + (item.route == "quran/18" and 1 or 0)
    end
    assert.is_true(of >= 3, of)
  end)

  it("keep their order whatever the page", function()
    local whole = search("mercy", "en", 30)
    for offset = 0, 29 do
      local item = publication:search({
        queries = { "mercy" },
        section = "quran",
        offset = offset,
        limit = 1,
      }).items[1]
      assert.same(
        { whole[offset + 1].route, whole[offset + 1].verse },
        { item.route, item.verse }
      )
    end
  end)
end)
