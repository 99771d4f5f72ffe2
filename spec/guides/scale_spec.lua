--- The guide to several replicas does what it shows: its commands, in their order, with the store
-- that is installed.

local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local GUIDE = "lua/site/assets/scale.md"

--- True when a program is there.
local function has(name) return os.execute(("command -v %s >/dev/null"):format(name)) end

describe(GUIDE, function()
  local work

  setup(function()
    work = forge.folder()
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    local link = "mkdir %s/bin && ln -s \"$(realpath '%s')\" %s/bin/svcd"
    assert(os.execute(link:format(work, program, work)))
  end)
  teardown(function() forge.remove(work) end)

  it("is among the guides", function()
    local svcd <close> = server.demo()
    assert.truthy(svcd:request("/docs/scale.md").body:find("# Run several replicas", 1, true))
  end)

  for _, block in ipairs(document.blocks(GUIDE)) do
    for _, command in ipairs(block.language == "console" and document.commands(block) or {}) do
      it(("line %d: %s"):format(command.line, command.text:sub(1, 60)), function()
        local text = command.text
        if not has("redis-server") then text = text:gsub("redis%-", "valkey-") end
        local line = 'cd %s; export PATH="%s/bin:$PATH" SVC_HOME="%s"; %s'
        local output = document.run(line:format(work, work, os.getenv("PWD"), text))
        assert.is_nil(document.missing_line(command.expected, output))
        if text:find("daemonize", 1, true) then
          local ping = "redis-cli -s %s/store ping >/dev/null 2>&1"
          if not has("redis-cli") then ping = ping:gsub("redis%-", "valkey-") end
          assert.truthy(server.await(function() return os.execute(ping:format(work)) end))
        end
      end)
    end
  end
end)
