--- Every threat that a proof is to meet, by its name. Each case is decided three times: by the
-- library, by a verifier written from /docs/proofs alone, and by the client's.
local svc = require("svc")
local forge = require("spec.support.publication.forge")
local proofs = require("spec.support.publication.proofs")
local sample = require("spec.support.publication.sample")

local alice, bob, mallory, root = forge.key(), forge.key(), forge.key(), forge.key()
local folder = forge.folder()
local now = os.time()

local function keep(name, bytes) return forge.write(folder .. "/" .. name, bytes) end

local path = folder .. "/publication"
sample.write(path, nil, { private = alice.private, public = alice.public, sequence = 5 })
local publication = assert(svc.open(path, { keys = { alice.public }, now = now }))
local info = publication:info()

local one_of = keep("one", forge.simple_trust(root, { alice, bob }))
local only_bob = keep("bob", forge.simple_trust(root, { bob }))
local both = keep(
  "both",
  forge.trust({
    root = { threshold = 1, keys = { root } },
    publication = { threshold = 2, keys = { alice, bob } },
  }, { root })
)
local revoking = keep(
  "revoking",
  forge.trust({
    root = { threshold = 1, keys = { root } },
    publication = { threshold = 1, keys = { bob } },
    revoked = { alice },
  }, { root })
)
local stale = keep(
  "stale",
  forge.trust({
    expires = now,
    root = { threshold = 1, keys = { root } },
    publication = { threshold = 1, keys = { alice } },
  }, { root })
)

local function sorted(...)
  local list = { ... }
  table.sort(list, function(a, b) return a.public < b.public end)
  return list
end

local ITEM, OTHER =
  "asset:en:material:mathematics:quadratic-equations", "asset:en:articles:education:reading"

local function item(id)
  local answer = proofs.content(publication, publication:document(id or ITEM))
  return svc.json(answer), publication:proof(id or ITEM)
end

local function verses(locale, surah, first, last, tafsir)
  local answer = proofs.verses(publication, locale, surah, first, last or first, tafsir)
  return svc.json(answer), publication:verse_proof(locale, surah, first, last)
end

local text, text_proof = item()
local surah, surah_proof = item("asset:en:quran:surah:2")
local verse, verse_proof = verses("en", 2, 1)
local range, range_proof = verses("id", 2, 3, 6, true)

-- A text with one thing replaced, which must be in it.
local function change(whole, from, to)
  local first, last = whole:find(from, 1, true)
  assert(first, "nothing to replace: " .. from)
  return whole:sub(1, first - 1) .. to .. whole:sub(last + 1)
end

-- An answer at other addresses. `behind` is put behind its `url`, `site` in place of its site.
local function at_address(whole, behind, site)
  local answer = svc.parse_json(whole)
  answer.url = answer.url .. behind
  for _, name in ipairs(site and { "url", "markdown_url" } or {}) do
    answer[name] = site .. answer[name]:sub(#proofs.site + 1)
  end
  return svc.json(answer)
end

-- A proof with members replaced by what a function makes of them.
local function alter(proof, name, by)
  local decoded = svc.parse_json(proof)
  decoded[name] = by(decoded[name])
  return svc.json(decoded)
end

local function signed(proof, keys, manifest, replaced)
  return proofs.sign(svc.parse_json(proof), keys, manifest, replaced)
end

local function at(offset, bytes)
  return function(whole) return whole:sub(1, offset) .. bytes .. whole:sub(offset + #bytes + 1) end
end

local function append(value)
  return function(list)
    list[#list + 1] = value
    return list
  end
end

local function drop(i)
  return function(list)
    table.remove(list, i)
    return list
  end
end

local function plus(n)
  return function(number) return number + n end
end

local NODE = ("0"):rep(64)

-- The place of the manifest's first tree; the number of sections is 5.
local TREES = 104 + 24 * #info.sections + 32

local function seen(key, sequence, digest)
  local name = ("state-%d-%s"):format(sequence, digest:sub(1, 8) .. key.public:sub(1, 8))
  local line = ("key %s %d %s\n"):format(key.public, sequence, digest)
  return {
    state = keep(name, "svc-state 1\nroot 0 " .. NODE .. "\n" .. line),
    seen = { { key.public, sequence, digest } },
  }
end

-- threat → list of { detail, answer, proof, more: `trust`, `now`, `state`, `seen`, `good` }
-- stylua: ignore
local threats = {
  ["no threat at all"] = {
    { "an item", text, text_proof, { good = true } },
    { "another item", select(1, item(OTHER)), select(2, item(OTHER)), { good = true } },
    { "a verse with a note", verse, verse_proof, { good = true } },
    { "verses with tafsir", range, range_proof, { good = true } },
    { "verses whose tafsir is left out", (verses("id", 2, 3, 6)), range_proof, { good = true } },
    { "a whole surah", select(1, verses("de", 36, 1, 83)), select(2, verses("de", 36, 1, 83)),
      { good = true } },
    { "the last verses", select(1, verses("en", 114, 5, 6)), select(2, verses("en", 114, 5, 6)),
      { good = true } },
    { "two signers of whom one is needed", text, signed(text_proof, sorted(alice, bob)),
      { good = true } },
    { "two signers who are both needed", text, signed(text_proof, sorted(alice, bob)),
      { good = true, trust = both } },
    { "a signer that is unknown beside one that is not", text,
      signed(text_proof, sorted(alice, mallory)), { good = true } },
    { "a revoked signer beside one that is trusted", text, signed(text_proof, sorted(alice, bob)),
      { good = true, trust = revoking } },
    { "a publication that was seen", text, text_proof,
      { good = true, seen = seen(alice, 5, info.digest) } },
    { "a newer publication than was seen", text, text_proof,
      { good = true, seen = seen(alice, 4, NODE) } },
    { "the last second before it expires", text, text_proof,
      { good = true, now = info.expires - 1 } },
    { "another host", (text:gsub("https://site.test", "http://mirror.test:81/x")), text_proof,
      { good = true } },
    { "the address of a verse", at_address(surah, "#verse-255"), surah_proof, { good = true } },
    { "a tree of a later publisher", text,
      signed(text_proof, { alice }, function(m)
        return m:sub(1, 100) .. ("<I4"):pack(#info.trees + 1) .. m:sub(105)
          .. ("<I4I4I8"):pack(0xffffffff, 0, 1) .. ("x"):rep(32)
      end), { good = true } },
  },
  ["changed text"] = {
    { "a letter of the text", change(text, "x²", "y²"), text_proof },
    { "a letter of the title", change(text, '"title":"Q', '"title":"K'), text_proof },
    { "the description left out",
      change(text, '"description":"An equation of the second degree.",', ""), text_proof },
    { "the text left out", change(text, '"text":"# Quadratic equations\\n\\nx² = 2\\n",', ""),
      text_proof },
    { "a member more", change(text, ',"url"', ',"updated":"2026-01-01","url"'), text_proof },
    { "the Arabic of a verse", change(verse, "arabic 8", "arabic 9"), verse_proof },
    { "the translation", change(verse, "Alif", "Alef"), verse_proof },
    { "a note", change(verse, "A note.", "A vote."), verse_proof },
    { "the place of a note", change(verse, '"referenceOffset":4', '"referenceOffset":3'),
      verse_proof },
    { "the formula before the first verse", change(verse, "bismillah", "Bismillah"), verse_proof },
    { "a source", change(verse, "Nobody", "Anybody"), verse_proof },
    { "the meaning of the name", change(verse, '"text":"meaning 2"', '"text":"Surah 3"'),
      verse_proof },
    { "a verse in the middle", change(range, "indonesian 11", "indonesian 12"), range_proof },
    { "the tafsir", change(range, "tafsir 11", "tafsir 12"), range_proof },
    { "a tafsir that is empty", change(range, '"tafsir":"tafsir 11"', '"tafsir":""'), range_proof },
    { "a tafsir that is null", change(range, '"tafsir":"tafsir 11"', '"tafsir":null'),
      range_proof },
    { "a tafsir where there is none",
      change(verse, '"number":1,"translation"', '"number":1,"tafsir":"x","translation"'),
      verse_proof },
    { "the path of the address", change(text, "/en/material", "/de/material"), text_proof },
    { "the address of another item", change(text, 'mathematics/quadratic-equations","section',
      'mathematics/x","section'), text_proof },
    { "the address of the Markdown", change(text, ".md", ".html"), text_proof },
    { "no address",
      (text:gsub(',"url":"[^"]*"', "")), text_proof },
  },
  ["address that is not the item's"] = {
    { "a verse of another surah",
      change(at_address(surah, "#verse-2"), 'quran/2#', 'quran/3#'), surah_proof },
    { "a longer path", at_address(surah, "/3"), surah_proof },
    { "the verse 0", at_address(surah, "#verse-0"), surah_proof },
    { "a verse beyond the longest surah", at_address(surah, "#verse-287"), surah_proof },
    { "a verse with a leading zero", at_address(surah, "#verse-02"), surah_proof },
    { "a verse without a number", at_address(surah, "#verse-"), surah_proof },
    { "a number of more digits than any", at_address(surah, "#verse-4294967298"), surah_proof },
    { "a verse in capitals", at_address(surah, "#Verse-2"), surah_proof },
    { "an empty fragment", at_address(surah, "#"), surah_proof },
    { "a fragment of the page", at_address(surah, "#notes"), surah_proof },
    { "markup in a fragment", at_address(surah, '#verse-2"><script>'), surah_proof },
    { "text highlighted by a fragment", at_address(surah, "#verse-2:~:text=x"), surah_proof },
    { "a line end behind a verse", at_address(surah, "#verse-2\n"), surah_proof },
    { "a NUL behind a verse", at_address(surah, "#verse-2\0"), surah_proof },
    { "two fragments", at_address(surah, "#verse-2#verse-2"), surah_proof },
    { "a verse without a fragment", at_address(surah, "verse-2"), surah_proof },
    { "a verse of what is no surah", at_address(text, "#verse-1"), text_proof },
    { "a verse where there are verses", at_address(verse, "#verse-1"), verse_proof },
    { "a verse in the address of the Markdown",
      change(surah, "quran/2.md", "quran/2.md#verse-2"), surah_proof },
    { "a verse in both addresses", change(at_address(surah, "#verse-2"), "quran/2.md",
      "quran/2#verse-2.md"), surah_proof },
    { "a query", at_address(surah, "?page=2"), surah_proof },
    { "a query before a verse", at_address(surah, "?page=2#verse-2"), surah_proof },
    { "a query before the path", at_address(surah, "", "https://evil.test/?"), surah_proof },
    { "a fragment before the path", at_address(surah, "", "https://evil.test/#"), surah_proof },
    { "userinfo", at_address(surah, "", "https://site.test@evil.test"), surah_proof },
    { "userinfo before a verse", at_address(surah, "#verse-2", "https://site.test@evil.test"),
      surah_proof },
    { "a backslash", at_address(surah, "", "https://evil.test\\.site.test"), surah_proof },
    { "a space", at_address(surah, "", "https://site.test "), surah_proof },
    { "a tab", at_address(surah, "", "https://site.test/\t"), surah_proof },
    { "no host", at_address(surah, "", "https://"), surah_proof },
    { "the locale for a host", (surah:gsub("site%.test/en/", "en/")), surah_proof },
    { "an empty host", at_address(surah, "", "https:///site.test"), surah_proof },
    { "a list of addresses", (surah:gsub('"url":("[^"]*")', '"url":[%1]')), surah_proof },
    { "no scheme", at_address(surah, "", ""), surah_proof },
    { "a scheme that runs", at_address(surah, "", "javascript://site.test"), surah_proof },
  },
  ["other verse"] = {
    { "the proof of the next", verse, publication:verse_proof("en", 2, 2) },
    { "the proof of more", verse, publication:verse_proof("en", 2, 1, 2) },
    { "the proof of fewer", range, publication:verse_proof("id", 2, 3, 5) },
    { "another number", change(verse, '"number":1,"translation"', '"number":2,"translation"'),
      verse_proof },
    { "another place in the tree", verse, alter(verse_proof, "leaf_index", plus(1)) },
    { "a place beyond the tree", verse, alter(verse_proof, "leaf_index", plus(6236)) },
    { "a place before the tree", verse, alter(verse_proof, "leaf_index", plus(-100)) },
    { "the same name in another surah", change(verse, '"name":"Surah 2"', '"name":"Surah 3"'),
      verse_proof },
    { "in another order",
      (range:gsub('({"arabic":"arabic 11".-}]}})(,)({"arabic":"arabic 12".-}]}})', "%3%2%1")),
      range_proof },
  },
  ["other locale"] = {
    { "the proof of another", verse, publication:verse_proof("de", 2, 1) },
    { "another locale in the answer", (verse:gsub('"locale":"en"', '"locale":"de"')), verse_proof },
    { "both", (verse:gsub('"locale":"en"', '"locale":"de"')), publication:verse_proof("de", 2, 1) },
    { "one that does not exist", (verse:gsub('"locale":"en"', '"locale":"xx"')), verse_proof },
    { "the item of another", text,
      publication:proof("asset:de:material:mathematics:quadratic-equations") },
  },
  ["path of another tree"] = {
    { "of the documents for a verse", verse, text_proof },
    { "of verses for an item", text, verse_proof },
    { "of the documents by another name", verse, alter(text_proof, "tree",
      function() return "verses:en" end) },
    { "of verses by another name", text, alter(verse_proof, "tree",
      function() return "documents" end) },
    { "with tafsir for an item", text, alter(text_proof, "tafsir",
      function() return svc.array() end) },
    { "of another publication with the same envelope", text, alter(text_proof, "path",
      function() return svc.parse_json(publication:proof(OTHER)).path end) },
  },
  ["leaf taken as node"] = {
    { "a path that begins a level higher", text, alter(alter(text_proof, "path", drop(1)),
      "leaf_index", function(i) return i // 2 end) },
    { "a path that ends a level lower", text, alter(text_proof, "path",
      function(list) return drop(#list)(list) end) },
    { "no path", text, alter(text_proof, "path", function() return svc.array() end) },
    { "its own root as path", text, alter(text_proof, "path",
      function() return svc.array { info.trees[1].root } end) },
  },
  ["other size"] = {
    { "one more than was signed", text, alter(text_proof, "tree_size", plus(1)) },
    { "none", text, alter(text_proof, "tree_size", function() return 0 end) },
    { "one that was signed for another tree", text, alter(text_proof, "tree_size",
      function() return 6236 end) },
    { "one that was signed by mistake", text, signed(text_proof, { alice },
      at(TREES + 8, ("<I8"):pack(1 << 20)), { tree_size = 1 << 20 }) },
    { "one that is too large", text, signed(text_proof, { alice },
      at(TREES + 8, ("<I8"):pack(1 << 33)), { tree_size = 1 << 33 }) },
  },
  ["older sequence than one seen"] = {
    { "by one", text, text_proof, { seen = seen(alice, 6, NODE) } },
    { "from another trusted key", text, text_proof, { seen = seen(bob, 6, NODE) } },
    { "the same with other bytes", text, text_proof, { seen = seen(alice, 5, NODE) } },
    { "by a key that was revoked since does not count", text,
      signed(text_proof, sorted(alice, bob)),
      { good = true, trust = revoking, seen = seen(alice, 6, NODE) } },
    { "another than was signed", text, alter(text_proof, "sequence", plus(1)) },
  },
  ["expired"] = {
    { "in the very second", text, text_proof, { now = info.expires } },
    { "by a later expiry than was signed", text, alter(text_proof, "expires", plus(1)) },
    { "with a trust file that expired", text, text_proof, { trust = stale } },
  },
  ["revoked key"] = {
    { "alone", text, text_proof, { trust = revoking } },
    { "beside an unknown one", text, signed(text_proof, sorted(alice, mallory)),
      { trust = revoking } },
  },
  ["unknown key"] = {
    { "alone", text, signed(text_proof, { mallory }) },
    { "of an honest publisher", text, text_proof, { trust = only_bob } },
    { "with the signature of a known one", text, alter(signed(text_proof, { mallory }),
      "signatures", function() return svc.parse_json(text_proof).signatures end) },
  },
  ["key below threshold"] = {
    { "one of two", text, text_proof, { trust = both } },
    { "one of two beside an unknown one", text, signed(text_proof, sorted(alice, mallory)),
      { trust = both } },
  },
  ["duplicated signer"] = {
    { "towards a threshold", text, signed(text_proof, { alice, alice }), { trust = both } },
    { "where one is needed", text, signed(text_proof, { alice, alice }) },
    { "signers out of order", text, signed(text_proof, { sorted(alice, bob)[2],
      sorted(alice, bob)[1] }) },
    { "a signature more than signers", text,
      alter(text_proof, "signatures", append(("0"):rep(128))) },
    { "a signature fewer", text,
      alter(signed(text_proof, sorted(alice, bob)), "signatures", drop(1)) },
  },
  ["changed envelope"] = {
    { "the manifest", text, alter(text_proof, "manifest",
      function(hex) return hex:sub(1, 130) .. "1" .. hex:sub(132) end) },
    { "the header", text, alter(text_proof, "header", at(40, "7")) },
    { "the header of another format, signed", text, alter(text_proof, "header", at(16, "04")) },
    { "a least reader of a later format", text, signed(text_proof, { alice }, at(88, "\2")) },
    { "a root of another's", text, signed(text_proof, { mallory }, at(TREES + 16, "\0")) },
    { "bytes behind the manifest", text, signed(text_proof, { alice },
      function(m) return m .. "\0" end) },
    { "trees out of order", text, signed(text_proof, { alice }, at(TREES, "\9")) },
    { "a zero that is none", text, signed(text_proof, { alice }, at(TREES + 4, "\1")) },
    { "an expiry before the creation", text, signed(text_proof, { alice },
      at(72, ("<I8"):pack(info.expires + 1))) },
  },
  ["oversize or deep proof"] = {
    { "a node more", text, alter(text_proof, "path", append(NODE)) },
    { "a node fewer", verse, alter(verse_proof, "path", drop(13)) },
    { "seventy nodes", text, alter(text_proof, "path", function(list)
        for _ = 1, 70 do
          append(NODE)(list)
        end
        return list
      end) },
    { "a node of 40000 digits", text, alter(text_proof, "path", append(("0"):rep(40000))) },
    { "nested a thousand deep", text, change(text_proof, '"path":[',
      '"path":[' .. ("["):rep(1000) .. ("]"):rep(1000) .. ",") },
    { "a member more", text, alter(text_proof, "z", function() return 1 end) },
    { "a member fewer", text, alter(text_proof, "expires", function() end) },
    { "signers without number", text, signed(text_proof, { alice }, at(96, "\255\255\255\255")) },
    { "sections without number", text, signed(text_proof, { alice }, at(92, "\255\255\255\255")) },
    { "no trees", text, signed(text_proof, { alice }, at(100, "\0\0\0\0")) },
    { "a manifest of one byte", text, alter(text_proof, "manifest", function() return "00" end) },
  },
  ["JSON that parses two ways"] = {
    { "a member of the answer twice", change(text, '"locale"', '"locale":"de","locale"'),
      text_proof },
    { "a member of the proof twice", text, change(text_proof, '"tree"', '"tree":"x","tree"') },
    { "white space in the answer", change(text, ",", ", "), text_proof },
    { "a line end behind the answer", text .. "\n", text_proof },
    { "white space in the proof", text, text_proof .. " " },
    { "members in another order", (text:gsub('{("alignmentId":"[^"]*"),("assetId":"[^"]*")',
      "{%2,%1")), text_proof },
    { "an escape that is not needed", change(text, "x²", "\\u0078²"), text_proof },
    { "an escaped slash", change(text, '"route":"material/', '"route":"material\\/'), text_proof },
    { "a number with an exponent", verse,
      (verse_proof:gsub('"leaf_index":7', '"leaf_index":7e0')) },
    { "a number with a fraction", verse, (verse_proof:gsub('"leaf_index":7', '"leaf_index":7.0')) },
    { "a number that is a text", verse, (verse_proof:gsub('"leaf_index":7', '"leaf_index":"7"')) },
    { "a number beyond 2^53", verse,
      (verse_proof:gsub('"leaf_index":7', '"leaf_index":18446744073709551623')) },
    { "digits in upper case", text, alter(text_proof, "header", string.upper) },
    { "bytes that are no UTF-8", change(text, "x²", "x\xb2"), text_proof },
    { "a byte order mark", "\xef\xbb\xbf" .. text, text_proof },
    { "a lone surrogate", change(text, "x²", "\\ud800"), text_proof },
    { "an array", "[" .. text .. "]", text_proof },
    { "nothing", "", text_proof },
    { "null", "null", "null" },
    { "half of it", text:sub(1, #text // 2), text_proof },
    { "a list as an object", text, (text_proof:gsub('"path":%[(.-)%]', '"path":{}')) },
  },
}

local cases = {}
for threat, list in pairs(threats) do
  for i, case in ipairs(list) do
    local more = case[4] or {}
    local memory = more.seen or {}
    cases[#cases + 1] = {
      title = ("%s: %s"):format(threat, case[1]),
      order = ("%s %03d"):format(threat, i),
      answer = case[2],
      proof = case[3],
      trust = more.trust or one_of,
      now = more.now or now,
      state = memory.state,
      seen = memory.seen,
      good = more.good,
    }
  end
end
table.sort(cases, function(a, b) return a.order < b.order end)

local elsewhere = proofs.judge_elsewhere(cases)

describe("threat to a proof:", function()
  teardown(function() forge.remove(folder) end)

  for i, case in ipairs(cases) do
    it(case.title, function()
      local verdicts = { proofs.judge(case), table.unpack(elsewhere[i]) }
      local expected = case.good and "good" or "refused"
      for _, verdict in ipairs(verdicts) do
        assert.equal(expected, verdict:match("^%a+"), table.concat(verdicts, " | "))
        assert.is_nil(verdict:find("\n"))
      end
    end)
  end
end)
