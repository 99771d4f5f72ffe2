--- Front matter and settings of other programs.
local importing = require("spec.support.publication.importing")
local settings = require("data.transfer.settings")

teardown(importing.clean)

describe("front matter of another program", function()
  --- Of each: the text, the body behind the front matter, and a field or why it is lost.
  local cases = {
    { "---\ntitle: A\n---\nB\n", "B\n", { title = "A" } },
    { "---\ntitle: A\n---", "", { title = "A" } },
    { "+++\ntitle = 'A'\ncascade = {a = [[1]]}\n+++\nB\n", "B\n", { title = "A" } },
    { '+++\ntitle = """\nA"""\n+++\nB\n', "B\n", { title = "A" } },
    { '{\n"title": "A",\n"b": {"c": "}"}\n}\n\nB\n', "\nB\n", { title = "A" } },
    { "---\n# Nothing\n---\nB\n", "B\n", {} },
    { "---\n---\nB\n", "B\n", {} },
    { "+++\n# Nothing\n+++\nB\n", "B\n", {} },
    { "---\nWords.\n---\nB\n", "---\nWords.\n---\nB\n", {} },
    { "---\ntitle: A\n", "---\ntitle: A\n", {} },
    { '{"a": 1} is no front matter\n', '{"a": 1} is no front matter\n', {} },
    { "{{< a >}}\n", "{{< a >}}\n", {} },
    { "---\ntitle: [A\n---\nB\n", "B\n", "YAML, line 3: " },
    { "---\na: b: c\n---\nB\n", "B\n", "YAML, line 2: mapping values are not allowed" },
    { "---\n- a: b\n---\nB\n", "B\n", "YAML, it is no mapping" },
    { "+++\ntitle = A B\n+++\nB\n", "B\n", "TOML, line 2 has more behind a value" },
    { "+++\na = {b = 1\n+++\nB\n", "B\n", "TOML, line 3 has a table that does not end" },
    { "+++\ntitle: A\n+++\nB\n", "B\n", "TOML, line 2 has no = behind the key" },
  }
  for _, case in ipairs(cases) do
    it(("is read, or told as lost: %q"):format(case[1]), function()
      local fields, body, reason = settings.front_matter(case[1])
      assert.equal(case[2], body)
      if type(case[3]) == "string" then
        assert.matches(case[3], reason, 1, true)
      else
        assert.same({ case[3].title, nil }, { fields.title, reason })
      end
    end)
  end
end)

describe("settings of another program that cannot be read", function()
  local cases = {
    { "book.toml", "[book\n", "src/a.md" },
    { "hugo.toml", "title = [\n", "content/a.md" },
    { "mkdocs.yml", "nav: [\n", "docs/a.md" },
    { "_config.yml", "- a\n", "a.md" },
    { "config/_default/hugo.toml", "x\n", "content/a.md" },
  }
  for _, case in ipairs(cases) do
    it("are told: " .. case[1], function()
      local done = importing.import({
        [case[1]] = case[2],
        [case[3]] = "# A\n\nText.\n",
        ["src/SUMMARY" .. ".md"] = "- [A](a.md)\n",
      }, { subject = "s", locale = "en" })
      local told = case[1] .. ": settings not taken over: "
      assert.equal(told, done.told[1]:sub(1, #told))
    end)
  end
end)
