--- The QURAN section: what its builder refuses of data, and its reader of bytes.
local svc = require("svc")
local forge = require("spec.support.publication.forge")
local small_quran = require("spec.support.publication.small_quran")

local VERSES, good, list = small_quran.verses, small_quran.data, small_quran.list
local artifact = small_quran.artifact

local function build(data)
  return pcall(function() svc.builder():quran(data) end)
end

--- A verse with notes in place of the first German one.
local function noted(marks, notes)
  return function(data)
    data.translations.de[1] = { text = "Wörter", marks = marks, notes = notes }
  end
end

local function many()
  local marks, notes = {}, {}
  for i = 1, 65 do
    marks[i], notes[i] = { offset = 0, number = i }, { number = i, text = "x" }
  end
  return marks, notes
end

describe("a Quran is built", function()
  it("from complete data", function() assert.is_true(build(good())) end)

  it("without opening formulas, which are then verse 1:1", function()
    local data = good()
    data.bismillah = nil
    local publication <close> = assert(forge.open(forge.signed(forge.builder():quran(data))))
    local first = publication:quran(1, 1, 1, "en").verses[1].arabic
    assert.equal(first, publication:quran(2, 1, 1, "en").pre_bismillah.arabic)
  end)

  it("with names and a notice in the languages that have their own", function()
    local data = good()
    data.surahs[2].names = { id = "Nama" }
    data.sources.arabic.notices = { de = "Hinweis" }
    data.sources.translation.de.terms.known = { de = "Frei" }
    local publication <close> = assert(forge.open(forge.signed(forge.builder():quran(data))))
    assert.same({
      name = "Nama",
      arabic_name = "ا",
      meaning = { locale = "en", text = "M" },
      revelation = "Meccan",
      verses = 286,
    }, publication:surah(2, "id"))
    assert.equal("Name", publication:surah(2, "de").name)
    assert.equal("Nama", publication:quran(2, 1, 1, "id").name)
    assert.equal("Hinweis", publication:quran(2, 1, 1, "de").sources.arabic.notice)
    assert.equal("N", publication:quran(2, 1, 1, "id").sources.arabic.notice)
    assert.is_nil(publication:surah(115, "id"))
    assert.same({ translation = "Frei" }, publication:terms("de"))
    assert.same({}, publication:terms("id"))
  end)

  it("with notes, marked more than once, up to the end of the text", function()
    local data = good()
    local marks = { { offset = 0, number = 7 }, { offset = 6, number = 7 } }
    noted(marks, { { number = 7, text = "x" } })(data)
    assert.is_true(build(data))
  end)
end)

describe("a Quran is refused", function()
  local note = { { number = 1, text = "x" } }
  -- stylua: ignore
  local cases = {
    { "that is no table", nil, "table expected" },
    { "with 113 surahs", function(d) d.surahs[114] = nil end, "surahs: 113 entries, not 114" },
    { "with 6235 verses", function(d) d.arabic[VERSES] = nil end, "6235 entries, not 6236" },
    { "with 6237 verses", function(d) d.arabic[VERSES + 1] = "x" end, "6237 entries, not 6236" },
    { "without surahs", function(d) d.surahs = nil end, "surahs, entry 0: list expected, got nil" },
    { "with a surah that is no table", function(d) d.surahs[5] = "x" end,
      "surahs, entry 5: table expected, got string" },
    { "with a verse that is a number", function(d) d.arabic[3] = 3 end,
      "arabic, entry 3: string expected, got number" },
    { "with an empty verse", function(d) d.arabic[3] = "" end, "Arabic text: entry 3 is empty" },
    { "with a verse that is not UTF-8", function(d) d.arabic[3] = "\xff" end,
      "Arabic text: entry 3 is not UTF-8" },
    { "with an empty translation", function(d) d.translations.de[9] = "" end,
      "translation de: entry 9 is empty" },
    { "without a translation", function(d) d.translations.id = nil end,
      "translations id, entry 0: list expected, got nil" },
    { "without a name", function(d) d.surahs[2].name = nil end,
      "name, entry 2: string expected, got nil" },
    { "with a blank name", function(d) d.surahs[2].name = "  " end,
      "surah names: entry 2 is blank or not trimmed" },
    { "without an English meaning", function(d) d.surahs[2].meanings = { de = "x" } end,
      "meanings en: entry 2 is not trimmed" },
    { "with an untrimmed name of a language", function(d) d.surahs[2].names = { id = "x " } end,
      "local surah names id: entry 2 is not trimmed" },
    { "with names that are no table", function(d) d.surahs[2].names = "x" end,
      "names, entry 2: table expected, got string" },
    { "with an untrimmed notice of a language", function(d)
      d.sources.arabic.notices = { id = "x " }
    end, "Arabic notices id: entry 1 is not trimmed" },
    { "with an untrimmed meaning", function(d) d.surahs[2].meanings.de = "x " end,
      "meanings de: entry 2 is not trimmed" },
    { "with an unknown revelation", function(d) d.surahs[2].revelation = "Makkiyah" end,
      'revelation, entry 2: "Meccan" or "Medinan" expected, got string' },
    { "with formulas that are no table", function(d) d.bismillah = "x" end,
      "bismillah, entry 0: table expected, got string" },
    { "with a formula before surah 9", function(d) d.bismillah[9] = "x" end,
      "bismillahs: entry 9 must be empty" },
    { "with a formula before surah 1", function(d) d.bismillah[1] = "x" end,
      "bismillahs: entry 1 must be empty" },
    { "with a mark without a note", noted({ { offset = 0, number = 2 } }, {}),
      "mark numbers de: entry 1 has no note in its verse" },
    { "with a note without a mark", noted({}, note),
      "note numbers de: entry 1 has no mark in its verse" },
    { "with a note twice", noted({ { offset = 0, number = 1 } },
      { { number = 1, text = "x" }, { number = 1, text = "y" } }),
      "note numbers de: entry 2 occurs twice" },
    { "with note 0", noted({ { offset = 0, number = 0 } }, { { number = 0, text = "x" } }),
      "note numbers de: entry 1 is 0" },
    { "with an empty note", noted({ { offset = 0, number = 1 } }, { { number = 1, text = "" } }),
      "notes de: entry 1 is empty" },
    { "with a mark beyond the text", noted({ { offset = 7, number = 1 } }, note),
      "mark offsets de: entry 1 is out of order or beyond the text" },
    { "with marks out of order", noted({ { offset = 3, number = 1 }, { offset = 2, number = 1 } },
      note), "mark offsets de: entry 2 is out of order" },
    { "with a negative offset", noted({ { offset = -1, number = 1 } }, note),
      "offset de, entry 1: integer of 32 bits expected" },
    { "with an offset of more than 32 bits", noted({ { offset = 1 << 32, number = 1 } }, note),
      "offset de, entry 1: integer of 32 bits expected" },
    { "with a note that is no table", noted({}, { "x" }), "notes de, entry 1: table expected" },
    { "with 65 notes to a verse", noted(many()), "more than 64 notes or marks" },
    { "without the Indonesian tafsir", function(d) d.tafsir.id = nil end,
      "table of tafsir id: has a wrong number of entries" },
    { "with an English tafsir", function(d) d.tafsir.en = list("x") end,
      "table of tafsir en: has a wrong number of entries" },
    { "without sources", function(d) d.sources = nil end, "sources, entry 0: table expected" },
    { "without a label", function(d) d.sources.arabic.label = nil end,
      "label arabic-text, entry 0: string expected, got nil" },
    { "with an untrimmed label", function(d) d.sources.translation.de.label = "x " end,
      "source translation-german: a text is empty or not trimmed" },
    { "with an empty notice", function(d) d.sources.tafsir.en.notice = "" end,
      "source tafsir-link-english: a text is empty or not trimmed" },
    { "with an empty notice behind one in English", function(d)
      d.sources.arabic.notice, d.sources.arabic.notices = "", { en = "N" }
    end, "source arabic-text: a text is empty or not trimmed" },
    { "with a day that its month has not", function(d)
      d.sources.arabic.retrieved_at = "2026-02-31T00:00:00Z"
    end, "source arabic-text: retrieved_at is no UTC time" },
    { "with an hour that no day has", function(d)
      d.sources.arabic.retrieved_at = "2026-02-28T24:00:00Z"
    end, "source arabic-text: retrieved_at is no UTC time" },
    { "with a minute that no hour has", function(d)
      d.sources.arabic.retrieved_at = "2026-02-28T23:60:00Z"
    end, "source arabic-text: retrieved_at is no UTC time" },
    { "with a second that no minute has", function(d)
      d.sources.arabic.retrieved_at = "2026-02-28T23:59:60Z"
    end, "source arabic-text: retrieved_at is no UTC time" },
    { "with a time that is not UTC", function(d) d.sources.arabic.retrieved_at = "2026-01-01" end,
      "source arabic-text: retrieved_at is no UTC time" },
    { "without an artifact", function(d) d.sources.arabic.artifact = nil end,
      "source arabic-text: artifact without digest or size" },
    { "with a digest in capitals", function(d)
      d.sources.arabic.artifact.digest = "sha256:" .. ("0A"):rep(32)
    end, "source arabic-text: artifact without digest or size" },
    { "with an artifact of no bytes", function(d) d.sources.arabic.artifact.byte_count = 0 end,
      "source arabic-text: artifact without digest or size" },
    { "with terms that have no artifact", function(d) d.sources.arabic.terms.artifact = nil end,
      "source arabic-text: artifact without digest or size" },
    { "with a link that has an artifact", function(d) d.sources.tafsir.de.artifact = artifact() end,
      "source tafsir-link-german: artifact without digest or size" },
    { "without terms", function(d) d.sources.arabic.terms = nil end,
      "terms arabic-text, entry 0: table expected" },
    { "without an access notice", function(d) d.access.de = nil end,
      "access de, entry 3: string expected, got nil" },
    { "with a blank access notice", function(d) d.access.de = " " end,
      "tafsir access notices: entry 3 is not trimmed" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local data = case[2] and good()
      if data then case[2](data) end
      local built, reason = build(data)
      assert.is_false(built)
      assert.is_truthy(tostring(reason):find(case[3], 1, true), reason)
    end)
  end

  it("when it is given a second time", function()
    local builder, data = svc.builder(), good()
    builder:quran(data)
    assert.has_error(function() builder:quran(data) end)
  end)
end)

-- Numbers of tables, as csrc/quran/quran.h draws them.
local NAMES, REVELATIONS, ARABIC, NOTE_STARTS_DE, MARK_STARTS_DE, TABLES = 0, 2, 7, 16, 25, 44
local LOCAL_NAMES_ID = 36
local FEWEST = 35 -- of sections that were written before local names and notices

describe("a section out of a signed file is refused", function()
  local key, parts, quran = forge.key(), nil, nil

  setup(function()
    local data = good()
    noted({ { offset = 0, number = 1 } }, { { number = 1, text = "x" } })(data)
    data.surahs[1].names = { id = "Nama" }
    data.sources.arabic.notices = { id = "Pemberitahuan" }
    parts = forge.parse(forge.signed(forge.builder():quran(data), key))
    for _, section in ipairs(parts.sections) do
      if section.id == 3 then quran = section end
    end
  end)

  --- The integer at a byte of the section.
  local function word(bytes, at) return (("<I4"):unpack(bytes, at + 1)) end

  local function patched(bytes, at, value)
    return bytes:sub(1, at) .. ("<I4"):pack(value) .. bytes:sub(at + 5)
  end

  --- Where a table begins. @tparam integer number of the table
  local function start(bytes, number) return word(bytes, 8 + 4 * number) end

  --- Replaces entry `index` (from 0) of a table's numbers or offsets.
  local function entry(number, index, change)
    return function(bytes)
      local at = start(bytes, number) + 4 + 4 * index
      return patched(bytes, at, change(word(bytes, at)))
    end
  end

  local function constant(value)
    return function() return value end
  end
  local function plus(n)
    return function(value) return value + n end
  end

  local function opened(bytes)
    local section, path = quran.bytes, os.tmpname()
    quran.bytes = bytes
    forge.write(path, forge.build(parts, { key }))
    quran.bytes = section
    local publication, reason =
      svc.open(path, { keys = { key.public }, threshold = 1, now = forge.now })
    os.remove(path)
    return publication, reason
  end

  it("unless nothing was changed", function() assert(opened(quran.bytes)):close() end)

  it("unless it was written before names and notices by locale", function()
    -- Texts are found by offsets from the section's start, which a shorter head moves.
    local shift = 4 * (TABLES - FEWEST)
    local words = { 1, FEWEST }
    for number = 0, FEWEST do
      words[#words + 1] = start(quran.bytes, number) - shift
    end
    for number = 0, FEWEST - 1 do
      local at, last = start(quran.bytes, number), start(quran.bytes, number + 1)
      local count = word(quran.bytes, at)
      local of_texts = last - at ~= 4 + 4 * count
      words[#words + 1] = count
      for i = 1, of_texts and count + 1 or count do
        words[#words + 1] = word(quran.bytes, at + 4 * i) - (of_texts and shift or 0)
      end
      for i = at + 4 * (of_texts and count + 2 or count + 1), last - 4, 4 do
        words[#words + 1] = word(quran.bytes, i)
      end
    end
    local packed = {}
    for i, value in ipairs(words) do
      packed[i] = ("<I4"):pack(value)
    end
    local publication <close> = assert(opened(table.concat(packed)))
    assert.equal("Name", publication:surah(1, "id").name)
    assert.same({}, publication:terms("id"))
    assert.equal("N", publication:quran(1, 1, 1, "id").sources.arabic.notice)
    assert.equal(
      "Text",
      publication:quran(2, 3, 3, "en").verses[1].translation.segments[1].value
    )
  end)

  -- stylua: ignore
  local cases = {
    { "that ends in its head", function(b) return b:sub(1, 100) end, "100 bytes are no section" },
    { "that was cut short", function(b) return b:sub(1, -5) end, "its tables do not fill it" },
    { "that was made longer", function(b) return b .. "\0\0\0\0" end, "its tables do not fill it" },
    { "of another format", function(b) return patched(b, 0, 2) end, "format 2 with 44 tables" },
    { "with another number of tables", function(b) return patched(b, 4, 36) end,
      "format 1 with 36 tables; this reader knows 1 with 35 or 44" },
    { "that claims to be older than it is", function(b) return patched(b, 4, FEWEST) end,
      "its tables do not fill it" },
    { "with a name that is not trimmed", function(b)
      local at = word(b, start(b, LOCAL_NAMES_ID) + 4)
      return b:sub(1, at) .. " " .. b:sub(at + 2)
    end, "local surah names id: entry 1 is not trimmed" },
    { "whose first table is elsewhere", function(b) return patched(b, 8, 4 * (TABLES + 4)) end,
      "its tables do not fill it" },
    { "with a table beyond its end", function(b) return patched(b, 8 + 4 * ARABIC, 1 << 31) end,
      "is out of place" },
    { "with a table before its beginning", function(b) return patched(b, 8 + 4 * ARABIC, 0) end,
      "is out of place" },
    { "with a table between two words", function(b)
      return patched(b, 8 + 4 * ARABIC, start(b, ARABIC) + 1)
    end, "is out of place" },
    { "with a verse too few", entry(ARABIC, -1, plus(-1)), "table of Arabic text: has a wrong" },
    { "with a verse too many", entry(ARABIC, -1, plus(1)), "table of Arabic text: has a wrong" },
    { "with a count that would wrap", entry(ARABIC, -1, constant(0xffffffff)),
      "table of Arabic text: does not hold the entries it announces" },
    { "with numbers too few", entry(REVELATIONS, -1, plus(-1)),
      "table of revelations: does not hold the entries it announces" },
    { "whose texts begin elsewhere", entry(ARABIC, 0, plus(1)),
      "table of Arabic text: does not begin at its texts" },
    { "with a text that ends before it begins", entry(ARABIC, 2, constant(0)),
      "Arabic text: entry 2 has its end out of place" },
    { "with a text that ends beyond its table", entry(ARABIC, 6236, constant(0xfffffffe)),
      "Arabic text: entry 6236 has its end out of place" },
    { "with bytes after the last text", entry(ARABIC, 6236, plus(-2)),
      "Arabic text: entry 6236 is empty" },
    { "with text that is not UTF-8", function(b)
      local at = word(b, start(b, ARABIC) + 4)
      return b:sub(1, at) .. "\xff" .. b:sub(at + 2)
    end, "Arabic text: entry 1 is not UTF-8" },
    { "with a third kind of revelation", entry(REVELATIONS, 0, constant(2)),
      "revelations: entry 1 is neither 0 nor 1" },
    { "whose first note is not verse 1's", entry(NOTE_STARTS_DE, 0, constant(1)),
      "note starts de: entry 1 is not 0" },
    { "with notes that end before they begin", entry(NOTE_STARTS_DE, 2, constant(0)),
      "note starts de: entry 3 is out of order" },
    { "with notes that nobody has", entry(NOTE_STARTS_DE, 6236, constant(9)),
      "note starts de: entry 6237 is out of order" },
    { "with marks before their verse", entry(MARK_STARTS_DE, 1, constant(0)),
      "note numbers de: entry 1 has no mark in its verse" },
    { "with a padding that says something", function(b)
      -- 114 times "Name" need no padding; one byte taken off the last makes one.
      local at = start(b, NAMES) + 4 + 4 * 114
      return patched(b, at, word(b, at) - 1)
    end, "table of surah names: is not padded with 0 to 3 zeros" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local publication, reason = opened(case[2](quran.bytes))
      assert.is_nil(publication)
      assert.is_truthy(reason:find("Quran section: ", 1, true), reason)
      assert.is_truthy(reason:find(case[3], 1, true), reason)
    end)
  end
end)
