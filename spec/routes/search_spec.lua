--- What people typed that came wrong once, and others of the same class, through GET /v1/search of
-- the demo: end to end, as they meet it.
local server = require("spec.support.service.server")
local svc = require("svc")
local uri = require("base.uri")

local host = server.demo({ quota_limit = 0 })

local function search(locale, query, section)
  local path = ("/v1/search?locale=%s&query=%s%s"):format(
    locale,
    uri.encode(query),
    section and "&section=" .. section or ""
  )
  return svc.parse_json(host:request(path).body).items
end

--- A verse as 2:255, a surah as its number, else the path of its id.
local function name(item)
  local verse, path = item.url:match("#verse%-(%d+)$"), item.content_id:gsub("^%w+:%a+:", "")
  local surah = path:match("^quran:surah:(%d+)$")
  if surah then return verse and surah .. ":" .. verse or surah end
  return (path:gsub("^material:", ""))
end

--- Rows of `locale | query | answers` by class: any of them is to be first, or the excerpt of the
-- first is to have the letters behind a tilde.
local CLASSES = {
  ["whose Indonesian affixes change the letters of its root"] = [[
    id | tangis | ~angis
    id | perancangan | ~rancang
    id | mengunjungi | ~unjung
    id | memohon | ~mohon
    id | berikan | ~beri
    id | pukulan | ~ukul
    id | penyembuhan | ~embuh
    id | penyakit | ~akit
    id | pemotongan | ~otong
    id | pengukuran | ~ukur
    id | pemisahan | ~pisah
    id | pengampunan dosa | ~ampun
    id | meminta pertolongan | ~tolong
    id | penyusunan | ~susun
    id | pencurian | ~curi
    id | pembunuhan | ~unuh
    id | menyusui | ~usui
    id | peminum | ~minum
    id | penipuan | ~tipu
    id | pertumbuhan | ~umbuh
    id | pemantulan | ~pantul
    id | penyimpangan | ~impang
    id | pengirim | ~irim
  ]],
  ["that is a formula without its signs"] = [[
    en | a2+b2=c2 | mathematics:pythagorean-theorem
    en | a^2+b^2=c^2 | mathematics:pythagorean-theorem
    en | a²+b²=c² | mathematics:pythagorean-theorem
    en | a2 + b2 = c2 | mathematics:pythagorean-theorem
    de | a2+b2=c2 | mathematics:pythagorean-theorem
    id | a2+b2=c2 | mathematics:pythagorean-theorem
    en | c2=a2+b2-2ab | mathematics:trigonometry mathematics:pythagorean-theorem
    en | b2-4ac | mathematics:quadratic-equations
    de | b2-4ac | mathematics:quadratic-equations
    en | p2+q2=r2 | mathematics:pythagorean-theorem
    en | F=ma | physics:newtons-laws
    de | F = m a | physics:newtons-laws
    en | pV=nRT | chemistry:gases
    en | V=IR | physics:electric-circuits
    en | H2O | chemistry:enthalpy chemistry:acids-and-bases chemistry:mole-and-stoichiometry
    en | H₂O | chemistry:enthalpy chemistry:acids-and-bases chemistry:mole-and-stoichiometry
    en | CH4 | chemistry:mole-and-stoichiometry
    id | CH4 | chemistry:mole-and-stoichiometry chemistry:organic-molecules
    de | CH₄ | chemistry:mole-and-stoichiometry chemistry:organic-molecules
    en | C6H12O6 | chemistry:enthalpy biology:photosynthesis chemistry:organic-molecules
    en | NH3 | tryout:indonesia:tka:chemistry-2026 chemistry:chemical-bonds chemistry:mole-and-stoichiometry
    en | HCl | chemistry:acids-and-bases
    en | H3O+ | chemistry:acids-and-bases
    en | m/s2 | physics:accelerated-motion physics:newtons-laws tryout:indonesia:tka:physics-2026
    de | m/s² | physics:accelerated-motion physics:newtons-laws
    en | g/mol | chemistry:mole-and-stoichiometry
  ]],
  ["in Arabic as keyboards type it"] = [[
    en | الحمدلله | 1:2
    en | آمنوا بالله ورسوله | 57:7 4:136
    en | "آمنوا بالله ورسوله" | 57:7 4:136
    en | بسمالله الرحمن الرحيم | 1:1 27:30
    en | سبحانالله | 37:159 23:91 59:23 52:43 12:108 28:68 30:17
    en | قل هوالله احد | 112:1
    en | والفجر وليال عشر | 89:1 89:2
    en | انا اعطيناك الكوثر | 108:1
    en | الصراط المستقيم | 1:6
    de | يا ايها الناس اعبدوا ربكم | 2:21
    id | ان الله مع الصابرين | 2:153 8:46
    en | وما ارسلناك الا رحمه للعالمين | 21:107
    en | اذا زلزلت الارض زلزالها | 99:1
    en | والضحى | 93:1
    en | الهاكم التكاثر | 102:1
    en | تبت يدا ابي لهب وتب | 111:1
    en | اقتربت الساعه وانشق القمر | 54:1
    en | عم يتساءلون | 78:1
    en | علم القران | 55:2
    en | سبح اسم ربك الاعلى | 87:1
    en | لايلاف قريش | 106:1
    en | فصل لربك وانحر | 108:2
  ]],
  ["of the rows that were reported"] = [[
    en | fasting | 2:184 2:183 2:185 2:187 33:35
    en | fasting ramadan | 2:185 2:184 2:183 2:187
    de | Fasten | 2:183 2:185 2:184
    en | function of the heart | biology:heart-and-circulation
    en | mitochondria function | biology:cell-structure
    id | fungsi mitokondria | biology:cell-structure
    de | Funktion des Herzens | biology:heart-and-circulation
    id | rumus pitagoras | mathematics:pythagorean-theorem
    en | calculate the average of numbers | mathematics:means-and-spread mathematics:percentages
    id | sholat | 2:238 29:45 4:103 20:14 11:114 2:43 2:45 30:31 107:4
    id | pengetahuan gaib | 31:34
    id | alkahfi | 18
    id | ayat kursy | 2:255
    id | juz amma | 78:1 78
    de | Fotosynthese | biology:photosynthesis chemistry:enthalpy
    en | fotosynthesis | biology:photosynthesis
    de | Sonnenstrahlung | physics:heat biology:photosynthesis articles:science:why-the-sky-is-blue biology:ecosystems physics:nuclear-physics
    en | qul huwallahu ahad | 112:1
    en | kun fayakun | 2:117 3:47 6:73 16:40 19:35 36:82 40:68
    en | iqra | 96:1 96:3
    en | 2/255 | 2:255
    en | Q 2:255 | 2:255
    en | 2：255 | 2:255
    en | "2:255" | 2:255
    de | Al-Baqara 2,255 | 2:255
    en | chapter 2 verse 255 | 2:255
    en | Tafsir 2:255 | 2:255
  ]],
}

local function rows_of(text)
  return coroutine.wrap(function()
    for line in text:gmatch("[^\n]+") do
      local locale, query, answers = line:match("^%s*(%a%a) | (.-) | (.+)$")
      if locale then coroutine.yield(locale, query, " " .. answers .. " ") end
    end
  end)
end

describe("a search", function()
  teardown(function() host:stop() end)

  for class, rows in pairs(CLASSES) do
    for locale, query, answers in rows_of(rows) do
      it(("%s has its answer first: %s (%s)"):format(class, query, locale), function()
        local first = search(locale, query)[1]
        local found, letters = first and name(first) or "nothing", answers:match("^ ~(.-) $")
        if letters then
          assert.is_truthy(first and first.excerpt:lower():find(letters, 1, true), found)
        else
          assert.is_truthy(answers:find(" " .. found .. " ", 1, true), found)
        end
      end)
    end
  end

  for _, row in ipairs({
    { "en", "Muhammad clouds word terms noble lord" },
    { "id", "agama catatan sumber kitab rumah kebun" },
    { "de", "Wort Worte Quelle Buch Haus Weg" },
  }) do
    for word in row[2]:gmatch("%S+") do
      it(("for a word that notices have, too, finds verses: %s"):format(word), function()
        local items = search(row[1], word, "quran")
        for i = 2, 5 do -- a surah may be named so
          assert.is_truthy(items[i].url:find("#verse-", 1, true), items[i].url)
        end
      end)
    end
  end

  describe("that finds little", function()
    local function page(query, locale)
      local path = "/search?query=" .. uri.encode(query) .. "&locale=" .. (locale or "en")
      return host:request(path).body
    end

    --- The advice of the tool, which has the same items as the page.
    local function tool(query, locale)
      local call = {
        jsonrpc = "2.0",
        id = 1,
        method = "tools/call",
        params = {
          name = "svc_search_content",
          arguments = { query = { query }, locale = locale or "en" },
        },
      }
      local answer = host:request("/mcp", {
        method = "POST",
        headers = {
          ["content-type"] = "application/json",
          accept = "application/json, text/event-stream",
          ["mcp-protocol-version"] = "2025-11-25",
        },
        body = svc.json(call),
      })
      return svc.parse_json(answer.body).result.structuredContent.advice
    end

    for _, row in ipairs({
      { "en", "photosynthesis chromatography", missing = "chromatography" },
      { "en", "how do trombones work", missing = "trombones" },
      { "de", "Rezept für Apfelkuchen", missing = "Apfelkuchen" },
      { "id", "fotosintesis kurikulum", missing = "kurikulum" },
      { "en", "fotosynthesis", meant = "photosynthesis" },
      { "en", "french revolutoin", meant = "french revolution" },
      { "id", "dna protien", meant = "dna protein" },
      { "de", "Wahrscheinlichkeitsrechnug", meant = "wahrscheinlichkeitsrechnung" },
      { "en", "Gleichungssystem", missing = "Gleichungssystem", elsewhere = "de" },
      { "de", "hukum pewarisan", missing = "pewarisan", elsewhere = "id" },
    }) do
      local locale, query = row[1], row[2]
      it(("is told so on the page, and to agents: %s (%s)"):format(query, locale), function()
        local advice, body = tool(query, locale), page(query, locale)
        assert.equal(row.missing or "", table.concat(advice.missing, ", "))
        assert.equal(row.meant, advice.meant)
        assert.equal(row.elsewhere or "", table.concat(advice.elsewhere, ", "))
        assert.is_truthy(body:find(row.meant or row.missing, 1, true))
      end)
    end

    it("leads to what is meant, and to the other language", function()
      local path = 'href="/search?locale=en&amp;query=photosynthesis"'
      assert.is_truthy(page("fotosynthesis"):find(path, 1, true))
      path = 'href="/search?locale=de&amp;query=Gleichungssystem"'
      assert.is_truthy(page("Gleichungssystem"):find(path, 1, true))
    end)

    for _, query in ipairs({ "photosynthesis", "2:255", "Al-Baqarah", "a2+b2=c2", "Musa" }) do
      it(
        "is told apart from one that finds what it asks for: " .. query,
        function() assert.is_nil(tool(query)) end
      )
    end

    it("is answered by REST as any other", function()
      local path = "/v1/search?query=photosynthesis+worksheet"
      local body = svc.parse_json(host:request(path).body)
      assert.is_nil(body.advice)
      assert.equal("material/biology/photosynthesis", body.items[1].route)
    end)
  end)
end)
