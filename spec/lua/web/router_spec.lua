--- From a path to a route.
local router = require("web.router")

describe("router", function()
  local routes = {
    { method = "GET", path = "/a" },
    { method = "POST", path = "/a" },
    { method = "GET", path = "/a/{name}" },
    { method = "GET", path = "/b/{one}/c/{two}" },
    { method = "GET", path = "/a/literal" },
    { method = "GET", path = "/x.y" },
    { method = "GET", path = "/{+rest}.md" },
  }
  local subject = router.new(routes)

  local found = {
    { "/a", "/a", {}, "a literal path" },
    { "/%61", "/a", {}, "an encoded octet as what it stands for" },
    { "/a/b", "/a/{name}", { name = "b" }, "a template" },
    { "/a/b%20%C3%B6", "/a/{name}", { name = "b ö" }, "a capture, decoded" },
    { "/a/literal", "/a/literal", {}, "a literal path before a template" },
    { "/b/1/c/2", "/b/{one}/c/{two}", { one = "1", two = "2" }, "two captures" },
    { "/p/q/r.md", "/{+rest}.md", { rest = "p/q/r" }, "a capture of several segments" },
    { "/a/b.md", "/a/{name}", { name = "b.md" }, "the earlier of two templates" },
    { "/a/b/c.md", "/{+rest}.md", { rest = "a/b/c" }, "a template of any first segment" },
    { "/x.y", "/x.y", {}, "a point as itself" },
  }
  for _, case in ipairs(found) do
    it("finds " .. case[4], function()
      local entry, captures = subject:match(case[1])
      assert.equal(case[2], entry and entry.methods.GET.path)
      assert.same(case[3], captures)
    end)
  end

  local missing = {
    { "/a/", "a trailing slash" },
    { "//a", "a doubled slash" },
    { "/a//b", "an empty segment" },
    { "/a/b/c", "a segment too many" },
    { "/A", "another case" },
    { "/xzy", "a point that would match anything" },
    { "/a%2Fb", "an encoded slash" },
    { "/.md", "an empty capture" },
    { "", "nothing" },
    { "*", "an asterisk" },
  }
  for _, case in ipairs(missing) do
    it("finds nothing for " .. case[2], function()
      local entry, reason = subject:match(case[1])
      assert.is_nil(entry)
      assert.is_nil(reason)
    end)
  end

  it("says why a path cannot be decoded", function()
    local entry, reason = subject:match("/a%zz")
    assert.is_nil(entry)
    assert.matches("percent", reason, 1, true)
  end)

  it("lists the methods of a path, sorted", function()
    assert.equal("GET, HEAD, OPTIONS, POST", router.allow(subject:match("/a")))
    assert.equal("GET, HEAD, OPTIONS", router.allow(subject:match("/x.y")))
  end)

  it("refuses two routes of one method and path", function()
    local function handle() end
    local one = { method = "GET", path = "/a", handle = handle }
    local refused, reason =
      pcall(router.new, { one, { method = "GET", path = "/a", handle = handle } })
    assert.is_false(refused)
    assert.matches(
      "^spec/lua/web/router_spec.lua:%d+: the route at spec/lua/web/router_spec.lua:%d+ answers"
        .. " GET /a already$",
      reason
    )
  end)
end)
