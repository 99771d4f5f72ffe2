--- The logs of the real svcd when nobody reads them: requests are answered all the same, and no
-- line that is lost is lost in silence.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local load = require("spec.support.service.load")
local server = require("spec.support.service.server")
local socket = require("socket")

local REQUESTS = 6000

describe("standard output and error in one pipe that nobody reads", function()
  local pipe, pid, port, admin

  setup(function()
    local command = "unset LUA_PATH LUA_CPATH; echo $$; SVC_HOME=$PWD exec %s serve --workers 2"
      .. " --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --allow-unavailable --quota-limit 0"
      .. " --publication /nowhere"
      .. " --routes spec/support/service/faulty --control /nowhere/control 2>&1"
    pipe = assert(io.popen(command:format(os.getenv("SVC_SVCD") or "build/svcd"), "r"))
    pid = tonumber(pipe:read("l"))
    repeat
      local name, found = pipe:read("l"):match("^(%a+) on http://%S+:(%d+)$")
      if name == "Listening" then port = tonumber(found) end
      if name == "Admin" then admin = tonumber(found) end
    until admin
  end)
  teardown(function()
    os.execute("kill -KILL " .. pid .. " 2>/dev/null")
    pipe:close()
  end)

  local function metric(name)
    return tonumber(client.request(admin, "/metrics").body:match("\n" .. name .. " (%d+)"))
  end

  local function dropped() return metric("svc_access_log_dropped_total") end

  --- Reads what was logged. @treturn number lines of requests @treturn number dropped, as they say
  local function read_all()
    local requests, told = 0, 0
    for text in pipe:lines() do
      local line = cjson.decode(text)
      if line.request_uri then requests = requests + 1 end
      told = told + (line.lines_dropped or 0)
    end
    return requests, told
  end

  it("holds up no request, and the log tells what was lost when it flows again", function()
    local statuses = {}
    local loaded = load.start(port, {
      connections = 8,
      pause = 0,
      targets = { "/fine", "/error", "/fine?" .. ("x"):rep(5000) },
      seen = function(answer) statuses[answer.status] = (statuses[answer.status] or 0) + 1 end,
    })
    local asked = server.await(function()
      loaded:pump(socket.gettime() + 0.5)
      return loaded.answers >= REQUESTS and loaded.answers
    end, 60)
    loaded:stop()
    assert.truthy(asked)
    assert.is_true(statuses[200] > 0 and statuses[500] > 0)
    assert.is_true(server.await(function() return dropped() > 0 end))
    assert.is_true(metric("svc_log_dropped_total") > 0)
    os.execute("kill -TERM " .. pid)
    local requests, told = read_all()
    assert.is_true(told > 0)
    assert.is_true(requests + told >= asked)
    assert.is_true(requests + told <= asked + 8)
  end)
end)

describe("standard error in a file", function()
  it("has a line whole that would fit into no pipe in one piece", function()
    local svcd <close> = server.start({ routes = "spec/support/service/faulty" })
    assert.equal(500, svcd:request("/lengthy").status)
    assert.truthy(svcd:errors():find(("x"):rep(5000), 1, true))
  end)
end)

describe("a terminal that shows the logs", function()
  it("is told each thing on a line of its own, for people", function()
    local svcd = os.getenv("SVC_SVCD") or "build/svcd"
    local command = "SVC_HOME=$PWD script -qec 'timeout 60 %s serve --listen 127.0.0.1:0"
      .. " --publication /nowhere --control /nowhere/control' /dev/null"
    local pipe <close> = assert(io.popen("unset LUA_PATH LUA_CPATH; " .. command:format(svcd)))
    local text = pipe:read("a")
    local time = "%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%d%.%d%d%dZ"
    assert.matches("^" .. time .. " warn  master: svcd reload [^\r\n]*\r\n", text)
    assert.matches("\r\nsvcd: publication: file /nowhere: [^\r\n]*\r\n$", text)
  end)

  describe("as it is served", function()
    local shown, terminal, port, pid

    local function read_shown() return forge.read(shown) end

    local function wait_for(pattern)
      local found = server.await(function() return read_shown():match(pattern) end, 20)
      return (assert(found, pattern))
    end

    before_each(function()
      shown = os.tmpname()
      local command = "unset LUA_PATH LUA_CPATH; echo $$; SVC_HOME=$PWD exec %s serve"
        .. " --listen 127.0.0.1:0 --allow-unavailable --publication /nowhere"
        .. " --control /nowhere/control --quota-limit 0 --workers 1"
      command = command:format(os.getenv("SVC_SVCD") or "build/svcd")
      local pipe <close> =
        assert(io.popen(("script -qfc '%s' %s >/dev/null & echo $!"):format(command, shown)))
      terminal = pipe:read("l")
      port = tonumber(wait_for("Listening on http://%S+:(%d+)"))
      pid = wait_for("\n(%d+)\r\n")
    end)
    after_each(function()
      os.execute(("kill -KILL %s %s"):format(pid or "", terminal))
      os.remove(shown)
    end)

    it("is sent no byte of a client that it would obey", function()
      client.raw(port, "GET /a\27[31m\127\194\155?b HTTP/1.1\r\nHost: a\r\n\r\n")
      assert.equal("/a?[31m????b", wait_for("GET ([^\n]-)\r*\n"))
    end)

    it("is told how many lines it was too slow for", function()
      os.execute("kill -STOP " .. terminal)
      local loaded = load.start(port, {
        connections = 4,
        pause = 0,
        targets = { "/a?" .. ("x"):rep(3000) },
        seen = function() end,
      })
      server.await(function()
        loaded:pump(socket.gettime() + 0.2)
        return loaded.answers >= 300
      end, 60)
      loaded:stop()
      os.execute("kill -CONT " .. terminal)
      -- The reader is fast again: it gets more than new requests bring.
      local again = load.start(port, {
        connections = 1,
        pause = 0.01,
        targets = { "/a?" .. ("x"):rep(300) },
        seen = function() end,
      })
      local lost = server.await(function()
        again:pump(socket.gettime() + 0.2)
        return read_shown():match("\n%(lines lost, their reader is too slow: (%d+)%)\r\n")
      end, 30)
      again:stop()
      assert.truthy(lost)
      assert.is_true(tonumber(lost) < loaded.answers)
    end)
  end)
end)
