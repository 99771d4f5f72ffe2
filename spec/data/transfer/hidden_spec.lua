--- Pages that their own program does not show.
local importing = require("spec.support.publication.importing")

teardown(importing.clean)

local SITES = {
  Hugo = { "hugo.toml", "content/", "title = 'T'\n" },
  Docusaurus = { "docusaurus.config.js", "docs/", "module.exports = { title: 'T' };\n" },
  Jekyll = { "_config.yml", "", "title: T\n" },
  Markdown = { "notes.txt", "", "" },
}

--- Of each: the program, the front matter, and what is told of it; nil where the page is shown.
local CASES = {
  { "Hugo", "draft: true", "draft: true" },
  { "Hugo", "Draft: TRUE", "draft: TRUE" },
  { "Hugo", "build: {render: never}", "build: render: never" },
  { "Hugo", "_build:\n  render: false", "build: render: false" },
  { "Hugo", "build:\n  list: never", "build: list: never" },
  { "Hugo", "headless: true", "headless: true" },
  { "Hugo", "expiryDate: 2001-01-01", "expirydate: 2001-01-01" },
  { "Hugo", "unpublishdate: 2001-01-01T10:00:00Z", "unpublishdate: 2001" },
  { "Hugo", "publishDate: 2901-01-01", "publishdate: 2901-01-01" },
  { "Hugo", "date: 2901-01-01", "date: 2901-01-01" },
  { "Docusaurus", "unlisted: true", "unlisted: true" },
  { "Docusaurus", "draft: true", "draft: true" },
  { "Jekyll", "published: false", "published: false" },
  { "Jekyll", "date: 2901-01-01 10:00:00 +0100", "date: 2901-01-01" },
  { "Markdown", "draft: true", "draft: true" },
  { "Hugo", "draft: false" },
  { "Hugo", "build: {render: always, list: local}" },
  { "Hugo", "expiryDate: 2901-01-01" },
  { "Hugo", "expiryDate: soon" },
  { "Hugo", "publishDate: 2001-01-01\ndate: 2901-01-01" },
  { "Hugo", "published: false" },
  { "Markdown", "expiryDate: 2001-01-01" },
  { "Docusaurus", "date: 2901-01-01" },
}

describe("a page of another program", function()
  for _, case in ipairs(CASES) do
    local title = (case[3] and "is a draft" or "is shown")
      .. (" of %s with %q"):format(case[1], case[2])
    it(title, function()
      local site = SITES[case[1]]
      local done, read = importing.import({
        [site[1]] = site[3],
        [site[2] .. "a.md"] = "---\ntitle: A\n" .. case[2] .. "\n---\n\nText.\n",
        [site[2] .. "b.md"] = "# B\n\n[a](a.md)\n",
      }, { subject = "s", locale = "en" })
      local is_draft = read("en/material/s/a.md"):find("\ndraft: true\n", 1, true) ~= nil
      assert.equal(case[3] ~= nil, is_draft)
      assert.equal(case[3] and 1 or 0, done.drafts)
      local told = case[3] and "a.md: is a draft: its program hides it: " .. case[3]
      if told then assert.matches(told, importing.told(done), 1, true) end
    end)
  end

  it("is a draft where its folder hands down that it is hidden", function()
    local done, read = importing.import({
      ["hugo.toml"] = "title = 'T'\n",
      ["content/a/_index.md"] = "+++\n[[cascade]]\n[cascade.build]\nrender = 'never'\n+++\n\nA.\n",
      ["content/a/b/c.md"] = "# C\n\nText.\n",
      ["content/a/b/d.md"] = "---\nbuild: {render: always}\n---\n\nText.\n",
      ["content/e/_index.md"] = "---\ncascade: [{target: {kind: page}, draft: true}]\n---\n\nE.\n",
      ["content/e/f.md"] = "# F\n\nText.\n",
    }, { subject = "s", locale = "en" })
    assert.equal(2, done.drafts)
    assert.matches("\ndraft: true\n", read "en/material/s/a/b/c.md", 1, true)
  end)

  it("that others lead to is told as a draft, not as dead", function()
    local done, read = importing.import({
      ["a.md"] = "# A\n\n[b](b.md) [c](c.md)\n",
      ["b.md"] = "---\ndraft: true\n---\n\nText.\n",
    }, { subject = "s" })
    assert.matches("link to a draft, now its text: b.md", importing.told(done), 1, true)
    assert.matches("dead link, now its text: c.md", importing.told(done), 1, true)
    assert.equal("# A\n\nb c\n", read "en/material/s/a.md":match("# A.*"))
  end)

  it("that one text leads to many times leaves no link", function()
    local _, read = importing.import({
      ["a.md"] = "# A\n\n" .. ("[b](b.md) "):rep(9) .. "\n",
      ["b.md"] = "---\ndraft: true\n---\n\nText.\n",
    }, { subject = "s", locale = "en" })
    assert.is_nil(read("en/material/s/a.md"):find("](", 1, true))
  end)
end)
