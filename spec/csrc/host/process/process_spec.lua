--- The processes of the real svcd: start, fall, limits, stop; and what the operator is told.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")
local socket = require("socket")
local unix = require("socket.unix")

local function start(arguments)
  local binary = os.getenv("SVC_SVCD") or "build/svcd"
  local line = "unset LUA_PATH LUA_CPATH; SVC_HOME=$PWD timeout 20 %s %s 2>&1"
  return assert(io.popen(line:format(binary, arguments)))
end

local function run(arguments)
  local pipe = start(arguments)
  local text = pipe:read("a")
  local _, _, status = pipe:close()
  return text, status
end

describe("the command line", function()
  local rows = {
    { "frobnicate", 2, 'there is no command "frobnicate"' },
    { "", 2, "Usage: svcd COMMAND" },
    { "--help", 0, "serve the API" },
    { "serve --help", 0, "--quota-limit" },
    { "serve --frobnicate", 2, "unknown option '--frobnicate'" },
    { "serve --workers many", 2, '--workers: "many" is not a whole number of 1 to 256' },
    { "serve --listen here", 2, '--listen: "here" is not an address such as 127.0.0.1:8080' },
    { "serve --config /nowhere", 2, "/nowhere" },
    { "serve --listen 127.0.0.1:99999", 2, "127.0.0.1:99999" },
    { "serve --listen 192.0.2.1:80", 1, "cannot listen on 192.0.2.1:80" },
    { "serve --listen 127.0.0.1:0 --routes /nowhere", 1, "/nowhere" },
    {
      "serve --listen 127.0.0.1:0 --trusted-proxies x",
      2,
      '--trusted-proxies: "x" is no network',
    },
    { "status --control /nowhere", 1, "no service at /nowhere" },
    { "reload --control /nowhere", 1, "no service at /nowhere" },
    { "check --listen 127.0.0.1:0", 0, "routes        ok" },
    { "routes", 0, "/v1/quran/{surah}" },
    { "version", 0, "svcd 1.0.0" },
  }
  for _, row in ipairs(rows) do
    it(("answers `svcd %s` with status %d"):format(row[1], row[2]), function()
      local text, status = run(row[1])
      assert.equal(row[2], status or 0)
      assert.truthy(text:find(row[3], 1, true))
      if row[2] ~= 0 and row[1] ~= "" then assert.equal(1, select(2, text:gsub("\n", "\n"))) end
    end)
  end

  it("refuses an address that another server has", function()
    local svcd = server.start()
    local text, status = run("serve --listen 127.0.0.1:" .. svcd.port)
    assert.equal(1, status)
    assert.truthy(text:find("stop what listens there", 1, true))
    svcd:stop()
  end)
end)

describe("a worker that falls", function()
  it("is started again, and takes only its own connections with it", function()
    local svcd = server.start({ workers = 2 })
    local connections, request = {}, client.format("/v1/health", { keep = true })
    for i = 1, 16 do
      connections[i] = client.connect(svcd.port)
      connections[i]:send(request)
      assert.truthy(connections[i]:receive("*l"))
    end
    local before = svcd:workers()
    svcd:signal("KILL", before[1])
    assert.is_true(server.await(function()
      local now = svcd:workers()
      return #now == 2 and now[1] ~= before[1] and now[2] ~= before[1]
    end))
    local alive = 0
    for _, connection in ipairs(connections) do
      connection:send(request)
      local text = client.raw(svcd.port, client.format("/v1/health"))
      assert.truthy(text:find("^HTTP/1.1 200"))
      connection:settimeout(0.2)
      local rest = client.drain(connection)
      if select(2, rest:gsub("HTTP/1.1 200", "")) == 1 then alive = alive + 1 end
    end
    assert.is_true(alive > 0)
    assert.truthy(svcd:errors():find("was ended by signal 9", 1, true))
    assert.is_true(svcd:stop())
  end)
end)

describe("the master", function()
  -- Compiles what stands in for close_range: the descriptors of the parent stay, as they do in a
  -- worker that was forked but has not run yet.
  local function keep_descriptors()
    local folder = os.tmpname()
    os.remove(folder)
    local line = "mkdir %s && cd %s && echo '%s' >k.c && cc -shared -fPIC -o keep.so k.c"
    local text = "int close_range(unsigned a, unsigned b, int c) { return a > b ? -1 : c; }"
    assert(os.execute(line:format(folder, folder, text)))
    return folder
  end

  -- The descriptors that a process waits for.
  local function awaited(pid)
    local list <close> = assert(io.popen(("cat /proc/%d/fdinfo/* | grep -c ^tfd:"):format(pid)))
    return list:read("n")
  end

  it("forgets a connection whose descriptor a new worker still holds", function()
    local folder = keep_descriptors()
    local svcd = server.start({}, {
      LD_PRELOAD = folder .. "/keep.so",
      ASAN_OPTIONS = "verify_asan_link_order=0",
    })
    local control = "unix:" .. svcd.folder .. "/control"
    local before, worker = awaited(svcd.pid), svcd:workers()[1]
    local connection = client.connect(control)
    connection:send(client.format("/live"))
    client.drain(connection)
    assert.equal(before + 1, awaited(svcd.pid), "the answered connection does not linger")
    svcd:signal("KILL", worker)
    assert.is_true(server.await(function()
      local now = svcd:workers()
      return #now == 1 and now[1] ~= worker
    end))
    assert.is_true(
      server.await(function() return awaited(svcd.pid) == before end),
      "a closed connection is still waited for"
    )
    connection:send("x")
    assert.equal(200, client.request(control, "/live").status)
    connection:close()
    assert.is_true(svcd:stop())
    os.execute("rm -r " .. folder)
  end)
end)

describe("stopping", function()
  it("finishes the requests that have begun, and ends idle connections", function()
    local svcd = server.start({ routes = "spec/support/service/faulty" })
    local idle, begun = client.connect(svcd.port), client.connect(svcd.port)
    idle:send(client.format("/fine", { keep = true }))
    assert.truthy(idle:receive("*l"))
    begun:send("GET /fine HTTP/1.1\r\nHost: a\r\n")
    client.request(svcd.port, "/fine")
    svcd:signal("TERM")
    client.drain(idle)
    begun:send("\r\n")
    local answers = assert(client.parse((client.drain(begun))))
    assert.same({ 200, "close" }, { answers[1].status, answers[1].headers.connection })
    assert.is_true(server.await(function() return not svcd:alive() end))
    svcd:stop()
  end)

  it("finishes what has begun where its workers hear the signal too", function()
    local svcd = server.start()
    local begun = client.connect(svcd.port)
    begun:send("GET /v1/health HTTP/1.1\r\nHost: a\r\n")
    client.request(svcd.port, "/v1/health")
    svcd:signal("TERM")
    assert.is_true(server.await(function() return not pcall(client.connect, svcd.port) end))
    svcd:signal("TERM", svcd:workers()[1])
    begun:send("\r\n")
    assert.equal("HTTP/1.1 200 OK", begun:receive("*l"))
    assert.is_true(svcd:stop())
  end)

  it("answers the request that follows at once on a kept connection", function()
    local svcd = server.start()
    local connection = client.connect(svcd.port)
    -- The status of one answer more, and whether the connection ends with it.
    local function ask()
      connection:send(client.format("/live", { keep = true }))
      local status, ends, length = assert(connection:receive("*l")):match(" (%d+)"), false, 0
      for line in function() return assert(connection:receive("*l")) end do
        if line == "" then break end
        ends = ends or line:lower() == "connection: close"
        length = tonumber(line:lower():match("^content%-length: (%d+)")) or length
      end
      assert(connection:receive(length))
      return status, ends
    end
    assert.same({ "404", false }, { ask() })
    svcd:signal("TERM")
    local status, ends
    repeat
      status, ends = ask()
      assert.equal("404", status)
    until ends
    assert.is_true(svcd:stop())
  end)

  it("answers the first request of a connection that was open before", function()
    local svcd = server.start({ listen = { "127.0.0.1:0", "127.0.0.1:0?proxy" } })
    local plain, proxied = client.connect(svcd.port), client.connect(svcd.addresses[2])
    client.request(svcd.port, "/v1/health")
    svcd:signal("TERM")
    assert.is_true(server.await(function() return not pcall(client.connect, svcd.port) end))
    plain:send(client.format("/v1/health"))
    proxied:send("PROXY UNKNOWN\r\n" .. client.format("/v1/health"))
    assert.equal("HTTP/1.1 200 OK", plain:receive("*l"))
    assert.equal("HTTP/1.1 200 OK", proxied:receive("*l"))
    assert.is_true(svcd:stop())
  end)

  it("serves who was connected, and connects nobody whom no worker will accept", function()
    local svcd = server.start({ listen = { "127.0.0.1:0", "[::1]:0" } })
    local worker, held = svcd:workers()[1], {}
    svcd:signal("STOP", worker)
    for i = 1, 100 do
      held[i] = client.connect(svcd.addresses[i % 2 + 1])
      held[i]:send(client.format("/v1/health"))
    end
    svcd:signal("TERM")
    assert.truthy(server.await(function() return svcd:errors():find("stopping", 1, true) end))
    for _, address in ipairs(svcd.addresses) do
      assert.truthy(
        server.await(function()
          local host, port = address:match("^%[?(.-)%]?:(%d+)$")
          local late = host == "::1" and socket.tcp6() or socket.tcp4()
          late:settimeout(0.1)
          return not late:connect(host, port)
        end),
        address
      )
    end
    svcd:signal("CONT", worker)
    for _, connection in ipairs(held) do
      assert.equal("HTTP/1.1 200 OK", connection:receive("*l"))
    end
    assert.is_true(svcd:stop())
  end)

  it("refuses new connections", function()
    local svcd = server.start()
    local held = client.connect(svcd.port)
    held:send("GET /")
    client.request(svcd.port, "/v1/health")
    svcd:signal("TERM")
    assert.is_true(server.await(function() return not pcall(client.connect, svcd.port) end))
    svcd:signal("TERM")
    svcd:stop()
  end)

  it("does not wait any longer at the second signal", function()
    local svcd = server.start { drain_timeout = 3600 }
    local held = client.connect(svcd.port)
    held:send("GET /")
    client.request(svcd.port, "/v1/health")
    svcd:signal("TERM")
    -- Two signals at once are one.
    assert.truthy(server.await(function() return svcd:errors():find("stopping", 1, true) end))
    svcd:signal("TERM")
    assert.is_true(server.await(function() return not svcd:alive() end))
    held:close()
    svcd:stop()
  end)

  it("waits no longer than the drain timeout", function()
    local svcd = server.start({ drain_timeout = 1 })
    local held = client.connect(svcd.port)
    held:send("GET /")
    client.request(svcd.port, "/v1/health")
    assert.is_true(svcd:stop())
    held:close()
  end)

  it("ends the workers when the master is killed", function()
    local svcd = server.start()
    local worker = svcd:workers()[1]
    svcd:signal("KILL")
    assert.is_true(
      server.await(
        function() return not os.execute(("kill -0 %d 2>/dev/null"):format(worker)) end
      )
    )
    svcd:stop()
  end)
end)

describe("connections", function()
  it("survive that descriptors run out", function()
    local svcd = server.start({ connections = 16384 })
    os.execute(("prlimit --pid %d --nofile=40:40"):format(svcd:workers()[1]))
    local held = {}
    for i = 1, 60 do
      held[i] = client.connect(svcd.port)
    end
    assert.equal(200, svcd:request("/v1/health").status)
    for i = 1, 60 do
      held[i]:close()
    end
    assert.is_true(svcd:stop())
  end)
end)

describe("the admin listener", function()
  local svcd, admin
  setup(function()
    svcd = server.start({ admin_listen = "127.0.0.1:0" })
    admin = svcd:admin_port()
  end)
  teardown(function() assert.is_true(svcd:stop()) end)

  it("tells that the process lives, and that it is not ready without a publication", function()
    assert.equal(200, client.request(admin, "/live").status)
    assert.equal(503, client.request(admin, "/ready").status)
  end)

  it("shows figures in the form of Prometheus", function()
    svcd:request("/nowhere")
    local body = server.await(function()
      local text = client.request(admin, "/metrics").body
      return text:find('svc_responses_total{status="404"} 1', 1, true) and text
    end)
    assert.truthy(body:find('svc_response_seconds_bucket{le="+Inf"}', 1, true))
  end)

  it("shows the status as JSON", function()
    local status = cjson.decode(client.request(admin, "/status").body)
    assert.same(
      { "1.0.0", 1, 1, cjson.null },
      { status.version, status.workers, status.running, status.publication }
    )
  end)

  it(
    "takes no orders",
    function() assert.equal(404, client.request(admin, "/reload", { method = "POST" }).status) end
  )
end)

describe("the control socket", function()
  it("of a running service is not taken over", function()
    local path = os.tmpname()
    os.remove(path)
    local first = server.start({ control = path })
    local second = server.start({ control = path })
    assert.truthy(second:errors():find("svcd reload and status will not work", 1, true))
    assert.is_true(second:stop())
    assert.truthy(run("status --control " .. path):find(":" .. first.port, 1, true))
    assert.is_true(first:stop())
  end)

  it("does not replace a file of another kind", function()
    local path = os.tmpname()
    local svcd = server.start({ control = path })
    svcd:stop()
    assert.is_true(os.remove(path))
  end)

  it("is replaced when nobody uses it", function()
    local path = os.tmpname()
    os.remove(path)
    local fallen = server.start({ control = path })
    fallen:signal("KILL")
    server.await(function() return not fallen:alive() end)
    local svcd = server.start({ control = path })
    assert.truthy(run("status --control " .. path):find(":" .. svcd.port, 1, true))
    svcd:stop()
    fallen:stop()
  end)

  it("that ends ahead of its answer is not called absent", function()
    local path = os.tmpname()
    os.remove(path)
    local listener = assert(unix.stream())
    assert(listener:bind(path))
    assert(listener:listen())
    for _, part in ipairs { "", 'HTTP/1.1 200 OK\r\n\r\n{"gen' } do
      local pipe <close> = start("reload --control " .. path)
      local connection = assert(listener:accept())
      repeat
      until connection:receive() == ""
      connection:send(part)
      connection:close()
      assert.equal(
        ("svcd: the service at %s gave no answer; see its log\n"):format(path),
        pipe:read("a")
      )
    end
    listener:close()
    os.remove(path)
  end)
end)

describe("the access log", function()
  local function lines_of(path)
    local list = {}
    for line in io.lines(path) do
      list[#list + 1] = cjson.decode(line)
    end
    return list
  end

  it(
    "has one JSON object for each request, refused ones included, and is opened anew",
    function()
      local path = os.tmpname()
      local svcd = server.start({ access_log = path })
      svcd:request('/v1/health?x="1', { headers = { ["User-Agent"] = 'a"b\\c' } })
      local answer = svcd:request("/nowhere", { headers = { ["User-Agent"] = 'a"b\\c' } })
      svcd:raw("BAD\r\n\r\n")
      local lines = server.await(function()
        local list = lines_of(path)
        return #list == 3 and list
      end)
      assert.same({ 400, 404, 400 }, { lines[1].status, lines[2].status, lines[3].status })
      local line = lines[2]
      assert.same({ "127.0.0.1", "GET", "/nowhere", 'a"b\\c', #answer.body }, {
        line.remote_addr,
        line.request_method,
        line.request_uri,
        line.http_user_agent,
        line.body_bytes_sent,
      })
      assert.equal(answer.headers["x-request-id"], line.request_id)
      assert.is_nil(lines[3].request_uri)
      os.rename(path, path .. ".1")
      svcd:signal("USR1")
      assert.is_true(server.await(function()
        svcd:request("/v1/health")
        local file = io.open(path)
        local text = file and file:read("a") or ""
        if file then file:close() end
        return text:find("/v1/health", 1, true) ~= nil
      end))
      svcd:stop()
      os.remove(path)
      os.remove(path .. ".1")
    end
  )
end)

describe("systemd", function()
  it("is told when the service is ready and when it stops", function()
    local path = os.tmpname()
    os.remove(path)
    local notify = assert(unix.dgram())
    assert(notify:bind(path))
    notify:settimeout(5)
    local svcd = server.start({}, { NOTIFY_SOCKET = path })
    assert.equal("READY=1", notify:receive())
    svcd:stop()
    assert.equal("STOPPING=1", notify:receive())
    notify:close()
    os.remove(path)
  end)
end)

describe("a sandboxed worker", function()
  it("has no_new_privs and a filter of system calls", function()
    local svcd = server.start()
    local file <close> = assert(io.open(("/proc/%d/status"):format(svcd:workers()[1])))
    local text = file:read("a")
    assert.truthy(text:find("NoNewPrivs:\t1", 1, true))
    assert.truthy(text:find("Seccomp:\t2", 1, true))
    svcd:stop()
  end)
end)
