--- What a typed word may mean beside itself: words of its family, and those that it begins.
local shelf = require("spec.support.publication.shelf")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

--- The names of the documents that a query finds in a shelf of one text each, in their order.
-- @tparam[opt] integer others how many there are beside them
local function found(locale, texts, query, others)
  local documents = {}
  for i, text in ipairs(texts) do
    documents[i] = { name = ("d%d"):format(i), locale = locale, text = text .. "\n" }
  end
  for i = 1, others or 1 do
    documents[#documents + 1] = { name = "o" .. i, locale = locale, text = i .. "\n" }
  end
  return shelf.find(shelf.open(documents), query, { locale = locale })
end

--- `{ locale, written, typed }`: one is found by the other, which no text has.
local FAMILIES = {
  { "en", "the revolution", "revolutionary" },
  { "en", "prices in an inflation", "inflationary" },
  { "en", "photosynthesis", "photosynthetic" },
  { "en", "a democracy", "democratic" },
  { "en", "a volcano", "volcanism" },
  { "en", "an enzyme", "enzymatic" },
  { "en", "colonial rule", "colonialism" },
  { "de", "ein Enzym", "enzymatisch" },
  { "de", "die Photosynthese", "photosynthetische" },
  { "de", "die Revolution", "revolutionärer" },
  { "de", "ein Vulkan", "vulkanisch" },
  { "de", "wir wollen ableiten", "abgeleitet" },
  { "de", "die Ableitung", "abgeleitete" },
  { "de", "einen Faktor ausklammern", "ausgeklammert" },
  { "de", "einen Faktor ausklammern", "auszuklammern" },
  { "de", "einen Bruch kürzen", "gekürzter" },
  { "id", "sebuah revolusi", "revolusioner" },
  { "id", "inflasi", "inflasioner" },
  { "en", "سويسرا", "لسويسرا" },
  { "en", "وكندا", "كندا" },
}

--- `{ locale, written, typed }`: words that only look alike.
local STRANGERS = {
  { "en", "an interest", "interview" },
  { "en", "the constellation", "constitution" },
  { "en", "a party", "particle" },
  { "de", "die Abgabe", "abgeleitet" },
  { "de", "das Volk", "vulkanisch" },
  { "id", "revolver", "revolusioner" },
}

describe("a word that nothing has", function()
  for _, case in ipairs(FAMILIES) do
    local locale, written, typed = table.unpack(case)
    it(
      ("finds one of its family: %s, %s"):format(typed, written),
      function() assert.equal("d1", found(locale, { written }, typed)) end
    )
  end
  for _, case in ipairs(STRANGERS) do
    local locale, written, typed = table.unpack(case)
    it(
      ("finds no stranger that begins like it: %s, %s"):format(typed, written),
      function() assert.equal("", found(locale, { written }, typed)) end
    )
  end
  it(
    "finds what ends in another way before what has only a shorter beginning in common",
    function()
      assert.equal("d2", found("en", { "a revolver", "the revolution" }, "revolutionary"))
    end
  )
  it("finds no shorter word beside one that has more in common with it", function()
    local texts = { "der Nationalismus", "die Nationen" } -- in this order in the dictionary
    assert.equal("d1", found("de", texts, "nationalistisch"))
  end)
end)

describe("a word in a question that a text has in another form", function()
  it("counts in the other words of its family", function()
    local texts = { "the planet is described", "the planet has a volcano", "volcanism" }
    local names = found("en", texts, "which planet is it that volcanism has made", 60)
    assert.equal("d2", names:match("^%w+"))
  end)
end)

--- Beginnings of words, and the lesson that is found first.
local UNFINISHED = {
  { "id", "peluan", "peluang" },
  { "id", "pertumbu", "pertumbuhan-eksponensial" },
  { "id", "hukum kekekalan ener", "kekekalan-energi" },
  { "de", "Ableitun", "ableitungen" },
  { "en", "photosynth", "photosynthesis" },
}

describe("an unfinished last word", function()
  for _, case in ipairs(UNFINISHED) do
    local locale, typed, lesson = table.unpack(case)
    it(("is its end before it is another's root: %s"):format(typed), function()
      local item = publication:search({ queries = typed, locale = locale, limit = 1 }).items[1]
      assert.equal(lesson, item.route:match("[^/]+$"))
    end)
  end
  it("stays a form of its stem where that is written more often", function()
    local texts = { "Kind", "ein Kind", "das Kind", "Kinderspiel 1 2 3 4" }
    assert.is_nil(found("de", texts, "Kinder"):match("^d4"))
  end)
end)
