--- Declarations of parameters, and what else is made of them.
local cjson = require("cjson")
local svc = require("svc")
local params = require("web.params")

local declarations = {
  id = params.integer({ from = "path", min = 1, max = 9, missing = "SURAH_NOT_FOUND" }),
  count = params.integer({ min = 1, default = 3 }),
  flag = params.boolean({ default = false }),
  locale = params.locale(),
  section = params.section(),
  ref = params.string({ max_bytes = 8 }),
  query = params.strings({ max_items = 2, max_bytes = 4 }),
}

describe("params.input_schema", function()
  local schema = cjson.decode(svc.json(params.input_schema(declarations)))

  it("is a closed object that requires what is required", function()
    assert.equal("object", schema.type)
    assert.is_false(schema.additionalProperties)
    assert.same({ "id" }, schema.required)
  end)

  it("states bounds, choices and defaults", function()
    assert.same({ 1, 9 }, { schema.properties.id.minimum, schema.properties.id.maximum })
    assert.same({ "en", "id", "de" }, schema.properties.locale.enum)
    assert.equal("en", schema.properties.locale.default)
    assert.equal(2, schema.properties.query.maxItems)
  end)
end)

describe("params.names", function()
  it(
    "puts the path first, then goes by name",
    function()
      assert.same(
        { "id", "count", "flag", "locale", "query", "ref", "section" },
        params.names(declarations)
      )
    end
  )
end)

describe("a declaration", function()
  local SHORT = { max_bytes = 9 }
  local ONE = { max_items = 1, max_bytes = 9, default = "x" }
  -- stylua: ignore
  local faulty = {
    { "string", nil, "it needs the option `max_bytes`, the most bytes of a value" },
    { "string", {}, "it needs the option `max_bytes`" },
    { "strings", SHORT, "it needs the option `max_items`, the most values" },
    { "strings", ONE, "its `default` must be an array of strings" },
    { "integer", { max = 9 }, "it needs the option `min`, the least value" },
    { "integer", { min = 1.5 }, "its option `min` is 1.5; it takes a value of type integer" },
    { "integer", { min = 1, default = 0 }, "its `default` must be 1 or more" },
    { "choice", {}, "it needs the option `values`, the words that are accepted" },
    { "choice", { values = {} }, "its option `values` is a table; it takes a value of type list" },
    { "string", { max_byte = 9 }, "it has no option `max_byte`; did you mean max_bytes?" },
    { "locale", { value = { "en" } }, "it has no option `value`; did you mean values?" },
    { "locale", { default = "xx" }, "its `default` must be one of `en`, `id`, `de`" },
    { "boolean", { "x" }, "it has no option `1`; it has brief, default, description," },
    { "boolean", "x", "it takes a table of options, not a string" },
    { "boolean", { from = "body" }, '`from` is "query" or "path", not "body"' },
    { "boolean", { default = "true" }, "its `default` must be `true` or `false`" },
    { "integer", { min = 5, max = 1 }, "its `max` is 1, and its `min` 5 is more" },
    { "integer", { min = 1, max = 3, example = 9 }, "its `example` must be from 1 to 3" },
    { "integer", { min = 1, example = "1" }, "its `example` must be an integer such as 1" },
    { "integer", { min = 1, required = true, default = 2 }, "it is required, and its `default`" },
    { "integer", { min = 1, from = "path", default = 2 }, "it is required, and its `default`" },
    { "string", { max_bytes = 0 }, "its option `max_bytes` is 0; it takes 1 or more" },
    { "string", { max_bytes = -4 }, "its option `max_bytes` is -4; it takes 1 or more" },
    { "string", { max_bytes = 2, default = "abc" }, "its `default` must be at most 2 bytes" },
    { "string", { max_bytes = 2, example = "abc" }, "its `example` must be at most 2 bytes" },
    { "string", { max_bytes = 2, default = " " }, "its `default` must be a text that is not" },
    { "strings", { max_bytes = 2, max_items = 0 }, "its option `max_items` is 0" },
    { "strings", { max_bytes = 2, max_items = 1, default = { "a", "b" } },
      "its `default` must be given at most 1 times" },
    { "strings", { max_bytes = 2, max_items = 2, example = "abc" },
      "its `example` must be at most 2 bytes" },
    { "strings", { max_bytes = 2, max_items = 2, from = "path" }, "a path has one value of each" },
    { "choice", { values = { "a", "a" } }, "its option `values` is a table; it takes a value of" },
    { "choice", { values = { "a", 5 } }, "its option `values` is a table; it takes a value of" },
    { "choice", { values = { a = "a" } }, "its option `values` is a table; it takes a value of" },
    { "choice", { values = { "a", b = "b" } }, "its option `values` is a table; it takes a value" },
    { "choice", { values = { "a" }, example = "b" }, "its `example` must be one of `a`" },
  }
  for _, case in ipairs(faulty) do
    it(("params.%s is refused with its place: %s"):format(case[1], case[3]), function()
      local function declare() params[case[1]](case[2]) end
      local good, reason = pcall(declare)
      local line = debug.getinfo(declare, "S").linedefined
      local told = ("params_spec.lua:%d: params.%s: %s"):format(line, case[1], case[3])
      assert.is_false(good)
      assert.truthy(reason:find(told, 1, true), reason)
    end)
  end
end)
