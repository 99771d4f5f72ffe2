--- No work on bytes of a client or of content grows faster than they do: each of the cases below is
-- tried at three sizes n, 2n and 4n, and its instructions are counted.

local growth = require("spec.support.house.growth")

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

describe("the work on", function()
  local function each(module, counts_of)
    local counts
    lazy_setup(function() counts = counts_of() end)
    for _, case in ipairs(require(module)) do
      it(
        case.name .. " grows no faster than it",
        function() assert_linear(counts[case.name]) end
      )
    end
  end

  describe(
    "content:",
    function() each("spec.proof.growth.content", growth.start("spec.proof.growth.content")) end
  )

  describe(
    "a request:",
    function() each("spec.proof.growth.requests", growth.start("spec.proof.growth.requests")) end
  )

  describe(
    "a text to import:",
    function() each("spec.proof.growth.import", growth.start("spec.proof.growth.import")) end
  )

  describe(
    "what a parser reads:",
    function() each("spec.proof.growth.parsers", growth.start("spec.proof.growth.parsers")) end
  )

  describe("the wire:", function()
    each("spec.proof.growth.wire", function() return growth.serve("spec.proof.growth.wire") end)
  end)
end)
