--- The secrets of the config, as files and as routes see them.
local cjson = require("cjson")
local config = require("host.config")
local forge = require("spec.support.publication.forge")
local secrets = require("host.secrets")
local keys = require("web.key")
local server = require("spec.support.service.server")

local KEY, NEXT = ("k"):rep(32), ("n"):rep(32)

describe("the option secrets", function()
  -- stylua: ignore
  local cases = {
    { "partner=/etc/key", { partner = "/etc/key" } },
    { " a=/x , b=credential:y ", { a = "/x", b = "credential:y" } },
    { { partner = "/etc/key" }, { partner = "/etc/key" } },
    { { "a=/x", "b=/y" }, { a = "/x", b = "/y" } },
    { "partner", nil, "partner has no file" },
    { "A=/x", nil, '"A" is no name of a secret' },
    { "a=/x,a=/y", nil, "a is named twice" },
    { "", nil, "it names 0 secrets" },
    { { partner = "" }, nil, "partner has no file" },
  }
  for i, case in ipairs(cases) do
    it(("reads case %d"):format(i), function()
      local files, fault = secrets.read(case[1])
      assert.same(case[2], files)
      assert.is_truthy(not case[3] or fault:find(case[3], 1, true), fault)
    end)
  end
end)

describe("the file of a secret", function()
  local folder
  before_each(function() folder = forge.folder() end)
  after_each(function() forge.remove(folder) end)

  local function take(text, mode)
    local path = folder .. "/key"
    forge.write(path, text)
    assert(os.execute(("chmod %s %s"):format(mode or "600", path)))
    local options = { secrets = { partner = path } }
    return secrets.take(options, {}), options.secret_values
  end

  it("holds one secret, or two while they rotate", function()
    assert.same({ partner = { KEY } }, select(2, take(KEY)))
    assert.same({ partner = { KEY, NEXT } }, select(2, take(KEY .. "\n" .. NEXT .. "\n")))
  end)

  -- stylua: ignore
  local faulty = {
    { "", nil, "it is empty" },
    { "short", nil, "line 1 is not of 16 to 1024 visible characters" },
    { KEY .. " x", nil, "line 1 is not of 16 to 1024 visible characters" },
    { ("a"):rep(1025), nil, "line 1 is not of 16 to 1024 visible characters" },
    { (KEY .. "\n"):rep(3), nil, "it holds 3 lines" },
    { ("a\n"):rep(3000), nil, "it has 6000 bytes, 4096 at most" },
    { KEY, "644", "everybody may use it: chmod o= " },
    { KEY, "602", "everybody may use it" },
  }
  for _, case in ipairs(faulty) do
    it("is refused, and not shown: " .. case[3], function()
      local fault = take(case[1], case[2])
      assert.truthy(fault:find(case[3], 1, true), fault)
      assert.truthy(fault:find("--secrets: partner: ", 1, true), fault)
      assert.falsy(fault:find("kkkk", 1, true))
    end)
  end

  it("may be a credential of systemd", function()
    forge.write(folder .. "/partner_key", KEY)
    assert(os.execute("chmod 400 " .. folder .. "/partner_key"))
    local options = { secrets = { partner = "credential:partner_key" } }
    assert.is_nil(secrets.take(options, { CREDENTIALS_DIRECTORY = folder }))
    assert.same({ partner = { KEY } }, options.secret_values)
    assert.matches("systemd passed on no credential partner_key", secrets.take(options, {}))
  end)

  it("is reloaded when it changes, and told by its name alone", function()
    take(KEY)
    local flags = { secrets = "partner=" .. folder .. "/key", control = "none" }
    local options = assert(config.load(flags))
    config.settle(options)
    local served = config.text(options)
    take(NEXT)
    local _, changed = config.again(served)
    assert.equal("secrets", changed)
  end)
end)

describe("a secret as a route sees it", function()
  local seen = keys.views({ partner = { KEY, NEXT } }, "random").partner

  it("compares with both while they rotate, and signs with the first", function()
    assert.is_true(seen:equals(KEY) and seen:equals(NEXT))
    assert.is_false(seen:equals(KEY .. "x") or seen:equals("") or seen:equals(nil))
    assert.equal(require("svc").hmac(KEY, "text"), seen:hmac("text"))
  end)

  it("verifies what was signed with either", function()
    assert.is_true(seen:verify("text", require("svc").hmac(KEY, "text")))
    assert.is_true(seen:verify("text", require("svc").hmac(NEXT, "text")))
    assert.is_false(seen:verify("texts", seen:hmac("text")) or seen:verify("text", nil))
  end)

  it("shows nothing and takes nothing", function()
    local members = {}
    for name in pairs(seen) do
      members[#members + 1] = name
    end
    table.sort(members)
    assert.same({ "equals", "hmac", "verify" }, members)
    assert.has_error(function()
      seen.equals = function() return true end
    end)
  end)
end)

describe("routes with secrets", function()
  local folder, svcd

  local ROUTES = [[
    local function handle(call) return { seen = call.secrets and true or false } end
    return {
      { method = "GET", path = "/keyed", key = "partner", operation = "getKeyed",
        summary = "Keyed", description = "Keyed.",
        answer = { schema = "Problem", description = "X." },
        mcp = { name = "keyed", description = "Keyed." }, handle = handle },
      { method = "GET", path = "/open", handle = handle },
      { method = "GET", path = "/signed", secrets = { "partner" },
        handle = function(call)
          local all = {}
          for name in pairs(call.secrets) do all[#all + 1] = name end
          return { all = all, signature = call.secrets.partner:hmac("x"),
            config = tostring(call.config.secret_values), host = tostring(host.config.secrets) }
        end },
      phases = { access = function(call)
        if call.secrets then error("phases see secrets") end
      end },
    }]]

  setup(function()
    folder = forge.folder()
    forge.write(folder .. "/key", KEY)
    forge.write(folder .. "/other", NEXT)
    assert(
      os.execute(("chmod 600 %s/key %s/other; mkdir %s/own"):format(folder, folder, folder))
    )
    forge.write(folder .. "/own/init.lua", ROUTES)
    svcd = server.start({
      routes = { "default", folder .. "/own" },
      secrets = ("partner=%s/key,other=%s/other"):format(folder, folder),
    })
  end)
  teardown(function()
    svcd:stop()
    forge.remove(folder)
  end)

  local function ask(authorization)
    return svcd:request("/keyed", { headers = { Authorization = authorization } })
  end

  it("let in who has the key", function()
    assert.equal(200, ask("Bearer " .. KEY).status)
    assert.equal(200, ask("bearer  " .. KEY).status)
  end)

  local refused = {
    { nil, 'Bearer realm="svc"' },
    { "Bearer " .. NEXT, 'Bearer realm="svc", error="invalid_token"' },
    { "Bearer", 'Bearer realm="svc", error="invalid_token"' },
    { "Basic " .. KEY, 'Bearer realm="svc", error="invalid_token"' },
    { "Bearer " .. KEY .. " x", 'Bearer realm="svc", error="invalid_token"' },
  }
  for i, case in ipairs(refused) do
    it("refuse who has not with 401: case " .. i, function()
      local answer = ask(case[1])
      assert.equal(401, answer.status)
      assert.equal(case[2], answer.headers["www-authenticate"])
      assert.equal("UNAUTHORIZED", cjson.decode(answer.body).code)
      assert.equal("no-store", answer.headers["cache-control"])
    end)
  end

  it("see those that they name, and no other", function()
    assert.equal('{"seen":false}', svcd:request("/open").body)
    local own = cjson.decode(svcd:request("/signed").body)
    assert.same({ "partner" }, own.all)
    assert.equal(require("svc").hmac(KEY, "x"), own.signature)
    assert.equal("nil", own.config)
    assert.equal("nil", own.host)
  end)

  local function call_tool(authorization)
    local answer = svcd:request("/mcp", {
      method = "POST",
      headers = {
        Accept = "application/json, text/event-stream",
        Authorization = authorization,
        ["Content-Type"] = "application/json",
      },
      body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"keyed"}}',
    })
    return cjson.decode(answer.body).result
  end

  it("ask for it where they are tools as well", function()
    local refused_call = call_tool()
    assert.is_true(refused_call.isError)
    assert.matches("UNAUTHORIZED", refused_call.content[1].text)
    assert.is_nil(call_tool("Bearer " .. KEY).isError)
  end)

  it("are refused where their answers would be kept for all", function()
    local route = { method = "GET", path = "/x", key = "partner", cache = "publication" }
    route.handle = function() return {} end
    local good, reason = pcall(require("web.route").complete, route, 1)
    assert.is_false(good)
    assert.matches("it has a `key`, and its answers would be kept for all", reason)
  end)

  it("say in the contract that a key is asked for", function()
    local contract = cjson.decode(svcd:request("/openapi.json").body)
    assert.same({ { key = {} } }, contract.paths["/keyed"].get.security)
    assert.equal("bearer", contract.components.securitySchemes.key.scheme)
    assert.truthy(contract.paths["/keyed"].get.responses["401"])
  end)

  it("let browsers send it", function()
    local answer = svcd:request("/keyed", { method = "OPTIONS" })
    assert.equal("*, Authorization", answer.headers["access-control-allow-headers"])
  end)

  it("are refused where the config has no such secret", function()
    forge.write(folder .. "/own/init.lua", (ROUTES:gsub('key = "partner"', 'key = "none"')))
    local command = '"${SVC_SVCD:-build/svcd}" check --listen 127.0.0.1:0 --control none'
      .. " --routes default --routes "
      .. folder
      .. "/own --secrets partner="
      .. folder
      .. "/key 2>&1"
    local pipe <close> = assert(io.popen(command))
    local text = pipe:read("a")
    assert.truthy(
      text:find("it names the secret `none`, which the config has not", 1, true),
      text
    )
    assert.falsy(text:find("kkkk", 1, true))
  end)
end)
