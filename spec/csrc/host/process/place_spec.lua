--- svcd where and as people run services: on a file system that cannot be written, in any working
-- folder, as a user without name and home.

local installation = require("spec.support.service.installation")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local run = installation.run
local BUILD = os.getenv("BUILD") or "build"

local place, program, options

local function install()
  place = installation.folder()
  installation.install(BUILD, place)
  program = place .. "/usr/local/bin/svcd"
  options = installation.demo(place)
end

local function with(further)
  local all = {}
  for name, value in pairs(options) do
    all[name] = value
  end
  for name, value in pairs(further or {}) do
    all[name] = value
  end
  return all
end

local function start(how, further)
  return server.start(with(further), nil, { program = how or program, bare = true })
end

local function uninstall() run("rm -rf " .. place) end

local function answers(running)
  for _, target in ipairs { "/v1/search?query=light", "/openapi.json", "/en/quran/112" } do
    assert.equal(200, running:request(target).status, target)
  end
end

local function logs(running, expected)
  return server.await(function() return running:errors():find(expected, 1, true) end)
end

describe("a file system that can only be read", function()
  local own_mounts, reason = installation.own_mounts()
  local sealed

  setup(function()
    install()
    if not own_mounts then return end
    -- What the kernel makes up (/proc, /sys) cannot be written by this program anyway.
    sealed = installation.script(place .. "/sealed", {
      "while read -r _ folder _; do",
      '  mount -o remount,bind,ro "$folder" 2>/dev/null || true',
      "done </proc/self/mounts",
      ("if touch %s/probe /tmp/svc-probe 2>/dev/null; then exit 9; fi"):format(place),
      ('exec %s "$@"'):format(program),
    })
    sealed = installation.script(place .. "/read-only", {
      ('exec %s %s "$@"'):format(own_mounts, sealed),
    })
  end)
  teardown(uninstall)

  local function sealed_it(title, test)
    it(title, function()
      if not own_mounts then return pending(reason) end
      test()
    end)
  end

  sealed_it("serves API, contract and pages", function()
    local running <close> = start(sealed)
    answers(running)
  end)

  sealed_it("reloads routes and a publication that was replaced from outside", function()
    local running <close> = start(sealed)
    local before = running:workers()
    run("touch " .. place .. "/demo.svp")
    running:signal("HUP")
    assert.is_truthy(logs(running, "routes reloaded"))
    assert.truthy(running:errors():find("publication reloaded", 1, true), running:errors())
    assert.same(before, running:workers())
    answers(running)
  end)

  sealed_it("is told once, where there is no place for the control socket", function()
    local running <close> = start(sealed)
    local line = running:errors():match("[^\n]*svcd reload and status will not work[^\n]*")
    assert.truthy(line:find("Read-only file system", 1, true), line)
    assert.truthy(line:find("--control", 1, true), line)
  end)

  local unwritable = {
    { "state folder that it cannot make", "state_dir", "state" },
    { "state folder that it cannot write", "state_dir", "usr" },
    {
      "state folder that holds the publication already and takes no other",
      "state_dir",
      "seen",
    },
    { "access log that it cannot make", "access_log", "log" },
  }
  for _, case in ipairs(unwritable) do
    sealed_it("does not start with a " .. case[1], function()
      local path = place .. "/" .. case[3]
      if case[3] == "seen" then start(nil, { state_dir = path }):stop() end
      local started, why = pcall(start, sealed, { [case[2]] = path })
      assert.is_false(started)
      assert.truthy(
        why:find(
          ("svcd: %s: %s: Read-only file system; name a f"):format(case[2], path),
          1,
          true
        ),
        why
      )
    end)
  end

  sealed_it("checks and verifies", function()
    run(
      ("%s check --listen 127.0.0.1:0 --trust %s --publication %s"):format(
        sealed,
        options.trust,
        options.publication
      )
    )
    run(("%s verify --trust %s %s"):format(sealed, options.trust, options.publication))
  end)
end)

describe("a user without name, home and environment, who may write nothing", function()
  local stranger

  setup(function()
    install()
    run("chmod -R a-w " .. place .. "/usr")
    stranger = installation.script(place .. "/stranger", {
      ('exec %s %s "$@"'):format(installation.stranger(), program),
    })
  end)
  teardown(function()
    run("chmod -R u+w " .. place .. "/usr")
    uninstall()
  end)

  it("starts and reloads it", function()
    local control = place .. "/absent/control"
    local running <close> = start(stranger, { control = control })
    answers(running)
    running:signal("HUP")
    assert.is_truthy(logs(running, "routes reloaded"))
    answers(running)
  end)

  it("runs the commands", function()
    run(("%s verify --trust %s %s"):format(stranger, options.trust, options.publication))
    run(
      ("%s check --listen 127.0.0.1:0 --trust %s --publication %s"):format(
        stranger,
        options.trust,
        options.publication
      )
    )
    for _, command in ipairs { "publish", "keygen", "serve", "fetch" } do
      assert.truthy(run(stranger .. " " .. command .. " --help"):find("Usage", 1, true))
    end
  end)

  it("makes keys and publications in a folder of its own", function()
    run(("mkdir %s/own && chmod 777 %s/own"):format(place, place))
    forge.write(place .. "/lines", '{"id":"a","title":"A","text":"# A","locale":"en"}\n')
    run(("cd %s/own && %s keygen --out key"):format(place, stranger))
    local publish = "cd %s/own && %s publish --no-content --no-quran --jsonl ../lines --key key "
      .. "--created 2026-01-01 --out made.svp"
    assert.truthy(run(publish:format(place, stranger)):find("wrote made.svp", 1, true))
  end)
end)

describe("another working folder", function()
  local function written(path, text) forge.write(place .. "/" .. path, text) end

  setup(install)
  teardown(uninstall)

  it("does not keep svcd from the checkout that it was built in", function()
    local script = installation.script(place .. "/elsewhere", {
      ('cd / && exec %s/%s/svcd "$@"'):format(os.getenv("PWD"), BUILD),
    })
    local said = run(script .. " check --listen 127.0.0.1:0")
    assert.truthy(said:find("publication   ok", 1, true), said)
    local running <close> = server.start(
      { publication = options.publication, trust = options.trust },
      nil,
      { program = script, bare = true }
    )
    answers(running)
  end)

  it("is where the paths of options and of the config file begin", function()
    run(("mkdir -p %s/work/own"):format(place))
    run(("cp -r %s/usr/local/share/svc/routes %s/work/own/"):format(place, place))
    written("work/own/options.lua", 'return { routes = "own/routes", trust = "../demo.trust" }')
    local script = installation.script(place .. "/inside", {
      ('cd %s/work && exec %s "$@"'):format(place, program),
    })
    local running <close> = server.start(
      { publication = "../demo.svp", config = "own/options.lua", quota_limit = 0 },
      nil,
      { program = script, bare = true }
    )
    answers(running)
    running:signal("HUP")
    assert.is_truthy(logs(running, "routes reloaded"))
    answers(running)
  end)

  it("may be gone", function()
    local script = installation.script(place .. "/gone", {
      ("mkdir %s/doomed && cd %s/doomed && rmdir %s/doomed"):format(place, place, place),
      ('exec %s "$@"'):format(program),
    })
    local running <close> = start(script)
    answers(running)
    running:signal("HUP")
    assert.is_truthy(logs(running, "routes reloaded"))
  end)

  it("takes SVC_HOME from there too", function()
    run(("mkdir -p %s/homes"):format(place))
    local script = installation.script(place .. "/relative", {
      ('cd %s/usr/local/share && export SVC_HOME=svc && exec %s "$@"'):format(place, program),
    })
    local running <close> = start(script)
    running:signal("HUP")
    assert.is_truthy(logs(running, "routes reloaded"))
    answers(running)
  end)
end)
