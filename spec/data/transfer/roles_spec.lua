--- Roles of Sphinx, MyST and d2l, and the labels that they refer to.
local importing = require("spec.support.publication.importing")

teardown(importing.clean)

local OTHER = "# Other *x*\n:label:`o`\n\n## Part $y$\n:label:`p_q`\n\n$$z$$\n:eqlabel:`e_1`\n"

local CASES = {
  { "a section of another page", "See :numref:`p_q`.", "See [Part y](b.md#p_q)." },
  { "another page", "(:ref:`o`)", "([Other x](b.md))" },
  { "a section with words of its own", "{ref}`the part <p_q>`", "[the part](b.md#p_q)" },
  {
    "a section of this page",
    "## Own\n:label:`own`\n\n:numref:`own`",
    "## Own {#own}\n\n[Own](#own)",
  },
  { "this page", ":numref:`a`", "*A*" },
  { "a formula", ":eqref:`e_1`", "*e 1*" },
  { "what is nowhere", ":numref:`no_where`", "*no where*" },
  { "works", ":cite:`Foo.2020,Bar`", "(Foo.2020,Bar)" },
  { "works in parentheses", "(:citet:`Foo`)", "(Foo)" },
  { "a formula in a role", "{math}`x_1` :math:`y_2`", "$x_1$ $y_2$" },
  { "a role that is not known", "A :func:`f` b.", "A `f` b." },
  { "two beside each other", ":numref:`o`,:numref:`o`", "[Other x](b.md),[Other x](b.md)" },
  { "a tab", ":begin_tab:`x, y`\nA.\n:end_tab:", "**x, y**\n\nA.\n" },
  { "settings of an image", "A.\n:width:`400px`\n\nB.", "A.\n\nB." },
  {
    "what stands in code",
    "```text\n:label:`x`\n:numref:`o`\n```",
    "```text\n:label:`x`\n:numref:`o`\n```",
  },
  { "code behind a word", "a:`b` c::d:`e` {f}`g`", "a:`b` c::d:`e` {f}`g`" },
  {
    "what only looks so between code",
    "`a :ref:` and `b {ref}` c",
    "`a :ref:` and `b {ref}` c",
  },
  { "code in code", "`` :ref:`o` ``", "`` :ref:`o` ``" },
}

describe("a role of Sphinx", function()
  for _, case in ipairs(CASES) do
    it("is written as Markdown: " .. case[1], function()
      local _, read = importing.import(
        { ["a.md"] = "# A\n:label:`a`\n\n" .. case[2] .. "\n", ["b.md"] = OTHER },
        { subject = "s", locale = "en" }
      )
      assert.equal("# A\n\n" .. case[3] .. "\n", read("en/material/s/a.md"):match("# A.*"))
    end)
  end

  it("that refers to no label, or is not known, is told", function()
    local done = importing.import(
      { ["a.md"] = "# A\n\n:ref:`x` :y:`z`\n" },
      { subject = "s", locale = "en" }
    )
    local told = importing.told(done)
    assert.matches("a.md: reference without a label, now its name: x", told, 1, true)
    assert.matches("a.md: roles of Sphinx, now their code", told, 1, true)
  end)
end)
