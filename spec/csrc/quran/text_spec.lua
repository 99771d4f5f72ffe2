--- The texts that the engine serves, held against an independent reading of the source files:
-- byte for byte, apart from the repairs that the sources declare.
local cjson = require("cjson")
local svc = require("svc")
local editions = require("spec.support.publication.editions")

local JSON, PACK = "npm/quran-json-3.1.2", "npm/quran-pack-1.0.0"
local JSON_2 = "npm/quran-json-2.0.0"
local TEX = "deb/texlive-lang-german-2022.20230122-1"

local publication, log

setup(function()
  publication, log = editions.open(editions.DECLARED)
end)
teardown(function() publication:close() end)

--- Calls `visit(surah, verse, index)` for every verse.
local function each_verse(visit)
  local index = 0
  for surah = 1, 114 do
    for verse = 1, publication:verse_count(surah) do
      index = index + 1
      visit(surah, verse, index)
    end
  end
end

-- Those of the editions that are held against their sources.
local locales = { "en", "id", "de" }

local surahs = {}

--- A verse as served. A surah is asked for once in each locale.
local function served(locale, surah, verse)
  local key = locale .. surah
  if not surahs[key] then
    surahs[key] =
      assert(publication:quran(surah, 1, publication:verse_count(surah), locale, true))
  end
  return surahs[key].verses[verse]
end

local function quran_json(name)
  return cjson.decode(editions.read(editions.path(JSON, "package/dist/" .. name)))
end

local function quran_json_english(surah)
  return cjson.decode(
    editions.read(editions.path(JSON_2, ("package/surahs/%d.en.json"):format(surah)))
  )
end

--- The files of surahs, each read once.
local quran_pack = setmetatable({}, {
  __index = function(self, surah)
    local name = ("package/dist/surah/source/%d.json"):format(surah)
    self[surah] = cjson.decode(editions.read(editions.path(PACK, name)))
    return self[surah]
  end,
})

local function single_spaces(text)
  local words = {}
  for word in text:gsub("\u{A0}", " "):gmatch("%S+") do
    words[#words + 1] = word
  end
  return table.concat(words, " ")
end

--- Compares all verses; `expected` and `found` are functions of surah, verse and index.
local function compare(expected, found)
  local wrong = {}
  each_verse(function(surah, verse, index)
    if expected(surah, verse, index) ~= found(surah, verse, index) then
      wrong[#wrong + 1] = surah .. ":" .. verse
    end
  end)
  assert.equal("", table.concat(wrong, " "))
end

local function served_translation(locale)
  return function(surah, verse) return editions.plain(served(locale, surah, verse).translation) end
end

--- A function that makes the declared repairs of a text, each of what stands there once.
local function repairer(role, locale)
  local own = {}
  for _, source in ipairs(cjson.decode(editions.read(editions.DECLARED)).sources) do
    if source.role == role and source.locale == locale then
      for _, row in ipairs(source.repairs or {}) do
        own[row.verse] = own[row.verse] or {}
        table.insert(own[row.verse], row)
      end
    end
  end
  return function(surah, verse, text)
    for _, row in ipairs(own[surah .. ":" .. verse] or {}) do
      local from, to = text:find(row.find, 1, true)
      text = text:sub(1, from - 1) .. row.replace .. text:sub(to + 1)
    end
    return text
  end
end

describe("all 6236 verses", function()
  it("have the Arabic of the source, in every locale", function()
    local source = quran_json("quran.json")
    for _, locale in ipairs(locales) do
      compare(function(surah, verse)
        local text = source[surah].verses[verse].text
        return surah == 2 and verse == 72 and text:gsub("\u{2009}", "") or text
      end, function(surah, verse) return served(locale, surah, verse).arabic end)
    end
  end)

  it("have the English translation of the source", function()
    local source = {}
    for surah = 1, 114 do
      source[surah] = quran_json_english(surah)
    end
    compare(
      function(surah, verse) return source[surah].verses[verse].text end,
      served_translation("en")
    )
  end)

  it("have the Indonesian translation of the source without its markers", function()
    local repaired = repairer("translation", "id")
    compare(function(surah, verse)
      local text = repaired(surah, verse, quran_pack[surah].translations.id[tostring(verse)])
      return single_spaces(text:gsub("%s?%d+%)", ""))
    end, served_translation("id"))
  end)

  it("have the German translation of the source with straight quotation marks", function()
    local verses = {}
    for text in
      editions
        .read(
          editions.path(
            TEX,
            "usr/share/texlive/texmf-dist/tex/xelatex/"
              .. "quran-de/qurantext-deii.translation.def"
          )
        )
        :gmatch("@%a+{([^\n]*)\\qt@no")
    do
      verses[#verses + 1] = text:gsub("\\basmalahde ", ""):gsub("``", '"')
    end
    assert.equal(6236, #verses)
    local repaired = repairer("translation", "de")
    compare(
      function(surah, verse, index) return repaired(surah, verse, verses[index]) end,
      served_translation("de")
    )
  end)

  it("have the Indonesian tafsir of the source", function()
    local repaired = repairer("tafsir", "id")
    compare(function(surah, verse)
      local text = repaired(surah, verse, quran_pack[surah].tafsirs.id.kemenag[tostring(verse)])
      return single_spaces((text:gsub("&shy;", "\u{AD}"):gsub("&circ;", "\u{2C6}")))
    end, function(surah, verse) return served("id", surah, verse).tafsir end)
  end)

  it("have no notes where their sources have none, and offsets that begin at 0", function()
    each_verse(function(surah, verse)
      for _, locale in ipairs(locales) do
        local translation = served(locale, surah, verse).translation
        assert(#translation.notes == 0 and #translation.segments == 1)
        assert(translation.segments[1].offset == 0)
      end
    end)
  end)

  it("have no tafsir where none is embedded, nor where it was not asked for", function()
    assert.is_nil(served("en", 2, 255).tafsir)
    assert.is_nil(served("de", 2, 255).tafsir)
    assert.is_nil(publication:quran(2, 255, 255, "id", false).verses[1].tafsir)
  end)
end)

describe("Arabic", function()
  it("is served as the source has it where normalisation would change it", function()
    -- Shadda before kasra, as the source orders them; NFC would put the kasra first.
    local changed = 0
    each_verse(function(surah, verse)
      if served("en", surah, verse).arabic:find("\u{651}[\u{64B}-\u{650}]") then
        changed = changed + 1
      end
    end)
    assert.is_true(changed > 5000, changed)
  end)
end)

describe("the opening formula", function()
  -- Escaped, because editors reorder the marks of Arabic letters.
  local FORMULA = table.concat({
    "\u{628}\u{650}\u{633}\u{6E1}\u{645}\u{650}",
    "\u{671}\u{644}\u{644}\u{651}\u{64E}\u{647}\u{650}",
    "\u{671}\u{644}\u{631}\u{651}\u{64E}\u{62D}\u{6E1}\u{645}\u{64E}\u{670}\u{646}\u{650}",
    "\u{671}\u{644}\u{631}\u{651}\u{64E}\u{62D}\u{650}\u{64A}\u{645}\u{650}",
  }, " ")
  local LAST_WORDS = FORMULA:match(" ([^ ]+ [^ ]+)$")

  it("is verse 1 of surah 1 and has none before it", function()
    local surah = publication:quran(1, 1, 7, "en")
    assert.equal(FORMULA, surah.verses[1].arabic)
    assert.equal(svc.null, surah.pre_bismillah)
  end)

  it(
    "stands before no verse of surah 9",
    function() assert.equal(svc.null, publication:quran(9, 1, 1, "en").pre_bismillah) end
  )

  it("stands before verse 1 of the others, 95 and 97 among them, and not in it", function()
    for surah = 2, 114 do
      if surah ~= 9 then
        local range = publication:quran(surah, 1, 1, "de")
        assert.equal(FORMULA, range.pre_bismillah.arabic)
        assert.equal(
          "Im Namen Allahs, des Allerbarmers, des Barmherzigen.",
          editions.plain(range.pre_bismillah.translation)
        )
        assert.is_nil(range.verses[1].arabic:find(LAST_WORDS, 1, true), surah)
      end
    end
  end)

  it(
    "is left out where the range begins later",
    function() assert.equal(svc.null, publication:quran(95, 2, 3, "en").pre_bismillah) end
  )

  it(
    "stays inside 27:30",
    function() assert.is_truthy(served("en", 27, 30).arabic:find(FORMULA, 1, true)) end
  )
end)

describe("verses known for their defects", function()
  -- stylua: ignore
  local cases = {
    { "id", 2, 1, "Alif Lām Mīm.", "a marker after a space" },
    { "id", 3, 1, "Alif Lām Mīm.", "no marker" },
    { "id", 51, 15, "Sesungguhnya orang-orang yang bertakwa berada dalam (surga yang penuh)"
      .. " taman-taman dan mata air.", "a newline" },
    { "id", 41, 42, "Tidak ada kebatilan yang mendatanginya, baik dari depan maupun dari"
      .. " belakang. (Al-Qur’an itu adalah) kitab yang diturunkan dari Tuhan Yang Maha Bijaksana"
      .. " lagi Maha Terpuji.", "a marker before a parenthesis" },
    { "id", 112, 1, "Katakanlah (Nabi Muhammad), “Dialah Allah Yang Maha Esa.", "nothing" },
    { "de", 2, 1, "Alif-Lam-Mim", "a macro" },
    { "de", 9, 1, "Eine Lossagung von Seiten Allahs und Seines Gesandten an diejenigen unter den"
      .. " Götzendienern, mit denen ihr einen Vertrag abgeschlossen habt.",
      "a macro that has no place there" },
  }
  for _, case in ipairs(cases) do
    local locale, surah, verse, text, defect = table.unpack(case)
    it(
      ("are served right: %d:%d in %s has %s"):format(surah, verse, locale, defect),
      function() assert.equal(text, editions.plain(served(locale, surah, verse).translation)) end
    )
  end

  local logged = {
    "arabic 2:72: repaired: a stray thin space (U+2009) inside a word",
    "translation id 37:100: repaired: the verse's number stands in its text",
    "translation id 46:10: repaired: no space after a note marker",
    "translation id 48:20: repaired: a bracket opened before a note marker and never closed",
    "translation id 49:7: folded white space",
    "translation id 2:219: folded white space",
    "translation id: removed the note markers 1) to 763): the source has no notes",
    "translation id 56:47: repaired: two words run together",
    "translation de 38:14: repaired: a word cut in two",
    "translation de 90:13: repaired: a note marker left in the text",
    "translation de 2:102: kept: its parentheses do not pair",
    "translation de 2:8: mapped TeX's quotation marks",
    "tafsir id 2:104: repaired: a superscript note mark without a note",
    "tafsir id 33:4: repaired: a superscript note mark without a note",
    "tafsir id 8:41: decoded HTML entities",
    "tafsir id 9:51: decoded HTML entities",
    "tafsir id 21:94: folded white space",
    "tafsir id: kept 187 texts that repeat the one before: they explain a group of verses",
  }
  for _, line in ipairs(logged) do
    it("are logged: " .. line, function()
      local found = false
      for _, entry in ipairs(log) do
        found = found or entry == line
      end
      assert.is_true(found, table.concat(log, "\n"))
    end)
  end
end)

describe("a translation ends its verses as the publisher does", function()
  local english = {
    { 1, 1, "the Entirely Merciful, the Especially Merciful." },
    { 1, 2, "Lord of the worlds -" },
    { 1, 7, "or of those who are astray." },
    { 2, 30, '"Indeed, I know that which you do not know."' },
    { 55, 13, "So which of the favors of your Lord would you deny?" },
    { 112, 1, 'Say, "He is Allah, [who is] One,' },
    { 112, 2, "Allah, the Eternal Refuge." },
    { 112, 3, "He neither begets nor is born," },
    { 112, 4, 'Nor is there to Him any equivalent."' },
  }
  for _, case in ipairs(english) do
    local surah, verse, ending = table.unpack(case)
    it(
      ("in English: %d:%d"):format(surah, verse),
      function()
        assert.equal(
          ending,
          editions.plain(served("en", surah, verse).translation):sub(-#ending)
        )
      end
    )
  end

  -- Of 6236 verses: without a final mark, with an odd number of quotation marks.
  local counts = {
    { "translation en", 507, 584 }, -- speech that goes on over several verses is odd
    { "translation id", 205, 530 },
    { "translation de", 268, 544 },
    { "tafsir id", 142, 676 },
  }
  for _, case in ipairs(counts) do
    it("as often as counted, and the importer says so: " .. case[1], function()
      local expected = (
        "%s: texts without a final mark: %d; with an odd number of quotation" .. " marks: %d"
      ):format(table.unpack(case))
      local found = false
      for _, line in ipairs(log) do
        found = found or line == expected
      end
      assert.is_true(found, table.concat(log, "\n"))
    end)
  end
end)

describe("a range", function()
  it("holds its verses, numbered, and nothing else", function()
    local range = publication:quran(2, 255, 257, "en")
    local numbers = {}
    for i, verse in ipairs(range.verses) do
      numbers[i] = verse.number
    end
    assert.same({ 255, 256, 257 }, numbers)
  end)

  it("is the same as JSON, whose addresses begin with the site", function()
    local ranges = { { 1, 1, 7 }, { 2, 1, 3 }, { 2, 255, 257 }, { 9, 1, 1 }, { 114, 6, 6 } }
    for _, locale in ipairs(svc.quran_locales) do
      for i, range in ipairs(ranges) do
        local surah, first, last = table.unpack(range)
        local tafsir = i % 2 == 0
        local made = publication:quran(surah, first, last, locale, tafsir)
        assert.equal(svc.json(made), publication:quran_json(surah, first, last, locale, tafsir))
        made.url = ('https://site.test/"/%s/quran/%d'):format(locale, surah)
        made.markdown_url = made.url .. ".md"
        assert.equal(
          svc.json(made),
          publication:quran_json(surah, first, last, locale, tafsir, 'https://site.test/"')
        )
      end
    end
  end)

  it("that there is not has no JSON either, and the same reason", function()
    for _, case in ipairs({ { 0, 1, 1, "en" }, { 2, 287, 287, "en" }, { 1, 1, 1, "xx" } }) do
      local _, reason = publication:quran(table.unpack(case))
      assert.same({ nil, reason }, { publication:quran_json(table.unpack(case)) })
    end
  end)

  it("is verse 1 when none is named, and one verse when no last is", function()
    assert.equal(1, #publication:quran(112).verses)
    assert.equal(4, publication:quran(112, 4).verses[1].number)
  end)

  local refused = {
    { "a surah below 1", 0, 1, 1, "en", "no such surah: they are 1 to 114" },
    { "a surah above 114", 115, 1, 1, "en", "no such surah: they are 1 to 114" },
    { "verse 0", 2, 0, 1, "en", "the range ends before it begins" },
    { "a range that ends before it begins", 2, 3, 2, "en", "the range ends before it begins" },
    { "a verse beyond the surah", 112, 4, 5, "en", "verse beyond the surah" },
    { "an unknown locale", 112, 1, 1, "xx", "unknown locale" },
    { "a huge surah", math.maxinteger, 1, 1, "en", "no such surah: they are 1 to 114" },
  }
  for _, case in ipairs(refused) do
    it("is refused: " .. case[1], function()
      local range, reason = publication:quran(case[2], case[3], case[4], case[5])
      assert.is_nil(range)
      assert.equal(case[6], reason)
    end)
  end
end)

describe("a surah", function()
  it("has the name and the revelation that Tanzil gives it", function()
    local counts = { Meccan = 0, Medinan = 0 }
    for surah = 1, 114 do
      local revelation = publication:quran(surah, 1, 1, "id").revelation
      counts[revelation] = counts[revelation] + 1
    end
    assert.same({ Meccan = 86, Medinan = 28 }, counts)
    assert.equal("Medinan", publication:quran(13, 1, 1).revelation)
    assert.equal("Meccan", publication:quran(113, 1, 1).revelation)
    assert.equal("Al-Baqarah", publication:quran(2, 1, 1).name)
  end)

  it("has its meaning in every locale", function()
    for locale, text in pairs { en = "The Cow", id = "Sapi", de = "Die Kuh" } do
      assert.same({ locale = locale, text = text }, publication:quran(2, 1, 1, locale).meaning)
    end
    local seen = {}
    for surah = 1, 114 do
      local meaning = publication:surah(surah, "de").meaning
      assert.equal("de", meaning.locale)
      assert.is_nil(seen[meaning.text], meaning.text)
      seen[meaning.text] = true
    end
  end)

  -- Of surahs whose names the sources of English and Indonesian write otherwise, or wrongly.
  local names = {
    { 1, "en", "Al-Fatihah", "الفاتحة" },
    { 9, "en", "At-Tawbah", "التوبة" },
    { 9, "id", "At-Taubah", "التوبة" },
    { 14, "de", "Ibrahim", "إبراهيم" },
    { 21, "en", "Al-Anbiya", "الأنبياء" },
    { 61, "de", "As-Saff", "الصف" },
    { 66, "id", "At-Taḥrīm", "التحريم" },
    { 76, "en", "Al-Insan", "الإنسان" },
    { 82, "en", "Al-Infitar", "الانفطار" },
    { 94, "id", "Asy-Syarḥ", "الشرح" },
  }
  for _, case in ipairs(names) do
    local surah, locale, name, arabic = table.unpack(case)
    it(
      ("has the name that is right in its language: %d in %s"):format(surah, locale),
      function()
        local called = publication:surah(surah, locale)
        assert.same({ name, arabic }, { called.name, called.arabic_name })
        assert.equal(name, publication:quran(surah, 1, 1, locale).name)
      end
    )
  end

  it("has 3 to 286 verses, and there are 114", function()
    assert.equal(3, publication:verse_count(103))
    assert.equal(286, publication:verse_count(2))
    assert.is_nil(publication:verse_count(115))
    assert.is_nil(svc.verse_count(0))
  end)

  it("has the ids of its path", function()
    local surah = publication:quran(2, 1, 1, "de")
    assert.same({
      "asset:de:quran:surah:2",
      "asset:de:quran:surah:2",
      "lo:quran:surah:2",
      "alignment:quran:surah:2",
      "concept:quran:surah-2",
      "lens:quran",
      "quran/2",
      "quran",
      "de",
    }, {
      surah.content_id,
      surah.assetId,
      surah.learningObjectId,
      surah.alignmentId,
      surah.conceptId,
      surah.lensId,
      surah.route,
      surah.section,
      surah.locale,
    })
  end)
end)

describe("sources", function()
  local ids =
    { en = "translation-english", id = "translation-indonesian", de = "translation-german" }
  local tafsirs = {
    en = { "external", "tafsir-link-english" },
    id = { "embedded", "tafsir-embedded" },
    de = { "external", "tafsir-link-german" },
  }

  for _, locale in ipairs(locales) do
    it("have the ids of the contract in " .. locale, function()
      local surah = publication:quran(1, 1, 1, locale)
      assert.same({ "arabic-text", ids[locale], locale }, {
        surah.sources.arabic.id,
        surah.sources.translation.id,
        surah.sources.translation.locale,
      })
      assert.same(tafsirs[locale], { surah.tafsir_access.kind, surah.tafsir_access.source.id })
      assert.equal(tafsirs[locale][1], surah.tafsir_access.source.kind)
    end)
  end

  it("have a notice of the Arabic text in the language of the reader", function()
    local words =
      { en = "with pause marks", id = "dengan tanda waqaf", de = "mit Pausenzeichen" }
    for locale, text in pairs(words) do
      local notice = publication:quran(1, 1, 1, locale).sources.arabic.notice
      assert.is_truthy(notice:find(text, 1, true), notice)
    end
  end)

  it("carry the digest of the exact file that was imported", function()
    local bytes = editions.read(editions.path(JSON, "package/dist/quran.json"))
    assert.same(
      { digest = "sha256:" .. svc.sha256(bytes), byte_count = #bytes, file_count = 1 },
      publication:quran(1, 1, 1, "en").sources.arabic.artifact
    )
  end)

  it("carry the digest of many files in name order", function()
    local names, parts, size = {}, {}, 0
    for surah = 1, 114 do
      names[surah] = surah .. ".json"
    end
    table.sort(names)
    for i, name in ipairs(names) do
      local bytes = editions.read(editions.path(PACK, "package/dist/surah/source/" .. name))
      parts[i], size = name .. "\0" .. #bytes .. "\0" .. bytes, size + #bytes
    end
    assert.same({
      digest = "sha256:" .. svc.sha256(table.concat(parts)),
      byte_count = size,
      file_count = 114,
    }, publication:quran(1, 1, 1, "id").sources.translation.artifact)
  end)

  it("never give a package's licence as the terms of a text", function()
    local text = svc.json(publication:quran(1, 1, 1, "id"))
      .. svc.json(publication:quran(1, 1, 1))
      .. svc.json(publication:quran(1, 1, 1, "de"))
    for _, licence in ipairs { "ISC", "LPPL", "CC-BY", "CC BY-SA" } do
      assert.is_nil(text:find(licence, 1, true), licence)
    end
  end)

  it("of an external tafsir have a link and no artifact", function()
    local source = publication:quran(1, 1, 1, "de").tafsir_access.source
    assert.equal("link-only", source.terms.access)
    assert.is_nil(source.artifact)
    assert.is_nil(source.terms.artifact)
  end)
end)
