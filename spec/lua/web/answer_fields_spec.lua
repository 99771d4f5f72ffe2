--- Header fields that tell of an answer: its publication, its language, and where to go on.
local application = require("spec.support.service.application")
local svc = require("svc")
local uri = require("base.uri")

local handler = application.new()

local function ask(target, headers) return handler.handle(application.request(target, headers)) end

local function field(target, name) return application.header(ask(target), name) end

--- The targets of a Link field by relation, or by relation and language.
local function links(target)
  local found = {}
  for url, rest in (field(target, "Link") or ""):gmatch("<([^>]*)>([^,]*)") do
    local relation, language = rest:match('rel="([^"]+)"'), rest:match('hreflang="(%l+)"')
    found[language and relation .. " " .. language or relation] = url
  end
  return found
end

--- What is at an address of the API.
local function follow(url)
  assert.equal("http://api.test/", url:sub(1, 16))
  local answer = ask(url:sub(16))
  assert.equal(200, answer.status, url)
  return application.json(answer)
end

local LESSON = "asset:en:material:mathematics:quadratic-equations"
local PUBLISHED = {
  "/v1/search?query=a",
  "/v1/content?ref=" .. LESSON,
  "/v1/taxonomy",
  "/v1/quran/1",
  "/en/quran/1",
  "/en/quran/1.md",
  "/en",
  "/search?query=a",
  "/sitemap.xml",
  "/llms-full.txt",
}

describe("SVC-Publication", function()
  it("is the digest of the publication on every answer that is made of it", function()
    local expected = "sha-256=" .. application.publication():info().digest
    for _, target in ipairs(PUBLISHED) do
      assert.equal(expected, field(target, "SVC-Publication"), target)
    end
  end)

  it("stands on no answer that is made of none", function()
    for target in ("/v1 /v1/health /openapi.json / /docs /v1/quran/115"):gmatch("%S+") do
      assert.is_nil(field(target, "SVC-Publication"), target)
    end
  end)

  it("is made once for a publication", function()
    local pairs_seen = {}
    for _ = 1, 2 do
      for _, header in ipairs(ask("/v1/taxonomy").headers) do
        if header[1] == "SVC-Publication" then pairs_seen[#pairs_seen + 1] = header end
      end
    end
    assert.equal(pairs_seen[1], pairs_seen[2])
  end)
end)

describe("Content-Language", function()
  for target, language in pairs({
    ["/v1/search?query=a&locale=de"] = "de",
    ["/v1/search"] = "en",
    ["/v1/content?ref=asset:id:quran:surah:1"] = "id",
    ["/v1/taxonomy?locale=id"] = "id",
    ["/v1/quran/1?locale=de"] = "de",
    ["/de/quran/1"] = "de",
  }) do
    it(
      ("of %s is %s"):format(target, language),
      function() assert.equal(language, field(target, "Content-Language")) end
    )
  end

  it("stands on no answer in no language", function()
    for _, target in ipairs({ "/v1", "/v1/health", "/openapi.json" }) do
      assert.is_nil(field(target, "Content-Language"), target)
    end
  end)
end)

describe("Link", function()
  it("leads from every operation but the contract to the contract", function()
    for target in ("/v1 /v1/health /v1/search /v1/taxonomy /v1/quran/1"):gmatch("%S+") do
      assert.equal("http://api.test/openapi.json", links(target).describedby, target)
    end
    assert.is_nil(field("/openapi.json", "Link"))
  end)

  it("leads through the pages of a search to the last, as next_offset does", function()
    local target = "/v1/search?limit=1&query=" .. uri.encode("surah & allah")
    local seen = 0
    while target do
      local body, following = application.json(ask(target)), links(target).next
      assert.equal(body.next_offset ~= nil, following ~= nil, target)
      if following then
        assert.equal(body.next_offset, follow(following).offset)
        assert.equal(1, follow(following).limit)
        seen = seen + 1
      end
      target = following and following:sub(16)
    end
    assert.is_true(seen > 0)
  end)

  it("leaves out a next page whose address is too long, and nothing else", function()
    local target = "/v1/search?limit=1"
    for i = 1, 4 do
      target = target .. "&query=" .. uri.encode("surah " .. ("ä"):rep(200) .. i)
    end
    local answer = ask(target)
    assert.equal(200, answer.status)
    assert.equal(1, application.json(answer).next_offset)
    assert.is_nil(links(target).next)
    assert.equal("http://api.test/openapi.json", links(target).describedby)
  end)

  it("repeats every phrasing of a search", function()
    local found = links("/v1/search?query=surah&query=quran&limit=1").next
    assert.equal("http://api.test/v1/search?limit=1&offset=1&query=surah&query=quran", found)
  end)

  for _, target in ipairs({
    "/v1/content?ref=asset:de:quran:surah:1",
    "/v1/quran/2?from_verse=255&to_verse=256&locale=de&include_tafsir=true",
    "/v1/taxonomy?locale=de",
  }) do
    it("leads to the same in the other languages: " .. target, function()
      local here, found = application.json(ask(target)), links(target)
      assert.is_nil(found["alternate de"])
      for _, locale in ipairs({ "en", "id" }) do
        local other = follow(found["alternate " .. locale])
        assert.equal(locale, other.locale)
        assert.equal(here.alignmentId, other.alignmentId)
        assert.equal(here.verses and #here.verses, other.verses and #other.verses)
      end
    end)
  end

  it("names no translation that there is not", function()
    for item in application.publication():each() do
      local found = item.readable and links("/v1/content?ref=" .. item.content_id) or {}
      for _, locale in ipairs(item.readable and svc.locales or {}) do
        local id = item.content_id:gsub("^asset:%l+", "asset:" .. locale)
        local exists = application.publication():document(id) and locale ~= item.locale or false
        assert.equal(exists, found["alternate " .. locale] ~= nil, item.content_id)
      end
    end
  end)
end)

describe("a field that tells of an answer", function()
  it("may be read by scripts of other origins, unless it always may", function()
    local exposed = field("/v1/taxonomy", "Access-Control-Expose-Headers")
    for _, name in ipairs({ "Link", "SVC-Publication" }) do
      assert.is_truthy((exposed .. ","):find(name .. ",", 1, true), name)
    end
  end)
end)
