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
      "its method `get` is not in capital letters",
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
    { { params = { a = {} } }, "parameter `a` is no declaration", "a table for a declaration" },
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

  it("says in which file and line the route stands", function()
    local _, reason = pcall(route.complete, candidate({ nothing = true }), 3)
    assert.matches("route_spec.lua:5: route 3 of the list: ", reason, 1, true)
  end)

  it("refuses what is no table, by its place", function()
    local _, reason = pcall(route.complete, "text", 3)
    assert.equal("route 3 of the list: it is no table", reason)
  end)
end)
