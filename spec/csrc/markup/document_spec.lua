--- Markdown as a tree (csrc/markup/document.h): what is in it and where, what is told of other
-- dialects, and that it is what cmark-gfm reads.
local svc = require("svc")
local tables = require("base.tables")

--- The texts that a list of places stands for in the source.
local function cut(markdown, places)
  return tables.map(places, function(place) return markdown:sub(place.first, place.last) end)
end

describe("a link of a Markdown text", function()
  local cases = {
    { "[a](b.md)", { "b.md" }, "as it is written" },
    { '[a]( <b c.md> "title")', { "b c.md" }, "without its brackets and its title" },
    { "[a][b]\n\n[b]: c.md 'title'", { "c.md" }, "where its definition has it" },
    { "[b]\n\n> [b]:\n>   c.md", { "c.md" }, "in a definition within a quotation" },
    { "- > [a](b.md)\n  > lazy\nand [c](d.md)", { "b.md", "d.md" }, "on a lazy line" },
    { "| a\\|[b](c.md) | `|` |\n|---|---|", { "c.md" }, "in what looks like a table" },
    { "| a\\|[b](c.md) | d |\n|---|---|", { "c.md" }, "behind a bar of a cell" },
    { "    [a](b.md)", {}, "not in code by indentation" },
    { "- a\n\n      [a](b.md)", {}, "not in code within a list" },
    { "> ```\n> [a](b.md)\n> ```", {}, "not in a fence within a quotation" },
    { "`` ` [a](b.md) ``", {}, "not in a span of code" },
    { "<!-- [a](b.md) -->", {}, "not in a comment" },
    { "$[a](b.md)$", {}, "not in a formula" },
    { "[a](b\\_c.md)", { "b\\_c.md" }, "with its escapes" },
    { "[![x](i.svg)](b.md)", { "b.md" }, "around an image" },
    { "![a [b](c.md)](d.svg)", { "c.md" }, "in the alternative text of an image" },
    { "a <https://b.c> d@e.fg", { "https://b.c", "d@e.fg" }, "that is its own text" },
  }
  for _, case in ipairs(cases) do
    it(
      "has its destination found " .. case[3],
      function() assert.same(case[2], cut(case[1], svc.document(case[1]).links)) end
    )
  end

  it("is told with its line and its column in characters", function()
    local link = svc.document("é\n\n- ü [a](b)").links[1]
    assert.same({ 3, 9 }, { link.line, link.column })
  end)
end)

describe("the lines of a Markdown text", function()
  it("are given once where blocks share them, without comments", function()
    local markdown = "<details>a</details><!-- c --><details>b</details>\n\nd"
    local found = tables.map(svc.document(markdown).lines, function(line) return line.prose end)
    assert.same({ "<details>a</details>          <details>b</details>", "d" }, found)
  end)
end)

describe("the dialect", function()
  local plain = {
    { "It costs $5 and then $10 a month.", "money" },
    { "From $5–$10, or $ 3.", "a range of money" },
    { "Use \\$x$ here.", "a dollar sign that is escaped" },
    { "`$x$`", "code" },
    { "In *$HOME/bin*, or in `$PATH`.", "variables of a shell, with code between" },
    { "A \\[x\\] and \\[y\\].", "brackets that are escaped" },
    { "\\[x\\] is read \\]", "brackets that are escaped at the beginning of a line" },
  }
  for _, case in ipairs(plain) do
    it(
      "takes for no formula " .. case[2],
      function() assert.same({}, svc.document(case[1]).formulas) end
    )
  end

  local formulas = {
    { "$x$", "x" },
    { "$a_b$ c_d", "a_b" },
    { "($x$)", "x" },
    { "\\(x\\)", "x" },
    { "\\[x\\]", "x", true },
    { "a\n\\[\nx\n\\].\nb", "\nx\n", true },
    { "$$x$$", "x", true },
    { "$$\nx\n$$", "\nx\n", true },
    { "> $a\n> b$", "a\nb" },
    { "$\\text{if $x$}$", "\\text{if $x$}" },
    { "$a\\$b$", "a\\$b" },
    { "| $a$ |\n|---|", "a" },
  }
  for _, case in ipairs(formulas) do
    it("has the formula " .. case[1], function()
      local formula = svc.document(case[1]).formulas[1]
      assert.same({ case[2], case[3] or false }, { formula.tex, formula.display })
    end)
  end

  local remarks = {
    { "<div>\na\n</div>", "html-element", 1, 1 },
    { "a <b>c</b>", "html-element", 1, 3 },
    { "a <sub>b", "html-partner", 1, 3 },
    { '<kbd class="x">a</kbd> b', "html-attribute", 1, 1 },
    { "a\n\n:::note\nb\n:::", "directive", 3, 1 },
    { 'a {{< figure src="x" >}}', "shortcode", 1, 3 },
    { "a {% include x %}", "shortcode", 1, 3 },
    { "a [[b]]", "wiki-link", 1, 3 },
    { "a ==b==", "highlight", 1, 3 },
    { "a\n{: .b}", "attribute-list", 2, 1 },
    { "a :smile: b", "emoji-name", 1, 3 },
    { "a[^b] c", "footnote-missing", 1, 2 },
    { "a\n\n[^b]: c", "footnote-unused", 3, 1 },
    { "[a][b]", "definition-missing", 1, 2 },
    { "[a]: b\n[a]: c\n\n[a]", "definition-twice", 2, 1 },
    { "```lua\na", "code-open", 1, 1 },
    { "a $$b", "formula-open", 1, 3 },
    { "## A {#x}\n\n## B {#x}", "heading-id", 3, 1 },
    { "[a](javascript:b)", "link-address", 1, 5 },
    { "$\\foo$", "formula", 1, 2 },
    { "|a|b|\n|-|-|\n|c|d|e|", "table-cells", 3, 6 },
    { (">"):rep(200) .. "a", "nesting", 1, 98 },
  }
  for _, case in ipairs(remarks) do
    it(("tells of %q"):format(case[1]:sub(1, 24)), function()
      local remark = svc.document(case[1]).remarks[1]
      assert.same(
        { case[2], case[3], case[4] },
        { remark.rule, remark.line, remark.column },
        remark.text
      )
    end)
  end

  local silent = {
    "a > b < c, 3 < 4",
    "at 12:30:45, ratio 3:4:5",
    "m[i][j] = `x`",
    "if a == b",
    "- [ ] a\n- [x] b",
    "a\n\n> [!NOTE]\n> b",
    "# T {#id}\n\n[a](#id)",
    "H<sub>2</sub>O<br>E = mc<sup>2</sup>",
    '<abbr title="a">b</abbr> <kbd>c</kbd> <mark>d</mark> <small>e</small> <u>f</u>',
    "<details>\n<summary>a</summary>\n\n*b*\n\n</details>",
    "a[^1]\n\n[^1]: b",
    "<!-- a\nb -->",
  }
  for _, markdown in ipairs(silent) do
    it(
      ("has nothing to tell of %q"):format(markdown:sub(1, 24)),
      function() assert.same({}, svc.document(markdown).remarks) end
    )
  end
end)

describe("the passages of a Markdown text", function()
  it("are its paragraphs, headings, items and rows without code and formulas", function()
    local found = svc.document(
      "## A `b`\n\nc $x^2$ [d](e) *f*\ng\n\n- h\n  i\n\n      code\n\n|j|k|\n|-|-|\n\n> l\n\n"
        .. '```\nm\n```\n\n![n](o "p")'
    ).passages
    assert.same(
      {
        { 1, "heading", "A  x " },
        { 3, "text", "c  x  d f g" },
        { 6, "item", "h i" },
        { 11, "table", " j k" },
        { 14, "text", "l" },
        { 20, "image", "n. p" },
      },
      tables.map(
        found,
        function(passage) return { passage.line, passage.kind, passage.text } end
      )
    )
    assert.equal("c  x  d   g", found[2].translated)
  end)

  it("have their lines, in which code is blank", function()
    local lines = svc.document("a `b` c\nd\n\n    e\n\n- f").lines
    assert.same(
      {
        { 1, "text", "a `b` c", "a     c" },
        { 2, "text", "d", "d" },
        { 6, "item", "- f", "- f" },
      },
      tables.map(
        lines,
        function(line) return { line.line, line.kind, line.text, line.prose } end
      )
    )
  end)
end)
