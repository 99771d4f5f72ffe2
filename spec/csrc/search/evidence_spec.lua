--- The order of evidence: words matched, the rare before the frequent; the form that was typed
-- before other forms of the word.
local shelf = require("spec.support.publication.shelf")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

--- The words of a text, in lower case, each between spaces.
local function words_of(text)
  text = text:lower():gsub("[äöüÄÖÜ]", { ["Ä"] = "ä", ["Ö"] = "ö", ["Ü"] = "ü" })
  return " " .. text:gsub("[^%w\128-\255]+", " ") .. " "
end

--- All text of an item of the search: of a verse its translation.
local function text_of(item, locale)
  if not item.verse then return item.title .. " " .. publication:text(item.content_id) end
  local surah = math.tointeger(item.route:match("%d+"))
  local reference, parts = publication:quran(surah, item.verse, item.verse, locale), {}
  for i, segment in ipairs(reference.verses[1].translation.segments) do
    parts[i] = segment.value or " "
  end
  return table.concat(parts)
end

--- Words that share their stem with others, or with another word altogether.
local LONE = {
  en = "fasting preventing structural guiding secondly delighting misleading randomly evenly "
    .. "weekly learnt greatly practically",
  id = "memohon berikan diberatkan kehausan ditolong mendapati mengajar keberangkatan perolehan "
    .. "melingkar pengapian menempatkanmu duduk persatuan lapangan",
  de = "fasten vorne sprechen offenheit umfang",
}

describe("a word alone", function()
  for locale, words in pairs(LONE) do
    for word in words:gmatch("%S+") do
      it(("finds first what has it as it was typed: %s"):format(word), function()
        local item = publication:search({ queries = word, locale = locale, limit = 1 }).items[1]
        local text = words_of(text_of(item, locale))
        assert.is_truthy(text:find(" " .. word .. " ", 1, true), item.excerpt)
      end)
    end
  end
end)

--- Queries, and what stands first. A word that verses have often may be the rare one among lessons.
local FIRST = {
  { "en", "function of the heart", "biology:heart-and-circulation" },
  { "en", "mitochondria function", "biology:cell-structure" },
  { "en", "light and the leaf", "biology:photosynthesis" },
  { "en", "chance of rain", "mathematics:probability" },
  { "en", "water cycle", "geography:water-cycle-and-rivers" },
  { "en", "blood pressure", "biology:heart-and-circulation" },
  { "en", "heat and temperature", "physics:heat" },
  { "en", "work and energy", "physics:energy-conservation" },
  { "en", "force of gravity", "physics:gravitation-and-orbits" },
  { "id", "fungsi mitokondria", "biology:cell-structure" },
  { "id", "fungsi jantung", "biology:heart-and-circulation" },
  { "id", "rumus pitagoras", "mathematics:pythagorean-theorem" },
  { "id", "tekanan darah", "biology:heart-and-circulation" },
  { "id", "gaya gravitasi", "physics:gravitation-and-orbits" },
  { "id", "kerja dan energi", "physics:energy-conservation" },
  { "id", "panas dan suhu", "physics:heat" },
  { "de", "Funktion des Herzens", "biology:heart-and-circulation" },
  { "de", "Funktion der Mitochondrien", "biology:cell-structure" },
  { "de", "Blut und Sauerstoff", "biology:heart-and-circulation" },
  { "de", "Wärme und Temperatur", "physics:heat" },
  { "de", "Licht im Blatt", "biology:photosynthesis" },
  { "de", "Wurzel einer Zahl", "mathematics:quadratic-equations" },
}

describe("the words of", function()
  for _, case in ipairs(FIRST) do
    local locale, query, first = table.unpack(case)
    it(("%s weigh as they are rare among lessons"):format(query), function()
      local item = publication:search({ queries = query, locale = locale, limit = 1 }).items[1]
      assert.equal(("asset:%s:material:%s"):format(locale, first), item.content_id)
    end)
  end

  it("fasting ramadan find the verses of both before lessons on speed", function()
    local items = publication:search({ queries = "fasting ramadan", limit = 2 }).items
    assert.equal("quran/2", items[1].route)
    assert.equal("quran/2", items[2].route)
  end)
end)

--- Two forms of one stem: what is typed, and what another text says often.
local FORMS = {
  { "en", "fasting", "fast" },
  { "en", "relation", "related" },
  { "en", "universe", "universal" },
  { "en", "organ", "organic" },
  { "en", "news", "new" },
  { "id", "memohon", "pohon" },
  { "id", "berikan", "ikan" },
  { "de", "Fasten", "fast" },
  { "de", "Leiter", "leiten" },
  { "de", "Sage", "sagen gesagt" },
}

describe("of two texts with a word's stem", function()
  for _, case in ipairs(FORMS) do
    local locale, typed, other = table.unpack(case)
    it(("the one that says %s is before the one on %s"):format(typed, other), function()
      local filler = ("zwischen allem was hier noch so steht "):rep(8)
      local open <close> = shelf.open({
        { name = "a", locale = locale, title = other, text = (other .. " "):rep(9) .. "\n" },
        { name = "b", locale = locale, title = "Filler", text = filler .. typed .. "\n" },
      })
      local found = shelf.find(open, typed, { locale = locale })
      assert.equal("b", found:match("^%S+"))
    end)
  end

  it("the one that is about it is not left behind for a plural", function()
    local filler = ("so it stands here among all those words "):rep(8)
    local open <close> = shelf.open({
      { name = "a", title = "Notes", text = filler .. "a function.\n" },
      { name = "b", title = "Functions", text = ("functions " .. filler):rep(3) .. "\n" },
    })
    assert.equal("b a", shelf.find(open, "function"))
  end)
end)
