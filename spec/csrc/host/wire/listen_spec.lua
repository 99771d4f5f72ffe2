--- Where the real svcd listens: several addresses, unix sockets, sockets that are passed on, and
-- listeners whose connections begin with a PROXY header.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local server = require("spec.support.service.server")
local unix = require("socket.unix")

local BINARY = os.getenv("SVC_SVCD") or "build/svcd"
local HEALTH = client.format("/v1/health", { keep = true })

local folder, passer

local function output_of(line)
  local pipe <close> = assert(io.popen(line))
  return (pipe:read("a"):gsub("\n$", ""))
end

local function run(line)
  return output_of(
    (
      "unset LUA_PATH LUA_CPATH; export SVC_HOME=$PWD SVC_CONTROL=%s/none; "
      .. "timeout 20 %s 2>&1; echo status $?"
    ):format(folder, line)
  )
end

--- What svcd says when it refuses to start; one line.
local function refusal(arguments, prefix)
  local text = run(("%s %s serve %s"):format(prefix or "", BINARY, arguments))
  local line, status = text:match("^svcd: [%a_-]+: ([^\n]*)\nstatus (%d+)$")
  return line or text, tonumber(status)
end

--- The words that pass sockets on to svcd: `NAME=KIND` each; see pass_sockets.c.
local function passing(...) return ("%s %s --"):format(passer, table.concat({ ... }, " ")) end

--- Sends a request on each of `count` connections to a place, all open at once.
-- @return how many got status 200
local function ask_at_once(place, count, bytes)
  local held, good = {}, 0
  for i = 1, count do
    held[i] = client.connect(place)
    held[i]:send(bytes or HEALTH)
  end
  for i = 1, count do
    if held[i]:receive("*l") == "HTTP/1.1 200 OK" then good = good + 1 end
    held[i]:close()
  end
  return good
end

local function status_at(place, options)
  return client.request(place, "/v1/health", options).status
end

--- The addresses of clients, as the access log has them; svcd has ended.
local function clients(path)
  local list = {}
  for line in io.lines(path) do
    list[#list + 1] = cjson.decode(line).remote_addr
  end
  return list
end

setup(function()
  folder = os.tmpname()
  os.remove(folder)
  passer = folder .. "/pass"
  assert(
    os.execute(
      ("mkdir %s && cc -D_GNU_SOURCE -o %s spec/support/service/pass_sockets.c"):format(
        folder,
        passer
      )
    )
  )
end)
teardown(function() os.execute("rm -r " .. folder) end)

describe("several listeners", function()
  it("are all told, in their order, with the ports they took", function()
    local svcd <close> =
      server.start({ listen = { "127.0.0.1:0,unix:" .. folder .. "/a?proxy", "[::1]:0" } })
    local lines = svcd:output():match("^.-%]:%d+\n")
    local four, six = lines:match(
      "^Listening on http://127%.0%.0%.1:(%d+)\n"
        .. "Listening on unix:/%S+/a, behind PROXY headers\nListening on http://%[::1%]:(%d+)\n$"
    )
    assert.truthy(tonumber(four) and four ~= "0" and tonumber(six) and six ~= "0")
    local status = cjson.decode(
      output_of(("%s status --json --control %s/control"):format(BINARY, svcd.folder))
    )
    assert.same(
      { "127.0.0.1:" .. four, "unix:" .. folder .. "/a", "[::1]:" .. six },
      status.addresses
    )
  end)

  it("each answer many connections at once", function()
    local svcd <close> = server.start({
      workers = 2,
      listen = { "unix:" .. folder .. "/a", "127.0.0.1:0", "[::1]:0", "127.0.0.1:0" },
    })
    for _, place in ipairs(svcd.addresses) do
      assert.equal(300, ask_at_once(place, 300), place)
    end
  end)

  it("each answer at once while every other is busy", function()
    local svcd <close> =
      server.start({ listen = { "127.0.0.1:0", "unix:" .. folder .. "/a", "[::1]:0" } })
    local held = {}
    for i = 1, 100 do
      for _, place in ipairs(svcd.addresses) do
        local connection = client.connect(place)
        connection:send(HEALTH)
        table.insert(held, connection)
      end
      assert.equal(i * 3, #held)
    end
    for _, connection in ipairs(held) do
      assert.equal("HTTP/1.1 200 OK", connection:receive("*l"))
      connection:close()
    end
  end)

  it("all serve on after a reload, and after every worker fell", function()
    local svcd <close> = server.start({
      workers = 2,
      listen = { "127.0.0.1:0", "unix:" .. folder .. "/a", "[::]:0?ipv6only=false" },
    })
    local before = svcd:workers()
    svcd:signal("HUP")
    assert.truthy(
      server.await(function() return svcd:errors():find("routes reloaded", 1, true) end)
    )
    for _, pid in ipairs(before) do
      svcd:signal("KILL", pid)
    end
    assert.truthy(server.await(function()
      local now = svcd:workers()
      return #now == 2 and now[1] > before[2] and now[2] > before[2]
    end))
    for _, place in ipairs(svcd.addresses) do
      assert.equal(50, ask_at_once(place, 50), place)
    end
  end)

  it("are closed together when the service stops", function()
    local svcd =
      server.start({ listen = { "127.0.0.1:0", "unix:" .. folder .. "/a", "[::1]:0" } })
    local held = client.connect(svcd.port)
    held:send("GET /")
    status_at(svcd.port)
    svcd:signal("TERM")
    for _, place in ipairs(svcd.addresses) do
      assert.truthy(server.await(function() return not pcall(client.connect, place) end), place)
    end
    held:close()
    assert.is_true(svcd:stop())
  end)

  it("are not started where one of them fails", function()
    local said, status = refusal(("--listen unix:%s/a --listen 192.0.2.1:80"):format(folder))
    assert.same(
      { 1, true },
      { status, said:find("cannot listen on 192.0.2.1:80", 1, true) == 1 }
    )
    assert.is_nil(io.open(folder .. "/a"))
  end)

  it("are refused where two want the same port", function()
    local svcd <close> = server.start()
    local said, status =
      refusal(("--listen 127.0.0.1:0 --listen '[::]:%d?ipv6only=false'"):format(svcd.port))
    assert.equal(1, status)
    assert.truthy(said:find("stop what listens there or choose another address", 1, true))
  end)

  it("serve the admin pages too, without any orders", function()
    local svcd <close> = server.start({
      admin_listen = { "127.0.0.1:0", "unix:" .. folder .. "/m", "127.0.0.1:0?proxy" },
    })
    local ports = {}
    for port in svcd:output():gmatch("Admin on [^\n]-127%.0%.0%.1:(%d+)") do
      table.insert(ports, tonumber(port))
    end
    local order = { method = "POST" }
    assert.equal(200, client.request(ports[1], "/live").status)
    assert.equal(200, client.request("unix:" .. folder .. "/m", "/metrics").status)
    assert.equal(404, client.request("unix:" .. folder .. "/m", "/reload", order).status)
    local text = client.raw(ports[2], "PROXY UNKNOWN\r\n" .. client.format("/live"))
    assert.truthy(text:find("^HTTP/1%.1 200"))
  end)
end)

describe("[::]", function()
  it("is IPv6 alone unless it is told otherwise", function()
    for _, parameter in ipairs({ "", "?ipv6only=true" }) do
      local svcd <close> = server.start({ listen = "[::]:0" .. parameter })
      assert.equal(200, status_at("[::1]:" .. svcd.port))
      assert.is_false(pcall(client.connect, svcd.port))
    end
  end)

  it("is IPv4 as well with ipv6only=false, whose clients keep their addresses", function()
    local log = folder .. "/dual"
    local svcd = server.start({ listen = "[::]:0?ipv6only=false", access_log = log })
    assert.equal(200, status_at("[::1]:" .. svcd.port))
    assert.equal(200, status_at(svcd.port))
    assert.is_true(svcd:stop())
    assert.same({ "::1", "127.0.0.1" }, clients(log))
  end)
end)

describe("a unix socket", function()
  local path

  before_each(function() path = folder .. "/s" end)
  after_each(function() os.remove(path) end)

  local function mode_of(place) return output_of(("stat -c '%%a %%g' %s"):format(place)) end

  it("is for its owner and its group, unless another mode is asked for", function()
    local group = output_of("id -g")
    local rows = {
      { "", "660 " .. group },
      { "?mode=0600", "600 " .. group },
      { "?mode=666", "666 " .. group },
    }
    for _, row in ipairs(rows) do
      local svcd <close> = server.start({ listen = "unix:" .. path .. row[1] })
      assert.equal(row[2], mode_of(path))
      assert.equal(200, status_at(svcd.addresses[1]))
    end
  end)

  it("is given to a group, by name or number", function()
    local number = output_of("id -G | tr ' ' '\\n' | tail -n 1")
    if output_of("id -u") == "0" then
      number = output_of("getent group daemon | cut -d: -f3")
    end
    local name = output_of(("getent group %s | cut -d: -f1"):format(number))
    for _, group in ipairs({ name, number }) do
      local svcd <close> = server.start({ listen = ("unix:%s?group=%s"):format(path, group) })
      assert.equal("660 " .. number, mode_of(svcd.addresses[1]:sub(6)))
    end
  end)

  it("may have the longest path there is", function()
    local long = folder .. "/" .. ("x"):rep(107 - #folder - 1)
    local svcd <close> = server.start({ listen = "unix:" .. long })
    assert.equal("unix:" .. long, svcd.addresses[1])
    assert.equal(200, status_at(svcd.addresses[1]))
  end)

  it("that a killed service left is replaced", function()
    local first = server.start({ listen = "unix:" .. path })
    local workers = first:workers()
    first:stop("KILL")
    assert.truthy(
      server.await(
        function() return not os.execute(("kill -0 %d 2>/dev/null"):format(workers[1])) end
      )
    )
    assert.is_false(pcall(client.connect, "unix:" .. path))
    local svcd <close> = server.start({ listen = "unix:" .. path })
    assert.equal(200, status_at(svcd.addresses[1]))
  end)

  it("in use is refused, and serves on", function()
    local svcd <close> = server.start({ listen = "unix:" .. path })
    local said, status = refusal("--listen unix:" .. path)
    assert.same({
      1,
      (
        "cannot listen on unix:%s: another process serves it; stop that or choose "
        .. "another path"
      ):format(path),
    }, { status, said })
    assert.equal(200, status_at(svcd.addresses[1]))
  end)

  it("in use is refused as well while nobody more can connect to it", function()
    local holder = assert(unix.stream())
    assert(holder:bind(path))
    assert(holder:listen(0))
    local waiting = {}
    repeat
      local connection = assert(unix.stream())
      connection:settimeout(0)
      waiting[#waiting + 1] = connection
    until not connection:connect(path)
    local said = refusal("--listen unix:" .. path)
    assert.truthy(said:find("another process serves it", 1, true), said)
    for _, connection in ipairs(waiting) do
      connection:close()
    end
    holder:close()
  end)

  local refused = {
    { "a file that is none", "touch %s", "what is there is not a socket; remove it or choose" },
    { "a folder that is not there", "true", "No such file or directory", "/nowhere" },
    {
      "an unknown group",
      "true",
      'there is no group "nobody-at-all"; name one of /etc/group',
      "?group=nobody-at-all",
    },
  }
  for _, row in ipairs(refused) do
    it("is refused with " .. row[1], function()
      os.execute(row[2]:format(path))
      local said, status = refusal(("--listen 'unix:%s%s'"):format(path, row[4] or ""))
      assert.equal(1, status)
      assert.truthy(said:find("^cannot listen on unix:") and said:find(row[3], 1, true), said)
    end)
  end

  it("is removed at the end", function()
    local svcd = server.start({ listen = "unix:" .. path })
    assert.equal(path, output_of("ls " .. path))
    assert.is_true(svcd:stop())
    assert.is_nil(io.open(path))
    assert.is_false((os.execute("test -e " .. path)) or false)
  end)

  it("that another service has put in its place stays", function()
    local first = server.start({ listen = "unix:" .. path })
    local second <close> = server.start({ listen = ("unix:%s.new"):format(path) })
    assert(os.rename(path .. ".new", path))
    assert.is_true(first:stop())
    assert.equal(200, status_at("unix:" .. path))
    assert.is_true(second:alive())
  end)

  it("serves everybody who connected before the service stopped", function()
    local svcd = server.start({ workers = 2, listen = "unix:" .. path })
    local held = {}
    for i = 1, 1000 do
      local connected, connection = pcall(client.connect, "unix:" .. path)
      if not connected then break end
      held[i] = connection
      connection:send(client.format("/v1/health"))
      if i == 100 then svcd:signal("TERM") end
    end
    assert.is_true(#held >= 100)
    for i, connection in ipairs(held) do
      assert.equal("HTTP/1.1 200 OK", connection:receive("*l"), i)
    end
    assert.is_true(svcd:stop())
  end)

  it("that serves the public obeys no orders", function()
    local svcd <close> = server.start({ listen = "unix:" .. path })
    for _, target in ipairs({ "/reload", "/reload/routes", "/status" }) do
      local method = target == "/status" and "GET" or "POST"
      assert.equal(404, client.request("unix:" .. path, target, { method = method }).status)
    end
    assert.is_nil(svcd:errors():find("reloaded", 1, true))
  end)

  it("makes its clients one, unless `unix` is among the trusted proxies", function()
    local log = folder .. "/forwarded"
    for _, row in ipairs({
      { nil, { "unix", "unix" } },
      { "10.0.0.0/8", { "unix", "unix" } },
      { "unix", { "203.0.113.1", "203.0.113.2" } },
    }) do
      os.remove(log)
      local svcd =
        server.start({ listen = "unix:" .. path, access_log = log, trusted_proxies = row[1] })
      for i = 1, 2 do
        status_at("unix:" .. path, { headers = { ["X-Forwarded-For"] = "203.0.113." .. i } })
      end
      assert.is_true(svcd:stop())
      assert.same(row[2], clients(log))
    end
  end)

  it("is not trusted as a network of `unix`", function()
    local said, status = refusal("--listen 127.0.0.1:0 --trusted-proxies unix/8")
    assert.same({ 2, true }, { status, said:find('"unix/8" is no network', 1, true) ~= nil })
  end)
end)

describe("sockets that are passed on", function()
  it("are found by name and by number, of TCP and unix", function()
    local svcd <close> = server.start(
      { listen = { "fd:http", "fd:5", "fd:local" }, workers = 2 },
      nil,
      { prefix = passing("http=tcp", "local=unix:" .. folder .. "/p", "six=tcp6") }
    )
    assert.truthy(svcd.addresses[2]:find("^%[::1%]:%d+$"))
    assert.equal("unix:" .. folder .. "/p", svcd.addresses[3])
    for _, place in ipairs(svcd.addresses) do
      assert.equal(100, ask_at_once(place, 100), place)
    end
    os.remove(folder .. "/p")
  end)

  it("of one name are all served, and one more is warned of", function()
    local svcd <close> = server.start(
      { listen = "fd:web" },
      nil,
      { prefix = passing("web=tcp", "other=tcp", "web=tcp6") }
    )
    assert.equal(2, #svcd.addresses)
    for _, place in ipairs(svcd.addresses) do
      assert.equal(200, status_at(place))
    end
    assert.truthy(svcd:errors():find('descriptor 4 was passed on as \\"other\\"', 1, true))
  end)

  for _, command in ipairs({ "check", "serve --routes /nowhere" }) do
    it("and cannot be had are warned of: svcd " .. command, function()
      local line = "env LISTEN_FDS=1 %s %s --listen 127.0.0.1:0 --state-dir %s/state"
      local said = run(line:format(BINARY, command, folder))
      local warning = "left alone: LISTEN_PID is not set"
      assert.truthy(said:find(warning, 1, true), said)
    end)
  end

  it("and that nothing names are warned of by a check", function()
    local line = "%s %s check --listen fd:web --state-dir %s/state"
    local said = run(line:format(passing("web=tcp", "other=tcp"), BINARY, folder))
    assert.truthy(said:find('descriptor 4 was passed on as \\"other\\"', 1, true), said)
    assert.is_nil(said:find("descriptor 3", 1, true))
  end)

  it("serve the admin pages too", function()
    local svcd <close> = server.start(
      { listen = "fd:web", admin_listen = "fd:admin" },
      nil,
      { prefix = passing("admin=tcp", "web=tcp") }
    )
    local admin = tonumber(svcd:output():match("Admin on http://127%.0%.0%.1:(%d+)"))
    assert.equal(200, client.request(admin, "/live").status)
  end)

  it("stay when the service ends: a unix socket's file is not ours to remove", function()
    local path = folder .. "/kept"
    local svcd = server.start({ listen = "fd:a" }, nil, { prefix = passing("a=unix:" .. path) })
    assert.is_true(svcd:stop())
    assert.is_true(os.execute("test -S " .. path))
    os.remove(path)
  end)

  -- stylua: ignore
  local rows = {
    { "that is not there", "a=tcp", "fd:b", "fd:b: not among the 1 descriptors from 3 on" },
    { "beyond the last", "a=tcp", "fd:4", "fd:4: not among the 1 descriptors from 3 on" },
    { "that does not listen", "a=bound", "fd:a", "descriptor 3 is no listening stream socket" },
    { "of datagrams", "a=udp", "fd:a", "descriptor 3 is no listening stream socket" },
    { "that is a file", "a=file", "fd:a", "descriptor 3 is no listening stream socket" },
    { "that is named twice", "a=tcp", "fd:a,fd:3", "fd:3: descriptor 3 is taken already" },
    { "meant for another process", "a=tcp", "fd:a", "LISTEN_PID is 1 and this process is",
      "LISTEN_PID=1" },
    { "meant for nobody", "a=tcp", "fd:a", "LISTEN_PID is 1x and this process is",
      "LISTEN_PID=1x" },
    { "without a count", "a=tcp", "fd:a", "LISTEN_FDS is x, not 1 to 256", "LISTEN_FDS=x" },
    { "of a count of none", "a=tcp", "fd:a", "LISTEN_FDS is 0, not 1 to 256", "LISTEN_FDS=0" },
    { "of a count beyond all", "a=tcp", "fd:a", "LISTEN_FDS is 257, not", "LISTEN_FDS=257" },
  }
  for _, row in ipairs(rows) do
    it("are refused where one is asked for " .. row[1], function()
      local prefix = ("env %s %s"):format(row[5] or "", passing(row[2]))
      local said, status = refusal("--listen " .. row[3], prefix)
      assert.equal(1, status)
      assert.truthy(said:find(row[4], 1, true), said)
    end)
  end

  it("are refused where none was", function()
    local said, status = refusal("--listen fd:http")
    assert.same(
      { 1, "fd:http: LISTEN_FDS is not set: nothing was passed on" },
      { status, said }
    )
  end)

  it(
    "are told to nobody else: the variables are gone, whether they were meant or not",
    function()
      -- Tells at the end of a process what its children would have been given.
      local text = [[#include <stdio.h>
      #include <stdlib.h>
      __attribute__((destructor)) static void tell(void) {
        const char *names[] = {"LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"};
        for (int i = 0; i < 3; i++) fprintf(stderr, "%s ", getenv(names[i]) ? "given" : "gone");
      }]]
      local file <close> = assert(io.open(folder .. "/tell.c", "w"))
      file:write(text)
      file:flush()
      assert(os.execute(("cc -shared -fPIC -o %s/tell.so %s/tell.c"):format(folder, folder)))
      for _, given in ipairs({ "", "LISTEN_PID=1" }) do
        local line = "env %s %s env LD_PRELOAD=%s/tell.so ASAN_OPTIONS=verify_asan_link_order=0 "
          .. "%s serve --listen 127.0.0.1:0 --routes /nowhere"
        local said = run(line:format(given, passing("a=tcp"), folder, BINARY))
        assert.truthy(said:find("gone gone gone", 1, true), said)
      end
    end
  )

  it("lose no request while the service is stopped and started again", function()
    local svcd <close> = server.start(
      { listen = { "fd:a", "fd:b" }, workers = 2 },
      nil,
      { prefix = passing("a=tcp", "b=unix:" .. folder .. "/again") }
    )
    for turn = 1, 5 do
      local held, started = {}, select(2, svcd:output():gsub("Listening on", ""))
      for i = 1, 100 do
        if i == 30 then svcd:signal("USR1") end
        for _, place in ipairs(svcd.addresses) do
          local connection = client.connect(place)
          connection:send(client.format("/v1/health"))
          held[#held + 1] = connection
        end
      end
      for i, connection in ipairs(held) do
        assert.equal(
          "HTTP/1.1 200 OK",
          connection:receive("*l"),
          ("turn %d, %d"):format(turn, i)
        )
        connection:close()
      end
      assert.truthy(
        server.await(
          function() return select(2, svcd:output():gsub("Listening on", "")) == started + 2 end
        )
      )
    end
    os.remove(folder .. "/again")
  end)

  if os.execute("command -v systemd-socket-activate >/dev/null") then
    it("come from systemd-socket-activate", function()
      local path = folder .. "/systemd"
      local line = (
        "unset LUA_PATH LUA_CPATH; systemd-socket-activate -l %s --fdname=web "
        .. "-E SVC_HOME=$PWD %s serve --listen fd:web --control %s/none >/dev/null 2>&1 & echo $!"
      ):format(path, BINARY, folder)
      local shell <close> = assert(io.popen(line))
      local pid = shell:read("n")
      assert.truthy(server.await(function() return os.execute("test -S " .. path) end))
      assert.equal(200, status_at("unix:" .. path))
      os.execute("kill " .. pid)
    end)
  end
end)

--- Header of version 2 for an IPv4 client.
local function binary(address, command)
  local four = address:gsub("(%d+)%.?", function(byte) return string.char(tonumber(byte)) end)
  return "\r\n\r\n\0\r\nQUIT\n"
    .. string.char(command or 0x21, 0x11)
    .. (">I2"):pack(12)
    .. four
    .. "\127\0\0\1"
    .. (">I2I2"):pack(40000, 443)
end

local function line(address) return ("PROXY TCP4 %s 127.0.0.1 40000 443\r\n"):format(address) end

describe("a PROXY header", function()
  local svcd, plain, proxied, path

  setup(function()
    path = folder .. "/proxied"
    svcd = server.start({
      connections_per_address = 0,
      listen = { "127.0.0.1:0", "127.0.0.1:0?proxy", "unix:" .. path .. "?proxy" },
    })
    plain, proxied = svcd.port, svcd.addresses[2]
  end)
  teardown(function() assert.is_true(svcd:stop()) end)

  it("is taken ahead of a request, in one segment or in two, and ahead of many", function()
    for _, place in ipairs({ proxied, "unix:" .. path }) do
      local headers = { line("203.0.113.7"), binary("203.0.113.7"), "PROXY UNKNOWN\r\n" }
      for _, header in ipairs(headers) do
        local asked = client.format("/v1/health")
        assert.truthy(client.raw(place, header .. asked):find("^HTTP/1.1 200"))
        assert.truthy(client.raw(place, { header, asked }):find("^HTTP/1.1 200"))
        local text = client.raw(place, header .. HEALTH:rep(20), { half = true })
        assert.equal(20, #assert(client.parse(text)))
      end
    end
  end)

  it("may be cut anywhere, and come byte by byte", function()
    for _, header in ipairs({ line("203.0.113.7"), binary("203.0.113.7") }) do
      local whole = header .. client.format("/v1/health")
      for cut = 1, #header do
        local text = client.raw(
          cut % 2 == 0 and proxied or "unix:" .. path,
          { whole:sub(1, cut), whole:sub(cut + 1) }
        )
        assert.truthy(text:find("^HTTP/1.1 200"), cut)
      end
      local bytes = {}
      for i = 1, #whole do
        bytes[i] = whole:sub(i, i)
      end
      for _, place in ipairs({ proxied, "unix:" .. path }) do
        assert.truthy(client.raw(place, bytes):find("^HTTP/1.1 200"))
      end
    end
  end)

  it("comes ahead of many connections at once", function()
    assert.equal(300, ask_at_once(proxied, 300, line("203.0.113.7") .. HEALTH))
    assert.equal(300, ask_at_once("unix:" .. path, 300, binary("203.0.113.7") .. HEALTH))
  end)

  local hostile = {
    { "a request without one", HEALTH },
    { "one in small letters", "proxy tcp4 1.2.3.4 127.0.0.1 1 2\r\n" .. HEALTH },
    { "a port with a leading zero", "PROXY TCP4 1.2.3.4 127.0.0.1 01 2\r\n" .. HEALTH },
    { "a line feed alone", "PROXY UNKNOWN\n" .. HEALTH },
    { "a line without end", "PROXY TCP4 " .. ("1"):rep(200) },
    { "another version", binary("1.2.3.4", 0x31) .. HEALTH },
    { "a length beyond the bound", "\r\n\r\n\0\r\nQUIT\n\33\17\255\255" .. ("x"):rep(600) },
    { "one that ends too early", "PROXY TCP4 1.2.3.4" },
    { "one of version 2 that ends too early", binary("1.2.3.4"):sub(1, 20) },
  }
  for _, row in ipairs(hostile) do
    it("is refused without an answer: " .. row[1], function()
      assert.equal("", (client.raw(proxied, row[2], { half = true })))
      assert.equal("", (client.raw("unix:" .. path, row[2], { half = true })))
    end)
  end

  it("that is refused is counted and told; a connection without a byte is not", function()
    local counting <close> = server.start({
      log = "debug",
      admin_listen = "127.0.0.1:0",
      listen = "127.0.0.1:0?proxy",
    })
    local admin = counting:admin_port()
    local function refused()
      local text = client.request(admin, "/metrics").body
      return tonumber(text:match("\nsvc_proxy_headers_refused_total (%d+)"))
    end
    assert.equal("", (client.raw(counting.addresses[1], "", { half = true })))
    for _, row in ipairs(hostile) do
      client.raw(counting.addresses[1], row[2], { half = true })
    end
    assert.truthy(server.await(function() return refused() >= #hostile end))
    assert.equal(#hostile, refused())
    assert.truthy(
      counting:errors():find(
        "a connection from 127.0.0.1 is closed, its PROXY header "
          .. "is refused: neither version 1 nor version 2",
        1,
        true
      )
    )
  end)

  it("is a bad request behind another, and behind a request", function()
    local function statuses(bytes)
      local list = {}
      for i, answer in ipairs(assert(client.parse((client.raw(proxied, bytes))))) do
        list[i] = answer.status
      end
      return list
    end
    local header = line("1.2.3.4")
    assert.same({ 400 }, statuses(header .. header .. HEALTH))
    assert.same({ 200, 400 }, statuses(header .. HEALTH .. header .. HEALTH))
  end)

  it("is a bad request on a listener that does not ask for it", function()
    for _, header in ipairs({ line("1.2.3.4"), binary("1.2.3.4"), "PROXY UNKNOWN\r\n" }) do
      local answers = assert(client.parse((client.raw(plain, header .. HEALTH))))
      assert.equal(1, #answers)
      assert.equal(400, answers[1].status)
    end
  end)
end)

describe("the client whom a PROXY header names", function()
  it("is in the access log; else who is connected is", function()
    local path, log = folder .. "/named", folder .. "/names"
    local svcd = server.start({
      access_log = log,
      listen = { "127.0.0.1:0?proxy", "unix:" .. path .. "?proxy" },
    })
    local six = "\r\n\r\n\0\r\nQUIT\n\33\33\0\36\32\1\13\184"
      .. ("\0"):rep(11)
      .. "\9"
      .. ("\0"):rep(20)
    local headers = {
      line("203.0.113.7"),
      "PROXY TCP6 2001:db8::7 ::1 1 2\r\n",
      binary("203.0.113.8"),
      six,
      "PROXY UNKNOWN ::9 ::8 1 2\r\n",
      binary("203.0.113.9", 0x20),
    }
    for _, place in ipairs(svcd.addresses) do
      for _, header in ipairs(headers) do
        client.raw(place, header .. client.format("/v1/health"))
      end
    end
    assert.is_true(svcd:stop())
    local named = { "203.0.113.7", "2001:db8::7", "203.0.113.8", "2001:db8::9" }
    local expected = { table.unpack(named) }
    table.move({ "127.0.0.1", "127.0.0.1", table.unpack(named) }, 1, 6, 5, expected)
    table.move({ "unix", "unix" }, 1, 2, 11, expected)
    assert.same(expected, clients(log))
  end)

  it("has a quota of its own", function()
    local sample = require("spec.support.publication.sample")
    sample.write(folder .. "/q.svp", folder .. "/q.trust")
    local svcd <close> = server.start({
      quota_limit = 3,
      listen = "127.0.0.1:0?proxy",
      publication = folder .. "/q.svp",
      trust = folder .. "/q.trust",
    })
    local function statuses(address)
      local list = {}
      for i = 1, 4 do
        local text =
          client.raw(svcd.addresses[1], line(address) .. client.format("/v1/taxonomy"))
        list[i] = tonumber(text:match("^HTTP/1.1 (%d+)"))
      end
      return list
    end
    assert.same({ 200, 200, 200, 429 }, statuses("203.0.113.1"))
    assert.same({ 200, 200, 200, 429 }, statuses("203.0.113.2"))
  end)

  it("is bounded in connections, and not the proxy", function()
    local svcd <close> =
      server.start({ connections_per_address = 4, listen = "127.0.0.1:0?proxy" })
    local held = {}
    local function open(address)
      local connection = client.connect(svcd.addresses[1])
      connection:send(line(address) .. HEALTH)
      held[#held + 1] = connection
      return connection:receive("*l")
    end
    for _ = 1, 4 do
      assert.equal("HTTP/1.1 200 OK", open("203.0.113.1"))
      assert.equal("HTTP/1.1 200 OK", open("203.0.113.2"))
    end
    assert.is_nil((open("203.0.113.1")))
    held[1]:close()
    assert.truthy(server.await(function() return open("203.0.113.1") end))
  end)

  it("may itself be a trusted proxy, and only then forwards for others", function()
    local log = folder .. "/chain"
    local svcd = server.start({
      access_log = log,
      listen = "127.0.0.1:0?proxy",
      trusted_proxies = "203.0.113.1",
    })
    for _, address in ipairs({ "203.0.113.1", "203.0.113.2" }) do
      client.raw(
        svcd.addresses[1],
        line(address)
          .. client.format("/v1/health", { headers = { ["X-Forwarded-For"] = "198.51.100.7" } })
      )
    end
    assert.is_true(svcd:stop())
    assert.same({ "198.51.100.7", "203.0.113.2" }, clients(log))
  end)
end)
