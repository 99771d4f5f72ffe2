--- The trees of a publication and the paths in them, held against the definitions of RFC 9162.
local svc = require("svc")
local forge = require("spec.support.publication.forge")
local proofs = require("spec.support.publication.proofs")
local sample = require("spec.support.publication.sample")

local key = forge.key()
local trusted = { keys = { key.public }, now = forge.now }

local function digest(bytes) return forge.unhex(svc.sha256(bytes)) end

-- The largest power of two below n.
local function split_of(n)
  local k = 1
  while 2 * k < n do
    k = 2 * k
  end
  return k
end

-- RFC 9162, 2.1.1: the hash of leaves[first..last].
local function tree_hash(leaves, first, last)
  if first == last then return digest("\0" .. leaves[first]) end
  local middle = first + split_of(last - first + 1) - 1
  return digest("\1" .. tree_hash(leaves, first, middle) .. tree_hash(leaves, middle + 1, last))
end

-- RFC 9162, 2.1.3.1: the path of leaf m among leaves[first..last].
local function path_of(leaves, m, first, last)
  if first == last then return {} end
  local middle = first + split_of(last - first + 1) - 1
  local path, beside
  if m <= middle then
    path = path_of(leaves, m, first, middle)
    beside = tree_hash(leaves, middle + 1, last)
  else
    path = path_of(leaves, m, middle + 1, last)
    beside = tree_hash(leaves, first, middle)
  end
  path[#path + 1] = forge.hex(beside)
  return path
end

-- A publication of n documents, and their leaves in order.
local function publication_of(n)
  local builder = svc.builder()
  for i = 1, n do
    builder:document {
      id = "asset:en:material:numbers:n-" .. i,
      concept = "concept:numbers:n-" .. i,
      lens = "lens:material:numbers",
      route = "material/numbers/n-" .. i,
      title = ('The number "%d"'):format(i),
      description = i % 2 == 0 and "An even numberé" or nil,
      text = "# " .. i .. "\n\n\tA\\B\r\n",
    }
  end
  local publication = assert(forge.open(forge.signed(builder, key), trusted))
  local leaves = {}
  for document in publication:each() do
    leaves[#leaves + 1] = proofs.leaf(proofs.content(publication, document))
  end
  return publication, leaves
end

describe("the tree of documents", function()
  for _, n in ipairs { 1, 2, 3, 7, 8, 9, 16, 17, 33, 64, 65 } do
    it(("of %d is that of RFC 9162, and so is the path of each"):format(n), function()
      local publication <close>, leaves = publication_of(n)
      local tree = publication:info().trees[1]
      assert.same({ "documents", n }, { tree.name, tree.size })
      assert.equal(forge.hex(tree_hash(leaves, 1, n)), tree.root)
      local i = 0
      for document in publication:each() do
        i = i + 1
        local proof = svc.parse_json(publication:proof(document.content_id))
        assert.equal(i - 1, proof.leaf_index)
        assert.same(path_of(leaves, i, 1, n), { table.unpack(proof.path) })
      end
    end)
  end

  it("of one has an empty path, which is a list", function()
    local publication <close> = publication_of(1)
    local document = publication:each()()
    local answer = svc.json(proofs.content(publication, document))
    local proof = publication:proof(document.content_id)
    assert.truthy(svc.verify_proof(answer, proof, trusted))
    local object = proof:gsub('"path":%[%]', '"path":{}')
    assert.not_equal(proof, object)
    local _, reason = svc.verify_proof(answer, object, trusted)
    assert.truthy(reason:find("`path` is not a list", 1, true), reason)
  end)

  it("is proven with the facts of its publication", function()
    local publication <close> = publication_of(2)
    local document, info = publication:each()(), publication:info()
    local answer = svc.json(proofs.content(publication, document))
    local result =
      assert(svc.verify_proof(answer, publication:proof(document.content_id), trusted))
    local expected = { tree = "documents" }
    for _, name in ipairs { "id", "digest", "sequence", "created", "expires", "signers" } do
      expected[name] = assert(info[name], name)
    end
    assert.same(expected, result)
  end)

  it("has a leaf of an item that can only be cited too, without a text", function()
    local publication <close> = sample.open({ sequence = 1, quran = false })
    local leaves = {}
    for document in publication:each() do
      leaves[#leaves + 1] = proofs.leaf(proofs.content(publication, document))
    end
    local root = forge.hex(tree_hash(leaves, 1, #leaves))
    assert.equal(root, publication:info().trees[1].root)
  end)
end)

describe("the tree of verses", function()
  local publication, info
  setup(function()
    publication = sample.open()
    info = publication:info()
  end)
  teardown(function() publication:close() end)

  -- What a verse alone is answered with, its tafsir as a digest.
  local function leaf(locale, surah, verse)
    local answer = proofs.verses(publication, locale, surah, verse, verse, true)
    local own = answer.verses[1]
    own.tafsir = own.tafsir and svc.sha256(own.tafsir)
    return proofs.leaf(answer)
  end

  for place, locale in ipairs(svc.quran_locales) do
    it(("in %s has as its leaf what the API gives for a verse alone"):format(locale), function()
      local leaves = {}
      for surah = 1, svc.surahs do
        for verse = 1, svc.verse_count(surah) do
          leaves[#leaves + 1] = leaf(locale, surah, verse)
        end
      end
      local tree = info.trees[place + 1]
      assert.same({ "verses:" .. locale, #leaves }, { tree.name, tree.size })
      assert.equal(forge.hex(tree_hash(leaves, 1, #leaves)), tree.root)
    end)
  end

  it("gives the path of RFC 9162 for a verse alone", function()
    local proof = svc.parse_json(publication:verse_proof("en", 114, 6))
    assert.equal(6235, proof.leaf_index)
    -- 6236 is 4096 + 2048 + 64 + 16 + 8 + 4: the last leaf lies in the smallest of these.
    assert.equal(7, #proof.path)
  end)

  it("gives nothing for what does not exist", function()
    for _, asked in ipairs {
      { "en", 115, 1 },
      { "en", 0, 1 },
      { "en", 1, 8 },
      { "en", 1, 0 },
      { "en", 1, 3, 2 },
      { "xx", 1, 1 },
    } do
      assert.is_nil(publication:verse_proof(table.unpack(asked)))
    end
    assert.is_nil(publication:proof("asset:en:material:nothing"))
  end)
end)

describe("a publication whose trees do not count its content", function()
  local function refused(change)
    local parts = forge.parse(forge.small(key))
    change(parts, parts.sections[4])
    local _, reason = svc.check_publication(forge.build(parts, { key }), trusted)
    return reason
  end

  it("is refused when it has verses that are not there", function()
    local reason = refused(function(parts, section)
      local root = digest("\1" .. ("x"):rep(64))
      parts.trees[2] = { id = 2, zero = 0, size = 9, root = root }
      section.bytes = section.bytes .. ("x"):rep(64)
    end)
    assert.equal("trees: that of the verses in en has not one leaf for each", reason)
  end)

  it("is refused when it has other documents", function()
    local reason = refused(function(parts, section)
      parts.trees[1].size, parts.trees[1].root = 1, ("x"):rep(32)
      section.bytes = ("x"):rep(32)
    end)
    assert.equal("trees: that of the documents has not one leaf for each", reason)
  end)

  it("is accepted with a tree of a later reader", function()
    assert.is_nil(refused(function(parts, section)
      parts.trees[2] = { id = 99, zero = 0, size = 1, root = ("x"):rep(32) }
      section.bytes = section.bytes .. ("x"):rep(32)
    end))
  end)
end)
