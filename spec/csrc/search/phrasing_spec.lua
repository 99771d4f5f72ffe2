--- Levels of school and of books: "grade 10" says for whom something is, not what it is about.
local shelf = require("spec.support.publication.shelf")

--- `{ locale, query, about }`: the number, which a text may have as well, counts as little.
local LEVELS = {
  { "en", "grade 10 chemistry", "chemistry" },
  { "en", "10th grade chemistry", "chemistry" },
  { "en", "chemistry class 11", "chemistry" },
  { "en", "chapter 2 chemistry", "chemistry" },
  { "en", "chemistry unit 3", "chemistry" },
  { "de", "Klasse 10 Chemie", "Chemie" },
  { "de", "Chemie 10. Klasse", "Chemie" },
  { "de", "Chemie Kapitel 4", "Chemie" },
  { "de", "Chemie Jahrgangsstufe 11", "Chemie" },
  { "id", "kimia kelas 10", "kimia" },
  { "id", "kimia kelas XII", "kimia" },
  { "id", "bab 3 kimia", "kimia" },
  { "id", "kimia semester 2", "kimia" },
}

--- `{ locale, query }`: the same words where no number of a level stands beside them.
local SUBJECTS = {
  { "en", "class" },
  { "en", "a class of objects" },
  { "en", "class 1024" },
  { "de", "Klasse" },
  { "de", "Klasse von Objekten" },
  { "id", "kelas sosial" },
}

local LEVEL =
  { en = "class grade chapter unit", de = "Klasse Kapitel", id = "kelas bab semester" }

describe("a level with its number", function()
  for _, case in ipairs(LEVELS) do
    local locale, query, about = table.unpack(case)
    it(("leaves the subject to be found: %s"):format(query), function()
      local publication = shelf.open {
        { name = "level", locale = locale, text = (LEVEL[locale] .. " 10 2 3 4 11\n"):rep(3) },
        { name = "subject", locale = locale, text = ("1 2 3 4 5 %s\n"):format(about) },
      }
      assert.equal("subject", shelf.find(publication, query, { locale = locale }):match("^%S+"))
    end)
  end
  for _, case in ipairs(SUBJECTS) do
    local locale, query = table.unpack(case)
    it(("is a subject of its own without: %s"):format(query), function()
      local publication = shelf.open {
        { name = "level", locale = locale, text = LEVEL[locale] .. "\n" },
        { name = "other", locale = locale, text = "1 2 3 4 5\n" },
      }
      assert.equal("level", shelf.find(publication, query, { locale = locale }))
    end)
  end
end)
