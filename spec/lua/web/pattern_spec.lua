--- Patterns of JSON Schemas.
local pattern = require("web.pattern")

describe("a pattern", function()
  -- stylua: ignore
  local cases = {
    { "^[A-Z]{3}-\\d+$", { "ABC-1", "XYZ-0099" }, { "AB-1", "ABC-", "xABC-1", "ABC-1x", "" } },
    { "a+b", { "aab", "xxaby" }, { "aa", "b" } },
    { "^a?b*$", { "", "a", "bbb", "abb" }, { "aa", "ba" } },
    { "^.{2,4}$", { "ab", "äöü", "abcd" }, { "a", "abcde", "a\n" } },
    { "^\\S+@\\S+$", { "a@b", "a@b@c" }, { "@b", "a@", "a @b" } },
    { "^[^\\s,]{2,}$", { "ab", "a-b" }, { "a", "a b", "a,b" } },
    { "^\\.\\*\\\\$", { ".*\\" }, { "a*\\" } },
    { "^[a\\-z\\]]+$", { "a-z]" }, { "b" } },
    { "^[à-ü]+$", { "éü" }, { "e" } },
    { "\\S", { "x", " x " }, { "", " \t\n" } },
    { "^a{3}$", { "aaa" }, { "aa", "aaaa" } },
    { "^a*a*a*a*b$", { "b", "aab" }, { ("a"):rep(30000) } },
    { "", { "", "x" }, {} },
  }
  for _, case in ipairs(cases) do
    it("takes and refuses what it should: " .. case[1], function()
      local matches = assert(pattern.compile(case[1]))
      for _, text in ipairs(case[2]) do
        assert.is_true(matches(text), text)
      end
      for _, text in ipairs(case[3]) do
        assert.is_false(matches(text), text)
      end
    end)
  end

  for _, text in ipairs({
    "(a)",
    "a|b",
    "a**",
    "[a",
    "a{2",
    "a{3,2}",
    "\\bx",
    "[b-a]",
    "a$b",
    "*",
  }) do
    it("is refused where it is none, or more than a row: " .. text, function()
      local compiled, reason = pattern.compile(text)
      assert.is_nil(compiled)
      assert.truthy(reason:find("no groups or alternatives", 1, true))
    end)
  end
end)
