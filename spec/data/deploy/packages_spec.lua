--- What the packages are made from agrees with what they are made of: units, accounts, folders,
-- dependencies and versions. `make packages` builds, installs and asks them, in bare roots.

local cjson = require("cjson")
local config = require("host.config")
local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local list = require("host.command.list")
local svc = require("svc")

local SERVICE = forge.read("data/deploy/systemd/svcd.service")
local FOLLOW = forge.read("data/deploy/systemd/svcd-follow.service")
local SOCKET = forge.read("data/deploy/systemd/svcd.socket")
local CONFIG = "data/deploy/systemd/svcd.conf.lua"

--- The value of a member of a unit.
local function member(unit, name) return unit:match("\n" .. name .. "=([^\n]*)\n") end

local function output(command) return table.concat(document.run(command), "\n") end

describe("the units of systemd", function()
  local options = assert(config.load({ config = CONFIG }, {}))

  it(
    "pass on the socket that the config file names",
    function()
      assert.equal("fd:" .. member(SOCKET, "FileDescriptorName"), options.listen[1].address)
    end
  )

  it("give the service the folders that its config file names", function()
    assert.equal("/var/lib/" .. member(SERVICE, "StateDirectory"), options.state_dir)
    local runtime = "/run/" .. member(SERVICE, "RuntimeDirectory")
    assert.equal(runtime, options.control:match("^(.*)/"))
  end)

  it("run what they run as the accounts that are made", function()
    local accounts = forge.read("data/deploy/debian/svcd.sysusers")
    local account, follower = accounts:match("^u (%S+)[^\n]*\nu (%S+)")
    assert.equal(account, member(SERVICE, "User"))
    assert.equal(follower, member(FOLLOW, "User"))
    for _, owner in forge.read("data/deploy/debian/svcd.tmpfiles"):gmatch("\nd (%S+) %d+ (%S+)") do
      assert.truthy(owner == account or owner == "root", owner)
    end
  end)

  it("leave it time to drain before it is ended", function()
    local longest = options.drain_delay + options.drain_timeout
    assert.is_true(longest < tonumber(member(SERVICE, "TimeoutStopSec")))
  end)

  it("let it take the folders that the demo is linked into", function()
    local links = forge.read("data/deploy/debian/svcd-demo.tmpfiles")
    for _, path in ipairs { options.publication, options.trust } do
      assert.truthy(links:find("\nL " .. path .. " ", 1, true), path)
    end
  end)

  it("let it make the calls that its cage is made of", function()
    local allowed = SERVICE:match(".*\nSystemCallFilter=([^~\n]*)\n") .. " "
    local cage, count = forge.read("csrc/host/process/sandbox.c"), 0
    for call in cage:gmatch("syscall%(SYS_([%w_]+)") do
      count = count + 1
      assert.truthy(allowed:find(call .. " ", 1, true), call)
    end
    assert.is_true(count >= 4)
  end)

  it("are taken by systemd as they are, 252 included", function()
    local folder = forge.folder()
    local program = output("realpath " .. (os.getenv("SVC_SVCD") or "build/svcd"))
    local units = ""
    for _, name in ipairs { "svcd.service", "svcd-follow.service", "svcd.socket" } do
      local text = forge.read("data/deploy/systemd/" .. name):gsub("/usr/bin/svcd", program)
      forge.write(folder .. "/" .. name, (text:gsub("\nDocumentation=[^\n]*", "")))
      units = units .. " " .. folder .. "/" .. name
    end
    local said = output("systemd-analyze verify" .. units .. " 2>&1; echo status $?")
    forge.remove(folder)
    if said:find("not found", 1, true) then
      return pending("systemd-analyze is not installed")
    end
    assert.equal("status 0", said)
  end)

  for _, name in ipairs { "svcd", "svcd-follow" } do
    it(name .. ".service is hardened: its exposure is 1.5 at most", function()
      local command = "systemd-analyze security --offline=yes --threshold=15 --no-pager "
        .. "data/deploy/systemd/%s.service 2>&1; echo status $?"
      local text = output(command:format(name))
      if text:find("not found", 1, true) then
        return pending("systemd-analyze is not installed")
      end
      assert.truthy(text:find("\nstatus 0$"), text)
    end)
  end

  it("pass on every credential that an option takes for its default", function()
    local count = 0
    for _, option in ipairs(require("host.options")) do
      if option.credential then
        count = count + 1
        local line = "\nLoadCredential=" .. option.credential .. "\n"
        assert.truthy(SERVICE:find(line, 1, true), option.credential)
      end
    end
    assert.is_true(count >= 3)
  end)

  it("let follow what the package's folders are made for", function()
    local command = FOLLOW:gsub("\\\n%s*", ""):match("\nExecStart=/usr/bin/svcd ([^\n]*)\n")
    local out = command:match("%-%-out (%S+)/[^/]+%.svp ")
    assert.equal("/var/lib/" .. member(FOLLOW, "StateDirectory"), out)
    assert.equal(options.trust, command:match("%-%-trust (%S+)"))
    local parser = list.declare(require("argparse")("svcd follow"), list.of("follow"))
    local words = {}
    for word in command:gsub("^follow ", ""):gsub("%$OPTIONS", "--every 300"):gmatch("%S+") do
      words[#words + 1] = word
    end
    assert.truthy(parser:pparse(words))
    local settings = forge.read("data/deploy/systemd/follow.env")
    for name in command:gmatch("%$[{]?(%u+)") do
      assert.truthy(settings:find("\n" .. name .. "=", 1, true), name)
    end
  end)
end)

describe("the Debian packages", function()
  local control = forge.read("data/deploy/debian/control")

  it("of svcd depends on every module of Lua that it requires and does not bring", function()
    local homes = {
      argparse = "lua-argparse",
      cjson = "lua-cjson",
      lfs = "lua-filesystem",
      lxp = "lua-expat",
      socket = "lua-socket",
      yaml = "lua-yaml",
      lyaml = "lua-yaml",
    }
    local depends = control:match("\nPackage: svcd\n.-\nDepends: (.-)\n%u")
    local sources =
      output([[grep -rhoE 'require\("[a-z_.]+"\)' lua data --include=*.lua | sort -u]])
    local count = 0
    for name in sources:gmatch('require%("([^"]+)"%)') do
      local root = name:match("^[^.]*")
      if homes[root] then
        count = count + 1
        assert.truthy(depends:find(homes[root], 1, true), name)
      end
    end
    assert.is_true(count >= 6)
  end)

  it("of svcd brings every module in C that the build installs", function()
    local rules, count = forge.read("data/deploy/debian/rules"), 0
    for name in forge.read("meson.build"):gmatch("shared_module%('([%w_]+)'") do
      count = count + 1
      local whole = rules:gsub("\\\n%s*", "")
      local line = (" debian/tmp/usr/lib/lua/5%%.4/%s%%.so[^\n]* debian/tmp/usr/lib/svc/\n"):format(
        name
      )
      assert.truthy(whole:find(line), name)
    end
    assert.is_true(count >= 2)
  end)

  it("of svcd ends whatever unit it brings when it is removed", function()
    local rules, count = forge.read("data/deploy/debian/rules"), 0
    for options in rules:gmatch("\n\tdh_installsystemd ([^\n]*)") do
      count = count + 1
      assert.is_nil(options:find("--no-start", 1, true), options)
    end
    assert.equal(3, count)
  end)

  it("of the client depends on the Node that the client asks for", function()
    local engines = cjson.decode(forge.read("cli/package.json")).engines
    assert.truthy(
      control:find(("nodejs (%s)"):format(engines.node:gsub("^>=", ">= ")), 1, true)
    )
  end)

  it("of the demo is signed by the key that is published with it", function()
    local folder = forge.folder()
    forge.write(folder .. "/demo.key", forge.read("data/deploy/demo/demo.key"))
    assert(os.execute("chmod 600 " .. folder .. "/demo.key"))
    local public = svc.public_key(assert(svc.load_key(folder .. "/demo.key")))
    forge.remove(folder)
    local root = assert(svc.check_trust(forge.read("data/deploy/demo/demo.trust"), os.time()))
    assert.same({ public }, root.publication.keys)
  end)
end)

describe("the packed client", function()
  local folder = forge.folder()
  local archive = folder .. "/build/packages/svc-cli.tgz"
  local make = ("make --no-print-directory B=%s/build %s "):format(folder, archive)

  teardown(function() forge.remove(folder) end)

  it("is made in a build folder that has none, with its manual page", function()
    assert.equal("", output(make))
    assert.truthy(output("tar -tzf " .. archive):find("package/man/svc.1", 1, true))
  end)

  it("is made again when anything in it has changed", function()
    for _, path in ipairs { "README.md", "bin/svc.mjs", "completion/svc.zsh", "man/svc.1" } do
      assert.truthy(output(make .. "-n -W cli/" .. path):find("npm pack", 1, true), path)
    end
    assert.truthy(os.execute(make .. "-q"), "it is not up to date")
  end)
end)

describe("versions", function()
  it("of rock, client and meson are one", function()
    local version = forge.read("meson.build"):match("\n  version: '([^']+)'")
    local rock = {}
    assert(loadfile(("svc-%s-1.rockspec"):format(version), "t", rock))()
    assert.equal(version .. "-1", rock.version)
    assert.equal(version, cjson.decode(forge.read("cli/package.json")).version)
  end)
end)
