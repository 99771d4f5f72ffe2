--- A tree that is read again after each change is what it is when it is read for the first time,
-- and what is published of it has the same bytes.
local check = require("data.check")
local content_tree = require("spec.support.publication.content_tree")
local forge = require("spec.support.publication.forge")
local images = require("spec.support.publication.images")
local markdown = require("data.import.markdown")
local memo = require("data.memo")
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

describe("renditions in a file", function()
  local folder, path, tree

  setup(function()
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
      forge.write(path .. "2", damage[2](forge.read(path)))
      local cache = svc.render_cache(path .. "2", "stamp")
      assert.is_true(bytes_of(tree, {}) == bytes_of(tree, { cache = cache }))
    end)
  end

  it("are found again, and not by another program", function()
    local own, other = svc.render_cache(path, "stamp"), svc.render_cache(path, "other")
    assert(own:save(path .. "3", "stamp"))
    assert(other:save(path .. "4", "stamp"))
    assert.equal(#forge.read(path), #forge.read(path .. "3"))
    assert.is_true(#forge.read(path .. "4") < 100)
  end)

  it("are those of the last publication alone", function()
    local cache = svc.render_cache(path, "stamp")
    bytes_of({ documents = { tree.documents[1] } }, { cache = cache })
    assert(cache:save(path .. "5", "stamp"))
    assert.is_true(#forge.read(path .. "5") < #forge.read(path))
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
