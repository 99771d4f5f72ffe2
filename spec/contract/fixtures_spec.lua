--- contract/fixtures: svcd reproduces each of them byte for byte, request id and time apart.
local cjson = require("cjson")
local fixtures = require("spec.proof.contract.fixtures")
local forge = require("spec.support.publication.forge")
local problem = require("web.problem")

local servers

setup(function() servers = fixtures.servers() end)
teardown(function() servers:stop() end)

describe("the fixture", function()
  for _, row in ipairs(fixtures.list) do
    local missing = fixtures.lacks(row)
    local name = row[1] .. " is what svcd answers"
    if missing then
      pending(name .. " (svcd has no option " .. missing .. ")")
    else
      it(
        name,
        function() assert.equal(forge.read(fixtures.path(row)), (fixtures.record(row, servers))) end
      )
    end
  end
end)

describe("fixtures", function()
  local named = {}
  for _, row in ipairs(fixtures.list) do
    named[row[1]] = true
  end

  it("are there for every operation", function()
    for _, route in ipairs(require("routes")) do
      if route.operation then assert.is_true(named[route.operation], route.operation) end
    end
  end)

  it("are there for every problem", function()
    for _, entry in ipairs(problem.list) do
      assert.is_true(named[entry.code], entry.code)
    end
  end)

  it("of problems hold that problem", function()
    for _, row in ipairs(fixtures.list) do
      if row[1]:find("^[A-Z_]+$") and not fixtures.lacks(row) then
        local body = forge.read(fixtures.path(row)):match("\n({.*})\n$")
        assert.equal(row[1], cjson.decode(body).code)
      end
    end
  end)
end)
