--- Header fields and addresses that moved, as the config says them (lua/host/answer_rules.lua): how
-- they are read, and what the real svcd does with them.

local answer_rules = require("host.answer_rules")
local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

describe("rules of header fields", function()
  it("set, add and remove", function()
    local rules = answer_rules.headers({
      "/ X-Frame-Options: DENY",
      "/v1 +Link: <a>; rel=b",
      "/docs/ -Referrer-Policy",
    })
    assert.same({
      { path = "/", act = "set", name = "X-Frame-Options", value = "DENY" },
      { path = "/v1", act = "append", name = "Link", value = "<a>; rel=b" },
      { path = "/docs/", act = "remove", name = "Referrer-Policy" },
    }, rules)
  end)

  local refused = {
    { "X-Frame-Options: DENY", "is not a path and a field" },
    { "/ X Frame: DENY", "gives the field X no value" },
    { "/ X-Frame-Options", "no value; write `X-Frame-Options: VALUE`" },
    { "/ X-Frame-Options:  ", "no value" },
    { "/ -X-Frame-Options: DENY", "leave its value out" },
    { "/ Content-Length: 1", "the host's own" },
    { "/ -etag", "the host's own" },
    { "/ X-A: b\1", "no visible ASCII" },
    { "/ X-A: \195\164", "no visible ASCII" },
    { "/ X-A: " .. ("b"):rep(600), "they may add 512" },
  }
  for _, row in ipairs(refused) do
    it(("refuse %q, and say why"):format(row[1]:sub(1, 40)), function()
      local rules, reason = answer_rules.headers({ "/ X-Good: yes", row[1] })
      assert.is_nil(rules)
      assert.truthy(reason:find(row[2], 1, true), reason)
    end)
  end
end)

describe("a file of addresses that moved", function()
  local function read(text)
    local path = forge.write(os.tmpname(), text)
    local moved, reason = answer_rules.redirects(path)
    os.remove(path)
    return moved, reason
  end

  it("has a line each, and comments", function()
    local moved = read("# old ones\n/a /b\n  /c  https://example.org/d 301 # why\n\n")
    assert.same({
      ["/a"] = { to = "/b", status = 308 },
      ["/c"] = { to = "https://example.org/d", status = 301 },
    }, moved)
  end)

  local refused = {
    { "/a", ":1: .*FROM TO" },
    { "\na /b", ":2: .*FROM TO" },
    { "/a b", "neither a path nor a URL" },
    { "/a //evil.example", "neither a path nor a URL" },
    { "/a javascript:x", "neither a path nor a URL" },
    { "/a /b 200", "none of 301, 302, 303, 307, 308" },
    { "/a /b\n/a /c", ":2: /a moved already" },
    { "/a /a", "leads to itself" },
  }
  for _, row in ipairs(refused) do
    it(("is refused, with its line: %q"):format(row[1]), function()
      local moved, reason = read(row[1])
      assert.is_nil(moved)
      assert.matches(row[2], reason)
    end)
  end
end)

describe("the real svcd with such rules", function()
  local svcd, path
  setup(function()
    local lines = { "/old /v1", "/gone https://example.org/gone?x=1 301" }
    for i = 1, 5000 do
      lines[#lines + 1] = ("/moved/%d /docs"):format(i)
    end
    lines[#lines + 1] = "/en/articles/no-such /en"
    path = forge.write(os.tmpname(), table.concat(lines, "\n"))
    svcd = server.start({
      publication = "build/demo.svp",
      trust = "build/demo.trust",
      edge_secrets = "hush",
      redirects = path,
      headers = {
        "/ Strict-Transport-Security: max-age=31536000",
        "/ -Access-Control-Expose-Headers",
        "/v1 X-Content-Type-Options: other",
        "/v1/quran +Link: </imprint>; rel=license",
      },
    })
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    os.remove(path)
  end)

  local function ask(target)
    return svcd:request(target, { headers = { ["X-Edge-Secret"] = "hush" } })
  end

  local function fields(answer)
    local headers = answer.headers
    return {
      headers["strict-transport-security"],
      headers["x-content-type-options"],
      headers["access-control-expose-headers"] == nil,
    }
  end

  -- stylua: ignore
  local targets = {
    { "/v1", "other" }, { "/v1?x", "other" }, { "/v1x", "nosniff" }, { "/docs", "nosniff" },
    { "/nowhere", "nosniff" }, { "/v1/taxonomy", "other" }, { "/%761/taxonomy", "other" },
    { "/openapi.json", "nosniff" }, { "/assets/none", "nosniff" }, { "/en/quran/2", "nosniff" },
  }
  for _, row in ipairs(targets) do
    it("gives its fields to " .. row[1] .. ", also where it is kept", function()
      for _ = 1, 2 do
        assert.same({ "max-age=31536000", row[2], true }, fields(ask(row[1])))
      end
    end)
  end

  it("gives them to what is refused before any route", function()
    local refused = svcd:request("/docs")
    assert.equal(403, refused.status)
    assert.same({ "max-age=31536000", "nosniff", true }, fields(refused))
    local text = svcd:raw("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n")
    assert.truthy(text:find("^HTTP/1%.1 400 .*Strict%-Transport%-Security: max%-age=31536000"))
  end)

  it("keeps what it kept without them", function()
    local before = ask("/v1/quran/2?from_verse=5")
    local after = ask("/v1/quran/2?from_verse=5")
    assert.equal(before.headers.link, after.headers.link)
    assert.truthy(after.headers.link:find("imprint", 1, true))
  end)

  it("leads on from where nothing answers, with the query", function()
    local moved = {
      ["/old"] = { 308, "/v1" },
      ["/old?a=b"] = { 308, "/v1?a=b" },
      ["/%6fld"] = { 308, "/v1" },
      ["/gone?a=b"] = { 301, "https://example.org/gone?x=1" },
      ["/moved/4999"] = { 308, "/docs" },
      ["/en/articles/no-such"] = { 308, "/en" },
    }
    for target, expected in pairs(moved) do
      local answer = ask(target)
      assert.same(expected, { answer.status, answer.headers.location }, target)
    end
    assert.equal(404, ask("/moved/5001").status)
    assert.equal(200, ask("/v1").status)
  end)
end)

describe("rules of origins, quotas and fields of the log", function()
  it("are read", function()
    assert.same(
      {
        { path = "/v1", origins = { "https://a.example", "http://b.example:81" } },
        { path = "/docs", all = false },
        { path = "/", all = true },
      },
      answer_rules.cors({
        "/v1 https://a.example http://b.example:81",
        "/docs none",
        "/ *",
      })
    )
    assert.same(
      { { path = "/v1/x", limit = 30, window = 60 }, { path = "/y", limit = 0, window = 1 } },
      answer_rules.quotas({ "/v1/x 30/60", "/y none" })
    )
    assert.same(
      {
        { name = "country", source = "header", argument = "cf-ipcountry" },
        { name = "surah", source = "segment", number = 3 },
        { name = "route", source = "route", argument = "" },
      },
      answer_rules.log_fields({
        "country header CF-IPCountry",
        "surah segment 3",
        "route route",
      })
    )
  end)

  -- stylua: ignore
  local refused = {
    { "cors", "/v1", "is not `PATH ORIGIN…`" },
    { "cors", "v1 *", "is no path such as /docs" },
    { "cors", "/v1 https://a.example/", "is no origin such as https://app.example.org" },
    { "cors", "/v1 null", "is no origin" },
    { "cors", "/v1" .. (" https://a.example"):rep(9), "name at most 8" },
    { "quotas", "/v1", "is not `PATH LIMIT/SECONDS`" },
    { "quotas", "/v1 0/60", "is not 1 to 1000 requests" },
    { "quotas", "/v1 1001/60", "is not 1 to 1000 requests" },
    { "quotas", "/v1 5/3601", "1 to 3600 seconds" },
    { "quotas", "/v%31 5/60", "is no path such as /docs" },
    { "log_fields", "status route", "is a member of each line already" },
    { "log_fields", "Country header X", "NAME of small letters" },
    { "log_fields", "a cookie x", "is none of `header NAME`" },
    { "log_fields", "a segment 0", "is none of `header NAME`" },
    { "log_fields", "a route x", "is none of `header NAME`" },
    { "log_fields", "good param y", "is named twice" },
  }
  local good = { cors = "/ *", quotas = "/ none", log_fields = "good route" }
  for _, row in ipairs(refused) do
    it(("are refused as %s: %q"):format(row[1], row[2]:sub(1, 40)), function()
      local rules, reason, item = answer_rules[row[1]]({ good[row[1]], row[2] })
      assert.is_nil(rules)
      assert.truthy(reason:find("rule 2: ", 1, true), reason)
      assert.truthy(reason:find(row[3], 1, true), reason)
      assert.equal(row[2], item)
    end)
  end
end)

describe("the real svcd with such rules of requests", function()
  local svcd
  setup(
    function()
      svcd = server.start({
        publication = "build/demo.svp",
        trust = "build/demo.trust",
        trusted_proxies = "127.0.0.1",
        quota_limit = 4,
        quota_routes = { "/v1/taxonomy 2/60", "/v1/content none", "/docs/rest 1/60" },
        quota_exempt = { "192.0.2.0/24" },
        cors = { "/v1/quran https://a.example https://b.example", "/docs none" },
        log_fields = {
          "country header X-Country",
          "route route",
          "surah segment 3",
          "wanted param locale",
        },
      })
    end
  )
  teardown(function() assert.is_true(svcd:stop()) end)

  local function ask(target, client, headers)
    headers = headers or {}
    headers["X-Forwarded-For"] = client
    return svcd:request(target, { headers = headers })
  end

  local function statuses(target, client, count)
    local list = {}
    for i = 1, count do
      list[i] = ask(target, client).status
    end
    return list
  end

  it("counts a path apart from all others, kept or not, however it is written", function()
    assert.same({ 200, 200, 429 }, statuses("/v1/taxonomy", "198.51.100.1", 3))
    assert.equal(429, ask("/v1/tax%6fnomy?locale=de", "198.51.100.1").status)
    assert.same({ 200, 200, 200, 200, 429 }, statuses("/v1/quran/1", "198.51.100.1", 5))
    assert.same({ 200, 200, 429 }, statuses("/v1/taxonomy", "198.51.100.2", 3))
  end)

  it("tells the quota of the path", function()
    local answer = ask("/v1/taxonomy", "198.51.100.3")
    assert.equal('"route";q=2;w=60', answer.headers["ratelimit-policy"])
    assert.equal('"route";r=1;t=60', answer.headers["ratelimit"])
    assert.equal('"route";r=0;t=60', ask("/v1/taxonomy", "198.51.100.3").headers["ratelimit"])
    assert.equal("60", ask("/v1/taxonomy", "198.51.100.3").headers["retry-after"])
  end)

  it("counts none where the path has none, and pages where it has one", function()
    local content = "/v1/content?ref=asset:en:quran:surah:1"
    assert.same({ 200, 200, 200, 200, 200, 200 }, statuses(content, "198.51.100.4", 6))
    assert.is_nil(ask(content, "198.51.100.4").headers["ratelimit"])
    assert.same({ 200, 429 }, statuses("/docs/rest", "198.51.100.4", 2))
  end)

  it("counts nobody who is exempt, and keeps the answer for all", function()
    assert.same({ 200, 200, 200, 200, 200 }, statuses("/v1/quran/2", "192.0.2.9", 5))
    assert.is_nil(ask("/v1/quran/2", "192.0.2.9").headers["ratelimit"])
    local counted = ask("/v1/quran/2", "198.51.100.5").headers
    assert.equal('"default";q=4;w=60', counted["ratelimit-policy"])
    assert.equal('"default";r=3;t=60', counted["ratelimit"])
  end)

  -- stylua: ignore
  local origins = {
    { "/v1/quran/3", "https://a.example", "https://a.example", true },
    { "/v1/quran/3", "https://b.example", "https://b.example", true },
    { "/v1/quran/3", "https://c.example", nil, true },
    { "/v1/quran/3", nil, nil, true },
    { "/v1/qur%61n/3", "https://a.example", "https://a.example", true },
    { "/v1", "https://c.example", "*", false },
    { "/docs", "https://a.example", nil, false },
  }
  for _, row in ipairs(origins) do
    it(("lets %s be read from %s, kept or not"):format(row[1], row[2] or "nowhere"), function()
      for _ = 1, 2 do
        local headers = ask(row[1], "192.0.2.1", { Origin = row[2] }).headers
        assert.equal(row[3], headers["access-control-allow-origin"])
        assert.equal(row[4], (headers.vary or ""):find("Origin", 1, true) ~= nil)
      end
    end)
  end

  it("answers the question of a browser by the same rules", function()
    local options = { method = "OPTIONS", headers = { Origin = "https://b.example" } }
    local headers = svcd:request("/v1/quran/3", options).headers
    assert.equal("https://b.example", headers["access-control-allow-origin"])
  end)

  it("logs the fields that a request has", function()
    local headers = { ["X-Country"] = 'D"E', ["X-Request-Id"] = "logged" }
    ask("/v1/quran/114?locale=de", "192.0.2.1", headers)
    ask("/v1/health", "192.0.2.1", { ["X-Request-Id"] = "plain" })
    local lines = {}
    server.await(function()
      for line in svcd:output():gmatch("[^\n]*request_id[^\n]*") do
        local entry = cjson.decode(line)
        lines[entry.request_id] =
          { entry.country or "-", entry.route, entry.surah or "-", entry.wanted or "-" }
      end
      return lines.plain
    end)
    assert.same({ 'D"E', "getSvcQuranReference", "114", "de" }, lines.logged)
    assert.same({ "-", "getSvcApiHealth", "-", "-" }, lines.plain)
  end)
end)
