--- The surahs as documents: ids, Markdown, notes and sources, from made-up texts.
local svc = require("svc")
local surah_documents = require("data.import.surah_documents")

local function source(label)
  return {
    label = label,
    publisher = "Publisher",
    version = "1.0",
    notice = "Notice.",
    update_url = "https://source.test/new",
    terms = { url = "https://source.test/terms" },
  }
end

local function list(name)
  local texts = {}
  for i = 1, 6236 do
    texts[i] = name .. " " .. i
  end
  return texts
end

local data, documents

setup(function()
  local surahs = {}
  for i = 1, 114 do
    surahs[i] = {
      name = "Name-" .. i,
      arabic_name = "ا" .. i,
      revelation = "Meccan",
      meanings = { en = "Meaning " .. i, id = "Arti " .. i },
    }
  end
  surahs[2].revelation = "Medinan"
  -- stylua: ignore
  data = {
    surahs = surahs, arabic = list("ع"), bismillah = { [3] = "ب" },
    translations = { en = list("Verse"), id = list("Ayat"), de = list("Vers") },
    sources = { arabic = source("Arabic"), translation = { en = source("English"),
      id = source("Indonesian"), de = source("German") } },
  }
  data.translations.en[8] = {
    text = "Größe, then more",
    marks = { { offset = 5, number = 9 }, { offset = 16, number = 10 } },
    notes = { { number = 9, text = "A note." }, { number = 10, text = "Another *one*." } },
  }
  documents = surah_documents.all(data)
end)

--- The document of a surah in a locale.
local function of(locale, surah)
  for _, document in ipairs(documents) do
    if document.id == ("asset:%s:quran:surah:%d"):format(locale, surah) then return document end
  end
end

local function has(document, text)
  assert.is_truthy(document.text:find(text, 1, true), document.text:sub(1, 600))
end

describe("the documents of the surahs", function()
  it("are 114 in each of the three locales", function()
    assert.equal(342, #documents)
    for _, locale in ipairs(svc.locales) do
      assert.is_table(of(locale, 114))
    end
  end)

  it("have the identity of their path", function()
    local document = of("id", 2)
    assert.same(
      { "quran", "concept:quran:surah-2", "lens:quran", "quran/2", "Name-2" },
      { document.section, document.concept, document.lens, document.route, document.title }
    )
  end)

  it("are described in their own language", function()
    assert.equal(
      "Surah 2, Name-2 (Meaning 2): all 286 verses in Arabic with an English" .. " translation.",
      of("en", 2).description
    )
    assert.equal(
      "Surah 2, Name-2 (Arti 2): 286 ayat lengkap dalam bahasa Arab beserta"
        .. " terjemahannya.",
      of("id", 2).description
    )
    assert.equal(
      "Sure 2, Name-2 (Meaning 2): alle 286 Verse auf Arabisch mit deutscher"
        .. " Übersetzung.",
      of("de", 2).description
    )
  end)

  it(
    "are found by number, Arabic name and meaning",
    function() assert.same({ "Sure 2", "ا2", "Meaning 2" }, of("de", 2).labels) end
  )

  it(
    "begin with the name and the facts",
    function()
      assert.equal(
        "# Name-2\n\nا2 · Arti 2\n\nSurah 2 dari 114 · Madaniyah · 286 ayat\n",
        of("id", 2).text:match("^(.-\n)\nع")
      )
    end
  )

  it("hold every verse under its reference", function()
    local document, count = of("de", 2), 0
    for verse in document.text:gmatch("\n## 2:(%d+)\n") do
      count = count + 1
      assert.equal(count, tonumber(verse))
    end
    assert.equal(286, count)
    has(document, "\n## 2:286\n\nع 293\n\nVers 293\n")
  end)

  it(
    "have the opening formula before the verses, as it was separated or else as 1:1",
    function()
      has(of("en", 3), "verses\n\nب\n\nVerse 1\n\n## 3:1\n")
      has(of("en", 4), "verses\n\nع 1\n\nVerse 1\n\n## 4:1\n")
      has(of("en", 9), "verses\n\n## 9:1\n")
      has(of("en", 1), "verses\n\n## 1:1\n")
    end
  )

  it(
    "have notes at their marks, counted in code points, and below the verse",
    function()
      has(
        of("en", 2),
        "\n## 2:1\n\nع 8\n\nGröße[9], then more[10]\n\n- [9] A note.\n"
          .. "- [10] Another \\*one\\*.\n\n## 2:2\n"
      )
    end
  )

  it(
    "end with the sources, their notices and terms",
    function()
      has(
        of("de", 1),
        "\n## Quellen\n\n- Arabischer Text: Arabic. Publisher. Fassung: 1.0. Notice."
          .. " Bedingungen: <https://source.test/terms>."
          .. " Aktualisierungen: <https://source.test/new>.\n- Übersetzung: German. Publisher."
      )
    end
  )

  it("are accepted by the builder", function()
    local builder = svc.builder()
    for _, document in ipairs(documents) do
      builder:document(document)
    end
  end)
end)

describe("text that Markdown would read as markup", function()
  local cases = {
    { "a *b* _c_", "a \\*b\\* \\_c\\_" },
    { "[All] praise", "[All] praise" },
    { "[a](b)", "[a\\](b)" },
    { "<b>", "\\<b>" },
    { "# no heading", "\\# no heading" },
    { "- no item", "\\- no item" },
    { "1. no list", "1\\. no list" },
    { "1) no list", "1\\) no list" },
    { "> no quotation", "\\> no quotation" },
    { "a`b`", "a\\`b\\`" },
    { "$x$", "\\$x\\$" },
    { "-5 is no item", "-5 is no item" },
    { "1.5 is no list", "1.5 is no list" },
    { "back\\slash", "back\\\\slash" },
  }
  for _, case in ipairs(cases) do
    it(("is escaped: %s"):format(case[1]), function()
      data.translations.de[1] = case[1]
      assert.is_truthy(
        surah_documents.all(data)[229].text:find("\n" .. case[2] .. "\n", 1, true)
      )
    end)
  end
end)
