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

--- The page of an address, as readers get it.
local function page(target)
  return handler.handle({
    method = "GET",
    path = target:match("^[^?]*"),
    query = target:match("?(.*)$"),
    headers = { accept = "text/html" },
    id = "id-1",
    publication = publication,
  }).body
end

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

describe("the filters of the search for people", function()
  local FILTER = '<a href="(/search[^"]*)"[^>]*>([^<]*) <small>(%d+)</small></a>'
  local QUERIES = { "energy", "light", "heart", "2:255", "a", "the" }

  it("say how much each choice finds, and it does", function()
    local followed = 0
    for _, query in ipairs(QUERIES) do
      for url, label, count in page("/search?query=" .. query):gmatch(FILTER) do
        local counted = page((url:gsub("&amp;", "&"))):match('class="numbers">([^<]*)')
        assert.equal(count, counted:gsub(" found", ""):match("%d+$"), url .. " " .. label)
        followed = followed + 1
      end
    end
    assert.is_true(followed > 20, followed)
  end)

  it("narrow by subject, by level and by both, page after page", function()
    local seen, url = {}, "/search?query=&subject=mathematics&level=upper"
    while url do
      local body = page(url)
      for found in body:gmatch('<li><a href="([^"]*)">') do
        assert.matches("^/en/material/mathematics/", found)
        assert.is_nil(seen[found])
        seen[found], seen[#seen + 1] = true, found
      end
      url = body:match('rel="next" href="([^"]*)"')
      url = url and url:gsub("&amp;", "&")
    end
    assert.is_true(#seen > 10, #seen)
  end)

  it("keep subject and level in another language", function()
    local body = page("/search?query=&subject=physics&level=lower&locale=en")
    local url = body:match('<a href="(/search[^"]*locale=de[^"]*)" hreflang="de"')
    local german = page((url:gsub("&amp;", "&")))
    assert.matches('<a href="/de/material/physik/', german, 1, true)
    assert.matches('aria%-current="true">Physik', german)
  end)

  it(
    "find nothing of a subject that there is none of, and say so",
    function()
      assert.matches("<p>Nothing was found", page("/search?query=energy&subject=alchemy"))
    end
  )

  it("offer what may be meant", function()
    local body = page("/search?query=fotosynthesis")
    assert.matches('Did you mean: <a href="/search[^"]*photosynthesis', body)
  end)
end)
