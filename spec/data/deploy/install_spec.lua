--- `meson install`: what is installed runs without the checkout (meson.build).

local cjson = require("cjson")
local forge = require("spec.support.publication.forge")
local installation = require("spec.support.service.installation")
local server = require("spec.support.service.server")
local upstream = require("spec.support.service.upstream")

local run = installation.run
local BUILD = os.getenv("BUILD") or "build"
-- Plain Lua cannot load a sanitized engine.
local PLAIN = os.getenv("SVC_PLAIN") and os.getenv("SVC_PLAIN"):gsub("/svcd$", "") or BUILD

--- Starts the program of an installation, which finds all that belongs to it.
local function start(program, options, environment)
  return server.start(options, environment, { program = program, bare = true })
end

local function reload(program, running)
  return run(("%s reload --control %s/control"):format(program, running.folder))
end

describe("an installation", function()
  local place, root, running

  setup(function()
    place = installation.folder()
    installation.install(BUILD, place)
    root = place .. "/usr/local"
    running = start(root .. "/bin/svcd", installation.demo(place))
  end)

  teardown(function()
    if running then running:stop() end
    run("rm -rf " .. place)
  end)

  it("serves the API", function()
    local answer = running:request("/v1/quran/112?locale=de")
    assert.equal(200, answer.status)
    assert.truthy(answer.body:find('"locale":"de"', 1, true))
  end)

  it(
    "serves the contract",
    function()
      assert.equal("3.1.1", cjson.decode(running:request("/openapi.json").body).openapi)
    end
  )

  it("serves the pages, with the faces for Arabic", function()
    local style = running:request("/en/quran/112").body:match('href="(/[^"]*%.css)"')
    local face = running:request(style).body:match('url%("([^"]*woff2)"')
    assert.equal("wOF2", running:request(face).body:sub(1, 4))
  end)

  it("publishes a text with formulas, and verifies it", function()
    local lines = {
      "cd " .. place,
      "mkdir -p tree/en/material/physics",
      [[printf '# Light\n\nIt is $c=\\frac{s}{t}$.\n' >tree/en/material/physics/light.md]],
      "alias svcd=" .. root .. "/bin/svcd",
      "svcd keygen --out k.key",
      "svcd trust init --root-key k.key --publication-key k.key --out t.trust",
      "svcd publish --content tree --no-quran --sequence 2 --key k.key --out p.svp",
      "svcd verify --trust t.trust p.svp",
      "svcd release --help",
    }
    local said = run(installation.script(place .. "/publish", lines))
    assert.truthy(said:find("p.svp: good; sequence 2, 1 documents", 1, true), said)
  end)

  it("calls an upstream for a route", function()
    local far = upstream.start()
    local calling <close> = start(root .. "/bin/svcd", {
      routes = os.getenv("PWD") .. "/spec/support/service/calling",
      upstreams = { "local " .. far.url },
    })
    local answer = calling:request("/call/echo")
    far:stop()
    assert.truthy(answer.body:find('"status":200', 1, true), answer.body)
  end)

  it("holds every module of the checkout that its Lua requires and its C opens", function()
    local function found_in(folder, modules)
      local path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s/?.lua;%s/?/init.lua;"):gsub(
        "%%s",
        folder
      )
      return function(name) return package.searchpath(name, path .. modules .. "/?.so") end
    end
    local here = found_in(".", BUILD)
    local there = found_in(root .. "/share/svc", root .. "/lib/lua/5.4")
    local required =
      "find %s -name '*.lua' -exec grep -ohE 'require[(]\"[^\"]+\"' {} + | sort -u"
    local opened = "grep -rohE '/[a-z_]+[.]so\"' csrc | sort -u"
    local names = run(required:format(root .. "/share/svc")) .. run(opened)
    local count, missing = 0, {}
    for name in names:gsub("[/]([%l_]+)%.so", '"%1'):gmatch('"([^"]+)"') do
      if here(name) then
        count = count + 1
        if not there(name) then missing[#missing + 1] = name end
      end
    end
    assert.same({}, missing)
    assert.truthy(count > 100 and there("svc_fetch") and there("svc_transfer"))
  end)

  it("serves a folder of routes over its own", function()
    run(("%s/bin/svcd new route hello --into %s/own"):format(root, place))
    local options = installation.demo(place)
    options.routes = { "default", place .. "/own" }
    local other <close> = start(root .. "/bin/svcd", options)
    assert.equal('{"greeting":"Hello, Ada!"}', other:request("/hello?name=Ada").body)
    assert.equal(200, other:request("/v1").status)
  end)

  it("has a config file, where a package links one, for every command but serve", function()
    local config = root .. "/share/svc/svcd.conf.lua"
    local text = "allow_unavailable = true\nlisten = '127.0.0.1:0'\ncontrol = '%s/control'\n"
    forge.write(place .. "/of-package.lua", text:format(running.folder))
    run(("ln -s %s/of-package.lua %s"):format(place, config))
    local at = "cd / && " .. root .. "/bin/svcd "
    assert.truthy(run(at .. "status"):find(" workers run", 1, true))
    assert.truthy(run(at .. "reload"):find("routes unchanged", 1, true))
    local said = installation.try(at .. "serve --listen 127.0.0.1:0")
    assert.truthy(said:find("publication: no file is configured", 1, true), said)
    assert.truthy(run(at .. "check"):find("routes        ok", 1, true))
    run("rm " .. config)
  end)

  it("holds neither the demo's content nor the specs", function()
    assert.is_nil(io.open(root .. "/share/svc/data/content"))
    assert.is_nil(io.open(root .. "/share/svc/spec"))
    assert.is_nil(io.open(root .. "/share/svc/contract/fixtures"))
  end)

  it("holds the engine once", function()
    local found = run(("cd %s && find . -name 'svc*.so' -printf '%%P\n' | sort"):format(place))
    local modules = ""
    for _, name in ipairs { "svc", "svc_fetch", "svc_publish", "svc_transfer" } do
      modules = modules .. ("usr/local/lib/lua/5.4/%s.so\n"):format(name)
    end
    assert.equal(modules, found)
  end)

  it("is found from svcd's own place, where it was moved as a whole", function()
    local moved = place .. "/moved"
    run(("cp -a %s %s"):format(root, moved))
    local checked =
      run("cd / && " .. moved .. "/bin/svcd check --listen 127.0.0.1:0 --allow-unavailable")
    assert.truthy(checked:find("routes        ok", 1, true))
  end)
end)

describe("an installation under /opt/svc", function()
  local place, program, said, running

  setup(function()
    place = installation.folder()
    said = installation.configure(place .. "/build", "/opt/svc")
    installation.install(place .. "/build", place .. "/root")
    program = place .. "/root/opt/svc/bin/svcd"
    local options = installation.demo(place)
    options.workers = 2
    running = start(program, options)
  end)

  teardown(function()
    if running then running:stop() end
    run("rm -rf " .. place)
  end)

  it("lies below that prefix as a whole", function()
    assert.equal("opt\n", run("ls " .. place .. "/root"))
    assert.equal("bin\nlib\nshare\n", run("ls " .. place .. "/root/opt/svc"))
  end)

  it("is compiled without knowing where it will lie", function()
    local commands = run(("cat %s/build/compile_commands.json"):format(place))
    assert.is_nil(commands:find("/opt/svc", 1, true))
  end)

  it("serves API, contract and pages with the faces for Arabic", function()
    for _, target in ipairs { "/v1/search?query=light", "/openapi.json", "/en/quran/112" } do
      assert.equal(200, running:request(target).status, target)
    end
    local style = running:request("/en/quran/112").body:match('href="(/[^"]*%.css)"')
    assert.truthy(running:request(style).body:find("woff2", 1, true))
  end)

  it("reloads routes and publication in the same sandboxed workers", function()
    local before = running:workers()
    run("touch " .. place .. "/demo.svp")
    local text = reload(program, running)
    assert.truthy(text:find("routes unchanged", 1, true), text)
    assert.truthy(running:errors():find("publication reloaded", 1, true), running:errors())
    assert.same(before, running:workers())
    assert.equal(200, running:request("/v1/search?query=light").status)
  end)

  it(
    "says at configuration which LUA_CPATH leads Lua to the module",
    function()
      assert.truthy(said:find("LUA_CPATH='/opt/svc/lib/lua/5.4/?.so;;'", 1, true), said)
    end
  )
end)

describe("an installation that loads modules of Lua from elsewhere", function()
  it("reloads its routes in the sandbox", function()
    local place = installation.folder()
    installation.install(BUILD, place)
    local cjson_path = package.searchpath("cjson", package.cpath)
    run(("mkdir %s/modules && cp %s %s/modules"):format(place, cjson_path, place))
    local program = place .. "/usr/local/bin/svcd"
    local running <close> =
      start(program, installation.demo(place), { LUA_CPATH = place .. "/modules/?.so;;" })
    local before = running:workers()
    local text = reload(program, running)
    assert.truthy(text:find("routes unchanged", 1, true), text)
    assert.same(before, running:workers())
    run("rm -rf " .. place)
  end)
end)

describe("a build by a compiler that warns of what others do not", function()
  it("succeeds", function()
    local place = installation.folder()
    forge.write(place .. "/unseen.h", "#warning unseen\n")
    local line = "CFLAGS='-include %s/unseen.h' meson setup %s/build"
      .. " && ninja -C %s/build libengine.a.p/csrc_base_arena.c.o; rm -rf %s"
    local said = run((line:gsub("%%s", place)))
    assert.truthy(said:find("#warning unseen", 1, true), said)
    assert.is_nil(said:find("FAILED", 1, true), said)
  end)
end)

describe("plain Lua", function()
  local place

  setup(function()
    place = installation.folder()
    for _, prefix in ipairs { "/usr", "/usr/local", "/opt/svc" } do
      local build = place .. "/build" .. prefix:gsub("/", "-")
      installation.configure(build, prefix, PLAIN)
      installation.install(build, place .. "/root" .. prefix:gsub("/", "-"))
    end
  end)

  teardown(function() run("rm -rf " .. place) end)

  -- The path of the interpreter, as if the installation's root were that of the machine.
  local function inside(prefix, path)
    local root = place .. "/root" .. prefix:gsub("/", "-")
    local moved = (";" .. path):gsub(";/", ";" .. root .. "/")
    return moved:sub(2)
  end

  for _, prefix in ipairs { "/usr", "/usr/local" } do
    it("finds the module after an install under " .. prefix, function()
      local cpath = inside(prefix, run("lua5.4 -E -e 'io.write(package.cpath)'"))
      local environment = ("cd / && LUA_CPATH='%s' "):format(cpath)
      assert.equal("3\n", run(environment .. [[lua5.4 -e 'print(#require("svc").locales)']]))
      assert.equal("3\n", run(environment .. "lua5.4 -l svc -e 'print(#svc.locales)'"))
    end)
  end

  it("finds the module after an install under /opt/svc and the LUA_CPATH told", function()
    local cpath = inside("/opt/svc", "/opt/svc/lib/lua/5.4/?.so") .. ";;"
    assert.equal(
      "3\n",
      run(("cd / && LUA_CPATH='%s' lua5.4 -l svc -e 'print(#svc.locales)'"):format(cpath))
    )
  end)

  it("finds the module in the real /usr/local, with no variable set", function()
    local own_mounts, reason = installation.own_mounts()
    if not own_mounts then return pending(reason) end
    local script = installation.script(place .. "/local", {
      ("mount --bind %s/root-usr-local/usr/local /usr/local"):format(place),
      "cd /",
      "env -i lua5.4 -l svc -e 'print(#svc.locales)'",
      "env -i /usr/local/bin/svcd version",
    })
    assert.equal("3\n", run(own_mounts .. " " .. script):sub(1, 2))
  end)
end)
