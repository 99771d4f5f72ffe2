--- Ranking: which of two documents that both have the words comes first, and why.
local shelf = require("spec.support.publication.shelf")

local FILLER = "so it stands here among all those words that it has been given to say today "

--- A text of words with so many others between them, as many in all whatever the numbers are.
local function spaced(...)
  local parts, left = {}, 60
  for _, part in ipairs({ ... }) do
    parts[#parts + 1] = math.type(part) and ("filler "):rep(part) or part .. " "
    left = left - (math.type(part) and part or 1)
  end
  return table.concat(parts) .. ("filler "):rep(left) .. "\n"
end

-- The document that must not win stands first, and would with an equal score.
local CASES = {
  {
    "words that stand together, also those that are not neighbours in the query",
    "river stone bridge",
    { text = spaced("river", 14, "stone", 14, "bridge") },
    { text = spaced("river", 2, "bridge", 26, "stone") },
  },
  {
    "a title with most of the words, before a text that repeats them",
    "tides moon gravity",
    { title = "Notes", text = ("tides moon " .. FILLER):rep(3) .. "\n" },
    { title = "Tides of the moon", text = (FILLER):rep(3) .. "\n" },
  },
  {
    "a term where it is defined, before a text that uses it more often",
    "osmosis",
    { text = "The osmosis " .. FILLER .. "and osmosis " .. FILLER .. "\n" },
    { text = "It is called **osmosis** when " .. FILLER .. FILLER .. "\n" },
  },
}

describe("of two documents", function()
  for _, case in ipairs(CASES) do
    local what, query, other, first = table.unpack(case)
    it("comes first: " .. what, function()
      other.name, first.name = "a-other", "b-first"
      local publication <close> = shelf.open({ other, first, { name = "c", text = FILLER } })
      assert.equal("b-first", shelf.find(publication, query, { limit = 1 }))
    end)
  end
end)

describe("among many short texts that have one of the words", function()
  it("a long one that has them side by side comes first", function()
    local entries = { { name = "lone", text = spaced(2500, "linear", "algebra", 500) } }
    for i = 1, 200 do
      local text = spaced(i % 2 == 0 and "linear" or "algebra", i % 7)
      entries[i + 1] = { name = ("a-%03d"):format(i), text = text }
    end
    local publication <close> = shelf.open(entries)
    assert.equal("lone", shelf.find(publication, "linear algebra", { limit = 1 }))
  end)
end)
