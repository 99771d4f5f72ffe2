--- A new endpoint is a file, its line in the list of routes and its example request: in a copy of
-- the checkout that has one more, `make contract-update` does the rest, and the specs that judge
-- contract, tools, documentation and routes pass.

local checkout = require("spec.support.house.checkout")
local forge = require("spec.support.publication.forge")

describe("a new endpoint with its tool", function()
  local copy

  setup(function()
    copy = checkout.copy()
    forge.write(
      copy.folder .. "/routes/random.lua",
      forge.read("spec/support/web/random_route.lua")
    )
    copy:insert("routes/init.lua", '  "taxonomy",', '  "random",')
    local row = '  { "getSvcRandom", "GET /v1/random?section=material&locale=de&seed=1" },'
    copy:insert("spec/proof/contract/fixtures.lua", '  { "getSvcTaxonomy",', row)
  end)
  teardown(function() copy:remove() end)

  it("is three files by hand", function()
    local by_hand =
      { "routes/init.lua", "routes/random.lua", "spec/proof/contract/fixtures.lua" }
    assert.same(by_hand, copy:changed())
  end)

  it("is taken into the contract by one command, which changes nothing else", function()
    assert.same({}, copy:run("make contract-update"))
    local others = {}
    for _, path in ipairs(copy:changed()) do
      if not path:find("^contract/") then others[#others + 1] = path end
    end
    assert.same(
      { "routes/init.lua", "routes/random.lua", "spec/proof/contract/fixtures.lua" },
      others
    )
  end)

  it("answers with an item of its section and locale", function()
    local fixture = forge.read(copy.folder .. "/contract/fixtures/getSvcRandom.http")
    assert.matches("\n\nHTTP/1.1 200 OK\n", fixture, 1, true)
    assert.matches('"content_id":"asset:de:material:', fixture, 1, true)
  end)

  local judges = {
    "contract/document",
    "contract/fixtures",
    "lua/mcp/server",
    "lua/mcp/clients",
    "lua/mcp/parity",
    "routes/routes",
    "lua/site/site",
    "lua/site/page",
  }

  it("passes the specs of contract, tools, documentation and routes", function()
    local command = "CONTRACT_POINTS=92 INSPECTED=svc_get_random spec/support/run"
    for _, name in ipairs(judges) do
      command = command .. " spec/" .. name .. "_spec.lua"
    end
    local output = copy:run(command)
    assert.matches(
      "^%d+ passed, 0 failed",
      output[#output],
      1,
      false,
      table.concat(output, "\n")
    )
  end)
end)
