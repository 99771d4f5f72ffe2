--- Text shown to people.
local text = require("text")

describe("text.is_blank", function()
  local cases = {
    { "", true, "nothing" },
    { " \t\r\n", true, "ASCII white space" },
    { "\u{A0}\u{2003}\u{3000}", true, "white space of Unicode" },
    { "a", false, "a letter" },
    { " ö ", false, "a letter beyond ASCII" },
    { "\u{200B}", false, "a zero-width space, which is no white space" },
    { "\u{0}", false, "NUL" },
  }
  for _, case in ipairs(cases) do
    it(
      "is " .. tostring(case[2]) .. " for " .. case[3],
      function() assert.equal(case[2], text.is_blank(case[1])) end
    )
  end
end)

describe("text.quote", function()
  local cases = {
    { "abc", "`abc`", "a short text" },
    { "", "``", "nothing" },
    { ("ö"):rep(40), "`" .. ("ö"):rep(40) .. "`", "forty characters" },
    { ("ö"):rep(41), "`" .. ("ö"):rep(40) .. "…`", "forty-one characters" },
    { "a\nb\tc`d", "`a?b?c?d`", "control characters and backquotes" },
  }
  for _, case in ipairs(cases) do
    it("shows " .. case[3], function() assert.equal(case[2], text.quote(case[1])) end)
  end
end)
