--- The name that somebody meant.
local nearest = require("base.nearest")

describe("the nearest name", function()
  local names = { "listen", "log", "workers", "quota_limit", "quota_window" }
  local rows = {
    { "lisen", "listen", "a byte is missing" },
    { "listten", "listen", "a byte is too much" },
    { "wrokers", "workers", "two bytes are exchanged" },
    { "quota-limit", "quota_limit", "a byte is another" },
    { "WORKERS", "workers", "the case is another" },
    { "quotalimits", "quota_limit", "two edits" },
    { "lo", nil, "a short name is near to too many" },
    { "frobnicate", nil, "nothing is near" },
    { "", nil, "nothing is given" },
  }
  for _, row in ipairs(rows) do
    it(
      ("of %q is %s: %s"):format(row[1], tostring(row[2]), row[3]),
      function() assert.equal(row[2], nearest.find(row[1], names)) end
    )
  end

  it(
    "is the nearest of several that are near",
    function() assert.equal("abcdefgh", nearest.find("abcdefg", { "abcdexx", "abcdefgh" })) end
  )

  it("is what a refusal ends with; else it says where the names are", function()
    assert.equal("; did you mean listen?", nearest.hint("lisen", names))
    assert.equal("; svcd serve --help lists the options", nearest.hint("x", names))
    assert.equal("; see there", nearest.hint("x", names, "; see there"))
  end)
end)
