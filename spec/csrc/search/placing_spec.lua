--- Verses beside lessons: a verse is short, so that a single word of a query outweighs the others.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

local function first(query, locale)
  local item = publication:search({ queries = query, locale = locale, limit = 1 }).items[1]
  return item and item.route or ""
end

--- `{ locale, query }`: a part of each is a name in the Quran, or a word that verses have often.
local LESSONS = {
  { "en", "Isaac Newton" },
  { "en", "Michael Faraday" },
  { "en", "Joseph Stalin" },
  { "en", "Mary Curie" },
  { "en", "part-time job" },
  { "en", "lots of energy" },
  { "en", "a lot of friction" },
  { "en", "Adam photosynthesis" },
  { "en", "Noah logarithms" },
  { "de", "Isaak Newton" },
  { "de", "Josef Stalin" },
  { "de", "Michael Faraday" },
  { "de", "Jonas Elektrolyse" },
  { "id", "Isaac Newton" },
  { "id", "Ibrahim fotosintesis" },
}

--- `{ locale, query, surah }`: who asks for a prophet finds him.
local VERSES = {
  { "en", "the story of Joseph", 12 },
  { "en", "Joseph", 12 },
  { "en", "Joseph and his brothers", 12 },
  { "en", "Jonah and the whale", 37 },
  { "en", "Lot", 54 },
  { "en", "people of Lot", 54 },
  { "en", "chapter of the cow", 2 },
  { "en", "Mary mother of Jesus", nil },
  { "de", "Josef und seine Brüder", 12 },
  { "de", "Noah Arche", nil },
  { "id", "nabi Yusuf", 12 },
}

describe("a name that a prophet has, too", function()
  for _, case in ipairs(LESSONS) do
    local locale, query = table.unpack(case)
    it(
      ("yields to lessons about the rest: %s"):format(query),
      function() assert.not_equal("quran", first(query, locale):match("^%a+")) end
    )
  end
  for _, case in ipairs(VERSES) do
    local locale, query, surah = table.unpack(case, 1, 3)
    it(("finds the prophet where nothing else is asked for: %s"):format(query), function()
      local route = first(query, locale)
      assert.equal("quran/" .. (surah or route:match("%d+") or ""), route:match("^%a+/%d+"))
    end)
  end
end)
