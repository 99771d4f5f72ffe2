--- Jobs of routes run in one process of their own, and give what they find to all workers.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local svc = require("svc")
local tables = require("base.tables")

local BUILD = os.getenv("BUILD") or "build"

local folder, svcd

local SHOW = [[{ method = "GET", path = "/x", handle = function()
  return { answer = host.shared.get("x") or "none", beat = host.shared.get("beat") } end }]]

local function list(jobs) return jobs .. "\nreturn { " .. SHOW .. " }" end

local function start(jobs, options)
  folder = forge.folder()
  forge.write(folder .. "/init.lua", list(jobs))
  local all = { routes = { "default", folder }, admin_listen = "127.0.0.1:0" }
  svcd = server.start(tables.merge(all, options))
end

local function answer() return svcd:request("/x").body:match('"answer":"(.-)"') end

local function await(text)
  assert.is_truthy(server.await(function() return answer() == text end), answer())
end

local function await_log(text)
  assert.is_truthy(
    server.await(function() return svcd:errors():find(text, 1, true) end),
    svcd:errors()
  )
end

after_each(function()
  if svcd then svcd:stop() end
  svcd = nil
  forge.remove(folder)
end)

describe("a job", function()
  it("runs at once in one process, whatever the number of workers is", function()
    start([[every(3600, function() host.shared.add("x", 1) end)]], { workers = 3 })
    await("1")
    assert.equal(3, #svcd:workers())
    assert.equal("1", answer())
  end)

  it("runs again and again", function()
    start([[every(1, function() host.shared.add("x", 1) end)]])
    await("3")
  end)

  it("sees publication and options, which it cannot change", function()
    start(
      [[every(3600, function(job)
      local good = pcall(function() job.config.site_url = "x" end)
      host.shared.set("x", #job.publication:info().digest .. " " .. tostring(good))
    end)]],
      { publication = BUILD .. "/demo.svp", trust = BUILD .. "/demo.trust" }
    )
    await("64 false")
  end)

  it("that fails is logged with file and line, and runs again later", function()
    start([[every(1, function() host.shared.add("x", 1) error("no stock") end)]])
    await_log("init.lua:1 failed: ")
    await_log("init.lua:1: no stock")
    await("2")
  end)

  it("that does not end is ended at the bound of a request, and hinders no other", function()
    start([[every(3600, function() while true do end end)
    every(1, function() host.shared.add("x", 1) end)]])
    await_log("exceeded its budget of ")
    await("2")
    assert.equal(200, svcd:request("/v1").status)
  end)

  -- stylua: ignore
  local spoilers = {
    { "takes all memory", "while true do held[#held + 1] = ('x'):rep(1 << 20) end",
      "not enough memory" },
    { "gets stuck in a step of Lua", "for i = 1, 65537 do held[i * 131071] = true end",
      "a single step of Lua exceeded" },
  }
  for _, case in ipairs(spoilers) do
    it(("that %s waits as others that fail"):format(case[1]), function()
      local job = [[every(3600, function()
        host.shared.add("x", 1)
        local held = {}
        %s
      end)
      every(1, function() host.shared.add("beat", 1) end)]]
      start(job:format(case[2]), { script_memory = "16M" })
      await_log(case[3])
      local function beats()
        return tonumber(svcd:request("/x").body:match('"beat":"(%d+)"') or 0)
      end
      local before = beats()
      assert.is_truthy(server.await(function() return beats() >= before + 2 end))
      assert.equal("1", answer())
    end)
  end

  it("is counted in the metrics", function()
    start([[every(3600, function() host.shared.set("x", "done") end)
    every(3600, function() error("x") end)]])
    await("done")
    await_log("init.lua:2 failed")
    local connection = orders.send(svcd, "GET", "/metrics")
    local text = client.drain(connection)
    connection:close()
    assert.truthy(text:find("\nsvc_job_runs_total 2\n", 1, true), text)
    assert.truthy(text:find("\nsvc_job_faults_total 1\n", 1, true), text)
  end)
end)

describe("a reload", function()
  local terms

  --- Starts with a job that counts, and another file whose job runs at each reload.
  local function begin(body)
    folder = forge.folder()
    terms = { sequence = 1 }
    terms.private, terms.public = svc.keygen()
    sample.write(folder .. "/p.svp", folder .. "/trust", terms)
    forge.write(folder .. "/other.lua", "return {}")
    forge.write(folder .. "/init.lua", body)
    svcd = server.start({
      routes = { "default", folder },
      publication = folder .. "/p.svp",
      trust = folder .. "/trust",
      admin_listen = "127.0.0.1:0",
    })
  end

  local function jobs(body)
    return ('every(3600, function(job) host.shared.add("x", 1) %s end)\n'):format(body)
      .. 'require("routes.other")\n'
      .. "return { "
      .. SHOW
      .. [[, { method = "GET", path = "/other", handle = function()
        return { answer = host.shared.get("other") or "none" } end } }]]
  end

  local function publish()
    terms.sequence = 2
    sample.write(folder .. "/p.svp", nil, terms)
  end
  local function nothing() end
  local READS = "local p = job.publication"
  local function edit() forge.write(folder .. "/init.lua", jobs("local edited")) end

  -- stylua: ignore
  local cases = {
    { "leaves a job its schedule, where another file changes", "", nothing, "1" },
    { "leaves it that, where it reads no publication and there is another", "", publish, "1" },
    { "leaves it that, where it reads the same publication", READS, nothing, "1" },
    { "runs a job at once that reads another publication", READS, publish, "2" },
    { "runs a job at once whose file changed", "", edit, "2" },
    { "runs a job at once that failed", "error('x')", nothing, "2" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      begin(jobs(case[2]))
      await("1")
      case[3]()
      forge.write(
        folder .. "/other.lua",
        [[every(3600, function() host.shared.set("other", "ran") end) return {}]]
      )
      orders.carry_out(svcd, "POST", "/reload")
      assert.is_truthy(
        server.await(function() return svcd:request("/other").body:find("ran", 1, true) end)
      )
      assert.equal(case[4], answer())
    end)
  end
end)

describe("the process of the jobs", function()
  local function pid()
    local pipe <close> = assert(io.popen("pgrep -x svcd-jobs -P " .. svcd.pid))
    return tonumber(pipe:read("a"))
  end

  it("comes and goes with the jobs of a reload", function()
    start("")
    assert.is_nil(pid())
    forge.write(
      folder .. "/init.lua",
      list([[every(3600, function() host.shared.set("x", "a") end)]])
    )
    orders.carry_out(svcd, "POST", "/reload")
    await("a")
    assert.is_truthy(pid())
    forge.write(
      folder .. "/init.lua",
      list([[every(3600, function() host.shared.set("x", "b") end)]])
    )
    orders.carry_out(svcd, "POST", "/reload")
    await("b")
    forge.write(folder .. "/init.lua", list(""))
    orders.carry_out(svcd, "POST", "/reload")
    assert.is_truthy(server.await(function() return pid() == nil end))
    assert.falsy(svcd:errors():find("the process of the jobs ended", 1, true))
  end)

  it("is told apart from the workers", function()
    start([[every(3600, function() host.shared.set("x", "done") end)]])
    await("done")
    local status = orders.carry_out(svcd, "GET", "/status")
    assert.same({ 1, 1, 1 }, { status.running, status.workers, status.jobs })
  end)

  it("is started again when it falls", function()
    start([[every(3600, function() host.shared.add("x", 1) end)]])
    await("1")
    assert(os.execute("kill -9 " .. pid()))
    await("2")
  end)

  it("listens at no socket, and is caged", function()
    start([[every(3600, function() host.shared.set("x", "done") end)]])
    await("done")
    local pipe <close> = assert(io.popen(("ls -l /proc/%d/fd | grep -c socket"):format(pid())))
    assert.equal(1, tonumber(pipe:read("a"))) -- its channel to the master
    local status <close> = assert(io.open(("/proc/%d/status"):format(pid())))
    assert.truthy(status:read("a"):find("Seccomp:%s+2"))
  end)
end)

describe("every", function()
  -- stylua: ignore
  local faulty = {
    { "every()", "every takes 1 to 604800 seconds first" },
    { "every(0.5, print)", "every takes 1 to 604800 seconds first" },
    { "every(0/0, print)", "every takes 1 to 604800 seconds first" },
    { "every('1', print)", "every takes 1 to 604800 seconds first" },
    { "every(5)", "every takes a function second" },
    { "for _ = 1, 65 do every(5, function() end) end", "there are more than 64 jobs" },
  }
  for _, case in ipairs(faulty) do
    it("refuses, with file and line: " .. case[1], function()
      folder = forge.folder()
      forge.write(folder .. "/init.lua", list(case[1]))
      local good, reason = pcall(require("host.loader").load, { folder }, {})
      assert.is_false(good)
      assert.truthy(tostring(reason):find("init.lua:1: " .. case[2], 1, true), reason)
      package.loaded.routes = nil
    end)
  end

  it("is not for requests", function()
    start(
      "local function handle() every(5, print) end\nlocal own = { method = 'GET', path = '/y', "
        .. "handle = handle }\nhost.shared.set('x', 'x')\nif true then return { own, "
        .. SHOW
        .. " } end"
    )
    assert.equal(500, svcd:request("/y").status)
    await_log("every is called while a file of routes is loaded")
  end)
end)
