--- Quran references as people write them.
local forge = require("spec.support.publication.forge")
local svc = require("svc")
local names = require("spec.support.publication.surah_names")

local function show(reference)
  if not reference then return "none" end
  if not reference.first then return tostring(reference.surah) end
  return ("%d:%d-%d"):format(reference.surah, reference.first, reference.last)
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
      { "2.255", "2:255-255" },
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
      { "surah 2 verse 255", "2:255-255" },
      { "Sure 2 Vers 255", "2:255-255" },
      { "٢:٢٥٥", "2:255-255", "Arabic-Indic digits" },
      { "۲:۲۵۵", "2:255-255", "Persian digits" },
      { "سورة ٢", "2" },
      { "2:286", "2:286-286", "the last verse" },
      { "2:287", "2", "a verse beyond the surah falls back to it" },
      { "2:250-300", "2", "a range beyond it too" },
      { "2:0", "2" },
      { "2:257-255", "2", "a range that ends before it begins" },
      { "114:6", "114:6-6" },
      { "115:1", "none", "no such surah" },
      { "0:1", "none" },
      { "Sure 115", "none" },
      { "2", "none", "a bare number" },
      { "255", "none" },
      { "2024-2025", "none" },
      { "12.11.2024", "none", "a date" },
      { "2-255", "none" },
      { "1/2/3", "none" },
      { "9/11", "none", "a date" },
      { "1/2", "none", "a fraction" },
      { "08:30", "none", "a time" },
      { "1:50", "none", "a scale" },
      { "3.999", "none", "a number" },
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
        local found = show(svc.quran_reference(word))
        if found ~= expected then
          wrong[#wrong + 1] = ("%s: %s instead of %s"):format(word, found, expected)
        end
      end
    end
    assert.is_true(verses > 5)
    assert.equal("", table.concat(wrong, "\n"))
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
      for part in line:gmatch('"([^"]*)"') do
        if line:find('^    [%["]') then
          if line:find("^    %[") then surah = tonumber(line:match("%[(%d+)%]")) + 1 end
          for word in part:gmatch("%S+") do
            local found = svc.quran_reference("surah " .. word)
            if not found or found.surah ~= surah then
              wrong[#wrong + 1] = ("%s: %s instead of %d"):format(word, show(found), surah)
            end
          end
        end
      end
    end
    assert.equal(114, surah)
    assert.equal("", table.concat(wrong, "\n"))
  end)
end)
