--- One quota over all replicas, counted in a real store: exactly so many requests in any window,
-- wherever they are asked; and what is left of it while the store is not there.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local measure = require("spec.proof.bench.measure")
local oracle = require("spec.support.service.quota_oracle")
local orders = require("spec.support.service.orders")
local replicas = require("spec.support.service.replicas")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local store = require("spec.support.service.store")

local files = os.tmpname()

describe("the quota store", function()
  local stores, set

  setup(function() sample.write(files .. ".svp", files .. ".trust") end)
  teardown(function()
    for _, suffix in ipairs { "", ".svp", ".trust" } do
      os.remove(files .. suffix)
    end
  end)
  before_each(function()
    stores, set = {}, nil
  end)
  after_each(function()
    if set then set:stop() end
    for _, each in ipairs(stores) do
      each:stop()
    end
  end)

  local function add_store(how)
    stores[#stores + 1] = store.start(how)
    return stores[#stores]
  end

  local function start(count, options)
    local all = {
      publication = files .. ".svp",
      trust = files .. ".trust",
      trusted_proxies = "127.0.0.1",
      quota_limit = 6,
      workers = 1,
    }
    for name, value in pairs(options or {}) do
      all[name] = value
    end
    set = replicas.start(count, stores, all)
    for _, each in ipairs(stores) do
      assert.is_true(set:await(all.workers, each))
    end
    return set
  end

  local function metric(name, labels) return replicas.metric(set[1], name, labels) end

  --- By what stores count an IPv4 address.
  local function key_of(address)
    local path = stores[1].folder .. "/address"
    local bytes = address:gsub("(%d+)%.?", function(byte) return string.char(byte) end)
    forge.write(path, ("\0"):rep(10) .. "\xff\xff" .. bytes)
    local line = "openssl mac -in %s -macopt hexkey:%s -macopt size:16 SIPHASH"
    local pipe <close> = assert(io.popen(line:format(path, stores[1].key)))
    return "svc:quota:" .. pipe:read("l"):lower()
  end

  --- The numbers of the stores that have counted an address.
  local function homes_of(address)
    local key, list = key_of(address), {}
    for i, each in ipairs(stores) do
      if each:ask("EXISTS", key) == 1 then list[#list + 1] = i end
    end
    return list
  end

  local function errors_hold(text)
    return server.await(function() return set[1]:errors():find(text, 1, true) end)
  end

  it("does not cut the stream of a request that waited for it", function()
    add_store()
    start(1, { routes = "spec/support/service/streams" })
    for _ = 1, 3 do
      local answer = set[1]:request("/counted")
      assert.same({ 200, "one, two" }, { answer.status, answer.body })
    end
    assert.equal(1, stores[1]:ask("EXISTS", key_of("127.0.0.1")))
  end)

  it("counts a client once, whichever of three replicas it asks", function()
    add_store()
    start(3, { workers = 2 })
    assert.same({ [200] = 6, [429] = 6 }, set:count(12))
    assert.same({ [200] = 6, [429] = 3 }, set:count(9, "/v1/search?query=reading"))
  end)

  it("agrees with the oracle on a thousand schedules over three replicas", function()
    add_store()
    start(3, { workers = 2, quota_limit = 5, quota_window = 2 })
    local ports = {}
    for i = 1, 9 do
      ports[i] = set[(i - 1) % 3 + 1].port
    end
    local found, seen = set:steady(function(address)
      return oracle.run(ports, { net = tonumber(address:match("%d+$")) }) -- clients of its own
    end)
    assert.same({}, found)
    assert.is_true(oracle.is_telling(seen))
  end)

  it("is asked over TCP, with a password", function()
    add_store({ password = "open sesame" })
    start(2)
    assert.same({ [200] = 6, [429] = 2 }, set:count(8))
  end)

  it("counts kept answers, made ones, refused ones, and each message of a batch", function()
    add_store()
    start(2, { quota_limit = 9 })
    local targets = { "/v1/taxonomy", "/v1/taxonomy", "/v1/search?page=1", "/v1/content?ref=x" }
    local ping = '{"jsonrpc":"2.0","id":%d,"method":"ping"}'
    local batch = ("[%s,%s,%s]"):format(ping:format(1), ping:format(2), ping:format(3))
    local headers = {
      ["Content-Type"] = "application/json",
      Accept = "application/json, text/event-stream",
      ["MCP-Protocol-Version"] = "2025-03-26",
    }
    local seen = set:steady(function(address)
      headers["X-Forwarded-For"] = address
      local told = {}
      for i, target in ipairs(targets) do
        told[i] = set[1]:request(target, { headers = headers }).status
      end
      local how = { method = "POST", body = batch, headers = headers }
      local answer = set[2]:request("/mcp", how)
      local last = set[1]:request("/v1/taxonomy", { headers = headers })
      told[5], told[6], told[7] =
        answer.status, answer.headers.ratelimit, last.headers.ratelimit
      return told
    end)
    local left = { '"default";r=2;t=60', '"default";r=1;t=60' }
    assert.same({ 200, 200, 400, 404, 200, left[1], left[2] }, seen)
  end)

  it("tells when to come again, by its own clock", function()
    add_store()
    start(2, { quota_limit = 2, quota_window = 2 })
    local refused = set:steady(function(address)
      set:ask(2, address)
      return set[1]:request("/v1/taxonomy", { headers = { ["X-Forwarded-For"] = address } })
    end)
    assert.same({ 429, "2" }, { refused.status, refused.headers["retry-after"] })
    server.await(function() return stores[1]:ask("DBSIZE") == 0 end)
    assert.equal(200, set[2]:request("/v1/taxonomy").status)
  end)

  it("learns no address, but its keyed hash, and forgets it by itself", function()
    local only = add_store()
    start(1, { quota_window = 1 })
    repeat
      set:ask(1, "192.0.2.7")
    until only:ask("DBSIZE") == 1
    local key = key_of("192.0.2.7")
    assert.same({ key }, only:ask("KEYS", "*"))
    assert.is_true(only:ask("PTTL", key) <= 3000)
    assert.truthy(server.await(function() return only:ask("DBSIZE") == 0 end))
  end)

  it("takes an IPv6 network of 64 bits for one client", function()
    add_store()
    start(2, { quota_limit = 1 })
    local seen = set:steady(function(address)
      local network, told = "2001:db8:" .. address:match("%d+$"), {}
      for i, each in ipairs({ "::1", "::2", ":1::1" }) do
        told[i] = next(set:ask(1, network .. each))
      end
      return told
    end)
    assert.same({ 200, 429, 200 }, seen)
  end)

  it("goes on counting for a worker that fell", function()
    add_store()
    start(1, { quota_limit = 2 })
    local seen = set:steady(function(address)
      set:ask(1, address)
      local worker = set[1]:workers()[1]
      set[1]:signal("KILL", worker)
      server.await(function() return set[1]:workers()[1] and set[1]:workers()[1] ~= worker end)
      return set:ask(2, address)
    end)
    assert.same({ [200] = 1, [429] = 1 }, seen)
  end)

  it("leaves each replica its own quota when it is killed, and counts again", function()
    local only = add_store()
    start(2)
    assert.same({ [200] = 6, [429] = 2 }, set:count(8))
    local before = metric("svc_quota_store_fallbacks_total")
    only:kill()
    assert.is_true(set:await(0, only))
    assert.same({ [200] = 12, [429] = 2 }, set:ask(14, "192.0.2.1"))
    assert.equal(before + 7, metric("svc_quota_store_fallbacks_total"))
    only:run()
    assert.is_true(set:await(1, only))
    assert.same({ [200] = 6, [429] = 2 }, set:count(8))
    assert.truthy(errors_hold("answers again"))
  end)

  it("is found once it is there, by replicas that were started without it", function()
    local only = add_store()
    only:kill()
    set =
      replicas.start(1, stores, { publication = files .. ".svp", trust = files .. ".trust" })
    assert.truthy(errors_hold("nobody is there"))
    assert.same({ [200] = 1 }, set:ask(1))
    only:run()
    assert.is_true(set:await(1, only))
    assert.same({ [200] = 1 }, set:ask(1))
    assert.equal(1, only:ask("DBSIZE"))
  end)

  it("is asked again as soon as it goes on, after it was stopped", function()
    local only = add_store()
    start(1)
    only:signal("STOP")
    assert.same({ [200] = 6, [429] = 6 }, set:ask(12))
    assert.truthy(errors_hold("no answer in time"))
    assert.equal(0, metric("svc_quota_store_workers", { store = only.address }))
    only:signal("CONT")
    assert.is_true(set:await(1, only))
    assert.same({ [200] = 6, [429] = 2 }, set:count(8))
  end)

  it("gets a new connection when it owes an answer for long", function()
    local only = add_store()
    start(1)
    local function sockets()
      local line = ("ls -l /proc/%d/fd | grep -o 'socket:.*'"):format(set[1]:workers()[1])
      local pipe <close> = assert(io.popen(line))
      return pipe:read("a")
    end
    only:signal("STOP")
    local before = sockets()
    set:ask(2)
    assert.truthy(server.await(function() return sockets() ~= before end))
    only:signal("CONT")
    assert.is_true(set:await(1, only))
    assert.same({ [200] = 6, [429] = 2 }, set:count(8))
  end)

  it("holds nobody up when it is slow", function()
    local only = add_store()
    start(1)
    local busy = client.connect(only.address)
    local before = measure.cpu({ only.pid })
    busy:send('EVAL "for _ = 1, 2e8 do end" 0\r\n')
    assert.is_true(
      server.await(function() return measure.cpu({ only.pid }) > before + 0.02 end)
    )
    assert.same({ [200] = 6, [429] = 6 }, set:ask(12))
    assert.is_true(metric("svc_quota_store_fallbacks_total") > 0)
    busy:close()
  end)

  it("learns the script again when it has forgotten it", function()
    local only = add_store()
    start(1)
    only:ask("SCRIPT", "FLUSH")
    set:ask(1)
    assert.same({ [200] = 6, [429] = 1 }, set:count(7))
  end)

  it("shares the clients with others, each of whom is always counted by the same", function()
    for _ = 1, 3 do
      add_store()
    end
    start(2, { quota_limit = 4, quota_window = 3600 })
    local homes, clients = {}, { 0, 0, 0 }
    for _ = 1, 60 do
      local seen, address = set:count(6)
      assert.same({ [200] = 4, [429] = 2 }, seen)
      local counted = homes_of(address)
      assert.equal(1, #counted)
      homes[address], clients[counted[1]] = counted[1], clients[counted[1]] + 1
    end
    for i = 1, 3 do
      assert.is_true(clients[i] > 8, "a store has " .. clients[i] .. " of 60 clients")
    end
    stores[3]:kill()
    assert.is_true(set:await(0, stores[3]))
    for address, home in pairs(homes) do
      local function ask() return set:ask(1, address) end
      if home == 3 then
        assert.same({ [200] = 1 }, ask())
      else
        assert.same({ [429] = 1 }, set:steady(ask))
      end
    end
  end)

  it("refuses what it is not asked by: the replica says so, and counts alone", function()
    local only = add_store({ password = "open sesame" })
    forge.write(only.folder .. "/password", "open barley\n")
    set =
      replicas.start(1, stores, { publication = files .. ".svp", trust = files .. ".trust" })
    assert.truthy(errors_hold("it refuses the password: WRONGPASS"))
    assert.same({ [200] = 3 }, set:ask(3))
    assert.equal(3, metric("svc_quota_store_fallbacks_total"))
  end)

  it("is full: the replica says so, and counts alone", function()
    local only = add_store()
    start(1)
    only:ask("CONFIG", "SET", "maxmemory", "1")
    assert.same({ [200] = 6, [429] = 2 }, set:ask(8))
    assert.truthy(errors_hold("it does not count: OOM"))
  end)

  it("is no store at all: the replica says so, and counts alone", function()
    local other <close> = server.start({})
    add_store()
    stores[1].address = "127.0.0.1:" .. other.port
    local options = { publication = files .. ".svp", trust = files .. ".trust" }
    set = replicas.start(1, stores, options)
    assert.truthy(errors_hold("it does not speak as Redis does"))
    assert.same({ [200] = 3 }, set:ask(3))
    stores[1].address = "unix:" .. stores[1].path
  end)

  local endless = {
    { "list", "its answer is a list" },
    { "nested", "its answer is a list" },
    { "text", "its answer does not end" },
    { "line", "its answer does not end" },
    { "unasked", "it does not" },
  }
  for _, row in ipairs(endless) do
    it(
      ("that answers without an end, by a %s, costs no memory and no time"):format(row[1]),
      function()
        local bad <close> = store.bad(row[1])
        stores = { bad }
        set = replicas.start(1, stores, {
          publication = files .. ".svp",
          trust = files .. ".trust",
          workers = 1,
        })
        local worker = set[1]:workers()[1]
        assert.truthy(errors_hold(row[2]), set[1]:errors())
        for _ = 1, 20 do
          assert.equal(200, set[1]:request("/v1/health").status)
        end
        assert.same({ [200] = 3 }, set:ask(3))
        assert.equal(worker, set[1]:workers()[1])
        assert.is_true(measure.memory({ worker }) < 64 << 20)
        local check = "%s check --listen 127.0.0.1:0 --publication %s.svp --trust %s.trust"
          .. " --quota-store %s --quota-store-key-file %s/key 2>&1"
        local program = os.getenv("SVC_SVCD") or "build/svcd"
        local told <close> =
          assert(io.popen(check:format(program, files, files, bad.address, bad.folder)))
        assert.truthy(told:read("a"):find("quota_store: [^\n]*" .. row[2]))
      end
    )
  end

  it("outlives clients that leave while it is asked, and reloads", function()
    local only = add_store()
    start(1, { quota_limit = 1000 })
    only:signal("STOP")
    local connections, target = {}, client.format("/v1/taxonomy?locale=%s", { keep = true })
    for i = 1, 40 do
      connections[i] = client.connect(set[1].port)
      connections[i]:send((target:gsub("%%s", i % 2 == 0 and "de" or "xx")))
      if i % 4 == 0 then connections[i]:close() end
    end
    local _, status = orders.carry_out(set[1], "POST", "/reload")
    assert.equal(200, status)
    for i, connection in ipairs(connections) do
      if i % 4 ~= 0 then
        connection:shutdown("send")
        local answers = assert(client.parse((client.drain(connection))))
        assert.equal(i % 2 == 0 and 200 or 422, answers[1] and answers[1].status)
      end
    end
    only:signal("CONT")
    assert.is_true(set:await(1, only))
    assert.same({ [200] = 2 }, set:ask(2))
  end)

  it("leaves each answer that waited for it to its own route", function()
    local only = add_store()
    start(1, { quota_limit = 1000 })
    local targets, connections = { "/v1/taxonomy", "/v1/search?query=light" }, {}
    only:signal("STOP")
    for i, target in ipairs(targets) do
      connections[i] = client.connect(set[1].port)
      connections[i]:send(client.format(target))
    end
    for _, connection in ipairs(connections) do
      client.drain(connection)
    end
    only:signal("CONT")
    for _, route in ipairs { "getSvcTaxonomy", "searchSvcContent" } do
      local labels = { route = route, class = "2xx" }
      local function counted() return metric("svc_route_responses_total", labels) == 1 end
      assert.is_true(server.await(counted), route)
    end
  end)

  describe("in a config file", function()
    local path = files .. ".conf.lua"
    local function configure(lines)
      forge.write(path, "return {" .. table.concat(lines, ",") .. "}")
    end
    local function named(each)
      return {
        ("quota_store = %q"):format(each.address),
        ("quota_store_key_file = %q"):format(each.folder .. "/key"),
      }
    end

    before_each(function()
      add_store()
      configure(named(stores[1]))
      set = setmetatable({
        server.start({
          config = path,
          publication = files .. ".svp",
          trust = files .. ".trust",
          trusted_proxies = "127.0.0.1",
          quota_limit = 6,
          admin_listen = "127.0.0.1:0",
        }),
      }, replicas)
      assert.is_true(set:await(1, stores[1]))
    end)
    after_each(function() os.remove(path) end)

    it("stays over a reload, with its connections and counts", function()
      local seen = set:steady(function(address)
        set:ask(4, address)
        local _, status = orders.carry_out(set[1], "POST", "/reload")
        assert.equal(200, status)
        return set:ask(3, address)
      end)
      assert.same({ [200] = 2, [429] = 1 }, seen)
    end)

    it("is changed by a reload, to one that answers", function()
      add_store()
      configure(named(stores[2]))
      local _, status = orders.carry_out(set[1], "POST", "/reload")
      assert.equal(200, status)
      assert.is_true(set:await(1, stores[2]))
      local seen, address = set:count(7)
      assert.same({ [200] = 6, [429] = 1 }, seen)
      assert.same({ 2 }, homes_of(address))
      configure({})
      orders.carry_out(set[1], "POST", "/reload")
      assert.same({ [200] = 6, [429] = 1 }, set:ask(7, address))
    end)

    it("is not changed to one that does not answer", function()
      add_store():kill()
      configure(named(stores[2]))
      local seen = set:steady(function(address)
        set:ask(4, address)
        local outcome, status = orders.carry_out(set[1], "POST", "/reload")
        assert.equal(409, status)
        assert.matches(
          "^quota_store: unix:.*: Connection re[fs]%a+",
          outcome.configuration.reason
        )
        return set:ask(3, address)
      end)
      assert.same({ [200] = 2, [429] = 1 }, seen)
    end)

    it("has its key changed by a reload: counting begins anew", function()
      stores[1].key = ("ab"):rep(16)
      forge.write(stores[1].folder .. "/key", stores[1].key)
      local _, status = orders.carry_out(set[1], "POST", "/reload")
      assert.equal(200, status)
      assert.is_true(set:await(1, stores[1]))
      local seen, address = set:count(7)
      assert.same({ [200] = 6, [429] = 1 }, seen)
      assert.same({ 1 }, homes_of(address))
    end)
  end)

  it("is no way for a handler to yield to nobody", function()
    add_store()
    local folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder)
    forge.write(
      folder .. "/init.lua",
      [[return {
        { method = "GET", path = "/yields", handle = function() coroutine.yield() end },
        { method = "GET", path = "/fails", handle = function() error("as it shall") end },
        { method = "GET", path = "/asks", counted = true, handle = function(call)
          coroutine.wrap(function() call.app:charge(call) end)()
          return call.limits[2][2]:match("r=(%d+)")
        end },
      }]]
    )
    start(1, { routes = { folder } })
    assert.equal(500, set[1]:request("/yields").status)
    assert.truthy(errors_hold("attempt to yield from outside a coroutine"))
    assert.equal(500, set[1]:request("/fails").status)
    assert.truthy(errors_hold("as it shall"))
    local answer = set[1]:request("/asks")
    assert.same({ 200, "5" }, { answer.status, answer.body:match("^%d") })
    os.execute("rm -r " .. folder)
  end)
end)
