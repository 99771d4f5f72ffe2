--- `svcd upgrade`: another program takes a running service over, in the same process; no request is
-- lost, and quota and counters go along.
local cjson = require("cjson")
local client = require("spec.support.service.client")
local control = require("control")
local forge = require("spec.support.publication.forge")
local lfs = require("lfs")
local orders = require("spec.support.service.orders")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local socket = require("socket")
local unix = require("socket.unix")

local BINARY = os.getenv("SVC_SVCD") or "build/svcd"
local COUNTED = "/v1/search?query=equation"

local folder, svcd

local quoted = require("spec.support.house.shell").quoted

-- Runs a command with this service's control socket. Gives its output and its status.
local function run(command)
  local line = "SVC_HOME=%s %s %s --control %s/control 2>&1; echo $?"
  local pipe <close> =
    assert(io.popen(line:format(quoted(os.getenv("PWD")), BINARY, command, svcd.folder)))
  local text, status = pipe:read("a"):match("^(.*)(%d+)\n$")
  return text, tonumber(status)
end

local function status()
  return cjson.decode((control.ask(svcd.folder .. "/control", "GET", "/status", 5)))
end

local function start(options, prefix)
  local all = { publication = folder .. "/p", trust = folder .. "/trust", workers = 2 }
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  svcd = server.start(all, nil, { program = folder .. "/bin/svcd", prefix = prefix })
end

setup(function()
  folder = forge.folder()
  sample.write(folder .. "/p", folder .. "/trust")
  -- A copy, whose place is the program's own: what is found from there is linked beside it.
  local copy = "mkdir %s/bin && cp %s %s/bin/svcd && cd $(dirname %s) && "
    .. "ln -s $PWD/*.so $PWD/formulas.mjs $PWD/guides.json %s/bin"
  assert(os.execute(copy:format(folder, BINARY, folder, BINARY, folder)))
end)
teardown(function() forge.remove(folder) end)
after_each(function()
  if svcd then svcd:stop() end
  svcd = nil
end)

describe("svcd upgrade", function()
  it("keeps process, addresses and counters, and tells of it", function()
    start()
    local before = status()
    svcd:request("/v1/health")
    local said, code = run("upgrade")
    assert.equal(0, code, said .. svcd:errors())
    assert.equal(
      ("svcd %s took over from %s, process %d\n"):format(
        before.version,
        before.version,
        before.pid
      ),
      said
    )
    local after = status()
    assert.same({ before.pid, 1 }, { after.pid, after.upgrade.done })
    assert.same(before.addresses, after.addresses)
    assert.equal(before.started, after.started)
    assert.is_true(after.responses >= before.responses + 1)
    assert.equal(200, svcd:request("/v1/health").status)
  end)

  it("takes the program that is at its path now", function()
    start()
    local inode = io.popen("stat -Lc %i /proc/" .. svcd.pid .. "/exe"):read("l")
    local new = ("cd %s/bin && cp svcd new && mv new svcd && stat -c %%i svcd"):format(folder)
    local expected = io.popen(new):read("l")
    assert.equal(0, select(2, run("upgrade")))
    local found = io.popen("stat -Lc %i /proc/" .. svcd.pid .. "/exe"):read("l")
    assert.same({ true, expected }, { inode ~= found, found })
  end)

  it("keeps the quota: who had used it up has no more of it", function()
    start({ quota_limit = 3, trusted_proxies = "127.0.0.1" })
    local function ask(address)
      return svcd:request(COUNTED, { headers = { ["X-Forwarded-For"] = address } }).status
    end
    for _ = 1, 3 do
      assert.equal(200, ask("192.0.2.1"))
    end
    assert.equal(200, ask("192.0.2.2"))
    assert.equal(0, select(2, run("upgrade")))
    assert.equal(429, ask("192.0.2.1"))
    local seen = {}
    for i = 1, 3 do
      seen[i] = ask("192.0.2.2")
    end
    assert.same({ 200, 200, 429 }, seen)
  end)

  it("keeps what is on unix sockets, and the file of the socket", function()
    start({ listen = { "127.0.0.1:0", "unix:" .. folder .. "/service.sock" } })
    local before = io.popen("stat -c %i " .. folder .. "/service.sock"):read("l")
    assert.equal(0, select(2, run("upgrade")))
    assert.equal(before, io.popen("stat -c %i " .. folder .. "/service.sock"):read("l"))
    local answer = client.request("unix:" .. folder .. "/service.sock", "/v1/health")
    assert.equal(200, answer.status)
    assert.is_true(svcd:stop())
    assert.is_nil(io.open(folder .. "/service.sock"))
    svcd = nil
  end)

  describe("where the addresses were changed in the config file", function()
    local config, port, other

    local function write(options)
      local lines = { "return {" }
      for name, value in pairs(options) do
        lines[#lines + 1] = ("%s = %q,"):format(name, value)
      end
      forge.write(config, table.concat(lines, "\n") .. "\n}\n")
    end

    -- A socket of this process that listens there.
    local function occupy(place)
      local host, number = place:match("^(.*):(%d+)$")
      if host then return assert(socket.bind(host, number)) end
      local listener = unix.stream()
      assert(listener:bind(place))
      assert(listener:listen())
      return listener
    end

    -- The kernel's numbers of the sockets that listen at the port.
    local function sockets()
      local found = {}
      local wanted = ("^ *%%d+: %%x+:%04X %%x+:%%x+ 0A "):format(port)
      for line in io.lines("/proc/net/tcp") do
        if line:find(wanted) then
          found[#found + 1] = line:match("^" .. (" *%S+"):rep(9) .. " +(%d+)")
        end
      end
      table.sort(found)
      return found
    end

    local function upgrade(from, to, prefix)
      write(from)
      start({ listen = {}, config = config }, prefix)
      local before = sockets()
      write(to)
      local said, code = run("upgrade")
      assert.equal(0, code, said .. svcd:errors())
      return before
    end

    before_each(function()
      config, port, other = folder .. "/addresses.lua", server.free_port(), server.free_port()
    end)

    local function named(texts)
      return (texts[2]:gsub("%%d", "PORT")), (texts[1]:gsub("%%d", "PORT"))
    end

    -- How the same address is written; the second is the first otherwise.
    for _, texts in ipairs { { ":%d", "0.0.0.0:%d" }, { "127.0.0.1:%d?proxy", "127.1:%d" } } do
      it(("%s for %s keeps the sockets"):format(named(texts)), function()
        local before = upgrade(
          { listen = texts[1]:format(port) },
          { listen = texts[2]:format(port) }
        )
        assert.equal(2, #before)
        assert.same(before, sockets())
        assert.equal(200, client.request(port, "/v1/health").status)
      end)
    end

    local changed = {
      { "127.0.0.1:%d", "0.0.0.0:%d" },
      { "0.0.0.0:%d", "127.0.0.1:%d" },
      { "127.0.0.1:%d", "[::]:%d?ipv6only=false" },
      { "[::]:%d?ipv6only=false", "[::]:%d" },
    }
    for _, texts in ipairs(changed) do
      it(("%s for %s is taken"):format(named(texts)), function()
        upgrade({ listen = texts[1]:format(port) }, { listen = texts[2]:format(port) })
        local place = status().addresses[1]
        assert.equal(texts[2]:format(port):match("^[^?]*"), place)
        place = place:gsub("^%[::%]", "[::1]")
        assert.equal(200, client.request(place, "/v1/health").status)
      end)
    end

    it("public and admin addresses may be exchanged", function()
      local first, second = "127.0.0.1:" .. port, "127.0.0.1:" .. other
      upgrade(
        { listen = first, admin_listen = second },
        { listen = second, admin_listen = first }
      )
      assert.equal(200, client.request(second, "/v1/health").status)
      assert.equal(200, client.request(first, "/ready").status)
    end)

    it("a socket that was passed on is kept, and begins with PROXY headers", function()
      local pass = folder .. "/pass_one"
      local made = "cc -D_GNU_SOURCE -o %s spec/support/service/pass_sockets.c"
      assert(os.execute(made:format(pass)))
      upgrade({ listen = "fd:web" }, { listen = "fd:web?proxy" }, pass .. " web=tcp --")
      local text = client.raw(svcd.port, "PROXY UNKNOWN\r\n" .. client.format("/v1/health"))
      assert.truthy(text:find("^HTTP/1%.1 200"), text)
    end)

    -- Who listens at `place`, the new options, and the reason that is told. %d is the port that the
    -- service has, %s one that is free, or the folder.
    local refused = {
      {
        "a port of another's",
        "127.0.0.1:%s",
        { listen = ":%s" },
        "cannot listen on :%s: Address",
      },
      {
        "a port of another's for admin",
        "127.0.0.1:%s",
        { listen = "127.0.0.1:%d", admin_listen = "127.0.0.1:%s" },
        "cannot listen on 127.0.0.1:%s: Address already in use; stop what listens there",
      },
      {
        "the service's port where another has it at another address",
        "127.0.0.2:%d",
        { listen = "0.0.0.0:%d" },
        "cannot listen on 0.0.0.0:%d: Address already in use",
      },
      {
        "an address of another machine",
        nil,
        { listen = "192.0.2.1:%s" },
        "cannot listen on 192.0.2.1:%s: Cannot assign requested address; choose an address of",
      },
      {
        "a unix socket that another serves",
        "%f/other.sock",
        { listen = "unix:%f/other.sock" },
        "cannot listen on unix:%f/other.sock: another process serves it",
      },
      {
        "a socket that was not passed on",
        nil,
        { listen = "fd:web" },
        "fd:web: no such socket was passed on to the service",
      },
    }
    for _, row in ipairs(refused) do
      local title, place, options, reason = row[1], row[2], row[3], row[4]
      it(title .. " is refused, and the service goes on", function()
        local function filled(text)
          return (text:gsub("%%(%a)", { d = port, s = other, f = folder }))
        end
        local listener = place and occupy(filled(place))
        finally(function()
          if listener then listener:close() end
        end)
        write({ listen = filled("127.0.0.1:%d") })
        start({ listen = {}, config = config })
        local to = {}
        for name, value in pairs(options) do
          to[name] = filled(value)
        end
        write(to)
        local said, code = run("upgrade")
        assert.same({ 1, 0 }, { code, status().upgrade.done }, said)
        assert.truthy(said:find(filled(reason), 1, true), said)
        assert.equal(200, client.request(port, "/v1/health").status)
      end)
    end

    it("a free unix socket is taken, and its file is the service's", function()
      local path = folder .. "/new.sock"
      upgrade({ listen = "127.0.0.1:" .. port }, { listen = "unix:" .. path })
      assert.equal(200, client.request("unix:" .. path, "/v1/health").status)
    end)

    it("a unix socket is kept and takes its mode", function()
      local path = folder .. "/moded.sock"
      upgrade({ listen = "unix:" .. path }, { listen = "unix:" .. path .. "?mode=0600" })
      assert.equal("600", io.popen("stat -c %a " .. path):read("l"))
      assert.equal(200, client.request("unix:" .. path, "/v1/health").status)
    end)
  end)

  it("keeps sockets that were passed on, as by systemd", function()
    local pass = folder .. "/pass"
    local made = "cc -D_GNU_SOURCE -o %s spec/support/service/pass_sockets.c"
    assert(os.execute(made:format(pass)))
    svcd = server.start(
      {
        listen = { "fd:web", "fd:local" },
        publication = folder .. "/p",
        trust = folder .. "/trust",
      },
      nil,
      {
        program = folder .. "/bin/svcd",
        prefix = ("%s web=tcp local=unix:%s/passed.sock web=tcp6 --"):format(pass, folder),
      }
    )
    local before = status().addresses
    assert.equal(0, select(2, run("upgrade")))
    assert.equal(0, select(2, run("upgrade")))
    assert.same(before, status().addresses)
    for _, place in ipairs(before) do
      assert.equal(200, client.request(place, "/v1/health").status, place)
    end
  end)

  describe("of a publication", function()
    -- As often as it took the publication's memory from the program before.
    local function taken()
      return select(2, svcd:errors():gsub("memory is that of the program before", ""))
    end

    -- Files that changed a moment ago could change again unseen.
    local function rest(path)
      server.await(function() return os.time() - lfs.attributes(path, "change") > 3 end)
    end

    before_each(function()
      rest(folder .. "/trust")
      start({ state_dir = folder .. "/state" })
    end)

    it("keeps its memory, however often", function()
      local digest = status().publication.digest
      for round = 1, 2 do
        assert.equal(0, select(2, run("upgrade")))
        assert.equal(round, taken())
        assert.equal(digest, status().publication.digest)
        assert.equal(200, svcd:request(COUNTED).status)
      end
    end)

    it("reads the file anew where it or the trust changed", function()
      for _, name in ipairs { "p", "trust" } do
        assert(os.execute(("cd %s && cp %s new && mv new %s"):format(folder, name, name)))
        assert.equal(0, select(2, run("upgrade")))
        assert.equal(0, taken(), name)
        assert.equal(200, svcd:request(COUNTED).status)
      end
    end)

    it("lets go of its memory when another is loaded", function()
      assert.equal(0, select(2, run("upgrade")))
      assert(os.execute(("cd %s && cp p new && mv new p"):format(folder)))
      assert.equal(0, select(2, run("reload")))
      local line = "ls -l /proc/%d/fd | grep -c memfd:publication"
      assert.is_true(
        server.await(function() return io.popen(line:format(svcd.pid)):read("n") == 1 end)
      )
    end)
  end)

  it("opens no more descriptors with each", function()
    start()
    local function count()
      return tonumber(io.popen("ls /proc/" .. svcd.pid .. "/fd | wc -l"):read("l"))
    end
    assert.equal(0, select(2, run("upgrade")))
    local once = count()
    for _ = 1, 3 do
      assert.equal(0, select(2, run("upgrade")))
    end
    assert.equal(once, count())
    assert.equal(4, status().upgrade.done)
  end)

  it("lets go of shared memory whose size was changed, and keeps the new", function()
    local config = folder .. "/shared.lua"
    local function resize(bytes)
      forge.write(config, ("return { shared_size = %d }\n"):format(bytes))
    end
    local function count()
      local line = "ls -l /proc/%d/fd | grep -c memfd:svcd-shared"
      return io.popen(line:format(svcd.pid)):read("n")
    end
    resize(1 << 20)
    start({ config = config })
    local before = count()
    resize(1 << 21)
    for _ = 1, 2 do
      assert.equal(0, select(2, run("upgrade")))
      assert.equal(before, count())
    end
  end)

  it("is refused where the program would not start, and the service goes on", function()
    start()
    assert(os.execute(("mv %s/trust %s/away"):format(folder, folder)))
    local said, code = run("upgrade")
    assert(os.execute(("mv %s/away %s/trust"):format(folder, folder)))
    assert.equal(1, code)
    assert.truthy(
      said:find(
        "^svcd upgrade: .*trust: No such file or directory.*; the service goes on as it was\n$"
      ),
      said
    )
    assert.equal(200, svcd:request("/v1/health").status)
    assert.equal(0, status().upgrade.done)
    assert.equal(0, select(2, run("upgrade")))
  end)

  it("tells the whole reason of a refusal, quotes in it too", function()
    local quoting = folder .. '/of "p"'
    assert(os.execute(("cp %s/p '%s'"):format(folder, quoting)))
    start { publication = quoting }
    assert(os.remove(quoting))
    run("upgrade")
    local reason = status().upgrade.reason
    assert.truthy(reason:find('/of "p": No such file', 1, true), reason)
  end)

  it("that fails at its last step keeps the reload that was to follow another", function()
    local routes = folder .. "/routes"
    local function answering(text)
      local route = '{ method = "GET", path = "/x", handle = function() return "%s" end }'
      forge.write(routes .. "/init.lua", ("return { " .. route .. " }"):format(text))
    end
    assert(os.execute("mkdir -p " .. routes))
    answering("one")
    start { routes = routes, workers = 1, heartbeat_timeout = 3600 }
    local worker = svcd:workers()[1]
    svcd:signal("STOP", worker)
    answering("two")
    local first = orders.send(svcd, "POST", "/reload/routes")
    status()
    local second = orders.send(svcd, "POST", "/reload/routes")
    status()
    svcd:signal("USR2")
    assert.is_true(
      server.await(function() return svcd:errors():find("workers finish") ~= nil end, 20)
    )
    assert(os.rename(folder .. "/bin/svcd", folder .. "/bin/away"))
    svcd:signal("CONT", worker)
    local failed = server.await(
      function() return svcd:errors():find("cannot be started", 1, true) ~= nil end,
      20
    )
    assert(os.rename(folder .. "/bin/away", folder .. "/bin/svcd"))
    assert.is_true(failed)
    assert.equal(409, select(2, orders.read(first)))
    assert.equal(200, select(2, orders.read(second)))
    assert.equal("two", client.request(svcd.port, "/x").body)
  end)

  it("is refused where the program is gone or is none", function()
    start()
    local bin = folder .. "/bin/"
    for _, program in ipairs { "true", "printf 'x' >svcd && chmod 755 svcd" } do
      assert(os.execute(("cd %s && mv svcd away && %s"):format(bin, program)))
      local said, code = run("upgrade")
      assert(os.execute(("cd %s && mv away svcd"):format(bin)))
      assert.equal(1, code)
      assert.truthy(
        said:find("does not start; try it by svcd check; the service goes on", 1, true),
        said
      )
      assert.equal(200, svcd:request("/v1/health").status)
    end
  end)

  it("loses no request of those who connect meanwhile", function()
    start({ quota_limit = 0, drain_timeout = 10 })
    local stop, answers, failed = false, 0, {}
    local upgrades = coroutine.wrap(function()
      for _ = 1, 3 do
        local done = status().upgrade.done
        svcd:signal("USR2")
        repeat
          coroutine.yield()
          local body = control.ask(svcd.folder .. "/control", "GET", "/status", 1)
          local read, now = pcall(cjson.decode, body)
        until read and now.upgrade.done > done and now.serving == 2
      end
      stop = true
    end)
    while not stop do
      upgrades()
      for _ = 1, 10 do
        local good, answer = pcall(svcd.request, svcd, "/v1/health", { timeout = 20 })
        answers = answers + 1
        if not good or answer.status ~= 200 then
          failed[#failed + 1] = good and answer.status or tostring(answer)
        end
      end
    end
    assert.same({}, failed)
    assert.is_true(answers >= 30)
  end)

  it("that is given up for a stop makes no errors of workers that end as told", function()
    start({ workers = 1, drain_delay = 60 })
    local worker = svcd:workers()[1]
    local connection = client.connect(svcd.port, 20)
    connection:send("GET /v1/health HTTP/1.1\r\nHost: x\r\n")
    svcd:signal("USR2")
    local function await(text)
      return server.await(function() return svcd:errors():find(text, 1, true) end, 20)
    end
    assert.truthy(await("workers finish"))
    svcd:signal("TERM")
    assert.truthy(await("stopping"))
    connection:send("\r\n")
    assert.truthy(connection:receive("*l"):find(" 200 "))
    connection:close()
    assert.truthy(server.await(function()
      local now = svcd:workers()[1]
      return now and now ~= worker
    end))
    assert.is_nil(svcd:errors():find("ended with status", 1, true))
  end)

  it("lets requests that have begun end as they would have", function()
    start({ quota_limit = 0 })
    local connection = client.connect(svcd.port, 20)
    connection:send("GET /v1/health HTTP/1.1\r\nHost: x\r\n")
    svcd:signal("USR2")
    assert.is_true(
      server.await(function() return svcd:errors():find("workers finish") ~= nil end, 20)
    )
    connection:send("\r\n")
    assert.truthy(connection:receive("*l"):find(" 200 "))
    connection:close()
    assert.is_true(server.await(function()
      local body = control.ask(svcd.folder .. "/control", "GET", "/status", 1)
      local read, now = pcall(cjson.decode, body)
      return read and now.upgrade.done == 1
    end, 20))
  end)
end)
