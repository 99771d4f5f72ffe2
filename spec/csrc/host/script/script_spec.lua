--- Scripts in the real svcd: what they can do, and what they cannot do to the service.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local guide_routes = require("spec.support.house.guide_routes")
local server = require("spec.support.service.server")
local upstream = require("spec.support.service.upstream")
local process = require("spec.proof.soak.process")
local socket = require("socket")

describe("the example routes", function()
  local svcd, folder
  setup(function()
    folder = guide_routes.write()
    svcd = server.start({ routes = folder, workers = 2 })
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    forge.remove(folder)
  end)

  it("add an endpoint with a typed parameter", function()
    assert.equal('{"greeting":"Hello, Ada!"}', svcd:request("/greeting?name=Ada").body)
    assert.equal(400, svcd:request("/greeting?nam=Ada").status)
  end)

  it("add a header to every answer, refusals included", function()
    assert.equal("example", svcd:request("/greeting").headers["x-served-by"])
    assert.equal("example", svcd:request("/nowhere").headers["x-served-by"])
  end)

  it("refuse a client in the access phase, as a problem", function()
    local answer = svcd:request("/greeting", { headers = { ["User-Agent"] = "a scraper" } })
    assert.equal(403, answer.status)
    assert.equal("EDGE_GUARD_REJECTED", cjson.decode(answer.body).code)
  end)

  it("redirect", function()
    local answer = svcd:request("/hi")
    assert.same({ 308, "/greeting" }, { answer.status, answer.headers.location })
  end)

  it("show one client always the same variant", function()
    local first = svcd:request("/experiment").headers["x-variant"]
    for _ = 1, 5 do
      assert.equal(first, svcd:request("/experiment").headers["x-variant"])
    end
  end)

  it("stream events, and serve others between two of them", function()
    local connection = client.connect(svcd.port)
    connection:send(client.format("/events"))
    assert.equal(200, svcd:request("/greeting").status)
    local answer = assert(client.parse((client.drain(connection))))[1]
    assert.equal("text/event-stream", answer.headers["content-type"])
    local events = "id: 1\ndata: tick 1\n\nid: 2\ndata: tick 2\n\nid: 3\ndata: tick 3\n\n"
    assert.equal(events, answer.body)
  end)

  it("read a request body", function()
    local text = { ["Content-Type"] = "text/plain" }
    local answer = svcd:request("/echo", { method = "POST", headers = text, body = "hello" })
    assert.equal("hello", answer.body)
  end)

  it("count over all workers", function()
    local last
    for _ = 1, 40 do
      last = cjson.decode(svcd:request("/visits").body)
    end
    assert.equal(40, last.visits)
    assert.is_true(last.answered > 0)
  end)
end)

describe("a faulty script", function()
  local svcd
  setup(
    function()
      svcd = server.start({ routes = "spec/support/service/faulty", script_memory = "32M" })
    end
  )
  teardown(function() assert.is_true(svcd:stop()) end)

  local function fails(path)
    local answer = svcd:request(path)
    assert.same({ 500, "INTERNAL_ERROR" }, { answer.status, cjson.decode(answer.body).code })
    assert.equal(200, svcd:request("/fine").status)
    return answer
  end

  local endless = {
    { "/loop", "a loop" },
    { "/caught", "a loop around a pcall" },
    { "/coroutines", "many short coroutines" },
    { "/alternate", "coroutines that take turns" },
    { "/older", "a coroutine made before the request" },
    { "/wrapped", "one that is wrapped, within a pcall" },
    { "/nested", "a coroutine within a coroutine" },
    { "/reluctant", "a coroutine that is closed" },
    { "/handler", "the handler of xpcall, after the loop before it" },
    { "/handled", "the handler of xpcall" },
    { "/sort", "the order of table.sort" },
    { "/gsub", "the function of gsub" },
    { "/index", "a metamethod" },
    { "/close", "a variable that is closed" },
    { "/closing", "a variable that is closed by the error" },
    { "/tostring", "the text of an error" },
  }
  for _, row in ipairs(endless) do
    it("ends at its budget of instructions: " .. row[2], function()
      local answer = fails(row[1])
      local id = answer.headers["x-request-id"]:gsub("%-", "%%-")
      local line = svcd:errors():match("request " .. id .. " failed: ([^\n]*)")
      assert.truthy(line:find("exceeded its budget", 1, true), line)
    end)
  end

  it("ends at its budget in a stream too, which is cut", function()
    local text, ending = svcd:raw(client.format("/endless"))
    assert.equal("closed", ending)
    assert.is_nil(text:find("\r\n0\r\n", 1, true))
    assert.truthy(svcd:errors():find("the stream of request [^\n]*exceeded its budget"))
  end)

  it("may not set a finalizer, which nothing could end", function()
    fails("/finalizer")
    assert.truthy(svcd:errors():find("may not set a finalizer", 1, true))
  end)

  it(
    "does not reach the finalizers of the engine",
    function() assert.equal('["nil","table"]', svcd:request("/metatables").body) end
  )

  it(
    "leaves coroutines and xpcall as Lua describes them",
    function()
      assert.same({
        9,
        "x",
        16,
        "false inner",
        "cannot resume dead coroutine",
        "wrapped",
        "oh!",
        2,
        "closed",
        "true dead",
        "out",
        "in",
      }, cjson.decode(svcd:request("/works").body))
    end
  )

  it("gives the texts of its body as one string or as a list", function()
    assert.equal("one, two", svcd:request("/joined").body)
    fails("/unjoined")
    assert.truthy(svcd:errors():find("not a string, nor a list of strings", 1, true))
    fails("/overfull")
    assert.truthy(svcd:errors():find("not enough memory for the body", 1, true))
  end)

  it("holds others up for a moment only", function()
    local connection = client.connect(svcd.port)
    local start = socket.gettime()
    connection:send(client.format("/loop"))
    client.drain(connection)
    assert.is_true(socket.gettime() - start < 1)
  end)

  it("ends at its memory ceiling, and the state is replaced", function()
    local before = svcd:workers()
    for _ = 1, 3 do
      fails("/greedy")
    end
    assert.same(before, svcd:workers())
  end)

  it("is a line in the log, with traceback and request id", function()
    local answer = fails("/error")
    local log = svcd:errors()
    assert.truthy(log:find(answer.headers["x-request-id"], 1, true))
    assert.truthy(log:find("a fault on purpose", 1, true))
    assert.truthy(log:find("faulty/init.lua", 1, true))
  end)

  it("that returns no response is a 500", function() fails("/nothing") end)

  it("that returns nothing is a 500, and the log says which handler it is", function()
    fails("/silent")
    assert.matches(
      "faulty/init.lua:%d+: the handler of GET /silent returned nothing; return a "
        .. "value, a response, or nil and problem%.new%(CODE%)",
      svcd:errors()
    )
  end)

  it("cannot split a response", function()
    local answer = fails("/headers")
    assert.is_nil(answer.headers.b)
  end)

  it("sends as many bytes of headers as are allowed, and no more", function()
    local allowed, refused = 0, 4096
    while refused - allowed > 1 do
      local middle = (allowed + refused) // 2
      local answer = svcd:request(
        "/padded?padding=" .. middle,
        { headers = { ["X-Request-Id"] = ("i"):rep(64) } }
      )
      if answer.status == 200 then
        assert.equal("padded", answer.body)
        allowed = middle
      else
        refused = middle
      end
    end
    local answer, bytes = svcd:request("/padded?padding=" .. allowed), 0
    for name, value in pairs(answer.headers) do
      if name:find("^x%-%d") then bytes = bytes + #value end
    end
    assert.equal(allowed, bytes)
    assert.is_true(allowed > 1500, allowed)
    fails("/padded?padding=" .. refused)
    assert.truthy(svcd:errors():find("the headers of a response exceed 2048 bytes", 1, true))
  end)

  it("that fails within a stream leaves the answer visibly cut", function()
    local text, ending = svcd:raw(client.format("/torn"))
    assert.equal("closed", ending)
    assert.truthy(text:find("half", 1, true))
    assert.is_nil(text:find("\r\n0\r\n", 1, true))
  end)
end)

describe("the shared dictionary", function()
  it("keeps texts and numbers, forgets in time, and makes room when it is full", function()
    local svcd = server.start({
      routes = "spec/support/service/faulty",
      shared_size = "256K",
      script_instructions = 0,
    })
    assert.equal(
      "nil;7000;short;nil;5;-2;false;false;false;list:a,list:b;1;false;nil;value 20000;nil",
      svcd:request("/shared").body
    )
    svcd:stop()
  end)
end)

describe("a route file", function()
  local function refused(text)
    local folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder)
    local file = assert(io.open(folder .. "/init.lua", "wb"))
    file:write(text)
    file:close()
    local ok, reason = pcall(server.start, { routes = folder })
    os.execute("rm -r " .. folder)
    assert.is_false(ok)
    return reason
  end

  local faults = {
    { "that does not parse", "return {", "init.lua:1:" },
    { "that is bytecode", string.dump(function() end), "attempt to load a binary chunk" },
    { "that reads a file", 'return io.open("/etc/passwd")', 'no global "io"' },
    { "that runs a program", 'return os.execute("id")', "execute" },
    { "that loads code", 'return load("return 1")', 'no global "load"' },
    { "that uses the debugger", "return debug.getregistry()", 'no global "debug"' },
    { "that requires another module", 'return require("lfs")', 'may not require "lfs"' },
    { "that sets a global", "x = 1 return {}", 'may not set the global "x"' },
    { "that returns no list", "return 1", "return the list of routes" },
    { "with a route that has no path", 'return { { method = "GET" } }', "route 1" },
  }
  for _, row in ipairs(faults) do
    it(
      row[1] .. " is refused",
      function() assert.truthy(refused(row[2]):find(row[3], 1, true)) end
    )
  end
end)

describe("garbage", function()
  local ROUTES = [[
local respond = require("web.respond")
local kept, held = setmetatable({}, { __mode = "v" }), {}
local function fill(list, kib)
  for i = #list + 1, #list + kib * 8 do
    list[i] = { i } -- some 128 bytes with its place
  end
end
local function waste(kib)
  for i = 1, kib * 14 do
    local _ = { i } -- 72 bytes
  end
end
local function drop() kept[1] = {} end
local function text(value) return respond.new(200, {}, value) end
return {
  { method = "GET", path = "/hold/{kib}", handle = function(call)
    fill(held, tonumber(call.captures.kib))
    return text("held")
  end },
  { method = "GET", path = "/outlives/{kib}", handle = function(call)
    drop()
    waste(tonumber(call.captures.kib))
    return text(tostring(kept[1] ~= nil))
  end },
}
]]
  local folder, svcd
  setup(function()
    folder = forge.folder()
    forge.write(folder .. "/init.lua", ROUTES)
    svcd = server.start({ routes = { "default", folder }, script_memory = "64M" })
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    forge.remove(folder)
  end)

  --- How many of some objects outlive garbage of so many KiB.
  local function outliving(kib)
    local count = 0
    for _ = 1, 6 do
      if svcd:request("/outlives/" .. kib).body == "true" then count = count + 1 end
    end
    return count
  end

  it("of a small state goes before there is as much of it as stays", function()
    outliving(1250) -- the first collection is set by what the load left
    -- Half of the 2.5 MiB that stay: a young collection comes at a fifth, one in steps at them all.
    assert.equal(0, outliving(1250))
  end)

  it("of a large state is not collected at once", function()
    svcd:request("/hold/8000")
    socket.sleep(1.2) -- the state is looked at each second
    assert.is_true(outliving(5000) > 1)
  end)
end)

describe("a step of Lua that does not end", function()
  local STUCK = [[
local function stuck()
  local list, size = {}, 1 << 17
  for i = 1, size // 2 + 1 do
    list[i * (size - 1)] = true -- they all collide when it grows
  end
end
local respond = require("web.respond")
local function stream()
  local response = respond.new(200, { { "Content-Type", "text/plain" } })
  response.stream = function(send, wait)
    while true do
      send("part\n")
      wait(0.01)
    end
  end
  return response
end
local function held() return { body = host.fetch("far", { path = "/held", timeout = 50 }).body } end
local function route(path, handle) return { method = "GET", path = path, handle = handle } end
return {
  route("/stuck", stuck),
  route("/stream", stream),
  route("/held", held),
  route("/late", function() return {} end),
  phases = { log = function(request) if request.path == "/late" then stuck() end end },
}
]]
  local folder, far, svcd, worker
  setup(function()
    folder, far = forge.folder(), upstream.start()
    forge.write(folder .. "/init.lua", STUCK)
    svcd = server.start({
      routes = { "default", folder },
      upstreams = { "far " .. far.url .. " timeout=60" },
    })
    worker = svcd:workers()
  end)
  teardown(function()
    assert.same(worker, svcd:workers())
    assert.is_true(svcd:stop())
    far:stop()
    forge.remove(folder)
  end)

  local function get_stuck(path)
    local answer = svcd:request(path or "/stuck")
    assert.equal(200, svcd:request("/v1").status)
    return answer
  end

  it("is given up at the budget, with its place in the log", function()
    local answer = get_stuck()
    assert.same({ 500, "application/problem+json" }, {
      answer.status,
      answer.headers["content-type"],
    })
    local id = answer.headers["x-request-id"]:gsub("%-", "%%-")
    local line = svcd:errors():match("request " .. id .. " failed: ([^\n]*)")
    assert.truthy(line:find("GET /stuck of " .. folder, 1, true), line)
    assert.truthy(line:find("init.lua:4: a single step of Lua exceeded", 1, true), line)
  end)

  it("leaves no memory behind", function()
    if server.sanitized then return pending("sanitizers keep what was freed") end
    local before = process.memory(worker[1])
    for _ = 1, 8 do
      assert.equal(500, get_stuck().status)
    end
    assert.is_true(process.memory(worker[1]) < before + 20 * 1024)
  end)

  it("cuts the streams of its state alone", function()
    local connection = client.connect(svcd.port)
    connection:send(client.format("/stream"))
    assert.truthy(connection:receive("*l"))
    get_stuck()
    local text = client.drain(connection)
    assert.is_nil(text:find("\r\n0\r\n", 1, true))
    assert.truthy(svcd:errors():find("the stream of request [^\n]*a single step of Lua"))
  end)

  it("fails the requests that wait in its state", function()
    local connection = client.connect(svcd.port)
    connection:send(client.format("/held", { close = true }))
    assert.truthy(server.await(function() return far:waiting() == 1 end))
    get_stuck()
    far:ask("release")
    assert.matches("^HTTP/1.1 500 ", (client.drain(connection)))
  end)

  it("is given up in the log phase too", function()
    assert.equal(200, get_stuck("/late").status)
    assert.truthy(svcd:errors():find("the log phase of request [^\n]*a single step of Lua"))
  end)
end)

describe("a header field that a route gives", function()
  local VALUES = [[
local respond = require("web.respond")
return { { method = "GET", path = "/{length}/{at}/{byte}", handle = function(call)
  local length, at = tonumber(call.captures.length), tonumber(call.captures.at)
  local byte = string.char(tonumber(call.captures.byte))
  local value = ("a"):rep(at - 1) .. byte .. ("a"):rep(length - at)
  return respond.new(200, { { "X-Value", value } }, "")
end }, { method = "GET", path = "/number/{text}", handle = function(call)
  local response = respond.new(200, {}, "")
  table.insert(response.headers, { "X-Value", tonumber(call.captures.text) })
  return response
end }, { method = "GET", path = "/named/{name}", handle = function(call)
  return respond.new(200, { { call.captures.name, "value" } }, "")
end } }
]]
  local folder, svcd
  setup(function()
    folder = forge.folder()
    forge.write(folder .. "/init.lua", VALUES)
    svcd = server.start({ routes = folder, log = "error" })
  end)
  teardown(function()
    assert.is_true(svcd:stop())
    forge.remove(folder)
  end)

  --- The statuses of answers whose value has the byte at each place of each length.
  local function statuses(byte)
    local seen = {}
    for _, length in ipairs { 1, 2, 15, 16, 17, 31, 32, 33, 48, 50 } do
      for at = 1, length do
        local status = svcd:request(("/%d/%d/%d"):format(length, at, byte)).status
        seen[status] = seen[status] or ("at %d of %d"):format(at, length)
      end
    end
    return seen
  end

  for _, byte in ipairs { 1, 10, 13, 31, 127 } do
    it(
      ("is refused with the byte %d in its value, wherever it stands"):format(byte),
      function() assert.same({ [500] = "at 1 of 1" }, statuses(byte)) end
    )
  end

  for _, byte in ipairs { 33, 126, 128, 255 } do
    it(
      ("is sent with the byte %d in its value, wherever it stands"):format(byte),
      function() assert.same({ [200] = "at 1 of 1" }, statuses(byte)) end
    )
  end

  it("is refused where it is the host's own, in any letters", function()
    local own = {
      "Content-Length",
      "DATE",
      "keep-alive",
      "Trailer",
      "upgrade",
      "Transfer-encoding",
      "X-REQUEST-ID",
    }
    for _, name in ipairs(own) do
      assert.same({ name, 500 }, { name, svcd:request("/named/" .. name).status })
      assert.truthy(
        svcd:errors():find(("the header field %s is the host's"):format(name), 1, true)
      )
    end
  end)

  for number, text in pairs {
    ["0"] = "0",
    ["5"] = "5",
    ["5.0"] = "5",
    ["1.5"] = "1.5",
    ["-7"] = "-7",
    ["-0.25"] = "-0.25",
    ["1e3"] = "1000",
    ["1e100"] = "1e+100",
    ["9223372036854775807"] = "9223372036854775807",
    ["0x10"] = "16",
  } do
    it("may be a number, which is sent as a text: " .. number, function()
      local answer = svcd:request("/number/" .. number)
      assert.same({ 200, text }, { answer.status, answer.headers["x-value"] })
    end)
  end

  it("is sent where its name is as long as one of those", function()
    for _, name in ipairs { "Vary", "Expires", "Max-Places", "Content-Type", "Content-Places" } do
      local answer = svcd:request("/named/" .. name)
      assert.same({ 200, "value" }, { answer.status, answer.headers[name:lower()] })
    end
  end)
end)
