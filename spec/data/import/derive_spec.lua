--- Descriptions that a text does not state.
local derive = require("data.import.derive")

--- Definitions of addresses, at the end of a text.
local DEFINED = "[b]: b.svg\n[l]: https://x.test\n"

describe("a description that is derived", function()
  local cases = {
    {
      "badges",
      "[![Build](b.svg)](https://x.test) [![npm](c.svg)](https://y.test)\n\nReal text.",
    },
    { "an image", "![logo](a.png)\n\nReal text." },
    { "links alone", "<< [Day 1](a.md) | [Day 2](b.md) >>\n\nReal text." },
    { "code in a line", "`make run`\n\nReal text." },
    { "a block of code", "```sh\nmake run\n```\n\nReal text." },
    { "code that is indented", "    make run\n\nReal text." },
    { "a formula", "$$x^2$$\n\nReal text." },
    { "an alert", "> [!NOTE]\n> Mind this.\n\nReal text." },
    { "a quotation", "> Someone said so.\n\nReal text." },
    { "a table", "| a | b |\n| - | - |\n| c | d |\n\nReal text." },
    { "items", "- one\n- two\n\nReal text." },
    { "a heading", "# Heading\n\nReal text." },
    {
      "badges whose addresses are below",
      "[![Build][b]][l] [![Docs][b]][l]\n\nReal text.\n\n" .. DEFINED,
    },
    {
      "links whose addresses are below",
      "[Day 1][l] | [Day 2][b]\n\nReal text.\n\n" .. DEFINED,
    },
    { "an image whose address is below", "![logo][b]\n\nReal text.\n\n" .. DEFINED },
    { "a link right above code", "[Day 1](a.md)\n```\nmake run\n```\n\nReal text." },
    { "an alert with a link alone", "> [!NOTE]\n> [Day 1](a.md)\n\nReal text." },
  }
  for _, case in ipairs(cases) do
    it(
      "is of no " .. case[1],
      function() assert.equal("Real text.", derive.description(case[2] .. "\n")) end
    )
  end

  local whole = {
    { "an alert that is all", "> [!NOTE]\n> Mind this.", "Mind this." },
    { "links that are all", "[Day 1](a.md)", "Day 1." },
    { "code within words", "Run `make` at once.", "Run make at once." },
    { "links within words", "See [this](a.md) first.", "See this first." },
    { "a quotation that is all", "> Someone\n> said so.", "Someone said so." },
    {
      "a quotation behind a link",
      "[Day 1](a.md)\n\n> Someone\n> said so.",
      "Someone said so.",
    },
    {
      "links whose addresses are below",
      "Use [this][l] first.\n\n" .. DEFINED,
      "Use this first.",
    },
    { "a link that is named below", "Use [l] first.\n\n" .. DEFINED, "Use l first." },
    { "a quoted link from below", "> Use [this][l].\n\n" .. DEFINED, "Use this." },
    { "words with a footnote", "Words[^1] first.\n\n[^1]: A note.", "Words first." },
    {
      "words with two footnotes",
      "Words[^a] first[^b].\n\n[^a]: A.\n[^b]: B.",
      "Words first.",
    },
    { "words of more than 4 KiB", ("é"):rep(2100) .. " end.", ("é"):rep(118) .. "…" },
  }
  for _, case in ipairs(whole) do
    it(
      "is of " .. case[1],
      function() assert.equal(case[3], derive.description(case[2] .. "\n")) end
    )
  end

  it(
    "is none of a text without a word",
    function() assert.is_nil(derive.description("# Heading\n\n---\n")) end
  )
end)
