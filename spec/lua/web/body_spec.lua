--- Bodies that routes declare by a JSON Schema.
local svc = require("svc")
local application = require("spec.support.service.application")
local bodies = require("web.body")

local ORDER = {
  type = "object",
  additionalProperties = false,
  required = { "items" },
  properties = {
    id = { type = "string", minLength = 2, maxLength = 4, pattern = "^[A-Z]+$" },
    items = {
      type = "array",
      minItems = 1,
      maxItems = 3,
      uniqueItems = true,
      items = {
        type = "object",
        additionalProperties = false,
        required = { "score" },
        properties = { score = { type = "integer", minimum = 0, exclusiveMaximum = 10 } },
      },
    },
    kind = { enum = { "new", "used" }, default = "new" },
    note = { type = { "string", "null" } },
    share = { type = "number", multipleOf = 0.1 },
    size = { anyOf = { { type = "integer" }, { const = "large" } } },
    tags = { type = "object", maxProperties = 2, additionalProperties = { type = "boolean" } },
  },
}

--- What a body is refused with: `pointer detail`, in order.
local function refused(schema, text)
  local value, fault = bodies.compile(schema):read(text)
  assert.is_nil(value)
  local list = {}
  for i, each in ipairs(fault.errors or {}) do
    list[i] = each.pointer .. " " .. each.detail
  end
  return list, fault
end

describe("a declared body", function()
  local GOOD = '{"items":[{"score":3}]}'

  -- stylua: ignore
  local accepted = {
    { GOOD, '{"items":[{"score":3}],"kind":"new"}', "with its default" },
    { '{"items":[{"score":3.0}],"kind":"used"}', '{"items":[{"score":3}],"kind":"used"}',
      "whose whole number has a fraction of 0" },
    { '{"items":[{"score":0}],"note":null,"share":0.3,"size":"large","tags":{"a":true}}',
      '{"items":[{"score":0}],"kind":"new","note":null,"share":0.3,"size":"large","tags"'
      .. ':{"a":true}}',
      "with all its members" },
    { '{"id":"ÄB","items":[{"score":3}]}', nil, "whose letters are counted and not their bytes" },
  }
  for _, case in ipairs(accepted) do
    it("is taken " .. case[3], function()
      if not case[2] then
        local list = refused(ORDER, case[1])
        assert.same({ "#/id must match `^[A-Z]+$`" }, list)
        return
      end
      local value = bodies.compile(ORDER):read(case[1])
      assert.equal(case[2], svc.json(value))
    end)
  end

  -- stylua: ignore
  local cases = {
    { '{"items":[{"score":3},{"score":3}]}', { "#/items must have no item twice" } },
    { '{"items":[{"score":1},{"score":2},{"score":3},{"score":"x"}]}',
      { "#/items must have at most 3 items",
        "#/items/3/score must be a whole number, not the string `x`" } },
    { '{"items":[]}', { "#/items must have at least 1 items" } },
    { '{"items":[{"score":10}]}', { "#/items/0/score must be less than 10" } },
    { '{"items":[{"score":-1}]}', { "#/items/0/score must be at least 0" } },
    { '{"items":[{"score":1.5}]}',
      { "#/items/0/score must be a whole number, not the number `1.5`" } },
    { '{"items":[{}]}', { "#/items/0/score is required" } },
    { '{}', { "#/items is required" } },
    { '[]', { "# must be an object, not an array" } },
    { '7', { "# must be an object, not the number `7`" } },
    { 'null', { "# must be an object, not null" } },
    { '{"items":[{"score":1}],"kind":"old"}', { '#/kind must be one of ["new","used"]' } },
    { '{"items":[{"score":1}],"note":1}',
      { "#/note must be a string or null, not the number `1`" } },
    { '{"items":[{"score":1}],"share":0.35}', { "#/share must be a multiple of 0.1" } },
    { '{"items":[{"score":1}],"size":"small"}',
      { "#/size is of none of the 2 forms that it may have" } },
    { '{"items":[{"score":1}],"tags":{"a/b~c":1}}',
      { "#/tags/a~1b~0c must be `true` or `false`, not the number `1`" } },
    { '{"items":[{"score":1}],"tags":{"ü %":1}}',
      { "#/tags/%C3%BC%20%25 must be `true` or `false`, not the number `1`" } },
    { '{"items":[{"score":1}],"tags":{"a":true,"b":true,"c":true}}',
      { "#/tags must have at most 2 members" } },
    { '{"id":"ABCDE","items":[{"score":1}]}', { "#/id must have at most 4 characters" } },
    { '{"itemz":[],"id":"a"}', { "#/items is required",
      "#/id must have at least 2 characters", "#/itemz is not known here; did you mean items?" } },
  }
  for _, case in ipairs(cases) do
    it("is refused whole: " .. case[1]:sub(1, 60), function()
      local list, fault = refused(ORDER, case[1])
      assert.same(case[2], list)
      assert.equal(422, fault.status)
    end)
  end

  -- stylua: ignore
  local unread = { { "", "there is none" }, { "{", "no JSON" }, { '{"a":1,"a":2}', "no JSON" },
    { ("["):rep(65), "no JSON" }, { '"\xff"', "no JSON" }, { "{} {}", "no JSON" } }
  for _, case in ipairs(unread) do
    it("is 400 where it cannot be read: " .. case[1]:sub(1, 20), function()
      local list, fault = refused(ORDER, case[1])
      assert.equal(400, fault.status)
      assert.truthy(fault.detail:find(case[2], 1, true), fault.detail)
      assert.same({}, list)
    end)
  end

  it("lists twenty violations, and counts the others", function()
    local list, fault = refused({ items = { type = "null" } }, "[" .. ("1,"):rep(29) .. "1]")
    assert.equal(20, #list)
    assert.matches("And 10 more at least%.$", fault.detail)
  end)

  it("has pointers that are bounded, whatever its names are", function()
    local long = ('{"%s":{"%s":1}}'):format(("a"):rep(400), ("b"):rep(60000))
    local inner = { additionalProperties = { type = "string" } }
    local list = refused({ additionalProperties = inner }, long)
    assert.is_true(#list[1] < 600)
  end)
end)

describe("the schema of a body", function()
  -- stylua: ignore
  local faulty = {
    { { maximun = 3 }, "no check `maximun` is known" },
    { { properties = { a = { type = "int" } } }, "#/properties/a: there is no type `int`" },
    { { maxLength = "3" }, "`maxLength` is a string, not a number" },
    { { pattern = "^(a|b)$" }, "no groups or alternatives" },
    { { ["$ref"] = "None.json" }, "the schema None is missing" },
    { { ["$ref"] = "#/$defs/X" }, "put it into a file of schemas" },
    { { ["not"] = { type = "string" } }, "no check `not` is known" },
    { { items = 3 }, "`items` is a number, not a table" },
    { "None", "the schema None is missing" },
    { { minimum = 5, maximum = 1 }, "`minimum` 5 and `maximum` 1 leave no value" },
    { { exclusiveMinimum = 1, maximum = 1 }, "`exclusiveMinimum` 1 and `maximum` 1 leave" },
    { { minLength = 5, maxLength = 2 }, "`minLength` 5 and `maxLength` 2 leave no value" },
    { { items = { minItems = 2, maxItems = 1 } }, "#/items: `minItems` 2 and `maxItems` 1 leave" },
    { { minProperties = 2, maxProperties = 1 }, "leave no value" },
    { { minimum = 0 / 0 }, "`minimum` is no number" },
    { { maxLength = -1 }, "`maxLength` is -1, not a whole number of 0 or more" },
    { { minItems = 1.5 }, "`minItems` is 1.5, not a whole number of 0 or more" },
    { { multipleOf = 0 }, "`multipleOf` is 0, not a number above 0" },
    { { maximum = 1, default = 9 }, "its `default` is refused by itself: # must be at most 1" },
    { { enum = { "a" }, default = "b" }, '# must be one of ["a"]' },
    { { type = "string", enum = { 1 } }, "its `enum` is refused by itself" },
    { { type = "string", const = 1 }, "its `const` is refused by itself" },
    { { type = "integer", examples = { 1, "x" } }, "its `examples` is refused by itself" },
    { { properties = { a = { maxLength = 1, default = "ab" } } }, "#/properties/a: its `default`" },
    { { required = { "a" }, examples = { { b = 1 } } }, "its `examples` is refused by itself" },
    { { default = print }, "its `default` has no form in JSON" },
    { { enum = {} }, "`enum` is no list of one value or more" },
    { { anyOf = {} }, "`anyOf` is no list of one value or more" },
    { { anyOf = { { minimum = 2, maximum = 1 } } }, "#/anyOf/0: `minimum` 2 and `maximum` 1" },
    { { type = {} }, "`type` is a name, or a list of some" },
    { { items = { { type = "integer" } } }, "`items` is one schema, of all items" },
    { { additionalProperties = 5 }, "`additionalProperties` is true, false or a schema" },
    { { properties = { "a" } }, "`properties` has an entry without a name: 1" },
    { { required = { 5 } }, "`required` is no list of names" },
    { { required = { a = true } }, "`required` is no list of names" },
    { { required = { "a", "a" } }, "`required` is no list of names, each of them once" },
    { { required = { "aa" }, additionalProperties = false, properties = { aaa = {} } },
      "`required` names `aa`, which no object may have" },
  }
  for _, case in ipairs(faulty) do
    it("is refused where it is loaded: " .. case[2], function()
      local good, reason = pcall(bodies.compile, case[1])
      assert.is_false(good)
      assert.truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  -- stylua: ignore
  local sound = {
    { minimum = 1, maximum = 1 }, { type = "array", default = {} }, { examples = {} },
    { type = "array", default = { 1, 2 } }, { type = "object", default = {} }, { required = {} },
    { required = { "a" }, additionalProperties = { type = "string" } },
    { type = { "string", "null" }, default = svc.null, enum = { "a", svc.null } },
    { properties = { a = { type = "integer", default = 1 } }, examples = { { a = 2.0 } } },
    { exclusiveMinimum = 0, maximum = 1, default = 1 },
  }
  for i, schema in ipairs(sound) do
    it("is taken where it is sound: case " .. i, function()
      assert.has_no_error(function() bodies.compile(schema) end)
    end)
  end

  it("may refer to the schemas of the contract", function()
    local compiled = bodies.compile({ ["$ref"] = "common.json#/$defs/Locale" })
    assert.equal("de", compiled:read('"de"'))
    assert.is_nil(compiled:read('"fr"'))
  end)
end)

describe("a route that declares a body", function()
  local function new(members)
    local route = {
      method = "POST",
      path = "/orders",
      operation = "postOrder",
      summary = "Order",
      description = "Takes an order.",
      answer = { schema = "Problem", description = "What was taken." },
      mcp = { name = "order", description = "Orders." },
      body = ORDER,
      handle = function(call)
        return { score = call.body.items[1].score, kind = call.body.kind }
      end,
    }
    for name, value in pairs(members or {}) do
      route[name] = value
    end
    return application.new({ routes = { route, table.unpack((require("routes"))) } })
  end

  local function post(handler, text, media_type)
    local asked = application.request(
      "POST /orders",
      { ["content-type"] = media_type or "application/json" }
    )
    asked.body = text
    return handler.handle(asked)
  end

  it("reads it, typed", function()
    local answer = post(new(), '{"items":[{"score":3}]}')
    assert.equal('{"kind":"new","score":3}', answer.body)
  end)

  it("refuses one that is not so with 422 and pointers", function()
    local answer = application.json(post(new(), '{"items":[{"score":"x"}]}'))
    assert.equal("UNPROCESSABLE_REQUEST", answer.code)
    assert.same(
      { { pointer = "#/items/0/score", detail = "must be a whole number, not the string `x`" } },
      answer.errors
    )
  end)

  it("refuses another media type with 415", function()
    assert.equal(415, post(new(), "{}", "text/plain").status)
    assert.equal(415, post(new(), "{}", "").status)
  end)

  it("shows it in the contract", function()
    local contract = svc.parse_json(new().app.contract())
    local own = contract.paths["/orders"].post
    assert.equal(
      3,
      own.requestBody.content["application/json"].schema.properties.items.maxItems
    )
    local refusal = contract.components.responses[own.responses["422"]["$ref"]:match("[^/]+$")]
    local named = refusal.content["application/problem+json"].schema["$ref"]
    assert.equal("#/components/schemas/ProblemWithErrors", named)
    assert.truthy(contract.components.schemas.ProblemWithErrors.properties.errors)
  end)

  it("takes it as an argument where it is a tool", function()
    local asked = application.request("POST /mcp", {
      accept = "application/json, text/event-stream",
      ["content-type"] = "application/json",
    })
    local call =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"order","arguments":'
    local handler = new()
    asked.body = call .. '{"body":{"items":[{"score":4}]}}}}'
    assert.truthy(
      handler.handle(asked).body:find('"structuredContent":{"kind":"new","score":4}', 1, true)
    )
    asked.body = call .. '{"body":{"items":[{"score":"x"}]}}}}'
    assert.truthy(handler.handle(asked).body:find("#/items/0/score", 1, true))
    asked.body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    assert.truthy(handler.handle(asked).body:find('"uniqueItems":true', 1, true))
  end)

  -- stylua: ignore
  local faulty = {
    { { method = "GET" }, "it has a `body`, and GET has none" },
    { { body = 7 }, "member `body` is a number" },
    { { consumes = "text/plain" }, "its `body` is JSON" },
    { { body = { maximun = 1 } }, "no check `maximun` is known" },
  }
  for _, case in ipairs(faulty) do
    it("is refused where it is faulty: " .. case[2], function()
      local good, reason = pcall(new, case[1])
      assert.is_false(good)
      assert.truthy(tostring(reason):find(case[2], 1, true), reason)
    end)
  end
end)
