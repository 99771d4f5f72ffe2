--- Templates of paths and URIs: matched, and filled in.
local template = require("web.template")

describe("template.match", function()
  local rows = {
    { "/a/{b}", "/a/x", { b = "x" }, "one segment" },
    { "/a/{b}", "/a/x/y", nil, "no more than one segment" },
    { "/{+page}.md", "/a/b.md", { page = "a/b" }, "several segments" },
    { "/a+/{b}", "/a+/x", { b = "x" }, "a plus sign as itself" },
    { "/a+/{b}", "/aa/x", nil, "a plus sign as no repetition" },
    { "svc://x/{one}/{two}", "svc://x/1/2", { one = "1", two = "2" }, "two variables" },
    { "/a.b/{c}", "/axb/c", nil, "a point as itself" },
  }
  for _, row in ipairs(rows) do
    it("takes " .. row[4], function()
      local compiled = template.compile(row[1])
      assert.same(row[3], template.match(compiled, row[2]))
    end)
  end
end)

describe("template.expand", function()
  it("fills in both kinds of variables", function()
    local filled = template.expand("/{a}/{+b}.md", function(name) return name:upper() end)
    assert.equal("/A/B.md", filled)
  end)

  it("tells which variables there are", function()
    assert.is_true(template.has("/{+page}.md", "page"))
    assert.is_false(template.has("/{+page}.md", "pag"))
  end)
end)
