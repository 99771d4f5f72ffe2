--- Books and sites of other programs as content trees: what is read of each, and what is changed.
local check = require("data.check")
local files = require("base.files")
local images = require("spec.support.publication.images")
local importing = require("spec.support.publication.importing")
local lfs = require("lfs")
local transfer = require("data.transfer")

local folder_of, import = importing.folder_of, importing.import

teardown(importing.clean)

--- The list of the pages of a book.
local LIST = "SUMMARY" .. ".md"

local BOOK = '[book]\ntitle = "The Book"\nauthors = ["Ada"]\nlanguage = "de"\n'

local PROGRAMS = {
  {
    "mdBook",
    {
      ["book.toml"] = BOOK,
      ["src/" .. LIST] = "# Summary\n\n[Vorwort](vorwort.md)\n\n- [Eins](eins/README.md)\n"
        .. "  - [Zwei](eins/zwei.md)\n- [Entwurf]()\n",
      ["src/vorwort.md"] = "# Vorwort\n\nSiehe [zwei](eins/zwei.html#los).\n",
      ["src/eins/README.md"] = "# Eins\n\nText.\n",
      ["src/eins/zwei.md"] = "# Zwei\n\n## Los\n\nText.\n",
      ["src/left.md"] = "# Left\n",
    },
    {
      "de/material/the-book/eins/index.md",
      "de/material/the-book/eins/zwei.md",
      "de/material/the-book/index.md",
      "de/material/the-book/vorwort.md",
    },
  },
  {
    "MkDocs",
    {
      ["mkdocs.yml"] = "site_name: Site\nnav:\n  - Home: index.md\n  - Part:\n    - One: a/one.md\n"
        .. "markdown_extensions:\n  - x: !!python/name:y.z\n",
      ["docs/index.md"] = "# Home\n\n[one](a/one.md) [two](a/two.md)\n",
      ["docs/a/one.md"] = "# One\n\nText.\n",
      ["docs/a/two.md"] = "# Two\n\nText.\n",
    },
    {
      "en/material/site/a/index.md",
      "en/material/site/a/two.md",
      "en/material/site/index.md",
      "en/material/site/part/index.md",
      "en/material/site/part/one.md",
    },
  },
  {
    "Docusaurus",
    {
      ["docusaurus.config.js"] = "module.exports = { title: 'Docs' };\n",
      ["docs/start.mdx"] = "---\nsidebar_position: 2\n---\n"
        .. "import X from 'x';\n\n# Start\n\n<X a='b'/>\n\nGo.\n",
      ["docs/part/_category_.json"] = '{"label": "The Part", "position": 1}',
      ["docs/part/a.md"] = "# A\n\nSee [start](../start.mdx) and [it](/start).\n",
    },
    {
      "en/material/docs/index.md",
      "en/material/docs/part/a.md",
      "en/material/docs/part/index.md",
      "en/material/docs/start.md",
    },
  },
  {
    "Hugo",
    {
      ["hugo.toml"] = 'title = "Hugo Site"\nlanguageCode = "de-de"\n',
      ["content/b.md"] = "+++\ntitle = 'B'\nweight = 1\n+++\n\nText {{< ref \"a/_index.md\" >}}.\n",
      ["content/a/_index.md"] = '---\ntitle: A\nweight: 2\n---\n\n[b]({{< relref "b.md" >}})\n',
    },
    {
      "de/material/hugo-site/a.md",
      "de/material/hugo-site/b.md",
      "de/material/hugo-site/index.md",
    },
  },
  {
    "GitBook",
    {
      ["content/book.json"] = '{"title": "Das Buch", "language": "de"}',
      ["content/" .. LIST] = "* [Buch](README.md)\n* Mehr\n  * [Weg](https://x.test/)\n"
        .. "* A\n  * [Eins](eins.md)\n  * [Zwei](zwei.md)\n",
      ["content/README.md"] = "# Buch\n\nText.\n",
      ["content/eins.md"] = "# Eins\n\n[zwei](/zwei.html) und [Anfang](/).\n",
      ["content/zwei.md"] = "# Zwei\n\n[eins](./eins.md)\n",
    },
    {
      "de/material/das-buch/a/eins.md",
      "de/material/das-buch/a/index.md",
      "de/material/das-buch/a/zwei.md",
      "de/material/das-buch/index.md",
    },
  },
  {
    "Jekyll",
    {
      ["_config.yml"] = "title: Site\nlang: en\ncollections:\n  pages: { output: true }\n",
      ["README.md"] = "# Of the repository\n\nText.\n",
      ["index.md"] = "---\ntitle: Home\nlayout: home\n---\n\nHome.\n",
      ["_includes/no.md"] = "# No page\n",
      ["_pages/a.md"] = "---\ntitle: A\npermalink: /far/away/\n---\n\n[b]({{ site.baseurl }}/b)\n",
      ["b.md"] = "# B\n\n[a]({% link _pages/a.md %}) [a]({{ '/far/away/' | relative_url }})\n\n"
        .. "{% highlight c %}\nx;\n{% endhighlight %}\n\n{% raw %}`{% link x %}`{% endraw %}\n",
    },
    {
      "en/material/site/b.md",
      "en/material/site/index.md",
      "en/material/site/pages/a.md",
      "en/material/site/pages/index.md",
      "en/material/site/readme-page.md",
    },
  },
  {
    "Markdown",
    {
      ["Über uns.md"] = "# Über\n\nText.\n",
      ["README.md"] = "# Alles\n\n[x](Über%20uns.md)\n",
    },
    { "en/material/plain/index.md", "en/material/plain/ueber-uns.md" },
    { subject = "plain" },
  },
}

local function names_of(folder)
  local pipe <close> = assert(io.popen("cd '" .. folder .. "' && find . -name '*.md' | sort"))
  local names = {}
  for line in pipe:lines() do
    names[#names + 1] = line:sub(3)
  end
  return names
end

describe("svcd import", function()
  for _, case in ipairs(PROGRAMS) do
    it("reads " .. case[1] .. " into a tree without errors", function()
      local done, _, out = import(case[2], case[4])
      assert.equal(case[1], done.kind)
      assert.same(case[3], names_of(out))
      assert.same({ {}, 0 }, { check.content(out).errors, done.drafts })
    end)
  end

  it("keeps links and fragments alive, as addresses of the tree", function()
    local _, read = import(PROGRAMS[1][2])
    assert.matches("[zwei](eins/zwei.md#los)", read "de/material/the-book/vorwort.md", 1, true)
  end)

  it("keeps links from the top of the site and by stated addresses alive", function()
    local _, read = import(PROGRAMS[5][2])
    assert.matches("[zwei](zwei.md)", read "de/material/das-buch/a/eins.md", 1, true)
    assert.matches("[Anfang](../index.md)", read "de/material/das-buch/a/eins.md", 1, true)
    _, read = import(PROGRAMS[6][2])
    assert.matches("[b](../b.md)", read "en/material/site/pages/a.md", 1, true)
    assert.equal(
      "[a](pages/a.md) [a](pages/a.md)\n\n```c\nx;\n```\n\n`{% link x %}`\n",
      read("en/material/site/b.md"):match("%[a.*")
    )
  end)

  it("says of a lesson without a text no more than that it lacks one", function()
    local done = import({ ["a.md"] = "# A\n\nText.\n", ["b.md"] = "# B\n" }, { subject = "s" })
    assert.equal("b.md: is a draft: has no text; write it", done.told[#done.told])
  end)

  it("leads to files that are no pages in the repository of the source", function()
    local _, read = import({
      [".git/config"] = '[remote "origin"]\n\turl = https://me:secret@github.com/a/b.git\n',
      ["x/a.md"] = "# A\n\n[z](z.zip)\n",
      ["x/z.zip"] = "PK",
    }, { subject = "s" })
    local link = "[z](https://github.com/a/b/blob/HEAD/x/z.zip)"
    assert.matches(link, read "en/material/s/x/a.md", 1, true)
  end)

  it("takes the title that nothing names from the first heading", function()
    local done, read = import { ["README.md"] = "# The Title\n\nText.\n" }
    assert.equal("The Title", done.title)
    assert.equal("# The Title\n\nText.\n", read "en/material/the-title/index.md")
  end)

  it("tells the language of texts that nothing names it of", function()
    local done, read = import({
      ["a.md"] = "# Satu\n\nIni adalah teks yang ditulis untuk pembaca dan tidak untuk mesin.\n",
    }, { subject = "s" })
    assert.truthy(read "id/material/s/a.md")
    assert.matches(
      "language that nothing names, read from the texts: id",
      done.told[1],
      1,
      true
    )
  end)

  it("has parts in the order of the book", function()
    local _, read = import(PROGRAMS[1][2])
    assert.matches(
      'title: "Eins"\norder: 2\n',
      read "de/material/the-book/eins/index.md",
      1,
      true
    )
  end)

  --- The body of a page of a plain tree.
  local function body_of(text, more, config)
    local sources = { ["a.md"] = "# A\n\n" .. text .. "\n" }
    for name, other in pairs(more or {}) do
      sources[name] = other
    end
    if config then
      sources = {
        ["book.toml"] = BOOK,
        ["src/" .. LIST] = "- [A](a.md)\n",
        ["src/a.md"] = sources["a.md"],
      }
      for name, other in pairs(more or {}) do
        sources["src/" .. name] = other
      end
    end
    local done, read = import(sources, { subject = "s" })
    local path = config and "de/material/s/a.md" or "en/material/s/a.md"
    return (read(path) or ""):match("# A\n\n(.*)\n$"), table.concat(done.told, "\n")
  end

  it("reports front matter that cannot be read", function()
    local done, read = import(
      { ["a.md"] = "---\ntitle: [A\n---\n\n# A\n\nText.\n" },
      { subject = "s" }
    )
    assert.matches(
      "front matter not taken over: all of it",
      table.concat(done.told, "\n"),
      1,
      true
    )
    assert.matches("Text.", read "en/material/s/a.md", 1, true)
  end)

  local written = {
    {
      "HTML as Markdown",
      "A <b>b</b> <i>c</i> <a href='https://x.test/'>d</a> <kbd>e</kbd>.",
      "A **b** *c* [d](https://x.test/) <kbd>e</kbd>.",
    },
    { "blocks of HTML as their text", '<div class="x">\n\nText.\n\n</div>', "Text." },
    {
      "figures and what folds as Markdown that is read",
      "<figure>\n<img src='https://x.test/a.png' alt='A'>\n"
        .. "<figcaption><b>C</b></figcaption>\n</figure>\n\n"
        .. "<details><summary>More <b>of</b> it</summary>Text <a href='#x'>x</a>\n</details>",
      "[A](<https://x.test/a.png>)\n\n**C**\n\n"
        .. "<details><summary>More of it</summary>\n\nText x\n\n</details>",
    },
    {
      "lists of HTML as lists, each item behind its mark",
      "<ol type='A'>\n    <li>\n        <b>One</b>.\n    </li>\n    <li>Two\n<ul><li>in</li>\n"
        .. "<li><p>it</p></li></ul></li>\n</ol>",
      "1. **One**.\n\n1. Two\n\n   - in\n\n   - it",
    },
    {
      "a link of HTML around a picture as one",
      '<div>\n<a href="https://y.test/">\n  <picture>\n    <source srcset="x">\n'
        .. '    <img alt="B" src="https://x.test/a.png">\n  </picture>\n</a>\n</div>',
      "[*B*](https://y.test/)",
    },
    { "template tags not at all", "{% include x %}\n\nText.", "Text." },
    {
      "what only looks like a tag as text",
      "A vector<int> and <stdio.h>.",
      "A vector\\<int> and <stdio.h>.",
    },
    {
      "an admonition as an alert",
      '!!! warning "Mind"\n    Text.\n\n        code\n\nMore.',
      "> [!WARNING]\n> **Mind**\n>\n> Text.\n>\n>     code\n\nMore.",
    },
    {
      "tabs one below the other",
      '=== "C"\n    ```c\n    x;\n    ```\n',
      "**C**\n\n```c\nx;\n```",
    },
    {
      "containers as alerts, or as their text",
      "::: notes\nText.\n:::\n\n:::tip[T]\nMore.\n:::",
      "Text.\n\n> [!TIP]\n> **T**\n>\n> More.",
    },
    { "attributes not at all", "A [b](https://x.test/){: .c} d.", "A [b](https://x.test/) d." },
    {
      "attributes behind a blank not at all",
      "A [b](https://x.test/){ .c #d } e.",
      "A [b](https://x.test/) e.",
    },
    {
      "shortcodes that are shown as such, and others over lines not at all",
      'A\n\n{{< b\n  c="d"\n>}}\n\n{{</* e */>}} `{{%/* f */%}}`\n\n'
        .. "```text\n{{</* g */>}} {{< h >}}\n```",
      "A\n\n{{< e >}} `{{% f %}}`\n\n```text\n{{< g >}} {{< h >}}\n```",
    },
    {
      "code that ends with a backslash before its tag",
      "A <code>\\</code> b <code>c\\</code> <code>d</code>.",
      "A `\\` b `c\\` `d`.",
    },
    { "a dollar that opens nothing as a dollar", "A $$b.", "A \\$\\$b." },
    { "fences without a language as text", "```\na\n```", "```text\na\n```" },
    {
      "dead links as their text",
      "[a](none.md) and [b][c].\n\n[c]: gone.md",
      "a and b.\n\n[c]: gone.md",
    },
    {
      "a fragment of another program by its letters",
      "[a](#The-Part!)\n\n## The Part",
      "[a](#the-part)\n\n## The Part",
    },
    {
      "an anchor as the heading behind it",
      '[a](#old)\n\n<a id="old"></a>\n\n## New',
      "[a](#new)\n\n## New",
    },
    {
      "images of the web that are links as what they show",
      "[![b](https://x.test/a.png) c](https://y.test/)",
      "[*b* c](https://y.test/)",
    },
    {
      "a link to its own page as one",
      "[a](a.md)",
      "[a](a.md)",
    },
    {
      "a fragment that leaves quotation marks out",
      "[a](#wheres-the---end)\n\n## Where’s the `->` End",
      "[a](#where’s-the---end)\n\n## Where’s the `->` End",
    },
    {
      "attributes of a heading as its id",
      '[a](#i)\n\n## A $x_{1}$ ## { .c #i data-x="y z" }\n\n### B {.c}\n\n### {a, b}',
      "[a](#i)\n\n## A $x_{1}$ {#i}\n\n### B\n\n### {a, b}",
    },
    {
      "the blanks of code in a tab",
      '=== "C"\n    ```c\n    a;\n        \n      b;\n    ```\n',
      "**C**\n\n```c\na;\n    \n  b;\n```",
    },
    {
      "a formula that begins as a list does as one",
      "$$\n- \\log x\n= y\n$$",
      "$$\n{}- \\log x\n= y\n$$",
    },
    {
      "a formula that begins as a quotation does, in an item, as one",
      "- a\n\n  $$\n  > x^2\n  + x\n  $$",
      "- a\n\n  $$\n  {}> x^2\n  {}+ x\n  $$",
    },
    {
      "a formula with a blank line as one",
      "$$\na = 1\n\n\\text{for all} b\n$$\n\nc",
      "$$\na = 1\n\\text{for all} b\n$$\n\nc",
    },
    {
      "prose between formulas whose dollars stand beside them as it is",
      "$$x = 1\n$$\n\n- y = 2\n- z = 3\n\n$$\nw\n$$",
      "$$x = 1\n$$\n\n- y = 2\n- z = 3\n\n$$\nw\n$$",
    },
    {
      "prose behind a formula with dollars in it as it is",
      "$$\n\\text{if $x$}\n$$\n\n- Some words\n- x = 1\n\n$$\nw\n$$",
      "$$\n\\text{if $x$}\n$$\n\n- Some words\n- x = 1\n\n$$\nw\n$$",
    },
    {
      "two lines of dollars around code as text",
      "$$\n\n- `a`\n\n$$",
      "\\$$\n\n- `a`\n\n\\$$",
    },
    {
      "images of the web as links",
      "![b](https://x.test/a.png)",
      "[b](<https://x.test/a.png>)",
    },
  }
  for _, case in ipairs(written) do
    it("writes " .. case[1], function()
      local found = body_of(case[2]):gsub("\n\n+", "\n\n"):gsub("^\n+", ""):gsub("\n+$", "")
      assert.equal(case[3], found)
    end)
  end

  local code = {
    "    <b>[x](y.md)</b> {: .c}",
    "```text\n<b> [x](y.md) ::: !!! note\n{{#include z}}\n```",
    "`<div>` and `==a==`",
    "```text\n$$\n- a\n\nb\n$$\n```",
    "    $$\n    - x = 1\n\n    b\n    $$",
    "- a\n\n  ```html\n  <p>x</p>\n  ```",
    "> ```text\n> <b>\n> ```",
  }
  for _, text in ipairs(code) do
    it(("changes no code: %q"):format(text), function() assert.equal(text, (body_of(text))) end)
  end

  it("puts the files that a book includes in their places", function()
    local source = "fn main() {\n    // ANCHOR: x\n    let a = 1;\n    // ANCHOR_END: x\n}\n"
    local found = body_of(
      "```rust\n# use b;\n{{#rustdoc_include m.rs:x}}\n```\n\n```text\n{{#include m.rs:1:1}}\n```",
      { ["m.rs"] = source },
      true
    )
    assert.equal("```rust\n    let a = 1;\n```\n\n```text\nfn main() {\n```", found)
  end)

  it("hides what a book hides of its examples, in quotations too", function()
    local found = body_of(
      "> ```rust\n> # use a;\n> #hidden\n> #[b]\n> ##c\n> #\n> let d;\n> ```\n\n"
        .. "```text\n# e\n```",
      {},
      true
    )
    assert.equal("> ```rust\n> #[b]\n> #c\n> let d;\n> ```\n\n```text\n# e\n```", found)
  end)

  it("takes out what only a preprocessor of the book understands, but not in code", function()
    local found, told = body_of(
      "{{%course outline A B}}\n\nA {{%segment outline}}.\n\n```text\n{{%session x}}\n```",
      {},
      true
    )
    assert.equal("A .\n\n```text\n{{%session x}}\n```", (found:gsub("^\n+", "")))
    assert.matches("directive of a preprocessor, taken out: {{%course}}", told, 1, true)
  end)

  local linked = {
    { "to a file of the folder", "links/a.txt", "../given.txt", "links/a.txt", "given" },
    { "over a folder of it", "links", "real", "links/a.txt", "real" },
    { "to another link", "links/b.txt", "c.txt", "links/b.txt", "given" },
    { "out of the folder", "links/a.txt", "../../outside.txt", "links/a.txt", nil },
    { "over a folder outside", "links", "../outside", "links/a.txt", nil },
    { "to an address from the root", "links/a.txt", "/etc/hostname", "links/a.txt", nil },
    { "to itself", "links/a.txt", "a.txt", "links/a.txt", nil },
    { "to a folder", "links/a.txt", "../real", "links/a.txt", nil },
  }
  for _, case in ipairs(linked) do
    it((case[5] and "follows" or "does not follow") .. " a link " .. case[1], function()
      local around = folder_of {
        ["outside.txt"] = "outside",
        ["outside/a.txt"] = "outside",
        ["book/book.toml"] = BOOK,
        ["book/given.txt"] = "given",
        ["book/real/a.txt"] = "real",
        ["book/src/" .. LIST] = "# Summary\n\n- [A](a.md)\n",
        ["book/src/a.md"] = ("# A\n\n```text\n{{#include ../%s}}\n```\n"):format(case[4]),
      }
      local line = "cd %s/book && mkdir -p $(dirname %s) && ln -s %s %s"
      assert(os.execute(line:format(around, case[2], case[3], case[2])))
      if case[2] == "links/b.txt" then
        assert(os.execute(("ln -s ../given.txt %s/book/links/c.txt"):format(around)))
      end
      local out = folder_of {}
      assert(transfer.run { from = around .. "/book", out = out })
      local text = files.read(out .. "/de/material/the-book/a.md")
      assert.equal(case[5] or "{{#include ../links/a.txt}}", text:match("```text\n(.-)\n```"))
    end)
  end

  it("has a page that is a link to a file beside the pages", function()
    local site = folder_of {
      ["mkdocs.yml"] = "site_name: Site\n",
      ["CONTRIBUTING.md"] = "# Help\n\nText.\n",
      ["docs/index.md"] = "# Home\n\n[help](help.md)\n",
    }
    assert(
      os.execute(
        ("cd %s/docs && ln -s ../CONTRIBUTING.md help.md && ln -s index.md x.md"):format(site)
      )
    )
    local out = folder_of {}
    assert(transfer.run { from = site, out = out })
    assert.matches("[help](help.md)", files.read(out .. "/en/material/site/index.md"), 1, true)
    assert.matches("\nText.\n", files.read(out .. "/en/material/site/help.md"), 1, true)
    assert.is_nil(lfs.attributes(out .. "/en/material/site/x.md"))
  end)

  it("keeps the blank line at the end of a file that a book includes", function()
    local found = body_of("```text\n{{#include a.txt}}\n```", { ["a.txt"] = "a\n\n" }, true)
    assert.equal("```text\na\n\n```", found)
  end)

  it("makes no draft of a page for an address that is refused", function()
    local found, told = body_of('https://x.test/a"b\\c d\n\n[e](https://x.test/"f\\g)')
    assert.equal('https\\://x.test/a"b\\c d\n\ne', found)
    assert.matches(
      "link with an address that is refused, now its text: https://x",
      told,
      1,
      true
    )
    assert.is_nil(told:find("draft", 1, true))
  end)

  it("brings images along, and writes of others what they show", function()
    local svg = images.svg()
    local found, told = body_of("![A dot](My%20Dot.svg)\n\n![B](b.svg)", {
      ["My Dot.svg"] = svg,
      ["b.svg"] = images.svg("<script/>"),
    })
    assert.equal("![A dot](my-dot.svg)\n\n*B*", found)
    assert.matches(
      "image not shown: b.svg: SVG, line 1: it may not have here the element",
      told,
      1,
      true
    )
  end)

  it("leaves out and tells a text that is longer than a tree takes", function()
    local done, read, out = import({
      ["a.md"] = ("# A\n\n%s\n"):format(("word "):rep(210000)),
      ["b.md"] = "# B\n\n[a](a.md)\n",
    }, { subject = "s" })
    local told = importing.told(done)
    assert.matches("a.md: left out, it has 10500", told, 1, true)
    assert.matches("b.md: dead link, now its text: a.md", told, 1, true)
    assert.equal("# B\n\na\n", read("en/material/s/b.md"):match("# B.*"))
    assert.same({ 1, 0, {} }, { done.pages, done.drafts, check.content(out).errors })
  end)

  it("makes a draft of a text with an error, and links to it text", function()
    local found, told = body_of("[b](b.md)", { ["b.md"] = "# B\n\n$\\nothing$\n" })
    assert.equal("b", found)
    assert.matches("b.md: is a draft: formula: the command \\nothing", told, 1, true)
  end)

  it("refuses a folder that is not empty, and a language that is not served", function()
    local out = folder_of { ["a"] = "x" }
    local from = folder_of { ["a.md"] = "# A\n" }
    assert.matches("is not empty", select(2, transfer.run { from = from, out = out }))
    local book = folder_of { ["book.toml"] = '[book]\nlanguage = "fr"\n' }
    local new = out .. "/new"
    assert.matches(
      'language "fr" is not served',
      select(2, transfer.run { from = book, out = new })
    )
    assert.is_nil(lfs.attributes(new, "mode"))
  end)

  for title, given in pairs {
    ["a book whose texts are elsewhere"] = { ["book.toml"] = '[book]\nsrc = "nowhere"\n' },
    ["a site whose texts are elsewhere"] = { ["mkdocs.yml"] = "docs_dir: texts\n" },
    ["a folder of other files"] = { ["notes.txt"] = "text" },
  } do
    it("refuses " .. title, function()
      local from = folder_of(given)
      local done, reason = transfer.run { from = from, out = from .. "/out" }
      assert.is_nil(done)
      assert.matches("has no Markdown file; give the folder of a book or site", reason, 1, true)
      assert.is_nil(lfs.attributes(from .. "/out", "mode"))
    end)
  end
end)

describe("the time of an import", function()
  -- What takes the square of these lengths does not end.
  local LENGTH = 100000
  local blanks = (" "):rep(LENGTH)
  local texts = {
    { "tags that do not end", ("<a "):rep(LENGTH) },
    { "tables that do not end", ("<table>\n"):rep(LENGTH // 2) },
    { "tables in blank lines", ("<table>\n\n"):rep(LENGTH // 4) },
    {
      "a name of a tag that does not end",
      "<div>\n<a" .. ("a"):rep(LENGTH) .. "\n\n<a id='x'></a>",
    },
    { "items in items", ("<li>"):rep(LENGTH) },
    { "links in links", "<div>" .. ("<a href='x'>"):rep(LENGTH // 4) .. "</div>" },
    { "blanks in an element", "<div>a" .. blanks .. "x\n</div>" },
    { "blanks in a cell", "<table><tr><td>a" .. blanks .. "x</td><td>b</td></tr></table>" },
    { "blanks in code", "<code>a" .. blanks .. "x</code>" },
    { "blanks in a shortcode", "{{< tab >}}a" .. blanks .. "x{{< /tab >}}" },
    { "blanks in a container's title", "::: a" .. blanks .. "x" },
    { "blanks in a role", ":ref:`a" .. blanks .. "x`" },
    { "signs in a heading with a label", "## a" .. ("# "):rep(LENGTH) .. "x\n:label:`x`" },
    { "quotation marks of an admonition", "!!! note " .. ('"'):rep(LENGTH) .. "x" },
  }
  for _, case in ipairs(texts) do
    it("is that of the length of the text: " .. case[1], function()
      local done = import(
        { ["a.md"] = "# A\n\n" .. case[2] .. "\n" },
        { subject = "s", locale = "en" }
      )
      assert.equal(1, done.pages)
    end)
  end
end)
