--- Random texts: the tree has the structure that cmark-gfm finds in them but for what is explained,
-- and other destinations of links change nothing else. `make differential-markdown` tries 10⁵.
local forge = require("spec.support.publication.forge")
local markdown = require("spec.proof.differential.markdown")
local random_texts = require("spec.proof.differential.texts")

describe("a random text", function()
  local folder, texts = forge.folder(), nil
  lazy_setup(function()
    math.randomseed(20261139)
    texts = random_texts.make(200)
  end)
  teardown(function() forge.remove(folder) end)

  it("is read as cmark-gfm reads it, or as is explained", function()
    for _, found in ipairs(markdown.short(texts, folder)) do
      assert.is_truthy(markdown.explained(found), markdown.told(found))
    end
  end)

  it("keeps all but the destinations of links when these are written anew", function()
    for _, text in ipairs(texts) do
      assert.is_nil(markdown.relinked(text), text)
    end
  end)
end)
