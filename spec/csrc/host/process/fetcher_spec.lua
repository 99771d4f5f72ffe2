--- Fetches of routes in the real svcd: what comes of an upstream that misbehaves, what can
-- be reached at all, and what a slow one takes from others.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local server = require("spec.support.service.server")
local tables = require("base.tables")
local upstream = require("spec.support.service.upstream")

local ROUTES = "spec/support/service/calling"

--- The fetch process of a service.
local function fetcher_of(svcd)
  return server.await(function()
    local pipe <close> = assert(io.popen("pgrep -x svcd-fetch -P " .. svcd.pid))
    return tonumber(pipe:read("l") or "")
  end)
end

describe("host.fetch", function()
  local svcd, far, nobody

  setup(function()
    far = upstream.start(true)
    nobody = server.free_port()
    forge.write(far.folder .. "/secret", "Bearer of the operator\n")
    local tls = far.folder .. "/authority.pem"
    svcd = server.start {
      routes = ROUTES,
      upstreams = {
        "local " .. far.url .. " max_bytes=100K failures=1000 in_flight=128",
        "prefixed " .. far.url .. "/below failures=1000",
        "secret " .. far.url .. " header=X-Api-Key secret=" .. far.folder .. "/secret",
        "nobody http://127.0.0.1:" .. nobody .. " failures=1000",
        "nowhere http://nowhere.invalid failures=1000",
        "tls https://127.0.0.1:" .. far.tls_port .. " authorities=" .. tls,
        "wrong-name https://localhost:" .. far.tls_port .. " authorities=" .. tls,
        "unsigned https://127.0.0.1:" .. far.tls_port,
        "broken " .. far.url .. " failures=3 pause=1",
        "narrow " .. far.url .. " in_flight=1",
      },
    }
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    far:stop()
  end)

  local function call(kind, query)
    local answer = svcd:request("/call/" .. kind .. (query or ""))
    assert.equal(200, answer.status, answer.body)
    return cjson.decode(answer.body)
  end

  local function raw(options, name)
    local body = cjson.encode { options = options, upstream = name }
    local answer = svcd:request("/raw", {
      method = "POST",
      headers = { ["Content-Type"] = "application/json" },
      body = body,
    })
    return cjson.decode(answer.body), answer.status
  end

  it("gives status, header fields and body of an answer", function()
    local answer = call("echo")
    assert.equal(200, answer.status)
    assert.equal("1, 2", answer.headers["x-one"])
    assert.matches("^GET /echo HTTP/1.1\n", answer.body)
  end)

  -- stylua: ignore
  local outcomes = {
    { "stalled", "timeout", "an upstream that never answers" },
    { "slow-head", "timeout", "one whose head comes slowly" },
    { "slow-body", "timeout", "one whose body comes slowly" },
    { "endless-head", "too_large", "a head without an end" },
    { "many-fields", "too_large", "more header fields than are taken" },
    { "endless-body", "too_large", "a body without an end" },
    { "long-body", "too_large", "a body that says it is too long" },
    { "garbage", "malformed", "what is no HTTP" },
    { "bad-field", "malformed", "a control byte in a header field" },
    { "bad-length", "malformed", "a length that is none" },
    { "close-at-once", "closed", "an end before the answer" },
    { "close-in-head", "closed", "an end within the head" },
    { "close-early", "closed", "an end within the body" },
    { "echo?upstream=nobody", "refused", "nobody at the port" },
    { "echo?upstream=nowhere", "unresolved", "a name that is nobody's" },
    { "echo?upstream=wrong-name", "tls", "a certificate of another name" },
    { "echo?upstream=unsigned", "tls", "a certificate that nobody known has signed" },
  }
  for _, row in ipairs(outcomes) do
    it(("tells %s as %s"):format(row[3], row[2]), function()
      local answer = call(row[1])
      assert.equal(row[2], answer.code, answer.detail)
      assert.is_true(#answer.detail > 0)
    end)
  end

  it(
    "reaches an upstream over TLS whose authority the config names",
    function() assert.equal(200, call("echo", "?upstream=tls").status) end
  )

  it("follows no redirect", function()
    local before = far:ask("count")
    local answer = call("redirect")
    assert.same({ 302, before }, { answer.status, far:ask("count") })
    assert.matches("/seen$", answer.headers.location)
  end)

  it(
    "passes a status of failure on as an answer",
    function() assert.equal(500, call("status", "?query=500").status) end
  )

  -- stylua: ignore
  local paths = {
    "/..", "/../x", "/a/../../x", "/%2e%2e/x", "/%2E./x", "/.%2e", "/a/%2e%2e", "/./x", "/..;x/y",
    "/a%2fb",
    "/a%5cb", "/a\\b", "//evil.example/x", "x", "", "/a b", "/a\r\nX: y", "/a%0d%0aX", "/a#b",
    "/%252e%252e/x", "/a%00b", "/%ff", "/a?b c", "/a?b\r\nX: y", "@evil.example/", "/a//b",
  }
  for _, path in ipairs(paths) do
    it(
      "does not send " .. ("%q"):format(path),
      function() assert.equal("invalid", (raw({ path = path }, "prefixed")).code) end
    )
  end

  it(
    "joins a path to the prefix of the upstream, and encodes what is given in parts",
    function()
      local answer = raw({
        path = { "bélow", "echo" },
        query = { b = { "1", "&" }, a = "x y" },
      })
      assert.matches("^GET /b%%C3%%A9low/echo%?a=x%%20y&b=%%26&b=1 ", answer.body)
      assert.matches("^GET /below/echo ", raw({ path = "/echo" }, "prefixed").body)
      assert.equal("invalid", raw({ path = { "a", ".." } }).code)
    end
  )

  -- stylua: ignore
  local fields = {
    { "Host", "x" }, { "Connection", "close" }, { "transfer-encoding", "chunked" },
    { "Content-Length", "1" }, { "X", "a\r\nY: b" }, { "X", "a\0Y: b" },
    { "X: a\r\nY", "b" }, { "", "b" },
    { "X", "" }, { "Proxy-Authorization", "b" }, { "Expect", "100-continue" },
    { "A B", "c" }, { "X:Y", "c" },
  }
  for _, field in ipairs(fields) do
    it(
      ("does not send the header field %q: %q"):format(field[1], field[2]),
      function()
        assert.equal(
          "invalid",
          (raw { path = "/echo", headers = { [field[1]] = field[2] } }).code
        )
      end
    )
  end

  it(
    "sends method, header fields and body, and none of its own that would tell more",
    function()
      local answer = raw {
        path = "/echo",
        method = "POST",
        headers = { ["X-Mine"] = "yes", ["Content-Type"] = "text/plain" },
        body = "hello",
      }
      assert.matches("^POST /echo ", answer.body)
      assert.matches("X-Mine: yes\r\n", answer.body, 1, true)
      assert.matches("\nhello$", answer.body)
      assert.is_nil(answer.body:find("Expect", 1, true))
    end
  )

  it("sends the secret of the upstream, which no route sees or replaces", function()
    local answer = raw({ path = "/echo" }, "secret")
    assert.matches("X-Api-Key: Bearer of the operator\r\n", answer.body, 1, true)
    answer = raw({ path = "/echo", headers = { ["x-api-key"] = "mine" } }, "secret")
    assert.equal("closed", answer.code)
  end)

  it("gives the secret to the fetch process alone", function()
    for _, pid in ipairs(svcd:workers()) do
      local held =
        os.execute(("grep -qa 'Bearer of the operator' /proc/%d/mem 2>/dev/null"):format(pid))
      assert.is_nil(held)
    end
  end)

  it("keeps answers as long as the route says, and otherwise not at all", function()
    local before = tonumber(far:ask("count"))
    local first = svcd:request("/kept").body
    assert.equal(first, svcd:request("/kept").body)
    assert.equal(before + 1, tonumber(far:ask("count")))
    assert.truthy(server.await(function()
      svcd:request("/kept")
      return tonumber(far:ask("count")) == before + 2
    end))
    svcd:request("/unkept")
    svcd:request("/unkept")
    assert.is_true(tonumber(far:ask("count")) >= before + 4)
  end)

  -- stylua: ignore
  local wrong = {
    { "coroutine", "not within a coroutine" },
    { "unknown", "; did you mean local?" },
    { "option", "a call has no `pth`; did you mean path?" },
    { "type", "`timeout` is a string" },
    { "body", "GET has no body" },
  }
  for _, row in ipairs(wrong) do
    it("raises with file and line where it is used wrong: " .. row[1], function()
      local answer = svcd:request("/wrong/" .. row[1])
      assert.equal(500, answer.status)
      local told = server.await(
        function() return svcd:errors():match("calling/init%.lua:%d+: host%.fetch: [^\n]*") end
      )
      assert.truthy(
        server.await(function() return svcd:errors():find(row[2], 1, true) end),
        told
      )
    end)
  end

  it("makes at most 32 calls for a request", function()
    local codes = cjson.decode(svcd:request("/many").body)
    assert.same({ "answered", "busy" }, { codes[32], codes[33] })
  end)

  it("lets others be answered while 64 calls wait", function()
    local waiting = {}
    for i = 1, 64 do
      waiting[i] = client.connect(svcd.port)
      waiting[i]:send(client.format("/call/held?timeout=60", { close = true }))
    end
    assert.truthy(server.await(function() return far:waiting() == 64 end))
    for _ = 1, 200 do
      assert.equal(200, svcd:request("/plain").status)
    end
    assert.equal(64, far:waiting())
    far:ask("release")
    for i = 1, 64 do
      assert.matches('"body":"held"', client.drain(waiting[i]), 1, true)
    end
  end)

  it("gives a call up whose client has gone", function()
    local gone = client.connect(svcd.port)
    gone:send(client.format("/call/held?timeout=60"))
    assert.truthy(server.await(function() return far:waiting() == 1 end))
    gone:close()
    assert.truthy(server.await(function() return far:waiting() == 0 end))
  end)

  it("has no more fetches under way than the upstream may have", function()
    local first = client.connect(svcd.port)
    first:send(client.format("/call/held?timeout=60&upstream=narrow"))
    assert.truthy(server.await(function() return far:waiting() == 1 end))
    assert.equal("busy", call("echo", "?upstream=narrow").code)
    far:ask("release")
    first:close()
  end)

  it("stops calling an upstream that fails, and tries it again after a pause", function()
    for _ = 1, 3 do
      assert.equal("closed", call("close-at-once", "?upstream=broken").code)
    end
    assert.equal("breaker_open", call("echo", "?upstream=broken").code)
    assert.truthy(
      server.await(function() return call("echo", "?upstream=broken").status == 200 end)
    )
    assert.equal(200, call("echo", "?upstream=broken").status)
  end)
end)

describe("the fetch process", function()
  local svcd, far, config

  local function write_config(lines, others)
    forge.write(config, "upstreams = {\n" .. lines .. "}\n" .. (others or ""))
  end

  local function start(options, environment)
    local all =
      { routes = ROUTES, config = config, log = "debug", admin_listen = "127.0.0.1:0" }
    svcd = server.start(tables.merge(all, options), environment)
  end

  before_each(function()
    far = upstream.start()
    config = far.folder .. "/config.lua"
    write_config(("['local'] = { url = %q },\n"):format(far.url))
  end)
  after_each(function()
    if svcd then svcd:stop() end
    svcd = nil
    far:stop()
  end)

  local function call(query)
    local answer = svcd:request("/call/" .. query)
    return answer.status == 200 and cjson.decode(answer.body) or { status = answer.status }
  end

  local function hold(count)
    local waiting = {}
    for i = 1, count do
      waiting[i] = client.connect(svcd.port)
      waiting[i]:send(client.format("/call/held?timeout=50"))
    end
    assert.truthy(server.await(function() return far:waiting() == count end))
    return waiting
  end

  it("is started again when it falls, and the fetches under way fail", function()
    start()
    local waiting = hold(1)
    local fallen = fetcher_of(svcd)
    svcd:signal("KILL", fallen)
    assert.matches('"code":"closed"', client.drain(waiting[1]), 1, true)
    assert.truthy(server.await(function() return call("echo").status == 200 end))
    assert.not_equal(fallen, fetcher_of(svcd))
  end)

  it("is replaced when it hangs", function()
    start { heartbeat_timeout = 1 }
    local hanging = fetcher_of(svcd)
    svcd:signal("STOP", hanging)
    assert.truthy(server.await(function() return call("echo").status == 200 end))
    assert.not_equal(hanging, fetcher_of(svcd))
  end)

  it(
    "takes other upstreams at a reload, and ends the calls under way before it goes",
    function()
      start()
      local former, waiting = fetcher_of(svcd), hold(2)
      write_config(
        ("['local'] = { url = %q, max_bytes = 10 },\nother = { url = %q },\n"):format(
          far.url,
          far.url
        )
      )
      svcd:signal("HUP")
      assert.truthy(
        server.await(function() return call("echo?upstream=other").status == 200 end)
      )
      assert.equal("too_large", call("echo").code)
      assert.truthy(io.open("/proc/" .. former))
      far:ask("release")
      for _, each in ipairs(waiting) do
        assert.matches('"body":"held"', client.drain(each), 1, true)
      end
      assert.truthy(
        server.await(function() return not io.open("/proc/" .. former .. "/exe") end)
      )
    end
  )

  it("leaves a request that waits the options it began with, over two reloads", function()
    local function limit(count)
      local upstreams = ("['local'] = { url = %q },\n"):format(far.url)
      write_config(upstreams, ('quota_routes = { "/asked %d/60" }\n'):format(count))
    end
    limit(7)
    start(nil, { MALLOC_PERTURB_ = "165" }) -- memory that was freed holds nothing of use
    local worker, connection = svcd:workers()[1], client.connect(svcd.port)
    connection:send(client.format("/asked"))
    assert.truthy(server.await(function() return far:waiting() == 1 end))
    for count = 8, 9 do
      limit(count)
      assert.is_true(orders.carry_out(svcd, "POST", "/reload").configuration.reloaded)
    end
    far:ask("release")
    local answer = client.parse((client.drain(connection)))[1]
    assert.equal('"route";q=7;w=60', answer and answer.headers["ratelimit-policy"])
    assert.equal(worker, svcd:workers()[1])
  end)

  it("loses no call while a reload replaces it", function()
    start()
    for round = 1, 3 do
      write_config(("['local'] = { url = %q, in_flight = %d },\n"):format(far.url, round))
      svcd:signal("HUP")
      for _ = 1, 50 do
        assert.equal(200, call("echo").status)
      end
    end
  end)

  it("takes another secret at a reload", function()
    local secret = far.folder .. "/secret"
    forge.write(secret, "one\n")
    write_config(("['local'] = { url = %q, secret = %q },\n"):format(far.url, secret))
    start()
    assert.matches("Authorization: one\r\n", call("echo").body, 1, true)
    forge.write(secret, "another\n")
    svcd:signal("HUP")
    assert.truthy(
      server.await(
        function() return call("echo").body:find("Authorization: another\r\n", 1, true) end
      )
    )
  end)

  it("serves the last answers of a service that stops", function()
    start()
    local waiting = hold(1)
    svcd:signal("TERM")
    assert.truthy(server.await(function() return svcd:errors():find("stopping", 1, true) end))
    far:ask("release")
    assert.matches('"body":"held"', client.drain(waiting[1]), 1, true)
    assert.truthy(server.await(function() return not svcd:alive() end))
  end)

  it("makes calls for jobs, which wait as requests do", function()
    start { site_url = "https://jobs.example" }
    assert.truthy(server.await(function() return far:waiting() == 1 end))
    far:ask("release")
    assert.truthy(
      server.await(function() return svcd:request("/job").body:find('"held"', 1, true) end)
    )
  end)

  --- Waits until the job has called the upstream again, which answers then.
  local function job_calls()
    assert.truthy(server.await(function() return far:waiting() == 1 end))
    far:ask("release")
  end

  it("makes calls for jobs after a reload that replaced it, and after it fell", function()
    start { site_url = "https://jobs.example" }
    job_calls()
    write_config(("['local'] = { url = %q, in_flight = 7 },\n"):format(far.url))
    local former = fetcher_of(svcd)
    svcd:signal("HUP")
    assert.truthy(server.await(function() return fetcher_of(svcd) ~= former end))
    job_calls()
    former = fetcher_of(svcd)
    svcd:signal("KILL", former)
    assert.truthy(server.await(function() return (fetcher_of(svcd) or former) ~= former end))
    job_calls()
  end)

  it("counts calls by upstream and outcome", function()
    start()
    call("echo")
    call("garbage")
    local port = svcd:output():match("Admin on http://127.0.0.1:(%d+)")
    local function told(line)
      local text = client.request(tonumber(port), "/metrics").body
      return text:find(line, 1, true)
    end
    for _, line in ipairs {
      'svc_fetches_total{upstream="local",outcome="answered"} 1\n',
      'svc_fetches_total{upstream="local",outcome="malformed"} 1\n',
      'svc_fetch_seconds_count{upstream="local"} 2\n',
      'svc_fetch_breaker{upstream="local"} 0\n',
      'svc_fetches_in_flight{upstream="local"} 0\n',
    } do
      assert.truthy(told(line), line)
    end
  end)

  it("is caged: it writes nothing, starts nothing and keeps no capability", function()
    start()
    local status = forge.read(("/proc/%d/status"):format(fetcher_of(svcd)))
    assert.matches("NoNewPrivs:%s*1", status)
    assert.matches("Seccomp:%s*2", status)
    assert.matches("CapEff:%s*0000000000000000", status)
  end)

  it("is not there without upstreams", function()
    svcd = server.start { routes = ROUTES }
    local pipe <close> = assert(io.popen("pgrep -x svcd-fetch -P " .. svcd.pid))
    assert.is_nil(pipe:read("l"))
    assert.equal(500, svcd:request("/call/echo").status)
  end)
end)
