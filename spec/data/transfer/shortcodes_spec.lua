--- Shortcodes of Hugo and its themes, as Markdown that says the same.
local shortcodes = require("data.transfer.shortcodes")

local FILES = {
  ["content/x.md"] = "---\ntitle: X\n---\nOf *x* {{< include z >}}\n",
  ["content/z.md"] = "Z {{< include x >}}\n",
  ["code.py"] = "print(1)\n",
}

--- The Markdown of a page in `content`, and what is told of it.
local function written(body)
  local told = {}
  local markdown = shortcodes({
    file = "content/p.md",
    source = { docs = "content", read = function(_, path) return FILES[path] end },
    tell = function(what) told[#told + 1] = what end,
  }, body)
  return (markdown:gsub("%s+$", "")), table.concat(told, "; ")
end

--- Of each: what it protects, the text, and its Markdown.
local CASES = {
  { "a film by its name", '{{< youtube id="abc" title="T" >}}', "<https://youtu.be/abc>" },
  { "a film without a name", "{{< youtube abc />}}", "<https://youtu.be/abc>" },
  { "a post", '{{< x user="a" id="1" >}}', "<https://x.com/a/status/1>" },
  { "a piece of code elsewhere", "{{< gist u 12 >}}", "<https://gist.github.com/u/12>" },
  {
    "an image with blanks and brackets",
    '{{< figure src="a b.png" alt="A [b]" caption="C \\"d\\"" >}}',
    '![A \\[b\\]](a%20b.png "C \\"d\\"")',
  },
  { "a reference in a link", '[b]({{< relref "b.md" >}})', "[b](b.md)" },
  { "a reference with a language", '[b]({{< ref path="b.md" lang="en" >}})', "[b](b.md)" },
  { "a button", '{{< button href="/a/" >}}Go{{< /button >}}.', "[Go](/a/)." },
  { "a card", '{{< card link="/a/" title="T" icon="i" >}}', "[T](/a/)" },
  { "a tab", '{{< tab "T" >}}\nA.\n{{< /tab >}}', "**T**\n\nA." },
  {
    "tabs whose names stand outside",
    '{{< tabs items="A,B" >}}\n  {{< tab >}}a{{< /tab >}}\n  {{< tab >}}\n    b\n  {{< /tab >}}\n'
      .. "{{< /tabs >}}",
    "**A**\n\na\n\n\n**B**\n\nb",
  },
  {
    "a tab of code",
    '{{< tab header="T" lang="sh" >}}\na # b\n{{< /tab >}}',
    "**T**\n\n```sh\na # b\n```",
  },
  {
    "what folds",
    '{{< details "A & b" open >}}\nC.\n{{< /details >}}',
    "<details><summary>A &amp; b</summary>\n\nC.\n\n</details>",
  },
  {
    "what folds, by a name",
    '{{% expand title="T" %}}C.{{% /expand %}}',
    "<details><summary>T</summary>\n\nC.\n\n</details>",
  },
  {
    "a notice",
    '{{% notice tip "A b" %}}\nC.\n{{% /notice %}}',
    "> [!TIP]\n> **A b**\n>\n> C.",
  },
  {
    "an alert by its colour",
    '{{% alert title="T" color="warning" %}}\nA\n\nB\n{{% /alert %}}',
    "> [!WARNING]\n> **T**\n>\n> A\n>\n> B",
  },
  { "a hint", "{{< hint info >}}A.{{< /hint >}} B.", "> [!NOTE]\n> A.\n\n B." },
  { "an alert by its own name", "{{< danger >}}\nA.\n{{< /danger >}}", "> [!CAUTION]\n> A." },
  {
    "an alert in an item",
    "- a\n\n  {{< tip >}}\n  b\n  {{< /tip >}}",
    "- a\n\n  > [!TIP]\n  > b",
  },
  {
    "an alert in a quotation",
    "> {{< note >}}\n> a\n> {{< /note >}}",
    "> > [!NOTE]\n> > a",
  },
  {
    "an alert in a tab",
    '{{< tab "T" >}}\n{{< note >}}\na\n{{< /note >}}\n{{< /tab >}}',
    "**T**\n\n> [!NOTE]\n> a",
  },
  {
    "code with shortcodes in it",
    '{{< highlight go "linenos=1" >}}\na := {{< b >}}\n{{< /highlight >}}',
    "```go\na := {{< b >}}\n```",
  },
  { "a diagram", "{{< mermaid >}}\nA-->B\n{{< /mermaid >}}", "```mermaid\nA-->B\n```" },
  { "a formula", "{{< katex >}}x^2{{< /katex >}}", "$x^2$" },
  { "a formula of its own", "{{< math >}}\nx\n{{< /math >}}", "$$\nx\n$$" },
  { "what is hidden not at all", "a{{% comment %}}\n{{< b >}}\n{{% /comment %}}c", "ac" },
  { "a part of a line", "a {{< b >}}c{{< /b >}} d", "a c d" },
  { "prose in an unknown one", "{{< b >}}\nA *c*.\n\n- d\n{{< /b >}}", "A *c*.\n\n- d" },
  { "one that is closed out of turn", "{{< a >}}1{{< b >}}2{{< /a >}}3{{< /b >}}", "123" },
  { "what is no shortcode", "{{< a\n{{ b }} {{<", "{{< a\n{{ b }} {{<" },
  { "a file", '{{% include "/x.md" %}}', "Of *x* Z" },
  { "a file of code", '{{< readfile file="/code.py" >}}', "```py\nprint(1)\n```" },
}

describe("a shortcode", function()
  for _, case in ipairs(CASES) do
    it(
      "is written as Markdown: " .. case[1],
      function() assert.equal(case[3], (written(case[2]))) end
    )
  end

  local code = {
    "graph TD;\nA-->B;",
    "baseURL: x\ntitle: y",
    "disableKinds = ['a']",
    "[taxonomies]\n  a = 'b'",
    '{\n  "a": [\n    1\n  ]\n}',
    "int main() {\n  return *a * *b;\n}",
    '[menus."a/b"]',
    "a:\n  - b\nc: d",
    "sequenceDiagram\nA->>B: c\nB-->>A: d",
    "x = 1",
  }
  for _, inside in ipairs(code) do
    it(("that is unknown has its inside as code: %q"):format(inside), function()
      local markdown, told = written("{{< b >}}\n" .. inside .. "\n{{< /b >}}")
      assert.equal("```text\n" .. inside .. "\n```", markdown)
      assert.equal("shortcode, its inside now code: b", told)
    end)
  end

  local told = {
    { "{{< b >}}", "shortcode, taken out: b" },
    { "{{< b c= >}}", "shortcode, taken out: b" },
    { '{{< b c="d >}}', "shortcode, taken out: b" },
    { "{{< b >}}A.{{< /b >}}", "shortcode, now its text: b" },
    { '{{% include "no.md" %}}', "include that leads to no file, taken out: no.md" },
    { '{{% include "p.md" %}}', "include that leads to no file, taken out: p.md" },
    { '{{% include "x.md" %}}', "include of itself, or of too much, taken out: x" },
  }
  for _, case in ipairs(told) do
    it(
      "is told: " .. case[1],
      function() assert.equal(case[2], select(2, written(case[1]))) end
    )
  end

  it("brings no more than a page can hold", function()
    FILES["content/many.md"] = ("{{< include x2 >}}\n"):rep(2000)
    FILES["content/x2.md"] = "A.\n"
    local markdown = written("{{< include many >}}")
    assert.is_true(select(2, markdown:gsub("A%.", "")) < 1024)
  end)
end)
