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
