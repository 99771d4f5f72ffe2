--- Suggestions for the search field: titles and verses of the demo publication, small, kept, and
-- free of the API's quota.
local server = require("spec.support.service.server")
local svc = require("svc")
local uri = require("base.uri")

local host = server.demo({ quota_limit = 20 })

local function suggest(words, locale)
  local path = ("/suggest?q=%s&locale=%s"):format(uri.encode(words), locale or "en")
  local answer = host:request(path)
  return svc.parse_json(answer.body), answer
end

describe("suggestions", function()
  teardown(function() host:stop() end)

  local rows = {
    { "quadratic", "en", "/en/material/mathematics/quadratic-equations", "material" },
    { "quadr", "en", "/en/material/mathematics/quadratic-equations", "material" },
    { "persamaan kuadrat", "id", "/id/materi/matematika/persamaan-kuadrat", "material" },
    { "Wellen", "de", "/de/material/physik/wellen", "material" },
    { "2:255", "en", "/en/quran/2#verse-255", "verse" },
    { "throne verse", "en", "/en/quran/2#verse-255", "verse" },
    { "yasin", "en", "/en/quran/36", "quran" },
    { "surat al-fati", "id", "/id/quran/1", "quran" },
    { "surah yas", "en", "/en/quran/36", "quran" },
    { "sure al-ba", "de", "/de/quran/2", "quran" },
    { "surah ar-rah", "en", "/en/quran/55", "quran" },
  }
  for _, row in ipairs(rows) do
    it(("begin with what is meant by %q"):format(row[1]), function()
      local first = suggest(row[1], row[2]).items[1]
      assert.same({ row[3], row[4] }, { first.path, first.kind })
    end)
  end

  it("name a verse as it is cited, and the subject of a lesson", function()
    assert.equal("Al-Baqarah 2:255", suggest("2:255").items[1].title)
    assert.equal("Mathematics", suggest("quadratic").items[1].subject)
  end)

  it("are few and small", function()
    for _, words in ipairs({ "light", "energy", "the", "allah", "persamaan kuadrat" }) do
      local found, answer = suggest(words)
      assert.is_true(#found.items <= 6)
      assert.is_true(#answer.body <= 2048, #answer.body)
    end
  end)

  it("hold no text of the content", function()
    for _, item in ipairs(suggest("light").items) do
      local known = { kind = item.kind, path = item.path, subject = item.subject }
      known.title = item.title
      assert.same(known, item)
    end
  end)

  it("are none for no words, and for words that nothing has", function()
    assert.same({}, { table.unpack(suggest("").items) })
    assert.same({}, { table.unpack(suggest("zzzzqqqq").items) })
  end)

  it(
    "are kept",
    function()
      assert.matches("max%-age=60", select(2, suggest("light")).headers["cache-control"])
    end
  )

  it("take nothing of the API's quota", function()
    for _ = 1, 40 do
      suggest("energy")
    end
    local answer = host:request("/v1/search?query=light")
    assert.equal(200, answer.status)
    assert.matches("r=19", answer.headers["ratelimit"])
  end)
end)
