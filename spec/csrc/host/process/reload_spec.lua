--- Reloads of the real svcd: routes and publication change between two requests; what is faulty is
-- refused, and the old serves on. Files that have not changed are not parsed again (chunks.c).

local cjson = require("cjson")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

local function routes_answering(text)
  local route = '{ method = "GET", path = "/x", handle = function() return "%s" end }'
  return ("return { " .. route .. " }"):format(text)
end

local function await_body(svcd, text)
  return server.await(function() return svcd:request("/x").body == text end)
end

describe("a reload of the routes", function()
  local folder, svcd

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder)
    forge.write(folder .. "/init.lua", routes_answering("one"))
  end)
  after_each(function()
    svcd:stop()
    os.execute("rm -r " .. folder)
  end)

  local function start(options)
    local all = { routes = folder, workers = 2, control = folder .. "/control" }
    for name, value in pairs(options or {}) do
      all[name] = value
    end
    svcd = server.start(all)
    assert.equal("one", svcd:request("/x").body)
  end

  local function reload()
    local binary = os.getenv("SVC_SVCD") or "build/svcd"
    local line = "unset LUA_PATH LUA_CPATH; SVC_HOME=$PWD %s reload --control %s/control 2>&1"
    local pipe = assert(io.popen(line:format(binary, folder)))
    local text = pipe:read("a")
    local _, _, status = pipe:close()
    return text, status
  end

  it("is carried out by SIGHUP", function()
    start()
    forge.write(folder .. "/init.lua", routes_answering("two"))
    svcd:signal("HUP")
    assert.is_true(await_body(svcd, "two"))
  end)

  it("is complete in every worker when `svcd reload` returns", function()
    start()
    forge.write(folder .. "/init.lua", routes_answering("two"))
    assert.truthy(reload():find("routes reloaded", 1, true))
    for _ = 1, 10 do
      assert.equal("two", svcd:request("/x").body)
    end
  end)

  it("is refused when it does not parse, with file and line, and the old serve on", function()
    start()
    forge.write(folder .. "/init.lua", "return {\n  oops")
    local text, status = reload()
    assert.truthy(text:find("init.lua:2:", 1, true))
    assert.equal(1, status)
    assert.equal("one", svcd:request("/x").body)
    assert.truthy(svcd:errors():find("init.lua:2:", 1, true))
  end)

  it("is refused when the contract cannot be rendered, and the old serve on", function()
    start()
    forge.write(
      folder .. "/init.lua",
      [[return { { method = "GET", path = "/x", operation = "getX",
      summary = "X", description = "X.", answer = { schema = "Missing", description = "X." },
      handle = function() return "two" end } }]]
    )
    local text = reload()
    assert.truthy(text:find("Missing.json", 1, true))
    assert.equal("one", svcd:request("/x").body)
  end)

  it("is refused when another route answers for an operation", function()
    start()
    forge.write(
      folder .. "/init.lua",
      [[
      local params = require("web.params")
      local function route(name, operation)
        return { method = "GET", path = "/q/{" .. name .. "}", operation = operation,
          summary = "X", description = "X.", answer = { schema = "ApiHealth", description = "X." },
          params = { [name] = params.integer {
            from = "path", min = 1, max = 9, description = "X.", example = 1 } },
          handle = function() return "two" end }
      end
      return { route("a", "getA"), route("b", "getB") }]]
    )
    assert.truthy(reload():find("GET /q/{b} is answered by another route", 1, true))
  end)

  it("sees every change, however quickly one follows another and whatever its size", function()
    start()
    for i = 1, 20 do
      forge.write(folder .. "/init.lua", routes_answering(("%03d"):format(i)))
      reload()
      assert.equal(("%03d"):format(i), svcd:request("/x").body)
    end
  end)

  it("that was refused does not reach a worker that is started again", function()
    start({ workers = 1 })
    forge.write(folder .. "/init.lua", "return {")
    reload()
    svcd:signal("KILL", svcd:workers()[1])
    assert.is_true(await_body(svcd, "one"))
  end)

  it("happens by itself under --watch", function()
    start({ watch = "true" })
    forge.write(folder .. "/init.lua", routes_answering("two"))
    assert.is_true(await_body(svcd, "two"))
  end)

  it("loses no request, a hundred times", function()
    start()
    local connection = client.connect(svcd.port)
    local request = client.format("/x", { keep = true })
    for i = 1, 100 do
      forge.write(folder .. "/init.lua", routes_answering("n" .. i))
      svcd:signal("HUP")
      connection:send(request:rep(5))
    end
    connection:send(client.format("/x"))
    local answers = assert(client.parse((client.drain(connection))))
    assert.equal(501, #answers)
    for _, answer in ipairs(answers) do
      assert.equal(200, answer.status)
    end
  end)
end)

describe("a reload of the publication", function()
  local files, svcd

  before_each(function()
    files = os.tmpname()
    os.remove(files)
    os.execute("mkdir " .. files)
    sample.write(files .. "/good.svp", files .. "/trust")
  end)
  after_each(function()
    svcd:stop()
    os.execute("rm -r " .. files)
  end)

  local function start(publication, allow_unavailable)
    svcd = server.start({
      publication = files .. "/" .. publication,
      trust = files .. "/trust",
      quota_limit = 0,
      allow_unavailable = allow_unavailable,
    })
  end

  local function replace(from, to)
    os.execute(
      ("cp %s/%s %s/new && mv %s/new %s/%s"):format(files, from, files, files, files, to)
    )
  end

  local function await_status(status)
    return server.await(function() return svcd:request("/v1/taxonomy").status == status end)
  end

  it("happens when the file appears, and content is 503 with Retry-After until then", function()
    start("live.svp", true)
    local answer = svcd:request("/v1/taxonomy")
    assert.same({ 503, "5" }, { answer.status, answer.headers["retry-after"] })
    assert.equal("SERVICE_UNAVAILABLE", cjson.decode(answer.body).code)
    for _, target in ipairs { "/v1", "/v1/health", "/openapi.json" } do
      assert.equal(200, svcd:request(target).status)
    end
    replace("good.svp", "live.svp")
    assert.is_true(await_status(200))
  end)

  it("reads no file again that is as it was", function()
    local demo = (os.getenv("BUILD") or "build") .. "/demo"
    svcd = server.start({
      publication = demo .. ".svp",
      trust = demo .. ".trust",
      control = files .. "/control",
    })
    local unix = require("socket.unix")
    local control = assert(unix.stream())
    assert(control:connect(files .. "/control"))
    control:send(client.format("/reload/publication", { method = "POST" }))
    assert.truthy(
      client
        .drain(control)
        :find('{"generation":1,"publication":{"reloaded":true,"changed":false}}', 1, true)
    )
    control:close()
    assert.is_nil(svcd:errors():find("publication reloaded", 1, true))
    assert.equal(200, svcd:request("/v1/taxonomy").status)
  end)

  it("is refused when the file is damaged, and the old serves on", function()
    start("good.svp")
    assert.equal(200, svcd:request("/v1/taxonomy").status)
    forge.write(files .. "/bad", ("x"):rep(10000))
    replace("bad", "good.svp")
    assert.truthy(
      server.await(
        function() return svcd:errors():find("publication was not reloaded", 1, true) end
      )
    )
    assert.equal(200, svcd:request("/v1/taxonomy").status)
  end)

  it("does not change an answer while the file is overwritten, cut or deleted", function()
    start("good.svp")
    local before = svcd:request("/v1/quran/112?to_verse=4").body
    forge.write(files .. "/good.svp", "")
    assert.equal(before, svcd:request("/v1/quran/112?to_verse=4").body)
    os.remove(files .. "/good.svp")
    assert.equal(before, svcd:request("/v1/quran/112?to_verse=4").body)
  end)

  it("serves the publication also in a worker that is started again", function()
    start("good.svp")
    os.remove(files .. "/good.svp")
    svcd:signal("KILL", svcd:workers()[1])
    assert.is_true(await_status(200))
  end)
end)

describe("the memory of a publication that was replaced", function()
  local STUCK = [[
return { { method = "GET", path = "/stuck", handle = function()
  local list, size = {}, 1 << 17
  for i = 1, size // 2 + 1 do
    list[i * (size - 1)] = true -- they all collide when it grows
  end
end } }
]]
  local folder, svcd
  setup(function()
    folder = forge.folder()
    forge.write(folder .. "/init.lua", STUCK)
    sample.write(folder .. "/p.svp", folder .. "/trust")
    svcd = server.start({
      publication = folder .. "/p.svp",
      trust = folder .. "/trust",
      routes = { "spec/support/service/streams", folder },
    })
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    forge.remove(folder)
  end)

  local function count(command, pid)
    local pipe <close> = assert(io.popen(command:format(pid)))
    return tonumber(pipe:read("l"))
  end

  --- Waits until the worker maps so many publications, and examiners have so many open.
  local function become(mapped, open)
    local found
    server.await(function()
      found = {
        count("grep -c memfd:publication /proc/%d/maps", svcd:workers()[1]),
        count(
          "for i in $(pgrep -x svcd-examiner -P %d); do ls -l /proc/$i/fd; done"
            .. " | grep -c memfd:pub",
          svcd.pid
        ),
      }
      return found[1] == mapped and found[2] == open
    end)
    assert.same({ mapped, open }, found)
  end

  local function replace()
    sample.write(folder .. "/p.svp", folder .. "/trust")
    local line = "%s reload --control %s/control >/dev/null"
    assert(os.execute(line:format(os.getenv("SVC_SVCD"), svcd.folder)))
  end

  --- A client that has the first bytes of a stream which does not end.
  local function stream()
    local connection = client.connect(svcd.port)
    connection:send(client.format("/waiting"))
    assert.truthy(connection:receive("*l"))
    return connection
  end

  it(
    "is freed by a process that answers nothing, after the last stream that reads it",
    function()
      local connection = stream()
      become(1, 0)
      replace()
      become(2, 1)
      connection:close()
      become(1, 0)
    end
  )

  it("is freed where states that served it were given up", function()
    local worker = svcd:workers()
    for _ = 1, 3 do
      assert.equal(500, svcd:request("/stuck").status)
    end
    replace()
    become(1, 0)
    assert.same(worker, svcd:workers())
  end)

  it("is freed where a state was given up while a stream read it", function()
    local connection = stream()
    assert.equal(500, svcd:request("/stuck").status)
    replace()
    client.drain(connection)
    become(1, 0)
  end)
end)
