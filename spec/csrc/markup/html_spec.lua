--- Markdown as HTML: safe whatever it holds (csrc/markup/html.c), with formulas (mathml.c, tex.c).
local forge = require("spec.support.publication.forge")
local sample = require("spec.support.publication.sample")
local svc = require("svc")

local function html(markdown) return (svc.html(markdown)) end

describe("svc.escape_html", function()
  local cases = {
    { "<script>", "&lt;script&gt;" },
    { "a & b", "a &amp; b" },
    { [["it's"]], "&quot;it&#39;s&quot;" },
    { "&amp;", "&amp;amp;" },
    { "ö ۞", "ö ۞" },
    { "a\0b", "a\u{FFFD}b" },
    { "", "" },
  }
  for _, case in ipairs(cases) do
    it(
      ("makes %q safe"):format(case[1]),
      function() assert.equal(case[2], svc.escape_html(case[1])) end
    )
  end

  it("finds a byte at every place of a text, and takes none for another", function()
    for byte = 0, 127 do
      local byte_text = string.char(byte)
      local escaped = svc.escape_html(byte_text)
      for before = 0, 16 do
        local text = ("é"):rep(before) .. byte_text .. "0123456"
        assert.equal(("é"):rep(before) .. escaped .. "0123456", svc.escape_html(text))
      end
    end
  end)
end)

describe("svc.html", function()
  local cases = {
    {
      "*a* **b** ~~c~~ `<d>`",
      "<p><em>a</em> <strong>b</strong> <del>c</del> <code>&lt;d&gt;</code></p>\n",
      "spans",
    },
    { "> q", "<blockquote>\n<p>q</p>\n</blockquote>\n", "quotations" },
    { "3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n', "numbered lists" },
    { "- [x] a\n- [ ] b", "<ul>\n<li>☑ a</li>\n<li>☐ b</li>\n</ul>\n", "tasks" },
    { "---", "<hr>\n", "rules" },
    { "a  \nb", "<p>a<br>\nb</p>\n", "breaks" },
    {
      "```lua\n<x>\n```",
      '<pre tabindex="0"><code class="language-lua">&lt;x&gt;\n</code></pre>\n',
      "code",
    },
    {
      "````c++ {1,2}\n```\n````",
      '<pre tabindex="0"><code class="language-c++">```\n</code></pre>\n',
      "the language that an info string begins with, behind a fence of any length",
    },
    {
      '```a"b\nx\n```',
      '<pre tabindex="0"><code class="language-a&quot;b">x\n</code></pre>\n',
      "a language that would end its attribute",
    },
    {
      "|a|b|\n|:---:|---:|\n|1|2|",
      '<div class="wide" tabindex="0"><table>\n<thead>\n<tr><th scope="col" class="center">a</th>'
        .. '<th scope="col" class="right">b</th></tr>\n</thead>\n<tbody>\n<tr><td class="center">1'
        .. '</td><td class="right">2</td></tr>\n</tbody>\n</table></div>\n',
      "tables",
    },
    {
      "![a *b*](https://x.test/y.png)",
      '<p><span class="image">a <em>b</em></span></p>\n',
      "images, by their alternative text",
    },
    { "<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>\n", "raw HTML, as text" },
    { "&copy; &#65;", "<p>&copy; &#65;</p>\n", "character references" },
  }
  for _, case in ipairs(cases) do
    it("renders " .. case[3], function() assert.equal(case[2], html(case[1])) end)
  end

  local lists = {
    { "- a\n\n  [c]: /d\n", "behind text" },
    { "- [c]: /d\n\n  a\n", "before text" },
    { "- - a\n\n    [c]: /d\n- b\n", "of the list within alone" },
  }
  for _, case in ipairs(lists) do
    it("parts an item by a blank line from a definition " .. case[2], function()
      local found = html(case[1])
      assert.matches("<p>a</p>", found, 1, true)
      assert.is_nil(found:find("<p>b</p>", 1, true))
    end)
  end

  it("shows no box behind a definition, which comes first in the item", function()
    assert.matches("<li>[x] a</li>", html("- [d]: /e\n  [x] a\n"), 1, true)
    assert.matches("<li>☑ a</li>", html("- [x] a\n\n[d]: /e\n"), 1, true)
  end)

  local anchors = {
    { "## The normal form", "the-normal-form" },
    { "## Übung: $ax^2$ & `code`", "übung-ax2--code" },
    { "## العربية", "العربية" },
    { "## ?!", "section" },
  }
  for _, case in ipairs(anchors) do
    it(
      "gives an id to " .. case[1],
      function() assert.matches('<h2 id="' .. case[2] .. '">', html(case[1]), 1, true) end
    )
  end

  it("gives no id twice", function()
    local _, rendering = svc.html("# A\n\n# A\n\n# A-1\n\n# A")
    local ids = {}
    for i, heading in ipairs(rendering.headings) do
      ids[i] = heading.id
    end
    assert.same({ "a", "a-1", "a-1-1", "a-2" }, ids)
  end)

  it("gives no id twice among hundreds of headings, each of which comes again", function()
    local lines, seen = {}, {}
    for i = 1, 300 do
      lines[i], lines[300 + i] = "# Part " .. i, "# Part " .. i
    end
    local _, rendering = svc.html(table.concat(lines, "\n"))
    for i, heading in ipairs(rendering.headings) do
      assert.is_nil(seen[heading.id], heading.id)
      seen[heading.id] = i
    end
    assert.equal(600, #rendering.headings)
    assert.equal(300, seen["part-300"])
    assert.equal(301, seen["part-1-1"])
  end)

  it("numbers equal headings, past the ids that others have taken", function()
    local lines = { "# A-2", "# A-3" }
    for i = 1, 100 do
      lines[i + 2] = "# A"
    end
    local _, rendering = svc.html(table.concat(lines, "\n"))
    local ids = {}
    for i, heading in ipairs(rendering.headings) do
      ids[i] = heading.id
    end
    assert.same({ "a-2", "a-3", "a", "a-1", "a-4", "a-5" }, table.move(ids, 1, 6, 1, {}))
    assert.same({ "a-101", 102 }, { ids[102], #ids })
  end)

  -- A text with so many of what Markdown repeats for each.
  local multiplied = {
    {
      "uses of one long link reference",
      function(count) return "[a]: /" .. ("u"):rep(500) .. "\n\n" .. ("[a] "):rep(count) end,
      "<a ",
      "definition-length",
    },
    {
      "images of a reference with a long title",
      function(count) return '[a]: u "' .. ("t"):rep(500) .. '"\n\n' .. ("![a] "):rep(count) end,
      '<span class="image">',
      "definition-length",
    },
    {
      "cells that the short rows of a wide table lack",
      function(count)
        return ("|a"):rep(120)
          .. "|\n"
          .. ("|---"):rep(120)
          .. "|\n"
          .. ("|b|\n"):rep(4 * count)
      end,
      "<td>",
      "table-cells",
    },
  }
  for _, case in ipairs(multiplied) do
    it("is bounded, and says so, with " .. case[1], function()
      local text = case[2](10000)
      local shown = html(text)
      assert.is_true(#shown < 16 * #text)
      assert.is_truthy(shown:find(case[3], 1, true))
      local remarks = svc.document(text).remarks
      assert.equal(case[4], remarks[#remarks].rule)
    end)

    it("renders a number of " .. case[1], function()
      local _, found = html(case[2](30)):gsub(case[3]:gsub("%p", "%%%0"), "")
      assert.is_true(found >= 30)
      assert.is_nil(svc.document(case[2](30)).remarks[1])
    end)
  end

  it("tells of its headings", function()
    local _, rendering = svc.html("# *A* &amp; b\n\ntext\n\n### C")
    assert.same(
      { { level = 1, id = "a--b", text = "A & b" }, { level = 3, id = "c", text = "C" } },
      rendering.headings
    )
  end)

  it("tells of a heading on one line, whatever its character references stand for", function()
    local _, rendering = svc.html("# A&#10;2&#9;b")
    assert.same({ { level = 1, id = "a-2-b", text = "A 2 b" } }, rendering.headings)
  end)

  it("tells what is not shown as it was meant in a line of UTF-8 each", function()
    local long = "a" .. ("é"):rep(200)
    local _, rendering =
      svc.html(("$\\é$\n\n$x\27$\n\n$\\begin{%s}\\end{%s}$"):format(long, long))
    assert.equal("formula: the command \\é is not known: \\é", rendering.faults[1])
    assert.equal("formula:   has no meaning here: x ", rendering.faults[2])
    assert.is_truthy(utf8.len(rendering.faults[3]))
    assert.equal(3, #rendering.faults)
  end)

  it("renders nothing as nothing", function() assert.equal("", html("")) end)
end)

describe("a footnote", function()
  local cases = {
    {
      "[^n]: b\n\n[^n]: c\n\na[^n]",
      "^<p>a<sup.*<p>b ",
      "is the first of those with its label",
    },
    { "a[^n][b]\n\n[^n]: c", "</sup>%[b%]", "is used before brackets that define nothing" },
    { "a[^n]\n\n[^n]:    b\nc", "<p>b\nc ", "begins behind any blanks" },
  }
  for _, case in ipairs(cases) do
    it(case[3], function() assert.matches(case[2], html(case[1])) end)
  end
end)

describe("a table", function()
  it(
    "ends before a bar that stands alone",
    function() assert.matches("</table></div>\n<p>|</p>\n$", html("|a|\n|-|\n|")) end
  )
end)

describe("a link", function()
  local kept = {
    { "https://x.test/?a=1&b=2", 'href="https://x.test/?a=1&amp;b=2" rel="external noopener"' },
    { "HTTP://x.test", 'href="HTTP://x.test" rel="external noopener"' },
    { "mailto:a@x.test", 'href="mailto:a@x.test"' },
    { "#verse-255", 'href="#verse-255"' },
    { "../physics/waves.md", 'href="../physics/waves"' },
    { "waves.md?x=1#top", 'href="waves?x=1#top"' },
    { "/docs.md", 'href="/docs"' },
    { ".md", 'href=".md"' },
    { "mailto:info@example.md", 'href="mailto:info@example.md"' },
    { "mailto:info@example.md?subject=a.md", 'href="mailto:info@example.md?subject=a.md"' },
    { "a/b:c", 'href="a/b:c"' },
    { "?a=b:c", 'href="?a=b:c"' },
  }
  for _, case in ipairs(kept) do
    it(
      "leads to " .. case[1],
      function()
        assert.equal("<p><a " .. case[2] .. ">t</a></p>\n", html(("[t](<%s>)"):format(case[1])))
      end
    )
  end

  local refused = {
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java&#115;cript:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&#58;alert(1)",
    "javascript&colon;alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.test/x",
    "\\\\evil.test",
    "/\\evil.test",
    "ftp://x.test",
    "x:y",
    "java&#9;script:alert(1)",
    "java&#10;script:alert(1)",
    "&#1;javascript:alert(1)",
    " javascript:alert(1)",
    "blob:https://x.test/1",
    "&#x2f;&#x2f;evil.test",
  }
  for _, target in ipairs(refused) do
    it("does not lead to " .. target, function()
      local fragment, rendering = svc.html(("[t](<%s>)"):format(target))
      assert.is_nil(fragment:find("<a", 1, true))
      assert.equal(1, #rendering.faults)
    end)
  end
end)

describe("a formula", function()
  it(
    "is on a line of its own in the source, and says so to those who compare it",
    function()
      assert.equal(
        "<p>It is <em>said that\n<var data-markdown-ignore>x</var></em>,\nand so on.</p>\n",
        html("It is *said that $x$*, and so on.")
      )
    end
  )

  it("on a line of its own has limits above and below", function()
    assert.matches("<munderover><mo>∑</mo>", html("$$\\sum_{i=1}^n i$$"), 1, true)
    assert.matches("<msubsup><mo>∑</mo>", html("$\\sum_{i=1}^n i$"), 1, true)
  end)

  it("that is refused stays as it is, and is told", function()
    local fragment, rendering =
      svc.html("# T\n\n> é $x\n>  y \\foo<$ and\n\n$$\n1\n\\bar\n$$\n")
    assert.is_nil(fragment:find("<math", 1, true))
    assert.matches('<code class="tex">x\ny \\foo&lt;</code>', fragment, 1, true)
    assert.equal(2, #rendering.faults)
    assert.matches("^formula: the command \\foo is not known", rendering.faults[1])
    assert.matches("^formula: \\bar lacks", rendering.faults[2])
  end)

  it("keeps the punctuation behind it on its line", function()
    local shown = html("As $a = b$, so $c$. Now $$d = e$$.")
    assert.matches('\n<span class="close"><math [^\n]*</math>,</span>\nso', shown)
    assert.matches("</var>.\nNow", shown, 1, true)
    assert.matches("</math></span>.</p>", shown, 1, true)
    local long = html("So $a^2 + b^2 = c^2 \\leq (a + b)^2$.")
    assert.matches('<wbr><span class="close"><math [^\n]*</math>.</span></p>', long)
  end)

  it("that is long and stands in a sentence may be broken behind its relations", function()
    local long = "a^2 + b^2 = c^2 \\leq (a + b)^2"
    local _, parts =
      html("$" .. long .. "$"):gsub('<mo form="infix">[^<]*</mo> </mrow></math><wbr><math', "")
    assert.equal(2, parts)
    local whole = {
      "$$" .. long .. "$$",
      "$\\frac{a^2 + b^2 = c^2}{(a + b)^2 + 1}$",
      "$a =_{bcdefghijklmnopqrstuvw} b$",
      "$a = b$",
    }
    for _, markdown in ipairs(whole) do
      assert.is_nil(html(markdown):find("<wbr>", 1, true), markdown)
    end
  end)

  it(
    "of one letter is a variable",
    function()
      assert.equal(
        "<p><var data-markdown-ignore>x</var>\n<code>$y$</code></p>\n",
        html("$x$ `$y$`")
      )
    end
  )

  it("says a header cell that has no words, and makes an empty one no header", function()
    local shown = html("|a|$x^2$||\n|---|---|---|\n|1|2|3|")
    assert.matches(
      '<th scope="col">a</th><th scope="col"><span class="said">x^2</span>'
        .. '<math aria-hidden="true" data-markdown-ignore>',
      shown,
      1,
      true
    )
    assert.matches("</th><td></td></tr>", shown, 1, true)
  end)
end)

describe("an image of the publication", function()
  local IMG = '<img src="%s" alt="%s" width="40" height="30" loading="lazy" decoding="async">'
  local shown = "../../assets/" .. sample.image.name

  -- `@` stands for the address of the image.
  local function render(markdown)
    local builder = forge.builder((markdown:gsub("@", shown))):asset(sample.image)
    local publication <close> = assert(forge.open(forge.signed(builder)))
    return publication:html("asset:en:material:physics:light")
  end

  it(
    "that is a paragraph becomes a figure, its title the caption",
    function()
      assert.equal(
        "<p>a</p>\n<figure>"
          .. IMG:format(shown, "Dots &amp; a &quot;line&quot;")
          .. "<figcaption data-markdown-ignore>One &lt;b&gt;</figcaption></figure>\n<p>b</p>\n",
        (render('a\n\n![Dots & a *"line"*](@ "One <b>")\n\nb'))
      )
    end
  )

  it(
    "without a title has no caption",
    function()
      assert.equal(
        "<figure>" .. IMG:format(shown, "Dots") .. "</figure>\n",
        (render("![Dots](@)"))
      )
    end
  )

  local within = {
    { "![Dots](@) are many.", "<p>%s are many.</p>\n" },
    { "See ![Dots](@)", "<p>See %s</p>\n" },
    { "- ![Dots](@)", "<ul>\n<li>%s</li>\n</ul>\n" },
    { "![![Dots](x)](@)", "<figure>%s</figure>\n" },
  }
  for _, case in ipairs(within) do
    it(
      "stands where it is written: " .. case[1],
      function() assert.equal(case[2]:format(IMG:format(shown, "Dots")), (render(case[1]))) end
    )
  end

  it("is in a heading under its alternative text", function()
    local _, headings = render("## An ![*image*](@)")
    assert.equal("An image", headings[1].text)
  end)

  local unknown = {
    "../../assets/dots.svg",
    "https://other.test/@",
    "javascript:alert(1)",
    "../@/..",
    "//@",
    "data:image/svg+xml,@",
  }
  for _, target in ipairs(unknown) do
    it(
      "is none at another address, and its text is shown: " .. target,
      function()
        assert.equal(
          '<p><span class="image">Dots</span></p>\n',
          (render("![Dots](<" .. target .. ">)"))
        )
      end
    )
  end
end)
