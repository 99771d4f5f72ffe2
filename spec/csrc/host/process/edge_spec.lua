--- The edge guard in the real svcd: hosts and secrets.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")

local function status(svcd, options)
  local answer = svcd:request(options.target or "/v1/health", options)
  if answer.status == 403 then
    assert.equal("EDGE_GUARD_REJECTED", cjson.decode(answer.body).code)
  end
  return answer.status
end

describe("the edge guard", function()
  it("is off unless configured", function()
    local svcd = server.start()
    assert.equal(200, status(svcd, { host = "anything.example" }))
    svcd:stop()
  end)

  describe("with allowed hosts", function()
    local svcd
    setup(
      function() svcd = server.start({ allowed_hosts = "api.example.org,other.example:8080" }) end
    )
    teardown(function() svcd:stop() end)

    local rows = {
      { "an allowed host", "api.example.org", 200 },
      { "it in capitals", "API.Example.ORG", 200 },
      { "it at any port, when none is named", "api.example.org:99", 200 },
      { "a host at its named port", "other.example:8080", 200 },
      { "it at another port", "other.example:8081", 403 },
      { "it without a port", "other.example", 403 },
      { "another host", "evil.example", 403 },
      { "a longer name", "api.example.org.evil.example", 403 },
      { "a shorter name", "example.org", 403 },
      { "the address", "127.0.0.1", 403 },
    }
    for _, row in ipairs(rows) do
      it(
        ("answers %d to %s"):format(row[3], row[1]),
        function() assert.equal(row[3], status(svcd, { host = row[2] })) end
      )
    end

    it("goes by the absolute target, not by Host", function()
      local target = "http://evil.example/v1"
      assert.equal(403, status(svcd, { host = "api.example.org", target = target }))
    end)

    it(
      "comes before the path is looked at",
      function() assert.equal(403, status(svcd, { host = "evil.example", target = "/nowhere" })) end
    )
  end)

  describe("with edge secrets", function()
    local svcd
    setup(function() svcd = server.start({ edge_secrets = "new-secret,old-secret" }) end)
    teardown(function() svcd:stop() end)

    local rows = {
      { "the new secret", { "X-Edge-Secret: new-secret" }, 200 },
      { "the old secret", { "X-Edge-Secret: old-secret" }, 200 },
      { "no secret", {}, 403 },
      { "an empty secret", { "X-Edge-Secret:" }, 403 },
      { "another secret", { "X-Edge-Secret: bad-secret" }, 403 },
      { "its beginning", { "X-Edge-Secret: new" }, 403 },
      { "it twice over", { "X-Edge-Secret: new-secretnew-secret" }, 403 },
      { "it and more", { "X-Edge-Secret: new-secretX" }, 403 },
      { "both as a list", { "X-Edge-Secret: new-secret,old-secret" }, 403 },
      {
        "a repeated header",
        { "X-Edge-Secret: new-secret", "X-Edge-Secret: new-secret" },
        403,
      },
    }
    for _, row in ipairs(rows) do
      it(
        ("answers %d to %s, for health too"):format(row[3], row[1]),
        function() assert.equal(row[3], status(svcd, { headers = row[2] })) end
      )
    end

    it("does not say what was missing", function()
      local body = svcd:request("/v1/health").body
      assert.is_nil(body:lower():find("secret", 1, true))
    end)
  end)

  describe("asked by a proxy that is not trusted", function()
    local FROM_OUTSIDE = "PROXY TCP4 203.0.113.1 127.0.0.1 1 80\r\n"
    local FORWARDED = { headers = { "X-Forwarded-For: 192.0.2.1" } }
    local WARNING = "sends X-Forwarded-For, which is not believed: all whom it forwards for count "
      .. "as one client; if it is your proxy, start with --trusted-proxies "

    --- The addresses that svcd warned of.
    local function warned(svcd)
      local list = {}
      for line in svcd:errors():gmatch("[^\n]+") do
        local at, ends = line:find(WARNING, 1, true)
        if at then list[#list + 1] = line:sub(ends + 1):match('^[^"]+') end
      end
      return list
    end

    it("says so once, whichever worker is asked and however often", function()
      local svcd <close> = server.start({ workers = 2 })
      for _ = 1, 12 do
        svcd:request("/v1/health", FORWARDED)
      end
      assert.same({ "127.0.0.1" }, warned(svcd))
    end)

    it("says nothing without the header, of a trusted proxy, of a client outside", function()
      local rows = {
        { {}, {}, "" },
        { { trusted_proxies = "127.0.0.1" }, FORWARDED, "" },
        { { listen = "127.0.0.1:0?proxy" }, FORWARDED, FROM_OUTSIDE },
      }
      for _, row in ipairs(rows) do
        local svcd <close> = server.start(row[1])
        local answer =
          client.raw(svcd.addresses[1], row[3] .. client.format("/v1/health", row[2]))
        assert.truthy(answer:find("^HTTP/1.1 200"))
        assert.same({}, warned(svcd))
      end
    end)
  end)

  it("refuses to start with more than two secrets", function()
    local ok, reason = pcall(server.start, { edge_secrets = "a,b,c" })
    assert.is_false(ok)
    assert.truthy(reason:find("edge_secrets", 1, true))
  end)

  describe("with rules of access", function()
    local svcd
    setup(
      function()
        svcd = server.start({
          publication = "build/demo.svp",
          trust = "build/demo.trust",
          trusted_proxies = "127.0.0.1",
          headers = { "/ X-Frame-Options: DENY" },
          access = {
            "allow from 192.0.2.0/24,2001:db8::/32 path /v1/taxonomy",
            "deny path /v1/taxonomy",
            "deny agent *badbot/?.*",
            "deny header X-Plan:free",
            "redirect https://example.org/closed path /en/tryout",
          },
        })
      end
    )
    teardown(function() svcd:stop() end)

    -- stylua: ignore
    local rows = {
      { "the path", 403, "/v1/taxonomy" },
      { "what is below it", 403, "/v1/taxonomy/x" },
      { "a path that begins like it", 404, "/v1/taxonomyx" },
      { "an encoded spelling", 403, "/v1/tax%6fnomy" },
      { "an absolute target", 403, "http://a/v1/taxonomy" },
      { "a query", 403, "/v1/taxonomy?locale=en" },
      { "an allowed network", 200, "/v1/taxonomy", { ["X-Forwarded-For"] = "192.0.2.7" } },
      { "an allowed IPv6 network", 200, "/v1/taxonomy", { ["X-Forwarded-For"] = "2001:db8::7" } },
      { "another network", 403, "/v1/taxonomy", { ["X-Forwarded-For"] = "192.0.3.7" } },
      { "an agent", 403, "/v1", { ["User-Agent"] = "Mozilla (BadBot/3.1)" } },
      { "another agent", 200, "/v1", { ["User-Agent"] = "BadBot" } },
      { "a header", 403, "/v1", { ["X-Plan"] = "Free" } },
      { "another value of it", 200, "/v1", { ["X-Plan"] = "freedom" } },
      { "a path of a redirect", 307, "/en/tryout/x?y" },
    }
    for _, row in ipairs(rows) do
      it(("answer %d to %s, also where it is kept"):format(row[2], row[1]), function()
        for _ = 1, 2 do
          local answer = svcd:request(row[3], { headers = row[4] })
          assert.equal(row[2], answer.status)
          assert.equal("DENY", answer.headers["x-frame-options"])
        end
      end)
    end

    it("refuse one of several fields of a name", function()
      local text =
        svcd:raw("GET /v1 HTTP/1.1\r\nHost: a\r\nX-Plan: gold\r\nX-Plan: free\r\n\r\n")
      assert.truthy(text:find("^HTTP/1%.1 403 "))
    end)

    it("lead on without the query, and nobody keeps that", function()
      local answer = svcd:request("/en/tryout?a=b")
      assert.same(
        { "https://example.org/closed", "no-store" },
        { answer.headers.location, answer.headers["cache-control"] }
      )
    end)
  end)
end)
