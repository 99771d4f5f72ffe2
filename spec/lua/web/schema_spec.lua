--- The schemas of the bodies, gathered with what they refer to.
local schema = require("web.schema")
local svc = require("svc")
local tables = require("base.tables")

local function names(map) return table.concat(tables.keys(map), " ") end

describe("schema.gather", function()
  it(
    "brings what a schema refers to, and no more",
    function()
      assert.equal("ApiIndex Url Version", names(schema.gather({ "ApiIndex" }, "#/x/")))
    end
  )

  it("rewrites references with the prefix", function()
    local gathered = schema.gather({ "ApiIndex" }, "#/x/")
    assert.equal("#/x/Version", gathered.ApiIndex.properties.version["$ref"])
  end)

  it("rewrites the mapping of a discriminator", function()
    local gathered = schema.gather({ "QuranReference" }, "#/x/")
    assert.same({
      en = "#/x/QuranReferenceEnglish",
      id = "#/x/QuranReferenceIndonesian",
      de = "#/x/QuranReferenceGerman",
    }, gathered.QuranReference.discriminator.mapping)
  end)

  it("leaves out what only files have", function()
    local gathered = schema.gather({ "SearchResult" }, "#/x/")
    assert.is_nil(gathered.SearchResult["$defs"])
    assert.is_nil(gathered.SearchResult["$schema"])
    assert.equal("object", gathered.SearchItem.type)
  end)

  it("gives a schema that two others share once", function()
    local gathered = schema.gather({ "Content", "SearchResult" }, "#/x/")
    assert.equal(
      gathered.Content.properties.locale["$ref"],
      gathered.SearchItem.properties.locale["$ref"]
    )
  end)

  it("says which file is missing", function()
    local good, reason = pcall(schema.gather, { "Nothing" }, "#/x/")
    assert.is_false(good)
    assert.matches("contract/schemas/Nothing.json", reason, 1, true)
  end)
end)

describe("schema.example", function()
  -- stylua: ignore
  local cases = {
    { { type = "integer", minimum = 3 }, "3" },
    { { type = "number", exclusiveMinimum = 3 }, "4" },
    { { type = "string", minLength = 6 }, '"textxx"' },
    { { type = "string", maxLength = 2 }, '"te"' },
    { { type = { "boolean", "null" } }, "true" },
    { { type = "array", minItems = 2, items = { type = "boolean" } }, "[true,true]" },
    { { type = "array", maxItems = 0 }, "[]" },
    { { type = "string", enum = { "a", "b" } }, '"a"' },
    { { type = "string", default = "d", enum = { "a", "d" } }, '"d"' },
    { { type = "string", examples = { "e" }, default = "d" }, '"e"' },
    { { type = "object" }, "{}" },
    { { type = "object", properties = { a = { type = "null" } } }, '{"a":null}' },
    { { ["$ref"] = "#/x/Known" }, "7" },
  }
  for _, case in ipairs(cases) do
    it("makes what the schema admits: " .. case[2], function()
      local known = { Known = { type = "integer", minimum = 7 } }
      assert.equal(case[2], svc.json(schema.example(case[1], known)))
    end)
  end

  it("ends where a schema holds itself", function()
    local node = { type = "object", properties = { next = { ["$ref"] = "#/x/Node" } } }
    local text = svc.json(schema.example(node, { Node = node }))
    assert.equal('{"next":{"next":{"next":{}}}}', text)
    node.required = { "next" }
    assert.matches('"next":null', svc.json(schema.example(node, { Node = node })), 1, true)
  end)
end)
