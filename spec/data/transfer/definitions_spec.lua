--- Lists of definitions of MkDocs and Hugo as lists of Markdown.
local definitions = require("data.transfer.definitions")

describe("a list of definitions", function()
  local cases = {
    { "is an item for each term", "a\n: b\n\nc\n: d", "- a\n\n  b\n\n- c\n\n  d" },
    { "may have a blank line behind a term", "a\n\n:   b", "- a\n\n  b" },
    {
      "may have terms of two lines, and two definitions",
      "a\nb\n:   c\n:   d\n\n:   e",
      "- a\n  b\n\n  c\n\n  d\n\n  e",
    },
    {
      "keeps the blocks of a definition, and their code",
      "a\n:   b\n\n    ```c\n    d\n      e\n\n    ```\n\n        f\n\ng",
      "- a\n\n  b\n\n  ```c\n  d\n    e\n\n  ```\n\n      f\n\ng",
    },
    { "may have a mark without a definition before one", "a\n: \n: b", "- a\n\n  b" },
    { "has no mark alone", "a\n: \nb", "a\n: \nb" },
    { "keeps lazy lines", "a\n: b\nc\n\nd", "- a\n\n  b\n  c\n\nd" },
    {
      "may stand in an item",
      "- a\n\n    b\n    :   c\n\n        d",
      "- a\n\n    - b\n\n      c\n\n      d",
    },
    { "begins behind no heading", "# a\n: b", "# a\n: b" },
    { "begins behind no item", "- a\n: b", "- a\n: b" },
    { "begins with no mark alone", ": b", ": b" },
    { "is none in code", "```c\na\n: b\n```", "```c\na\n: b\n```" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function() assert.equal(case[3] .. "\n", definitions(case[2])) end)
  end
end)
