--- Options: one name in three forms.

local config = require("host.config")
local config_text = require("host.config_text")
local config_value = require("host.config_value")
local forge = require("spec.support.publication.forge")
local rows_of_options = require("host.options")

local function load(flags, environment, file)
  local path
  if file then
    path = os.tmpname()
    local handle = assert(io.open(path, "wb"))
    handle:write(file)
    handle:close()
  end
  local values = environment or {}
  values.SVC_CONFIG = path
  local options, reason = config.load(flags or {}, values)
  if path then os.remove(path) end
  return options, reason
end

describe("an option", function()
  it("is taken from the flag, else the environment, else the file, else its default", function()
    local file = "quota_limit = 1"
    assert.equal(3, load({ quota_limit = "3" }, { SVC_QUOTA_LIMIT = "2" }, file).quota_limit)
    assert.equal(2, load({}, { SVC_QUOTA_LIMIT = "2" }, file).quota_limit)
    assert.equal(1, load({}, {}, file).quota_limit)
    assert.equal(120, load().quota_limit)
  end)

  it(
    "is taken from a table that the file returns as well",
    function() assert.equal(7, load({}, {}, "return { workers = 7 }").workers) end
  )

  local faults = {
    { "a number with a sign", { workers = "-1" }, "--workers" },
    { "a number out of its bounds", { workers = "0" }, "1 to 256" },
    { "a number of another base", { workers = "0x10" }, "0x10" },
    { "an address without a port", { listen = { "localhost" } }, "127.0.0.1:8080" },
    { "a URL without a scheme", { base_url = "example.org" }, "https://" },
    { "a URL with a query", { base_url = "http://a/?x" }, "--base-url" },
    {
      "a URL with userinfo, which no verifier accepts",
      { site_url = "http://a@b" },
      "--site-url",
    },
    { "a URL with a backslash", { site_url = "http://a\\b" }, "--site-url" },
    { "an unknown level", { log = "loud" }, "error, warn, info, debug" },
    { "a size without a number", { cache_size = "MiB" }, "--cache-size" },
    { "a size beyond every integer", { cache_size = "17179869185G" }, "0 to 1099511627776" },
    { "a contact that is no URI", { security_contact = "me@example.org" }, "mailto:" },
    { "a contact without encryption", { security_contact = "http://a.test" }, "https://" },
    { "an empty path", { publication = "" }, "--publication" },
    { "a word for a flag", { watch = "perhaps" }, "true nor false" },
  }
  for _, row in ipairs(faults) do
    it("refuses " .. row[1] .. ", and says what is accepted", function()
      local options, reason = load(row[2])
      assert.is_nil(options)
      assert.truthy(reason:find(row[3], 1, true))
    end)
  end

  it("names the environment variable in a refusal", function()
    local _, reason = load({}, { SVC_WORKERS = "many" })
    assert.equal('SVC_WORKERS: "many" is not a whole number of 1 to 256', reason)
  end)

  it("refuses an unknown name in the file", function()
    local _, reason = load({}, {}, "quota_limits = 1")
    assert.truthy(reason:find('no option "quota_limits"', 1, true))
  end)

  it("refuses a file that fails, with its line", function()
    local _, reason = load({}, {}, "\nerror('no')")
    assert.truthy(reason:find(":2:", 1, true))
  end)

  -- stylua: ignore
  local unread = {
    { "misspelt", "SVC_LISEN", "1",
      "SVC_LISEN: there is no such option; did you mean SVC_LISTEN?" },
    { "that nobody reads", "SVC_FROBNICATE", "1",
      "SVC_FROBNICATE: there is no such option; svcd serve --help lists the options" },
    { "of another case", "SVC_Workers", "1",
      "SVC_Workers: there is no such option; did you mean SVC_WORKERS?" },
    { "that looks like one of Kubernetes", "SVC_PORT", "8080",
      "SVC_PORT: there is no such option; svcd serve --help lists the options" },
  }
  for _, row in ipairs(unread) do
    it(("refuses a variable %s (%s)"):format(row[1], row[2]), function()
      local options, reason = load({}, { [row[2]] = row[3] })
      assert.is_nil(options)
      assert.equal(row[4], reason)
    end)
  end

  it(
    "leaves alone the variables of others",
    function()
      assert.truthy(load({}, {
        SVC_HOME = "/",
        SVC_API_BASE = "http://a",
        SVC_SVCD = "build/svcd",
        SVC_ANSWERS = "/tmp",
        SVC_SERVICE_HOST = "10.0.0.1",
        SVC_SERVICE_PORT = "80",
        SVC_SERVICE_PORT_HTTP = "80",
        SVC_PORT = "tcp://10.0.0.1:80",
        SVC_PORT_80_TCP = "tcp://10.0.0.1:80",
        SVC_PORT_80_TCP_PROTO = "tcp",
        SVC_ADMIN_SERVICE_HOST = "10.0.0.2",
        HOME = "/",
      }))
    end
  )

  local useless = {
    {
      { quota_window = "5", quota_limit = "0" },
      "--quota-window: it has no effect without "
        .. "--quota-limit; set that as well, or leave this out",
    },
    {
      { allowed_hosts = " , " },
      "--allowed-hosts: the list is empty; name one at least, or leave " .. "the option out",
    },
  }
  for _, row in ipairs(useless) do
    it("refuses what has no effect: " .. row[2], function()
      local options, reason = load(row[1])
      assert.is_nil(options)
      assert.equal(row[2], reason)
    end)
  end

  it(
    "accepts a default that has no effect",
    function() assert.equal(60, load({ quota_limit = "0" }).quota_window) end
  )

  it("refuses a list for a flag in the file", function()
    local _, reason = load({}, {}, "watch = {}")
    assert.matches("watch: a table is not a value", reason, 1, true)
  end)

  it("reads sizes, lists and flags", function()
    local options = load({
      cache_size = "2M",
      shared_size = "256KiB",
      watch = {},
      trusted_proxies = "10.0.0.0/8, ::1",
    })
    assert.equal(2 << 20, options.cache_size)
    assert.equal(256 << 10, options.shared_size)
    assert.is_true(options.watch)
    assert.same({ "10.0.0.0/8", "::1" }, options.trusted_proxies)
  end)
end)

describe("the URLs", function()
  it("follow from the address in use", function()
    local options = load()
    config.settle(options, { "unix:/run/svc.sock", "127.0.0.1:9", "[::]:8" })
    assert.same(
      { "http://127.0.0.1:9", "http://127.0.0.1:9", "http://127.0.0.1:9/mcp" },
      { options.base_url, options.site_url, options.mcp_url }
    )
  end)

  it("name this machine where no address in use is one of TCP", function()
    local options = load({ listen = { "unix:/run/svc.sock", "fd:http" } })
    config.settle(options)
    assert.same(
      { "http://localhost", { "unix:/run/svc.sock", "fd:http" } },
      { options.base_url, options.addresses }
    )
  end)

  it(
    "lose a slash at their end",
    function()
      assert.equal(
        "https://a.example/api",
        load({ base_url = "https://a.example/api/" }).base_url
      )
    end
  )
end)

describe("the folders of routes", function()
  local rows = {
    { "a flag", { routes = { "default", "a,b" } }, {}, nil, { "?/routes", "a,b" } },
    {
      "a variable",
      {},
      { SVC_ROUTES = "default, /srv/my routes" },
      nil,
      { "?/routes", "/srv/my routes" },
    },
    { "the file", {}, {}, 'routes = { "default", "/srv/a,b" }', { "?/routes", "/srv/a,b" } },
    { "the file, as a text", {}, {}, 'routes = "mine"', { "mine" } },
    { "nobody", {}, {}, nil, { "?/routes" } },
  }
  for _, row in ipairs(rows) do
    it("may be several, and of the installation: given by " .. row[1], function()
      local options = assert(load(row[2], row[3], row[4]))
      for i, folder in ipairs(row[5]) do
        row[5][i] = folder:gsub("%?", options.home)
      end
      assert.same(row[5], options.routes)
    end)
  end

  local faults = {
    { { "a", "a" }, "--routes: a is named twice; name it once" },
    { { "" }, "--routes: a path is empty" },
  }
  for _, row in ipairs(faults) do
    it("are refused: " .. row[2], function()
      local options, reason = load({ routes = row[1] })
      assert.same({ nil, row[2] }, { options, reason })
    end)
  end

  -- stylua: ignore
  local spellings = {
    { "lua", "./lua" }, { "lua", "lua/" }, { "lua/", "./lua//" }, { "lua", "lua/." },
    { "lua", "lua/web/.." }, { "lua", "PWD/lua" }, { "PWD/lua", "PWD/./lua/" },
    { "default", "routes" }, { "./routes", "default" }, { "default", "PWD/routes/" },
    { "PWD/routes", "routes" },
  }
  for _, row in ipairs(spellings) do
    it(("are one, however spelled: %s and %s"):format(row[1], row[2]), function()
      local given = {}
      for i, path in ipairs(row) do
        given[i] = path:gsub("PWD", os.getenv("PWD"))
      end
      local options, reason = load({ routes = given })
      assert.is_nil(options)
      assert.matches("^%-%-routes: %S+ and %S+ are one folder; name it once$", reason)
    end)
  end

  it("of libraries are named once, too", function()
    local _, reason = load({ lua_path = { "lua", "lua/" } })
    assert.equal("--lua-path: lua and lua/ are one folder; name it once", reason)
  end)

  it(
    "that are not there yet differ by their names",
    function()
      assert.same({ "none", "none2" }, assert(load({ routes = { "none", "none2" } })).routes)
    end
  )

  it("are bounded in number", function()
    local many = {}
    for i = 1, 17 do
      many[i] = "folder" .. i
    end
    local _, reason = load({ routes = many })
    assert.equal("--routes: it names 17 folders; name 1 to 16", reason)
  end)
end)

describe("the option table", function()
  it("has one row for each option, with all its names", function()
    local text = config_text.markdown()
    for _, option in ipairs(rows_of_options) do
      assert.truthy(text:find("`" .. config.variable(option) .. "`", 1, true))
      assert.truthy(text:find("| `" .. config.flag(option) .. " ", 1, true))
    end
  end)
end)

describe("the config file of an installation", function()
  it("counts for commands about the service, not for one that is started", function()
    local home = forge.folder()
    finally(function() forge.remove(home) end)
    for _, part in ipairs { "lua", "contract", "data", "routes", "cli" } do
      assert(os.execute(("ln -s $PWD/%s %s/"):format(part, home)))
    end
    forge.write(home .. "/svcd.conf.lua", "workers = 0")
    local function told(command)
      local line =
        "unset LUA_PATH LUA_CPATH; svcd=$(realpath %s); cd /; SVC_HOME=%s $svcd %s 2>&1"
      local svcd = os.getenv("SVC_SVCD") or "build/svcd"
      local pipe <close> = assert(io.popen(line:format(svcd, home, command)))
      return pipe:read("a")
    end
    assert.matches(home .. "/svcd.conf.lua:1: workers: ", told("check"), 1, true)
    local of_serve = told("serve --listen 127.0.0.1:0 --publication /nowhere")
    assert.matches("svcd: publication: file /nowhere: ", of_serve, 1, true)
    assert.is_nil(of_serve:find("workers", 1, true), of_serve)
  end)
end)

describe("the sample of a config file", function()
  local SAMPLE = "data/deploy/svcd.conf.lua"
  local file <close> = assert(io.open(SAMPLE))
  local text = file:read("a")

  it(
    "is what the table of options says; `make readme` writes it",
    function() assert.equal(config_text.sample(), text) end
  )

  it(
    "is a config file that changes nothing",
    function() assert.same(assert(load()), assert(load({}, {}, text))) end
  )

  it("has a line for each option, with a value that is accepted", function()
    local chosen = {}
    assert(_G.load(text:gsub("%f[^\n\0]%-%- (%l[%w_]* = )", "%1"), "=sample", "t", chosen))()
    for _, option in ipairs(rows_of_options) do
      local value, reason = config_value.read(option, chosen[option.name])
      assert(value ~= nil, option.name .. ": " .. tostring(reason))
      chosen[option.name] = nil
    end
    assert.same({}, chosen)
  end)
end)
