--- What lua/host/loader.lua promises of route files, each tried by a route of the real svcd.

local cjson = require("cjson")
local server = require("spec.support.service.server")

--- Each: what a route tries, as the body of a function, and a part of the error that ends it; or
-- the text of what it returns.
-- stylua: ignore
local attempts = {
  ["the world"] = {
    { "to read a file", 'return io.open("/etc/passwd")', 'no global "io"' },
    { "to run a program", 'return os.execute("id")', "attempt to call a nil value" },
    { "to read the environment", 'return os.getenv("HOME")', "attempt to call a nil value" },
    { "to remove a file", 'return os.remove("x")', "attempt to call a nil value" },
    { "to load code", 'return load("return 1")', 'no global "load"' },
    { "to load a file", 'return loadfile("x")', 'no global "loadfile"' },
    { "to run a file", 'return dofile("x")', 'no global "dofile"' },
    { "to use the debugger", "return debug.getregistry()", 'no global "debug"' },
    { "to find modules", "return package.cpath", 'no global "package"' },
    { "to see all globals", "return _G", 'no global "_G"' },
    { "to stop the collector", 'return collectgarbage("stop")', 'no global "collectgarbage"' },
    { "to load a module in C", 'return require("lfs")', 'may not require "lfs"' },
    { "to change where its globals come from", "getmetatable(_ENV).__index = {}",
      "attempt to index a boolean value" },
    { "to set a global", "x = 1", 'may not set the global "x"' },
  },
  ["the engine"] = {
    { "to write a file", 'require("svc").replace_file("x", "y")', "no svc.replace_file" },
    { "to read a key", 'require("svc").load_key("x")', "no svc.load_key" },
    { "to write a key", 'require("svc").save_key("x", "y")', "no svc.save_key" },
    { "to make a key", 'require("svc").keygen()', "no svc.keygen" },
    { "to sign", 'require("svc").sign("x", "y", "z")', "no svc.sign" },
    { "to extend a trust", 'require("svc").extend_trust("x", {}, {})', "no svc.extend_trust" },
    { "to open a publication", 'require("svc").open("x", {})', "no svc.open" },
    { "to attach one", 'require("svc").attach(3)', "no svc.attach" },
    { "to seal one", 'require("svc").seal("x", {})', "no svc.seal" },
    { "to build one", 'require("svc").builder()', "no svc.builder" },
    { "to see behind its view", 'return tostring(getmetatable(require("svc")))', "false" },
  },
  ["what is the framework's as well"] = {
    { "to change the methods of strings", 'getmetatable("").__index.rep = nil',
      "attempt to index a nil value" },
    { "to read the secrets of the edge", "return tostring(host.config.edge_secrets)", "nil" },
  },
  cjson = {
    { "to raise the depth it decodes", 'require("cjson").decode_max_depth(1 << 30)',
      "no cjson.decode_max_depth" },
    { "to raise the depth it encodes", 'require("cjson").encode_max_depth(1 << 30)',
      "no cjson.encode_max_depth" },
    { "to write tables full of holes", 'require("cjson").encode_sparse_array(true)',
      "no cjson.encode_sparse_array" },
    { "to keep its buffer", 'require("cjson").encode_keep_buffer(true)',
      "no cjson.encode_keep_buffer" },
    { "to make another one", 'require("cjson").new()', "no cjson.new" },
    { "to decode what is too deep", 'require("cjson").decode(("["):rep(1e6))',
      "too many nested data structures" },
  },
}

describe("a route that tries", function()
  local svcd, folder, number = nil, nil, 0
  local routes = {}

  for _, group in pairs(attempts) do
    for _, attempt in ipairs(group) do
      number = number + 1
      attempt.path = "/" .. number
      routes[number] = ([[{ method = "GET", path = %q, handle = function()
        return { answer = { pcall(function() %s end) } } end }]]):format(
        attempt.path,
        attempt[2]
      )
    end
  end

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local file <close> = assert(io.open(folder .. "/init.lua", "wb"))
    file:write("return {\n" .. table.concat(routes, ",\n") .. "}\n")
    file:flush()
    svcd = server.start({ routes = folder, edge_secrets = "hush" })
  end)
  teardown(function()
    svcd:stop()
    os.execute("rm -r " .. folder)
  end)
  for name, group in pairs(attempts) do
    for _, attempt in ipairs(group) do
      it(("%s does not reach it: %s"):format(attempt[1], name), function()
        local answer = svcd:request(attempt.path, { headers = { ["X-Edge-Secret"] = "hush" } })
        local told = cjson.decode(answer.body).answer
        assert.is_truthy(tostring(told[2]):find(attempt[3], 1, true), answer.body)
      end)
    end
  end
end)

describe("a route file that changes", function()
  local loader = require("host.loader")

  --- Loads a route file of this text as the framework does, with `host` at its side.
  local function load_routes(text, host)
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local file <close> = assert(io.open(folder .. "/init.lua", "wb"))
    file:write(text .. "\nreturn {}")
    file:flush()
    local good, reason = pcall(loader.load, { folder }, host)
    table.remove(package.searchers, 2)
    package.loaded.routes = nil
    os.execute("rm -r " .. folder)
    assert(good, reason)
  end

  local function module_member(name, member)
    return function() return require(name)[member] end
  end

  --- Each: what is changed, how, and what the framework must still see.
  -- stylua: ignore
  local changes = {
    { "math", "math.max = nil", function() return math.max end },
    { "table", "table.concat = nil", function() return table.concat end },
    { "string", "string.format = nil", function() return string.format end },
    { "utf8", "utf8.char = nil", function() return utf8.char end },
    { "coroutine", "coroutine.wrap = nil", function() return coroutine.wrap end },
    { "os", "os.time = nil", function() return os.time end },
    { "a module", 'require("web.respond").new = nil', module_member("web.respond", "new") },
    { "a part of a module", 'require("site.guide").list[1] = nil',
      function() return require("site.guide").list[1] end },
    { "a list of the engine", 'require("svc").locales[1] = nil',
      function() return require("svc").locales[1] end },
    { "cjson", 'require("cjson").encode = nil', module_member("cjson", "encode") },
  }
  for _, change in ipairs(changes) do
    it(change[1] .. " changes its own copy", function()
      local before = change[3]()
      assert.is_not_nil(before)
      load_routes(change[2])
      assert.equal(before, change[3]())
    end)
  end

  it("the host is refused, with all that is in it", function()
    local host = { now = os.time, config = { base_url = "x" }, shared = { get = print } }
    for _, act in ipairs({ "host.now", "host.config.base_url", "host.shared.get" }) do
      assert.has_error(function() load_routes(act .. " = nil", host) end)
    end
    assert.same({ os.time, "x", print }, { host.now, host.config.base_url, host.shared.get })
  end)
end)

describe("what a file of routes raises while it is loaded", function()
  local loader = require("host.loader")
  local LONG = ("a_folder_with_a_long_name/"):rep(4)
  local folder

  --- The reason why files cannot be loaded. "FOLDER" is where they are.
  local function refusal(files)
    folder = os.tmpname()
    os.remove(folder)
    folder = folder .. "/" .. LONG:sub(1, -2)
    assert(os.execute("mkdir -p " .. folder))
    for name, text in pairs(files) do
      local file <close> = assert(io.open(("%s/%s.lua"):format(folder, name), "wb"))
      file:write(text)
    end
    local searchers = #package.searchers
    local good, reason = pcall(loader.load, { folder })
    if #package.searchers > searchers then table.remove(package.searchers, 2) end
    for name in pairs(package.loaded) do
      if name:find("^routes") then package.loaded[name] = nil end
    end
    os.execute("rm -r " .. folder)
    assert.is_false(good)
    return reason
  end

  local LIST = 'return { require("routes.a") }'
  --- Each: what is done, the files, and where it is told to be.
  -- stylua: ignore
  local cases = {
    { "a table", { init = "\nerror({})" }, "init.lua:2: it raised a table; raise a text" },
    { "nothing", { init = "\nerror()" }, "init.lua:2: it raised a nil; raise a text" },
    { "nil", { init = "\nerror(nil)" }, "init.lua:2: it raised a nil; raise a text" },
    { "a number", { init = "error(7)" }, "init.lua:1: it raised a number; raise a text" },
    { "a function", { init = "error(print)" }, "init.lua:1: it raised a function; raise a text" },
    { "a table with a text", { init = 'error(setmetatable({}, { __tostring = function() '
      .. 'return "bad" end }))' }, "init.lua:1: bad" },
    { "a text", { init = '\n\nerror("bad")' }, "init.lua:3: bad" },
    { "a text without a place", { init = '\nerror("bad", 0)' }, "init.lua:2: bad" },
    { "a text of a far level", { init = '\nerror("bad", 99)' }, "init.lua:2: bad" },
    { "a failed assertion", { init = "\nassert(false)" }, "init.lua:2: assertion failed!" },
    { "an assertion of a table", { init = "assert(nil, {})" }, "init.lua:1: it raised a table" },
    { "a fault of Lua", { init = "\nlocal x = nil + 1" }, "init.lua:2: attempt to perform" },
    { "a fault of a library", { init = "\nstring.rep()" }, "init.lua:2: bad argument #1" },
    { "a fault in a function", { init = "local function f()\nerror({})\nend\nf()" },
      "init.lua:2: it raised a table" },
    { "a table in an inner file", { init = LIST, a = "\n\nerror({})" }, "a.lua:3: it raised a t" },
    { "an inner file without a value", { init = LIST, a = "" }, "a.lua: it returns nothing" },
    { "an inner file that does not parse", { init = LIST, a = "\nx = = 1" }, ":2: unexpected" },
    { "an inner file that is missing", { init = "\n" .. LIST }, "init.lua:2: the routes folder" },
    { "a file that requires itself", { init = LIST, a = LIST },
      "files that require one another never end: FOLDER/a.lua > FOLDER/a.lua; put" },
    { "a cycle of two", { init = LIST, a = 'return require("routes.b")', b = LIST },
      "FOLDER/a.lua > FOLDER/b.lua > FOLDER/a.lua; put" },
    { "a cycle of three", { init = LIST, a = 'return require("routes.b")',
      b = 'return require("routes.c")', c = LIST }, "a.lua > FOLDER/b.lua > FOLDER/c.lua >" },
    { "the problems", { init = "return {}", problems = "\nerror({})" },
      "problems.lua:2: it raised a table" },
    { "too deep a recursion", { init = "local function f() return 1 + f() end\nf()" },
      "init.lua:1: stack overflow" },
  }
  for _, case in ipairs(cases) do
    it("names its file, and its line where that is known: " .. case[1], function()
      local reason = refusal(case[2])
      assert.truthy(reason:find(case[3]:gsub("FOLDER", folder), 1, true), reason)
      local _, times = reason:gsub("init%.lua:%d", "")
      assert.is_true(times <= 1, reason)
    end)
  end

  it("is told again where it is required again", function()
    local AGAIN = 'pcall(require, "routes.a") pcall(require, "routes.a") return {'
      .. ' require("routes.b") }'
    local reason =
      refusal({ init = AGAIN, a = 'error("bad")', b = 'return require("routes.a")' })
    assert.truthy(reason:find("/a.lua:1: bad", 1, true), reason)
  end)
end)
