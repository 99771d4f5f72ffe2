--- Small pages.
local page = require("page")

describe("page.escape", function()
  local cases = {
    { "<script>", "&lt;script&gt;" },
    { "a & b", "a &amp; b" },
    { [["it's"]], "&quot;it&#39;s&quot;" },
    { "&amp;", "&amp;amp;" },
    { "ö", "ö" },
  }
  for _, case in ipairs(cases) do
    it("makes " .. case[1] .. " safe", function() assert.equal(case[2], page.escape(case[1])) end)
  end
end)

describe("page.html", function()
  local html =
    page.html("A <b>", { { "h1", "A <b>" }, { "li", "`x<y`" }, { "li", "2" }, { "p", "end" } })

  it("escapes title and text", function()
    assert.matches("<title>A &lt;b&gt;</title>", html, 1, true)
    assert.is_nil(html:find("<b>", 1, true))
  end)

  it("gathers items into a list, and backquotes into code", function()
    local list = "<ul>\n<li><code>x&lt;y</code></li>\n<li>2</li>\n</ul>\n<p>end</p>"
    assert.matches(list, html, 1, true)
  end)
end)

describe("page.markdown", function()
  it(
    "separates blocks by one empty line, and items by none",
    function()
      assert.equal(
        "# T\n\ntext\n\n- a\n- b\n\n## U\n",
        page.markdown({
          { "h1", "T" },
          { "p", "text" },
          { "li", "a" },
          { "li", "b" },
          { "h2", "U" },
        })
      )
    end
  )
end)
