--- Dates as publishers write them, and what is none.
local date = require("base.date")

describe("a day", function()
  local days = {
    { "1970-01-01", 0 },
    { "2000-02-29", 951782400 },
    { "2026-11-20", 1795132800 },
    { "2100-03-01", 4107542400 },
  }
  for _, case in ipairs(days) do
    it(
      ("%s is midnight UTC"):format(case[1]),
      function() assert.equal(case[2], date.day(case[1])) end
    )
  end

  -- stylua: ignore
  local refused = {
    "2030-13-45", "2030-00-10", "2030-01-00", "2030-04-31", "2023-02-29", "2100-02-29",
    "2030-1-1", "30-01-01", "2030-01-01x", " 2030-01-01", "2030/01/01", "tomorrow", "",
  }
  for _, text in ipairs(refused) do
    it(("is not %q"):format(text), function()
      local seconds, fault = date.day(text)
      assert.is_nil(seconds)
      assert.equal(("is %q; accepted is a day such as 2026-03-31"):format(text), fault)
    end)
  end
end)

describe("a time", function()
  it("is a day, or Unix seconds of at most twelve digits", function()
    assert.equal(date.day("2026-03-31"), date.time("2026-03-31"))
    assert.equal(1800000000, date.time("1800000000"))
    for _, text in ipairs { "1234567890123", "-1", "1e9", "2026-02-30" } do
      local seconds, fault = date.time(text)
      assert.is_nil(seconds)
      assert.matches("or Unix seconds", fault, 1, true)
    end
  end)
end)

describe("an instant", function()
  it("is a second of a day there is, in UTC", function()
    assert.equal(date.day("2026-03-31") + 3661, date.instant("2026-03-31T01:01:01Z"))
    for _, text in ipairs {
      "2026-02-30T00:00:00Z",
      "2026-03-31T24:00:00Z",
      "2026-03-31T00:60:00Z",
      "2026-03-31T00:00:60Z",
      "2026-03-31T00:00:00",
      "2026-03-31",
    } do
      assert.is_nil(date.instant(text))
    end
  end)
end)
