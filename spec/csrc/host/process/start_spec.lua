--- What a start tells, and what `svcd check` leaves behind: nothing.
local cjson = require("cjson")
local client = require("spec.support.service.client")
local commands = require("host.command.list")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

describe("a start", function()
  local folder

  local function options(changes)
    local all = { publication = folder .. "/p", trust = folder .. "/trust" }
    for name, value in pairs(changes or {}) do
      all[name] = value
    end
    return all
  end

  --- Runs `svcd check`. @treturn string what it printed @treturn string its errors @treturn integer
  local function check(changes, words)
    local list, all = {}, options(changes)
    all.listen = all.listen or "127.0.0.1:0"
    for name, value in pairs(all) do
      list[#list + 1] = ("--%s '%s'"):format(name:gsub("_", "-"), value)
    end
    local line = "unset LUA_PATH LUA_CPATH; SVC_HOME=$PWD '%s' check %s %s >%s/out 2>%s/err"
    local _, _, status = os.execute(
      line:format(
        os.getenv("SVC_SVCD") or "build/svcd",
        table.concat(list, " "),
        words or "",
        folder,
        folder
      )
    )
    return forge.read(folder .. "/out"), forge.read(folder .. "/err"), status
  end

  before_each(function()
    folder = forge.folder()
    local key = forge.key()
    forge.write(folder .. "/good", forge.small(key))
    forge.write(folder .. "/p", forge.read(folder .. "/good"))
    forge.write(
      folder .. "/trust",
      forge.trust({
        expires = 4000000000,
        root = { threshold = 1, keys = { key } },
        publication = { threshold = 1, keys = { key } },
      }, { key })
    )
  end)

  after_each(function() forge.remove(folder) end)

  it("that is refused tells systemd nothing", function()
    local notify = assert(require("socket.unix").dgram())
    assert(notify:bind(folder .. "/notify"))
    notify:settimeout(0)
    os.remove(folder .. "/p")
    local environment = { NOTIFY_SOCKET = folder .. "/notify" }
    local started, reason = pcall(server.start, options(), environment)
    assert.is_false(started)
    assert.truthy(reason:find("publication: file", 1, true), reason)
    assert.is_nil((notify:receive()))
    notify:close()
  end)

  local unavailable = {
    ["the publication is missing"] = function() os.remove(folder .. "/p") end,
    ["the publication is none"] = function() forge.write(folder .. "/p", "x") end,
    ["the trust is missing"] = function() os.rename(folder .. "/trust", folder .. "/kept") end,
  }
  for what, spoil in pairs(unavailable) do
    it(
      ("goes on where %s with --allow-unavailable, and serves what comes"):format(what),
      function()
        spoil()
        local svcd <close> = server.start(options { allow_unavailable = true, quota_limit = 0 })
        local REF = "/v1/content?ref=asset:en:material:physics:light"
        assert.equal(503, svcd:request(REF).status)
        assert.equal(200, svcd:request("/v1/health").status)
        assert.truthy(svcd:errors():find("serving without content (503)", 1, true))
        os.rename(folder .. "/kept", folder .. "/trust")
        os.rename(folder .. "/good", folder .. "/p")
        svcd:signal("HUP")
        assert.is_true(server.await(function() return svcd:request(REF).status == 200 end))
      end
    )
  end

  local still_refused = {
    { "state_dir", "/none/state" },
    { "access_log", "/none/log" },
    { "routes", "/none" },
  }
  for _, row in ipairs(still_refused) do
    it(("is refused for %s with --allow-unavailable too"):format(row[1]), function()
      local started, reason =
        pcall(server.start, options { allow_unavailable = true, [row[1]] = folder .. row[2] })
      assert.is_false(started)
      assert.truthy(reason:find("svcd: " .. row[1] .. ": ", 1, true), reason)
    end)
  end

  it("that is refused leaves no control socket behind", function()
    local line = "unset LUA_PATH LUA_CPATH; SVC_HOME=$PWD '%s' serve --listen 127.0.0.1:0"
      .. " --publication %s/none --trust %s/trust --control %s/control 2>/dev/null"
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    local _, _, status = os.execute(line:format(program, folder, folder, folder))
    assert.equal(1, status)
    assert.is_false((os.rename(folder .. "/control", folder .. "/control")) or false)
  end)

  it("that is checked names every part, and leaves nothing behind", function()
    local out, err, status = check {
      state_dir = folder .. "/state",
      access_log = folder .. "/access.log",
      control = folder .. "/control",
    }
    assert.same({ "", 0 }, { err, status or 0 })
    for _, name in ipairs { "access_log", "listen", "routes", "state_dir", "publication" } do
      assert.matches("\n" .. name .. " +ok\n", out)
    end
    for _, name in ipairs { "state", "access.log", "control" } do
      assert.is_nil(io.open(folder .. "/" .. name))
    end
  end)

  it("that is checked writes no state of a publication that a service has not taken", function()
    local key = forge.key()
    forge.write(folder .. "/p", forge.small(key, { sequence = 7 }))
    forge.write(
      folder .. "/trust",
      forge.trust({
        expires = 4000000000,
        root = { threshold = 1, keys = { key } },
        publication = { threshold = 1, keys = { key } },
      }, { key })
    )
    assert(os.execute(("mkdir '%s/state'"):format(folder)))
    assert.equal(0, select(3, check { state_dir = folder .. "/state" }) or 0)
    assert.is_nil(io.open(folder .. "/state/publication.state"))
  end)

  it("that is checked refuses a port that others listen at", function()
    local other = assert(require("socket").bind("127.0.0.1", 0))
    local _, port = other:getsockname()
    local _, err, status =
      check { listen = "127.0.0.1:" .. port, control = folder .. "/control" }
    other:close()
    assert.equal(1, status)
    assert.truthy(
      err:find("^svcd: listen: cannot listen on 127%.0%.0%.1:%d+: Address already"),
      err
    )
  end)

  it("that is checked refuses a state folder that cannot be made, even by root", function()
    local _, err, status = check { state_dir = "/proc/none" }
    assert.equal(1, status)
    assert.truthy(err:find("svcd: state_dir: /proc/none: ", 1, true), err)
  end)

  it("that is checked tries the state folder as the account of the workers", function()
    local id <close> = assert(io.popen("id -u"))
    if id:read("l") ~= "0" then return pending("another account needs root") end
    assert(os.execute(("mkdir -m 700 '%s/state'"):format(folder)))
    local _, err, status = check { state_dir = folder .. "/state", user = "nobody" }
    assert.equal(1, status)
    assert.truthy(
      err:find("svcd: state_dir: " .. folder .. "/state: Permission denied", 1, true),
      err
    )
  end)

  it("can be checked beside the running service, at its address", function()
    local svcd <close> = server.start(options())
    local _, err, status =
      check { listen = "127.0.0.1:" .. svcd.port, control = svcd.folder .. "/control" }
    assert.same({ "", 0 }, { err, status or 0 })
    assert.equal(200, client.request(svcd.port, "/v1/health").status)
  end)

  it(
    "that is checked with --json is one object of the parts that are sound and that are not",
    function()
      local out, err, status = check({}, "--json")
      assert.same({ "", 0 }, { err, status or 0 })
      local report = cjson.decode(out)
      assert.is_true(report.ok)
      assert.same({ ok = true }, report.parts.publication)
      out, err, status = check({ publication = folder .. "/trust" }, "--json")
      assert.same({ "", 1 }, { err, status })
      report = cjson.decode(out)
      assert.same({ false, true }, { report.ok, report.parts.routes.ok })
      assert.matches("not a publication", report.parts.publication.reason, 1, true)
    end
  )
end)

describe("the help of a command that asks the running service", function()
  local effective = { reload = "control", status = "control" }
  for command, option in pairs(effective) do
    it(("of %s lists the options that have an effect: %s"):format(command, option), function()
      local line = "unset LUA_PATH LUA_CPATH; SVC_HOME=$PWD '%s' %s --help"
      local pipe <close> =
        assert(io.popen(line:format(os.getenv("SVC_SVCD") or "build/svcd", command)))
      local flags = {}
      for flag in pipe:read("a"):gmatch("\n +[^\n]-(%-%-[%a-]+)") do
        flags[flag] = true
      end
      flags["--json"] = nil
      assert.same({ ["--help"] = true, ["--config"] = true, ["--" .. option] = true }, flags)
    end)
  end
end)

describe("the help of a command", function()
  it("fits a terminal of 80 columns, whichever it is", function()
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    local line = "for name in %s; do SVC_HOME=$PWD '%s' $name --help || exit; done"
    local pipe <close> =
      assert(io.popen(line:format(table.concat(commands.names, " "), program)))
    local wide, count = {}, 0
    for text in pipe:lines() do
      count = count + 1
      if utf8.len(text) > 80 then wide[#wide + 1] = text end
    end
    assert.same({ {}, true }, { wide, count > 300 })
  end)
end)
