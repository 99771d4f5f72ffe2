--- The bounds that an operator sets stand where clients read: in contract, reference, guides and
-- tools; and so is what a search can reach.
local application = require("spec.support.service.application")
local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local frame = require("web.frame")
local svc = require("svc")
local tables = require("base.tables")
local tool = require("mcp.tool")

local config = tables.merge(application.config, {
  quran_max_verses = 7,
  quota_limit = 11,
  quota_window = 30,
})
local handler = application.new({ config = config })

local function page(path) return handler.handle(application.request(path)).body end

local contract = cjson.decode(handler.app:contract())

local function operation(id)
  for _, path in pairs(contract.paths) do
    for _, each in pairs(path) do
      if each.operationId == id then return each end
    end
  end
end

local function parameter(id, name)
  for _, each in ipairs(operation(id).parameters) do
    if each.name == name then return each end
  end
end

local function listing(name)
  local _, by_name = tool.all({}, handler.app:tools(), config)
  return cjson.decode(svc.json(by_name[name].listing()))
end

describe("the greatest range of verses", function()
  it("stands in the contract", function()
    assert.matches("7 at most", parameter("getSvcQuranReference", "to_verse").description)
    assert.matches("[Uu]p to 7 verses", operation("getSvcQuranReference").description)
  end)

  it("stands in the tool", function()
    local listed = listing("svc_get_quran_reference")
    assert.matches("at most 7 a call", listed.description)
    assert.matches("7 at most", listed.inputSchema.properties.to_verse.description)
  end)

  it("stands in guide and reference", function()
    assert.matches("at most 7 verses", page("/docs/rest.md"))
    assert.matches("`to_verse` [^\n]*7 at most", page("/docs.md"))
  end)

  it("is what is refused", function()
    local answer = handler.handle(application.request("/v1/quran/2?to_verse=8"))
    assert.equal(422, answer.status)
    assert.matches("at most 7 verses", application.json(answer).detail)
    assert.equal(200, handler.handle(application.request("/v1/quran/2?to_verse=7")).status)
  end)
end)

describe("the quota", function()
  it("stands in the description of every operation that is counted, and of no other", function()
    for _, route in ipairs(handler.app.routes) do
      if route.operation then
        local listed = operation(route.operation).description
        local tells = listed:find("11 requests in any 30 seconds", 1, true) ~= nil
        assert.equal(route.counted, tells, route.operation)
      end
    end
  end)

  it("stands nowhere where there is none", function()
    local other = application.new({ config = application.config })
    assert.is_nil(other.app:contract():find("requests in any", 1, true))
    assert.is_nil(frame.quota(application.config))
    assert.matches("No quota is set", other.handle(application.request("/docs.md")).body)
  end)

  it(
    "stands in the reference",
    function() assert.matches("11 requests in any 30 seconds", page("/docs.md")) end
  )
end)

describe("how far a search reaches", function()
  it("stands in the contract and the guide", function()
    local search = operation("searchSvcContent").description
    assert.matches("first 19 of them", search)
    assert.matches("best 19 items", page("/docs/rest.md"))
    local more = contract.components.schemas.SearchResult.properties.has_more.description
    assert.matches("false as well at the last offset", more)
  end)

  local function greatest(name) return parameter("searchSvcContent", name).schema.maximum end

  it(
    "is 19 items, as the bounds of the parameters make it",
    function() assert.equal(19, greatest("offset") + greatest("limit")) end
  )

  it("is reached by the client, which has the bounds of the contract", function()
    local bounds = "LAST_OFFSET, LARGEST_PAGE%] = %[(%d+), (%d+)%]"
    local offset, limit = forge.read("cli/src/commands.mjs"):match(bounds)
    assert.equal(greatest("offset"), tonumber(offset))
    assert.equal(greatest("limit"), tonumber(limit))
  end)
end)

describe("a state file", function()
  it("has as many keys at most for the client as for the service", function()
    local keys = forge.read("csrc/publication/state.h"):match("STATE_KEYS = (%d+)")
    assert.equal(keys, forge.read("cli/src/verify.mjs"):match("MOST_KEYS = (%d+)"))
  end)
end)

describe("a description", function()
  it("has no name of an option left in it", function()
    for _, text in ipairs({ handler.app:contract(), page("/docs.md"), page("/docs/rest.md") }) do
      assert.is_nil(text:find("{quota", 1, true) or text:find("{quran_", 1, true))
    end
    for _, route in ipairs(handler.app:tools()) do
      assert.is_nil(svc.json(listing(route.mcp.name)):find("{qu%l+_"))
    end
  end)
end)
