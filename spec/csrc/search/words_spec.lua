--- Words: how what is typed meets what is written, language by language.
local shelf = require("spec.support.publication.shelf")

--- Checks a table of `{ text, query, found?, reason }` in a locale, each in a publication of its
-- own with a second document that must not be found.
local function check(locale, cases)
  for _, case in ipairs(cases) do
    local text, query, found, reason = table.unpack(case)
    it(
      ("%q %s %q: %s"):format(query, found and "finds" or "does not find", text, reason),
      function()
        local publication = shelf.open({
          { name = "a", locale = locale, text = text .. "\n" },
          { name = "b", locale = locale, text = "0\n" },
        })
        assert.equal(found and "a" or "", shelf.find(publication, query, { locale = locale }))
      end
    )
  end
end

describe(
  "an English word",
  function()
    check("en", {
      { "The unknown numbers", "number", true, "stem" },
      { "Quadratic", "QUADRATIC", true, "case" },
      { "Newton's law", "newton", true, "possessive" },
      { "Newton’s law", "Newton's", true, "typographic apostrophe" },
      { "a well-known fact", "known", true, "part of a hyphenated word" },
      { "ﬁgure", "figure", true, "NFKC: a ligature" },
      { "ｆｕｌｌ width", "full", true, "NFKC: full width" },
      { "cafe\204\129", "café", true, "a combining accent" },
      { "naïve", "NAÏVE", true, "case beyond ASCII" },
      { "It doesn't", "doesnt", true, "an apostrophe left out" },
      { "photosynthesis", "photosyn", true, "an unfinished last word" },
      {
        "photosynthesis happens",
        "photosyn happens",
        true,
        "an unfinished word is not completed inside",
      },
      { "equation", "equtaion", true, "two letters exchanged" },
      { "equation", "equaton", true, "a letter left out" },
      { "equation", "equattion", true, "a letter too many" },
      { "equation", "eqvation", true, "a wrong letter" },
      { "equation", "aquation", true, "another first letter" },
      { "stoichiometry", "stochiometri", true, "two edits in a long word" },
      { "wave", "wafe", false, "no edit in fewer than five letters" },
      { "abcde1", "abcdf1", false, "no edit in a word with a digit" },
      { "Quran", "Qur'an", true, "apostrophe inside a name" },
    })
  end
)

describe("a German word", function()
  check("de", {
    { "Häuser", "Haeuser", true, "ae for ä" },
    { "Haeuser", "Häuser", true, "ä for ae" },
    { "Häuser", "häuser", true, "case" },
    { "Straße", "Strasse", true, "ss for ß" },
    { "Strasse", "Straße", true, "ß for ss" },
    { "Gleichungen", "Gleichung", true, "stem" },
    {
      "Wasserkraftwerk liefert. Wasserkraft, Werk, Wasser, Kraft.",
      "Wasser",
      true,
      "compound",
    },
  })

  it("finds compounds by their parts, which the publication's own words tell", function()
    local publication = shelf.open({
      { name = "whole", locale = "de", text = "Das Wasserkraftwerk steht.\n" },
      { name = "part-1", locale = "de", text = "Kraftwerk am Fluss, viel Wasser.\n" },
      { name = "part-2", locale = "de", text = "Ein anderes Kraftwerk braucht Wasser.\n" },
    })
    assert.truthy(
      shelf.find(publication, "Kraftwerk", { locale = "de" }):find("whole", 1, true)
    )
    assert.truthy(shelf.find(publication, "Wasser", { locale = "de" }):find("whole", 1, true))
    assert.equal(
      "whole",
      shelf.find(publication, "Wasserkraftwerk", { locale = "de", limit = 1 })
    )
  end)

  it("that nobody wrote is looked for by its parts", function()
    local publication = shelf.open({
      { name = "a", locale = "de", text = "Die Energie der Sonne.\n" },
      { name = "b", locale = "de", text = "Noch mehr Energie, noch mehr Sonne.\n" },
      { name = "c", locale = "de", text = "Etwas anderes.\n" },
    })
    assert.equal("a b", shelf.find(publication, "Sonnenenergie", { locale = "de" }))
  end)
end)

describe("an Indonesian word", function()
  check("id", {
    { "menulis surat", "ditulis", true, "the stemmer errs: its ulis is tulis" },
    { "persamaan kuadrat", "Persamaan", true, "case" },
    { "makanan", "makan", true, "stem" },
    { "cek", "mengecek", true, "a root of one syllable" },
    { "bom", "mengebom", true, "a root of one syllable" },
    { "rem", "mengerem", true, "a root of one syllable" },
    { "tik", "mengetik", true, "a root of one syllable" },
    { "las", "mengelas", true, "a root of one syllable" },
    { "cat", "mengecat", true, "a root of one syllable" },
    { "lap", "mengelap", true, "a root of one syllable" },
    { "pel", "mengepel", true, "a root of one syllable" },
    { "bor", "mengebor", true, "a root of one syllable" },
    { "tes", "mengetes", true, "a root of one syllable" },
    { "klik", "mengeklik", true, "a root of one syllable" },
    { "pak", "mengepak", true, "a root of one syllable" },
    { "lem", "mengelem", true, "a root of one syllable" },
    { "sah", "mengesahkan", true, "a root of one syllable" },
    { "tahu", "mengetahui", true, "a root of one syllable" },
  })

  -- What is formed of roots of one syllable.
  local FORMED = "mengecat mengelas mengebor mengetes mengecek mengebom mengerem mengetik mengelap "
    .. "mengepel mengelem mengepak mengecap mengecor mengegas mengeklik mengeblok mengesahkan "
    .. "mengebon mengerol mengetos mengedot mengelus pengecatan pengesahan pengeboran"
  for formed in FORMED:gmatch("%S+") do
    local root = formed:gsub("^[mp]enge", ""):gsub("kan$", ""):gsub("an$", "")
    it(("of one syllable finds itself and then %s"):format(formed), function()
      local publication = shelf.open({
        { name = "formed", locale = "id", text = ("Ayah %s itu.\n"):format(formed) },
        {
          name = "root",
          locale = "id",
          text = ("Ini %s, dan masih banyak lagi.\n"):format(root),
        },
        { name = "other", locale = "id", text = "Sesuatu yang lain.\n" },
      })
      assert.equal("root formed", shelf.find(publication, root, { locale = "id" }))
    end)
  end

  it("that is stemmed wrongly still comes first as it was typed", function()
    local publication = shelf.open({
      { name = "time", locale = "id", text = "Pada masa itu.\n" },
      { name = "problem", locale = "id", text = "Sebuah masalah besar.\n" },
    })
    assert.equal("problem", shelf.find(publication, "masalah", { locale = "id", limit = 1 }))
    assert.equal("time", shelf.find(publication, "masa", { locale = "id", limit = 1 }))
  end)
end)

describe("an Arabic word", function()
  check("en", {
    { "كَتَبَ الدَّرْسَ", "كتب", true, "vowel signs left out" },
    { "كتب", "كَتَبَ", true, "vowel signs too many" },
    -- A word of four letters is not taken for a typo of another.
    { "أمر", "امر", true, "hamza left out" },
    { "إلى", "الى", true, "hamza below left out" },
    { "آدم", "ادم", true, "madda left out" },
    { "ٱسم", "اسم", true, "alef for alef wasla" },
    { "سنة", "سنه", true, "heh for teh marbuta" },
    { "على", "علي", true, "yeh for alef maksura" },
    { "بئر", "بير", true, "yeh for yeh with hamza" },
    { "رؤى", "روى", true, "waw for waw with hamza" },
    { "كـــتاب", "كتاب", true, "tatweel" },
    { "سنة ١٩٤٥", "1945", true, "Arabic-Indic digits" },
    { "سنة 1945", "١٩٤٥", true, "digits the other way" },
  })
end)

describe("a typo", function()
  check("en", {
    { "Wavelength", "wavelenght", true, "letters exchanged" },
    { "Wavelength", "wavelngth", true, "a letter left out" },
    { "Wavelength", "waveelength", true, "a letter too many" },
    { "Wavelength", "wavelensth", true, "another letter" },
    { "Wavelength", "wvelenght", true, "two edits in a long word" },
    { "Wavelength", "wvlenght", false, "three edits" },
    { "Wavelength", "qavelength", true, "another first letter" },
    { "Wavelength", "avelength", true, "no first letter" },
    { "Wavelength", "qwavelength", true, "one more first letter" },
    { "Wavelength", "awvelength", true, "the first two exchanged" },
    { "Wavelength", "qavelengtj", false, "another first letter and one more edit" },
    { "Wave", "qave", false, "another first letter in a short word" },
    { "Waves", "wavse", true, "one edit in a word of five letters" },
    { "Wavy rain", "wvay", false, "a word of four letters" },
    { "Planets", "plamrts", false, "two edits in a word of seven letters" },
    { "Résumé", "résmué", true, "letters beyond ASCII exchanged" },
    { "Müllabfuhr", "müllabfühl", true, "letters beyond ASCII replaced" },
    { "абвгдежзик", "абвгджезки", true, "two exchanges in another script" },
    { ("a"):rep(30) .. " b", ("a"):rep(29), true, "a word of 30 letters" },
    { ("ab"):rep(16), ("ab"):rep(15) .. "ac", false, "a word of more than 30 letters" },
  })

  -- Beside another word: a letter left out, or two exchanged.
  for query, text in pairs {
    ["ohm lwa"] = "ohm law",
    ["linked lst"] = "linked list",
    ["acid bse"] = "acid base",
    ["heat flw"] = "heat flow",
    ["wave typ"] = "wave type",
    ["half lief"] = "half life",
    ["iron oxid"] = "iron oxide",
    ["sound wvae"] = "sound wave",
    ["atom mas"] = "atom mass",
    ["blod pressure"] = "blood pressure",
    ["food chian"] = "food chain",
    ["sine rul"] = "sine rule",
    ["root tset"] = "root test",
    ["cel wall"] = "cell wall",
    ["gnee pool"] = "gene pool",
    ["free fal"] = "free fall",
    ["unit crcl"] = "unit circl",
    ["data tpye"] = "data type",
    ["gold stadard coin"] = "gold standard coin",
    ["zinc oer"] = "zinc ore",
  } do
    it(("in a short word finds what is meant: %s"):format(query), function()
      local right = {}
      for word in query:gmatch("%w+") do
        right[#right + 1] = (" " .. text .. " "):find(" " .. word .. " ", 1, true) and word
      end
      local publication = shelf.open({
        { name = "other", text = ("%s, %s.\n"):format(table.concat(right, " "), right[1]) },
        { name = "meant", text = text .. ".\n" },
        { name = "third", text = "Something else.\n" },
      })
      assert.equal("meant", shelf.find(publication, query, { limit = 1 }))
    end)
  end

  it("is not forgiven where another letter makes a short word another", function()
    local publication = shelf.open({
      { name = "a", text = "A ball game.\n" },
      { name = "b", text = "Something else.\n" },
    })
    assert.equal("", shelf.find(publication, "bolt gale"))
  end)

  it("is forgiven in each word of each phrasing, whatever their first letters", function()
    local entries, queries = {}, {}
    for i, word in ipairs({
      "algebra",
      "anatomy",
      "biology",
      "botanic",
      "algorithm",
      "calculus",
    }) do
      entries[i] = { name = word, text = word .. ".\n" }
      queries[i] = word:gsub("(.)(.)$", "%2%1")
    end
    local publication = shelf.open(entries)
    for i, entry in ipairs(entries) do
      assert.equal(entry.name, shelf.find(publication, queries[i]))
    end
    local asked = {
      queries[1] .. " " .. queries[2],
      queries[3] .. " " .. queries[4],
      queries[5],
      queries[6] .. " " .. queries[1],
    }
    local found = {}
    for name in shelf.find(publication, asked):gmatch("%S+") do
      found[#found + 1] = name
    end
    table.sort(found)
    assert.same({ "algebra", "algorithm", "anatomy", "biology", "botanic", "calculus" }, found)
  end)

  it("never comes before the word as typed", function()
    local publication = shelf.open({
      { name = "near", title = "Wavelength", text = "Wavelength wavelength wavelength.\n" },
      { name = "exact", text = "Only once: wavelengt.\n" },
    })
    assert.equal("exact", shelf.find(publication, "wavelengt", { limit = 1 }))
  end)
end)

describe("a field", function()
  for _, case in ipairs({
    { "title", { title = "Zebra" } },
    { "description", { description = "About a zebra." } },
    { "label", { labels = { "Zebra" } } },
    { "heading", { text = "# Zebra\n\nText.\n" } },
    { "text", { text = "A zebra.\n" } },
    { "code", { text = "```\nzebra\n```\n" } },
    { "table", { text = "| a | b |\n|---|---|\n| c | zebra |\n" } },
    { "link", { text = "[zebra](http://example.org/)\n" } },
    { "image", { text = "![zebra](a.png)\n" } },
    { "caption", { text = '![Animal](a.png "A zebra")\n' } },
  }) do
    it(case[1] .. " is searched", function()
      local entry = { name = "a", title = "Other", text = "Text.\n" }
      for name, value in pairs(case[2]) do
        entry[name] = value
      end
      local publication = shelf.open({ entry, { name = "b", text = "Else.\n" } })
      assert.equal("a", shelf.find(publication, "zebra"))
    end)
  end

  it("route is searched by its words", function()
    local publication =
      shelf.open({ { name = "zebra", text = "A.\n" }, { name = "b", text = "B.\n" } })
    assert.equal("zebra", shelf.find(publication, "zebra"))
  end)

  it("title counts for more than the text", function()
    local publication = shelf.open({
      { name = "text", title = "Other", text = "A zebra here and a zebra there.\n" },
      { name = "title", title = "Zebra", text = "Something here and something there.\n" },
    })
    assert.equal("title text", shelf.find(publication, "zebra"))
  end)
end)

describe("a document", function()
  local filler = " among many other words that stand around here.\n"

  --- Two phrasings of two words; one document has one of them whole, the other one word of each.
  local function phrasings(count)
    local list = {
      { name = "scattered", text = "alpha and gamma" .. filler },
      { name = "whole", text = "alpha and beta" .. filler },
    }
    for i = 1, count do
      list[#list + 1] = { name = "more-" .. i, text = "alpha beta gamma delta" .. filler }
    end
    return shelf.open(list)
  end

  for _, count in ipairs({ 1, 3, 9 }) do
    it(
      "that has a phrasing whole comes before one with words of two, among " .. count,
      function()
        local found = shelf.find(
          phrasings(count),
          { "alpha beta", "gamma delta" },
          { limit = 20 }
        )
        local whole, scattered = found:find("whole", 1, true), found:find("scattered", 1, true)
        assert.is_truthy(whole and scattered and whole < scattered, found)
      end
    )
  end

  it("that has any word of any phrasing is found", function()
    local found = shelf.find(phrasings(1), { "gamma delta", "zzz beta" })
    assert.is_truthy(found:find("whole", 1, true) and found:find("scattered", 1, true))
  end)

  it("whose title is the phrasing comes before one that repeats it", function()
    local publication = shelf.open({
      { name = "many", title = "Alpha beta alpha beta", text = ("alpha beta. "):rep(50) },
      { name = "title", title = "Alpha Beta", text = "Something else entirely.\n" },
    })
    assert.equal("title", shelf.find(publication, "alpha beta", { limit = 1 }))
  end)
end)

describe("an excerpt of wrapped lines", function()
  it("takes a line end for a space and a blank line for a new paragraph", function()
    local publication = shelf.open({
      {
        name = "a",
        text = "First paragraph, which nobody asks for here.\n\nThe second one is wrapped\n"
          .. "in the middle of a sentence about the zebra\nthat lives in Africa. It eats grass.\n",
      },
    })
    local item = publication:search({ queries = { "zebra" } }).items[1]
    assert.equal(
      "First paragraph, which nobody asks for here. The second one is wrapped in the middle of a "
        .. "sentence about the zebra that lives in Africa. It eats grass.",
      item.excerpt
    )
  end)

  it("begins with an ellipsis only where a sentence was cut", function()
    local publication = shelf.open({
      { name = "a", text = ("many words "):rep(60) .. "zebra " .. ("more words "):rep(60) },
    })
    local excerpt = publication:search({ queries = { "zebra" } }).items[1].excerpt
    assert.is_truthy(excerpt:find("^…%a"), excerpt)
    assert.is_truthy(excerpt:find("%a…$"), excerpt)
    assert.is_truthy(excerpt:find("zebra", 1, true))
    assert.is_true(utf8.len(excerpt) >= 160 and utf8.len(excerpt) <= 240, excerpt)
  end)
end)

describe("an Arabic prefix", function()
  for _, case in ipairs({
    { "تلبية", "التلبية", "the article" },
    { "التلبية", "تلبية", "no article" },
    { "إضاعة", "وإضاعة", "a lone and" },
    { "والكتاب", "كتاب", "and with the article" },
    { "بالكتاب", "كتاب", "in with the article" },
    { "للكتاب", "الكتاب", "for with the article" },
    { "ولد", "والد", "a short word keeps its letters", false },
  }) do
    local written, typed, reason, differs = table.unpack(case, 1, 4)
    it(
      ("is no part of the stem: %s %s %s (%s)"):format(
        typed,
        differs == nil and "finds" or "does not find",
        written,
        reason
      ),
      function()
        local publication = shelf.open({ { name = "a", text = written .. "\n" } })
        assert.equal(differs == nil and "a" or "", shelf.find(publication, typed))
      end
    )
  end
end)

describe("an apostrophe or a mark", function()
  local function groups(list, locale)
    for _, spellings in ipairs(list) do
      for _, written in ipairs(spellings) do
        for _, typed in ipairs(spellings) do
          it(("is no part of a word's key: %s finds %s"):format(typed, written), function()
            local publication = shelf.open({
              { name = "a", locale = locale, text = "About " .. written .. ".\n" },
            })
            assert.equal("a", shelf.find(publication, typed, { locale = locale }))
          end)
        end
      end
    end
  end

  groups({
    { "Quran", "Qurʼan", "Qur’ān", "Qur‘an", "Qur´an", "Qur'an", "Qurʾān" },
    { "Allah", "Allāh" },
    { "cafe", "Café", "cafe\204\129" },
    { "salah", "ṣalāh" },
    { "hadith", "ḥadīth" },
  }, "en")

  it("parts no word that is written with a backtick", function()
    local publication = shelf.open({ { name = "a", text = "Al-Qur\\`an.\n" } })
    assert.equal("a", shelf.find(publication, "Qur`an"))
    assert.equal("a", shelf.find(publication, "Quran"))
  end)

  it("of an umlaut is part of a letter, also decomposed", function()
    local publication = shelf.open({ { name = "a", text = "A bär.\n" } })
    assert.equal("", shelf.find(publication, "bar"))
    assert.equal("a", shelf.find(publication, "ba\204\136r"))
  end)

  it("leaves the form as typed first", function()
    local publication = shelf.open({
      { name = "marked", text = "A résumé.\n" },
      { name = "plain", text = "A resume.\n" },
    })
    assert.equal("plain marked", shelf.find(publication, "resume"))
    assert.equal("marked plain", shelf.find(publication, "résumé"))
  end)
end)

describe("a question", function()
  local publication
  setup(
    function()
      publication = shelf.open({
        { name = "topic", text = "Photosynthesis, in short.\n" },
        { name = "talk", text = "What is this? What is that? What is it, what is what is?\n" },
        { name = "other", text = "Is this what it is? Photography.\n" },
      })
    end
  )

  for _, query in ipairs({ "what is photosynthesis", "photosynthesis is what?" }) do
    it(
      ("weighs its topic above its question words: %s"):format(query),
      function() assert.equal("topic", shelf.find(publication, query, { limit = 1 })) end
    )
  end

  it(
    "of such words alone is looked up by them",
    function() assert.equal("talk", shelf.find(publication, "what is what", { limit = 1 })) end
  )
end)

describe("an exact title", function()
  -- 80 others, whose titles have the word and whose texts are short; the page itself is long.
  local publication
  setup(function()
    local long = ("Something else entirely is said here, at length. "):rep(400)
    local list = { { name = "page", title = "Limits", text = long } }
    for i = 1, 80 do
      list[i + 1] = {
        name = "other-" .. i,
        title = "Limits of sequences " .. i,
        text = "Limits, limits and limits.\n",
      }
    end
    list[#list + 1] = { name = "marked", title = "Al-Fātiḥah: the Opening", text = long }
    publication = shelf.open(list)
  end)

  for _, query in ipairs({ "Limits", "limits", "LIMITS!", "  limits " }) do
    it(
      ("comes first among 80 that have its words: %q"):format(query),
      function() assert.equal("page", shelf.find(publication, query, { limit = 1 })) end
    )
  end

  it(
    "is known without its marks",
    function()
      assert.equal("marked", shelf.find(publication, "al fatihah, the opening", { limit = 1 }))
    end
  )

  for _, query in ipairs({ "limts", "lmits", "limitss", "limist", "lmits!" }) do
    it(
      ("with an error of typing comes first, too: %q"):format(query),
      function() assert.equal("page", shelf.find(publication, query, { limit = 1 })) end
    )
  end

  it(
    "of one of several phrasings counts as well",
    function()
      assert.equal("page", shelf.find(publication, { "nowhere", "limits" }, { limit = 1 }))
    end
  )
end)

describe("a mistyped word", function()
  local function repeated(list, word, count)
    for i = 1, count do
      list[#list + 1] = { name = word .. i, text = word .. ".\n" }
    end
    return list
  end

  it(
    "with one edit comes before those with two, whatever their order in the dictionary",
    function()
      local publication = shelf.open(repeated(repeated({}, "cannectas", 3), "connectors", 1))
      assert.equal("connectors1", shelf.find(publication, "connectos"))
    end
  )

  it("finds the nearer form of a group, however often its farther one occurs", function()
    local publication = shelf.open(
      repeated(repeated(repeated({}, "connecters", 9), "connected", 2), "connector", 1)
    )
    assert.is_truthy(shelf.find(publication, "connectet"):find("^connected"))
  end)

  it("that is written once is still held for the frequent word", function()
    local once = { name = "once", text = "Recieve.\n" }
    local publication = shelf.open(repeated({ once }, "receive", 9))
    local found = shelf.find(publication, "Recieve", { limit = 20 })
    assert.is_truthy(found:find("^once receive1"), found)
  end)

  it("is not held for another when both are rare", function()
    local publication = shelf.open({
      { name = "a", text = "Recieve.\n" },
      { name = "b", text = "Receive.\n" },
    })
    assert.equal("a", shelf.find(publication, "recieve"))
  end)
end)

describe("an unfinished word", function()
  it("is completed to the most frequent word, not to the first of the dictionary", function()
    local words = {}
    for i = 1, 1500 do
      words[i] = ("coma%s%s%s"):format(
        string.char(97 + i % 26),
        string.char(97 + i // 26 % 26),
        string.char(97 + i // 676)
      )
    end
    local list = { { name = "words", text = table.concat(words, " ") .. "\n" } }
    for i = 1, 5 do
      list[i + 1] = { name = "c" .. i, text = "A computer.\n" }
    end
    local found = shelf.find(shelf.open(list), "com", { limit = 20 })
    assert.is_truthy(found:find("c1 c2 c3 c4 c5", 1, true), found)
  end)
end)

describe("phrasings of the same words", function()
  it("count once, however they are written, whatever their order", function()
    local list = {}
    for i = 1, 12 do
      local text = ("alpha "):rep(i % 4) .. "beta gamma " .. ("delta "):rep(i)
      list[i] = { name = "d" .. i, text = text }
    end
    local publication = shelf.open(list)
    local once = shelf.find(publication, { "alpha beta", "gamma delta" })
    for _, other in ipairs({ "alpha  beta", "Alpha Beta", " ALPHA, beta! ", "alpha\tbeta" }) do
      assert.equal(once, shelf.find(publication, { "gamma delta", other, "alpha beta" }), other)
      assert.equal(once, shelf.find(publication, { other, "Gamma   delta" }), other)
    end
  end)
end)

describe("a phrase in quotation marks", function()
  local publication
  setup(
    function()
      publication = shelf.open({
        { name = "apart", title = "Brown fox", text = "A fox, a brown fox: fox and brown.\n" },
        {
          name = "phrase",
          text = "Once, long ago, there was the quick brown fox of the tale.\n",
        },
        { name = "forms", text = "The quick brown foxes.\n" },
        { name = "other", text = "Something of a lion.\n" },
        { name = "formula", text = "It says C++ code here.\n" },
      })
    end
  )

  for _, query in ipairs({
    '"quick brown fox"',
    "“quick brown fox”",
    "„quick brown fox“",
    'tale "Quick  Brown fox"',
    "«quick brown fox»",
  }) do
    it(
      ("is asked for as it is: %s"):format(query),
      function() assert.equal("phrase", shelf.find(publication, query)) end
    )
  end

  it(
    "may hold an identifier",
    function() assert.equal("formula", shelf.find(publication, '"C++ code"')) end
  )

  it(
    "leaves what another phrasing finds",
    function()
      assert.equal("phrase other", shelf.find(publication, { '"quick brown fox"', "lion" }))
    end
  )

  it("that is nowhere, or is not closed, is read without its marks", function()
    assert.is_truthy(shelf.find(publication, '"brown quick fox"'):find("phrase", 1, true))
    assert.equal(shelf.find(publication, "brown fox"), shelf.find(publication, '"brown fox'))
  end)
end)

describe("a word with a minus before it", function()
  local publication
  setup(
    function()
      publication = shelf.open({
        { name = "animal", title = "Animal", text = "The fox is an animal, and a fox.\n" },
        { name = "plain", text = "A fox.\n" },
        { name = "formula", text = "Solve x^2 -5x -x of the fox.\n" },
      })
    end
  )

  it("leaves out what has it, in any form", function()
    assert.equal("plain formula", shelf.find(publication, "fox -animal"))
    assert.equal("plain formula", shelf.find(publication, "fox -animals"))
    assert.equal("plain formula", shelf.find(publication, "-ANIMAL fox"))
  end)

  it(
    "counts for all phrasings",
    function() assert.equal("plain formula", shelf.find(publication, { "fox", "fox -animal" })) end
  )

  it("alone finds nothing", function() assert.equal("", shelf.find(publication, "-animal")) end)

  for _, query in ipairs({ "well-known animal fox", "x^2 -5x fox animal", "fox - animal" }) do
    it(
      ("is none in: %s"):format(query),
      function() assert.is_truthy(shelf.find(publication, query):find("animal", 1, true)) end
    )
  end
end)

describe("a page that only says where a text is to be had", function()
  local publication
  setup(function()
    local filler = ("Other words stand here, and fill the page. "):rep(12)
    publication = shelf.open({
      { name = "cited", title = "Zebra exam 2025", description = "Of grass and zebra." },
      { name = "read", title = "Zebra exam sample", text = "A zebra exam. " .. filler },
      { name = "long", title = "Gnu", text = filler:rep(3) .. " A zebra. " .. filler:rep(3) },
    })
  end)

  it(
    "comes after one that can be read, when both answer equally",
    function() assert.equal("read cited long", shelf.find(publication, "zebra exam")) end
  )

  it(
    "comes first when it alone has what is asked for",
    function() assert.equal("cited", shelf.find(publication, "zebra exam 2025", { limit = 1 })) end
  )
end)

describe("an irregular form", function()
  for _, case in ipairs({
    { "en", "went", "He goes home." },
    { "en", "child", "Children learn." },
    { "en", "criteria", "A criterion is given." },
    { "en", "colour", "The color is red." },
    { "de", "gab", "Man gibt ihm Wasser." },
    { "de", "gegangen", "Sie gingen fort." },
    { "de", "lies", "Er las das Buch; er liest." },
    { "de", "weiß", "Sie wussten es." },
  }) do
    local locale, typed, text = table.unpack(case)
    it(("finds the others of its word: %s in %q"):format(typed, text), function()
      local publication = shelf.open({ { name = "own", locale = locale, text = text } })
      assert.equal("own", shelf.find(publication, typed, { locale = locale }))
    end)
  end

  it("comes after the form as it was typed", function()
    local publication = shelf.open({
      { name = "base", text = "They write a letter." },
      { name = "typed", text = "They wrote a letter." },
    })
    assert.equal("typed base", shelf.find(publication, "wrote"))
  end)

  it("of another language is a word of its own", function()
    local publication = shelf.open({ { name = "own", locale = "id", text = "go pergi." } })
    assert.equal("", shelf.find(publication, "went", { locale = "id" }))
  end)
end)

describe("quotation marks in a question", function()
  it("name something, and leave nothing out", function()
    local publication = shelf.open({
      { name = "author", text = "Goethe wrote the play Faust, and Schiller another." },
      { name = "quoted", text = "They said: the play, they said." },
    })
    for _, query in ipairs({ 'Who wrote "the play by Goethe"', 'wrote "a play Faust"?' }) do
      assert.equal("author", shelf.find(publication, query, { limit = 1 }), query)
    end
    assert.equal("quoted", shelf.find(publication, 'wrote Faust "the play they"'))
  end)
end)
