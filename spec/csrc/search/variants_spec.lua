--- Variants of words: names as other translations have them, other spellings, terms of school and
-- of religion, verses that are known by their sound; and a publisher's own table beside the
-- content.
local forge = require("spec.support.publication.forge")
local shelf = require("spec.support.publication.shelf")
local subjects = require("data.import.subjects")
local svc = require("svc")
local variants = require("data.import.variants")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

local function first(query, locale)
  local item = publication:search({ queries = query, locale = locale, limit = 1 }).items[1]
  return item and item.route .. (item.verse and ":" .. item.verse or ""), item
end

--- What people typed that found nothing, or a look-alike: where it is said.
local FOUND = {
  { "id", "sholat", "quran/2:238" },
  { "id", "solat", "quran/2:238" },
  { "id", "ayat kursy", "quran/2:255" },
  { "id", "qulhu", "quran/112:1" },
  { "id", "ramadhan", "quran/2:185" },
  { "id", "inna lillahi wa inna ilaihi rajiun", "quran/2:156" },
  { "de", "Fotosynthese", "material/biology/photosynthesis" },
  { "de", "Jesus", "quran/3:45" },
  { "de", "Mose", "quran/26:63" },
  { "de", "Kopftuch", "quran/24:31" },
  { "de", "alhamdulillah", "quran/1:2" },
  { "de", "la ikraha fid din", "quran/2:256" },
  { "en", "Musa", "quran/7:107" },
  { "en", "salah", "quran/2:238" },
  { "en", "riba", "quran/2:275" },
  { "en", "dowry", "quran/4:4" },
  { "en", "alhamdulillah", "quran/1:2" },
  { "en", "qul huwallahu ahad", "quran/112:1" },
  { "en", "kun fayakun", "quran/36:82" },
  { "en", "inna maal usri yusra", "quran/94:6" },
  { "en", "lakum dinukum", "quran/109:6" },
  { "en", "maliki yawmiddin", "quran/1:4" },
}

describe("a word that the texts spell otherwise", function()
  for _, case in ipairs(FOUND) do
    local locale, query, route = table.unpack(case)
    it(("finds what is meant: %s (%s)"):format(query, locale), function()
      local routes = {}
      for _, item in
        ipairs(publication:search({ queries = query, locale = locale, limit = 5 }).items)
      do
        local name = item.route .. (item.verse and ":" .. item.verse or "")
        routes[name] = true
        routes[name:gsub("/materi/", "/")] = true
      end
      local wanted = route
      if route:find("^material/") then
        local content = ("asset:%s:%s"):format(locale, (route:gsub("/", ":")))
        wanted = publication:document(content).route
      end
      assert.is_true(routes[wanted], next(routes))
    end)
  end

  for _, case in ipairs({
    { "isa", "isaac" },
    { "shirk", "shirt" },
    { "salah", "salih" },
    { "riba", "rib" },
  }) do
    local word, other = table.unpack(case)
    it(("is not held for a typo of another: %s"):format(word), function()
      local _, item = first(word, "en")
      assert.is_nil(item.excerpt:lower():find("%f[%a]" .. other .. "%f[%A]"), item.excerpt)
    end)
  end

  it("is marked in the excerpt", function()
    local request = { queries = "Musa", marks = true, limit = 1 }
    local item = publication:search(request).items[1]
    assert.equal("Moses", item.excerpt:sub(item.marks[1], item.marks[2]))
  end)
end)

--- Subjects as people ask for them, and the verse that is known for it in other words.
local SUBJECTS = {
  { "en", "night journey", "17:1" },
  { "en", "Ramadan fasting rules", "2:183" },
  { "en", "lower your gaze", "24:30" },
  { "en", "cain and abel", "5:27" },
  { "en", "trinity", "5:73" },
  { "en", "the golden calf", "20:88" },
  { "en", "noah's ark", "11:37" },
  { "en", "breastfeeding two years", "2:233" },
  { "en", "direction of prayer", "2:144" },
  { "en", "wasting and extravagance", "7:31" },
  { "en", "army of Talut and the river", "2:249" },
  { "en", "show us the straight way", "1:6" },
  { "en", "chapter of the cow", "2" },
  { "id", "asmaul husna", "7:180" },
  { "id", "poligami", "4:3" },
  { "id", "isra miraj", "17:1" },
  { "id", "kewajiban menuntut ilmu", "58:11" },
  { "id", "suap", "2:188" },
  { "id", "tunjukilah kami jalan yang lurus", "1:6" },
  { "id", "larangan membunuh", "5:32" },
  { "id", "surat al kahfi", "18" },
  { "en", "people of the cave dog", "18:18" },
  { "en", "story of yusuf and the wolf", "12:13" },
  { "en", "verse about honesty in scales", "83:1" },
  { "id", "ayat tentang sedekah", "2:261" },
  { "de", "Nachtreise", "17:1" },
  { "de", "Koran Schulden", "2:282" },
  { "de", "Koran über Wein", "5:90" },
  { "de", "Dreieinigkeit", "4:171" },
  { "de", "Bestechung", "2:188" },
  { "de", "Kain und Abel", "5:27" },
  { "de", "Engel Flügel", "35:1" },
  { "de", "Menstruation", "2:222" },
  { "de", "Erbteil", "4:11" },
  { "de", "Traum von elf Sternen", "12:4" },
}

describe("a subject of the Quran", function()
  for _, case in ipairs(SUBJECTS) do
    local locale, query, place = table.unpack(case)
    it(
      ("is found where it is known from: %s (%s)"):format(query, locale),
      function() assert.equal("quran/" .. place, (first(query, locale))) end
    )
  end

  it("hides no surah from who asks for its name or what that means", function()
    for _, locale in ipairs(svc.quran_locales) do
      for surah = 1, svc.surahs do
        local document = publication:document(("asset:%s:quran:surah:%d"):format(locale, surah))
        assert.equal(document.route, (first(document.title, locale)))
      end
    end
  end)

  it("is never shown as the text of its verse", function()
    local _, item = first("night journey", "en")
    assert.is_nil(item.excerpt:find("journey", 1, true), item.excerpt)
  end)

  for _, case in ipairs({
    { "- at: 2:287\n  en: [a subject]\n", '1: "2:287" is no verse and no surah' },
    { "- at: 115\n  en: [a subject]\n", '1: "115" is no verse and no surah' },
    { "- at: x\n", '1: "x" is no verse and no surah' },
    { "- en: [a subject]\n", '1: key "at" is missing' },
    { "- at: 2:1\n  fr: [un sujet]\n", '2: unknown key "fr"' },
    { "- at: 2:1\n  en: a subject\n", '2: "en" is a text; a list is expected' },
  }) do
    local text, why = table.unpack(case)
    it("is refused: " .. why, function()
      local faults = {}
      local list = subjects.read(
        text,
        function(line, fault, ...)
          faults[#faults + 1] = (line + 1) .. ": " .. require("base.message").fill(fault, ...)
        end
      )
      assert.is_nil(list)
      assert.is_truthy(faults[1]:find(why, 1, true), faults[1])
    end)
  end
end)

describe("the tables of this release", function()
  local own = assert(variants.own())
  for _, locale in ipairs(svc.locales) do
    it(("hold only what finds something, in %s"):format(locale), function()
      local missed = {}
      for _, row in ipairs(own[locale]) do
        local page = publication:search({ queries = row.words, locale = locale, limit = 1 })
        if #page.items == 0 then missed[#missed + 1] = row.words .. " → " .. row.finds end
      end
      assert.equal("", table.concat(missed, "; "))
      assert.is_true(#own[locale] >= 400, #own[locale])
    end)

    it(("put the lesson first that a formula or a law is of, in %s"):format(locale), function()
      local behind, missed, asked, titled = {}, {}, 0, {}
      for document in publication:each(locale, "material") do
        titled[document.title] = true
      end
      for _, row in ipairs(own[locale]) do
        if titled[row.finds] then
          local page = publication:search({ queries = row.words, locale = locale, limit = 2 })
          local place = #page.items
          while place > 0 and page.items[place].title ~= row.finds do
            place = place - 1
          end
          local list = place == 0 and missed or behind
          if place ~= 1 then list[#list + 1] = row.words end
          asked = asked + 1
        end
      end
      -- A text that is added may come before one in a hundred.
      assert.equal("", table.concat(missed, "; "))
      assert.is_true(#behind * 100 <= asked, table.concat(behind, "; "))
      assert.is_true(asked >= 200, asked)
    end)
  end

  for _, case in ipairs({
    { "id", "rumus F = m.a", "newtons-laws" },
    { "en", "formula P V = n R T", "gases" },
    { "en", "solve ax^2 + bx + c = 0", "quadratic-equations" },
    { "de", "Formel U = R * I", "electric-circuits" },
    { "en", "1/2*m*v^2", "energy-conservation" },
    { "de", "omsches gesetz", "electric-circuits" },
    { "en", "UN", "united-nations" },
    { "de", "was ist ein Redoxpaar", "redox-reactions" },
    { "de", "wie berechnet man den Mittelwert", "means-and-spread" },
    { "en", "how do I solve simultaneous equations", "linear-equations" },
    { "en", "difference between speed and velocity", "uniform-motion" },
    { "id", "perbedaan kecepatan dan kelajuan", "uniform-motion" },
    { "id", "bagaimana terjadinya hujan", "water-cycle-and-rivers" },
    { "de", "was ist Dichte", "pressure-and-buoyancy" },
    { "id", "apa itu ph larutan", "acids-and-bases" },
    { "id", "soal ujian masuk ptn", "mathematical-reasoning-sample" },
    { "id", "ujian abitur informatika", "computer-science-2026" },
    { "de", "Abiturprüfung Informatik", "computer-science-2026" },
    { "de", "Beispielaufgaben Abitur Analysis", "calculus-sample" },
    { "id", "U_n = a + (n - 1) b", "sequences-and-series" },
  }) do
    local locale, query, wanted = table.unpack(case)
    it(("lead to %s from %s (%s)"):format(wanted, query, locale), function()
      local _, item = first(query, locale)
      assert.equal(wanted, item.content_id:match("[^:]+$"))
    end)
  end
end)

--- A publication of documents with variants, as `words = finds`.
local function with(entries, rows)
  local builder = svc.builder()
  for _, document in ipairs(shelf.documents(entries)) do
    builder:document(document)
  end
  for _, row in ipairs(rows) do
    builder:variant { locale = row[3] or "en", words = row[1], finds = row[2] }
  end
  return assert(forge.open(forge.signed(builder)))
end

local ENTRIES = {
  { name = "moses", text = "Moses went up the hill.\n" },
  { name = "throne", text = "The verse of the throne is long.\n" },
  { name = "veil", text = "A veil of silk.\n" },
  { name = "both", text = "A hijab, which others call a scarf.\n" },
  { name = "musical", text = "Musical notes.\n" },
}

describe("a publisher's variant", function()
  local ROWS = {
    { "musa", "Moses" },
    { "ayat kursi", "verse of the throne" },
    { "hijab", "veil" },
    { "chador", "veil" },
    { "headscarf", "veil" },
    { "headscarf", "scarf" },
    { "tutup kepala", "veil", "id" },
  }
  for _, case in ipairs({
    { "musa", "moses", "by one word" },
    { "MUSA", "moses", "in capitals" },
    { "musa hill", "moses", "beside another word" },
    { "ayat kursi", "throne", "by several words" },
    { "long ayat kursi", "throne", "inside a phrasing" },
    { "ayat", "", "not by a part of its words" },
    { "hijab", "both veil", "behind what has the word itself" },
    { "veil", "veil", "in one direction" },
    { "headscarf", "veil both", "by each of several" },
    { "tutup kepala", "", "not in another locale" },
    { "chador silk", "veil", "with all words counted" },
    { "headscraf", "veil both", "by a word with an error of typing" },
    { "haedscarf", "veil both", "by a word with two letters exchanged" },
    { "long headscraf", "throne veil both", "by a mistyped word beside another" },
    { "haedscraff", "", "not by a word with three errors" },
  }) do
    local query, found, why = table.unpack(case)
    it(("finds %s: %s"):format(why, query), function()
      local open <close> = with(ENTRIES, ROWS)
      assert.equal(found, shelf.find(open, query))
    end)
  end

  for _, case in ipairs({
    { "", "veil", "each side has 1 to 12 words" },
    { "veil", "…", "each side has 1 to 12 words" },
    { ("word "):rep(13), "veil", "each side has 1 to 12 words" },
    { ("long"):rep(70), "veil", "each side has 1 to 12 words" },
  }) do
    local words, finds, why = table.unpack(case)
    it(("is refused: %s"):format(words:sub(1, 20) .. " → " .. finds), function()
      local ok, fault = pcall(with, ENTRIES, { { words, finds } })
      assert.is_false(ok)
      assert.is_truthy(fault:find(why, 1, true), fault)
    end)
  end

  it("that is a title comes before what says it often", function()
    local entries = {
      { name = "often", text = ("Nations united nations. "):rep(9) },
      { name = "titled", title = "The United Nations", text = ("Filler words. "):rep(99) },
    }
    local open <close> = with(entries, { { "uno", "United Nations" } })
    assert.equal("titled often", shelf.find(open, "uno"))
    assert.equal("titled often", shelf.find(open, "united nations"))
  end)

  it("has at most eight alternatives", function()
    local rows = {}
    for i = 1, 9 do
      rows[i] = { "hijab", "veil" .. i }
    end
    local ok, fault = pcall(with, ENTRIES, rows)
    assert.is_false(ok)
    assert.is_truthy(fault:find("hijab has more than 8 variants", 1, true), fault)
  end)
end)

-- Other names of a text by `found-by`, beside words that ask and words for the form that is wanted.
local ASKED = {
  { "en", "explain active transport", "The cell" },
  { "en", "what is noble gas configuration", "The structure of the atom" },
  { "en", "explain binary system", "Binary numbers" },
  { "en", "interval notation exercises", "Inequalities" },
  { "en", "frequency distribution exercises", "Means and spread" },
  { "en", "explain venn diagrams", "Sets and logic" },
  { "en", "what is 1/2 mv²", "Energy and its conservation" },
  { "id", "apa itu spesies kunci", "Ekosistem" },
  { "id", "contoh soal mengurutkan angka", "Pengurutan" },
  { "id", "pengertian p1V1 = p2V2", "Gas" },
  { "id", "apa itu vektor 3 dimensi", "Garis dan bidang dalam ruang" },
  { "de", "definition lackmus", "Säuren und Basen" },
  { "de", "elementsymbole einfach erklärt", "Das Periodensystem" },
  { "de", "gefälschte urkunde einfach erklärt", "Woher Historiker es wissen" },
  { "de", "was ist analytische geometrie kreis", "Kreise und ihre Gleichungen" },
  { "de", "laplace wahrscheinlichkeit einfach erklärt", "Wahrscheinlichkeit" },
}

describe("another name of a text", function()
  for _, case in ipairs(ASKED) do
    local locale, query, title = table.unpack(case)
    it(("is its name beside words that ask: %s (%s)"):format(query, locale), function()
      local item = publication:search({ queries = query, locale = locale, limit = 1 }).items[1]
      assert.equal(title, item and item.title)
    end)
  end
end)

describe("a table of variants", function()
  local function read(text)
    local faults = {}
    local list = variants.read(
      text,
      function(line, fault, ...) faults[#faults + 1] = (line + 1) .. ": " .. fault:format(...) end
    )
    return list, table.concat(faults, "\n")
  end

  it("lists what finds each other, and what finds another", function()
    local list = read([[
- source: "a book"
  same:
    - [musa, moses]
  finds:
    - [hijab, veil, scarf]
  found-by:
    - [energy, joule, work]
]])
    local found = {}
    for i, row in ipairs(list) do
      found[i] = row.words .. ">" .. row.finds
    end
    local wanted = "musa>moses moses>musa hijab>veil hijab>scarf joule>energy work>energy"
    assert.equal(wanted, table.concat(found, " "))
  end)

  for _, case in ipairs({
    { "- same:\n    - [a, b]\n", '1: key "source" is missing' },
    { '- source: "x"\n  sames: []\n', '2: unknown key "sames"' },
    { '- source: "x"\n  same:\n    - [alone]\n', "3: has 1 entries; 2 to 9 are accepted" },
    { '- source: "x"\n  same:\n    - [a, "?"]\n', '3: "same" is "?"; accepted is words' },
    { "source: x\n", "1: is a mapping; a list is expected" },
  }) do
    local text, why = table.unpack(case)
    it("is refused: " .. why, function()
      local list, faults = read(text)
      assert.is_nil(list)
      assert.is_truthy(faults:find(why, 1, true), faults)
    end)
  end
end)
