--- What stands in the text of a surah is found, and not its verses alone: over the demo
-- publication.
local svc = require("svc")
local words = require("base.locales")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

--- The routes that a query finds in a locale, and the number of its items.
local function routes(query, locale)
  local set, items =
    {}, publication:search({ queries = query, locale = locale, limit = 7000 }).items
  for _, item in ipairs(items) do
    set[item.route] = true
  end
  return set, #items
end

--- The surahs whose text has a plain word, by route.
local function having(word, locale)
  local set = {}
  for item in publication:each(locale, "quran") do
    if publication:text(item.content_id):find(word, 1, true) then set[item.route] = true end
  end
  return set
end

describe("the text of a surah", function()
  for _, locale in ipairs(svc.quran_locales) do
    for _, revelation in ipairs({ "Meccan", "Medinan" }) do
      local word = words[locale][revelation]
      it(("is found by where it was revealed: %s"):format(word), function()
        local wanted, found = having(word, locale), routes(word, locale)
        assert.is_truthy(next(wanted))
        for route in pairs(wanted) do
          assert.is_true(found[route], route)
        end
      end)
    end
  end

  for _, case in ipairs({
    { "Saheeh International", "en" },
    { "Kemenag", "id" },
    { "Bubenheim", "de" },
    { "QuranEnc.com", "en" },
    { "Uthmani text", "en" },
  }) do
    it(("is found by its sources: %s"):format(case[1]), function()
      local found = routes(case[1], case[2])
      for surah = 1, svc.surahs do
        assert.is_true(found["quran/" .. surah], surah)
      end
    end)
  end

  it("does not stand before the verses that have the words", function()
    local first = publication:search({ queries = "In the name of Allah", limit = 10 }).items
    for _, item in ipairs(first) do
      assert.is_true(item.section ~= "quran" or item.verse ~= nil, item.route)
    end
  end)

  it("is shown where it has what was asked for", function()
    local first = publication:search({ queries = "Meccan 112", limit = 1 }).items[1]
    assert.is_truthy(first.excerpt:find("Meccan", 1, true), first.excerpt)
  end)
end)
