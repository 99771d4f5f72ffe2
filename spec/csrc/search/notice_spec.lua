--- Notices, sources and licences are no content: what has a word in its text comes before what has
-- it in a notice, and an excerpt shows a notice only where the word is nowhere else.
local shelf = require("spec.support.publication.shelf")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"
local PAGE = 19 -- items that the service shows of a search

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

--- The translations of a locale as `{ surah, verse, text in lower case }`.
local translations = setmetatable({}, {
  __index = function(cache, locale)
    local verses = {}
    for surah = 1, svc.surahs do
      local reference = publication:quran(surah, 1, publication:verse_count(surah), locale)
      for _, verse in ipairs(reference.verses) do
        local parts = {}
        for _, segment in ipairs(verse.translation.segments) do
          parts[#parts + 1] = segment.value or " "
        end
        verses[#verses + 1] = " " .. table.concat(parts):lower():gsub("[%p%s]+", " ") .. " "
      end
    end
    cache[locale] = verses
    return verses
  end,
})

--- How many verses have a word as it is written.
local function count(word, locale)
  local found = 0
  for _, text in ipairs(translations[locale]) do
    found = found + (text:find(" " .. word .. " ", 1, true) and 1 or 0)
  end
  return found
end

local function notice(locale)
  local text = publication:text(("asset:%s:quran:surah:2"):format(locale))
  return text:match("\n## %a+\n(\n%- .*)$")
end

--- The words of the notice under a surah that do not stand above its verses, each once, in lower
-- case.
local function notice_words(locale)
  local text, list, seen = publication:text(("asset:%s:quran:surah:2"):format(locale)), {}, {}
  for word in text:match("^.-\n## "):lower():gmatch("%a+") do
    seen[word] = true
  end
  for word in
    notice(locale):gsub("<[^>]*>", ""):gmatch("%f[%w\128-\255][%a\128-\255]+%f[^%w\128-\255]")
  do
    word = word:lower()
    if #word > 3 and not seen[word] then list[#list + 1] = word end
    seen[word] = true
  end
  return list
end

describe("a word of the notice under each surah", function()
  for _, locale in ipairs(svc.quran_locales) do
    it(("finds the verses that have it first, in %s"):format(locale), function()
      local asked, text = 0, notice(locale)
      for _, word in ipairs(notice_words(locale)) do
        local verses = count(word, locale)
        local request = { queries = word, locale = locale, section = "quran", limit = PAGE }
        for i, item in ipairs(verses > 0 and publication:search(request).items or {}) do
          -- A surah may have the word, or its stem, in its name: then that is its excerpt.
          local shown = item.excerpt:gsub("^…", ""):sub(1, 15)
          local good = i > verses or item.verse or not text:find(shown, 1, true)
          assert.is_truthy(good, ("%s: place %d is %s"):format(word, i, item.content_id))
        end
        asked = asked + (verses > 0 and 1 or 0)
      end
      assert.is_true(asked >= 15, asked)
    end)
  end

  for _, case in ipairs({
    { "en", "npm" },
    { "en", "Saheeh" },
    { "en", "quranenc" },
    { "en", "Tanzil" },
    { "de", "Bubenheim" },
    { "de", "Elyas" },
    { "de", "Anführungszeichen" },
    { "id", "Kemenag" },
    { "id", "Versi" },
  }) do
    local locale, word = table.unpack(case)
    it(("is shown by the excerpt where it is nowhere else: %s"):format(word), function()
      local request = { queries = word, locale = locale, section = "quran", limit = PAGE }
      local items = publication:search(request).items
      assert.equal(PAGE, #items)
      for _, item in ipairs(items) do
        assert.is_truthy(item.excerpt:lower():find(word:lower(), 1, true), item.excerpt)
      end
    end)
  end

  for _, case in ipairs({
    { "en", "al-fatiha" },
    { "en", "al-baqarah" },
    { "en", "surah yasin" },
    { "de", "Al-Kahf" },
    { "id", "al ikhlas" },
  }) do
    local locale, name = table.unpack(case)
    it(("is not shown beside a surah that is named: %s"):format(name), function()
      local request = { queries = name, locale = locale, section = "quran", limit = 1 }
      local excerpt = publication:search(request).items[1].excerpt
      assert.is_nil(excerpt:find("npm", 1, true) or excerpt:find("Tanzil", 1, true), excerpt)
    end)
  end
end)

local LESSON = "# Tides\n\nThe moon pulls the water of the sea.\n\n"
local FILLER = ("so it stands here among all those words that it has been given to say today "):rep(
  20
)

--- What ends a lesson: a heading, and whether what is under it counts as a notice.
local ENDS = {
  { "## Sources", true },
  { "## References", true },
  { "## Source", true },
  { "### Licence", true },
  { "## License", true },
  { "## Image credits", true },
  { "## Sources and licences", true },
  { "# Bibliography", true },
  { "## Sumber", true },
  { "## Daftar pustaka", true },
  { "## Sumber dan lisensi", true },
  { "## Referensi", true },
  { "## Quellen", true },
  { "## Quellenverzeichnis", true },
  { "## Literatur", true },
  { "## Quellen und Lizenzen", true },
  { "## Bildnachweis", true },
  { "## المراجع", true },
  { "## References\n\n### Books", true },
  { "## References\n\n- One book.\n\n## Licence", true },
  { "## Energy sources", false },
  { "## Sources of the Nile", false },
  { "## Referring", false },
  { "## Sumber energi", false },
  { "## Erneuerbare Quellen", false },
  { "## References\n\n- One book.\n\n## Tides today", false },
  { "```python\n# Sources\n```", false },
  { "Sources", false },
}

describe("a lesson that ends with", function()
  for _, case in ipairs(ENDS) do
    local heading, is_notice = table.unpack(case)
    local place = is_notice and "behind" or "before"
    it(("%s stands %s a long one that says the word"):format(heading, place), function()
      local open <close> = shelf.open({
        {
          name = "a",
          title = "Tides",
          text = LESSON .. heading .. "\n\n- By Marchuk, 1988.\n",
        },
        { name = "b", title = "Waves", text = "# Waves\n\n" .. FILLER .. "Marchuk.\n" },
      })
      assert.equal(is_notice and "b a" or "a b", shelf.find(open, "Marchuk"))
    end)
  end

  it("a notice shows its text before the notice", function()
    local open <close> = shelf.open({
      {
        name = "a",
        title = "Tides",
        text = LESSON .. "## Sources\n\n- Moon, water and sea, by Marchuk.\n",
      },
    })
    local function excerpt(query) return open:search({ queries = query }).items[1].excerpt end
    assert.is_truthy(excerpt("water"):find("The moon pulls", 1, true))
    assert.is_truthy(excerpt("Marchuk water"):find("The moon pulls", 1, true))
    assert.is_truthy(excerpt("Marchuk"):find("by Marchuk", 1, true))
  end)
end)
