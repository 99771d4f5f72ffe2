--- Folders of routes that lie over one another, in the real svcd: an operator adds or replaces what
-- he wants in a folder of his own, without a copy of the service's.

local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")
local shell = require("spec.support.house.shell")
local tables = require("base.tables")

local folder, svcd

local function path(name) return folder .. "/" .. name end

--- Writes files of overlay folders, by their names below the folder of the test.
local function write(files)
  for name, text in pairs(files) do
    assert(os.execute(("mkdir -p '%s'"):format(path(name):match("^(.*)/"))))
    forge.write(path(name), text)
  end
end

local function start(files, options, ...)
  write(files)
  local all = { routes = { "default" } }
  for i, name in ipairs({ ... }) do
    all.routes[i + 1] = path(name)
  end
  svcd = server.start(tables.merge(all, options))
end

local function has(text, part) assert.is_truthy(text:find(part, 1, true), text) end

local function ask(target) return svcd:request(target) end

local function await(target, body)
  assert.is_truthy(
    server.await(function() return ask(target).body == body end),
    ask(target).body
  )
end

local function route(target, answer, members)
  local text =
    '{ method = "GET", path = %q, %s handle = function() return { answer = %q } end }'
  return text:format(target, members or "", answer)
end

local function list(...) return "return { " .. table.concat({ ... }, ", ") .. " }" end

before_each(function() folder = forge.folder() end)
after_each(function()
  if svcd then svcd:stop() end
  svcd = nil
  forge.remove(folder)
end)

describe("a folder over the routes of the installation", function()
  it("adds a route with one file and one line", function()
    start({
      ["own/init.lua"] = 'return { require("routes.hello") }',
      ["own/hello.lua"] = "return " .. route("/hello", "own"),
    }, {}, "own")
    assert.equal('{"answer":"own"}', ask("/hello").body)
    assert.equal(200, ask("/v1").status)
  end)

  it("replaces a file by one of its name, without a list", function()
    start({ ["own/robots.lua"] = "return " .. route("/robots.txt", "own") }, {}, "own")
    assert.equal('{"answer":"own"}', ask("/robots.txt").body)
    assert.equal(200, ask("/v1").status)
  end)

  it("replaces a route by one of its method and path", function()
    start({ ["own/init.lua"] = list(route("/v1/health", "own")) }, {}, "own")
    assert.equal('{"answer":"own"}', ask("/v1/health").body)
  end)

  it("comes before the templates of the folders below", function()
    start({ ["own/init.lua"] = list(route("/en/{name}", "own")) }, {}, "own")
    assert.equal('{"answer":"own"}', ask("/en/x").body)
    assert.equal(503, ask("/en/x/y").status)
  end)

  it("adds phases, of which the last folder's counts", function()
    local function phase(name)
      return ([[return { phases = { header = function(_, response)
        table.insert(response.headers, { "X-Folder", %q }) end } }]]):format(name)
    end
    start({ ["a/init.lua"] = phase("a"), ["b/init.lua"] = phase("b") }, {}, "a", "b")
    assert.equal("b", ask("/v1").headers["x-folder"])
    local told = "b/init.lua:1: the phase `header` is asked for every answer, so that none of "
    assert.truthy(svcd:errors():find(told, 1, true), svcd:errors())
  end)

  it("brings problems of its own, with their pages", function()
    local refusal = "return nil, require('web.problem').new('SOLD_OUT', { errors = {} })"
    start({
      ["own/problems.lua"] = 'return { { code = "SOLD_OUT", status = 409, detail = "None left.", '
        .. 'resolution = "Ask again tomorrow." } }',
      ["own/init.lua"] = (
        "return { { method = 'GET', path = '/x', problems = { 'SOLD_OUT' }, "
        .. "handle = function() %s end } }"
      ):format(refusal),
    }, {}, "own")
    local answer = ask("/x")
    local body = cjson.decode(answer.body)
    assert.equal(409, answer.status)
    assert.equal("Ask again tomorrow.", body.resolution)
    has(ask(body.type:match("/problems.*$") .. ".md").body, "# Sold out")
    has(ask("/problems.md").body, "SOLD_OUT")
  end)

  it("requires libraries of several files, that are sealed with it", function()
    start({
      ["lib/shop/prices.lua"] = 'return { of = function() return require("shop").currency end }',
      ["lib/shop/init.lua"] = 'return { currency = "EUR" }',
      ["own/init.lua"] = "return { { method = 'GET', path = '/x', handle = function() "
        .. "return { answer = require('shop.prices').of() } end } }",
    }, { lua_path = path("lib") }, "own")
    assert(os.execute(("rm -r '%s'"):format(path("lib"))))
    assert.equal('{"answer":"EUR"}', ask("/x").body)
  end)

  it("is under those that come after it", function()
    start({
      ["a/init.lua"] = list(route("/x", "a"), route("/y", "a")),
      ["a/robots.lua"] = "return " .. route("/robots.txt", "a"),
      ["b/init.lua"] = list(route("/x", "b")),
      ["b/robots.lua"] = "return " .. route("/robots.txt", "b"),
    }, {}, "a", "b")
    local answers = { ask("/x").body, ask("/y").body, ask("/robots.txt").body }
    assert.same({ '{"answer":"b"}', '{"answer":"a"}', '{"answer":"b"}' }, answers)
  end)

  it("may be hidden by one after it as a whole", function()
    start({
      ["a/robots.lua"] = "return " .. route("/robots.txt", "a"),
      ["b/robots.lua"] = "return " .. route("/robots.txt", "b"),
    }, {}, "a", "b")
    assert.equal('{"answer":"b"}', ask("/robots.txt").body)
  end)

  it("brings operations with schemas of its own to contract and tools", function()
    assert.equal(
      "wrote",
      shell.svcd("new route hello --operation --into " .. path("own")):match("^%a+")
    )
    start({}, {}, "own")
    assert.equal('{"greeting":"Hello, Ada!"}', ask("/hello?name=Ada").body)
    local contract = cjson.decode(ask("/openapi.json").body)
    assert.equal("getHello", contract.paths["/hello"].get.operationId)
    assert.equal("A greeting.", contract.components.schemas.Hello.description)
    local answer = svcd:request("/mcp", {
      method = "POST",
      headers = { ["Content-Type"] = "application/json", Accept = "application/json" },
      body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    has(answer.body, '"name":"get_hello"')
  end)

  it("has its operations in the reference, whatever their summaries are", function()
    local summaries =
      { "Greet somebody", "Greet somebody", "Count\n  *all* `things` & <b>s # " }
    for i, summary in ipairs(summaries) do
      shell.svcd(("new route hello_%d --operation --into %s"):format(i, path("own")))
      local file = path("own/hello_%d.lua"):format(i)
      local text = forge.read(file):gsub('summary = "[^"]*"', ("summary = %q"):format(summary))
      forge.write(file, text)
    end
    start({}, {}, "own")
    local answer = svcd:request("/docs", { headers = { Accept = "text/html" } })
    has(answer.body, '<a href="#greet-somebody">Greet somebody</a>')
    has(answer.body, '<a href="#greet-somebody-1">Greet somebody</a>')
    for i in ipairs(summaries) do
      local part = 'GET /hello%%-%d<.-action="/try/getHello_%d"'
      local found = answer.body:match(part:format(i, i))
      assert.is_nil(found and found:find("<h2", 1, true))
      assert.is_string(found)
    end
  end)

  it("has parameters in the reference that have no example", function()
    shell.svcd("new route hello --operation --into " .. path("own"))
    local file = path("own/hello.lua")
    local text = forge.read(file):gsub('path = "/hello"', 'path = "/hello/{name}"')
    text = text:gsub('example = "Ada"', 'from = "path"'):gsub('default = "world",', "")
    forge.write(file, text)
    start({}, {}, "own")
    local body = svcd:request("/docs", { headers = { Accept = "text/html" } }).body
    has(body, "/hello/{name}")
    has(body, '<input name="name" value="" required>')
  end)

  it("replaces a schema of the contract", function()
    local schema = forge.read("contract/schemas/ApiIndex.json")
    start({
      ["own/init.lua"] = "return {}",
      ["own/schemas/ApiIndex.json"] = schema:gsub("What the service is", "What our service is"),
    }, {}, "own")
    has(ask("/openapi.json").body, "What our service is, and where its parts are.")
  end)

  it("is named in the environment and in the config file as well", function()
    write({ ["own/init.lua"] = list(route("/x", "own")) })
    for _, given in ipairs({
      { { SVC_ROUTES = "default," .. path("own") } },
      { { SVC_CONFIG = path("conf.lua") }, ('routes = { "default", %q }'):format(path("own")) },
    }) do
      forge.write(path("conf.lua"), given[2] or "")
      svcd = server.start({}, given[1])
      assert.equal('{"answer":"own"}', ask("/x").body)
      svcd:stop()
    end
    svcd = nil
  end)
end)

describe("a folder over others that changes", function()
  local build = os.getenv("BUILD") or "build"
  local CONTENT = { publication = build .. "/demo.svp", trust = build .. "/demo.trust" }

  it("is served after a reload, and by workers that have no folder at all", function()
    start({ ["own/init.lua"] = list(route("/x", "one")) }, CONTENT, "own")
    write({ ["own/init.lua"] = list(route("/x", "two")) })
    local text, status = shell.svcd("reload --control " .. svcd.folder .. "/control")
    assert.equal(0, status, text)
    assert.equal('{"answer":"two"}', ask("/x").body)
    forge.remove(path("own"))
    svcd:signal("KILL", svcd:workers()[1])
    await("/x", '{"answer":"two"}')
  end)

  it("is noticed under --watch, whichever folder it is, its schemas as well", function()
    start({
      ["a/init.lua"] = list(route("/x", "one")),
      ["b/init.lua"] = list(route("/y", "one")),
      ["b/schemas/None.json"] = "{}",
    }, { watch = "true" }, "a", "b")
    write({ ["a/init.lua"] = list(route("/x", "two")) })
    await("/x", '{"answer":"two"}')
    write({ ["b/init.lua"] = list(route("/y", "two")) })
    await("/y", '{"answer":"two"}')
    local schema = forge.read("contract/schemas/ApiIndex.json")
    write({
      ["b/schemas/ApiIndex.json"] = (schema:gsub("What the service", "What our service")),
    })
    assert.is_truthy(
      server.await(
        function() return ask("/openapi.json").body:find("What our service is", 1, true) end
      )
    )
  end)

  it("may be added and taken away by a reload of the config file", function()
    write({ ["own/init.lua"] = list(route("/x", "own")) })
    forge.write(path("conf.lua"), "")
    local options = { config = path("conf.lua") }
    options.publication, options.trust = CONTENT.publication, CONTENT.trust
    svcd = server.start(options)
    local order = "reload --control " .. svcd.folder .. "/control"
    assert.equal(404, ask("/x").status)
    forge.write(path("conf.lua"), ('routes = { "default", %q }'):format(path("own")))
    assert.equal(0, select(2, shell.svcd(order)))
    assert.equal(200, ask("/x").status)
    forge.write(path("conf.lua"), "")
    assert.equal(0, select(2, shell.svcd(order)))
    assert.equal(404, ask("/x").status)
  end)

  it("is refused when it is faulty, and the former one serves on", function()
    start({ ["own/init.lua"] = list(route("/x", "one")) }, {}, "own")
    write({ ["own/init.lua"] = "return {\n  oops" })
    local text, status = shell.svcd("reload --control " .. svcd.folder .. "/control")
    has(text, "own/init.lua:2:")
    assert.equal(1, status)
    assert.equal('{"answer":"one"}', ask("/x").body)
  end)
end)

describe("a faulty folder over others", function()
  local OPERATION = 'operation = "getX", summary = "X", description = "X.", '
    .. 'answer = { schema = "%s", description = "X." },'
  local HELLO = '{ "$defs": { "Url": { "description": "Ours." } }, "description": "X.", '
    .. '"type": "object", "properties": { "a": { "$ref": "#/$defs/Url" } } }'
  local SHADOW = [[local params = require("web.params")
    return { { method = "GET", path = "/v1/{+any}", handle = function() return {} end } }]]
  -- stylua: ignore
  local faults = {
    { "is not there", {}, "/own adds nothing: it has no init.lua, and no file of it replaces one" },
    { "replaces no file", { ["own/serach.lua"] = "return {}" }, "/own adds nothing" },
    { "does not parse", { ["own/init.lua"] = "return {" }, "/own/init.lua:1: unexpected symbol" },
    { "has a file that does not parse", { ["own/robots.lua"] = "}" }, "/own/robots.lua:1: " },
    { "returns no list", { ["own/init.lua"] = "return 7" },
      "/own/init.lua: it returns a number; return the list of routes" },
    { "requires what there is not", { ["own/init.lua"] = 'return { require("routes.none") }' },
      "own/none.lua" },
    { "lists a route twice", { ["own/init.lua"] = list(route("/x", "1"), route("/x", "2")) },
      "answers GET /x already" },
    { "replaces a file whose name it took for its own route",
      { ["own/init.lua"] = 'return { require("routes.robots") }',
        ["own/robots.lua"] = "return " .. route("/robots.txt", "own") },
      "/own/init.lua: it lists GET /robots.txt, but" },
    { "takes the name of another operation", { ["own/init.lua"] =
      list(route("/x", "1", OPERATION:format("Problem"):gsub("getX", "getSvcApiHealth"))) },
      "/own/init.lua: the operation getSvcApiHealth is that of GET /v1/health in " },
    { "has a schema that is no JSON",
      { ["own/init.lua"] = list(route("/x", "1", OPERATION:format("X"))),
        ["own/schemas/X.json"] = "{" }, "/own/schemas/X.json: " },
    { "has a schema that another one contradicts",
      { ["own/init.lua"] = list(route("/x", "1", OPERATION:format("X"))),
        ["own/schemas/X.json"] = HELLO }, "both define Url; rename one" },
    { "has a problem that is faulty",
      { ["own/problems.lua"] = 'return { { code = "RATE_LIMITED", status = 400, detail = "X.", '
        .. 'resolution = "X." } }' },
      "/own/problems.lua: problem 1: there is a problem RATE_LIMITED" },
    { "requires a library that there is not", { ["own/init.lua"] = 'return require("shop.x")' },
      'a route may not require "shop.x"; it may require routes, ' },
    { "requires a library outside of its folders",
      { ["own/init.lua"] = 'return require("..own.x")', ["own/x.lua"] = "return {}" },
      'a route may not require "..own.x"' },
    { "requires a library that needs itself",
      { ["own/init.lua"] = 'return require("a")', ["lib/a.lua"] = 'return require("a")' },
      "/lib/a.lua; put what they share into another file" },
    { "requires libraries that need each other",
      { ["own/init.lua"] = 'return require("a")', ["lib/a.lua"] = 'return require("b")',
        ["lib/b.lua"] = 'return require("a")' },
      "/lib/b.lua > " },
    { "requires a library that is no text",
      { ["own/init.lua"] = 'return require("a")', ["lib/a.lua"] = "\27Lua" },
      "/lib/a.lua" },
    { "requires a library that may not what it may not",
      { ["own/init.lua"] = 'return require("a")', ["lib/a.lua"] = 'return io.open("x")' },
      '/lib/a.lua:1: a route has no global "io"' },
    { "answers in the place of a page",
      { ["own/init.lua"] = list(route("/docs/{+any}", "own")) },
      "GET /docs/{name}.md is answered by another route, " },
    { "answers in the place of an operation", { ["own/init.lua"] = SHADOW },
      "is answered by another route, " },
  }
  for _, fault in ipairs(faults) do
    it("that " .. fault[1] .. " is refused, and says where", function()
      write(fault[2])
      local text, status = shell.svcd(
        "check --listen 127.0.0.1:0 --allow-unavailable --control none --routes default"
          .. " --routes "
          .. path("own")
          .. (fault[2]["lib/a.lua"] and " --lua-path " .. path("lib") or "")
      )
      has(text, fault[3])
      assert.equal(1, status)
      assert.equal(1, select(2, text:gsub("svcd: ", "")))
    end)
  end
end)

describe("svcd routes", function()
  it("shows the jobs, and how often they run", function()
    write({
      ["own/init.lua"] = "every(90, function() end)\nreturn { " .. route("/x", "own") .. " }",
    })
    local text = shell.svcd("routes --routes default --routes " .. path("own"))
    has(text, "every 90 s: the job of " .. path("own/init.lua:1"))
  end)

  it("shows of which file each route is, what was replaced, and what is not used", function()
    write({
      ["own/init.lua"] = list(route("/x", "1"), route("/v1/health", "1")),
      ["own/robots.lua"] = "return " .. route("/robots.txt", "own"),
      ["own/serach.lua"] = "return {}",
    })
    local text = shell.svcd("routes --routes default --routes " .. path("own"))
    local home = text:match("GET +/v1 .- (/%S*)/routes/index%.lua\n")
    for _, line in ipairs({
      "\nGET +/x .* @/init.lua\n",
      "\nGET +/robots%.txt .* @/robots.lua\n",
      "\n@/robots.lua replaces =/routes/robots.lua\n",
      "\nGET /v1/health of @/init.lua replaces that of =/routes/health.lua\n",
      "\n@/serach.lua is not used: it replaces no file, and no list requires it\n",
    }) do
      line = line:gsub("[@=]", { ["@"] = path("own"), ["="] = home }):gsub("-", "%%-")
      assert.is_truthy(text:find(line), line .. text)
    end
  end)

  it("shows which phases were replaced, and which are the first of their name", function()
    local phases = "return { phases = { %s = function() end } }"
    write({
      ["a/init.lua"] = phases:format("log"),
      ["b/init.lua"] = phases:format("log = function() end, header"),
    })
    local text = shell.svcd(
      ("routes --routes default --routes %s --routes %s"):format(path("a"), path("b"))
    )
    local line = ("\nthe phase %%s of %s/init.lua replaces the one before it\n"):format(
      path("b")
    )
    assert.is_truthy(text:find(line:format("log"), 1, true), text)
    assert.is_nil(text:find(line:format("header"), 1, true), text)
  end)
end)

describe("svcd new route", function()
  local function new(arguments) return shell.svcd("new route " .. arguments) end

  it("writes routes that work, one after another into the same folder", function()
    assert.equal(0, select(2, new("hello --into " .. path("own"))))
    local text, status = new("word_of_day --operation --into " .. path("own"))
    assert.equal(0, status, text)
    start({}, {}, "own")
    assert.equal('{"greeting":"Hello, Ada!"}', ask("/hello?name=Ada").body)
    assert.equal('{"greeting":"Hello, world!"}', ask("/word-of-day").body)
    assert.equal(400, ask("/hello?nam=Ada").status)
  end)

  it("writes into the last of several folders that the options name", function()
    write({ ["own/init.lua"] = "return {\n}\n" })
    local text = new(("hello --routes default --routes %s"):format(path("own")))
    has(text, "wrote " .. path("own/hello.lua"))
    assert.equal('return {\n  require("routes.hello"),\n}\n', forge.read(path("own/init.lua")))
  end)

  -- stylua: ignore
  local refusals = {
    { "a name that is there", "hello", "/own/hello.lua is there already and is not replaced" },
    { "a name of the installation's", "search", "/routes/search.lua is there already" },
    { "a name that is none", "Hello-World", '"Hello-World" is no name of a route' },
    { "the name of the list", "init", '"init" is no name of a route' },
    { "a schema that is there", "hi --operation", "/own/schemas/Hi.json is there already" },
  }
  for _, refusal in ipairs(refusals) do
    it("replaces nothing: " .. refusal[1], function()
      write({
        ["own/init.lua"] = "return {\n}\n",
        ["own/hello.lua"] = "own",
        ["own/schemas/Hi.json"] = "own",
      })
      local text, status = new(refusal[2] .. " --into " .. path("own"))
      has(text, refusal[3])
      assert.equal(1, status)
      assert.equal("own", forge.read(path("own/hello.lua")))
      assert.equal("own", forge.read(path("own/schemas/Hi.json")))
      assert.equal("return {\n}\n", forge.read(path("own/init.lua")))
    end)
  end

  it("says which line to add where the list is not plain", function()
    write({ ["own/init.lua"] = "local routes = {}\nreturn routes\n" })
    local text, status = new("hello --into " .. path("own"))
    has(text, 'require("routes.hello")')
    assert.equal(1, status)
    assert.is_nil(io.open(path("own/hello.lua")))
  end)

  it("asks for a folder where none is named", function()
    local text, status = new("hello")
    assert.equal(
      "svcd new: name the folder for it by --into; it is made where there is none\n",
      text
    )
    assert.equal(1, status)
  end)
end)
