--- A new locale is a row in C, a file of words and content: a copy of the checkout that has French
-- as well is built, publishes an article, finds it and shows it.

local checkout = require("spec.support.house.checkout")
local client = require("spec.support.service.client")
local content_tree = require("spec.support.publication.content_tree")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")
local svc = require("svc")

--- Words of the pages, made of the English ones.
local function words()
  local english = forge.read("lua/base/locales/en.lua")
  local own = {
    { 'name = ".-"', 'name = "Français"' },
    { 'search = ".-"', 'search = "Rechercher"' },
    { "frequent = .-,\n", 'frequent = "le la les des est une dans pour avec sur sont par",\n' },
  }
  for _, row in ipairs(own) do
    local count
    english, count = english:gsub(row[1], row[2], 1)
    assert(count == 1, row[1])
  end
  return english
end

--- The names of the folders of a tree, in every locale.
local function labels()
  local names = {}
  for _, locale in ipairs({ "fr", table.unpack(svc.locales) }) do
    names[#names + 1] = ("%s: { label: Nom, segment: nom }"):format(locale)
  end
  local all = ": { " .. table.concat(names, ", ") .. " }\n"
  local sections = { "sections:\n" }
  for _, section in ipairs({ "articles", "material", "tryout" }) do
    sections[#sections + 1] = "  " .. section .. all:gsub("nom", section)
  end
  return table.concat(sections)
    .. ("categories:\n  science%s"):format(all:gsub("nom", "sciences"))
    .. "subjects: {}\ncountries: {}\nexams: {}\n"
end

local ARTICLE = [[
---
title: Pourquoi le ciel est bleu
description: La lumière du soleil contient toutes les couleurs.
concept: science:rayleigh-scattering
updated: 2026-11-23
---

La lumière bleue est plus diffusée que la lumière rouge. Les nuages sont blancs.
]]

describe("a new locale", function()
  local copy, subject

  setup(function()
    copy = checkout.copy()
    local rows = forge.read(copy.folder .. "/csrc/base/locale.h")
    local longer, count =
      rows:gsub("(  ROW%(DE,[^\n]*)\n", '%1 \\\n  ROW(FR, "fr", "french", NO_QURAN)\n')
    assert(count == 1)
    forge.write(copy.folder .. "/csrc/base/locale.h", longer)
    forge.write(copy.folder .. "/lua/base/locales/fr.lua", words())
    local content = copy.folder .. "/build/content"
    content_tree.write(content .. "/labels.yaml", labels())
    content_tree.write(content .. "/catalogue.yaml", "sets: []\n")
    content_tree.write(content .. "/fr/articles/science/sky.md", ARTICLE)
  end)
  teardown(function()
    if subject then subject:stop() end
    copy:remove()
  end)

  it(
    "is a row and a file by hand",
    function() assert.same({ "csrc/base/locale.h", "lua/base/locales/fr.lua" }, copy:changed()) end
  )

  it("is compiled", function()
    local output = copy:run("ninja -C build --quiet && echo done")
    assert.equal("done", output[#output], table.concat(output, "\n"))
  end)

  it("is published", function()
    local output = copy:run(
      "build/svcd publish --content build/content --no-quran --key build/demo.key --sequence 1"
        .. " --out build/fr.svp"
    )
    local text = table.concat(output, "\n")
    assert.matches("\nfr  articles 1, material 0, tryout 0, quran 0\n", text, 1, true)
  end)

  describe("is served:", function()
    setup(
      function()
        subject = server.start({
          publication = copy.folder .. "/build/fr.svp",
          trust = copy.folder .. "/build/demo.trust",
        }, {}, { program = copy.folder .. "/build/svcd", bare = true })
      end
    )

    local shown = {
      {
        "the search stems its words",
        "/v1/search?query=nuage&locale=fr",
        "asset:fr:articles:",
      },
      { "the taxonomy counts it", "/v1/taxonomy?locale=fr", '{"count":1,"locale":"fr"}' },
      { "its page is in its language", "/fr/articles/sciences/sky", '<html lang="fr"' },
      { "its page has its words", "/fr/articles/sciences/sky", "<button>Rechercher</button>" },
      { "its home names what there is", "/fr", "Pourquoi le ciel est bleu" },
      { "other pages lead to it", "/docs", "Français" },
    }
    for _, case in ipairs(shown) do
      it(case[1], function()
        local answer = client.request(subject.port, case[2])
        assert.equal(200, answer.status)
        assert.matches(case[3], answer.body, 1, true)
      end)
    end

    it("where it has no Quran, that is refused", function()
      local answer = client.request(subject.port, "/v1/quran/2?locale=fr")
      assert.equal(422, answer.status)
      assert.matches("one of `en`, `id`, `de`, not `fr`", answer.body, 1, true)
    end)
  end)

  it(
    "needed no other change",
    function() assert.same({ "csrc/base/locale.h", "lua/base/locales/fr.lua" }, copy:changed()) end
  )
end)
