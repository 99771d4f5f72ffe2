--- Excerpts as they are read: plain text of headings, lists, tables and formulas, which the index
-- reads in the same words (csrc/markup/plain.c).
local svc = require("svc")

local shelf = require("spec.support.publication.shelf")

local function excerpt(text, query)
  local publication = shelf.open({ { name = "a", text = text } })
  return publication:search({ queries = { query or "zebra" } }).items[1].excerpt
end

--- `{ what, Markdown, as it is read }`; each Markdown has the word that is looked for.
local function check(cases)
  for _, case in ipairs(cases) do
    local what, text, expected = table.unpack(case)
    it(what, function() assert.equal(expected, excerpt(text)) end)
  end
end

describe(
  "an excerpt",
  function()
    check({
      { "ends a heading with a full stop", "# The zebra\n\nIt runs.\n", "The zebra. It runs." },
      {
        "leaves a heading's own mark",
        "# What?\n\nA zebra.\n\n# Why:\n\nIt is.\n",
        "What? A zebra. Why: It is.",
      },
      { "ends an underlined heading", "A zebra\n---\nIt runs.\n", "A zebra. It runs." },
      {
        "reads items of a list as sentences, without their marks",
        "The zebra\n\n- runs\n- eats.\n+ sleeps\n",
        "The zebra runs. eats. sleeps.",
      },
      { "reads numbered items so", "A zebra\n\n1. runs\n2. eats\n", "A zebra runs. eats." },
      {
        "reads what an image shows and its caption as sentences",
        'It runs.\n\n![A zebra on grass](a.svg "Far &amp; away")\n\nIt eats.\n',
        "It runs. A zebra on grass. Far & away. It eats.",
      },
      {
        "reads an image within a sentence as a part of it",
        "The ![zebra](a.svg) runs.\n",
        "The zebra runs.",
      },
      {
        "parts the cells and rows of a table",
        "| zebra | b |\n|---|---|\n| 1 | 2 |\n| | 4 |\n| 5 | |\n",
        "zebra, b; 1, 2; 4; 5.",
      },
      {
        "keeps signs that mean themselves",
        "The zebra & b[1] of AT&T\n5.1.9 [run] 2 * 3\n#tag -x\n-y <= 3 \\z\n",
        "The zebra & b[1] of AT&T 5.1.9 [run] 2 * 3 #tag -x -y <= 3 \\z.",
      },
      { "reads a link without its address", "A [zebra](/z) [runs].\n", "A zebra [runs]." },
      { "reads the name of a sign", "A zebra &lt;3 &#8364;.\n", "A zebra <3 €." },
      { "leaves out what escapes a sign", "A zebra \\& \\[x\\].\n", "A zebra & [x]." },
      { "reads an item below a line", "The zebra:\n1. runs\n", "The zebra: runs." },
      { "ends a paragraph that lacks its mark", "A zebra (or two)\n", "A zebra (or two)." },
      { "leaves a mark within brackets", "A zebra. (It runs.)\n", "A zebra. (It runs.)" },
      { "keeps sums of money", "A zebra for $5 and $6.\n", "A zebra for $5 and $6." },
      { "keeps lines of code", "The `zebra` is:\n\n    run()\n", "The zebra is: run()" },
    })
  end
)

describe("a formula in an excerpt", function()
  local function formula(tex, expected)
    local title = ("%s is read %s"):format(tex, expected)
    return { title, "zebra $" .. tex .. "$", "zebra " .. expected .. "." }
  end
  check({
    formula("x^2", "x²"),
    formula("x^{2}", "x²"),
    formula("x^{2n+1}", "x²ⁿ⁺¹"),
    formula("x^{-1}", "x⁻¹"),
    formula("x^23", "x²3"),
    formula("e^{ax}", "e^(ax)"),
    formula("e^x", "e^x"),
    formula("90^\\circ", "90°"),
    formula("x_1", "x₁"),
    formula("x_{max}", "x_max"),
    formula("x_{i+1}", "xᵢ₊₁"),
    formula("\\frac{a}{b}", "a/b"),
    formula("2\\frac{1}{2}", "2 1/2"),
    formula("\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}", "(−b ± √(b² − 4ac))/(2a)"),
    formula("a \\neq 0", "a ≠ 0"),
    formula("a<b", "a<b"),
    formula("a_1 < b", "a₁ < b"),
    formula("\\text{speed} = 3", "speed = 3"),
    formula("\\unknown{x}^2", "\\unknown{x}^2"),
    formula("x^{", "x^{"),
  })

  it("on a line of its own is part of its sentence", function()
    local text = "The zebra needs\n\n$$\nx^2 = 4\n$$\n\nand water.\n"
    assert.equal("The zebra needs x² = 4 and water.", excerpt(text))
  end)

  it("shows where it matched, however many formulas come before", function()
    local text = ("Then $\\frac{a}{b} = x^{2}$ holds. "):rep(80)
      .. "Only here is $\\sqrt{q^{7}}$ met. "
      .. ("And $a \\cdot b$ again. "):rep(80)
    assert.is_truthy(excerpt(text, "met"):find("Only here is √(q⁷) met.", 1, true))
    assert.is_truthy(excerpt(text, "q^7"):find("√(q⁷)", 1, true), excerpt(text, "q^7"))
  end)

  it("gives its commands to nobody who looks for words", function()
    local publication = shelf.open({ { name = "a", text = "$4 \\times \\frac{1}{2}$\n" } })
    assert.equal("", shelf.find(publication, "times"))
    assert.equal("", shelf.find(publication, "frac"))
    assert.equal("a", shelf.find(publication, "1/2"))
  end)
end)

describe("an excerpt at the end of a text", function()
  local long = ("many words about water and grass "):rep(12) .. "end here."
  local short = "A short sentence about water and grass, about dust and about heat. "

  it("reaches back to a sentence where that makes it long enough", function()
    local found = excerpt("Water.\n\n" .. short:rep(4) .. "\n\nThe zebra.\n")
    assert.equal(short:rep(3) .. "The zebra.", found)
  end)

  it("begins inside a sentence that is too long, rather than to be short", function()
    local found = excerpt("# Title\n\n" .. long .. "\n\n## Books\n\nThe zebra.\n")
    assert.truthy(found:find("^….* end here%. Books%. The zebra%.$"), found)
    assert.is_true(utf8.len(found) >= 160 and utf8.len(found) <= 240, found)
  end)
end)

--- What stands before the last sentence of an excerpt, and that sentence: nothing but whole ones is
-- shown where there is room for them.
describe("a sentence of an excerpt", function()
  local FILL = "There is grass and water for all that live on the wide plain. "

  for _, case in ipairs({
    { "ends before a number that begins the next", "Zebras run fast. ", "7. Lions sleep long" },
    { "goes on behind the number of a day", "Zebras came on the 3. May of that ", "year" },
    { "goes on behind an initial", "Zebras were seen by J. Smith in that ", "year" },
    { "goes on behind a title", "Zebras were seen by Dr. Smith in that ", "year" },
    { "goes on behind an abbreviation", "Zebras run, z. B. Anna, e.g. by a river, in ", "May" },
    { "goes on behind a decimal", "Zebras run 3.14 times as fast as in that ", "year" },
  }) do
    it(case[1], function()
      local text = case[2] .. case[3] .. (" and go on"):rep(40) .. "."
      local found = excerpt(FILL:rep(2) .. text, "zebras")
      local ended = case[1]:find("^ends")
      local whole = FILL:rep(2) .. case[2]:gsub(" $", "")
      if ended then
        assert.truthy(found == whole or found:find("7. Lions sleep", 1, true), found)
      else
        assert.matches("…$", found)
      end
      assert.is_nil(found:find("%d%.$"), found)
    end)
  end

  it("ends with a mark, wherever its text is cut", function()
    local text = {}
    for i = 1, 60 do
      text[i] = ("%d. Zebra %d is n%d years old, as Dr. %s. Smith says."):format(
        i % 30,
        i,
        i,
        string.char(64 + i % 26 + 1)
      )
    end
    local publication = shelf.open({ { name = "a", text = table.concat(text, " ") } })
    for i = 1, 60 do
      local found = publication:search({ queries = { "n" .. i } }).items[1].excerpt
      assert.matches("[…s]%.?$", found)
      assert.is_nil(found:find("[^%d]%d+%.$"), found)
    end
  end)
end)

describe("the answers of an exam", function()
  local PARTS = {
    en = { "Questions", "Answers", "What your result means" },
    id = { "Soal", "Kunci dan pembahasan", "Arti hasilmu" },
    de = { "Teil 1", "Lösungen zu Teil 1", "Wie du weiterarbeitest" },
  }

  local function exam(locale, section)
    local text = "## %s\n\n**1.** Where does the zebra run?\n\n- A. here\n- B. there\n\n"
      .. "## %s\n\n**1: B.** The zebra runs there, as gnus do.\n\n## %s\n\nWell done, gnu.\n"
    return shelf.open({
      {
        name = "exam",
        locale = locale,
        section = section,
        title = "Sample",
        description = "One question.",
        text = text:format(table.unpack(PARTS[locale])),
      },
    })
  end

  local function excerpts(publication, locale)
    local shown = {}
    for _, query in ipairs({ "zebra", "gnus", "zebra there", "lösungen", "1: B", "gnu" }) do
      for _, item in ipairs(publication:search({ queries = { query }, locale = locale }).items) do
        shown[#shown + 1] = item.excerpt
      end
    end
    return table.concat(shown, "\n")
  end

  for _, locale in ipairs(svc.locales) do
    it("are never in an excerpt, in " .. locale, function()
      local shown = excerpts(exam(locale, "tryout"), locale)
      assert.truthy(shown:find("Where does the zebra run?", 1, true), shown)
      assert.truthy(shown:find("One question.", 1, true), shown)
      assert.is_nil(shown:find("1: B", 1, true), shown)
      assert.is_nil(shown:find("gnu", 1, true), shown)
    end)
  end

  it("hide no word of a question that they have beside others", function()
    local text = "## Questions\n\nWhere does the zebra run%s?\n\n"
      .. "## Answers\n\nThe zebra runs there, zebra.\n"
    for words = 1, 60 do
      local publication <close> = shelf.open({
        {
          name = "exam",
          section = "tryout",
          description = "One question.",
          text = text:format((" far"):rep(words)),
        },
      })
      local found = publication:search({ queries = { "zebra there" } }).items[1]
      assert.truthy(found.excerpt:find("Where does the zebra run", 1, true), found.excerpt)
    end
  end)

  it(
    "are hidden in exams only",
    function() assert.truthy(excerpts(exam("en", "material"), "en"):find("1: B", 1, true)) end
  )

  it("are in no excerpt of the demo content, whatever word of them is asked for", function()
    local publication <close> =
      assert(svc.open((os.getenv("BUILD") or "build") .. "/demo.svp", { any_signer = true }))
    local asked = 0
    for _, locale in ipairs(svc.locales) do
      local words = {}
      for document in publication:each(locale, "tryout") do
        for word in (publication:text(document.content_id) or ""):gmatch("%f[%w]%a%a%a+") do
          words[word] = true
        end
      end
      for word in pairs(words) do
        asked = asked + 1
        local items = publication:search({
          queries = { word },
          locale = locale,
          section = "tryout",
          limit = 3,
        }).items
        for _, item in ipairs(items) do
          assert.is_nil(item.excerpt:find("%f[%d]%d+: ?%u%f[^%w]"), item.excerpt)
        end
      end
    end
    assert.is_true(asked > 1000, asked)
  end)
end)

describe("the marks of an excerpt", function()
  local function marked(text, query, locale)
    local publication = shelf.open({ { name = "a", locale = locale, text = text } })
    local item =
      publication:search({ queries = { query }, locale = locale, marks = true }).items[1]
    local shown = {}
    for i = 1, #item.marks, 2 do
      shown[#shown + 1] = item.excerpt:sub(item.marks[i], item.marks[i + 1])
    end
    return table.concat(shown, "|")
  end

  for _, case in ipairs({
    { "words as they are", "A zebra runs.", "zebra", "zebra" },
    { "other forms", "Zebras ran; a zebra runs.", "zebra", "Zebras|zebra" },
    { "words with an edit", "A zebra runs fast.", "zebbra", "zebra" },
    { "a word that is not typed to its end", "Photosynthesis.", "photosyn", "Photosynthesis" },
    { "no question words beside others", "What is a zebra?", "what is a zebra", "zebra" },
    { "function words alone", "What is it?", "is it", "is|it" },
    { "identifiers whole", "So x² and x.", "x^2", "x²|x" },
    { "powers with their braces", "So 2h^{3}-5 it is.", "h^3", "h^{3}" },
    { "powers that stand alone too", "So h^{3}, it is.", "h^3", "h^{3}" },
    { "what braces lower", "So a_{n+1} it is.", "a_{n+1}", "a_{n+1}" },
    { "nothing else", "A zebra and a gnu.", "gnu", "gnu" },
    {
      "Arabic under its marks",
      "كُتِبَ عَلَيۡكُمُ ٱلصِّيَامُ",
      "الصيام",
      "ٱلصِّيَامُ",
    },
    { "German umlauts", "Die Lösung der Gleichungen.", "Loesung", "Lösung", "de" },
  }) do
    it(
      "are " .. case[1],
      function() assert.equal(case[4], marked(case[2], case[3], case[5])) end
    )
  end

  it("are there only for who asks for them", function()
    local publication = shelf.open({ { name = "a", text = "A zebra." } })
    assert.is_nil(publication:search({ queries = { "zebra" } }).items[1].marks)
    assert.same({}, publication:search({ marks = true }).items[1].marks)
  end)
end)

describe("a search without excerpts", function()
  it("finds the same, and makes none", function()
    local publication = shelf.open({ { name = "a", text = "A zebra." } })
    local found = publication:search({ queries = { "zebra" } }).items[1]
    local bare = publication:search({ queries = { "zebra" }, excerpts = false }).items[1]
    assert.equal(found.content_id, bare.content_id)
    assert.same({ "A zebra.", nil }, { found.excerpt, bare.excerpt })
  end)
end)

describe("JSON of the engine", function()
  local SITE = 'https://s.test/"'
  local NAMES =
    { "alignmentId", "assetId", "conceptId", "content_id", "description", "excerpt" }
  for _, name in ipairs({ "learningObjectId", "lensId", "locale", "route", "section", "title" }) do
    NAMES[#NAMES + 1] = name
  end

  local publication = shelf.open({
    {
      name = "a",
      title = 'A "zebra"',
      description = "It \\ runs: é",
      text = "A zebra \\ runs.\n",
    },
    { name = "b", title = "Zebra" },
  })

  --- What an answer says of an item, made of its table.
  local function answer(item, names)
    local made = {}
    for _, name in ipairs(names) do
      made[name] = item[name]
    end
    made.url = ("%s/%s/%s"):format(SITE, item.locale, item.route)
    made.markdown_url = item.readable and made.url .. ".md" or nil
    return made
  end

  it("has the items of a search as their tables say", function()
    local query = { queries = { "zebra" }, site = SITE }
    local expected = svc.array()
    for i, item in ipairs(publication:search(query).items) do
      item.description = item.description or ""
      expected[i] = answer(item, NAMES)
    end
    query.json = true
    local found = publication:search(query)
    assert.equal(svc.json(expected), svc.json(found.items))
    assert.equal(2, found.count)
  end)

  it("names a verse in title and address", function()
    local demo <close> =
      assert(svc.open((os.getenv("BUILD") or "build") .. "/demo.svp", { any_signer = true }))
    local found = demo:search({ queries = { "2:255" }, site = SITE, json = true, limit = 1 })
    local item = svc.parse_json(svc.json(found.items))[1]
    assert.equal("Al-Baqarah 2:255", item.title)
    assert.equal(SITE .. "/en/quran/2#verse-255", item.url)
    assert.equal(SITE .. "/en/quran/2.md", item.markdown_url)
    for fragment, verse in pairs({ ["#verse-286"] = 286, ["#verse-287"] = false }) do
      local surah, id, kept = demo:content(SITE .. "/en/quran/2" .. fragment, SITE)
      assert.same({ "asset:en:quran:surah:2", verse or nil }, { id, kept })
      local url = SITE .. "/en/quran/2" .. (verse and fragment or "")
      assert.equal(url, svc.parse_json(svc.json(surah)).url)
    end
  end)

  it("has an item with its text", function()
    local id = "asset:en:material:a"
    local expected = answer(publication:document(id), NAMES)
    expected.text = publication:text(id)
    local found, known, verse = publication:content(id, SITE)
    assert.equal(svc.json(expected), svc.json(found))
    assert.same({ id, nil }, { known, verse })
  end)

  for ref, reason in pairs({
    ["asset:en:material:b"] = "unreadable",
    ["asset:en:none"] = "not_found",
    ["https://other.test/en/material/a"] = "foreign",
  }) do
    it(
      ("has no item for %s: %s"):format(ref, reason),
      function() assert.same({ n = 2, nil, reason }, table.pack(publication:content(ref, SITE))) end
    )
  end

  it("tells that words are known where there is nothing to advise", function()
    for _, words in ipairs({ "zebra", "zebras", "zebrra", "xyzzy", "the", "zebra xyzzy" }) do
      local query = { queries = { words } }
      local advice = publication:advise(query)
      local advised = advice.meant ~= nil or advice.missing[1] ~= nil
      assert.equal(not advised, publication:search(query).known, words)
    end
  end)

  it("is read by the members that were told beside it", function()
    local raw = svc.raw_json('{"a":1}', { b = 2 })
    assert.same({ 2, nil, '{"a":1}' }, { raw.b, raw.a, svc.json(raw) })
    assert.is_nil(svc.raw_json("1").b)
  end)
end)

describe("an excerpt that is cut behind a number with a full stop", function()
  for _, answers in ipairs({ "A. 20. ", "B. 4. ", "Answer 12. " }) do
    it(("shows one mark alone: %q"):format(answers), function()
      local shown = excerpt("The zebra. " .. answers:rep(100) .. "\n")
      assert.is_truthy(shown:find("%w…$"), shown)
    end)
  end
end)
