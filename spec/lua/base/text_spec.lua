--- Text shown to people.
local text = require("base.text")

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

describe("text.trim", function()
  local cases = {
    { "", "", "nothing" },
    { " \t\r\n", "", "white space" },
    { "a", "a", "one letter" },
    { " a", "a", "blanks before" },
    { "a\t ", "a", "blanks behind" },
    { "\n a  b \n", "a  b", "blanks on both sides, those between kept" },
    { "\u{A0}a", "\u{A0}a", "a space beyond ASCII, which is kept" },
  }
  for _, case in ipairs(cases) do
    it("trims " .. case[3], function() assert.equal(case[2], text.trim(case[1])) end)
  end
end)

describe("text.markdown", function()
  local cases = {
    { 'quadratic equations, "x" = 2?', 'quadratic equations, "x" = 2?', "words as they are" },
    { "a\n# b", "a \\# b", "a line break and a heading" },
    { "a\r\n\tb\127", "a   b ", "control characters" },
    { "a\u{85}b\u{2028}c\u{2029}d", "a b c d", "line breaks of Unicode" },
    { "[a](b)", "\\[a\\](b)", "a link" },
    { "\\*", "\\\\\\*", "a backslash" },
    { "http://a.b", "http\\://a\\.b", "an address" },
    { "ö العربية", "ö العربية", "letters beyond ASCII" },
  }
  for _, case in ipairs(cases) do
    it("shows " .. case[3], function() assert.equal(case[2], text.markdown(case[1])) end)
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
