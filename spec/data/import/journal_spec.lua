--- Repairs of an import are told one line a kind, with verses to look at.
local journal = require("data.import.journal")

describe("data.import.journal", function()
  it(
    "joins lines that differ only in the verse",
    function()
      assert.same(
        {
          "tafsir id: folded white space (2:1, 2:2, 2:3 and 2 more)",
          "arabic: repaired: a stray space (2:72)",
          "tafsir id: decoded HTML entities (8:41, 9:51)",
        },
        journal.brief({
          "tafsir id 2:1: folded white space",
          "arabic 2:72: repaired: a stray space",
          "tafsir id 2:2: folded white space",
          "tafsir id 2:3: folded white space",
          "tafsir id 8:41: decoded HTML entities",
          "tafsir id 2:4: folded white space",
          "tafsir id 9:51: decoded HTML entities",
          "tafsir id 2:5: folded white space",
        })
      )
    end
  )

  it("keeps a line that names no verse, and nothing of nothing", function()
    assert.same({ "tafsir id: kept 187 texts" }, journal.brief({ "tafsir id: kept 187 texts" }))
    assert.same({}, journal.brief({}))
  end)
end)
