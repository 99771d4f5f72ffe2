--- Links of other programs, which name pages by files and by addresses.
local importing = require("spec.support.publication.importing")

teardown(importing.clean)

local HUGO = {
  ["hugo.toml"] = 'title = "T"\nlanguageCode = "en"\n',
  ["content/_index.md"] = "---\ntitle: Home\n---\n",
  ["content/Sec/_index.md"] = "---\ntitle: Section\n---\n",
  ["content/Sec/Sub/Other Page.md"] = "---\ntitle: Other\nslug: by-slug\n---\n\nText.\n",
  ["content/Sec/Sub/Bundle/index.md"] = "---\ntitle: B\naliases: [/old/, older]\n---\n\nText.\n",
  ["content/Sec/Last.md"] = "---\ntitle: Last\nurl: /far/away.html\n---\n\nText.\n",
}

local DOCUSAURUS = {
  ["docusaurus.config.js"] = "module.exports = { title: 'T' };\n",
  ["docs/01-Part/_category_.json"] = '{"label": "Part"}',
  ["docs/01-Part/02-Page.md"] = "# Page\n\nText.\n",
}

local MKDOCS = {
  ["mkdocs.yml"] = "site_name: T\n",
  ["docs/Part/One.md"] = "# One\n\nText.\n",
}

--- Of each: the site, the file that links, the target, and what the link leads to from there.
local CASES = {
  { HUGO, "content/Sec/Leaf.md", "/sec/sub/other-page/", "sub/other-page.md" },
  { HUGO, "content/Sec/Leaf.md", "/sec/sub/by-slug/", "sub/other-page.md" },
  { HUGO, "content/Sec/Leaf.md", "/en/sec/last", "last.md" },
  { HUGO, "content/Sec/Leaf.md", "/far/away.html", "last.md" },
  { HUGO, "content/Sec/Leaf.md", "/old/", "sub/bundle.md" },
  { HUGO, "content/Sec/Leaf.md", "/sec/sub/older/", "sub/bundle.md" },
  { HUGO, "content/Sec/Leaf.md", "../last/", "last.md" },
  { HUGO, "content/Sec/Leaf.md", "Last.MD", "last.md" },
  { HUGO, "content/Sec/Leaf.md", "sub/bundle", "sub/bundle.md" },
  { HUGO, "content/Sec/Leaf.md", '{{< ref "sec/last" >}}', "last.md" },
  { HUGO, "content/Sec/Leaf.md", "../", "index.md" },
  { HUGO, "content/Sec/Leaf.md", "/sec/", "index.md" },
  { HUGO, "content/Sec/Leaf.md", "/SEC/Sub/", "sub/index.md" },
  { HUGO, "content/Sec/Leaf.md", "/", "../index.md" },
  { DOCUSAURUS, "docs/01-Part/leaf.md", "./page", "02-page.md" },
  { DOCUSAURUS, "docs/01-Part/leaf.md", "/docs/part/page", "02-page.md" },
  { DOCUSAURUS, "docs/01-Part/leaf.md", "/part/", "index.md" },
  { MKDOCS, "docs/Part/leaf.md", "../one/", "one.md" },
  { MKDOCS, "docs/Part/leaf.md", "/part/one.html", "one.md" },
}

describe("a link of another program", function()
  for _, case in ipairs(CASES) do
    it(("leads from %s to %s, written as %s"):format(case[2], case[4], case[3]), function()
      local sources = { [case[2]] = "# Leaf\n\n[a](" .. case[3] .. ")\n" }
      for name, text in pairs(case[1]) do
        sources[name] = text
      end
      local done, _, out = importing.import(sources, { subject = "s" })
      local pipe <close> = assert(io.popen("cat $(find " .. out .. " -name leaf.md)"))
      assert.matches("\n[a](" .. case[4] .. ")\n", pipe:read("a"), 1, true)
      assert.is_nil(importing.told(done):find("dead link", 1, true))
    end)
  end

  it("prefers the file of the very name", function()
    local _, read = importing.import({
      ["A.md"] = "# A\n\n[a](a.md) [b](A.md)\n",
      ["a.md"] = "# B\n\nText.\n",
    }, { subject = "s" })
    assert.matches("[a](a-2.md) [b](a.md)", read "en/material/s/a.md", 1, true)
  end)

  it("leads to a section that has no text by what describes it, else by its pages", function()
    local _, read = importing.import({
      ["hugo.toml"] = 'title = "T"\n',
      ["content/a/_index.md"] = "---\ntitle: A\n---\n",
      ["content/a/b.md"] = "---\ntitle: 'B *x*'\n---\n\nText.\n",
      ["content/a/draft.md"] = "---\ntitle: C\ndraft: true\n---\n\nText.\n",
      ["content/c/_index.md"] = "---\ntitle: C\ndescription: All of C.\n---\n",
      ["content/c/d.md"] = "# D\n\n[a](/a/) [c](/c/)\n",
      ["content/e/_index.md"] = "---\ntitle: E\n---\n",
      ["content/e/f.md"] = "# F\n\nText.\n",
      ["content/g/_index.md"] = '---\ntitle: G\ndescription: ""\n---\n',
      ["content/g/h.md"] = "# H\n\n[g](/g/)\n",
    }, { subject = "s" })
    assert.equal(
      "- [B x](b.md)\n",
      read("en/material/s/a/index.md"):match("%-%-%-\n(%-? ?%[.*)")
    )
    assert.matches("---\nAll of C.\n", read "en/material/s/c/index.md", 1, true)
    assert.matches("---\n- [H](h.md)\n", read "en/material/s/g/index.md", 1, true)
    assert.matches("[g](index.md)", read "en/material/s/g/h.md", 1, true)
    assert.matches('"E"\norder: 3\n---\n%s*$', read "en/material/s/e/index.md")
  end)
end)

describe("the folder of Hugo's texts", function()
  local settings = {
    { "the site names", { ["hugo.toml"] = 'contentDir = "x/de"' } },
    { "the language names", { ["hugo.yaml"] = "languages:\n  en: {contentDir: x/de}\n" } },
    {
      "the first language names",
      {
        ["config.toml"] = 'defaultContentLanguage = "de"\n[languages]\n[languages.de]\n'
          .. 'contentdir = "x/de"\n',
      },
    },
    {
      "a mount names",
      {
        ["hugo.toml"] = 'module = {mounts = [{source = "i18n", target = "i18n"}, '
          .. '{source = "x/de", target = "content"}]}',
      },
    },
    {
      "a part of the settings names",
      {
        ["config/_default/hugo.toml"] = "title = 'T'\n",
        ["config/_default/module.toml"] = '[[mounts]]\nsource = "x/de"\ntarget = "content"\n',
      },
    },
    {
      "a file of languages names",
      {
        ["config/_default/config.yaml"] = "title: T\n",
        ["config/_default/languages.yml"] = "en:\n  contentDir: x/de\n",
      },
    },
    { "is the usual one", { ["hugo.toml"] = "title = 'T'\n" }, "content" },
    {
      "is usual beside languages in a list",
      { ["hugo.yaml"] = "languages: [{en: 1}, ~]\n" },
      "content",
    },
    { "is there", { ["hugo.toml"] = 'contentDir = "../y"\n' }, "content" },
  }
  for _, case in ipairs(settings) do
    it("is the one that " .. case[1], function()
      local folder = case[3] or "x/de"
      local sources =
        { [folder .. "/a.md"] = "# A\n\n[b](/b/)\n", [folder .. "/b.md"] = "# B\n\nB.\n" }
      for name, text in pairs(case[2]) do
        sources[name] = text
      end
      local _, read = importing.import(sources, { subject = "s", locale = "en" })
      assert.matches("[b](b.md)", read "en/material/s/a.md", 1, true)
    end)
  end

  it("of another language is told", function()
    local done = importing.import({
      ["hugo.toml"] = '[languages]\nen = {contentDir = "content/en"}\n'
        .. 'de = {contentDir = "content/de"}\n',
      ["content/en/a.md"] = "# A\n\nText.\n",
      ["content/de/a.md"] = "# A\n\nText.\n",
    }, { subject = "s" })
    assert.equal(1, done.pages)
    assert.matches(
      "content/de: texts of another language, left out: de",
      importing.told(done),
      1,
      true
    )
  end)
end)
