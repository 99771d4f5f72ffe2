--- Importing editions of the Quran: what each format becomes, and each refusal.
local lfs = require("lfs")
local svc = require("svc")
local edition_files = require("spec.support.publication.edition_files")
local editions = require("spec.support.publication.editions")
local bismillah = require("data.import.bismillah")
local notes = require("data.import.notes")
local punctuation = require("data.import.punctuation")
local quran = require("data.import.quran")
local quran_source = require("data.import.quran_source")

local folder

before_each(function()
  folder = os.tmpname()
  os.remove(folder)
  assert(lfs.mkdir(folder))
end)

after_each(function() os.execute("rm -rf '" .. folder .. "'") end)

local function write(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name, "wb"))
  file:write(text)
end

--- A declaration that holds, changed by `members`; `false` takes a member out.
local function declaration(members)
  -- stylua: ignore
  local entry = {
    role = "translation", locale = "en", format = "quranenc-xml", file = "edition",
    label = "Test", publisher = "Nobody", notice = "Made for a test.",
    source_url = "https://source.test/", update_url = "https://source.test/new",
    retrieved_at = "2026-01-01T00:00:00Z", version = "v9.9.9-xml.1",
    terms = { url = "https://source.test/terms", file = "terms.txt" },
  }
  for name, value in pairs(members) do
    entry[name] = value or nil
  end
  return entry
end

--- Imports one source from a file. @treturn table|nil texts @treturn any what texts() returns
-- second @treturn table the log @treturn table the source
local function import(members, bytes)
  write("terms.txt", "Terms.\n")
  write("edition", bytes)
  write("sources.json", svc.json { sources = { declaration(members) } })
  local sources, fault = quran_source.declarations(folder .. "/sources.json")
  if not sources then return nil, fault end
  local source, log = sources[1], {}
  local good, reason = quran_source.read(source, folder)
  if not good then return nil, reason end
  local texts, second = quran.texts(source, function(line) log[#log + 1] = line end)
  return texts, second, log, source
end

--- So many repairs, of one verse each.
local function many_repairs(count)
  local list = {}
  for i = 1, count do
    list[i] = { verse = "2:" .. i, find = "a", replace = "b", why = "c" }
  end
  return list
end

--- The line of the log that counts final and quotation marks.
local function counts(open_ended, odd)
  return (
    "translation en: texts without a final mark: %d; with an odd number of quotation marks:"
    .. " %d"
  ):format(open_ended, odd)
end

-- Verses with notes, as the formats of QuranEnc hold them.
local NOTED = {
  ["1:2"] = {
    'All praise[1] is "due"[2], O [Prophet].',
    "[1] First note, with {braces}.\n [2] Second; see [O Prophet].",
  },
  ["2:1"] = { "Two on one line[3] here[4]", "[3] One. [4] Two." },
  ["2:255"] = { "Again[1] and again[1].", "[1] One note, two marks." },
  ["4:140"] = "A newline\ninside \u{A0} the text",
  ["3:1"] = { "[1][2]Before all", "[1] One. [2] Two." },
  ["114:6"] = { "From jinn [7] and men.", "[7] A space on both sides." },
}

describe("an edition of QuranEnc", function()
  for _, format in ipairs { "quranenc-csv", "quranenc-xml", "quranenc-json" } do
    it("is read with its notes from " .. format, function()
      local texts, fault = import(
        { format = format, version = format == "quranenc-json" and "v1" },
        edition_files[format](NOTED)
      )
      assert(texts, fault)
      assert.equal(6236, #texts)
      assert.equal("Verse 1 of 1.", texts[1])
      assert.same({
        text = 'All praise is "due", O [Prophet].',
        marks = { { offset = 10, number = 1 }, { offset = 19, number = 2 } },
        notes = {
          { number = 1, text = "First note, with {braces}." },
          { number = 2, text = "Second; see [O Prophet]." },
        },
      }, texts[2])
      assert.same(
        { { number = 3, text = "One." }, { number = 4, text = "Two." } },
        texts[8].notes
      )
    end)
  end

  it("is served with the numbers, texts and offsets of its notes", function()
    local texts = assert(import({ version = false }, edition_files["quranenc-xml"](NOTED)))
    local data = assert(quran.load(editions.DECLARED, editions.CACHE))
    data.translations.en = texts
    local publication <close> = editions.publish(data)
    assert.same({
      notes = {
        { number = 1, referenceOffset = 10, text = "First note, with {braces}." },
        { number = 2, referenceOffset = 19, text = "Second; see [O Prophet]." },
      },
      segments = {
        { kind = "text", offset = 0, value = "All praise" },
        { kind = "note", offset = 10, number = 1 },
        { kind = "text", offset = 10, value = ' is "due"' },
        { kind = "note", offset = 19, number = 2 },
        { kind = "text", offset = 19, value = ", O [Prophet]." },
      },
    }, publication:quran(1, 2, 2, "en").verses[1].translation)
    assert.same({
      { kind = "note", offset = 0, number = 1 },
      { kind = "note", offset = 0, number = 2 },
      { kind = "text", offset = 0, value = "Before all" },
    }, publication:quran(3, 1, 1, "en").verses[1].translation.segments)
    local throne = publication:quran(2, 255, 255, "en").verses[1].translation
    assert.equal(1, #throne.notes)
    assert.same({ 5, 15 }, { throne.segments[2].offset, throne.segments[4].offset })
    local last = publication:quran(114, 6, 6, "en").verses[1].translation
    assert.equal("From jinn and men.", editions.plain(last))
    assert.equal(9, last.notes[1].referenceOffset)
  end)

  it("names its version, which becomes the source's", function()
    local _, _, _, source = import({ version = false }, edition_files["quranenc-xml"] {})
    assert.equal("v9.9.9-xml.1", source.version)
    _, _, _, source =
      import({ version = false, format = "quranenc-csv" }, edition_files["quranenc-csv"] {})
    assert.equal("v9.9.9-csv.1", source.version)
  end)

  it("has its white space folded, and that logged", function()
    local texts, _, log = import({}, edition_files["quranenc-xml"](NOTED))
    assert.equal("A newline inside the text", texts[493 + 140])
    assert.same({ "translation en 4:140: folded white space", counts(3, 0) }, log)
  end)

  it("may be one file a surah", function()
    for surah = 1, 114 do
      local verses = {}
      for verse = 1, svc.verse_count(surah) do
        verses[verse] =
          { sura = surah, aya = verse, translation = "Text.", footnotes = svc.null }
      end
      write(surah .. ".json", svc.json { result = verses })
    end
    local texts, fault, _, source =
      import({ format = "quranenc-json", file = "{surah}.json" }, "")
    assert(texts, fault)
    assert.equal(114, source.artifact.file_count)
  end)
end)

describe("an edition of Tanzil", function()
  it("is read from text with numbers, its notice joining the source's", function()
    local texts, fault, _, source = import(
      { format = "tanzil-text", version = false },
      edition_files["tanzil-text"] { ["2:1"] = "A | pipe" }
    )
    assert(texts, fault)
    assert.equal("A | pipe", texts[8])
    assert.equal("Tanzil Test, Version 1.0", source.version)
    assert.equal(
      "Made for a test. Tanzil Quran Text (Test, Version 1.0) Keep it.",
      source.notice
    )
  end)

  it("is read from text without numbers", function()
    local texts = assert(import({ format = "tanzil-text" }, edition_files["tanzil-bare"] {}))
    assert.equal("Verse 6 of 114.", texts[6236])
  end)

  local function arabic(formulas)
    local given = {}
    for surah = 2, 114 do
      if surah ~= 9 then given[surah .. ":1"] = formulas(surah) .. " الم" end
    end
    return given
  end

  it(
    "has the opening formula separated as it is spelled, with a shadda in 95 and 97",
    function()
      local plain = "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ"
      local strong =
        "بِّسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ"
      local given = arabic(
        function(surah) return (surah == 95 or surah == 97) and strong or plain end
      )
      given["27:30"] = "إنه من سليمان وإنه " .. plain
      local texts, formulas, log, source = import(
        { role = "arabic", locale = false, format = "tanzil-text", version = false },
        edition_files["tanzil-text"](given)
      )
      assert.equal(strong, formulas[95])
      assert.equal(plain, formulas[2])
      assert.equal("الم", texts[8])
      assert.equal("إنه من سليمان وإنه " .. plain, texts[3189])
      assert.equal(112, #log)
      assert.is_truthy(
        source.notice:find("Keep it. The opening formula that this source", 1, true)
      )
    end
  )

  it("is read from XML, where the formula is an attribute", function()
    local texts, formulas = import(
      { role = "arabic", locale = false, format = "tanzil-xml", version = false },
      edition_files["tanzil-xml"] {}
    )
    assert.equal(6236, #texts)
    assert.equal("b95", formulas[95])
    assert.is_nil(formulas[9])
  end)
end)

describe("an edition of quran-json that is one file a surah", function()
  local FORMULA = "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ"

  --- Imports its 114 files, `texts` being those of single verses.
  local function import_surahs(members, texts)
    for surah = 1, 114 do
      write(surah .. ".json", edition_files["quran-json-surah"](surah, texts))
    end
    members.format, members.file, members.version = "quran-json", "{surah}.json", "1"
    return import(members, "")
  end

  it("is read with its final marks", function()
    local texts, fault, _, source = import_surahs(
      {},
      { ["112:4"] = 'Nor is there any "equal."' }
    )
    assert(texts, fault)
    assert.equal(6236, #texts)
    assert.equal("Verse 1 of 1.", texts[1])
    assert.equal('Nor is there any "equal."', texts[6225])
    assert.equal(114, source.artifact.file_count)
  end)

  it("has the opening formula separated where it is for the search only", function()
    local glued = { ["95:1"] = FORMULA .. " وَالتِّينِ" }
    local texts, formulas = import_surahs({ role = "arabic-simple", locale = false }, glued)
    assert.equal("وَالتِّينِ", texts[6099])
    assert.equal(FORMULA, formulas[95])
    local refused, fault = import_surahs({ role = "arabic", locale = false }, glued)
    assert.is_nil(refused)
    assert.is_truthy(
      fault:find(" 95:1: the opening formula stands in verse 1; ", 1, true),
      fault
    )
  end)

  for _, bytes in ipairs { "false", "null", "[]", "{}", '{"number":1,"verses":[1]}' } do
    it("is refused where a file is " .. bytes, function()
      for surah = 1, 114 do
        write(surah .. ".json", bytes)
      end
      local texts, fault = import({ format = "quran-json", file = "{surah}.json" }, "")
      assert.is_nil(texts)
      assert.is_truthy(
        fault:find("1.json: is no surah with a list of verses; ", 1, true),
        fault
      )
    end)
  end
end)

describe("final marks and quotation marks", function()
  -- Text, whether it has a final mark, whether its quotation marks are odd in number.
  -- stylua: ignore
  local cases = {
    { "An end.", true, false }, { "An end", false, false }, { 'A "quote."', true, false },
    { 'A quote."', true, true }, { "“A quote?”", true, false }, { "“A quote?", true, true },
    { "„Ein Zitat!“", true, false }, { "(in brackets)", false, false }, { "(a full stop.)", true,
      false }, { "[word]", false, false }, { "a dash –", true, false }, { "a dash -", true, false },
    { "and so on…", true, false }, { "‘inner’.", true, false }, { "he said, ’", false, false },
    { "«A»,", true, false }, { '"', false, true },
  }
  for _, case in ipairs(cases) do
    it("are counted in " .. case[1], function()
      local open_ended, odd = punctuation.count { case[1] }
      assert.same({ case[2] and 0 or 1, case[3] and 1 or 0 }, { open_ended, odd })
    end)
  end

  it("are counted over an edition, the texts with notes among them, and logged", function()
    assert.same({ 1, 1 }, { punctuation.count { "a.", { text = 'b"' }, "c!" } })
    local _, _, log = import(
      {},
      edition_files["quranenc-xml"] { ["1:2"] = { "a[1]", "[1] b" }, ["1:3"] = 'He said, "Go.' }
    )
    assert.same({ counts(1, 1) }, log)
  end)
end)

describe("the opening formula", function()
  -- stylua: ignore
  local cases = {
    { "بسم الله الرحمن الرحيم قل", "قل", "bare letters" },
    { "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ قُلْ", "قُلْ", "Uthmani" },
    { "بِسۡمِ ٱللَّهِ ٱلرَّحۡمَٰنِ ٱلرَّحِيمِ قُلْ", "قُلْ", "Uthmani with U+06E1 for the sukun" },
    { "بِّسْمِ اللَّهِ الرَّحْمَـٰنِ الرَّحِيمِ قُلْ", "قُلْ", "a shadda, a tatweel" },
    { "بسم الله الرحمن الرحيم", "", "nothing else" },
  }
  for _, case in ipairs(cases) do
    it("is told from the verse: " .. case[3], function()
      local formula, rest = bismillah.split(case[1])
      assert.equal(case[2], rest)
      assert.equal(case[1], (formula .. " " .. rest):match("^(.-) ?$"))
    end)
  end

  local others = {
    "بسم الله مجراها ومرساها",
    "الم",
    "",
    "بسم الله الرحمن",
    "بسمالله الرحمن الرحيم",
  }
  for _, text in ipairs(others) do
    it("is not seen in " .. text, function()
      local formula, rest = bismillah.split(text)
      assert.is_nil(formula)
      assert.equal(text, rest)
    end)
  end
end)

describe("notes", function()
  local good = {
    { "a", "", "a", {} },
    { "a[1]", "[1] x", "a", { 1 } },
    { "[1] a", "[1] x", "a", { 0 }, "a marker at the start" },
    { "a [1] b", "[1] x", "a b", { 1 }, "a space on both sides" },
    { "a [1]b", "[1] x", "a b", { 1 }, "a space before it only" },
    { "a [1]", "[1] x", "a", { 1 }, "a space before it, at the end" },
    { "a [1], b", "[1] x", "a , b", { 1 }, "the text is not changed" },
    { "a[1][2]b", "[1] x [2] y", "ab", { 1, 1 }, "two together" },
    { "a [1] [2] b", "[1] x [2] y", "a b", { 1, 1 } },
    { "ä🕌[1]", "[1] x", "ä🕌", { 2 }, "code points are counted" },
    { "a[9]b[1]", "[1] x[9] y", "ab", { 1, 2 }, "another order, glued together" },
    { "a[1] [b] []", "[1] x", "a [b] []", { 1 }, "brackets without a number" },
  }
  for _, case in ipairs(good) do
    it(("of %q stand right%s"):format(case[1], case[5] and ": " .. case[5] or ""), function()
      local verse = assert(notes.parse(case[1], case[2]))
      local offsets = {}
      for i, mark in ipairs(verse.marks) do
        offsets[i] = mark.offset
      end
      assert.equal(case[3], verse.text)
      assert.same(case[4], offsets)
    end)
  end

  local bad = {
    { "a[1]", "", "marker [1] has no note" },
    { "a", "[1] x", "note [1] has no marker" },
    { "a[1]", "[1] x [1] y", "note [1] stands twice" },
    { "a[1]", "[1] x [2] y", "note [2] has no marker" },
    { "a[1]", "x [1] y", "the footnotes begin without a marker" },
    { "a[1]", "[1] ", "note [1] is empty" },
    { "a[0]", "[0] x", "note [0] has no number" },
    { "a[99999999999999999999]", "", "marker [999999] has no note" },
    { "a", "[99999999999999999999] x", "note [999999] has no marker" },
  }
  for _, case in ipairs(bad) do
    it(("of %q with %q are refused"):format(case[1], case[2]), function()
      local verse, what = notes.parse(case[1], case[2])
      assert.is_nil(verse)
      assert.equal(case[3], what)
    end)
  end
end)

describe("an edition is refused", function()
  local xml = edition_files["quranenc-xml"]
  -- Title, members of the declaration, bytes, what the refusal holds.
  -- stylua: ignore
  local cases = {
    { "with a verse missing", {}, xml { ["2:255"] = false },
      "edition: 2:255: this verse is missing; an edition has 114 surahs and 6236 verses" },
    { "with a verse twice", {}, xml {}:gsub('number="7"', 'number="6"', 1),
      "edition:33: 1:6: this verse stands twice; remove one of the two" },
    { "with a verse that does not exist", {}, xml {}:gsub('aya number="7"', 'aya number="8"', 1),
      "edition:33: 1:8: there is no verse 1:8; " },
    { "with an empty text", {}, xml { ["3:7"] = "" }, " 3:7: the text is empty; " },
    { "with a blank text", {}, xml { ["3:7"] = " \u{A0} " }, " 3:7: the text is empty; " },
    { "with a marker without a note", {}, xml { ["3:7"] = "a[1]" },
      " 3:7: marker [1] has no note; every marker [n] needs its note" },
    { "with a note without a marker", {}, xml { ["3:7"] = { "a", "[1] b" } },
      " 3:7: note [1] has no marker; " },
    { "with markup left", {}, xml { ["3:7"] = "a <b>c</b>" }, " 3:7: holds markup; " },
    { "with an entity left", {}, xml { ["3:7"] = "a &amp; c" }, " 3:7: holds an entity; " },
    { "with markup in a note", {}, xml { ["3:7"] = { "a[1]", "[1] <i>b</i>" } },
      " 3:7: holds markup; " },
    { "with a replacement character", {}, xml { ["3:7"] = "a \u{FFFD}" },
      " 3:7: holds a replacement character (U+FFFD); " },
    { "with a control character", { format = "quranenc-json", version = "v1" },
      edition_files["quranenc-json"] { ["3:7"] = "a\1b" }, " 3:7: holds a control character; " },
    { "that is no XML", {}, "<translation_root><meta>", "edition:1: is not well-formed XML: " },
    { "with a document type declaration", {}, '<!DOCTYPE a [<!ENTITY b "c">]>\n' .. xml {},
      "edition:1: a document type declaration is not accepted; " },
    { "with an element that is not known", {}, xml {}:gsub("<meta>", "<data>\n<meta>", 1),
      "edition:3: element <data> is not expected here; " },
    { "with text between elements", {}, xml {}:gsub("<sura_list>", "<sura_list>x", 1),
      "text stands between elements; " },
    { "of another version than declared", { version = "v1.0.0" }, xml {},
      "the file is version v9.9.9-xml.1, declared is v1.0.0; " },
    { "that is no JSON", { format = "quranenc-json", version = "v1" }, '{"result":[\n{]}',
      "edition:2: is not JSON: " },
    { "with a member twice", { format = "quranenc-json", version = "v1" },
      '{"result":[],"result":[]}', "edition:1: is not JSON: " },
    { "that is a CSV without header", { format = "quranenc-csv", version = false }, "1,1,1,a,\n",
      "the header id,sura,aya,translation,footnotes is missing; " },
    { "that is a CSV with too many cells", { format = "quranenc-csv", version = "v1" },
      "id,sura,aya,translation,footnotes\n1,1,1,a,b,c\n", "edition:2: 1:1: has 6 cells, not 5; " },
    { "that is a CSV with too many cells and no verse", { format = "quranenc-csv", version = "v1" },
      "id,sura,aya,translation,footnotes\n1,a,b,c,d,e\n", "edition:2: has 6 cells, not 5; " },
    { "that is not UTF-8", { format = "tanzil-text", version = "Tanzil Test, Version 1.0" },
      edition_files["tanzil-text"] { ["3:7"] = "a\xff[1]" }, " 3:7: is not valid UTF-8; " },
    { "that is a CSV with a stray quotation mark", { format = "quranenc-csv", version = "v1" },
      'id,sura,aya,translation,footnotes\n1,1,1,a"b,\n',
      "edition:2: a quotation mark is out of place; " },
    { "that is a CSV with an open cell", { format = "quranenc-csv", version = "v1" },
      'id,sura,aya,translation,footnotes\n1,1,1,"a,\n', "a quotation mark is out of place; " },
    { "that is text with a line of another form", { format = "tanzil-text", version = "1" },
      edition_files["tanzil-text"] {}:gsub("1|3|", "1;3;", 1),
      "edition:3: is not of the form surah|verse|text; " },
    { "that is text with a line too many", { format = "tanzil-text", version = "1" },
      edition_files["tanzil-bare"] {} .. "x\n", "edition:6237: a line follows the last verse; " },
    { "that is TeX with something else", { format = "tex", version = "1" },
      edition_files.tex {} .. "\\relax\n", "edition:6238: is no verse macro; " },
    { "that is TeX with a verse out of order", { format = "tex", version = "1" },
      edition_files.tex {}:gsub("%(5%)", "(6)", 1),
      "edition:6: 1:5: the macro or the verse is numbered out of order; " },
    { "that is TeX with a macro out of order", { format = "tex", version = "1" },
      edition_files.tex {}:gsub("@v{", "@vi{", 1),
      "edition:6: 1:5: the macro or the verse is numbered out of order; " },
    { "that is TeX with a macro in its text", { format = "tex", version = "1" },
      edition_files.tex { ["3:7"] = "a \\emph b" }, " 3:7: holds a backslash; " },
    { "that is Arabic with the formula in verse 1", { role = "arabic", locale = false,
      format = "quran-json", version = "1" }, edition_files["quran-json"] {
        ["95:1"] = "بِّسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ وَٱلتِّينِ" },
      " 95:1: the opening formula stands in verse 1; " },
    { "that is a list of 113 surahs", { format = "quran-json", version = "1" },
      "[" .. ("{},"):rep(112) .. "{}]", "is no list of 114 surahs" },
    { "that is a list of numbers", { format = "quran-json", version = "1" },
      "[" .. ("1,"):rep(113) .. "1]", "is no list of 114 surahs" },
    { "that has no verses", { format = "quran-json", version = "1" },
      "[" .. ('{"verses":null},'):rep(113) .. '{"verses":[]}]', "is no list of 114 surahs" },
    { "that is an API's refusal", { format = "quranenc-json", version = "v1" },
      '{"result":null}', "has no list `result` of verses; " },
    { "that is an API's answer of another form", { format = "quranenc-json", version = "v1" },
      '{"result":[1]}', "has no list `result` of verses; " },
    { "that is a number", { format = "quranenc-json", version = "v1" }, "1",
      "has no list `result` of verses; " },
    { "with a number for a text", { format = "quranenc-json", version = "v1" },
      edition_files["quranenc-json"] {}:gsub('"Verse 2 of 1."', "2", 1),
      " 1:2: the text is empty; " },
    { "with null for a text", { format = "quranenc-json", version = "v1" },
      edition_files["quranenc-json"] {}:gsub('"Verse 2 of 1."', "null", 1),
      " 1:2: the text is empty; " },
    { "with an object for the text of no verse", { format = "quranenc-json", version = "v1" },
      edition_files["quranenc-json"] {}:gsub('"aya":"2"(.-)"Verse 2 of 1."', '"aya":"8"%1{}', 1),
      " 1:8: there is no verse 1:8; " },
    { "that is Arabic with null for a first verse", { role = "arabic", locale = false,
      format = "quran-json", version = "1" },
      edition_files["quran-json"] {}:gsub('"Verse 1 of 2."', "null", 1),
      " 2:1: the text is empty; " },
    { "that is Arabic with a first verse that is not UTF-8", { role = "arabic", locale = false,
      format = "tanzil-text", version = "1" },
      edition_files["tanzil-text"] { ["2:1"] = "\xff" }, " 2:1: is not valid UTF-8; " },
    { "that is a tafsir with footnotes", { role = "tafsir", locale = "id", access_notice = "x" },
      xml { ["3:7"] = { "a[1]", "[1] b" } }, " 3:7: has footnotes; " },
    { "with a number glued to a word", {}, xml { ["3:7"] = "a slave10" },
      '3:7: holds "e1", which looks like a note marker; ' },
    { "with a number glued to a word with a diacritic", {}, xml { ["3:7"] = "rā3" },
      '3:7: holds "ā3", which looks like a note marker; ' },
    { "with a number behind a mark", {}, xml { ["3:7"] = 'a magician.3"' },
      '3:7: holds "n.3", which looks like a note marker; ' },
    { "with a number behind a closing quotation mark", {}, xml { ["3:7"] = 'a magician."3' },
      '3:7: holds "n.\\"3", which looks like a note marker; ' },
    { "with a raised number", {}, xml { ["3:7"] = "recited³" },
      '3:7: holds "³", which looks like a note marker; ' },
    { "with another raised number", {}, xml { ["3:7"] = "recited⁴" },
      '3:7: holds "⁴", which looks like a note marker; ' },
    { "with a repair of a verse that does not exist", { notice = "2:287 is repaired.",
      repairs = { { verse = "2:287", find = "a", replace = "b", why = "c" } } },
      xml {}, 'repair "a" is of 2:287, and there is no such verse; ' },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local texts, fault = import(case[2], case[3])
      assert.is_nil(texts)
      assert.is_truthy(fault:find(case[4], 1, true), fault)
    end)
  end

  local repairs = {
    { "no longer applies", { { verse = "3:7", find = "zzz", replace = "", why = "x" } } },
    { "applies twice", { { verse = "3:7", find = "e", replace = "", why = "x" } } },
  }
  for _, case in ipairs(repairs) do
    it("when a declared repair " .. case[1], function()
      local texts, fault = import({ repairs = case[2], notice = "3:7 is repaired." }, xml {})
      assert.is_nil(texts)
      assert.is_truthy(
        fault:find(
          '3:7: repair "' .. case[2][1].find .. '" does not apply exactly once; ',
          1,
          true
        ),
        fault
      )
    end)
  end

  it("when markers without notes do not count on", function()
    local texts, fault =
      import({ notes = "missing" }, xml { ["3:7"] = "a1) b", ["3:8"] = "c3)" })
    assert.is_nil(texts)
    assert.is_truthy(fault:find("3:8: marker 3) does not continue the count; ", 1, true), fault)
  end)
end)

describe("an edition declared to lack its notes", function()
  it("is read without its markers", function()
    local texts, _, log = import(
      { notes = "missing" },
      edition_files["quranenc-xml"] {
        ["1:1"] = "a1) b [3] c",
        ["1:2"] = "Mīm. 2)",
      }
    )
    assert.equal("a b c", texts[1])
    assert.equal("Mīm.", texts[2])
    assert.same({
      "translation en: removed the note markers 1) to 2): the source has no notes",
      counts(1, 0),
    }, log)
  end)
end)

describe("declared repairs", function()
  it("change the verse they name and are logged with their reason", function()
    local texts, _, log = import({
      repairs = { { verse = "1:1", find = "Verse", replace = "Ayah", why = "a test" } },
      notice = "1:1 is repaired.",
    }, edition_files["quranenc-xml"] {})
    assert.equal("Ayah 1 of 1.", texts[1])
    assert.same({ "translation en 1:1: repaired: a test", counts(0, 0) }, log)
  end)
end)

describe("a declaration is refused", function()
  local PIN = ("0"):rep(64)

  --- A package that holds, changed by `members`.
  local function package(members)
    return {
      kind = members.kind or "npm",
      name = members.name or "x",
      versions = members.versions or { { version = "1", sha256 = PIN } },
    }
  end

  -- stylua: ignore
  local cases = {
    { "with an unknown member", { licence = "x" }, 'member "licence" is unknown' },
    { "with a member of another type", { label = svc.array {} }, 'member "label" is no string' },
    { "with an unknown role", { role = "hadith" }, "its role is unknown" },
    { "with an unknown format", { format = "pdf" }, 'format "pdf" is not accepted for its role' },
    { "without a locale", { locale = false }, "its locale is missing or unknown" },
    { "with an unknown locale", { locale = "fr" }, "its locale is missing or unknown" },
    { "without a file", { file = false }, "its file is missing" },
    { "without a label", { label = false }, 'member "label" is missing' },
    { "with an untrimmed publisher", { publisher = " x" }, 'member "publisher" is missing' },
    { "without a notice", { notice = false }, 'member "notice" is missing' },
    { "with a local time", { retrieved_at = "2026-01-01 00:00" }, "retrieved_at is no UTC time" },
    { "without terms", { terms = false }, "terms.url is missing" },
    { "without a copy of the terms", { terms = { url = "x" } }, "terms.file is missing" },
    { "that embeds an English tafsir", { role = "tafsir" }, "the tafsir is embedded for id" },
    { "with a package but no digest of the file", { package = package {} },
      "its sha256 is missing" },
    { "with a package of an unknown kind", { sha256 = PIN, package = package { kind = "pip" } },
      "package.kind is unknown; accepted: npm, deb" },
    { "with a package whose name would be a command", { sha256 = PIN,
      package = package { name = "a;touch x" } }, "package.name is no package's name" },
    { "with a package in no version", { sha256 = PIN, package = package { versions = {} } },
      "package.versions is no list of { version, sha256 }" },
    { "with a package whose version would be an option", { sha256 = PIN,
      package = package { versions = { { version = "--x", sha256 = PIN } } } },
      "package.versions: a version is no version" },
    { "with a package one of whose versions has no pin", { sha256 = PIN,
      package = package { versions = { { version = "1", sha256 = PIN }, { version = "2" } } } },
      "package.versions: 2 has no SHA-256" },
    { "with a package one of whose versions has a number for a pin", { sha256 = PIN,
      package = package { versions = { { version = "1", sha256 = 1 } } } },
      "package.versions: 1 has no SHA-256" },
    { "with a repair that names no verse", { repairs = { { find = "a" } } },
      "a repair names no verse" },
    { "with a repair of names that names no surah",
      { role = "names", format = "quran-json", repairs = { { surah = 115, find = "a" } } },
      "a repair names no surah; give 1 to 114" },
    { "with notices of a translation", { notices = { id = "x" } },
      'member "notices" is only of the Arabic text' },
    { "with a notice in no locale", { role = "arabic", format = "tanzil-xml",
      notices = { xx = "x" } }, "notices: xx is no locale" },
    { "whose known terms are in no locale", { terms = { url = "u", file = "f",
      known = { xx = "x" } } }, "terms.known: xx is no locale" },
    { "whose licence has no name", { terms = { url = "u", file = "f", licence = " " } },
      "terms.licence is no name of a licence" },
    { "with a repair without a reason",
      { repairs = { { verse = "2:7", find = "a", replace = "" } } },
      "the repair of 2:7 has no why" },
    { "with a repair that its notice does not name", { notice = "12:7 and 2:72 are repaired.",
      repairs = { { verse = "2:7", find = "a", replace = "b", why = "c" } } },
      "its notice does not name 2:7, which is repaired" },
    { "with many repairs whose number its notice does not give",
      { notice = "2:7 and 121 others are repaired.", repairs = many_repairs(21) },
      "its notice does not name how many repairs there are: 21" },
    { "whose file is another", { sha256 = ("0"):rep(64) }, "declared is sha256:0000" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local texts, fault = import(case[2], edition_files["quranenc-xml"] {})
      assert.is_nil(texts)
      assert.is_truthy(fault:find(case[3], 1, true), fault)
    end)
  end

  it("when it is no JSON, is empty, or is not there", function()
    write("a.json", "{\n,}")
    write("b.json", '{"sources":[]}')
    assert(os.execute("mkfifo '" .. folder .. "/d.json'"))
    for name, reason in pairs {
      ["a.json"] = "a.json:2: is not JSON",
      ["b.json"] = "no sources",
      ["c.json"] = "No such file",
      ["d.json"] = "is a named pipe",
      ["."] = "is a directory",
    } do
      local sources, fault = quran_source.declarations(folder .. "/" .. name)
      assert.is_nil(sources)
      assert.is_truthy(fault:find(reason, 1, true), fault)
    end
  end)

  it("when it declares the same twice", function()
    write("sources.json", svc.json { sources = { declaration {}, declaration {} } })
    local _, fault = quran_source.declarations(folder .. "/sources.json")
    assert.is_truthy(fault:find("source 2: translation en is declared twice", 1, true), fault)
  end)
end)

describe("an operator's names are refused", function()
  --- The names as quran-json has them, but what is `given` for surah 114.
  local function names(given)
    local surahs = svc.array {}
    for i = 1, svc.surahs do
      surahs[i] = { name = "ا", transliteration = "Name", translation = "a", type = "meccan" }
      surahs[i].verses = svc.array {}
    end
    for member, value in pairs(given) do
      surahs[svc.surahs][member] = value
    end
    return svc.json(surahs)
  end
  local repaired = svc.array { { surah = 114, find = "zzz", replace = "b", why = "c" } }
  local incomplete = "names.json: surah 114 has no name or meaning; "

  for _, case in ipairs {
    { "with null for a name", { transliteration = svc.null }, nil, incomplete },
    { "with null for a meaning", { translation = svc.null }, nil, incomplete },
    {
      "with a repair that finds nothing beside null",
      { translation = svc.null },
      repaired,
      'names.json: surah 114: repair "zzz" does not apply exactly once; ',
    },
  } do
    it(case[1], function()
      write("names.json", names(case[2]))
      local entry = { role = "names", format = "quran-json", file = "names.json" }
      entry.repairs = case[3]
      write("sources.json", svc.json { sources = { entry } })
      local data, fault = quran.load(folder .. "/sources.json", editions.CACHE)
      assert.is_nil(data)
      assert.is_truthy(fault:find(case[4], 1, true), fault)
    end)
  end
end)

describe("an operator's declarations", function()
  it("may be written after the example, which declares an edition of QuranEnc", function()
    local sources = assert(quran_source.all("data/quran/quranenc-example.json"))
    local found
    for _, source in ipairs(sources) do
      if source.name == "translation en" then found = source end
    end
    assert.equal("quranenc-xml", found.format)
    assert.is_table(quran_source.terms_artifact(found))
  end)

  it("are reminded of texts that no licence clears, and of no others", function()
    local reminded = {}
    for _, source in ipairs(assert(quran_source.all(editions.DECLARED))) do
      local line = quran.reminder(source)
      if line then reminded[#reminded + 1] = source.name end
      if source.terms and line then
        assert.is_truthy(line:find(source.publisher, 1, true), line)
        source.terms.licence = "CC BY 4.0"
        assert.is_nil(quran.reminder(source))
      end
    end
    assert.same(
      { "arabic", "translation en", "translation id", "translation de", "tafsir id" },
      reminded
    )
  end)

  it("say in its own language what is known of the terms of each text that is shown", function()
    for _, source in ipairs(assert(quran_source.all(editions.DECLARED))) do
      local languages = source.locale and { source.locale } or svc.quran_locales
      for _, locale in ipairs(source.terms and languages or {}) do
        assert.is_string((source.terms.known or {})[locale], source.name .. " in " .. locale)
      end
    end
  end)

  it("replace the project's of the same role and locale, and leave the others", function()
    write("sources.json", svc.json { sources = { declaration { label = "Mine" } } })
    local sources = assert(quran_source.all(folder .. "/sources.json"))
    local labels = {}
    for _, source in ipairs(sources) do
      labels[source.name] = source.label or ""
    end
    assert.equal("Mine", labels["translation en"])
    assert.equal("Bubenheim und Elyas", labels["translation de"])
    assert.equal(#assert(quran_source.all(editions.DECLARED)), #sources)
  end)
end)
