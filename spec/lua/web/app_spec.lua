--- The way of a request through the framework: order of checks, header fields, problems.
local svc = require("svc")
local app = require("web.app")
local application = require("spec.support.service.application")
local calls = require("web.call")
local params = require("web.params")
local problem = require("web.problem")

local header, json, request = application.header, application.json, application.request
local handler = application.new()

local function ask(...) return handler.handle(request(...)) end

describe("a body that is coded", function()
  local function post(coding)
    local asked = request("POST /mcp", {
      accept = "application/json",
      ["content-type"] = "application/json",
      ["content-encoding"] = coding,
    })
    asked.body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    return handler.handle(asked)
  end

  it("is refused with the codings that are read", function()
    for _, coding in ipairs({ "gzip", "br", "GZIP", "identity, gzip" }) do
      local answer = post(coding)
      assert.equal(415, answer.status, coding)
      assert.equal("UNSUPPORTED_MEDIA_TYPE", json(answer).code)
      assert.equal("identity", header(answer, "Accept-Encoding"))
    end
  end)

  it("is read where it says that it is not", function()
    assert.equal(200, post("identity").status)
    assert.equal(200, post(nil).status)
  end)

  it(
    "is no matter of a request without a body",
    function() assert.equal(200, ask("/v1", { ["content-encoding"] = "gzip" }).status) end
  )
end)

describe("the cure of a problem is one of its cause", function()
  local made = app.new({
    config = application.config,
    routes = {
      { method = "GET", path = "/x", handle = function() return {} end },
      { method = "POST", path = "/x", handle = function() return {} end },
      { method = "PUT", path = "/x", consumes = "text/csv", handle = function() return {} end },
    },
  })
  local NEEDED = "This endpoint needs a body, and the request declares no media type of one."
  local NOT_OF_IT = "The declared media type of the request is not supported."

  --- Each: request, its Content-Type, detail and a part of the resolution.
  -- stylua: ignore
  local cases = {
    { "POST /x", nil, NEEDED, "declare its type: `Content-Type: application/json`" },
    { "POST /x", "", NEEDED, "declare its type: `Content-Type: application/json`" },
    { "PUT /x", nil, NEEDED, "declare its type: `Content-Type: text/csv`" },
    { "PUT /x", "", NEEDED, "declare its type: `Content-Type: text/csv`" },
    { "POST /x", "text/plain", NOT_OF_IT, "`Content-Type: application/json`" },
    { "POST /x", "json", NOT_OF_IT, "`Content-Type: application/json`" },
    { "POST /x", "application/x-www-form-urlencoded", NOT_OF_IT, "application/json`" },
    { "PUT /x", "application/json", NOT_OF_IT, "`Content-Type: text/csv`" },
    { "PUT /x", "text/csvs", NOT_OF_IT, "`Content-Type: text/csv`" },
    { "GET /x", "text/plain", NOT_OF_IT, "or no type when there is no body" },
    { "GET /x", "json", NOT_OF_IT, "or no type when there is no body" },
  }
  for _, case in ipairs(cases) do
    it(("%s with the type %s"):format(case[1], case[2] or "of nothing"), function()
      local headers = { ["content-type"] = case[2] }
      local told = application.json(made.handle(application.request(case[1], headers)))
      assert.same({ "UNSUPPORTED_MEDIA_TYPE", case[3] }, { told.code, told.detail })
      assert.truthy(told.resolution:find(case[4], 1, true), told.resolution)
    end)
  end

  it("is not the `Accept` header where a coding is not accepted", function()
    local reason = "The `Accept-Encoding` header excludes every coding."
    local told = application.json(made.refuse("NOT_ACCEPTABLE", { id = "x", reason = reason }))
    assert.is_nil(told.resolution:find("`Accept`", 1, true))
  end)

  it("is the origin where a page of another one calls the MCP endpoint", function()
    local foreign = { origin = "https://elsewhere.test" }
    local guarded = require("mcp.origin").guard({
      config = application.config,
      request = { headers = foreign },
    })
    assert.truthy(guarded.detail:find("`Origin`", 1, true))
    assert.truthy(guarded.resolution:find("allowed_origins", 1, true))
  end)
end)

describe("order of checks", function()
  -- Each request has the fault of its row and every later one that it can have.
  local bad = { accept = "text/html", ["content-type"] = "text/html" }
  local typed = { ["content-type"] = "text/html" }
  local cases = {
    { "POST /v2?x=1", bad, true, "ENDPOINT_NOT_FOUND", "an unknown path before the method" },
    { "POST /v1/content?x=1", bad, true, "METHOD_NOT_ALLOWED", "the method before Accept" },
    { "/v1/content?x=1", bad, true, "NOT_ACCEPTABLE", "Accept before Content-Type" },
    {
      "/v1/content?x=1",
      typed,
      true,
      "UNSUPPORTED_MEDIA_TYPE",
      "Content-Type before the quota",
    },
    { "/v1/content?x=1", {}, true, "SERVICE_UNAVAILABLE", "the publication before parameters" },
    { "/v1/quran/999?locale=fr&x=1", {}, false, "INVALID_REQUEST", "syntax before values" },
    {
      "/v1/quran/999?locale=fr",
      {},
      false,
      "UNPROCESSABLE_REQUEST",
      "values before existence",
    },
    {
      "/v1/quran/999?from_verse=999",
      {},
      false,
      "SURAH_NOT_FOUND",
      "the surah before its verses",
    },
  }
  for _, case in ipairs(cases) do
    it(
      "puts " .. case[5],
      function() assert.equal(case[4], json(ask(case[1], case[2], case[3])).code) end
    )
  end

  it("asks the quota once, after Content-Type and before the publication", function()
    local asked = {}
    local limited = application.new({
      quota = function(address)
        asked[#asked + 1] = address
        return { limit = 120, window = 60, remaining = 0, reset = 7, retry_after = 7 }
      end,
    })
    assert.equal(415, limited.handle(request("/v1/taxonomy", typed)).status)
    assert.same({}, asked)
    assert.equal(429, limited.handle(request("/v1/taxonomy?x=1", {}, true)).status)
    assert.same({ "192.0.2.1" }, asked)
  end)
end)

describe("a problem", function()
  local members =
    { "code", "detail", "instance", "request_id", "resolution", "status", "title", "type" }

  local function keys(body)
    local names = {}
    for name in pairs(body) do
      names[#names + 1] = name
    end
    table.sort(names)
    return names
  end

  it("has all eight members", function()
    local response = ask("/v1/health?page=1")
    local body = json(response)
    assert.same(members, keys(body))
    assert.same(
      { 400, "/v1/health", "id-1", "http://site.test/problems/invalid-request" },
      { body.status, body.instance, body.request_id, body.type }
    )
    assert.equal("application/problem+json", header(response, "content-type"))
    assert.equal("no-store", header(response, "cache-control"))
  end)

  for _, entry in ipairs(problem.list) do
    it(entry.code .. " is complete when it is found outside of the routes", function()
      local response = handler.refuse(entry.code, { id = "id-2" })
      local body = json(response)
      assert.same(members, keys(body))
      assert.equal(entry.status, response.status)
      assert.equal("/", body.instance)
      assert.equal("*", header(response, "access-control-allow-origin"))
    end)
  end

  it("takes the reason of a refusal as its detail", function()
    local response = handler.refuse("INVALID_REQUEST", { id = "id-2", reason = "Two hosts." })
    assert.equal("Two hosts.", json(response).detail)
  end)

  it("shows a path of any bytes as printable ASCII", function()
    local response = handler.refuse("INVALID_REQUEST", { id = "id-2", path = "/\xff a" })
    assert.equal("/%FF%20a", json(response).instance)
  end)

  it(
    "says when the service can be asked again",
    function() assert.equal("5", header(ask("/v1/taxonomy", {}, true), "retry-after")) end
  )
end)

describe("without a publication", function()
  local cases = {
    { "/v1", 200 },
    { "/v1/health", 200 },
    { "/openapi.json", 200 },
    { "/llms.txt", 200 },
    { "/problems/service-unavailable", 200 },
    { "/v1/content?ref=a", 503 },
    { "/v1/taxonomy", 503 },
    { "/v1/quran/1", 503 },
    { "/en/material/mathematics/quadratic-equations.md", 503 },
  }
  for _, case in ipairs(cases) do
    it(
      case[1] .. " answers " .. case[2],
      function() assert.equal(case[2], ask(case[1], {}, true).status) end
    )
  end
end)

describe("methods", function()
  it("answer HEAD as GET", function()
    local get, head = ask("/v1"), ask("HEAD /v1")
    assert.equal(200, head.status)
    assert.same(get.headers, head.headers)
  end)

  it("answer OPTIONS without a body", function()
    local response = ask("OPTIONS /v1/content?x=1", { accept = "text/html" }, true)
    assert.equal(204, response.status)
    assert.is_nil(response.body)
    assert.equal("GET, HEAD, OPTIONS", header(response, "allow"))
    assert.equal("GET, HEAD, OPTIONS", header(response, "access-control-allow-methods"))
  end)

  it("answer OPTIONS * for the whole server", function()
    assert.equal(204, ask("OPTIONS *").status)
    assert.equal(404, ask("GET *").status)
  end)

  for _, method in ipairs({ "POST", "PUT", "DELETE", "TRACE", "get", "BREW", "CONNECT" }) do
    it("refuse " .. method .. " and name what is allowed", function()
      local response = ask(method .. " /v1/health")
      assert.equal(405, response.status)
      assert.equal("GET, HEAD, OPTIONS", header(response, "allow"))
    end)
  end

  it(
    "answer OPTIONS on an unknown path as unknown",
    function() assert.equal(404, ask("OPTIONS /v2").status) end
  )
end)

describe("header fields", function()
  local cases = {
    { "/v1", "no-store" },
    { "/v1/health", "no-store" },
    { "/openapi.json", "public, max-age=3600" },
    { "/v1/taxonomy", "public, max-age=60" },
    { "/v1/quran/1", "public, max-age=60" },
    { "/v1/content?ref=asset:en:quran:surah:1", "public, max-age=60" },
    { "/en/quran/1.md", "public, max-age=60" },
  }
  for _, case in ipairs(cases) do
    it(
      case[1] .. " is " .. case[2],
      function() assert.equal(case[2], header(ask(case[1]), "cache-control")) end
    )
  end

  it("vary by Accept only where it chooses among representations", function()
    assert.equal("Accept-Encoding", header(ask("/v1"), "vary"))
    assert.equal("Accept, Accept-Encoding", header(ask("/problems/invalid-request"), "vary"))
  end)

  it("let any origin read answers and problems", function()
    for _, target in ipairs({ "/v1", "/v2" }) do
      local response = ask(target)
      assert.equal("*", header(response, "access-control-allow-origin"))
      assert.equal(
        "ETag, Link, Retry-After, RateLimit, RateLimit-Policy, SVC-Publication, X-Request-Id",
        header(response, "access-control-expose-headers")
      )
    end
  end)

  it("state the quota on every counted answer", function()
    local left = { limit = 120, window = 60, remaining = 119, reset = 60 }
    local limited = application.new({ quota = function() return left end })
    for target, counted in pairs({
      ["/v1/taxonomy"] = true,
      ["/v1/content"] = true,
      ["/v1/search?query=light"] = true,
      ["/v1/quran/1"] = true,
      ["/v1"] = false,
      ["/v1/health"] = false,
      ["/openapi.json"] = false,
    }) do
      local response = limited.handle(request(target))
      assert.equal(counted and '"default";r=119;t=60' or nil, header(response, "ratelimit"))
      assert.equal(
        counted and '"default";q=120;w=60' or nil,
        header(response, "ratelimit-policy")
      )
    end
  end)

  it("state the quota and the delay on 429", function()
    local spent = { limit = 120, window = 60, remaining = 0, reset = 7, retry_after = 7 }
    local limited = application.new({ quota = function() return spent end })
    local response = limited.handle(request("/v1/taxonomy"))
    assert.equal("7", header(response, "retry-after"))
    assert.equal('"default";r=0;t=7', header(response, "ratelimit"))
  end)
end)

describe("the contract", function()
  local etag = header(ask("/openapi.json"), "etag")

  it("has a strong validator over its bytes", function()
    assert.matches('^"%x+"$', etag)
    assert.equal(64 + 2, #etag)
  end)

  local other = '"' .. ("0"):rep(64) .. '"'
  local cases = {
    { etag, true, "the same tag" },
    { "W/" .. etag, true, "the same tag, weak" },
    { other .. ", " .. etag, true, "a list that holds it" },
    { "*", true, "an asterisk" },
    { other, false, "another tag" },
    { etag:gsub('"', ""), false, "the tag without quotes" },
    { "", false, "nothing" },
    { etag:sub(1, -3) .. '"', false, "a shorter tag" },
  }
  for _, case in ipairs(cases) do
    local verb = case[2] and "is known by " or "is not known by "
    it(verb .. case[3], function()
      local response = ask("/openapi.json", { ["if-none-match"] = case[1] })
      assert.equal(case[2], response.unmodified or false)
      assert.equal(etag, header(response, "etag"))
      assert.equal("public, max-age=3600", header(response, "cache-control"))
    end)
  end

  it(
    "alone is revalidated",
    function() assert.is_nil(ask("/v1/taxonomy", { ["if-none-match"] = "*" }).unmodified) end
  )

  it(
    "refuses parameters like every operation",
    function() assert.equal(400, ask("/openapi.json?x=1").status) end
  )
end)

describe("an answer", function()
  it("has a key under which it may be kept, unless none ever is", function()
    local target = "/v1/content?ref=asset:en:quran:surah:1"
    local without = application.new({ recall = false })
    assert.is_string(handler.handle(request(target)).key)
    local response = without.handle(request(target))
    assert.same({ 200, nil }, { response.status, response.key })
  end)
end)

describe("a tool's call", function()
  --- What a tool gives, as its route does over MCP.
  local function run(tool, given, ...)
    for _, route in ipairs(handler.app:tools()) do
      if route.mcp.name == tool then
        local settled, fault =
          calls.settle(handler.app, route, given, request("POST /mcp", ...))
        if not settled then return nil, fault end
        return calls.perform(settled)
      end
    end
  end

  it("gives what the endpoint gives", function()
    local value =
      run("svc_get_quran_reference", { surah = 2, from_verse = 3, full_sources = true })
    assert.same(svc.parse_json(ask("/v1/quran/2?from_verse=3").body), value)
  end)

  it("has the values of the path in its captures, as over HTTP", function()
    local seen = {}
    local subject = application.new({
      routes = {
        {
          method = "GET",
          path = "/x/{id}",
          params = { id = params.integer({ from = "path", min = 1 }) },
          answer = { schema = "ApiHealth", description = "X." },
          mcp = { name = "x", description = "X." },
          handle = function(call)
            seen[#seen + 1] = call.captures.id
            return {}
          end,
        },
      },
    })
    subject.handle(request("/x/7"))
    local settled = assert(
      calls.settle(subject.app, subject.app:tools()[1], { id = 7 }, request("POST /mcp"))
    )
    calls.perform(settled)
    assert.same({ "7", "7" }, seen)
  end)

  it("refuses what the endpoint refuses", function()
    local value, fault = run("svc_get_quran_reference", { surah = 115 })
    assert.is_nil(value)
    assert.equal("SURAH_NOT_FOUND", fault.code)
    value, fault = run("svc_get_quran_reference", { surah = 1 }, {}, true)
    assert.is_nil(value)
    assert.equal("SERVICE_UNAVAILABLE", fault.code)
  end)
end)
