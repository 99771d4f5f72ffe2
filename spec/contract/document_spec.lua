--- The contract document: reviewed, clean under every linter, compatible with the last release.
local cjson = require("cjson")
local svc = require("svc")
local contract = require("spec.proof.contract.document")
local forge = require("spec.support.publication.forge")
local shell = require("spec.support.house.shell")
local tables = require("base.tables")

local BIN = "PATH=$PWD/spec/node_modules/.bin:$PATH REDOCLY_TELEMETRY=off "
local GOLDEN = "contract/openapi.json"

--- Runs a command in the project folder. @return as `shell.run`
local function run(command) return shell.run(BIN .. command) end

describe("contract.indent", function()
  local cases = {
    { "{}", "{}\n" },
    { "[]", "[]\n" },
    { '{"a":[]}', '{\n  "a": []\n}\n' },
    { '{"a":[1,"x"],"b":{}}', '{\n  "a": [\n    1,\n    "x"\n  ],\n  "b": {}\n}\n' },
    { '["a\\"b,{","c\\\\"]', '[\n  "a\\"b,{",\n  "c\\\\"\n]\n' },
    { '["{}","[]"]', '[\n  "{}",\n  "[]"\n]\n' },
  }
  for _, case in ipairs(cases) do
    it("lays out " .. case[1], function()
      assert.equal(case[2], contract.indent(case[1]))
      assert.same(cjson.decode(case[1]), cjson.decode(case[2]))
    end)
  end
end)

describe("the rendered contract", function()
  local rendered = contract.render()
  local document = cjson.decode(rendered)

  it("is the reviewed contract/openapi.json (make contract-update accepts a change)", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write(contract.indent(rendered))
    file:close()
    local difference = run("diff -u " .. GOLDEN .. " " .. path)
    os.remove(path)
    assert.equal("", difference)
  end)

  it(
    "is the same bytes at every rendering",
    function() assert.equal(rendered, contract.render()) end
  )

  it("has an example of every answer of JSON and of every problem", function()
    local function has(content, whose)
      for media_type, entry in pairs(content or {}) do
        if media_type:find("json$") then
          assert.is_truthy(entry.example or entry.examples, whose)
        end
      end
    end
    for path, operations in pairs(document.paths) do
      for _, operation in pairs(operations) do
        has(operation.responses["200"].content, path)
      end
    end
    for name, response in pairs(document.components.responses) do
      has(response.content, name)
    end
  end)

  it("is canonical JSON", function()
    assert.is_true(svc.check_json(rendered))
    assert.equal(rendered, (rendered:gsub("\n", "")))
  end)

  it("states version, dialect and openness", function()
    assert.equal("3.1.1", document.openapi)
    assert.equal("1.0.0", document.info.version)
    assert.is_nil(document.jsonSchemaDialect) -- the default of OpenAPI 3.1: 2020-12 with its words
    assert.same({ {} }, document.security)
    assert.is_nil(document.components.securitySchemes)
  end)

  -- What clients rely on: operation, path, statuses besides 200.
  local operations = {
    { "getSvcOpenApi", "/openapi.json", "304 400 403 405 406 415 422 500 503" },
    { "getSvcApiIndex", "/v1", "400 403 405 406 415 422 500 503" },
    { "getSvcApiHealth", "/v1/health", "400 403 405 406 415 422 500 503" },
    { "searchSvcContent", "/v1/search", "400 403 405 406 415 422 429 500 503" },
    { "getSvcContent", "/v1/content", "400 403 404 405 406 415 422 429 500 503" },
    { "getSvcTaxonomy", "/v1/taxonomy", "400 403 405 406 415 422 429 500 503" },
    { "getSvcQuranReference", "/v1/quran/{surah}", "400 403 404 405 406 415 422 429 500 503" },
  }

  local function sorted(map) return table.concat(tables.keys(map), " ") end

  for _, case in ipairs(operations) do
    it("describes " .. case[1] .. " with exactly its statuses", function()
      local operation = document.paths[case[2]].get
      assert.equal(case[1], operation.operationId)
      assert.equal("200 " .. case[3], sorted(operation.responses))
      assert.same({ "Public read API" }, operation.tags)
      assert.is_true(operation["x-svc-read-only"])
    end)
  end

  it("describes no method that writes", function()
    for path, item in pairs(document.paths) do
      assert.equal("get", sorted(item), path)
    end
  end)
end)

describe("the contract for tools", function()
  local document = cjson.decode(contract.render())

  it(
    "has no `const`, which generators of OpenAPI 3.0 do not read as a discriminator",
    function() assert.is_nil(contract.render():find('"const"', 1, true)) end
  )

  it(
    "refers to Locale and Section where parameters take them, so that they are one type",
    function()
      local seen = {}
      for _, item in pairs(document.paths) do
        for _, parameter in ipairs(item.get.parameters or {}) do
          if parameter.name == "locale" or parameter.name == "section" then
            seen[parameter.schema["$ref"] or "none"] = true
          end
        end
      end
      local expected = {
        ["#/components/schemas/Locale"] = true,
        ["#/components/schemas/Section"] = true,
      }
      assert.same(expected, seen)
    end
  )

  it("has an example of each locale where an answer is in one", function()
    for _, path in ipairs({ "/v1/content", "/v1/search", "/v1/taxonomy", "/v1/quran/{surah}" }) do
      local answer = document.paths[path].get.responses["200"].content["application/json"]
      for _, locale in ipairs(svc.locales) do
        local value = answer.examples[locale].value
        assert.equal(locale, value.locale or value.items[1].locale)
      end
    end
  end)
end)

describe("each schema of the contract", function()
  local document = cjson.decode(contract.render())

  --- Calls `visit(schema, path)` for each schema in or below a schema.
  local function each(schema, path, visit)
    visit(schema, path)
    for name, property in pairs(schema.properties or {}) do
      each(property, path .. "." .. name, visit)
    end
    for _, keyword in ipairs({ "anyOf", "oneOf", "allOf" }) do
      for i, branch in ipairs(schema[keyword] or {}) do
        each(branch, ("%s/%s%d"):format(path, keyword, i), visit)
      end
    end
    if schema.items then each(schema.items, path .. "[]", visit) end
  end

  local function faults(check)
    local list = {}
    for name, schema in pairs(document.components.schemas) do
      each(schema, name, function(part, path)
        local fault = not part["$ref"] and check(part, path)
        if fault then list[#list + 1] = path .. ": " .. fault end
      end)
    end
    table.sort(list)
    return table.concat(list, "\n")
  end

  local function is(part, kind)
    local types = type(part.type) == "table" and part.type or { part.type }
    for _, name in ipairs(types) do
      if name == kind then return true end
    end
    return false
  end

  it("bounds its strings, numbers and lists", function()
    assert.equal(
      "",
      faults(function(part)
        local fixed = part.const ~= nil or part.enum
        if is(part, "string") and not (part.maxLength or fixed) then return "no maxLength" end
        if is(part, "integer") and not (part.minimum and part.maximum and part.format) then
          return "no minimum, maximum or format"
        end
        if is(part, "array") and not part.maxItems then return "no maxItems" end
      end)
    )
  end)

  it("closes its objects", function()
    assert.equal(
      "",
      faults(function(part, path)
        local open = path:find("^OpenApiDocument") or part.oneOf
        if is(part, "object") and not open and part.additionalProperties ~= false then
          return "not closed"
        end
      end)
    )
  end)

  it("describes its properties", function()
    local function described(part) return part.description or part["$ref"] or part.const ~= nil end
    assert.equal(
      "",
      faults(function(part)
        for name, property in pairs(part.properties or {}) do
          if not described(property) then return name .. " is not described" end
        end
      end)
    )
  end)
end)

describe("tools find the contract", function()
  it("clean under redocly recommended-strict", function()
    local output, status = run("redocly lint --extends=recommended-strict " .. GOLDEN)
    assert.equal(0, status, output)
    assert.is_nil(output:find("warning", 1, true), output)
  end)

  it("clean under spectral", function()
    local command = "spectral lint --fail-severity=hint -r spec/proof/contract/spectral.yaml "
    local output, status = run(command .. GOLDEN)
    assert.equal(0, status, output)
  end)

  -- The points fall a little with every operation: who judges a copy with more of them asks for
  -- less.
  local POINTS = tonumber(os.getenv("CONTRACT_POINTS") or 93)

  it(("worth %d points or more"):format(POINTS), function()
    local output = run("redocly score --format=json " .. GOLDEN)
    local points = tonumber(output:match('"agentReadiness":%s*([%d.]+)'))
    assert.is_true(points ~= nil and points >= POINTS, output:sub(1, 500))
  end)

  it("valid by the meta-schema, its links and references whole", function()
    local output, status = run("node spec/proof/contract/metaschema.mjs " .. GOLDEN)
    assert.equal("", output)
    assert.equal(0, status)
  end)

  --- Compares a contract with the last release. A `const` and an `enum` of one value are the same
  -- to JSON Schema, and not to redocly.
  local function compare(path)
    local released = os.tmpname() .. ".json"
    local file <close> = assert(io.open(released, "w"))
    file:write(
      (forge.read("contract/released.json"):gsub('"const": ("[^"\n]*")', '"enum": [%1]'))
    )
    file:close()
    local output, status = run(("redocly diff %s %s --fail-on major"):format(released, path))
    os.remove(released)
    return output, status
  end

  it("compatible with the last release", function()
    local output, status = compare(GOLDEN)
    assert.equal(0, status, output)
  end)

  it("incompatible where something was taken away", function()
    local broken = cjson.decode(forge.read(GOLDEN))
    broken.paths["/v1/health"] = nil
    local path = os.tmpname() .. ".json"
    local file = assert(io.open(path, "w"))
    file:write(svc.json(broken))
    file:close()
    local output, status = compare(path)
    os.remove(path)
    assert.equal(1, status)
    assert.matches("path-removed", output, 1, true)
  end)
end)
