--- The secrets of the edge: how they are given, and that no other process can read them.

local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local server = require("spec.support.service.server")

local SECRET = "hush-4f1c"

local function status_with(svcd, secret)
  return svcd:request("/v1/health", { headers = { ["X-Edge-Secret"] = secret } }).status
end

describe("the secrets of the edge", function()
  local folder

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
  end)
  after_each(function() os.execute("rm -r " .. folder) end)

  --- Each: how they are given; the options, the environment.
  local ways = {
    { "a flag", { edge_secrets = SECRET } },
    { "a flag with an equals sign", { ["edge_secrets=" .. SECRET .. " --log"] = "info" } },
    { "a variable", {}, { SVC_EDGE_SECRETS = SECRET } },
    { "a file", { edge_secrets_file = "@/secrets" } },
    { "a credential of systemd", {}, { CREDENTIALS_DIRECTORY = "@" } },
  }
  for _, way in ipairs(ways) do
    it("are taken from " .. way[1] .. ", and /proc shows them nowhere", function()
      local options, environment = {}, {}
      for name, value in pairs(way[2]) do
        options[name] = value:gsub("^@", folder)
      end
      for name, value in pairs(way[3] or {}) do
        environment[name] = value:gsub("^@", folder)
      end
      forge.write(folder .. "/secrets", SECRET .. "\n")
      if environment.CREDENTIALS_DIRECTORY then
        forge.write(folder .. "/edge_secrets", SECRET)
      end
      local svcd <close> = server.start(options, environment)
      assert.same({ 200, 403 }, { status_with(svcd, SECRET), status_with(svcd, "another") })
      for _, pid in ipairs { svcd.pid, svcd:workers()[1] } do
        for _, name in ipairs { "environ", "cmdline" } do
          local shown = forge.read(("/proc/%d/%s"):format(pid, name))
          assert.is_nil(shown:find(SECRET, 1, true), name)
        end
      end
    end)
  end

  it("are read from their file again by a reload", function()
    forge.write(folder .. "/secrets", "first\n")
    local svcd <close> = server.start({ edge_secrets_file = folder .. "/secrets" })
    assert.equal(200, status_with(svcd, "first"))
    forge.write(folder .. "/secrets", "first\nsecond\n")
    assert.is_true(orders.carry_out(svcd, "POST", "/reload").configuration.reloaded)
    assert.same({ 200, 200 }, { status_with(svcd, "first"), status_with(svcd, "second") })
  end)

  it("of a variable are known to a reload still", function()
    local svcd <close> = server.start({}, { SVC_EDGE_SECRETS = SECRET })
    assert.is_true(orders.carry_out(svcd, "POST", "/reload").configuration.reloaded)
    assert.same({ 200, 403 }, { status_with(svcd, SECRET), status_with(svcd, "*********") })
  end)
end)
