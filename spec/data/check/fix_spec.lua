--- `svcd check --fix`: what is mended, what is left, and that nothing else is changed.
local cjson = require("cjson")
local content_tree = require("spec.support.publication.content_tree")
local fix = require("data.check.fix")
local forge = require("spec.support.publication.forge")

local SVCD = os.getenv("SVC_SVCD") or "build/svcd"

teardown(content_tree.remove_all)

local function mended(source)
  local told = {}
  local text = fix.text(
    source,
    fix.RULES,
    function(id, line, column, what)
      told[#told + 1] = ("%d:%s %s: %s"):format(line, column or "-", id, what)
    end
  )
  return text, told
end

describe("svcd check --fix mends", function()
  -- name, text before, text after, how many changes are told
  -- stylua: ignore
  local cases = {
    { "line ends of Windows and a byte order mark", "\xEF\xBB\xBFa\r\nb\r\n", "a\nb\n", 1 },
    { "a title that stands twice", "---\ntitle: A\n---\n\n# A\n\nb\n",
      "---\ntitle: A\n---\n\nb\n", 1 },
    { "headings of the first level, with those below", "---\ntitle: T\n---\n# A\n\n## B\n",
      "---\ntitle: T\n---\n## A\n\n### B\n", 2 },
    { "headings that skip a level", "## A\n\n#### B\n", "## A\n\n### B\n", 1 },
    { "what comes behind the heading that is the title", "# T\n\n# A\n", "# T\n\n## A\n", 1 },
    { "an attribute that pages leave out", 'a<kbd id="a" class=b>c</kbd>\n', "a<kbd>c</kbd>\n", 2 },
    { "no attribute that pages keep", 'a<abbr id=x title="b">c</abbr>\n',
      'a<abbr title="b">c</abbr>\n', 1 },
    { "classes of other dialects", "a {: .b}\n", "a\n", 1 },
    { "highlighted words", "a ==b c== d\n", "a <mark>b c</mark> d\n", 1 },
    { "names of emoji that are known", "a :rocket:\n", "a 🚀\n", 1 },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local text, told = mended(case[2])
      assert.equal(case[3], text)
      assert.equal(case[4], #told, table.concat(told, "\n"))
      assert.same({ case[3], {} }, { mended(text) })
    end)
  end
end)

describe("svcd check --fix leaves", function()
  -- stylua: ignore
  local cases = {
    { "blocks of code", "```text\n# a ==b== {: .c} :book:\n```\n" },
    { "code in lists", "- a\n\n      # b ==c==\n" },
    { "spans of code", "`==a==` `:book:`\n" },
    { "headings whose order is not sure", "## A\n\n#### B\n\n### C\n" },
    { "underlined headings of the first level", "---\ntitle: T\n---\nA\n=\n" },
    { "comparisons", "a==b and c==d\n" },
    { "an id, to which a link may lead", "a {#b} c\n" },
    { "emoji that it does not know", "a :nobody: b\n" },
    { "a title below a comment", "---\ntitle: A\n---\n<!-- b -->\n# A\n\nc\n" },
    { "front matter that cannot be read", "---\ntitle A\n---\n# A ==b==\n" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function() assert.same({ case[2], {} }, { mended(case[2]) }) end)
  end
end)

describe("svcd check --fix", function()
  local function run(arguments)
    local out = os.tmpname()
    local command = ("%s check %s >%s 2>&1"):format(SVCD, arguments, out)
    local _, _, status = os.execute(command)
    local text = forge.read(out)
    os.remove(out)
    return text, status
  end

  local NAME = "en/material/mathematics/lines.md"

  it("tells each change, and changes nothing the second time", function()
    local folder = content_tree.make { [NAME] = content_tree.lesson("\n## A\n\n#### B\n\nc\n") }
    local out = run("--content " .. folder .. " --fix")
    local line = "mended: " .. NAME .. ":10:1: heading of level 4 is now of level 3"
    assert.truthy(out:find(line .. " (heading-level)\n", 1, true), out)
    local after = forge.read(folder .. "/" .. NAME)
    assert.equal(content_tree.lesson("\n## A\n\n### B\n\nc\n"), after)
    assert.falsy(run("--content " .. folder .. " --fix"):find("mended", 1, true))
  end)

  it("gives the changes as fields with --json", function()
    local folder = content_tree.make { [NAME] = content_tree.lesson("\na ==b== c\n") }
    local report = cjson.decode((run("--content " .. folder .. " --fix --json")))
    assert.same({
      {
        rule = "highlight",
        file = NAME,
        line = 8,
        column = 3,
        message = "==b== is now in <mark>",
      },
    }, report.changes)
  end)

  it("leaves what is allowed, and the mode of a file", function()
    local folder = content_tree.make {
      [NAME] = content_tree.lesson("\na ==b== c\n"),
      ["en/material/mathematics/curves.md"] = content_tree.lesson(
        "\na ==b== c\n",
        "allow: highlight\n"
      ),
    }
    os.execute(("chmod 0664 %s/%s"):format(folder, NAME))
    run("--content " .. folder .. " --fix")
    local pipe <close> = io.popen(("stat -c %%a %s/%s"):format(folder, NAME))
    assert.equal("664", pipe:read("l"))
    local kept = forge.read(folder .. "/en/material/mathematics/curves.md")
    assert.truthy(kept:find("==b==", 1, true))
  end)

  it("is refused without a content tree", function()
    local out, status = run("--fix")
    assert.same({ "svcd check: --fix mends a content tree; give it with --content DIR\n", 1 }, {
      out,
      status,
    })
  end)

  it("is told in the guide with the rules that it mends", function()
    local guide = forge.read("lua/site/assets/markdown.md"):match("`%-%-fix` mends[^\n]*")
    for _, id in ipairs(fix.RULES) do
      assert.truthy(guide:find("`" .. id .. "`", 1, true), id)
    end
  end)
end)
