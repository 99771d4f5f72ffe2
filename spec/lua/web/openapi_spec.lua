--- How a route becomes an operation of the contract.
local cjson = require("cjson")
local openapi = require("web.openapi")
local params = require("web.params")
local route = require("web.route")
local svc = require("svc")

local config = { base_url = "https://api.test", site_url = "https://site.test" }

local function operation(changes)
  local made = {
    method = "GET",
    path = "/x/{id}",
    operation = "getX",
    summary = "X",
    description = "X.",
    answer = { schema = "ApiHealth", description = "The X." },
    params = {
      id = params.integer({ from = "path", min = 1, max = 9, missing = "SURAH_NOT_FOUND" }),
      words = params.strings({ max_items = 4, max_bytes = 9, description = "Words." }),
      locale = params.locale(),
    },
    handle = function() return {} end,
  }
  for name, value in pairs(changes or {}) do
    made[name] = value
  end
  return route.complete(made, 1)
end

--- The contract of some routes, as a client reads it, and the operation of the first.
local function render(routes, settings)
  local document = cjson.decode(svc.json(openapi.render(routes, settings or config)))
  return document, document.paths["/x/{id}"].get
end

describe("an operation", function()
  it("has its parameters, those of the path first, with bounds and defaults", function()
    local _, rendered = render({ operation() })
    local id, locale, words = table.unpack(rendered.parameters)
    assert.same(
      { "id", "path", true, 9 },
      { id.name, id["in"], id.required, id.schema.maximum }
    )
    assert.same({ "locale", "query", false }, { locale.name, locale["in"], locale.required })
    assert.equal("en", locale.schema.default)
    assert.same({ "form", true, 4 }, { words.style, words.explode, words.schema.maxItems })
  end)

  it("refers to its schema and to named problems", function()
    local document, rendered = render({ operation() })
    local ok = rendered.responses["200"].content["application/json"]
    assert.equal("#/components/schemas/ApiHealth", ok.schema["$ref"])
    assert.equal("#/components/responses/NotAcceptable", rendered.responses["406"]["$ref"])
    assert.is_not_nil(document.components.responses.NotAcceptable)
  end)

  it(
    "can answer 429 when it counts, 404 when it says so, 304 when it is revalidated",
    function()
      local _, plain = render({ operation() })
      local _, full = render({
        operation({ counted = true, problems = { "SURAH_NOT_FOUND" }, cache = "contract" }),
      })
      for _, status in ipairs({ "429", "404", "304" }) do
        assert.is_nil(plain.responses[status])
        assert.is_not_nil(full.responses[status])
      end
    end
  )

  it("keeps every problem of a status, with an example of each", function()
    local document, rendered =
      render({ operation({ problems = { "SURAH_NOT_FOUND", "CONTENT_NOT_FOUND" } }) })
    local name = rendered.responses["404"]["$ref"]:match("[^/]*$")
    local response = document.components.responses[name]
    local examples = response.content["application/problem+json"].examples
    assert.equal("SURAH_NOT_FOUND", examples.SURAH_NOT_FOUND.value.code)
    assert.equal("CONTENT_NOT_FOUND", examples.CONTENT_NOT_FOUND.value.code)
    assert.matches("Surah not found.*Content not found", response.description)
  end)

  it("describes each media type that it produces", function()
    local types = { "application/json", "text/csv; charset=utf-8" }
    local _, rendered = render({ operation({ produces = types }) })
    local content = rendered.responses["200"].content
    assert.equal("#/components/schemas/ApiHealth", content["application/json"].schema["$ref"])
    assert.same({ type = "string" }, content["text/csv"].schema)
  end)

  it("may have a typed parameter of several segments", function()
    local page = params.string({ from = "path", max_bytes = 9, description = "Page." })
    local made = { path = "/y/{+page}", operation = "getY", params = { page = page } }
    local document = render({ operation(), operation(made) })
    assert.equal("page", document.paths["/y/{page}"].get.parameters[1].name)
  end)

  it("gives the example of a problem with what does not exist in its path", function()
    local document = render({ operation({ problems = { "SURAH_NOT_FOUND" } }) })
    local media =
      document.components.responses.SurahNotFound.content["application/problem+json"]
    assert.equal("/x/10", media.examples.SURAH_NOT_FOUND.value.instance)
  end)

  it("may have a word in its path of which none but some name anything", function()
    local kind = params.choice({
      from = "path",
      values = { "a", "b" },
      missing = "CONTENT_NOT_FOUND",
      example = "a",
    })
    local document = render({
      operation({ params = { id = kind }, problems = { "CONTENT_NOT_FOUND" } }),
    })
    local media =
      document.components.responses.ContentNotFound.content["application/problem+json"]
    assert.equal("/x/a", media.examples.CONTENT_NOT_FOUND.value.instance)
  end)

  it("names the operations its links go to", function()
    local _, rendered = render({
      operation({ links = { next = { operation = "getX", parameters = { id = "1" } } } }),
    })
    assert.equal("getX", rendered.responses["200"].links.next.operationId)
  end)
end)

describe("a link to an operation that is not served", function()
  it("is left out", function()
    local _, rendered = render({ operation({ links = { next = { operation = "getY" } } }) })
    assert.is_nil(rendered.responses["200"].links)
  end)
end)

describe("a link with a parameter that there is not", function()
  it("is refused, with its place", function()
    local faulty = { operation = "getX", parameters = { id = 1, ref = 1 } }
    local good, reason =
      pcall(openapi.render, { operation({ links = { next = faulty } }) }, config)
    assert.is_false(good)
    local told =
      "openapi_spec.lua:%d+: the operation getX links to getX, which has no parameter ref$"
    assert.truthy(reason:find(told), reason)
  end)
end)

describe("the document", function()
  it("leaves out routes that are no operations", function()
    local page = route.complete({ method = "GET", path = "/page", handle = function() end }, 2)
    assert.is_nil(render({ operation(), page }).paths["/page"])
  end)

  it("names server, documentation and site by the options", function()
    local document = render({ operation() })
    assert.equal("https://api.test", document.servers[1].url)
    assert.equal("https://api.test/llms.txt", document.externalDocs.url)
    assert.matches(
      "https://site.test/problems/surah-not-found",
      document.info.description,
      1,
      true
    )
  end)

  it("states the quota that the operator set, and none where it is off", function()
    local limited = { quota_limit = 7, quota_window = 60, base_url = "", site_url = "" }
    assert.matches(
      "at most 7 requests in any 60 s",
      render({ operation() }, limited).info.description
    )
    assert.is_nil(render({ operation() }).info.description:find("requests in any", 1, true))
  end)
end)
