--- The contract in the viewers people read it with: Swagger UI, Redoc and Scalar, each in Chromium,
-- draw every operation of the real svcd's document without a word of complaint. Part of
-- `make contract`.
-- luacheck: std +busted

local cjson = require("cjson")
local node = require("spec.support.web.node")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local svc = require("svc")

local VIEWERS = { "Redoc", "Scalar", "Swagger UI" }

local OPERATIONS = {
  "getSvcApiHealth",
  "getSvcApiIndex",
  "getSvcContent",
  "getSvcOpenApi",
  "getSvcQuranReference",
  "getSvcTaxonomy",
  "searchSvcContent",
}

local folder = os.tmpname()
local document

local function write(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
end

--- Draws a document in each viewer and looks for operations in it.
-- @tparam string expected file of the document whose operations are looked for
-- @tparam string served file of the document that is drawn; both in `folder`
-- @tparam number seconds that an operation may take
-- @treturn table viewer -> `{operations, problems}`, as viewers.mjs beside this describes them
local function draw(expected, served, seconds)
  local script = "spec/proof/contract/viewers.mjs %s/%s %s/%s %d"
  local output, status = node.run(script:format(folder, expected, folder, served, seconds))
  assert(status == 0, output)
  local seen = {}
  for line in output:gmatch("[^\n]+") do
    local row = cjson.decode(line)
    seen[row.viewer] = row
  end
  return seen
end

setup(function()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  sample.write(folder .. "/sample.svp", folder .. "/sample.trust")
  local subject = server.start({
    publication = folder .. "/sample.svp",
    trust = folder .. "/sample.trust",
  })
  document = subject:request("/openapi.json").body
  subject:stop()
  write("openapi.json", document)
end)

teardown(function() os.execute("rm -r " .. folder) end)

describe("the contract", function()
  local seen
  setup(function() seen = draw("openapi.json", "openapi.json", 30) end)

  for _, viewer in ipairs(VIEWERS) do
    it("is drawn by " .. viewer .. ", every operation and no complaint", function()
      assert.equal("", table.concat(seen[viewer].problems, "\n"))
      assert.same(OPERATIONS, seen[viewer].operations)
    end)
  end
end)

describe("a contract with faults", function()
  local seen
  setup(function()
    local faulty = cjson.decode(document)
    local taxonomy, health = faulty.paths["/v1/taxonomy"], faulty.paths["/v1/health"]
    faulty.paths = { ["/v1/taxonomy"] = taxonomy, ["/v1/health"] = health }
    write("expected.json", svc.json(faulty))
    faulty.paths["/v1/taxonomy"] = nil
    faulty.jsonSchemaDialect = "https://json-schema.org/draft/2020-12/schema"
    faulty.components.schemas.ApiHealth =
      { allOf = { { type = "string" }, { type = "object" } } }
    write("faulty.json", svc.json(faulty))
    seen = draw("expected.json", "faulty.json", 4)
  end)

  for _, viewer in ipairs(VIEWERS) do
    it("lacks in " .. viewer .. " the operation that was taken away", function()
      local problems = table.concat(seen[viewer].problems, "\n")
      assert.matches("getSvcTaxonomy is drawn without /v1/taxonomy", problems, 1, true)
    end)
  end

  local complaints = {
    ["Redoc"] = 'Incompatible types in allOf at "#/components/schemas/ApiHealth"',
    ["Swagger UI"] = "jsonSchemaDialect field contains a value different",
  }
  for viewer, words in pairs(complaints) do
    it(
      "is what " .. viewer .. " complains of",
      function() assert.matches(words, table.concat(seen[viewer].problems, "\n"), 1, true) end
    )
  end
end)
