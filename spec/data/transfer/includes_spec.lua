--- Files that a book of mdBook includes, and the bound of what they bring.
local includes = require("data.transfer.includes")

--- The text that a source stands for, and what is told of it.
local function written(source, files)
  local told = {}
  local page = {
    file = "src/page.md",
    source = { read = function(_, path) return files[path] end },
    tell = function(what) told[#told + 1] = what end,
  }
  return includes(page, source .. "\n"):gsub("\n$", ""), told
end

local function count_of(found, pattern) return select(2, found:gsub(pattern, "")) end

describe("includes of mdBook", function()
  local twice = "A.\n{{#include a.md}}\n{{#include a.md}}\n"
  local loops = {
    { "a text that includes itself twice", { ["src/a.md"] = twice } },
    { "a text that includes itself often", { ["src/a.md"] = "A.\n" .. twice:rep(50) } },
    {
      "texts that include each other",
      {
        ["src/a.md"] = "A.\n" .. ("{{#include b.md}}\n"):rep(40),
        ["src/b.md"] = "A.\n" .. ("{{#include a.md}}\n"):rep(40),
      },
    },
    {
      "a part that includes itself",
      { ["src/a.md"] = "ANCHOR: x\nA.\n" .. ("{{#include a.md:x}}\n"):rep(40) },
    },
  }
  for _, case in ipairs(loops) do
    it("bring no more than a page may have: " .. case[1], function()
      local found = written("{{#include a.md}}", case[2])
      assert.is_true(#found <= 1024 * 1024)
    end)
  end

  it("of a large file bring it as often as a page may have it", function()
    local large = ("a"):rep(300 * 1024)
    local found, told = written(("{{#include a.txt}}\n"):rep(5), { ["src/a.txt"] = large })
    assert.equal(3, count_of(found, "a+a"))
    assert.same({
      "include that brings too much, left as it is: a.txt",
      "include that brings too much, left as it is: a.txt",
    }, told)
  end)

  it("of many parts of a file are all there", function()
    local file = ("line\n"):rep(500)
    local found, told = written(("{{#include a.txt:1}}\n"):rep(500), { ["src/a.txt"] = file })
    assert.equal(500, count_of(found, "line"))
    assert.same({}, told)
  end)

  it("of an absent file are told", function()
    local found, told = written("{{#include no.md}}", {})
    assert.equal("{{#include no.md}}", found)
    assert.same({ "include that leads to no file, left as it is: no.md" }, told)
  end)
end)
