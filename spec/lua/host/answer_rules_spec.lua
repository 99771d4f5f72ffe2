--- Header fields and addresses that moved, as the config says them (lua/host/answer_rules.lua): how
-- they are read, and what the real svcd does with them.

local answer_rules = require("host.answer_rules")
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
