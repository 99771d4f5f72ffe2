--- What a route may say, and how a faulty one is refused.
local params = require("web.params")
local route = require("web.route")

local function handle() return {} end

--- A route with everything it needs, changed by `changes`; `false` removes a member.
local function candidate(changes)
  local made = { method = "GET", path = "/x", handle = handle }
  for name, value in pairs(changes) do
    made[name] = value or nil
  end
  return made
end

local operation =
  { operation = "getX", summary = "X", description = "X.", answer = { schema = "Problem" } }

describe("route.complete", function()
  it("gives what a route leaves out", function()
    local made = route.complete(candidate({}), 1)
    assert.same(
      { "none", "application/json", false, false, "application/json" },
      { made.cache, made.consumes, made.counted, made.published, made.produces[1] }
    )
  end)

  it("says where a route is whose handler is misspelt, and what was meant", function()
    local good, reason =
      pcall(route.complete, { method = "GET", path = "/x", handel = handle }, 1)
    assert.is_false(good)
    assert.matches("route_spec.lua:%d+: route 1 of the list: .*did you mean handle", reason)
  end)

  it("accepts an operation with its documentation", function()
    assert.has_no_error(function() route.complete(candidate(operation), 1) end)
  end)

  local refused = {
    { { method = false }, "it has no member `method`", "no method" },
    { { path = false }, "it has no member `path`", "no path" },
    { { handel = handle }, "no member `handel`; did you mean handle?", "a misspelt member" },
    { { cache = "always" }, "there is no caching class `always`", "an unknown caching class" },
    { { counted = 1 }, "member `counted` is a number, not a boolean", "a wrong type" },
    {
      { method = "get" },
      "its method is `get`; a route has one of DELETE, GET, PATCH, POST, PUT",
      "a method in small letters",
    },
    { { path = "x" }, "its path does not begin with a slash", "a path without a slash" },
    { { operation = "getX" }, "it has no member `summary`", "an undocumented operation" },
    { { produces = {} }, "its member `produces` names no media type", "no media type" },
    { { problems = { "NONE" } }, "no problem has the code NONE", "an unknown problem" },
    {
      { fields = { of = handle } },
      "its member `fields` has no list `names`",
      "header fields without their names",
    },
    {
      { fields = { names = { "Link" } } },
      "its member `fields` has no function `of`",
      "header fields without their values",
    },
    {
      { fields = { names = { "Link", "X-Mood" }, of = handle } },
      "the contract describes no header field `X-Mood`; lua/web/headers.lua lists them",
      "an unknown header field",
    },
    {
      { fields = { names = { "ETags" }, of = handle } },
      "the contract describes no header field `ETags`; did you mean ETag?",
      "a misspelt header field",
    },
    {
      { params = { a = {} } },
      "parameter `a`: it is no declaration",
      "a table for a declaration",
    },
    {
      { params = { a = params.integer({ from = "path", min = 1 }) } },
      "parameter `a` is declared in the path",
      "a path parameter that the path lacks",
    },
    {
      { path = "/{a}", params = { a = params.integer({ min = 1 }) } },
      "parameter `a` is declared in the query",
      "a query parameter that the path has",
    },
    {
      { params = { a = params.integer({ min = 1, missing = "NONE" }) } },
      "parameter `a`: no problem has the code NONE",
      "a parameter whose problem is unknown",
    },
  }
  local undeclared = { path = "/x/{id}" }
  for name, value in pairs(operation) do
    undeclared[name] = value
  end
  table.insert(refused, {
    undeclared,
    "its path has {id}, which `params` does not declare",
    "an operation whose path has an undeclared parameter",
  })
  for _, case in ipairs(refused) do
    it("refuses " .. case[3], function()
      local good, reason = pcall(route.complete, candidate(case[1]), 1)
      assert.is_false(good)
      assert.matches(case[2], reason, 1, true)
    end)
  end

  local described = { schema = "Problem" }
  local function tool(members)
    local own = { name = "x", description = "X." }
    for name, value in pairs(members) do
      own[name] = value
    end
    return { mcp = own, answer = described }
  end

  --- What a path is, and what is told of it.
  -- stylua: ignore
  local paths = {
    { "", "does not begin with a slash" }, { "/a?b=1", "has `?`" }, { "/a?", "has `?`" },
    { "/a#b", "has `#`" }, { "/%61", "has `%`" }, { "/a%2Fb", "has `%`" }, { "/a\nb", "control" },
    { "/a\0", "control" }, { "/a ", "ends in a space" }, { "/.", "dots" }, { "/a/../b", "dots" },
    { "/a/..", "dots" }, { "/./a", "dots" }, { "/\xff", "is not UTF-8" }, { "/{a", "a brace" },
    { "/a}", "a brace" }, { "/{}", "a brace" }, { "/{+}", "a brace" }, { "/{a-b}", "a brace" },
    { "/{ a }", "a brace" }, { "/{{a}}", "a brace" }, { "/{a:int}", "a brace" },
    { "/{a}/{a}", "has {a} twice" }, { "/{a}/b/{+a}", "has {a} twice" },
  }
  for _, case in ipairs(paths) do
    it(("refuses the path %q"):format(case[1]), function()
      local good, reason = pcall(route.complete, candidate({ path = case[1] }), 1)
      assert.is_false(good)
      assert.truthy(reason:find("its path", 1, true), reason)
      assert.truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  --- A member, values of it that mean nothing, and what is told.
  -- stylua: ignore
  local members = {
    { "method", { "HEAD", "OPTIONS", "TRACE", "CONNECT", "FOO", "Get", " GET", "" },
      "a route has one of DELETE, GET, PATCH, POST, PUT" },
    { "produces", { { "html" }, { "text/" }, { "/html" }, { "text/*" }, { "*/*" }, { "Text/HTML" },
      { "text/html;" }, { "text/html; q" }, { "text/html, text/plain" }, { "text html" },
      { 'text/html; a="b' }, { 'text/html; a="b"c' }, { "text/html; a=b c" },
      { "text/html; a=\nb" }, { 'text/html; a="\n"' }, { "text/html; =b" }, { "text/html; a=" } },
      "which is no media type in small letters" },
    { "produces", { { 5 }, { "text/html", false }, { html = "text/html" }, { "" } },
      "its member `produces` is no list of texts" },
    { "consumes", { "json", "Text/Plain", "application/json; charset=utf-8", "*/*", "" },
      "which is no media type in small letters and without parameters" },
    { "problems", { { 5 }, { code = "SURAH_NOT_FOUND" } }, "`problems` is no list of texts" },
    { "secrets", { { 5 }, { partner = "x" }, { { "x" } } }, "`secrets` is no list of texts" },
    { "params", { { params.integer({ min = 1 }) } }, "parameter 1 of `params` has no name" },
    { "params", { { a = 5 }, { a = params.integer }, { a = { check = true } }, { a = "integer" } },
      "parameter `a`: it is no declaration" },
    { "kept_for", { 0, -1, 1.5, 86401 }, "not a whole number of seconds" },
    { "answer", { { schema = 5 }, { description = "X." } }, "`answer` has no text `schema`" },
    { "answer", { { schema = "Problem", descripton = "X." } }, "did you mean description?" },
    { "answer", { { schema = "Problem", description = 5 } }, "is a number, not a string" },
    { "fields", { { names = "Link", of = handle } }, "`fields` has no list `names`" },
    { "fields", { { names = { 5 }, of = handle } }, "is no list of texts" },
    { "links", { { a = 5 }, { { operation = "getX" } } }, "is no table with a name" },
    { "links", { { a = { opertion = "getX" } } }, "`links.a` has no text `operation`" },
  }
  for _, row in ipairs(members) do
    for i, value in ipairs(row[2]) do
      it(("refuses `%s`, %s: case %d"):format(row[1], row[3], i), function()
        local good, reason = pcall(route.complete, candidate({ [row[1]] = value }), 1)
        assert.is_false(good)
        assert.truthy(reason:find(row[3], 1, true), reason)
      end)
    end
  end

  -- stylua: ignore
  local tools = {
    { { name = "a b" }, "its tool is called `a b`" }, { { name = "" }, "its tool is called ``" },
    { { name = ("x"):rep(129) }, "1 to 128 letters" }, { { title = 5 }, "is a number" },
    { { parms = {} }, "did you mean params?" }, { { params = 5 }, "is a number, not a table" },
    { { params = { a = {} } }, "parameter `a`: it is no declaration" },
    { { finish = {} }, "is a table, not a function" },
  }
  for i, case in ipairs(tools) do
    it("refuses a tool that is not whole: case " .. i, function()
      local good, reason = pcall(route.complete, candidate(tool(case[1])), 1)
      assert.is_false(good)
      assert.truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  -- stylua: ignore
  local sound = {
    { path = "/a b/ä/{a}.{b}" }, { path = "/v1/items:batch" }, { path = "/{+rest}" },
    { path = "/a//b/" }, { path = "/..a/b.." }, { method = "DELETE" }, { method = "PATCH" },
    { produces = { "text/html; charset=utf-8", "application/vnd.x+json;v=1" } },
    { produces = { "image/svg+xml" } }, { produces = { "text/html; charset=UTF-8" } },
    { produces = { 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"' } },
    { produces = { 'multipart/mixed; boundary="a b"' } }, { produces = { "text/csv;header=a_b" } },
    { produces = { 'text/plain ; charset="utf-8"; format=flowed' } },
    { method = "POST", consumes = "application/merge-patch+json" },
    { links = { a = { operation = "getX", parameters = {}, description = "X." } } },
  }
  for i, members_of in ipairs(sound) do
    it("goes on to take what is sound: case " .. i, function()
      assert.has_no_error(function() route.complete(candidate(members_of), 1) end)
    end)
  end

  it("names the file that a route is of, where no function of it stands there", function()
    local faulty = { method = "GET", path = "/x", handle = print, produces = { "html" } }
    local _, reason = pcall(route.complete, faulty, 2, "/srv/routes/x.lua")
    assert.matches("^/srv/routes/x%.lua: route 2 of the list %(/x%): ", reason)
  end)

  it("says in which file and line the route stands", function()
    local _, reason = pcall(route.complete, candidate({ nothing = true }), 3)
    assert.matches("route_spec.lua:5: route 3 of the list: ", reason, 1, true)
  end)

  it("refuses what is no table, by its place", function()
    local _, reason = pcall(route.complete, "text", 3)
    assert.equal("route 3 of the list: it is no table", reason)
  end)
end)
