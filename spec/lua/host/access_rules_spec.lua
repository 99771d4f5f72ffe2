--- Rules of access, as they are read (lua/host/access_rules.lua). What svcd does with them:
-- spec/csrc/host/process/edge_spec.lua.

local access_rules = require("host.access_rules")

describe("rules of access", function()
  it("have an action and conditions", function()
    local rules = access_rules.read({
      "allow from 10.0.0.0/8,::1 path /docs",
      "deny agent *Bad?Bot*",
      "redirect https://example.org/closed path /en",
      "deny header X-Debug",
      "deny",
    })
    assert.same({
      { act = "allow", from = { "10.0.0.0/8", "::1" }, path = "/docs" },
      { act = "deny", header = "user-agent", value = "*bad?bot*" },
      { act = "redirect", to = "https://example.org/closed", path = "/en" },
      { act = "deny", header = "x-debug", value = "*" },
      { act = "deny" },
    }, rules)
  end)

  local refused = {
    { "block path /v1", "does not begin with an action; there are allow, deny, redirect URL" },
    { "alow path /v1", "did you mean allow?" },
    { "deny paht /v1", '"paht" is no condition; did you mean path?' },
    { "deny path", '"" is no path such as /docs' },
    { "deny path v1", '"v1" is no path such as /docs' },
    { "deny path /v1/tax%6fnomy", "decoded and without a query" },
    { "deny path /v1?x=1", "decoded and without a query" },
    { "deny path /a path /b", "names a condition twice; write two rules" },
    { "deny agent a header X:y", "names a condition twice" },
    { "deny from 10.0.0.0/33", "is no network such as 10.0.0.0/8" },
    { "deny from example.org", "is no network" },
    { "deny from ,", "is not 1 to 64 networks" },
    { "deny agent " .. ("a"):rep(65), "is not 1 to 64 visible ASCII bytes" },
    { "deny header =:x", "is not NAME or NAME:PATTERN" },
    { "redirect path /v1", '"path" is neither a path nor a URL' },
    { "redirect //evil.example", "is neither a path nor a URL" },
    { "redirect /en/closed path /en", "leads to where it holds itself" },
    { "redirect /closed", "leads to where it holds itself" },
  }
  for _, row in ipairs(refused) do
    it(("refuse %q, and say why"):format(row[1]:sub(1, 40)), function()
      local rules, reason, item = access_rules.read({ "deny path /good", row[1] })
      assert.is_nil(rules)
      assert.truthy(reason:find("rule 2: ", 1, true), reason)
      assert.truthy(reason:find(row[2], 1, true), reason)
      assert.equal(row[1], item)
    end)
  end

  local networks = {
    ["127.0.0.1"] = true,
    ["10.0.0.0/8"] = true,
    ["::"] = true,
    ["::1/128"] = true,
    ["2001:db8::/32"] = true,
    ["1:2:3:4:5:6:7:8"] = true,
    ["::ffff:10.0.0.1"] = true,
    ["unix"] = true,
    ["unix/8"] = false,
    ["256.0.0.1"] = false,
    ["1.2.3"] = false,
    ["1.2.3.4."] = false,
    ["1..2.3"] = false,
    ["10.0.0.0/"] = false,
    ["10.0.0.0/8/8"] = false,
    ["1:2:3:4:5:6:7"] = false,
    ["1::2::3"] = false,
    [":1::2"] = false,
    ["1:2:3:4:5:6:7:8:9"] = false,
    ["fe80::1%eth0"] = false,
    ["::/129"] = false,
  }
  for text, good in pairs(networks) do
    it(
      ("%s the network %s"):format(good and "take" or "refuse", text),
      function() assert.equal(good, access_rules.network_fault(text) == nil) end
    )
  end
end)
