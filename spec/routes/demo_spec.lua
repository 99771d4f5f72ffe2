--- Everything the demo publication holds, asked for through the endpoints: the whole Quran in each
-- locale with tafsir, every item, every taxonomy. What comes back keeps the contract.
local svc = require("svc")
local answers = require("spec.support.service.answers")
local app = require("web.app")

local BUILD = os.getenv("BUILD") or "build"
local SITE = "http://site.test"

local publication, handler, path

local function headers_of(response)
  local headers = { ["x-request-id"] = "id-1" }
  for _, header in ipairs(response.headers) do
    headers[header[1]:lower()] = header[2]
  end
  return headers
end

setup(function()
  publication = assert(svc.open(BUILD .. "/demo.svp", { trust = BUILD .. "/demo.trust" }))
  local config = { base_url = SITE, site_url = SITE, mcp_url = SITE, quran_max_verses = 50 }
  handler = app.new({ routes = require("routes"), config = config })
  path = os.tmpname()
end)

teardown(function()
  os.remove(path)
  publication:close()
end)

--- Asks for each target, and holds all that comes back to the contract.
local function ask_all(targets)
  local file = assert(io.open(path, "w"))
  for _, target in ipairs(targets) do
    local response = handler.handle({
      method = "GET",
      path = target:match("^[^?]*"),
      query = target:match("?(.*)$"),
      headers = {},
      id = "id-1",
      publication = publication,
    })
    assert.equal(200, response.status, target .. ": " .. response.body)
    local answer = { status = 200, headers = headers_of(response), body = response.body }
    file:write(answers.line("GET", target, answer))
  end
  file:close()
  local checked, violations = answers.check("contract/openapi.json", path)
  assert.equal(#targets, checked)
  assert.equal("", violations)
end

describe("the demo publication keeps the contract", function()
  for _, locale in ipairs(svc.locales) do
    it("with the whole Quran in " .. locale, function()
      local targets = {}
      for surah = 1, svc.surahs do
        local verses = publication:verse_count(surah)
        for first = 1, verses, 50 do
          targets[#targets + 1] = ("/v1/quran/%d?from_verse=%d&to_verse=%d&locale=%s&%s"):format(
            surah,
            first,
            math.min(first + 49, verses),
            locale,
            "include_tafsir=true"
          )
        end
      end
      ask_all(targets)
    end)

    it("with every readable item in " .. locale, function()
      local targets = { "/v1/taxonomy?locale=" .. locale }
      for document in publication:each(locale) do
        if document.readable then
          targets[#targets + 1] = "/v1/content?ref=" .. document.content_id
        end
      end
      assert.is_true(#targets > svc.surahs)
      ask_all(targets)
    end)

    it("with searches in " .. locale, function()
      local targets = {}
      for _, section in ipairs(svc.sections) do
        for offset = 0, 9 do
          targets[#targets + 1] = ("/v1/search?section=%s&locale=%s&limit=1&offset=%d"):format(
            section,
            locale,
            offset
          )
        end
      end
      for _, query in ipairs({ "a", "2:255", "energie", "%D8%A7%D9%84%D9%84%D9%87", "2024" }) do
        targets[#targets + 1] = ("/v1/search?query=%s&locale=%s"):format(query, locale)
      end
      ask_all(targets)
    end)
  end
end)
