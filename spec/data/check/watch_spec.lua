--- What is noticed of a folder, and that waiting for it takes no processor.
local content_tree = require("spec.support.publication.content_tree")
local forge = require("spec.support.publication.forge")
local svc = require("svc")
local tables = require("base.tables")
local watch = require("data.check.watch")

local LONG = 5 -- seconds, more than any change takes to be told

describe("a watch of a folder", function()
  local folder, own

  before_each(function()
    folder = forge.folder()
    content_tree.write(folder .. "/en/deep/a.md", "a")
    own = assert(watch.new(folder))
  end)
  after_each(function()
    own:close()
    forge.remove(folder)
  end)

  -- what is done, in a shell in the folder; the names that are told
  local cases = {
    { "a file that is written", "echo b >en/deep/a.md", { "en/deep/a.md" } },
    {
      "a file that is replaced",
      "echo b >en/x && mv en/x en/deep/a.md",
      { "en/deep/a.md", "en/x" },
    },
    { "a file that is removed", "rm en/deep/a.md", { "en/deep/a.md" } },
    { "a new folder", "mkdir id", { "id" } },
    { "a folder that is moved", "mv en/deep en/other", { "en/deep", "en/other" } },
  } -- stylua: ignore
  for _, case in ipairs(cases) do
    it("tells of " .. case[1], function()
      os.execute("cd " .. folder .. " && " .. case[2])
      assert.same(case[3], tables.keys((own:changes(LONG))))
    end)
  end

  it("tells of a file in a folder that came later", function()
    os.execute("mkdir -p " .. folder .. "/de/new")
    own:changes(LONG)
    content_tree.write(folder .. "/de/new/b.md", "b")
    assert.same({ "de/new/b.md" }, tables.keys((own:changes(LONG))))
  end)

  it("is not woken by what editors write beside a file", function()
    content_tree.write(folder .. "/en/deep/.a.md.swp", "x")
    content_tree.write(folder .. "/en/deep/a.md~", "x")
    assert.is_nil(own:changes(LONG))
  end)

  it("tells that the folder is gone", function()
    forge.remove(folder)
    assert.same({ nil, folder .. ": No such file or directory" }, { own:changes(LONG) })
    own = assert(svc.watcher())
    folder = forge.folder()
  end)

  it("takes no processor while nothing happens", function()
    local before = os.clock()
    own:changes(1)
    assert.is_true(os.clock() - before < 0.01)
  end)
end)
