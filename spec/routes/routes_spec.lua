--- What each endpoint answers, over a small publication.
local application = require("spec.support.service.application")
local tables = require("base.tables")

local handler = application.new({ now = function() return 1767225600000 end })

local function ask(target, headers) return handler.handle(application.request(target, headers)) end

local function body(target) return application.json(ask(target)) end

local function keys(value) return table.concat(tables.keys(value), " ") end

--- Runs a table of `{target, status, code, reason}`.
local function refusals(cases)
  for _, case in ipairs(cases) do
    it("refuses " .. case[4], function()
      local response = ask(case[1])
      assert.equal(case[2], response.status)
      assert.equal(case[3], application.json(response).code)
    end)
  end
end

describe("GET /v1", function()
  it(
    "names the service and its interfaces",
    function()
      assert.same({
        authentication = "none",
        description = "Read-only access to multilingual learning content and Quran verse "
          .. "references.",
        documentation = "http://api.test/llms.txt",
        mcp = "http://api.test/mcp",
        name = "Service Public API",
        openapi = "http://api.test/openapi.json",
        status = "active",
        version = "1.0.0",
      }, body("/v1"))
    end
  )
end)

describe("GET /v1/health", function()
  it(
    "says when it was observed, in milliseconds",
    function()
      assert.same({
        service = "svc-public-api",
        status = "ok",
        timestamp = 1767225600000,
        version = "1.0.0",
      }, body("/v1/health"))
    end
  )

  it("takes the clock of the machine by default", function()
    local response = application.new().handle(application.request("/v1/health"))
    local timestamp = application.json(response).timestamp
    assert.is_true(math.abs(timestamp / 1000 - os.time()) <= 1)
  end)
end)

describe("GET /v1/search", function()
  it("gives items with their addresses and an excerpt", function()
    local found = body("/v1/search?query=quadratic+equations&section=material&limit=1")
    assert.equal("count has_more items limit offset", keys(found))
    assert.equal(
      "alignmentId assetId conceptId content_id description excerpt learningObjectId lensId "
        .. "locale markdown_url route section title url",
      keys(found.items[1])
    )
    assert.equal("asset:en:material:mathematics:quadratic-equations", found.items[1].content_id)
  end)

  it("gives an item without text no Markdown URL", function()
    local found = body("/v1/search?section=tryout")
    assert.equal(1, found.count)
    assert.is_nil(found.items[1].markdown_url)
  end)

  it(
    "gives an item without description an empty one",
    function() assert.equal("", body("/v1/search?section=articles").items[1].description) end
  )

  it("points to the verse that was found, but not in the Markdown URL", function()
    local item = body("/v1/search?query=2:255").items[1]
    assert.equal("http://site.test/en/quran/2#verse-255", item.url)
    assert.equal("http://site.test/en/quran/2.md", item.markdown_url)
    assert.equal(body("/v1/content?ref=asset:en:quran:surah:2").title .. " 2:255", item.title)
  end)

  it("browses without a query, and follows next_offset without repeating or failing", function()
    local seen, offset, pages = {}, 0, 0
    while offset do
      local page = body("/v1/search?section=quran&limit=3&offset=" .. ("%d"):format(offset))
      for _, item in ipairs(page.items) do
        assert.is_nil(seen[item.content_id])
        seen[item.content_id] = true
      end
      offset, pages = page.next_offset, pages + 1
    end
    assert.equal(4, pages)
  end)

  local pages = {
    { "limit=10&offset=0", nil, "the default page is the last that can be asked for" },
    { "limit=5&offset=4", 9, "a page ends at the last offset" },
    { "limit=5&offset=5", nil, "the next offset would be 10" },
    { "limit=1&offset=9", nil, "the offset is the last" },
  }
  for _, case in ipairs(pages) do
    it("has next_offset " .. tostring(case[2]) .. " where " .. case[3], function()
      local page = body("/v1/search?section=quran&" .. case[1])
      assert.equal(case[2], page.next_offset)
      assert.equal(case[2] ~= nil, page.has_more)
    end)
  end

  refusals({
    { "/v1/search?page=1", 400, "INVALID_REQUEST", "an unknown parameter" },
    { "/v1/search?limit=11", 422, "UNPROCESSABLE_REQUEST", "a limit beyond the contract" },
    { "/v1/search?offset=10", 422, "UNPROCESSABLE_REQUEST", "an offset beyond the contract" },
    { "/v1/search?query=a&query=", 422, "UNPROCESSABLE_REQUEST", "a blank query among others" },
  })

  it(
    "lists the accepted parameters, sorted",
    function()
      assert.equal(
        "Accepted parameters: `limit`, `locale`, `offset`, `query`, `section`.",
        body("/v1/search?page=1").resolution
      )
    end
  )
end)

describe("GET /v1/content", function()
  local id = "asset:en:material:mathematics:quadratic-equations"
  local url = "http://site.test/en/material/mathematics/quadratic-equations"

  it(
    "gives the item with its text",
    function()
      assert.same({
        alignmentId = "alignment:material:mathematics:quadratic-equations",
        assetId = id,
        conceptId = "concept:mathematics:quadratic-equations",
        content_id = id,
        description = "An equation of the second degree.",
        learningObjectId = "lo:material:mathematics:quadratic-equations",
        lensId = "lens:material:mathematics",
        locale = "en",
        markdown_url = url .. ".md",
        route = "material/mathematics/quadratic-equations",
        section = "material",
        text = "# Quadratic equations\n\nx² = 2\n",
        title = "Quadratic equations",
        url = url,
      }, body("/v1/content?ref=" .. id))
    end
  )

  local forms = {
    { "svc://content/" .. id, "a resource URI" },
    { url, "the canonical URL" },
    { url .. ".md", "the Markdown URL" },
    { url .. "?a=b", "an URL with a query" },
    { url .. "#top", "an URL with a fragment" },
    { url .. ".md?a=b#top", "an URL with everything" },
  }
  for _, form in ipairs(forms) do
    it("accepts " .. form[2], function()
      local ref = form[1]:gsub("[^%w]", function(c) return ("%%%02X"):format(c:byte()) end)
      assert.equal(id, body("/v1/content?ref=" .. ref).content_id)
    end)
  end

  it(
    "leaves out a description that there is not",
    function()
      assert.is_nil(body("/v1/content?ref=asset:en:articles:education:reading").description)
    end
  )

  -- What resolves to nothing, and why.
  local near = {
    { "/en/material/mathematics/quadratic-equations", "a path" },
    { "en/material/mathematics/quadratic-equations", "a path without its slash" },
    { "material/mathematics/quadratic-equations", "a bare route" },
    { "/material/mathematics/quadratic-equations.md", "a route with the ending of its page" },
    { url .. "/", "an URL with a slash at its end" },
    { url .. "/?a=b#top", "the same with query and fragment" },
    { "  " .. id .. "\n", "blanks around" },
    { "SVC://content/" .. id, "a scheme in capitals" },
    { id:upper(), "an id in capitals" },
    { url:gsub("mathematics/", "mathematics%%2F"), "an encoded slash" },
    {
      "http://api.test/en/material/mathematics/quadratic-equations",
      "an URL of the API's host",
    },
    { "alignment:material:mathematics:quadratic-equations", "the id of all its translations" },
    { "lo:material:mathematics:quadratic-equations", "the id of its learning object" },
  }
  for _, form in ipairs(near) do
    it(("says what would work in place of %s"):format(form[2]), function()
      local ref = form[1]:gsub("[^%w]", function(c) return ("%%%02X"):format(c:byte()) end)
      local fault = body("/v1/content?ref=" .. ref)
      assert.is_truthy(fault.status == 404 or fault.status == 422, form[1])
      assert.matches("Use `ref=" .. id .. "`", fault.resolution, 1, true)
      assert.equal(
        id,
        body("/v1/content?ref=" .. fault.resolution:match("ref=([^`]+)")).content_id
      )
    end)
  end

  it("keeps the verse of an URL, where there is such a verse", function()
    local page = "http://site.test/de/quran/2"
    for fragment, kept in pairs({
      ["%23verse-255"] = "#verse-255",
      ["%23verse-287"] = "",
      ["%23note-1-1"] = "",
      [""] = "",
    }) do
      assert.equal(page .. kept, body("/v1/content?ref=" .. page .. fragment).url)
    end
    local lesson = body("/v1/content?ref=" .. url .. "%23verse-1")
    assert.equal(url, lesson.url)
  end)

  it("names no item where nothing is near", function()
    for _, ref in ipairs({
      "nothing",
      "http://other.test/",
      "svc://",
      "///",
      "%25",
      "lens:material",
    }) do
      assert.is_nil(body("/v1/content?ref=" .. ref).resolution:find("ref=", 1, true), ref)
    end
  end)

  it("says where an item without text can be cited", function()
    local found = body("/v1/content?ref=asset:en:tryout:indonesia:snbt:set-1")
    assert.equal("CONTENT_NOT_FOUND", found.code)
    assert.matches("http://site.test/en/tryout/indonesia/snbt/set-1", found.resolution, 1, true)
  end)

  refusals({
    { "/v1/content", 400, "INVALID_REQUEST", "a missing reference" },
    { "/v1/content?ref=a&ref=b", 400, "INVALID_REQUEST", "two references" },
    { "/v1/content?ref=a&locale=en", 400, "INVALID_REQUEST", "a parameter it does not have" },
    { "/v1/content?ref=", 422, "UNPROCESSABLE_REQUEST", "an empty reference" },
    { "/v1/content?ref=" .. ("a"):rep(2049), 422, "UNPROCESSABLE_REQUEST", "an endless one" },
    { "/v1/content?ref=http://other.test/en/x", 422, "UNPROCESSABLE_REQUEST", "a foreign URL" },
    {
      "/v1/content?ref=https://site.test/en/x",
      422,
      "UNPROCESSABLE_REQUEST",
      "another scheme",
    },
    { "/v1/content?ref=nothing", 404, "CONTENT_NOT_FOUND", "no known form" },
    { "/v1/content?ref=asset:en:material:none", 404, "CONTENT_NOT_FOUND", "an unknown id" },
    { "/v1/content?ref=http://site.test/en/none", 404, "CONTENT_NOT_FOUND", "an unknown URL" },
    { "/v1/content?ref=http://site.test/", 404, "CONTENT_NOT_FOUND", "the site itself" },
  })
end)

describe("GET /v1/taxonomy", function()
  it("has exactly its members, labelled in the locale", function()
    local found = body("/v1/taxonomy?locale=de")
    assert.equal(
      "articles content_counts default_locale endpoints locale locales quran sections tools tryout",
      keys(found)
    )
    assert.same({ { id = "snbt", label = "SNBT (de)" } }, found.tryout.exams)
    assert.same({ "education" }, found.articles.categories)
    assert.same({ "de", "en" }, { found.locale, found.default_locale })
    assert.equal(114, found.quran.surah_count)
  end)

  it(
    "counts every indexed item of each locale",
    function()
      assert.same({
        { count = 117, locale = "en" },
        { count = 117, locale = "id" },
        { count = 117, locale = "de" },
      }, body("/v1/taxonomy").content_counts)
    end
  )

  it("names the tools", function()
    local tools = table.concat(body("/v1/taxonomy").tools, " ")
    for _, name in ipairs({ "svc_get_content", "svc_get_taxonomy", "svc_get_quran_reference" }) do
      assert.matches(name, tools, 1, true)
    end
  end)

  refusals({
    { "/v1/taxonomy?locale=fr", 422, "UNPROCESSABLE_REQUEST", "an unknown locale" },
    { "/v1/taxonomy?section=quran", 400, "INVALID_REQUEST", "a parameter it does not have" },
  })
end)

describe("GET /v1/quran/{surah}", function()
  local function numbers(target)
    local list = {}
    for i, verse in ipairs(body(target).verses) do
      list[i] = verse.number
    end
    return list[1], list[#list], #list
  end

  local ranges = {
    { "/v1/quran/2", 1, 1, "nothing: the first verse" },
    { "/v1/quran/2?from_verse=255", 255, 255, "from_verse: that verse" },
    { "/v1/quran/2?to_verse=5", 1, 5, "to_verse: from the first" },
    { "/v1/quran/2?from_verse=2&to_verse=4", 2, 4, "both" },
    { "/v1/quran/2?from_verse=237&to_verse=286", 237, 286, "fifty verses up to the last" },
    { "/v1/quran/114?from_verse=6", 6, 6, "the last verse of the book" },
  }
  for _, case in ipairs(ranges) do
    it("given " .. case[4], function()
      local first, last, count = numbers(case[1])
      assert.same({ case[2], case[3], case[3] - case[2] + 1 }, { first, last, count })
    end)
  end

  it("has exactly its members", function()
    local found = body("/v1/quran/2?from_verse=255&locale=id&include_tafsir=true")
    assert.equal(
      "alignmentId assetId conceptId content_id learningObjectId lensId locale markdown_url "
        .. "meaning name pre_bismillah revelation route section sources tafsir_access url verses",
      keys(found)
    )
    assert.equal("http://site.test/id/quran/2", found.url)
    assert.equal("http://site.test/id/quran/2.md", found.markdown_url)
    assert.equal("tafsir 262", found.verses[1].tafsir)
  end)

  it(
    "cuts the translation at its notes",
    function()
      assert.same({
        notes = { { number = 3, referenceOffset = 4, text = "A note." } },
        segments = {
          { kind = "text", offset = 0, value = "Alif" },
          { kind = "note", number = 3, offset = 4 },
          { kind = "text", offset = 4, value = ", Lām" },
        },
      }, body("/v1/quran/2").verses[1].translation)
    end
  )

  it(
    "gives an empty list of notes as a list",
    function() assert.matches('"notes":[]', ask("/v1/quran/3").body, 1, true) end
  )

  it("gives tafsir only where it is embedded and asked for", function()
    assert.is_nil(body("/v1/quran/2?locale=id").verses[1].tafsir)
    assert.is_nil(body("/v1/quran/2?include_tafsir=true").verses[1].tafsir)
    assert.is_nil(body("/v1/quran/2?locale=de&include_tafsir=true").verses[1].tafsir)
  end)

  it("has an opening formula before verse 1 of all surahs but 1 and 9", function()
    local null = require("cjson").null
    assert.equal("bismillah", body("/v1/quran/2").pre_bismillah.arabic)
    for _, target in ipairs({ "/v1/quran/1", "/v1/quran/9", "/v1/quran/2?from_verse=2" }) do
      assert.equal(null, body(target).pre_bismillah)
    end
  end)

  refusals({
    { "/v1/quran/0", 404, "SURAH_NOT_FOUND", "surah 0" },
    { "/v1/quran/115", 404, "SURAH_NOT_FOUND", "surah 115" },
    { "/v1/quran/-1", 404, "SURAH_NOT_FOUND", "a negative surah" },
    { "/v1/quran/99999999999999999999", 404, "SURAH_NOT_FOUND", "an endless number" },
    { "/v1/quran/115?from_verse=9&to_verse=1", 404, "SURAH_NOT_FOUND", "verses of no surah" },
    { "/v1/quran/abc", 400, "INVALID_REQUEST", "a word for a surah" },
    { "/v1/quran/1.5", 400, "INVALID_REQUEST", "a fraction" },
    { "/v1/quran/+5", 400, "INVALID_REQUEST", "a plus sign" },
    { "/v1/quran/007", 400, "INVALID_REQUEST", "leading zeros" },
    { "/v1/quran/2?include_tafsir=yes", 400, "INVALID_REQUEST", "yes for true" },
    { "/v1/quran/2?verse=1", 400, "INVALID_REQUEST", "an unknown parameter" },
    { "/v1/quran/2?from_verse=287", 422, "UNPROCESSABLE_REQUEST", "a verse beyond the surah" },
    { "/v1/quran/2?from_verse=5&to_verse=4", 422, "UNPROCESSABLE_REQUEST", "a reversed range" },
    { "/v1/quran/2?to_verse=51", 422, "UNPROCESSABLE_REQUEST", "51 verses" },
    { "/v1/quran/2?from_verse=0", 422, "UNPROCESSABLE_REQUEST", "verse 0" },
    { "/v1/quran/2?from_verse=99999999999", 422, "UNPROCESSABLE_REQUEST", "an endless verse" },
    { "/v1/quran/2?locale=", 422, "UNPROCESSABLE_REQUEST", "an empty locale" },
    { "/v1/quran/", 404, "ENDPOINT_NOT_FOUND", "no surah" },
    { "/v1/quran/2/", 404, "ENDPOINT_NOT_FOUND", "a trailing slash" },
  })

  it("names the last verse and the longest range", function()
    assert.matches("286", body("/v1/quran/2?from_verse=287").detail, 1, true)
    assert.matches("50", body("/v1/quran/2?to_verse=51").detail, 1, true)
  end)
end)

describe("the Markdown form", function()
  it("is the text of the item with a line that leads to the index", function()
    local response = ask("/de/material/mathematics/quadratic-equations.md")
    local line = "> For AI agents: the index of everything is http://site.test/llms.txt\n"
    assert.equal("# Quadratische Gleichungen\n\n" .. line .. "\nx² = 2\n", response.body)
    assert.equal("text/markdown; charset=utf-8", application.header(response, "content-type"))
  end)

  it("of an item that can only be cited says what to cite", function()
    local text = ask("/en/tryout/indonesia/snbt/set-1.md").body
    assert.matches("`http://site.test/en/tryout/indonesia/snbt/set-1`", text, 1, true)
  end)

  it(
    "ignores a parameter that somebody added to its address",
    function() assert.equal(200, ask("/en/quran/1.md?utm_source=x").status) end
  )

  it(
    "is not given as JSON",
    function() assert.equal(406, ask("/en/quran/1.md", { accept = "application/json" }).status) end
  )

  refusals({
    { "/en/none.md", 404, "CONTENT_NOT_FOUND", "an unknown route" },
    { "/fr/quran/1.md", 404, "CONTENT_NOT_FOUND", "an unknown locale" },
    { "/none.md", 404, "CONTENT_NOT_FOUND", "no locale" },
    { "/en/quran/1.md?tafsir=1", 400, "INVALID_REQUEST", "a parameter of another form" },
    { "/en/quran/1.md/", 404, "ENDPOINT_NOT_FOUND", "a trailing slash" },
  })
end)

describe("pages", function()
  it("explain every problem at its type", function()
    for _, entry in ipairs(require("web.problem").list) do
      local path = require("web.problem").type(entry.code, "")
      assert.equal(200, ask(path).status)
      assert.matches(entry.code, ask(path, { accept = "text/markdown" }).body, 1, true)
    end
  end)

  it("are not there for what is no problem", function()
    assert.equal(404, ask("/problems/none").status)
    assert.equal(404, ask("/problems/INVALID_REQUEST").status)
  end)

  it("list the operations for agents", function()
    local text = ask("/llms.txt").body
    assert.matches("# Service Public API", text, 1, true)
    assert.matches("http://api.test/v1/quran/{surah}", text, 1, true)
  end)
end)

describe("unknown paths", function()
  local cases = {}
  for _, path in ipairs({
    "/none",
    "/v1/",
    "//v1",
    "/v1//health",
    "/V1",
    "/v1/none",
    "/v2",
    "/v1/health/x",
  }) do
    cases[#cases + 1] = { path, 404, "ENDPOINT_NOT_FOUND", path }
  end
  refusals(cases)
end)

describe("GET /openapi.json", function()
  for _, case in ipairs({
    { nil, "application/json" },
    { "application/json", "application/json" },
    { "application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json" },
    { "application/vnd.oai.openapi+json;version=3.1", "application/vnd.oai.openapi+json" },
    {
      "application/vnd.oai.openapi+json, application/json;q=0.5",
      "application/vnd.oai.openapi+json",
    },
    { "application/*", "application/json" },
  }) do
    it(("is of the type that is accepted: %s"):format(case[1]), function()
      local answer = ask("/openapi.json", { accept = case[1] })
      assert.equal(200, answer.status)
      assert.equal(case[2], application.header(answer, "Content-Type"))
      assert.equal("Accept, Accept-Encoding", application.header(answer, "Vary"))
      assert.equal("3.1.1", application.json(answer).openapi)
    end)
  end
end)

describe("what is left out elsewhere", function()
  it("llms.txt marks what can only be cited, and nothing else", function()
    local text = ask("/llms.txt").body
    for item in application.publication():each("en") do
      local line = text:match("%[" .. item.title:gsub("%p", "%%%0") .. "%]%([^\n]*")
      local marked = line:find("to be cited only", 1, true) ~= nil
      assert.equal(not item.readable, marked, line)
    end
  end)

  it("the tools say what becomes of try-outs, and where subjects are", function()
    local told = {}
    for _, route in ipairs(handler.app:tools()) do
      told[route.mcp.name] = route.mcp.description
    end
    assert.matches("article, try%-out or surah", told.svc_get_content)
    assert.matches("A subject is a `lensId`", told.svc_get_taxonomy)
    local found = body("/v1/search?query=lens:material:mathematics")
    assert.is_true(found.count > 0)
    for _, item in ipairs(found.items) do
      assert.equal("lens:material:mathematics", item.lensId)
    end
  end)
end)

describe("a resource of the MCP endpoint given as `ref`", function()
  for _, uri in ipairs({ "svc://usage", "svc://taxonomy" }) do
    it("is refused with what it is and where to read it: " .. uri, function()
      local fault = body("/v1/content?ref=" .. uri)
      assert.equal("CONTENT_NOT_FOUND", fault.code)
      assert.equal(
        ("`%s` is a resource of the MCP endpoint, not an item."):format(uri),
        fault.detail
      )
      assert.matches("`resources/read` at http://api.test/mcp", fault.resolution, 1, true)
    end)
  end
end)

describe("/.well-known/api-catalog", function()
  it("names the MCP endpoint with its server card", function()
    local second = body("/.well-known/api-catalog").linkset[2]
    assert.equal("http://api.test/mcp", second.anchor)
    assert.equal("http://api.test/mcp/server-card", second["service-desc"][1].href)
  end)
end)
