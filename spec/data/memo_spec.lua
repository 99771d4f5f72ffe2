--- A tree that is read again after each change is what it is when it is read for the first time,
-- and what is published of it has the same bytes.
local check = require("data.check")
local content_tree = require("spec.support.publication.content_tree")
local forge = require("spec.support.publication.forge")
local images = require("spec.support.publication.images")
local markdown = require("data.import.markdown")
local memo = require("data.memo")
local reuse = require("data.reuse")
local svc = require("svc")
local tables = require("base.tables")

teardown(content_tree.remove_all)

local MATH = "en/material/mathematics/"
local FIRST = "\n## A\n\nSee [b](curves.md#c) and $x^2$.\n\n"
  .. "![A dot in the middle of a white square](dot.svg)\n"
local FILES = {
  [MATH .. "lines.md"] = content_tree.lesson(FIRST),
  [MATH .. "curves.md"] = content_tree.lesson(
    "\n## C\n\nBack to [a](lines.md).\n",
    "title: Curves\n"
  ),
  ["de/material/mathematics/lines.md"] = content_tree.lesson("\nEine Gerade.\n"),
  [MATH .. "dot.svg"] = images.svg(),
}

--- What is done to the tree, one after the other: a name, a file, and its text; nil removes it.
local LINES, CURVES, DOT = MATH .. "lines.md", MATH .. "curves.md", MATH .. "dot.svg"

local CHANGES = {
  { "nothing", "labels.yaml", content_tree.labels() },
  { "a text", LINES, content_tree.lesson(FIRST .. "\n#### Deep\n\n[d](nowhere.md)\n") },
  {
    "front matter",
    CURVES,
    content_tree.lesson("\n## C\n\n[a](lines.md).\n", "slug: kurven\n"),
  },
  { "a heading that a link leads to", CURVES, content_tree.lesson("\n## D\n\nBack.\n") },
  { "a draft", CURVES, content_tree.lesson("\n## C\n\nBack.\n", "draft: true\n") },
  { "an image that goes", DOT, nil },
  { "an image that comes back otherwise", DOT, (images.svg():gsub("<svg", "<svg ")) },
  { "a text that goes", CURVES, nil },
  { "a copy of a text", MATH .. "copy.md", content_tree.lesson(FIRST, "title: Copy\n") },
  {
    "a glossary",
    "glossary.yaml",
    "mathematics:\n  - en: { terms: [middle], avoid: [dot] }\n",
  },
  { "line ends of Windows", MATH .. "copy.md", "# A\r\n\r\nText.\r\n" },
}

local function state_of(tree)
  local texts = {}
  for _, document in ipairs(tree.documents) do
    texts[document.id] = { document.text, document.title, document.description, document.route }
  end
  local lists = tables.map({ "error", "warning", "note" }, function(severity)
    return tables.map(
      tree.findings:of(severity),
      function(one) return ("%s %s %s"):format(one.rule, one.file, svc.json(one)) end
    )
  end)
  return { texts, lists }
end

local KEY = forge.key()

local function bytes_of(tree, options)
  local builder, path = svc.builder(), os.tmpname()
  local seen = {}
  for _, document in ipairs(tree.documents) do
    builder:document(document)
    for _, shown in ipairs(document.images or {}) do
      if not seen[shown.asset.name] then builder:asset(shown.asset) end
      seen[shown.asset.name] = true
    end
  end
  local terms = { private_key = KEY.private, sequence = 1, created = 1, expires = 4000000000 }
  assert(builder:write(path, tables.merge(terms, options)))
  local bytes = forge.read(path)
  os.remove(path)
  return bytes
end

local function apply(folder, change)
  if change[3] then
    content_tree.write(folder .. "/" .. change[2], change[3])
  else
    os.remove(folder .. "/" .. change[2])
  end
end

describe("a tree that is read again after", function()
  local folder, kept = content_tree.make(FILES), memo.new()
  local cache = svc.render_cache()
  for _, change in ipairs(CHANGES) do
    it(change[1] .. " is what it is when it is read for the first time", function()
      apply(folder, change)
      kept:begin({ [change[2]] = true })
      local again, fresh = markdown.read(folder, kept), markdown.read(folder)
      check.tree(again)
      check.tree(fresh)
      assert.same(state_of(fresh), state_of(again))
      assert.is_true(bytes_of(fresh, {}) == bytes_of(again, { cache = cache }))
    end)
  end
end)

describe("a tree whose folder was replaced", function()
  it("is read from the new one", function()
    local folder, kept = content_tree.make(FILES), memo.new()
    kept:begin()
    markdown.read(folder, kept)
    content_tree.write(folder .. "/" .. LINES, content_tree.lesson("\nOther.\n"))
    kept:begin({ ["en/material"] = true })
    assert.same(state_of(markdown.read(folder)), state_of(markdown.read(folder, kept)))
  end)
end)

describe("what a folder keeps of a publication", function()
  local folder, cache, own

  setup(function()
    folder, cache = content_tree.make(FILES), forge.folder()
    own = cache .. "/kept"
  end)
  teardown(function() forge.remove(cache) end)

  --- Reads the tree as another process would, and keeps what was made of it.
  local function again()
    local kept = assert(reuse.open(own))
    local tree = markdown.read(folder, kept.memo)
    check.tree(tree)
    local state, bytes = state_of(tree), bytes_of(tree, { cache = kept.renditions })
    assert(kept:save(tree))
    return state, bytes
  end

  local function fresh()
    local tree = markdown.read(folder)
    check.tree(tree)
    return state_of(tree), bytes_of(tree, {})
  end

  for _, change in ipairs(CHANGES) do
    it("changes nothing of the next one after " .. change[1], function()
      apply(folder, change)
      local state, bytes = fresh()
      for _ = 1, 2 do
        local other_state, other_bytes = again()
        assert.same(state, other_state)
        assert.is_true(bytes == other_bytes)
      end
    end)
  end

  local damages = {
    { "cut", "truncate -s -1" },
    { "empty", "truncate -s 0" },
    { "changed", "sed -i '1s/[a-z]/Z/80'" },
    { "gone in parts", "rm -f %s/*/*.parts; true" },
  }
  for _, damage in ipairs(damages) do
    it("changes nothing where its files are " .. damage[1], function()
      again()
      local all = damage[2]:find("%s", 1, true) and damage[2]:format(own)
        or damage[2] .. " " .. own .. "/*/*"
      assert(os.execute(all))
      local state, bytes = fresh()
      local other_state, other_bytes = again()
      assert.same(state, other_state)
      assert.is_true(bytes == other_bytes)
    end)
  end

  it("changes nothing where parts are damaged that a new glossary needs", function()
    again()
    assert(os.execute("truncate -s 0 " .. own .. "/*/*.parts"))
    local terms = "mathematics:\n  - en: { terms: [white], avoid: [square] }\n"
    content_tree.write(folder .. "/glossary.yaml", terms)
    assert.same((fresh()), (again()))
  end)

  it("has nothing of a text that is gone, and nothing of another program", function()
    local function count()
      local pipe <close> = io.popen("ls " .. own .. "/* | wc -l")
      return pipe:read("n")
    end
    again()
    local before = count()
    os.execute(
      ("mkdir -p %s/%s && touch %s/%s/x"):format(own, ("a"):rep(64), own, ("a"):rep(64))
    )
    content_tree.write(folder .. "/" .. MATH .. "extra.md", content_tree.lesson())
    again()
    os.remove(folder .. "/" .. MATH .. "extra.md")
    again()
    assert.equal(before, count())
  end)

  it("is refused where others may write it", function()
    os.execute("chmod o+w " .. own)
    local kept, reason = reuse.open(own)
    assert.is_nil(kept)
    assert.equal(
      own .. ": others may write it, and what is in it is signed; chmod go-w",
      reason
    )
  end)
end)

describe("renditions in files", function()
  local folder, path, tree

  --- The bytes of all files of a path, changed where there is a function for it.
  local function files(own, change)
    local all = {}
    for digit in ("0123456789abcdef"):gmatch(".") do
      local file <close> = io.open(own .. "-" .. digit, "rb")
      local bytes = file and file:read("a")
      if bytes and change then forge.write(own .. "-" .. digit, change(bytes)) end
      all[#all + 1] = bytes
    end
    return table.concat(all)
  end

  before_each(function()
    folder = content_tree.make(FILES)
    path = folder .. "/renditions"
    tree = markdown.read(folder)
    local cache = svc.render_cache()
    bytes_of(tree, { cache = cache })
    assert(cache:save(path, "stamp"))
  end)

  local damages = {
    { "whole", function(bytes) return bytes end },
    { "cut", function(bytes) return bytes:sub(1, -2) end },
    { "empty", function() return "" end },
    {
      "changed in a byte",
      function(bytes) return bytes:sub(1, 99) .. "x" .. bytes:sub(101) end,
    },
  }
  for _, damage in ipairs(damages) do
    it("give the same publication where they are " .. damage[1], function()
      files(path, damage[2])
      local cache = svc.render_cache(path, "stamp")
      assert.is_true(bytes_of(tree, {}) == bytes_of(tree, { cache = cache }))
    end)
  end

  it("are passed over by another program, and where others may write them", function()
    local before = files(path)
    bytes_of(tree, { cache = svc.render_cache(path, "other") })
    local other = svc.render_cache(path, "other")
    bytes_of(tree, { cache = other })
    assert(other:save(path, "other"))
    assert.is_true(files(path) ~= before)
    os.execute("chmod g+w " .. path .. "-*")
    assert.is_true(
      bytes_of(tree, {}) == bytes_of(tree, { cache = svc.render_cache(path, "other") })
    )
  end)

  it("are those of the last publication alone", function()
    local before = #files(path)
    local cache = svc.render_cache(path, "stamp")
    bytes_of({ documents = { tree.documents[1] } }, { cache = cache })
    assert(cache:save(path, "stamp"))
    assert.is_true(#files(path) < before)
  end)

  it("are left as they are where nothing changed", function()
    os.execute("touch -d 2001-01-01 " .. path .. "-*")
    local cache = svc.render_cache(path, "stamp")
    bytes_of(tree, { cache = cache })
    assert(cache:save(path, "stamp"))
    local pipe <close> =
      io.popen("find " .. folder .. " -name 'renditions-*' -newermt 2002-01-01")
    assert.equal("", pipe:read("a"))
  end)
end)

describe("a publication in haste", function()
  it("has the pages and no texts in its search", function()
    local tree = markdown.read(content_tree.make(FILES))
    local path = os.tmpname()
    forge.write(path, bytes_of(tree, { brief = true }))
    local publication <close> = assert(svc.open(path, { any_signer = true }))
    os.remove(path)
    local id = "asset:en:material:mathematics:curves"
    assert.truthy(publication:html(id):find("Back to", 1, true))
    local function count(query)
      return #publication:search({ queries = { query }, locale = "en" }).items
    end
    assert.same({ 1, 0 }, { count("Curves"), count("square") })
  end)
end)
