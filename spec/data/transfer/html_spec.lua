--- HTML in pages of other programs, as Markdown that says the same.
local cleaning = require("data.transfer.cleaning")
local svc = require("svc")

describe("HTML of another program", function()
  local cases = {
    {
      "leaves a tag whole whose attribute holds another",
      'A <span title="`b<c>` > d">e</span> f.',
      "A e f.",
    },
    { "leaves what is no tag", "A <don't> b.", "A <don't> b." },
    {
      "takes out an end tag that nothing begins",
      "A\n\n</details>\n\nB</sub> c</detail>",
      "A\n\n\n\nB c",
    },
    {
      "leaves the end tag of an element that is open",
      "<details>\n\nA<sub>1</sub>\n\n</details>\n\n</details>\n\nB",
      "<details>\n\nA<sub>1</sub>\n\n</details>\n\n\n\nB",
    },
    {
      "shows the caption of a component, with its code",
      '<Listing number="1" caption="A `B<c>` of">\n\nText.\n\n</Listing>',
      "**A `B<c>` of**\n\nText.",
    },
    {
      "shows an image that it only indents",
      "<div>\n    <img src='a.png' alt='A'>\n</div>",
      "![A](<a.png>)",
    },
    {
      "writes a table with its head",
      "<table>\n<thead><tr><th>A</th><th>B</th></tr></thead>\n<tbody>"
        .. "<tr><td>1</td><td>2</td></tr></tbody>\n</table>",
      "| A | B |\n| --- | --- |\n| 1 | 2 |",
    },
    {
      "gives a table that has no head an empty one",
      "<table><tr><td>1</td><td>2</td></tr></table>",
      "|  |  |\n| --- | --- |\n| 1 | 2 |",
    },
    {
      "writes cells that stand on lines of their own",
      "<table>\n  <tr>\n    <th>\n      Long name\n    </th>\n    <th>B</th>\n  </tr>\n  "
        .. "<tr>\n    <td>1</td>\n    <td>2</td>\n  </tr>\n</table>",
      "| Long name | B |\n| --- | --- |\n| 1 | 2 |",
    },
    {
      "escapes the bars of cells",
      "<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td>"
        .. "<td><code>a|b</code> \\|</td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1\\|2 | `a\\|b` \\| |",
    },
    {
      "keeps paragraphs, lists and code of a cell on its line",
      "<table><tr><th>A</th><th>B</th></tr><tr><td>"
        .. "<p>a</p><p>b</p></td><td><ul><li>c</li><li>d</li></ul>"
        .. "<pre>x = 1\ny | 2</pre></td></tr></table>",
      "| A | B |\n| --- | --- |\n| a<br>b | • c<br>• d<br>`x = 1`<br>`y \\| 2` |",
    },
    {
      "is a heading with its id on one line",
      '<h2 id="x">\n  A\n  <b>b</b>\n</h2>',
      "## A **b** {#x}",
    },
    {
      "is a heading within a quotation",
      '> <h2 id="x">A\n> b</h2>',
      "> ## A b {#x}",
    },
    {
      "is no heading within a cell",
      '<table><tr><td><h3 id="x">A</h3></td><td>b</td></tr></table>',
      "|  |  |\n| --- | --- |\n| A | b |",
    },
    {
      "writes a list of definitions on one line as a list",
      "<dl><dt>A</dt><dd>b</dd><dt>C</dt><dd>d<p>e</p></dd></dl>",
      "- A\n\n  b\n\n- C\n\n  d\n\n  e",
    },
    {
      "writes a list of definitions over lines as a list",
      "<dl>\n  <dt>A</dt>\n  <dd>b</dd>\n</dl>\n\nc",
      "- A\n\n  b\n\nc",
    },
    { "leads to a film beside the page", '<video src="x/a.mp4"></video>', "[a.mp4](x/a.mp4)" },
    { "leads to a film of a source", "<audio><source src='a.ogg'></audio>", "[a.ogg](a.ogg)" },
    { "leads to no frame beside the page", 'a <iframe src="x.html"></iframe>', "a" },
    { "takes a role for no emoji", "a :label:`b`", "a :label:`b`" },
    {
      "leads to a frame without a scheme",
      '<iframe src="//x.test/e"></iframe>',
      "<https://x.test/e>",
    },
    {
      "keeps the boxes of a list",
      '- <input type="checkbox" checked> a\n- <input type=checkbox> b',
      "- [x] a\n- [ ] b",
    },
    {
      "writes names of emoji",
      "a :heavy_check_mark: :books: :nosuch:",
      "a ✔️ 📚 :nosuch:",
    },
    {
      "takes attributes behind images and links out",
      '![a](b.png){width=30} [c](d.md){target="_blank" .e} [f](g.md){: #h }',
      "![a](b.png) [c](d.md) [f](g.md)",
    },
    {
      "leaves braces behind links that are no attributes",
      "[a](b.md){c} [d](e.md){} `[f](g){.h}`",
      "[a](b.md){c} [d](e.md){} `[f](g){.h}`",
    },
    {
      "fills rows that are short",
      "<table><tr><th>A</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "| A |  |\n| --- | --- |\n| 1 | 2 |",
    },
    {
      "shows the caption of a table before it",
      "<table><caption>C</caption><tr><th>A</th><th>B</th></tr></table>",
      "C\n\n| A | B |\n| --- | --- |",
    },
    {
      "writes a table within a quotation",
      "> <table><tr><th>A</th><th>B</th></tr></table>",
      ">\n>\n> | A | B |\n> | --- | --- |",
    },
    {
      "takes out a table that only places its one cell",
      "<table><tr><td><b>Alone</b></td></tr></table>",
      "**Alone**",
    },
    {
      "loses no word that stands in a table and in no cell",
      "<table>a<tr>b<td>c</td><td>d</td></tr></table>",
      "a\n\nb\n\n|  |  |\n| --- | --- |\n| c | d |",
    },
    {
      "takes a control character of the text for no block of code",
      "<table><tr><td>a\0019\1b</td><td>c</td></tr></table>",
      "|  |  |\n| --- | --- |\n| ab | c |",
    },
    {
      "loses no word of a table with blank lines",
      "<table><tr><td>\n\na\n\n</td></tr></table>",
      "a",
    },
    {
      "stays within its item",
      "- a\n\n  1. b\n\n     <div>c</div>\n\n     d",
      "- a\n\n  1. b\n\n     c\n\n     d",
    },
    {
      "stays within the item whose mark is before it",
      "- <div>a</div>\n\n  b",
      "- a\n\n  b",
    },
    { "stays within its quotation", "> a\n>\n> <p>b</p>\n> c", "> a\n>\n> b\n>\n> c" },
    { "stays within its row", "| a |\n| - |\n| <p>b</p> |", "| a |\n| - |\n| b |" },
    {
      "is code where it says so, with its characters and without its marks",
      "<code># a&vert; *b* <em>c</em> &lt;&#x41;</code>",
      "`# a| b c <A`",
    },
    { "is code with grave accents", "<code>a `` b`</code>", "``` a `` b` ```" },
    {
      "is code in a row",
      "| a |\n| - |\n| <tt>b &vert; c</tt> |",
      "| a |\n| - |\n| `b \\| c` |",
    },
    {
      "is a block of code where it says so",
      "- a\n\n  <pre>\n  <code>b <em>c</em> &lt;d&gt;\n    e</code></pre>",
      "- a\n\n  ```text\n  b c <d>\n    e\n  ```",
    },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local written = cleaning.clean(case[2], true)
      assert.equal(svc.html(case[3]), (svc.html(written)))
    end)
  end
end)

describe("a fence that is not closed", function()
  for _, text in ipairs { "```c\na", "```c\na\n" } do
    it(
      ("is closed without a line more: %q"):format(text),
      function() assert.equal("```c\na\n```\n", (cleaning.clean(text))) end
    )
  end
end)
