--- Quran references as people write them.
local forge = require("spec.support.publication.forge")
local svc = require("svc")
local names = require("spec.support.publication.surah_names")

-- Evidence that is not told where a reference is shown.
local SURE = { explicit = true, name = true, numbers = true }

local function show(reference)
  if not reference then return "none" end
  local told = SURE[reference.evidence] and "" or " " .. reference.evidence
  if not reference.first then return reference.surah .. told end
  local last = reference.last
  if reference.last_surah ~= reference.surah then last = reference.last_surah .. ":" .. last end
  return ("%d:%d-%s%s"):format(reference.surah, reference.first, last, told)
end

--- The candidates of what is refused, as a text.
local function candidates(text)
  local found, list = svc.quran_reference(text)
  assert.is_nil(found, text .. " is " .. show(found))
  local shown = {}
  for i, candidate in ipairs(list) do
    shown[i] = show(candidate):gsub(" loose", "")
  end
  return table.concat(shown, " ")
end

--- Checks a table of `{ text, expectation[, reason] }`, "none" for no reference.
local function check(cases)
  for _, case in ipairs(cases) do
    it(
      ("%q is %s%s"):format(case[1], case[2], case[3] and ": " .. case[3] or ""),
      function() assert.equal(case[2], show(svc.quran_reference(case[1]))) end
    )
  end
end

describe(
  "a reference by numbers",
  function()
    check {
      { "2:255", "2:255-255" },
      { "2.255", "2:255-255 decimal" },
      { "2:255-257", "2:255-257" },
      { "2:255–257", "2:255-257", "an en dash" },
      { " 2 : 255 ", "2:255-255" },
      { "QS 36:1-5", "36:1-5" },
      { "Q.S. 36:1-5", "36:1-5" },
      { "QS. 2 ayat 255", "2:255-255" },
      { "Sure 112", "112" },
      { "surah 1", "1" },
      { "Sure 2, 255", "2:255-255", "a German citation" },
      { "Koran 2,255-257", "2:255-257" },
      { "Quran 2:255", "2:255-255" },
      { "S. 2:255", "2:255-255", "an initial of the surah" },
      { "S2:255", "2:255-255", "an initial of the surah" },
      { "K 2:255", "2:255-255", "an initial of the Koran" },
      { "(S. 24:35)", "24:35-35", "an initial of the surah" },
      { "002:255", "2:255-255", "as files are named" },
      { "036:001", "36:1-1", "as files are named" },
      { "002:255-257", "2:255-257", "as files are named" },
      { "02:255", "none", "a time" },
      { "2.005", "none", "a number" },
      { "002.255", "none", "a version" },
      { "surah 2 verse 255", "2:255-255" },
      { "Sure 2 Vers 255", "2:255-255" },
      { "٢:٢٥٥", "2:255-255", "Arabic-Indic digits" },
      { "۲:۲۵۵", "2:255-255", "Persian digits" },
      { "سورة ٢", "2" },
      { "2:254f", "2:254-255", "and the next verse" },
      { "2:255 f.", "2:255-256", "and the next verse" },
      { "Sure 2,255f.", "2:255-256", "and the next verse" },
      { "Al-Baqara 255 f", "2:255-256", "and the next verse" },
      { "2:286f", "2", "a next verse beyond the surah" },
      { "2:255-257f", "none", "a range and the next verse" },
      { "2:255ff.", "none", "verses without an end" },
      { "Sure 2 f.", "none", "surahs" },
      { "2nd surah", "2", "an ordinal" },
      { "the 2nd", "none", "of nothing" },
      { "1st sura", "1", "an ordinal" },
      { "3rd surah, verse 103", "3:103-103", "an ordinal" },
      { "36th surah 5th verse", "36:5-5", "two ordinals" },
      { "2nd verse 5", "none", "of no surah" },
      { "115th surah", "none" },
      { "Bakara suresi", "2", "Turkish" },
      { "Yasin Suresi 5", "36:5-5", "Turkish" },
      { "Bakara suresi ayet 255", "2:255-255", "Turkish" },
      { "suresi", "none" },
      { "2:286", "2:286-286", "the last verse" },
      { "2:287", "2", "a verse beyond the surah falls back to it" },
      { "2:250-300", "2", "a range beyond it too" },
      { "2:0", "2" },
      { "2:257-255", "2", "a range that ends before it begins" },
      { "114:6", "114:6-6" },
      { "115:1", "none", "no such surah" },
      { "0:1", "none" },
      { "Sure 115", "none" },
      { "2", "2 loose", "a bare number" },
      { "255", "none" },
      { "2024-2025", "none" },
      { "12.11.2024", "none", "a date" },
      { "2-255", "none" },
      { "1/2/3", "none" },
      { "9/11", "9:11-11 decimal", "a date" },
      { "1/2", "1:2-2 decimal", "a fraction" },
      { "08:30", "none", "a time" },
      { "1:50", "1 loose", "a scale" },
      { "3.999", "3 loose", "a number" },
      { "2:255:1", "none" },
      { "99999999999999999999:1", "none" },
      { "4294967298:255", "none", "2^32 + 2" },
      { "0002:255", "none" },
      { ":255", "none" },
      { "2:", "none" },
      { "", "none" },
      { "§ 823", "none" },
      { "C++ 2:255", "none" },
    }
  end
)

describe(
  "a reference by name",
  function()
    check {
      { "al-baqarah 255", "2:255-255" },
      { "al baqara:255", "2:255-255" },
      { "Al-Baqarah [2]: 255", "2:255-255" },
      { "QS Al-Baqarah/2:255", "2:255-255" },
      { "QS. Al-Baqarah: 255-257", "2:255-257" },
      { "Surah Al Baqarah ayat 255", "2:255-255" },
      { "surah yasin", "36" },
      { "surat Ya-Sin", "36" },
      { "Jasin", "36" },
      { "Sura Al-Ichlas", "112" },
      { "البقرة ٢٥٥", "2:255-255" },
      { "سورة البقرة آية ٢٥٥", "2:255-255" },
      { "سُورَةُ ٱلْبَقَرَةِ", "2", "vocalised" },
      { "yasin ayat 5", "36:5-5" },
      { "fatiha", "1" },
      { "Al-Fātiḥah", "1" },
      { "AL-FATIHA", "1" },
      { "al‐fatiha", "1", "U+2010 for the hyphen" },
      { "Al-Mu’minun 1", "23:1-1", "a curly apostrophe" },
      { "Surah Noor", "24" },
      { "sure rum", "30" },
      { "ar-rum", "30" },
      { "baqara baqara", "none" },
      { "al-baqarah 1 2 3", "none" },
      { "Al-Baqarah 3:5", "none", "the number is another surah's" },
      { "al-", "none" },
      { "surah", "none" },
      { "Sure", "none" },
      { "surah xyz", "none" },
    }
  end
)

describe("a verse with a name", function()
  check {
    { "ayat kursi", "2:255-255" },
    { "Ayatul Kursi", "2:255-255" },
    { "Ayat al-Kursī", "2:255-255" },
    { "throne verse", "2:255-255" },
    { "Thronvers", "2:255-255" },
    { "Vers des Throns", "2:255-255" },
    { "آية الكرسي", "2:255-255" },
    { "light verse", "24:35-35" },
    { "Lichtvers", "24:35-35" },
    { "ayat kursi 5", "none" },
  }

  it("is meant by every spelling that the engine lists", function()
    local wrong, verses = {}, 0
    local listed = forge.read("csrc/quran/names.c"):match("quran_named_verses%[%] = (%b{})")
    for spellings, surah, first, last in listed:gmatch('{(".-"),%s*(%d+),%s*(%d+),%s*(%d+)}') do
      verses = verses + 1
      for word in spellings:gsub('"%s*"', ""):gmatch('[^%s"]+') do
        local expected = ("%s:%s-%s"):format(surah, first, last)
        local found = show(svc.quran_reference(word)):gsub(" word$", "")
        if found ~= expected then
          wrong[#wrong + 1] = ("%s: %s instead of %s"):format(word, found, expected)
        end
      end
    end
    assert.is_true(verses > 5)
    assert.equal("", table.concat(wrong, "\n"))
  end)
end)

describe("the grammar", function()
  local header = forge.read("csrc/quran/reference.h")
  local rows = 0
  for form, example, meant in header:gmatch(" %*   | ([^|\n]-) *| ([^|\n]-) *| ([%d:-]+) *|") do
    rows = rows + 1
    it(("as its header has it: %s, %q"):format(form, example), function()
      local shown = show(svc.quran_reference(example)):gsub(" %l+$", "")
      assert.equal(meant, (shown:gsub("^(%d+:(%d+))%-%2$", "%1")))
    end)
  end
  it("has a table in its header", function() assert.is_true(rows >= 19, rows) end)
end)

--- Checks that each form, with its text put for `%s`, is the same.
local function check_forms(expected, form, texts)
  for _, text in ipairs(texts) do
    it(("%q is %s"):format(form:format(text), expected), function()
      local shown = show(svc.quran_reference(form:format(text)))
      assert.equal(expected, (shown:gsub(" %l+$", "")))
    end)
  end
end

describe("a mark between surah and verse may be", function()
  -- stylua: ignore
  check_forms("2:255-255", "2%s255", {
    ":", ".", ",", "/", " ", " : ", ": ", " :", "\u{FF1A}", "\u{2236}", "\u{FE55}", "\u{FF0E}",
    "\u{2044}", "\u{2215}", "\u{FF0F}", "\u{60C}", "\u{66B}", "\u{3001}", "\u{FF0C}", "\t",
    "\u{A0}", " v ", " verse ", " ayat ", " Vers ", " آية ",
  })
end)

describe("the dash or the word of a range may be", function()
  -- stylua: ignore
  check_forms("2:255-257", "2:255%s257", {
    "-", " - ", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}",
    "\u{2043}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}", "~", "\u{301C}", "\u{FF5E}",
    " \u{2013} ", " to ", " bis ", " sampai ", " hingga ", " until ", " through ", " إلى ",
    "-2:", " to 2:", " bis Vers ",
  })
end)

describe("digits of another script", function()
  local scripts = {
    ["full-width"] = 0xFF10,
    ["Arabic-Indic"] = 0x660,
    ["Persian"] = 0x6F0,
  }
  local texts = { "2:255", "36:1-5", "114:6", "112", "9:100", "67:10-20", "78" }
  for script, zero in pairs(scripts) do
    for _, text in ipairs(texts) do
      it(("mean what others do: %s, %s"):format(script, text), function()
        local written = text:gsub("%d", function(digit) return utf8.char(zero + digit) end)
        local expected = show(svc.quran_reference(text))
        assert.not_equal("none", expected)
        assert.equal(expected, show(svc.quran_reference(written)))
      end)
    end
  end
end)

describe("quotation marks and what ends a sentence", function()
  -- stylua: ignore
  local enclosing = {
    { '"', '"' }, { "'", "'" }, { "“", "”" }, { "„", "“" }, { "«", "»" }, { "»", "«" },
    { "‚", "‘" }, { "‘", "’" }, { "‹", "›" }, { "(", ")" }, { "[", "]" }, { "﴿", "﴾" },
    { "(", ")." },
    { " ", " " }, { "", "." }, { "", "?" }, { "", "!" }, { "", "؟" }, { "", ";" }, { '"', '"?' },
    { '("', '")' },
  }
  for _, pair in ipairs(enclosing) do
    it(("do not count: %s…%s"):format(pair[1], pair[2]), function()
      for text, expected in pairs({
        ["2:255"] = "2:255-255",
        ["surah 36"] = "36",
        ["Al-Baqarah 2"] = "2:2-2",
        ["ayat kursi"] = "2:255-255",
      }) do
        assert.equal(expected, show(svc.quran_reference(pair[1] .. text .. pair[2])))
      end
    end)
  end
end)

-- stylua: ignore
local INTRODUCTIONS = {
  "surah", "Surah", "SURAH", "sura", "surat", "Sure", "Sura", "sūra", "Suurah", "QS", "Q.S.", "QS.",
  "Quran", "Qur'an", "Al-Qur'an", "Al Quran", "Koran", "Qur’ān", "Quran surah", "Tafsir surah",
  "surah no.", "Sure Nr.", "surat nomor", "surah ke-", "surah number", "سورة", "القرآن", "سورة رقم",
  "surah #", "surah:", "Sure:", "surah: ",
}

describe("an introduction", function()
  for _, word in ipairs(INTRODUCTIONS) do
    it(("leads to each surah by its number, and to nothing else: %s"):format(word), function()
      for surah = 1, svc.surahs do
        assert.equal(tostring(surah), show(svc.quran_reference(word .. " " .. surah)))
      end
      for _, number in ipairs({ 0, 115, 255, 999 }) do
        assert.equal("none", show(svc.quran_reference(word .. " " .. number)))
      end
    end)
    it(("leads to verses: %s"):format(word), function()
      for written, expected in pairs({
        ["2:255"] = "2:255-255",
        ["2,255"] = "2:255-255",
        ["2/255"] = "2:255-255",
        ["2 ayat 255"] = "2:255-255",
        ["2 Verse 255 bis 257"] = "2:255-257",
        ["Al-Baqarah: 255"] = "2:255-255",
      }) do
        assert.equal(expected, show(svc.quran_reference(word .. " " .. written)))
      end
    end)
  end

  it("that introduces chapters of any book needs a verse", function()
    for _, word in ipairs { "chapter", "Kapitel", "bab", "Tafsir", "Q", "ch." } do
      assert.equal("2:255-255", show(svc.quran_reference(word .. " 2:255")))
      assert.equal("2:255-255", show(svc.quran_reference(word .. " 2 verse 255")))
      assert.equal("2:5-5 decimal", show(svc.quran_reference(word .. " 2.5")))
      assert.equal("2 loose", show(svc.quran_reference(word .. " 2")))
    end
  end)
end)

describe(
  "a reference that names the verse first",
  function()
    check {
      { "verse 255 of surah 2", "2:255-255" },
      { "verse 255 of surah al-baqarah", "2:255-255" },
      { "verse 255 of al-baqarah", "2:255-255" },
      { "verses 1 to 5 of Ya-Sin", "36:1-5" },
      { "verses 1-5 of surah 36", "36:1-5" },
      { "ayah 5 of Al-Mulk", "67:5-5" },
      { "ayat 255 surat al baqarah", "2:255-255" },
      { "ayat 1-5 surat yasin", "36:1-5" },
      { "ayat 1 sampai 5 dari surat Yasin", "36:1-5" },
      { "ayat 5 dari surah 36", "36:5-5" },
      { "ayat ke-5 surat ke-36", "36:5-5" },
      { "Vers 255 der Sure 2", "2:255-255" },
      { "Vers 255 aus Sure Al-Baqara", "2:255-255" },
      { "Verse 1 bis 5 der Sure Yasin", "36:1-5" },
      { "Vers 3 von Al-Ichlas", "112:3-3" },
      { "آية ٢٥٥ من سورة البقرة", "2:255-255" },
      { "الآية ٢٥٥ من البقرة", "2:255-255" },
      { "36. Sure, Vers 5", "36:5-5", "an ordinal" },
      { "36. Sure", "36", "an ordinal" },
      { "2. Sure, 255. Vers", "2:255-255", "two ordinals" },
      { "2. Sure 255. Vers", "2:255-255", "two ordinals" },
      { "18. Sure, 10. Vers", "18:10-10", "two ordinals" },
      { "2. Sure, 287. Vers", "2", "two ordinals beyond the surah" },
      { "2. Sure, 255. Seite", "none", "of something else" },
      { "2. Sure Vers 255 bis 257", "2:255-257", "an ordinal" },
      { "verse 287 of surah 2", "2", "a verse beyond the surah" },
      { "verse 5", "none", "of no surah" },
      { "ayat 1 5", "none" },
      { "verse 5 of something else", "none" },
      { "verse 5 of surah 115", "none" },
    }
  end
)

describe("an address", function()
  check {
    { "https://quran.com/2/255", "2:255-255" },
    { "https://quran.com/2:255", "2:255-255" },
    { "https://quran.com/2%3A255", "2:255-255" },
    { "http://quran.com/2/255-257", "2:255-257" },
    { "https://www.quran.com/2:255-257", "2:255-257" },
    { "https://quran.com/2", "2" },
    { "https://quran.com/36/", "36" },
    { "quran.com/36", "36" },
    { "www.quran.com/2/255", "2:255-255" },
    { "https://QURAN.com/2/255", "2:255-255" },
    { "https://legacy.quran.com/2/255", "2:255-255" },
    { "https://quran.com/en/2/255", "2:255-255" },
    { "https://quran.com/id/al-baqarah/255", "2:255-255" },
    { "https://quran.com/al-baqarah", "2" },
    { "https://quran.com/yasin", "36" },
    { "https://quran.com/surah/36", "36" },
    { "https://quran.com/2?startingVerse=255", "2:255-255" },
    { "https://quran.com/al-baqarah?startingVerse=255&translations=131", "2:255-255" },
    { "https://quran.com/ayatul-kursi", "2:255-255" },
    { "https://quran.com/juz/30", "78:1-114:6" },
    { "https://quran.com/2:255/tafsirs/en-tafisr-ibn-kathir", "2:255-255" },
    { "https://quran.com/2/255/tafsirs", "2:255-255" },
    { "https://quran.com/2/255?font=v1", "2:255-255" },
    { "https://tanzil.net/#2:255", "2:255-255" },
    { "https://tanzil.net/#36", "36" },
    { "http://www.tanzil.net/#trans/en.sahih/2:255", "2:255-255" },
    { "https://corpus.quran.com/wordbyword.jsp?chapter=2&verse=255", "2:255-255" },
    { "https://corpus.quran.com/translation.jsp?chapter=36", "36" },
    { "https://site.test/en/quran/36", "36" },
    { "https://site.test/gate/en/quran/36", "36" },
    { "https://site.test/de/quran/2#verse-255", "2:255-255" },
    { "https://site.test/de/quran/2.md#verse-255", "2:255-255" },
    { "https://site.test/id/quran/2/255", "2:255-255" },
    { "https://site.test/id/quran/2/255.md", "2:255-255" },
    { "https://site.test/v1/quran/2?from_verse=255&to_verse=257", "2:255-257" },
    { "/en/quran/2:255", "2:255-255" },
    { "/en/quran/2/255-257", "2:255-257" },
    { "/en/quran/al-baqarah/255", "2:255-255" },
    { "https://site.test/en/quran/2#verse-287", "2", "a verse beyond the surah" },
    { "https://site.test/en/quran/2#notes", "2" },
  }

  for _, text in ipairs {
    "https://quran.com",
    "https://quran.com/",
    "https://quran.com/about-us",
    "https://quran.com/page/3",
    "https://quran.com/115",
    "https://quran.com/juz/31",
    "https://quran.com/search?q=2:255",
    "https://notquran.test/2/255",
    "https://notquran.com/2/255",
    "https://nottanzil.net/#2:255",
    "https://tanzil.net/",
    "https://tanzil.net/#115:1",
    "https://corpus.quran.com/wordbyword.jsp?chapter=115&verse=1",
    "https://site.test/read?chapter=2&verse=255",
    "https://site.test/2/255",
    "https://site.test/en/material/2/255",
    "https://site.test/en/quran",
    "https://site.test/en/quran/",
    "https://site.test/en/quran/115",
    "https://site.test/en/quran/2/255/3",
    "https://site.test/en/quran/yasni",
    "https://site.test/en/quran/2/%zz",
    "https://site.test/en/quran/2/%00",
    "/quranic/2/255",
    "/en/2/255",
    "://",
    "https://",
    "/",
  } do
    it(
      ("is none: %s"):format(text),
      function() assert.equal("none", show(svc.quran_reference(text))) end
    )
  end
end)

describe("a juz", function()
  it("ends where the next one begins", function()
    local surah, verse = 1, 1
    for juz = 1, 30 do
      local found = svc.quran_reference("juz " .. juz)
      assert.same({ juz, surah, verse }, { found.juz, found.surah, found.first })
      surah, verse = found.last_surah, found.last + 1
      if verse > svc.verse_count(surah) then
        surah, verse = surah + 1, 1
      end
    end
    assert.same({ 115, 1 }, { surah, verse })
  end)

  check {
    { "juz 1", "1:1-2:141" },
    { "Juz' 30", "78:1-114:6" },
    { "juz ke-30", "78:1-114:6" },
    { "Juz Nr. 30", "78:1-114:6" },
    { "juzu 29", "67:1-77:50" },
    { "جزء ٣٠", "78:1-114:6" },
    { "30th juz", "78:1-114:6" },
    { "1st Juz'", "1:1-2:141" },
    { "para 30", "78:1-114:6" },
    { "31st juz", "none" },
    { "para nabi", "none" },
    { "juz amma", "78:1-114:6" },
    { "Juz 'Amma", "78:1-114:6" },
    { "JUZ AMMA", "78:1-114:6" },
    { "جزء عم", "78:1-114:6" },
    { "juz tabarak", "67:1-77:50" },
    { "juz 0", "none" },
    { "juz 31", "none" },
    { "juz", "none" },
    { "juz 30:2", "none" },
    { "juz 29-30", "none" },
    { "juz yasin", "none" },
    { "30 juz", "none", "the whole book" },
    { "amma", "none" },
  }
end)

describe("a name as others hear it", function()
  -- An `o` for the `a` beside a heavy consonant, in Indonesia.
  check {
    { "al baqoroh ayat 255", "2:255-255" },
    { "qs al baqoroh 255", "2:255-255" },
    { "ali imron 190", "3:190-190" },
    { "al an'aam 162", "6:162-162" },
    { "al a'rof 54", "7:54-54" },
    { "al isro ayat 23", "17:23-23" },
    { "al kahfi ayat 1-10", "18:1-10" },
    { "al furqon 63", "25:63-63" },
    { "asy syu'aro 80", "26:80-80" },
    { "al qosos 7", "28:7-7" },
    { "ash shoffat 102", "37:102-102" },
    { "surat shod", "38" },
    { "ghofir 60", "40:60-60" },
    { "asy syuro 38", "42:38-38" },
    { "ad dukhon 3", "44:3-3" },
    { "al ahqof 15", "46:15-15" },
    { "al hujurot 13", "49:13-13" },
    { "surat qof", "50" },
    { "al qomar 1", "54:1-1" },
    { "ar rohman 13", "55:13-13" },
    { "al haqqoh 1", "69:1-1" },
    { "al infithor 1", "82:1-1" },
    { "al muthoffifin 1", "83:1-1" },
    { "al insyiqoq 1", "84:1-1" },
    { "ath thoriq 1", "86:1-1" },
    { "al ghosyiyah 1", "88:1-1" },
    { "al qodr 1", "97:1-1" },
    { "al qori'ah 1", "101:1-1" },
  }

  -- Turkish.
  check {
    { "Bakara 255", "2:255-255" },
    { "Ali İmran 103", "3:103-103" },
    { "Maide 3", "5:3-3" },
    { "Enfal 2", "8:2-2" },
    { "Tevbe 128", "9:128-128" },
    { "Hicr 9", "15:9-9" },
    { "Kehf 10", "18:10-10" },
    { "Meryem 1", "19:1-1" },
    { "Enbiya 107", "21:107-107" },
    { "Neml 30", "27:30-30" },
    { "Secde 15", "32:15-15" },
    { "Sebe 1", "34:1-1" },
    { "Fetih 1", "48:1-1" },
    { "Hucurat 13", "49:13-13" },
    { "Necm 1", "53:1-1" },
    { "Vakıa 1", "56:1-1" },
    { "Mücadele 11", "58:11-11" },
    { "Kalem 1", "68:1-1" },
    { "Mearic 1", "70:1-1" },
    { "Kıyamet 1", "75:1-1" },
    { "Nebe 1", "78:1-1" },
    { "Abese 1", "80:1-1" },
    { "Fecr 1", "89:1-1" },
    { "Şems 1", "91:1-1" },
    { "Kadir 1", "97:1-1" },
    { "Kevser 1", "108:1-1" },
    { "Tebbet 1", "111:1-1" },
    { "İhlas 1", "112:1-1" },
    { "Felak 1", "113:1-1" },
  }

  for _, text in ipairs {
    "room 5",
    "food 3",
    "moon 2",
    "color 10",
    "north 7",
    "shop 3",
    "motor 2",
    "toko 3",
    "soal 10",
    "kode 12",
    "bola 5",
    "model 3",
    "enam 3",
    "suara 3",
    "cuma 3",
    "tool 1",
    "horor 2",
    "hot 5",
    "modal 8",
    "tokoh 4",
  } do
    it(
      ("is no other word: %s"):format(text),
      function() assert.equal("none", show(svc.quran_reference(text))) end
    )
  end
end)

describe("a name with errors of typing", function()
  check {
    { "surah yasni", "36 near" },
    { "surah kahaf", "18 near" },
    { "surah baqrah", "2 near" },
    { "al-bagarah 255", "2:255-255 near", "an article is in front" },
    { "baqrah ayat 255", "2:255-255 near" },
    { "ayat 255 baqrah", "2:255-255 near" },
    { "QS baqrah 255", "2:255-255 near" },
    { "surah al-bagarah", "2 near" },
    { "surah fatihha", "1" },
    { "surah fatihag", "1 near" },
    { "surah ikhlsa", "112 near" },
    { "Sure Ichlsa", "112 near" },
    { "surah rahmna", "55 near" },
    { "surah waqihah", "56 near" },
    { "surah waqiha", "56 near" },
    { "surah muzamill", "73" },
    { "surah muzamal", "73 near" },
    { "surah mudatsr", "74 near" },
    { "surah mutafifin", "83" },
    { "surah ghasiya", "88 near" },
    { "surah hujraat", "49" },
    { "surah hujuraat", "49" },
    { "surah ankabt", "29 near" },
    { "surah munafiqn", "63 near" },
    { "surah qiyamh", "75 near" },
    { "surah mursalt", "77 near" },
    { "surah zalzlah", "99 near" },
    { "surah ibrahm", "14 near" },
    { "surah mohamamd", "47 near" },
  }

  for text, expected in pairs {
    ["baqrah 255"] = "2:255-255 9",
    ["jumlah 10"] = "62:10-10 10",
    ["Zimmer 90"] = "39 90",
    ["derajat 2"] = "51:2-2 2",
    ["kamera 4"] = "54:4-4 4",
    ["ibrahm 5"] = "14:5-5 5",
    ["already 13"] = "13:13-13 13",
    ["angebot 29"] = "29:29-29 29",
    ["masada 3"] = "111:3-3 3",
    ["camera v2"] = "54:2-2",
    ["kolom 3"] = "68:3-3 3",
    ["rahmen 5"] = "55:5-5 5",
  } do
    it(("is suggested where nothing introduces it: %q"):format(text), function()
      assert.equal("none", show(svc.quran_reference(text)))
      assert.equal(expected, candidates(text))
    end)
  end

  for _, text in ipairs {
    "surah search",
    "surat jumlah",
    "surat sehat",
    "surat kerja",
    "surah mercy",
    "surah allah",
    "surah faith",
    "surah file 3",
    "Sure Rahmen",
    "Sure Zimmer 5",
    "sure other",
    "jumlah ayat 5",
    "ayat 5 jumlah",
    "kamera ayat 5",
    "allah ayat 5",
    "rahmen",
    "kolam 5",
    "the jodoh",
    "the ijazah",
    "the jede 5",
    "surah the jodoh",
  } do
    it(
      ("is no word of another meaning: %q"):format(text),
      function() assert.equal("none", show(svc.quran_reference(text))) end
    )
  end

  it("is certain in no more than one way: each name with a letter left out", function()
    local wrong, tried = {}, 0
    for surah, row in ipairs(names) do
      local name = row.id:lower():gsub("[^%l-]", "")
      for at = 1, #name do
        local text = "surah " .. name:sub(1, at - 1) .. name:sub(at + 1)
        local found = svc.quran_reference(text)
        tried = tried + 1
        if found and found.evidence == "near" and found.surah ~= surah then
          wrong[#wrong + 1] = ("%s: %s instead of %d"):format(text, show(found), surah)
        end
      end
    end
    assert.is_true(tried > 800)
    assert.equal("", table.concat(wrong, "\n"))
  end)
end)

describe(
  "an ordinal that is a word",
  function()
    check {
      { "second surah", "2" },
      { "Second Surah", "2" },
      { "the second surah", "2", "behind an article" },
      { "first surah", "1" },
      { "twelfth sura", "12" },
      { "eighteenth surah", "18" },
      { "Surah fifth", "5" },
      { "zweite Sure", "2" },
      { "zweiten Sure", "2" },
      { "Achtzehnte Sure", "18" },
      { "fünfte Sure", "5" },
      { "zwölfte Sure, Vers 3", "12:3-3" },
      { "dritte Sure Vers 5 bis 7", "3:5-7" },
      { "zweite Sure, 255. Vers", "2:255-255" },
      { "surah kedua", "2" },
      { "surat pertama", "1" },
      { "surah ketiga ayat 5", "3:5-5" },
      { "surah keduabelas", "12" },
      { "last surah", "114" },
      { "letzte Sure", "114" },
      { "surah terakhir", "114" },
      { "second juz", "2:142-252" },
      { "erster Juz", "1:1-2:141" },
      { "juz kedua", "2:142-252" },
      { "yasin ayat pertama", "36:1-1" },
      { "second", "none", "of what" },
      { "zweite", "none", "of what" },
      { "kedua", "none", "of what" },
      { "last verse", "none", "its number is not told" },
      { "ayat terakhir", "none", "its number is not told" },
      { "second law of thermodynamics", "none" },
      { "zweite Ableitung", "none" },
      { "perang dunia kedua", "none" },
      { "Zweiter Weltkrieg", "none" },
    }
  end
)

describe(
  "a Roman numeral behind a word for a surah",
  function()
    check {
      { "Sura II, 255", "2:255-255" },
      { "Sura II", "2" },
      { "Sure XXXVI", "36" },
      { "surah xviii 10", "18:10-10" },
      { "QS CXIV", "114" },
      { "surah LV verse 13", "55:13-13" },
      { "Sura IX:5", "9:5-5" },
      { "Sure XL, 60", "40:60-60" },
      { "surah XCIX", "99" },
      { "Surat LXVII ayat 1-5", "67:1-5" },
      { "surah x", "none", "one letter is any letter" },
      { "surah IIII", "none" },
      { "surah CXV", "none" },
      { "surah IIX", "none" },
      { "II 255", "none" },
      { "chapter II", "none", "of any book" },
      { "World War II", "none" },
      { "Henry VIII", "none" },
      { "Calculus II", "none" },
      { "Perang Dunia II", "none" },
    }
  end
)

describe("a list of verses", function()
  check {
    { "2:255,256", "2:255-256" },
    { "2:255, 256", "2:255-256" },
    { "2:255 and 256", "2:255-256" },
    { "2:255 und 256", "2:255-256" },
    { "2:255 dan 256", "2:255-256" },
    { "al-baqarah 255, 256", "2:255-256" },
    { "Sure 2, 255 und 256", "2:255-256" },
    { "surah yasin ayat 1 dan 2", "36:1-2" },
    { "1, 2, 3", "none", "they are numbers" },
    { "2, 255, 256", "none", "they are numbers" },
    { "2 and 3", "none" },
    { "2 or 3", "none" },
    { "surah yasin verse 1 or 2", "36:1-2" },
    { "Sure 36, 1 oder 2", "36:1-2" },
    { "yasin ayat 1 serta 2", "36:1-2" },
  }
  local members = "2:255-255 3:18-18"
  for text, expected in pairs({
    ["2:255 AND 3:18"] = members,
    ["2:255 Und 3:18"] = members,
    ["2:255 or 3:18"] = members,
    ["2:255 oder 3:18"] = members,
    ["2:255 sowie 3:18"] = members,
    ["2:255 atau 3:18"] = members,
    ["2:255 serta 3:18"] = members,
    ["2:255 veya 3:18"] = members,
    ["2:255 و 3:18"] = members,
    ["2:255 و3:18"] = members,
    ["٢:٢٥٥ أو ٣:١٨"] = members,
    ["2:255، 3:18"] = members,
    ["2:255؛ 3:18"] = members,
    ["2:255；3:18"] = members,
    ["2:255 + 3:18"] = members,
    ["2:255\nand 3:18"] = members,
    ["2:255\u{A0}und\u{A0}3:18"] = members,
    ["2:255  dan  3:18"] = members,
    ["Al-Baqarah 255 OR Al-Imran 18"] = members,
    ["2:255, 3:18، 59:22"] = "2:255-255 3:18-18 59:22-22",
    ["2:255, 257"] = "2:255-255 2:257-257",
    ["2:255 and 3:18"] = "2:255-255 3:18-18",
    ["2:255 und 3:18"] = "2:255-255 3:18-18",
    ["2:255 dan 3:18"] = "2:255-255 3:18-18",
    ["2:255; 3:18"] = "2:255-255 3:18-18",
    ["2:255 & 3:18"] = "2:255-255 3:18-18",
    ["2:255, 3:18, 59:22"] = "2:255-255 3:18-18 59:22-22",
    ["Al-Baqarah 255 and Al-Imran 18"] = "2:255-255 3:18-18",
    ["QS 2:255 dan QS 3:18"] = "2:255-255 3:18-18",
    ["2:1-5 and 36:1"] = "2:1-5 36:1-1",
    ["ayat kursi dan 2:286"] = "2:255-255 2:286-286",
    ["2:255, 3:18 and 59:22"] = "2:255-255 3:18-18 59:22-22",
    ["2:255, 257 und 3:18"] = "2:255-255 2:257-257 3:18-18",
    ["2:255 dan 3:18; 59:22"] = "2:255-255 3:18-18 59:22-22",
    ["QS 2:255, QS 3:18, dan QS 59:22"] = "2:255-255 3:18-18 59:22-22",
    ["2,255 und 3,18"] = "2:255-255 decimal 3:18-18 decimal",
    ["2:255; 3:18; 59:22; 112:1"] = "2:255-255 3:18-18 59:22-22",
  }) do
    it(
      ("has its members as candidates: %q"):format(text),
      function() assert.equal(expected, candidates(text)) end
    )
  end
end)

describe(
  "a word for the form of a verse",
  function()
    check {
      { "2:255 arabic", "2:255-255" },
      { "2:255 Arabisch", "2:255-255" },
      { "2:255 arab", "2:255-255" },
      { "2:255 translation", "2:255-255" },
      { "2:255 english translation", "2:255-255" },
      { "2:255 Übersetzung", "2:255-255" },
      { "2:255 terjemahan", "2:255-255" },
      { "2:255 terjemahan indonesia", "2:255-255" },
      { "2:255 artinya", "2:255-255" },
      { "2:255 (arabic text)", "2:255-255" },
      { "2:255-257 deutsch", "2:255-257" },
      { "al-baqarah 255 arabic", "2:255-255" },
      { "surat yasin terjemahan", "36" },
      { "surah yasin arab latin", "36" },
      { "Sure 36 deutsch", "36" },
      { "36. Sure deutsch", "36" },
      { "translation of 2:255", "2:255-255" },
      { "arti 2:255", "2:255-255" },
      { "terjemahan surat Yasin ayat 9", "36:9-9" },
      { "Übersetzung von Sure 36", "36" },
      { "meaning of surah 112", "112" },
      { "5 english", "none", "a lesson" },
      { "english 5", "none", "a lesson" },
      { "arabic", "none" },
      { "arabic numerals", "none" },
      { "german grammar", "none" },
      { "text 2", "none" },
    }
  end
)

describe(
  "a name behind the numbers",
  function()
    check {
      { "2:255 (Ayat al-Kursi)", "2:255-255" },
      { "2:255 Ayat al-Kursi", "2:255-255" },
      { "2:255 ayat kursi", "2:255-255" },
      { "2:255 (Throne Verse)", "2:255-255" },
      { "Al-Baqarah 2:255 (Throne Verse)", "2:255-255" },
      { "Q 2:255, Thronvers", "2:255-255" },
      { "24:35 (Light Verse)", "24:35-35" },
      { "2:255 (Al-Baqarah)", "2:255-255" },
      { "2:255 al baqarah", "2:255-255" },
      { "2:255 (Surah Al-Baqarah)", "2:255-255" },
      { "36:1-5 (Yasin)", "36:1-5" },
      { "36:1-5 Ya Sin", "36:1-5" },
      { "2:285-286 amanar rasul", "2:285-286" },
      { "Ayat al-Kursi (2:255)", "2:255-255" },
      { "Throne Verse (2:255)", "2:255-255" },
      { "Der Thronvers (2:255)", "2:255-255" },
      { "light verse 24:35", "24:35-35" },
      { "Ayat Kursi QS 2:255", "2:255-255" },
      { "Ayat al-Kursi (2:256)", "none", "it is another" },
      { "2:256 (Ayat al-Kursi)", "none", "it is another" },
      { "3:5 (Al-Baqarah)", "none", "it is another" },
      { "2:255 (light)", "none" },
      { "16:9 screen", "none" },
      { "4:3 monitor", "none" },
    }
  end
)

describe(
  "an ordinal with a full stop",
  function()
    check {
      { "30. Juz", "78:1-114:6" },
      { "1. Juz", "1:1-2:141" },
      { "30. cüz", "78:1-114:6" },
      { "Bakara suresi 255. ayet", "2:255-255" },
      { "Al-Baqara 255. Vers", "2:255-255" },
      { "Sure 2, 255. Vers", "2:255-255" },
      { "al-baqarah 255th verse", "2:255-255" },
      { "31. Juz", "none" },
      { "30 Juz", "none", "the whole book" },
    }
  end
)

describe("what is not certain", function()
  for text, expected in pairs({
    ["a"] = "",
    ["the"] = "",
    ["al"] = "",
    ["al-"] = "",
    ["surah"] = "",
    ["Sure"] = "",
    ["surah x"] = "",
    ["surah 115"] = "",
    ["the 5"] = "5",
    ["al 5"] = "5",
    ["to 5"] = "5",
    ["room 5"] = "30:5-5 5",
    ["2:"] = "2",
    ["2:255-"] = "2:255-255",
    ["2:255ff."] = "2:255-255",
    ["surah-2-255"] = "2:255-255",
    ["2-255"] = "2:255-255",
    ["surah:2-255"] = "2:255-255",
    ["surah 2-4"] = "2:4-4",
    ["2 255 257"] = "2:255-255",
    ["al-baqarah 255 257"] = "2",
    ["Al-Baqarah 3:5"] = "2 3:5-5",
    ["2:255-3:5"] = "2:255-255",
    ["yasin all"] = "36",
    ["surah yasin mp3"] = "36:3-3 3",
    ["surah al baqarah lengkap"] = "2",
    ["surah yasin dan mulk"] = "36 67",
    ["surah 5 and 6"] = "5 6",
    ["surahs 5 and 6"] = "5 6",
    ["2. und 3. Sure"] = "2",
    ["surah two and three"] = "2",
    ["surah 5 dan surah 6"] = "5 6",
    ["surah 5, 6, 7"] = "5 6 7",
    ["quran search"] = "94",
    ["chapter room"] = "30",
    ["Kapitel Rom"] = "30",
    ["no file"] = "105",
    ["koran bakra"] = "2 9",
    ["yasin to 5"] = "36:5-5 5",
    ["al baqarah 2 to 5 all"] = "2:2-5 2:5-5",
    ["surah fatima"] = "1",
    ["surah fatiahh"] = "48 1 35",
    ["surat kabar"] = "54 97",
    ["yasni"] = "36",
    ["juz 31"] = "",
    ["verse 10"] = "",
    ["ayat 5"] = "",
    ["Vers 36"] = "",
    ["The Cave v. 18"] = "",
    ["The Cave verse 10"] = "",
    ["20240101"] = "",
    ["https://quran.com/page/3"] = "",
    [""] = "",
  }) do
    it(("is refused, with candidates: %q"):format(text), function()
      assert.equal(expected, candidates(text))
      assert.is_true(#select(2, svc.quran_reference(text)) <= 3)
    end)
  end

  it("has no candidates where it is certain", function()
    for _, text in ipairs { "2:255", "surah 36", "al-baqarah", "ayat kursi", "2:287", "36" } do
      assert.is_nil(select(2, svc.quran_reference(text)))
    end
  end)

  it("tells no verse where a name has its own number", function()
    local found = svc.quran_reference("Surah Al-Qadr 97")
    assert.same({ 97, nil }, { found.surah, found.asked_first })
  end)

  it("tells what was asked for beyond the surah", function()
    for text, asked in pairs({
      ["2:287"] = { 2, 287, 287 },
      ["Yunus 114"] = { 10, 114, 114 },
      ["2:250-300"] = { 2, 250, 300 },
      ["2:257-255"] = { 2, 257, 255 },
      ["surah 114 verse 7"] = { 114, 7, 7 },
    }) do
      local found = svc.quran_reference(text)
      assert.same(asked, { found.surah, found.asked_first, found.asked_last })
      assert.is_nil(found.first)
    end
  end)
end)

describe("other words", function()
  local words = {
    "room",
    "food",
    "feel",
    "teen",
    "nor",
    "all",
    "alle",
    "fair",
    "in",
    "hey",
    "Tor",
    "Rom",
    "tour",
    "hood",
    "at home",
    "as fair",
    "quadratic equations",
    "sure thing",
    "surface",
    "verse",
    "ayat",
    "insane",
    "human",
    "mulch",
    "career",
    "the cow",
    "woman",
    "light",
    "Wahrscheinlichkeit",
    "persamaan kuadrat",
    "القرآن والعلم",
    "%d+",
    "(",
    "[%d]:1",
    "a%",
  }
  for _, word in ipairs(words) do
    it(
      ("%q are no reference"):format(word),
      function() assert.equal("none", show(svc.quran_reference(word))) end
    )
  end

  it("longer than a query are no reference", function()
    assert.is_nil(svc.quran_reference(("2:255 "):rep(100)))
    assert.is_nil(svc.quran_reference(("a"):rep(512)))
  end)

  it("that are not UTF-8 are no reference", function()
    for _, text in ipairs { "\xff", "2:\xff", "al-baqarah\x80", "\xe0\x80", "2:255\0" } do
      assert.is_nil(svc.quran_reference(text), text)
    end
  end)
end)

-- How one name is written by different people.
local SPELLINGS = {
  ["as it stands"] = function(name) return name end,
  ["in lower case"] = function(name) return name:lower() end,
  ["with spaces for hyphens"] = function(name) return (name:gsub("%-", " ")) end,
  ["without hyphens and apostrophes"] = function(name)
    return (name:gsub("[-' ]", ""):gsub("ʿ", ""):gsub("ʾ", ""))
  end,
  ["without its article"] = function(name) return (name:gsub("^[Aa]%w?%w?%w?%-", "")) end,
  ["introduced by surah"] = function(name) return "surah " .. name end,
  ["introduced by Sure"] = function(name) return "Sure " .. name end,
  ["introduced by QS, without marks"] = function(name)
    local plain = name:gsub("ā", "a"):gsub("ī", "i"):gsub("ū", "u"):gsub("Ā", "A")
    return "QS " .. plain:gsub("ʿ", "'"):gsub("ʾ", "'")
  end,
  ["with a verse"] = function(name) return name .. ":1" end,
}

describe("each of the 114 names", function()
  for how, write in pairs(SPELLINGS) do
    for _, locale in ipairs { "en", "id", "de" } do
      it(("in %s, %s, means its surah"):format(locale, how), function()
        local wrong = {}
        for surah, row in ipairs(names) do
          local text = write(row[locale])
          local found = svc.quran_reference(text)
          if not found or found.surah ~= surah then
            wrong[#wrong + 1] = ("%s: %s instead of %d"):format(text, show(found), surah)
          end
        end
        assert.equal("", table.concat(wrong, "\n"))
      end)
    end
  end

  it("in Arabic, with and without the article, means its surah", function()
    local wrong = {}
    for surah, row in ipairs(names) do
      local bare = row.ar:gsub("^ال", "")
      for _, text in ipairs { row.ar, bare, "سورة " .. row.ar, row.ar .. " ١" } do
        local found = svc.quran_reference(text)
        if not found or found.surah ~= surah then
          wrong[#wrong + 1] = ("%s: %s instead of %d"):format(text, show(found), surah)
        end
      end
    end
    assert.equal("", table.concat(wrong, "\n"))
  end)

  it("in every spelling that the engine lists, means its surah", function()
    local wrong, surah = {}, 0
    for line in io.lines("csrc/quran/names.c") do
      if line:find("quran_named_verses", 1, true) then break end
      surah = tonumber(line:match("^    %[(%d+)%] =") or surah - 1) + 1
      for part in line:gmatch('^%s.*"([^"]*)"') do
        for word in part:gmatch("%S+") do
          local found = svc.quran_reference("surah " .. word)
          if not found or found.surah ~= surah then
            wrong[#wrong + 1] = ("%s: %s instead of %d"):format(word, show(found), surah)
          end
        end
      end
    end
    assert.equal(114, surah)
    assert.equal("", table.concat(wrong, "\n"))
  end)
end)

describe(
  "the last verse",
  function()
    check {
      { "last verse of surah 2", "2:286-286" },
      { "The last verse of Surah Al-Baqarah?", "2:286-286" },
      { "final ayah of yasin", "36:83-83" },
      { "surah 2 last verse", "2:286-286" },
      { "al-baqarah, last verse", "2:286-286" },
      { "last verse of the last surah", "114:6-6" },
      { "surah 2 verses 280 to last verse", "2:280-286" },
      { "surah 2 verse 280 to the last verse", "2:280-286" },
      { "ayat terakhir surat 2", "2:286-286" },
      { "ayat terakhir surat al-baqarah", "2:286-286" },
      { "ayat terakhir ali imran", "3:200-200" },
      { "ayat yang terakhir dari surat al-kahfi", "18:110-110" },
      { "surat terakhir ayat terakhir", "114:6-6" },
      { "ayat terakhir surat terakhir", "114:6-6" },
      { "QS 2 ayat terakhir", "2:286-286" },
      { "ayat pertama sampai terakhir surat 112", "112:1-4" },
      { "der letzte Vers der Sure 2", "2:286-286" },
      { "letzte Ayah der Sure Yasin", "36:83-83" },
      { "Sure 2, letzter Vers", "2:286-286" },
      { "2. Sure, letzter Vers", "2:286-286" },
      { "last verse of surah baqrah", "2:286-286 near" },
      { "first verse of surah 2", "2:1-1" },
      { "der erste Vers der Sure Yasin", "36:1-1" },
      { "ayat pertama surat yasin", "36:1-1" },
      { "last verse", "none", "of no surah" },
      { "last verse of the quran", "none", "of no surah" },
      { "last verse of surah 115", "none" },
      { "last verse of juz 30", "none" },
      { "last verse to verse 5 of surah 2", "none", "backwards" },
      { "last verses of surah 2", "none", "several" },
      { "die letzten Verse der Sure 2", "none", "several" },
      { "ayat-ayat terakhir surat 2", "none", "several" },
      { "ayat-ayat pertama surat 2", "none", "several" },
      { "last 3 verses of surah 2", "none", "several" },
      { "2 ayat terakhir", "none", "the last two" },
      { "surat al-baqarah 2 ayat terakhir", "none", "the last two" },
      { "10 ayat pertama", "none", "the first ten" },
      { "al-baqarah 2 ayat pertama", "none", "the first two" },
      { "18 ayat pertama surat al-kahfi", "none", "the first eighteen" },
      { "second to last verse of surah 2", "none" },
      { "vorletzter Vers der Sure 2", "none" },
      { "last verse 2", "none" },
      { "verse last surah 2", "none", "verse, or surah" },
      { "verse second surah al-baqarah", "none", "verse, or surah" },
      { "last verse 2:255", "none" },
    }
  end
)

describe(
  "an ordinal",
  function()
    check {
      { "surat terakhir", "114" },
      { "surat terakhir ayat 3", "114:3-3" },
      { "last surah", "114" },
      { "letzte Sure", "114" },
      { "2 ayat terakhir surat al-baqarah", "none", "the last two" },
      { "ayat pertama surat al-baqarah", "2:1-1" },
      { "surat kedua belas", "12" },
      { "surat kedua  belas ayat 3", "12:3-3" },
      { "surat ketiga belas", "13" },
      { "surat kedua puluh", "20" },
      { "surat keduapuluh", "20" },
      { "surat kelima puluh", "50" },
    }
  end
)

describe(
  "a Roman numeral of one letter",
  function()
    check {
      { "Sure V, 32", "5:32-32" },
      { "Sura V:3", "5:3-3" },
      { "QS V: 3", "5:3-3" },
      { "Koran V, 32", "5:32-32" },
      { "Sure I, 5", "1:5-5" },
      { "Sure X, 3", "10:3-3" },
      { "Sure VI, 3", "6:3-3" },
      { "surah v 5", "none", "it may be the verse" },
      { "surat v. 5", "none", "it may be the verse" },
      { "Sure 5 V. 3", "5:3-3" },
      { "surah 2 v 5", "2:5-5" },
    }
  end
)

describe(
  "the end of a range without the figures of its beginning",
  function()
    check {
      { "2:255-56", "2:255-256" },
      { "2:183-85", "2:183-185" },
      { "2:183-5", "2:183-185" },
      { "2:10-2", "2:10-12" },
      { "Vers 183-85 der Sure 2", "2:183-185" },
      { "al-baqarah 183-5", "2:183-185" },
      { "2:255 bis 57", "2:255-257" },
      { "18:100-10", "18:100-110" },
      { "2:280-90", "2", "it has no such verses" },
      { "2:257-255", "2", "it runs backwards" },
    }
  end
)

describe("a list that is one range", function()
  check {
    { "2:255 and 2:256", "2:255-256" },
    { "2:255 & 256", "2:255-256" },
    { "2:255 + 256", "2:255-256" },
    { "2:255; 256", "2:255-256" },
    { "2:255, 256, 257", "2:255-257" },
    { "2:255, 256 and 257", "2:255-257" },
    { "94:5,6,7", "94:5-7" },
    { "94:5, 6 & 7", "94:5-7" },
    { "2:254-257, 258", "2:254-258" },
    { "2:254, 255-257", "2:254-257" },
    { "2:1,2,3,4,5,6,7,8,9,10,11,12", "2:1-12" },
    { "2:255,2:256", "2:255-256" },
    { "2:1-2, 3", "2:1-3", "a range, not surah 2 once more" },
    { "3:3, 3:4", "3:3-4 ratio" },
    { "3:3, 4, 5", "3:3-5" },
    { "verses 255 and 256 of surah 2", "2:255-256" },
    { "verses 255, 256 and 257 of Al-Baqarah", "2:255-257" },
    { "ayat 255 dan 256 surat 2", "2:255-256" },
    { "ayat 255 & 256 surat al baqarah", "2:255-256" },
    { "Vers 255 und 256 der Sure 2", "2:255-256" },
    { "Verse 255, 256 und 257 der Sure 2", "2:255-257" },
    { "surah 2 verse 255 and verse 256", "2:255-256" },
    { "Al-Baqarah 255 dan Al-Baqarah 256", "2:255-256" },
    { "QS 2:255 dan QS 2:256", "2:255-256" },
    { "surah yasin 1, 2, 3", "36:1-3" },
    { "١:١، ٢، ٣", "1:1-3" },
    { "10:30, 10:31", "10:30-31 ratio", "they may be times" },
    { "2,255 und 2,256", "none", "they may be numbers" },
    { "Sure 1, 2 und 3", "none", "they may be surahs" },
    { "Sure 2,3-5", "2:3-5", "a German citation" },
    { "Koran 1,2-4", "1:2-4", "a German citation" },
    { "Al-Baqara 2,3-5", "2:3-5", "a German citation" },
    { "Sure 2,3,4", "2:3-4", "a German citation" },
    { "Koran 2,3 und 4", "2:3-4", "a German citation" },
    { "Al-Baqarah 2, 3, 4", "2:2-4" },
    { "Al-Baqarah 2, 3 and 4", "2:2-4" },
    { "surat al-baqarah ayat 2, 3", "2:2-3" },
    { "surat al-baqarah ayat 2,3 dan 4", "2:2-4" },
    { "Al-Baqara, Vers 2 und 3", "2:2-3" },
    { "2:256, 255", "none", "it runs backwards" },
    { "2:1-2, 5", "none", "a verse is between" },
    { "2:286, 3:1", "none", "they are of two surahs" },
  }

  for text, expected in pairs({
    ["2:255, 257, 259"] = "2:255-255 2:257-257 2:259-259",
    ["2:255, 256, 3:18"] = "2:255-256 3:18-18",
    ["surah 2:1-5, 7-9"] = "2:1-5 2:7-9",
    ["94:5, 7,8"] = "94:5-5 94:7-8",
    ["verses 255 and 257 of surah 2"] = "2:255-255 2:257-257",
    ["ayat 5, 7 dan 9 surat yasin"] = "36:5-5 36:7-7 36:9-9",
    ["ayat 1-3 dan 5 surat yasin"] = "36:1-3 36:5-5",
    ["Vers 5 und 7 der Sure Yasin"] = "36:5-5 36:7-7",
    ["2:256, 255"] = "2:256-256 2:255-255",
    ["juz 2, juz 3"] = "2:142-252 2:253-3:92",
    [("2:1, 3, "):rep(20) .. "2:5"] = "2:1-1 2:3-3",
    ["2:1; 3:3; 4:4; 5:5, 5"] = "2:1-1 3:3-3 4:4-4",
  }) do
    it(
      ("is none where a verse is left out: %q"):format(text),
      function() assert.equal(expected, candidates(text)) end
    )
  end
end)

describe("a name beside its number", function()
  check {
    { "Sure 97 (Al-Qadr)", "97" },
    { "Surah 36 (Ya-Sin)", "36" },
    { "Surah 36: Yasin", "36" },
    { "Surah 36 - Yasin", "36" },
    { "Surah No. 36, Yasin", "36" },
    { "Surah Al-Qadr (97)", "97" },
    { "QS. 97 Al-Qadr", "97" },
    { "QS. 97 Al-Qadr: 3", "97:3-3" },
    { "QS (97) Al-Qadr ayat 1-3", "97:1-3" },
    { "2. Al-Baqarah", "2" },
    { "2. Al-Baqarah, Vers 255", "2:255-255" },
    { "002 Al-Baqarah", "2", "as files are named" },
    { "36. Yassin", "36 word", "a person, too" },
    { "QS 97 Al-Qadrr", "97", "mended" },
    { "Yasin (Surah 36)", "36" },
    { "Yasin (36th surah)", "36" },
    { "Al-Qadr, Sure 97", "97" },
    { "Al-Baqara, Sure 2, Vers 255", "2:255-255" },
    { "Kapitel 36 (Ya-Sin)", "36" },
    { "97th surah Al-Qadr", "97" },
    { "Surah Al-Qadr, no. 97", "97" },
    { "juz 30 (amma)", "78:1-114:6" },
    { "juz amma (30)", "78:1-114:6" },
    { "30 room", "none", "no name" },
    { "36 mafia", "none", "no name" },
    { "99 Luftballons", "none", "no name" },
  }

  for text, expected in pairs({
    ["Sure 97 (Yasin)"] = "97 36",
    ["QS. 97 Al-Falaq"] = "97 113",
    ["QS 97 Yasin 3"] = "97:3-3 36:3-3",
    ["2. Yasin"] = "2 36",
    ["Ayat al-Kursi (2:256)"] = "2:256-256 2:255-255",
    ["Surah Al-Qadr (36)"] = "97 36",
    ["Al-Qadr (Sure 36)"] = "97 36",
    ["Al-Qadr, Sure 36"] = "97 36",
    ["Yasin (30. Sure)"] = "36 30",
    ["3:5 (Al-Baqarah)"] = "3:5-5 2:5-5",
    ["Chapter 36: Al-Mulk"] = "36 67",
    ["juz 29 (amma)"] = "",
  }) do
    it(
      ("is refused where it is that of another surah: %q"):format(text),
      function() assert.equal(expected, candidates(text)) end
    )
  end
end)

describe(
  "words around a reference",
  function()
    check {
      { "die 2. Sure", "2" },
      { "der 2. Sure", "2" },
      { "die 2. Sure, Vers 255", "2:255-255" },
      { "2. Sure 255", "2:255-255" },
      { "the 2nd surah", "2" },
      { "the 255th verse of the 2nd surah", "2:255-255" },
      { "255. Vers der 2. Sure", "2:255-255" },
      { "ayat kelima surat kedua", "2:5-5" },
      { "the surah Yasin", "36" },
      { "the throne verse", "2:255-255" },
      { "der 30. Juz", "78:1-114:6" },
      { "the 30th juz", "78:1-114:6" },
      { "Holy Quran 36:5", "36:5-5" },
      { "the Noble Quran 36:5", "36:5-5" },
      { "Der edle Koran 2:255", "2:255-255" },
      { "Quran Karim 2:255", "2:255-255" },
      { "القرآن الكريم ٢:٢٥٥", "2:255-255" },
      { "chapter 36 of the quran", "36" },
      { "chapter 36 of the Holy Quran", "36" },
      { "the 2nd chapter of the Quran", "2" },
      { "Kapitel 36 des Korans", "36" },
      { "surat ke-36 dalam al-quran", "36" },
      { "verse 5 of chapter 36 of the quran", "36:5-5" },
      { "verse 255 of Quran 2", "2:255-255" },
      { "the third surah of the Quran, verse 5", "3:5-5" },
      { "die erste Sure des Korans, Vers 5", "1:5-5" },
      { "im Koran 2:255", "2:255-255" },
      { "aus dem Koran, Sure 2, Vers 5", "2:5-5" },
      { "surat yang ke-36", "36" },
      { "surah 21st", "21" },
      { "juzuk 30", "78:1-114:6", "Malay" },
      { "5 of the quran", "none" },
      { "2:255 in the Quran", "2:255-255" },
      { "juz 30 of the quran", "78:1-114:6" },
      { "mary in the quran", "none", "a subject" },
      { "30 juz quran", "none", "the whole book" },
      { "the 2 verses", "none", "a count" },
      { "the 5", "none", "of what" },
      { "der Koran", "none" },
    }
  end
)

describe("a number in words", function()
  check {
    { "die letzte Sure", "114" },
    { "the last surah of the quran", "114" },
    { "last juz", "78:1-114:6" },
    { "juz terakhir", "78:1-114:6" },
    { "der letzte Juz", "78:1-114:6" },
    { "twenty-first surah", "21" },
    { "twenty first surah", "21" },
    { "one hundred and fourteenth surah", "114" },
    { "thirtieth juz", "78:1-114:6" },
    { "surah twenty-one", "21" },
    { "surah two verse two hundred fifty-five", "2:255-255" },
    { "verses one to five of surah two", "2:1-5" },
    { "chapter two verse five", "2:5-5" },
    { "surat kedua puluh satu", "21" },
    { "surat ke dua puluh satu", "21" },
    { "surat ketigapuluh enam", "36" },
    { "surat keseratus empat belas", "114" },
    { "surat dua puluh satu ayat lima", "21:5-5" },
    { "juz tiga puluh", "78:1-114:6" },
    { "surat kedua ayat satu sampai lima", "2:1-5" },
    { "einundzwanzigste Sure", "21" },
    { "die sechsunddreißigste Sure", "36" },
    { "einhundertvierzehnte Sure", "114" },
    { "Sure zwei, Vers zweihundertfünfundfünfzig", "2:255-255" },
    { "fuenfte Sure", "5" },
    { "fünfter Vers der zweiten Sure", "2:5-5" },
    { "dreißigster Juz", "78:1-114:6" },
    { "surah one hundred fifteen", "none", "no such surah" },
    { "sure one", "none", "an adverb" },
    { "kedua surat", "none", "both" },
    { "two surahs", "none", "a count" },
    { "dua surat", "none", "a count" },
    { "drei Suren", "none", "a count" },
    { "die letzten Suren", "none", "several" },
    { "die ersten Verse der Sure 2", "none", "several" },
    { "K one", "none" },
    { "surah hundred 5", "none", "a hundred and five, or the fifth verse" },
    { "surah twenty 5", "none" },
    { "surat kedua 255", "2:255-255" },
    { "surah kedua ayat 5", "2:5-5" },
    { "second verse 5", "none", "of no surah" },
    { "ayat pertama ayat 5", "none", "of no surah" },
    { "Vers fünf und zwanzig der Sure 2", "none", "25, or 5 and 20" },
    { "fünf und zwanzigster Vers der Sure 2", "2:25-25" },
  }

  for _, text in ipairs {
    "surat kelima ribu",
    "surat kelima puluh juta",
    "surat kedua terakhir",
    "second-last surah",
    "second last surah",
    "two second surah",
    "Sure zwanzigfünf",
    "vorletzte Sure",
    "surah hundred fifteen",
    "surat seratus lima belas",
    "Sure hundertfünfzehn",
    "five hundredth surah",
    "thousandth surah",
  } do
    it(
      ("is refused as a whole, never read by a part: %q"):format(text),
      function() assert.equal("", candidates(text)) end
    )
  end

  it("means each surah, in each language, as an ordinal and as a cardinal", function()
    local ones = {
      en = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" },
      id = { "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan" },
      de = { "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun" },
    }
    -- stylua: ignore
    local teens = {
      en = { "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
        "eighteen", "nineteen" },
      de = { "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn",
        "achtzehn", "neunzehn" },
    }
    -- stylua: ignore
    local tens = {
      en = { "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety" },
      de = { "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig",
        "neunzig" },
    }
    local below = {
      en = function(n)
        if n < 10 then return ones.en[n] end
        if n < 20 then return teens.en[n - 9] end
        return tens.en[n // 10] .. (n % 10 > 0 and "-" .. ones.en[n % 10] or "")
      end,
      id = function(n)
        if n < 10 then return ones.id[n] end
        if n < 12 then return n == 10 and "sepuluh" or "sebelas" end
        if n < 20 then return ones.id[n - 10] .. " belas" end
        return ones.id[n // 10] .. " puluh" .. (n % 10 > 0 and " " .. ones.id[n % 10] or "")
      end,
      de = function(n)
        if n < 10 then return ones.de[n] end
        if n < 20 then return teens.de[n - 9] end
        return (n % 10 > 0 and ones.de[n % 10] .. "und" or "") .. tens.de[n // 10]
      end,
    }
    local hundred = { en = "one hundred and ", id = "seratus ", de = "hundert" }
    local irregular = {
      one = "first",
      two = "second",
      three = "third",
      five = "fifth",
      eight = "eighth",
      nine = "ninth",
      twelve = "twelfth",
      ein = "erst",
      drei = "dritt",
      sieben = "siebt",
      acht = "acht",
      satu = "pertama",
    }
    local ordinal = {
      en = function(word)
        local front, last = word:match("^(.-)([a-z]+)$")
        return front .. (irregular[last] or last:gsub("y$", "ie") .. "th") .. " surah"
      end,
      id = function(word) return "surat ke" .. word end,
      de = function(word, n)
        local last = n % 100 > 0 and n % 100 < 10 and ones.de[n % 100]
        local front = last and word:sub(1, #word - #last) or word
        local ending = n % 100 < 20 and n % 100 > 0 and "te" or "ste"
        if not last then return word .. ending .. " Sure" end
        return front .. (irregular[last] and irregular[last] .. "e" or last .. "te") .. " Sure"
      end,
    }
    local cardinal = { en = "surah ", id = "surat ", de = "Sure " }
    local wrong = {}
    for language, name in pairs(below) do
      for n = 1, svc.surahs do
        local rest = n % 100 > 0 and name(n % 100) or ""
        local word = n < 100 and rest or hundred[language] .. rest
        word = word:gsub(" and $", ""):gsub(" $", "")
        for _, text in ipairs { cardinal[language] .. word, ordinal[language](word, n) } do
          local shown = show(svc.quran_reference(text))
          if shown ~= tostring(n) then wrong[#wrong + 1] = ("%s: %s"):format(text, shown) end
        end
      end
    end
    assert.equal("", table.concat(wrong, "\n"))
  end)
end)

describe("a word for a range", function()
  check_forms("2:255-257", "2:255%s257", {
    " s.d. ",
    " s/d ",
    " s.d ",
    " S/D ",
    " sd ",
    " s.d. ayat ",
    " sampai dengan ",
    " hingga ayat ",
    " up to ",
    " bis zu ",
    " bis Vers ",
    " thru ",
    " until verse ",
  })
  check {
    { "from 2:255 to 2:257", "2:255-257" },
    { "surah 2 dari ayat 255 sampai 257", "2:255-257" },
    { "verses from 1 to 5 of surah 36", "36:1-5" },
    { "von Vers 5 bis 7 der Sure 36", "36:5-7" },
    { "ayat 1 s/d 5 surat yasin", "36:1-5" },
    { "surah 2:255 to surah 2:257", "2:255-257" },
    { "from the Quran 2:255 to 257", "2:255-257" },
    { "von der Sure 2:255 bis 257", "2:255-257" },
    { "from 2:255", "none", "no end" },
    { "2:255ff", "none", "no end" },
    { "2:255-", "none", "no end" },
    { "2:1-2-3", "none" },
  }
end)

describe(
  "an address without its scheme, or at another site",
  function()
    check {
      { "tanzil.net/#2:255", "2:255-255" },
      { "www.tanzil.net/#2:255", "2:255-255" },
      { "tanzil.net/#trans/en.sahih/2:255", "2:255-255" },
      { "Quran.com/2/255", "2:255-255" },
      { "WWW.QURAN.COM/2:255", "2:255-255" },
      { "legacy.quran.com/2/255", "2:255-255" },
      { "corpus.quran.com/wordbyword.jsp?chapter=2&verse=255", "2:255-255" },
      { "https://quranenc.com/en/browse/english_saheeh/2", "2" },
      { "https://quranenc.com/en/browse/english_saheeh/2/255", "2:255-255" },
      { "https://quranenc.com/bs/browse/bengali_zakaria/10-9", "10:9-9" },
      { "https://quranenc.com/en/browse/english_saheeh/2#255", "2:255-255" },
      { "https://quranenc.com/api/v1/translation/aya/english_saheeh/2/255", "2:255-255" },
      { "https://quranenc.com/api/v1/translation/sura/english_saheeh/36", "36" },
      { "https://api.alquran.cloud/v1/ayah/2:255/en.asad", "2:255-255" },
      { "https://api.alquran.cloud/v1/surah/114/en.asad", "114" },
      { "https://api.alquran.cloud/v1/juz/30/en.asad", "78:1-114:6" },
      { "https://quran.kemenag.go.id/quran/per-ayat/surah/2?from=255&to=257", "2:255-257" },
      { "https://myislam.org/surah-baqarah/ayat-255/", "2:255-255" },
      { "https://myislam.org/surah-yasin/", "36" },
      { "https://quranx.com/2.255", "2:255-255" },
      { "https://quranx.com/Tafsirs/2.255", "2:255-255" },
      { "https://quranx.com/Tafsir/Kathir/2.255", "2:255-255" },
      { "https://site.test/quran/2/255/", "2:255-255" },
      { "https://api.alquran.cloud/v1/ayah/36", "none", "the 36th verse of the book" },
      { "https://api.alquran.cloud/v1/page/36", "none" },
      { "https://api.alquran.cloud/v1/ruku/36", "none" },
      { "https://quranenc.com/api/v1/translation/aya/english_saheeh/2", "none" },
      { "https://quranenc.com/en/browse/english_saheeh/115-1", "none" },
      { "https://quranx.com/hadith/Bukhari/USC-MSA/Volume-2", "none" },
      { "https://quranx.com/36", "none" },
      { "https://myislam.org/dua/5", "none" },
      { "notquran.com/2/255", "none" },
      { "site.test/2/255", "none" },
      { "<https://quran.com/2/255>", "2:255-255" },
      { "https://quran.com/2/info", "2" },
      { "https://quran.com/2/255abc", "none" },
      { "https://tanzil.net/#page/5", "none", "no surah" },
      { "tanzil.net", "none" },
      { "quran.com/", "none" },
    }
  end
)

describe(
  "a name in another manner",
  function()
    check {
      { "Nour 35", "24:35-35", "French" },
      { "Roum 1", "30:1-1", "French" },
      { "Ach-Chams 1", "91:1-1", "French" },
      { "Chouara 1", "26:1-1", "French" },
      { "Ach-Choura 38", "42:38-38", "French" },
      { "Al-Hachr 22", "59:22-22", "French" },
      { "Moulk 1", "67:1-1", "French" },
      { "Nouh 1", "71:1-1", "French" },
      { "Bourouj 1", "85:1-1", "French" },
      { "Ad-Douha 1", "93:1-1", "French" },
      { "Ach-Charh 5", "94:5-5", "French" },
      { "Qouraych 1", "106:1-1", "French" },
      { "Vaqia 5", "56:5-5", "French" },
      { "Tövbe 5", "9:5-5", "Turkish" },
      { "Leheb 1", "111:1-1", "Turkish" },
      { "Mesed 1", "111:1-1", "Turkish" },
      { "Cuma suresi 9", "62:9-9", "Turkish" },
      { "Hac suresi", "22", "Turkish" },
      { "Cin suresi 1", "72:1-1", "Turkish" },
      { "cuma 3", "none", "Indonesian: only 3" },
      { "hac 3", "none" },
      { "Nour", "24 word", "a person, too" },
      { "Younous", "10 word", "a person, too" },
      { "kolam", "none", "Indonesian: a pond" },
      { "ke kamar", "54 word", "Indonesian: to the room" },
    }
  end
)

describe("a number of something else", function()
  for text, expected in pairs({
    ["hizb 5"] = "",
    ["hizb ke-5"] = "",
    ["5th hizb"] = "",
    ["hizb 5:3"] = "",
    ["manzil 5"] = "",
    ["ruku' 10"] = "",
    ["rub 3"] = "",
    ["page 5"] = "",
    ["quran page 5"] = "",
    ["halaman 5"] = "",
    ["hal. 5"] = "",
    ["5. Seite"] = "",
    ["Seite 5"] = "",
    ["حزب ٥"] = "",
    ["hadith 5"] = "",
    ["juz 31"] = "",
    ["30 juz"] = "",
    ["the 31st juz"] = "",
    ["5 verses"] = "",
    ["ruku 5 of surah 2"] = "2",
    ["ruku 5 surah 2"] = "2",
    ["surah 2 page 5"] = "2",
    ["surah 2 ruku 5"] = "2",
    ["surah yasin halaman 5"] = "36",
  }) do
    it(
      ("is no surah among the candidates: %q"):format(text),
      function() assert.equal(expected, candidates(text)) end
    )
  end
end)

describe("a reference among other words", function()
  local publication
  setup(
    function()
      publication =
        assert(svc.open((os.getenv("BUILD") or "build") .. "/demo.svp", { any_signer = true }))
    end
  )
  teardown(function() publication:close() end)

  --- The surah that a query finds first, or the verse of it.
  local function first(query)
    local item = publication:search({ queries = query, locale = "id", limit = 1 }).items[1]
    local surah = item and item.route:match("^quran/(%d+)$")
    return surah and (item.verse and surah .. ":" .. item.verse or surah)
  end

  for query, expected in pairs({
    ["arti surat kelima puluh"] = "50",
    ["arti surat kelima itu"] = "5",
    ["arti surat kedua puluh satu"] = "21",
    ["tafsir surat 2:255, 256 dan 257"] = "2:255",
  }) do
    it(("is found: %q"):format(query), function() assert.equal(expected, first(query)) end)
  end

  for query, unlike in pairs({
    ["surat kelima puluh ribu rupiah"] = "5",
    ["surat kelima juta rupiah itu"] = "5",
    ["surat 5 juta rupiah itu"] = "5",
    ["surat 5 ribu rupiah itu"] = "5",
    ["surat kedua ratus ribu itu"] = "2",
    ["surat dua halaman"] = "2",
    ["surat satu arah itu"] = "1",
    ["surat tiga menteri"] = "3",
    ["surah one of many"] = "1",
    ["quran search"] = "94",
    ["kedua surat itu"] = "2",
  }) do
    it(
      ("is not read by a part of a number: %q"):format(query),
      function() assert.not_equal(unlike, first(query)) end
    )
  end
end)

describe("an unfinished name of a surah", function()
  for _, case in ipairs({
    { "surat al-fati", "1 35" },
    { "surah yas", "36" },
    { "Sure al-baq", "2" },
    { "QS. Ar-Rah", "55" },
    { "surah an-na", "16 27 53 78 79 110" },
    { "surah mary", "19" },
    { "sura kah", "18" },
    { "SURAH IKHL", "112" },
    { "سورة الكه", "18" },
  }) do
    it(
      ("is the beginning of some: %q"):format(case[1]),
      function() assert.equal(case[2], table.concat(svc.quran_begun(case[1]), " ")) end
    )
  end
  for _, text in ipairs({
    "",
    "yas",
    "surah",
    "surah y",
    "surah yas 5",
    "surah zzz",
    "light yas",
  }) do
    it(("is none in: %q"):format(text), function() assert.same({}, svc.quran_begun(text)) end)
  end
end)
