--- The proofs of a service: where they are, how answers lead to them, and what they are kept as.
local application = require("spec.support.service.application")
local svc = require("svc")

local handler = application.new()
local ID = "asset:en:material:mathematics:quadratic-equations"

local function get(path) return handler.handle(application.request(path)) end

-- Path and query of the proof that an answer names, nil where it names none.
local function proof_of(response)
  local link = application.header(response, "Link") or ""
  local target = link:match('<([^<>]*)>; rel="[^"]*/rel/proof"')
  return target and (target:gsub("^%a+://[^/]*", ""))
end

local function verify(answer, proof)
  local public = svc.parse_json(proof).manifest
  local s, n = ("<I4I4"):unpack(
    (public:sub(185, 200):gsub("..", function(x) return string.char(tonumber(x, 16)) end))
  )
  local signer = public:sub(2 * (104 + 24 * s) + 1, 2 * (104 + 24 * s + 32 * n))
  return svc.verify_proof(answer, proof, { keys = { signer } })
end

local QURAN = "/v1/quran/2?from_verse=255"

describe("an answer", function()
  for _, path in ipairs {
    "/v1/content?ref=" .. ID,
    "/v1/content?ref=asset:id:quran:surah:114",
    QURAN,
    "/v1/quran/2?from_verse=1&to_verse=50&locale=id",
    "/v1/quran/2?from_verse=255&to_verse=257&locale=id&include_tafsir=true",
    "/v1/quran/1?locale=de",
  } do
    it("leads to the proof that holds for it: " .. path, function()
      local answer = get(path)
      local proof = get(proof_of(answer))
      assert.equal(200, proof.status)
      assert.same({ "application/json", "public, max-age=31536000, immutable" }, {
        application.header(proof, "Content-Type"),
        application.header(proof, "Cache-Control"),
      })
      assert.truthy(verify(answer.body, proof.body))
      assert.is_true(#proof.body <= 8192, #proof.body .. " bytes")
    end)
  end

  it("of a search, an index or a problem leads to none", function()
    for _, path in ipairs { "/v1/search?query=x", "/v1", "/v1/content?ref=asset:en:x:y" } do
      assert.is_nil(proof_of(get(path)))
    end
  end)
end)

describe("a proof", function()
  it("without a digest is that of what is served, and is not kept for long", function()
    local answer = get("/proofs/" .. ID)
    assert.same(
      { 200, "public, max-age=60" },
      { answer.status, application.header(answer, "Cache-Control") }
    )
    assert.equal(answer.body, get(proof_of(get("/v1/content?ref=" .. ID))).body)
  end)

  it(
    "is there for an item that can only be cited",
    function() assert.equal(200, get("/proofs/asset:en:tryout:indonesia:snbt:set-1").status) end
  )

  local cases = {
    { "/proofs/asset:en:material:none", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/" .. ID .. "?publication=" .. ("0"):rep(64), 404, "CONTENT_NOT_FOUND" },
    { "/proofs/" .. ID .. "?other=1", 400, "INVALID_REQUEST" },
    { "/proofs/xx/quran/2/255", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/115/1", 404, "SURAH_NOT_FOUND" },
    { "/proofs/en/quran/two/1", 400, "INVALID_REQUEST" },
    { "/proofs/en/quran/2/287", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/2/0", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/2/01", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/2/1-", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/2/5-5", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/2/5-4", 404, "CONTENT_NOT_FOUND" },
    { "/proofs/en/quran/2/x", 404, "CONTENT_NOT_FOUND" },
    { "/proofs", 404, "ENDPOINT_NOT_FOUND" },
  }
  for _, case in ipairs(cases) do
    it(("is not there: %s is %d %s"):format(table.unpack(case)), function()
      local answer = get(case[1])
      assert.same({ case[2], case[3] }, { answer.status, svc.parse_json(answer.body).code })
    end)
  end
end)

describe("the relation", function()
  it("leads to its description", function()
    local answer = get("/rel/proof")
    assert.same(
      { 308, "/docs/proofs" },
      { answer.status, application.header(answer, "Location") }
    )
    assert.equal(200, get("/docs/proofs").status)
  end)
end)

describe("a result of MCP", function()
  local function call(name, arguments)
    local request = application.request("POST /mcp", { ["content-type"] = "application/json" })
    request.body = svc.json({
      jsonrpc = "2.0",
      id = 1,
      method = "tools/call",
      params = { name = name, arguments = arguments },
    })
    return svc.parse_json(handler.handle(request).body).result
  end

  it("has the address of its proof in it", function()
    local asked = { surah = 2, from_verse = 255, full_sources = true }
    local result = call("svc_get_quran_reference", asked)
    local path = result.structuredContent.proof:match("^%a+://[^/]*(.*)$")
    local answer = svc.parse_json(result.content[1].text)
    answer.proof = nil
    assert.truthy(verify(svc.json(answer), get(path).body))
  end)

  it("has none where nothing is proven", function()
    local result = call("svc_search_content", { query = { "x" } })
    assert.same({ 1, nil }, { #result.content, result.structuredContent.proof })
  end)
end)

describe("what is proven and what is not", function()
  for _, locale in ipairs(svc.locales) do
    it("is said to readers in " .. locale, function()
      local answer = get("/proven/" .. locale)
      assert.same(
        { 200, locale },
        { answer.status, application.header(answer, "Content-Language") }
      )
      assert.truthy(answer.body:find("--verify", 1, true))
      assert.equal(200, get("/proven/" .. locale .. ".md").status)
    end)
  end
end)
