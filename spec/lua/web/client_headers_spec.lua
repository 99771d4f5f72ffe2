--- The header fields that programs send unasked are understood: none of them is refused where an
-- answer fits, and the coding and the form of a page are the ones that they ask for.
-- Sources: the programs' own sources and documentation; for Java JDK-8163921, mended in 19, 17.0.12
-- and 11.0.24; for browsers MDN's list of default Accept values.

local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"
local FIREFOX = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
local CHROME = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,"
  .. "image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
local FEEDPARSER = "application/atom+xml,application/rdf+xml,application/rss+xml,"
  .. "application/x-netcdf,application/xml;q=0.9,text/xml;q=0.2,*/*;q=0.1"
local MINIFLUX = "application/xml, application/atom+xml, application/rss+xml, "
  .. "application/rdf+xml, application/feed+json, text/html, */*;q=0.9"
local RUBY = "gzip;q=1.0,deflate;q=0.6,identity;q=0.3"

local HTML, NONE = "text/html; charset=utf-8", 406

--- Rows: program; Accept; Accept-Encoding; the coding of the contract; the type of a page, or the
-- status of its refusal; Accept-Language.
local programs = {
  { "Java 8 to 18, HttpURLConnection", JAVA, nil, nil, HTML },
  { "Java 19 and later, HttpURLConnection", "*/*", nil, nil, HTML },
  { "Java, HttpClient", nil, nil, nil, HTML },
  { "Spring, RestTemplate of objects", "application/json, application/*+json", nil, nil, NONE },
  {
    "Spring, RestTemplate of texts",
    "text/plain, application/json, application/*+json, */*",
    nil,
    nil,
    HTML,
  },
  { "OkHttp", nil, "gzip", "gzip", HTML },
  { ".NET, HttpClient", nil, nil, nil, HTML },
  { ".NET, HttpClient that decompresses", nil, "gzip, deflate, br", "br", HTML },
  { ".NET, Refit", "application/json", nil, nil, NONE },
  { "PowerShell, Invoke-RestMethod", nil, "gzip, deflate, br", "br", HTML },
  { "Go, net/http", nil, "gzip", "gzip", HTML },
  { "Python, urllib", nil, "identity", nil, HTML },
  { "Python, requests", "*/*", "gzip, deflate", "gzip", HTML },
  { "Python, requests with all codings", "*/*", "gzip, deflate, br, zstd", "br", HTML },
  { "Python, aiohttp", "*/*", "gzip, deflate", "gzip", HTML },
  { "Python, httpx", "*/*", "gzip, deflate, br, zstd", "br", HTML },
  { "curl", "*/*", nil, nil, HTML },
  { "curl --compressed", "*/*", "deflate, gzip, br, zstd", "br", HTML },
  { "wget", "*/*", "identity", nil, HTML },
  { "wget2", FIREFOX, "gzip, deflate, br, zstd", "br", HTML },
  { "HTTPie with a body", "application/json, */*;q=0.5", "gzip, deflate", "gzip", HTML },
  { "Dart, http", nil, "gzip", "gzip", HTML },
  { "Swift, URLSession", "*/*", "gzip, deflate, br", "br", HTML, "en-GB,en;q=0.9" },
  { "Postman", "*/*", "gzip, deflate, br", "br", HTML },
  { "Insomnia", "*/*", nil, nil, HTML },
  { "Ruby, Net::HTTP", "*/*", RUBY, "gzip", HTML },
  { "Perl, LWP", nil, nil, nil, HTML },
  { "PHP, Guzzle", nil, nil, nil, HTML },
  { "Node, fetch", "*/*", "gzip, deflate", "gzip", HTML, "*" },
  {
    "Node, axios",
    "application/json, text/plain, */*",
    "gzip, compress, deflate, br",
    "br",
    HTML,
  },
  { "Node, got", "application/json", "gzip, deflate, br", "br", NONE },
  { "jQuery", "application/json, text/javascript, */*; q=0.01", "gzip, br", "br", HTML },
  { "Chrome", CHROME, "gzip, deflate, br, zstd", "br", HTML, "de-DE,de;q=0.9,en-US;q=0.8" },
  { "Firefox", FIREFOX, "gzip, deflate, br, zstd", "br", HTML, "id,en-US;q=0.7,en;q=0.3" },
  { "Safari", FIREFOX, "gzip, deflate, br", "br", HTML, "en-US,en;q=0.9" },
  {
    "Internet Explorer",
    "text/html, application/xhtml+xml, */*",
    "gzip, deflate",
    "gzip",
    HTML,
  },
  {
    "Lynx",
    "text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01",
    "gzip, compress",
    "gzip",
    HTML,
    "en",
  },
  {
    "w3m",
    "text/html, text/*;q=0.5, image/*, application/*",
    "gzip, compress, bzip, bzip2, deflate",
    "gzip",
    HTML,
    "en;q=1.0",
  },
  { "Googlebot", FIREFOX, "gzip, deflate, br", "br", HTML },
  { "Bingbot", "*/*", "gzip, deflate, br", "br", HTML },
  { "Facebook's crawler", "*/*", "deflate, gzip", "gzip", HTML },
  { "feedparser", FEEDPARSER, "gzip, deflate", "gzip", HTML },
  { "Miniflux", MINIFLUX, "br, gzip", "br", HTML },
  { "an MCP client", "application/json, text/event-stream", "gzip, deflate", "gzip", NONE },
}

--- Oddities of spelling that the world sends: Accept; Accept-Encoding; the coding.
local spellings = {
  { "*", "gzip;q=.5", "gzip" },
  { "*;q=0.1", "gzip; q = 0.3333, br;q=.2", "gzip" },
  { "*/*;q=.01", "br;q=1.", "br" },
  { 'application/json;q="0.5"', "br;q=x, gzip", "gzip" },
  { "application/json;q=0.33333", "gzip;q=1.000000", "gzip" },
  { "application/json,", ",gzip,", "gzip" },
  { "application/json;", "gzip;", "gzip" },
  { "application/json;level", "zstd;q=2, gzip;q=0.1", "gzip" },
  { "json", "gzip;q=0, *;q=.1", "br" },
  { "application/json;q=high", "gzip gzip", nil },
  { "application/json text/html", "gzip;q=", nil },
  { '"', "gzip;q=0.0001", nil },
}

local svcd

setup(function()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  sample.write(folder .. "/p.svp", folder .. "/p.trust")
  svcd = server.start({
    publication = folder .. "/p.svp",
    trust = folder .. "/p.trust",
    quota_limit = 0,
  })
  os.execute("rm -r " .. folder)
end)

teardown(function() svcd:stop() end)

--- Header fields of a row. A name that is absent is not sent.
local function fields(accept, encoding, language)
  return { ["Accept"] = accept, ["Accept-Encoding"] = encoding, ["Accept-Language"] = language }
end

describe("the header fields of", function()
  for _, row in ipairs(programs) do
    local sent = fields(row[2], row[3], row[6])

    it(row[1] .. " get JSON and its coding", function()
      assert.equal(200, svcd:request("/v1", { headers = sent }).status)
      local contract = svcd:request("/openapi.json", { headers = sent })
      assert.same({ 200, row[4] }, { contract.status, contract.headers["content-encoding"] })
    end)

    it(row[1] .. " get a page or, where only JSON is asked for, a refusal", function()
      local page = svcd:request("/en/quran/1", { headers = sent })
      local form = page.status == 200 and page.headers["content-type"] or page.status
      assert.equal(row[5], form)
    end)
  end

  it("Java reach the MCP endpoint", function()
    local answer = svcd:request("/mcp", {
      method = "POST",
      headers = { ["Accept"] = JAVA, ["Content-Type"] = "application/json" },
      body = '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    assert.same({ 200, "application/json" }, { answer.status, answer.headers["content-type"] })
  end)
end)

describe("a field that is written as no standard has it", function()
  for _, row in ipairs(spellings) do
    it(("%s with %s is read as far as it can be"):format(row[1], row[2]), function()
      local answer = svcd:request("/openapi.json", { headers = fields(row[1], row[2]) })
      assert.same({ 200, row[3] }, { answer.status, answer.headers["content-encoding"] })
    end)
  end

  it("excludes nothing by what cannot be read", function()
    for _, accept in ipairs({ "text/html, json", "application/json;q=0, x", "text/html;q=.5" }) do
      assert.equal(406, svcd:request("/v1", { headers = fields(accept) }).status, accept)
    end
  end)
end)

describe("If-Match on the contract", function()
  local function ask(value, more)
    local headers = { ["If-Match"] = value }
    for name, each in pairs(more or {}) do
      headers[name] = each
    end
    return svcd:request("/openapi.json", { headers = headers })
  end
  local etag
  setup(function() etag = svcd:request("/openapi.json").headers.etag end)

  it("is 412 where it names another answer, however often it was asked", function()
    for _ = 1, 3 do
      local answer = ask('"x"')
      assert.equal(412, answer.status)
      assert.matches('"code":"PRECONDITION_FAILED"', answer.body, 1, true)
    end
  end)

  it(
    "is 412 where it is weak, as only a strong validator counts",
    function() assert.equal(412, ask("W/" .. etag).status) end
  )

  it(
    "is 412 before If-None-Match is looked at",
    function() assert.equal(412, ask('"x"', { ["If-None-Match"] = "*" }).status) end
  )

  it("is the contract where it names it", function()
    assert.equal(200, ask(etag).status)
    assert.equal(200, ask('"x", ' .. etag).status)
    assert.equal(200, ask("*").status)
    assert.equal(304, ask(etag, { ["If-None-Match"] = etag }).status)
  end)

  it(
    "means nothing to an answer without a validator",
    function()
      assert.equal(200, svcd:request("/v1", { headers = { ["If-Match"] = '"x"' } }).status)
    end
  )
end)
