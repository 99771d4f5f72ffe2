--- No work on bytes of a client or of content grows faster than they do: each of the cases below is
-- tried at three sizes n, 2n and 4n, and its instructions are counted. The suite tries one case of
-- three, `make growth` all.

local growth = require("spec.support.house.growth")

local EVERY = tonumber(os.getenv("GROWTH_EVERY")) or 3

local function assert_linear(counts)
  local told = ("%.0f, %.0f and %.0f instructions at n, 2n and 4n"):format(table.unpack(counts))
  assert.is_true(growth.is_linear(counts), told)
end

describe("the measure of growth", function()
  local rows = {
    { "the same work", 1e6, 1e6, 1e6, true },
    { "work in proportion", 1e6, 2e6, 4e6, true },
    { "work in proportion beside work that is always done", 11e6, 12e6, 14e6, true },
    { "n log n of a thousand", 9966e3, 21931e3, 47863e3, true },
    { "a square", 1e5, 4e5, 16e5, false },
    { "a cube", 1e5, 8e5, 64e5, false },
    { "a square beside as much in proportion", 2e5, 6e5, 20e5, false },
    { "the square of very little", 1000, 4000, 16000, true },
    { "an answer, then refusals of growing length", 9e6, 1e6, 2e6, true },
  }
  for _, row in ipairs(rows) do
    it(
      ("%s %s"):format(row[5] and "accepts" or "refuses", row[1]),
      function() assert.equal(row[5], growth.is_linear({ row[2], row[3], row[4] })) end
    )
  end
end)

-- Of the cases of each, one in so many is tried.
local GROUPS = {
  { "content", "spec.proof.growth.content", EVERY },
  { "a request", "spec.proof.growth.requests", EVERY },
  { "a text to import", "spec.proof.growth.import", EVERY },
  { "what a parser reads", "spec.proof.growth.parsers", EVERY },
  { "a search in", "spec.proof.growth.corpus", 1 },
}
local SERVED = "spec.proof.growth.served"

local counts

lazy_setup(function()
  local chosen = { { SERVED, 1 } }
  for _, group in ipairs(GROUPS) do
    table.insert(chosen, { group[2], group[3] })
  end
  counts = growth.count(chosen)
end)

describe("the work on", function()
  for _, group in ipairs(GROUPS) do
    describe(group[1] .. ":", function()
      local module = group[2]
      for _, case in ipairs(growth.cases(module, group[3])) do
        it(
          case.name .. " grows no faster than it",
          function() assert_linear(counts[module][case.name]) end
        )
      end
    end)
  end
end)

--- Instructions for a byte of a text, twice what serving it takes; reading its Markdown takes more.
-- At so many, 540 kB take 26 ms where a second has 10⁹.
local MOST = 48

describe("a text that is long to read", function()
  for _, case in ipairs(growth.cases(SERVED, 1)) do
    it(("is not read where it is %s"):format(case.name), function()
      local found = counts[SERVED][case.name]
      assert_linear(found)
      assert.is_true(found[3] / (4 * case.size) < MOST, found[3] / (4 * case.size))
    end)
  end
end)
