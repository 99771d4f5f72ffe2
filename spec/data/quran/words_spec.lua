--- The words of the translations: none is cut in two, glued to a number or run into another, beyond
-- what data/quran/words.json accepts. `make words` asks dictionaries besides.
local cjson = require("cjson")
local editions = require("spec.support.publication.editions")
local quran_words = require("spec.support.publication.quran_words")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication, accepted

setup(function()
  publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true }))
  accepted = cjson.decode(editions.read("data/quran/words.json")).editions
end)
teardown(function() publication:close() end)

local texts = {}

--- All verses of a translation.
local function verses_of(locale)
  if not texts[locale] then
    texts[locale] = {}
    for surah = 1, svc.surahs do
      for verse = 1, svc.verse_count(surah) do
        local range = publication:quran(surah, verse, verse, locale)
        table.insert(texts[locale], editions.plain(range.verses[1].translation))
      end
    end
  end
  return texts[locale]
end

local function verse_of(locale, surah, verse)
  return editions.plain(publication:quran(surah, verse, verse, locale).verses[1].translation)
end

describe("a repaired verse", function()
  -- Locale, surah, verse, what it says, what it said.
  -- stylua: ignore
  local cases = {
    { "de", 90, 13, "die Freilassung eines Sklaven", "Sklaven10" },
    { "de", 38, 14, "Meine Bestrafung", "Bestra fung" },
    { "de", 38, 14, "Alle ausnahmslos", "Al]e" },
    { "de", 45, 20, "Barmherzigkeit", "Barm herzigkeit" },
    { "de", 34, 16, "Ernteertrag", "Ern teertrag" },
    { "de", 24, 58, "Morgendämmerung", "Morgendäm merung" },
    { "de", 48, 27, "bestimmte", "be stimmte" },
    { "de", 5, 17, "al-Masih, den Sohn Maryams", "alMasih" },
    { "de", 33, 73, "Reue-Annehmend", "ReueAnnehmend" },
    { "de", 86, 3, "helle Stern", "Stem" },
    { "de", 18, 86, "Du 'l-Qarnain", "'1Qarnain" },
    { "de", 20, 52, "irrt nicht", "im nicht" },
    { "de", 12, 51, "Wahrheit", "Wahrheil" },
    { "de", 10, 2, 'Zauberer."', 'Zauberer.3"' },
    { "de", 77, 12, "Auf welchen Tag", "Aufweichen" },
    { "de", 25, 18, "Schutzherren", "Sc,hutzherren" },
    { "de", 2, 282, "schmälern", "schmälem" },
    { "id", 56, 47, "telah mati", "telahmati" },
    { "id", 56, 45, "itu hidup", "ituhidup" },
    { "id", 46, 3, "waktu yang ditentukan", "wakyang" },
    { "id", 58, 3, "wajib memerdekakan", "wajibmemerdekakan" },
    { "id", 50, 19, "sakratulmaut dengan", "sakratulmautdengan" },
    { "id", 4, 36, "anak-anak yatim", "ya tim" },
  }
  for _, case in ipairs(cases) do
    local locale, surah, verse, right, wrong = table.unpack(case)
    it(("%s %d:%d says %s"):format(locale, surah, verse, right), function()
      local text = verse_of(locale, surah, verse)
      assert.is_truthy(text:find(right, 1, true), text)
      assert.is_nil(text:find(wrong, 1, true))
    end)
  end
end)

for _, locale in ipairs(svc.quran_locales) do
  local name = "translation " .. locale

  describe("the " .. name, function()
    it("has no word that is cut in two, but for accepted pairs", function()
      local counts, wrong, met = quran_words.count(verses_of(locale)), {}, {}
      local pairs_of = {}
      for _, pair in ipairs(accepted[name].pairs) do
        pairs_of[pair] = true
      end
      for _, text in ipairs(verses_of(locale)) do
        for _, pair in ipairs(quran_words.cut(text, counts)) do
          if not pairs_of[pair] then wrong[#wrong + 1] = pair end
          met[pair] = true
        end
      end
      assert.same({}, wrong)
      for pair in pairs(pairs_of) do
        assert.is_true(met[pair], pair .. " is accepted and does not stand there")
      end
    end)

    it("has no number, and no capital, comma or bracket astray inside a word", function()
      local wrong = {}
      for _, text in ipairs(verses_of(locale)) do
        for _, pattern in ipairs { "%w*%d%w*", "%l+%u%a*", "%a+,%a+", "%a+%]%a+" } do
          local found = text:match(pattern)
          if found then wrong[#wrong + 1] = found end
        end
      end
      assert.same({}, wrong)
    end)

    it("has each accepted word once, and each has a reason", function()
      local counts, seen = quran_words.count(verses_of(locale)), {}
      for _, group in ipairs(accepted[name].words) do
        assert.is_true(#group.reason > 0)
        for _, line in ipairs(group.words) do
          for word in line:gmatch("%S+") do
            assert.equal(1, counts[quran_words.small(word)], word)
            assert.is_nil(seen[word], word)
            seen[word] = true
          end
        end
      end
    end)
  end)
end

describe("the tafsir id", function()
  local comments = {}
  setup(function()
    for surah = 1, svc.surahs do
      for verse = 1, svc.verse_count(surah) do
        comments[#comments + 1] =
          publication:quran(surah, verse, verse, "id", true).verses[1].tafsir
      end
    end
  end)

  it("has no word that is cut in two, but for accepted pairs", function()
    local counts, found = quran_words.count(comments), {}
    for _, text in ipairs(comments) do
      for _, pair in ipairs(quran_words.cut(text, counts)) do
        found[#found + 1] = pair
      end
    end
    table.sort(found)
    local pairs_of = accepted["tafsir id"].pairs
    table.sort(pairs_of)
    assert.same(pairs_of, found)
  end)

  --- Its articles and pronouns have no hyphen: AlQur'an, makhlukNya.
  it("has no space left out behind a mark, and no words run together", function()
    local wrong = {}
    for _, text in ipairs(comments) do
      for _, pattern in ipairs { "%a+,%a+", "%a+[;:!?]%l%a+", "%a+[.;:!?]%u%a+", "%l+%u%a*" } do
        for word in text:gmatch(pattern) do
          local plain = word:gsub("[NMK][yu]a?$", ""):gsub("^[Aa]?[lrn]%f[%u]", "")
          if plain:find("%l%u") or plain:find("%p") then wrong[#wrong + 1] = word end
        end
      end
    end
    assert.same({}, wrong)
  end)
end)
