--- All that the demo publication holds is accepted by the three verifiers of proofs, and what is
-- edited is refused: a short run of `make proofs`, and what a proof may cost.
local proofs = require("spec.support.publication.proofs")
local shell = require("spec.support.house.shell")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

describe("the verifiers of proofs", function()
  local program = "/svcd lua spec/proof/proofs/init.lua "
  local files = BUILD .. "/demo.svp " .. BUILD .. "/demo.trust"
  local output, status = shell.run(BUILD .. program .. files .. " 1000 7")

  it("judge alike", function() assert.is_true(status == 0, output) end)

  it("accept all documents and all verses of the demo", function()
    local documents, verses = output:match("(%d+) documents and (%d+) verses accepted")
    assert.is_true(tonumber(documents) > 400, output)
    assert.equal(#svc.quran_locales * 6236, tonumber(verses))
  end)

  it(
    "refuse a thousand edits",
    function() assert.truthy(output:find("1000 edits refused by all three", 1, true), output) end
  )
end)

describe("a proof of the demo", function()
  local publication
  setup(
    function()
      publication = assert(svc.open(BUILD .. "/demo.svp", { trust = BUILD .. "/demo.trust" }))
    end
  )
  teardown(function() publication:close() end)

  it("has at most 8 KiB, of fifty verses with their tafsir too", function()
    local longest = 0
    for document in publication:each() do
      longest = math.max(longest, #publication:proof(document.content_id))
    end
    for _, locale in ipairs(svc.quran_locales) do
      for first = 1, 237, 7 do
        longest = math.max(longest, #publication:verse_proof(locale, 2, first, first + 49))
      end
    end
    assert.is_true(longest <= 8192, longest .. " bytes")
  end)

  it("names a tafsir for verses alone", function()
    local document = publication:each()()
    local case = {
      answer = svc.json(proofs.content(publication, document)),
      proof = publication:proof(document.content_id),
      trust = BUILD .. "/demo.trust",
      now = publication:info().created,
    }
    assert.matches("^good", proofs.judge(case))
    local changed = svc.parse_json(case.proof)
    changed.tafsir = svc.array { ("0"):rep(64) }
    case.proof = svc.json(changed)
    assert.equal("refused: the proof: it is none of an item", proofs.judge(case))
    for _, verdict in ipairs(proofs.judge_elsewhere({ case })[1]) do
      assert.matches("^refused", verdict)
    end
  end)
end)

describe("the trees of the demo", function()
  it("take at most three hundredths of the file", function()
    local publication <close> =
      assert(svc.open(BUILD .. "/demo.svp", { trust = BUILD .. "/demo.trust" }))
    local info, trees = publication:info(), nil
    for _, section in ipairs(info.sections) do
      if section.name == "trees" then trees = section.length end
    end
    assert.is_true(trees <= 0.03 * info.bytes, trees .. " of " .. info.bytes)
  end)
end)
