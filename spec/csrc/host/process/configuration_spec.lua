--- The options of a running service: read again by a reload, together with publication and routes,
-- and taken into service by every worker or by none.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local tables = require("base.tables")

local ROUTES = [[return { { method = "GET", path = "/x", handle = function()
  return tostring(host.config.security_contact) end } }]]

describe("the options of a running service", function()
  local folder, svcd

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder .. " " .. folder .. "/routes")
    forge.write(folder .. "/routes/init.lua", ROUTES)
    sample.write(folder .. "/one.svp", folder .. "/trust")
  end)
  after_each(function()
    if svcd then svcd:stop() end
    svcd = nil
    os.execute("rm -r " .. folder)
  end)

  local function configure(text) forge.write(folder .. "/conf.lua", text) end

  local function start(options)
    local all = {
      config = folder .. "/conf.lua",
      routes = folder .. "/routes",
      workers = 2,
      publication = folder .. "/one.svp",
      trust = folder .. "/trust",
    }
    svcd = server.start(tables.merge(all, options))
  end

  local function reload() return orders.carry_out(svcd, "POST", "/reload") end

  --- What 32 connections of their own are answered: `{status .. " " .. body = true}`.
  local function seen(secret)
    local found = {}
    for _ = 1, 32 do
      local answer =
        client.request(svcd.port, "/x", { headers = { ["X-Edge-Secret"] = secret } })
      found[answer.status == 200 and answer.body or answer.status] = true
    end
    return found
  end

  it(
    "are those of the config file at the reload, in every worker and in those that follow",
    function()
      configure([[return { security_contact = "mailto:one@a.test", edge_secrets = "old" }]])
      start()
      assert.same({ ["mailto:one@a.test"] = true }, seen("old"))
      configure([[return { security_contact = "mailto:two@a.test", edge_secrets = "old,new" }]])
      local outcome, status = reload()
      assert.same(
        { 200, true, false },
        { status, outcome.configuration.changed, outcome.routes.changed }
      )
      assert.same({ ["mailto:two@a.test"] = true }, seen("old"))
      assert.same({ ["mailto:two@a.test"] = true }, seen("new"))
      configure([[return { security_contact = "mailto:two@a.test", edge_secrets = "new" }]])
      reload()
      assert.same({ [403] = true }, seen("old"))
      local before = svcd:workers()
      for _, worker in ipairs(before) do
        svcd:signal("KILL", worker)
      end
      assert.is_true(server.await(function()
        local now = svcd:workers()
        return #now == 2
          and now[1] ~= before[1]
          and now[2] ~= before[2]
          and pcall(client.request, svcd.port, "/x")
      end))
      assert.same({ ["mailto:two@a.test"] = true }, seen("new"))
      assert.same({ [403] = true }, seen("old"))
    end
  )

  it("are named in the log where they change, without what they say", function()
    configure([[return { edge_secrets = "old" }]])
    start()
    configure([[return { edge_secrets = "sesame", drain_timeout = 1 }]])
    reload()
    assert.truthy(
      svcd:errors():find("the configuration changes: edge_secrets, drain_timeout", 1, true),
      svcd:errors()
    )
    assert.is_nil(svcd:errors():find("sesame", 1, true))
  end)

  it("stay as they are where the file did not change, or a flag stands before it", function()
    configure([[return { security_contact = "mailto:one@a.test" }]])
    start({ security_contact = "mailto:flag@a.test" })
    configure([[return { security_contact = "mailto:two@a.test" }]])
    local outcome, status = reload()
    assert.same({ 200, false }, { status, outcome.configuration.changed })
    assert.same({ ["mailto:flag@a.test"] = true }, seen())
  end)

  it("say where the publication is, which is watched there from then on", function()
    sample.write(folder .. "/two.svp", folder .. "/trust.two", { sequence = 2 })
    local text = 'return { publication = "%s/%s.svp", trust = "%s/trust%s" }'
    configure(text:format(folder, "one", folder, ""))
    start({ publication = {}, trust = {} })
    configure(text:format(folder, "two", folder, ".two"))
    local outcome = reload()
    assert.is_true(outcome.publication.changed)
    local function sequence()
      return orders.carry_out(svcd, "GET", "/status").publication.sequence
    end
    assert.equal(2, sequence())
    sample.write(folder .. "/next.svp", folder .. "/trust.two", { sequence = 3 })
    assert(os.rename(folder .. "/next.svp", folder .. "/two.svp"))
    assert.is_true(server.await(function() return sequence() == 3 end))
  end)

  --- What the file says, and where its fault is told.
  local refused = {
    {
      "that take a restart",
      "workers = 3, security_contact = 'mailto:two@a.test'",
      "workers cannot change while the service runs; restart it, or take the change back",
    },
    { "that are unknown", "worker = 3", 'there is no option "worker"' },
    { "out of their bounds", "quran_max_verses = 0", 'quran_max_verses: "0" is not a whole' },
    { "that do not parse", "}", "conf.lua:1: " },
    { "that the host cannot read", "trusted_proxies = '10.0.0.0/33'", "trusted_proxies: " },
  }
  for _, row in ipairs(refused) do
    it(
      "are refused, and all that was to be reloaded with them, where there are some " .. row[1],
      function()
        configure([[return { security_contact = "mailto:one@a.test" }]])
        start({ workers = {} })
        forge.write(
          folder .. "/routes/init.lua",
          "return { { method = 'GET', path = '/x', handle = "
            .. "function() return 'two' end } }"
        )
        configure("return { " .. row[2] .. " }")
        local outcome, status = reload()
        assert.same({ 409, 1 }, { status, outcome.generation })
        assert.truthy(
          outcome.configuration.reason:find(row[3], 1, true),
          outcome.configuration.reason
        )
        assert.same({ ["mailto:one@a.test"] = true }, seen())
        configure([[return { security_contact = "mailto:one@a.test" }]])
        assert.same(200, select(2, reload()))
        assert.same({ two = true }, seen())
      end
    )
  end
end)
