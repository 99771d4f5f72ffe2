--- The schemas of the bodies, gathered with what they refer to.
local schema = require("web.schema")

local function names(map)
  local list = {}
  for name in pairs(map) do
    list[#list + 1] = name
  end
  table.sort(list)
  return table.concat(list, " ")
end

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
