--- Fragments of links, which other programs make of headings and elements by rules of their own.
local importing = require("spec.support.publication.importing")

teardown(importing.clean)

--- Of each: the fragment, the text that it leads to, and the fragment that is written.
local CASES = {
  { "-day-1", "## 📘 Day 1", "📘-day-1" },
  { "day-1", "## 📘 Day 1", "📘-day-1" },
  { "%EF%B8%8F-set-up", "## ⚙️ Set Up", "⚙️-set-up" },
  { "what-is-it", "## ❓ What is it", "❓-what-is-it" },
  { "Überblick", "## Überblick", "überblick" },
  { "%C3%9Cberblick", "## Überblick", "überblick" },
  { "оболонка-ї", "## Оболонка Ї", "Оболонка-Ї" },
  { "αθήνα", "## ΑΘήνα", "ΑΘήνα" },
  { "练习等级-3", "## 练习：等级 3", "练习：等级-3" },
  { "آمادهسازی", "## آماده\u{200C}سازی؟", "آماده\u{200C}سازی؟" },
  { "c--a--b", "## C++ & A / B", "c--a--b" },
  { "a-b", "## A “b”…", "a-“b”…" },
  { "x", '<h2 id="x">Some <em>heading</em></h2>', "x" },
  { "x", "<h3\n  id='x'\n  align=center>\n  Some\n  <b>heading</b>\n</h3>", "x" },
  { "x", '<h2><a name="x"></a>Some</h2>', "x" },
  { "x", '## <a name="x"></a>Some', "some" },
  { "x", '## <span id="x">Some</span>', "some" },
  { "x", '<a name="x"></a>\n## Some', "some" },
  { "x", '<div id="x"></div>\n## Some', "some" },
  { "x", '<div id="y"></div>\n## Above\n\n<div id="x"></div>\nA.\n\n## Below', "above" },
  { "x", '<div id="x"></div>\n\n<p></p>\n\n## Some', "some" },
  { "x", '## Above\n\nA <span id="x">word</span>.\n\n## Below', "above" },
  { "x", '## Above\n\n- <a id="x"></a>item', "above" },
}

describe("a fragment of another program", function()
  for _, case in ipairs(CASES) do
    it(("leads to its heading: #%s in %q"):format(case[1], case[2]), function()
      local done, read = importing.import({
        ["a.md"] = "# A\n\n" .. case[2] .. "\n\nText.\n",
        ["b.md"] = "# B\n\n[a](a.md#" .. case[1] .. ")\n",
      }, { subject = "s", locale = "en" })
      assert.matches("[a](a.md#" .. case[3] .. ")", read "en/material/s/b.md", 1, true)
      assert.is_nil(importing.told(done):find("fragment", 1, true))
    end)
  end

  it("that is of no heading is taken out and told", function()
    local done, read = importing.import({
      ["a.md"] = "# A\n\n## 📘\n\nText.\n",
      ["b.md"] = "# B\n\n[a](a.md#😀) [a](a.md#none)\n",
    }, { subject = "s", locale = "en" })
    assert.matches("[a](a.md) [a](a.md)", read "en/material/s/b.md", 1, true)
    assert.matches(
      "fragment without a heading, taken out: a.md#none",
      importing.told(done),
      1,
      true
    )
  end)
end)
