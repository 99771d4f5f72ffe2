--- Marks of GitHub's pages as Markdown.
local marks = require("data.transfer.marks")

--- The Markdown of a text, and what is told of it.
local function written(source)
  local told = {}
  local plain = marks.plain(source .. "\n", function(what) told[#told + 1] = what end)
  return plain:gsub("\n$", ""), table.concat(told, "; ")
end

local CASES = {
  { "a formula in a fence", "```math\nx^2\n```", "$$\nx^2\n$$" },
  {
    "a formula in a fence of an item",
    "- a\n\n  ```math\n  x\n  ```",
    "- a\n\n  $$\n  x\n  $$",
  },
  { "a formula in a fence of a quotation", "> ```math\n> x\n> ```", "> $$\n> x\n> $$" },
  { "a formula in a fence of waves", "~~~ math\nx\n~~~", "$$\nx\n$$" },
  { "a formula of MyST", "```{math}\nx\n```", "$$\nx\n$$" },
  { "a formula in code", "a $`x_1`$ b $`y`$", "a $x_1$ b $y$" },
  { "a link whose signs are escaped", '\\<a href="b"\\>c\\</a\\>', '<a href="b">c</a>' },
  { "a link whose opening signs are escaped", '\\<a href="b">c\\</a>', '<a href="b">c</a>' },
  {
    "a table with blank lines between its tags",
    "<table>\n\n<tr>\n\n<td>a</td>\n\n</tr>\n\n</table>\n\nb",
    "<table>\n<tr>\n<td>a</td>\n</tr>\n</table>\n\nb",
  },
  {
    "a table with words between blank lines",
    "<table><tr><td>\n\nA word.\n\n</td></tr></table>",
    "<table><tr><td>\nA word.\n</td></tr></table>",
  },
  {
    "a table in a table",
    "<table><tr><td>\n\n<table>\n\n<tr></tr></table>\n\n</td></tr></table>\n\na",
    "<table><tr><td>\n<table>\n<tr></tr></table>\n</td></tr></table>\n\na",
  },
}

local SAME = {
  "```mathematica\nx\n```",
  "````text\n```math\nx\n```\n````",
  "`` $`x`$ `` and `$x$`",
  "$5 `x` $6",
  "`a $` b `$ c`",
  "`\\<a href>`",
  "\\<b\\>",
  "<table><tr><td>\n\n- a\n- b\n\n</td></tr></table>",
  "<table><tr><td>\n\n**a**\n\n</td></tr></table>",
  "<table><tr><td>\n\n<pre>\na\n\nb</pre>\n\n</td></tr></table>",
  "<table>\n\n<tr>",
  "```html\n<table>\n\n</table>\n```",
  "    <table>\n\n    </table>",
}

describe("a mark of GitHub", function()
  for _, case in ipairs(CASES) do
    it("is Markdown: " .. case[1], function() assert.equal(case[3], (written(case[2]))) end)
  end

  for _, text in ipairs(SAME) do
    it(
      ("is none, and stays: %q"):format(text),
      function() assert.equal(text, (written(text))) end
    )
  end

  local told = {
    { '<input type="text">', "element without a meaning here, taken out: input: 1" },
    { "<canvas></canvas>\n\n<CANVAS>", "element without a meaning here, taken out: canvas: 2" },
    { '<input type="checkbox">', "" },
    { "`<input>`", "" },
    { "```html\n<form>\n```", "" },
  }
  for _, case in ipairs(told) do
    it(
      "is told where nothing stands for it: " .. case[1],
      function() assert.equal(case[2], select(2, written(case[1]))) end
    )
  end
end)
