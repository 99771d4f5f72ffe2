--- The cage (csrc/host/process/sandbox.c): real workers try what they may not do, under root and as
-- another user, on kernels with Landlock and without.

local client = require("spec.support.service.client")
local probes = require("spec.support.service.probes")
local server = require("spec.support.service.server")

local EPERM, EACCES, SIGSYS = 1, 13, 31

--- What Landlock refuses by itself, and from which ABI on.
-- stylua: ignore
local BY_LANDLOCK = {
  ["read a file"] = 1, ["read a file by openat2"] = 1, ["read its own program"] = 1,
  ["list a folder"] = 1, ["write a file"] = 1, ["create a file"] = 1, ["remove a file"] = 1,
  ["create a file without a name"] = 1, ["make a folder"] = 1, ["make a named pipe"] = 1,
  ["make a symbolic link"] = 1, ["run a program"] = 1, ["trace the master"] = 1,
  ["truncate a file"] = 3, ["connect by TCP"] = 4, ["bind and listen"] = 4,
  ["signal the master by kill"] = 6, ["signal the master by tgkill"] = 6,
  ["signal the master by rt_sigqueueinfo"] = 6,
}

--- What anybody may do who is not caged.
-- stylua: ignore
local FREE = {
  "read a file", "list a folder", "write a file", "truncate a file", "give a file the mode 4777",
  "make a folder", "connect by TCP", "connect by TCP fast open", "send by UDP", "bind and listen",
  "connect to a unix socket", "signal the master by kill", "signal the master by tgkill",
  "signal the master by rt_sigqueueinfo", "open the master by pidfd_open", "make a process",
  "have a descriptor signal the master (fcntl)", "make a file in memory",
  "map memory that can be run", "make memory runnable", "become dumpable", "run a program",
}

local function output(line)
  local pipe <close> = assert(io.popen(line))
  return pipe:read("a")
end

local is_root = output("id -u") == "0\n"

local function status_of(pid)
  local file <close> = assert(io.open(("/proc/%d/status"):format(pid)))
  local status = {}
  for name, value in file:read("a"):gmatch("(%w+):\t([^\n]*)") do
    status[name] = value
  end
  return status
end

--- What the kernel calls a refusal is told in the table; what was done stands out.
local function shown(outcome)
  return ({ [0] = "DONE", [EPERM] = "refused", [-1] = "not tried" })[outcome]
    or "errno " .. outcome
end

local NOBODY = tostring(probes.NOBODY)
local as_nobody = ("setpriv --reuid %s --regid %s --clear-groups"):format(NOBODY, NOBODY)

describe("a worker in its cage", function()
  local folder, columns, names = nil, {}, {}

  setup(function() folder = probes.folder() end)

  teardown(function()
    os.execute("rm -rf " .. folder)
    local head = { ("# %-46s"):format("") }
    for _, column in ipairs(columns) do
      head[#head + 1] = ("%-26s"):format(column.title)
    end
    print(table.concat(head))
    for i, name in ipairs(names) do
      local row = { ("# %-46s"):format(name) }
      for _, column in ipairs(columns) do
        row[#row + 1] = ("%-26s"):format(shown(column[i].outcome))
      end
      print(table.concat(row))
    end
  end)

  local cases = {
    { "as it was started" },
    { "as it was started, old kernel", how = { kernel = "old" } },
    { "--user", options = { user = NOBODY }, other = true },
    {
      "--user, old kernel",
      options = { user = NOBODY },
      how = { kernel = "old" },
      other = true,
    },
    { "started by a user", how = { prefix = as_nobody }, other = true },
  }
  for _, case in ipairs(cases) do
    it("is refused every act: " .. case[1], function()
      if case.other and not is_root then return pending("needs root") end
      if case.other and not probes.is_readable_by_others() then
        return pending("other users cannot read this checkout")
      end
      local svcd <close> = probes.start(folder, case.options, case.how)
      local acts, done = probes.try(svcd, folder), {}
      assert.is_true(#acts >= 30)
      acts.title = case[1]
      columns[#columns + 1] = acts
      for i, act in ipairs(acts) do
        names[i] = act.name
        if act.outcome ~= EPERM then
          done[#done + 1] = act.name .. ": " .. shown(act.outcome)
        end
      end
      assert.same({}, done)
      assert.equal(200, client.request(svcd.port, "/v1/health").status)
    end)
  end

  it("is refused by Landlock alone what that covers", function()
    local svcd <close> = probes.start(folder, nil, { kernel = "bare" })
    local acts, abi = probes.try(svcd, folder)
    if abi < 1 then return pending("this kernel has no Landlock") end
    local done = {}
    for _, act in ipairs(acts) do
      local covered = (BY_LANDLOCK[act.name] or abi + 1) <= abi
      if covered and act.outcome ~= EPERM and act.outcome ~= EACCES then
        done[#done + 1] = act.name .. ": " .. shown(act.outcome)
      end
    end
    assert.same({}, done)
  end)

  it("tries what succeeds outside of the cage", function()
    local svcd <close> = probes.start(folder, { sandbox = "false" })
    local outcomes, refused = {}, {}
    for _, act in ipairs((probes.try(svcd, folder))) do
      outcomes[act.name] = act.outcome
    end
    for _, name in ipairs(FREE) do
      if outcomes[name] ~= probes.DONE then refused[#refused + 1] = name end
    end
    assert.same({}, refused)
  end)

  it("ends at a call by a number of another architecture", function()
    if output("uname -m") ~= "x86_64\n" then return pending("there is no x32 here") end
    local svcd <close> = probes.start(folder)
    client.raw(svcd.port, client.format("/foreign"))
    local line = ("was ended by signal %d"):format(SIGSYS)
    assert.is_truthy(server.await(function() return svcd:errors():find(line, 1, true) end))
  end)

  it("has no capability, root's neither", function()
    local svcd <close> = server.start()
    local status = status_of(svcd:workers()[1])
    for _, set in ipairs { "CapInh", "CapPrm", "CapEff", "CapAmb" } do
      assert.equal(("0"):rep(16), status[set], set)
    end
  end)

  it("has no file open that it does not need", function()
    local svcd <close> = server.start({ access_log = "none" })
    local open = output(("readlink /proc/%d/fd/*"):format(svcd:workers()[1]))
    for line in open:gmatch("[^\n]+") do
      local known = line:find("^socket:")
        or line:find("^anon_inode:")
        or line:find("^/memfd:")
        or line:find("^pipe:")
        or line:find(svcd.folder, 1, true)
        or line == "/dev/null"
      assert.is_truthy(known, line)
    end
  end)
end)

describe("the admin pages over the network", function()
  local function admin_process(svcd)
    return output("pgrep -x svcd-admin -P " .. svcd.pid):match("%d+")
  end

  --- Connections over TCP that a process has, by the numbers of their sockets.
  local function connections_of(pid)
    local established, count = {}, 0
    for line in io.lines("/proc/net/tcp") do
      local state, inode =
        line:match("^%s*%d+: %x+:%x+ %x+:%x+ (%x%x) %S+ %S+ %S+ +%d+ +%d+ (%d+)")
      if state == "01" then established["socket:[" .. inode .. "]"] = true end
    end
    for name in output(("readlink /proc/%d/fd/*"):format(pid)):gmatch("[^\n]+") do
      if established[name] then count = count + 1 end
    end
    return count
  end

  it("are read by a process of their own, caged as workers are", function()
    local user = is_root and probes.is_readable_by_others() and NOBODY or nil
    local svcd <close> = server.start({ admin_listen = "127.0.0.1:0", user = user })
    local held = client.connect(svcd:admin_port())
    held:send(client.format("/live", { keep = true }))
    assert.equal("HTTP/1.1 200 OK", held:receive("*l"))
    local front = admin_process(svcd)
    assert.same({ 0, 1 }, { connections_of(svcd.pid), connections_of(front) })
    local status, worker = status_of(front), status_of(svcd:workers()[1])
    for _, name in ipairs { "NoNewPrivs", "Seccomp", "CapEff", "Uid", "Gid", "Groups" } do
      assert.equal(worker[name], status[name], name)
    end
    held:close()
  end)

  it(
    "are answered again when their process has fallen, and all who ask at once are answered",
    function()
      local svcd <close> = server.start({ admin_listen = "127.0.0.1:0" })
      local port, first, held = svcd:admin_port(), admin_process(svcd), {}
      svcd:signal("KILL", first)
      assert.is_truthy(server.await(function()
        local good, found = pcall(client.request, port, "/live")
        return good and found.status == 200
      end))
      assert.not_equal(first, admin_process(svcd))
      local pages = { "/live", "/status", "/metrics", "/ready" }
      for i = 1, 24 do
        held[i] = client.connect(port)
        held[i]:send(client.format(pages[i % #pages + 1]))
      end
      for i = 1, 24 do
        local found = assert(client.parse((client.drain(held[i]))))[1]
        assert.equal(pages[i % #pages + 1] == "/ready" and 503 or 200, found.status)
      end
    end
  )

  it("take no orders, and name what there is", function()
    local svcd <close> = server.start({ admin_listen = "127.0.0.1:0" })
    local answer = client.request(svcd:admin_port(), "/reload", { method = "POST" })
    assert.same(
      { 404, "GET /metrics, /live, /ready, /status\n" },
      { answer.status, answer.body }
    )
  end)
end)

describe("the account of", function()
  local as_user = { user = NOBODY }
  local function is_possible() return is_root and probes.is_readable_by_others() end

  it("workers is that of --user, and the master keeps its own", function()
    if not is_possible() then
      return pending("needs root, and a checkout that others can read")
    end
    local svcd <close> = server.start(as_user)
    local worker, master = status_of(svcd:workers()[1]), status_of(svcd.pid)
    assert.equal(("%s\t%s\t%s\t%s"):format(NOBODY, NOBODY, NOBODY, NOBODY), worker.Uid)
    assert.equal("0\t0\t0\t0", master.Uid)
    assert.is_nil(worker.Groups:find("%f[%d]0%f[%D]"))
  end)

  it("a user is that of its workers, and another is refused in one line", function()
    if not is_possible() then
      return pending("needs root, and a checkout that others can read")
    end
    local _, reason = pcall(server.start, { user = "0" }, nil, { prefix = as_nobody })
    assert.is_truthy(
      reason:find("svcd runs as user 65534, who cannot become another", 1, true),
      reason
    )
    local svcd <close> = server.start(as_user, nil, { prefix = as_nobody })
    assert.equal(200, client.request(svcd.port, "/v1/health").status)
  end)

  it("workers is told once where it is root's", function()
    if not is_root then return pending("needs root") end
    local svcd <close> = server.start({ workers = 2 })
    svcd:signal("HUP")
    assert(server.await(function() return svcd:errors():find("routes reloaded", 1, true) end))
    assert.equal(1, select(2, svcd:errors():gsub("the workers run as root", "")))
  end)

  it("a worker that was started after a reload is the same", function()
    if not is_possible() then
      return pending("needs root, and a checkout that others can read")
    end
    local svcd <close> = server.start(as_user)
    local first = svcd:workers()[1]
    svcd:signal("KILL", first)
    assert(server.await(function()
      local now = svcd:workers()[1]
      return now and now ~= first and pcall(client.request, svcd.port, "/v1/health")
    end))
    assert.matches("^" .. NOBODY, status_of(svcd:workers()[1]).Uid)
  end)
end)

describe("routes", function()
  local folder

  before_each(function()
    folder = output("mktemp -d"):match("%S+")
    os.execute("chmod 755 " .. folder)
  end)
  after_each(function() os.execute("rm -r " .. folder) end)

  local function write(text)
    local file <close> = assert(io.open(folder .. "/init.lua", "wb"))
    file:write(text)
  end

  --- The process that tries them, while they hang.
  local function trial_of(svcd)
    return server.await(function()
      for examiner in output("pgrep -x svcd-examiner -P " .. svcd.pid):gmatch("%d+") do
        local trial = output("pgrep -x svcd-trial -P " .. examiner):match("%d+")
        local status = trial and status_of(trial)
        if status and status.Seccomp == "2" then return trial end
      end
    end)
  end

  it("are loaded by a worker that is caged already", function()
    write('if not host.trial then while true do ("x"):rep(1 << 24) end end return {}')
    local user = is_root and probes.is_readable_by_others() and NOBODY or nil
    local options = {
      routes = folder,
      listen = "127.0.0.1:0",
      control = folder .. "/control",
      allow_unavailable = "true",
      heartbeat_timeout = 60,
      workers = 1,
      user = user,
    }
    local words = { os.getenv("SVC_SVCD"), "serve" }
    for name, value in pairs(options) do
      words[#words + 1] = ("--%s '%s'"):format(name:gsub("_", "-"), value)
    end
    local line = "SVC_HOME=$PWD %s >%s/out 2>&1 & echo $!"
    local pid = output(line:format(table.concat(words, " "), folder)):match("%d+")
    local found
    local worker = server.await(function()
      found = output("pgrep -x svcd-worker -P " .. pid):match("%d+")
      local status = found and status_of(found)
      return status and status.State:find("^R") and status.Seccomp == "2" and status
    end)
    os.execute(("kill -KILL %s %s"):format(pid, found or ""))
    assert.is_truthy(worker, output("cat " .. folder .. "/out"))
    assert.equal(user and NOBODY or output("id -u"):match("%d+"), worker.Uid:match("%d+"))
  end)

  it("are tried in the cage, under the account of the workers", function()
    write("return {}")
    local user = is_root and probes.is_readable_by_others() and NOBODY or nil
    local svcd = server.start({ routes = folder, user = user })
    write('while true do ("x"):rep(1 << 24) end return {}')
    svcd:signal("HUP")
    local trial = assert(trial_of(svcd), svcd:errors())
    local status, worker = status_of(trial), status_of(svcd:workers()[1])
    for _, name in ipairs { "NoNewPrivs", "Seccomp", "CapEff", "Uid", "Gid", "Groups" } do
      assert.equal(worker[name], status[name], name)
    end
    svcd:stop("KILL")
    assert.is_truthy(
      server.await(
        function() return not os.execute(("kill -0 %s 2>/dev/null"):format(trial)) end
      ),
      "the trial outlives its master"
    )
  end)
end)

describe("the access log of a caged worker", function()
  it(
    "is opened by the master alone, and is the new file after SIGUSR1 for new workers too",
    function()
      local path = os.tmpname()
      local svcd <close> = server.start({ access_log = path })
      assert(os.rename(path, path .. ".1"))
      svcd:signal("USR1")
      assert(server.await(function() return io.open(path) end))
      svcd:signal("KILL", svcd:workers()[1])
      assert.is_truthy(server.await(function()
        pcall(client.request, svcd.port, "/v1/health")
        local file <close> = assert(io.open(path))
        return file:read("a"):find("/v1/health", 1, true)
      end))
      os.remove(path)
      os.remove(path .. ".1")
    end
  )
end)
