--- The guide for authors of routes does what it shows: its routes are served over those of the
-- service, and its commands give what stands below them.

local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")
local guide_routes = require("spec.support.house.guide_routes")
local server = require("spec.support.service.server")

describe(guide_routes.path, function()
  local folder, svcd, names, work

  setup(function()
    folder, names = guide_routes.write()
    work = forge.folder()
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    local link = "mkdir %s/bin && ln -s \"$(realpath '%s')\" %s/bin/svcd"
    assert(os.execute(link:format(work, program, work)))
    svcd = server.demo({ routes = { "default", folder } })
  end)

  teardown(function()
    svcd:stop()
    forge.remove(folder)
    forge.remove(work)
  end)

  local function here(text)
    return (text:gsub("http://127%.0%.0%.1:8080", "http://127.0.0.1:" .. svcd.port))
  end

  it("shows routes that are formatted and free of faults", function()
    local command = "spec/node_modules/.bin/stylua --config-path .stylua.toml --check %s >&2 "
      .. "&& luacheck -q --config .luacheckrc %s >&2"
    assert.is_true(os.execute(command:format(folder, folder)))
    assert.is_true(#names > 5)
  end)

  it("is among the guides", function()
    assert.equal(200, svcd:request("/docs/routes").status)
    assert.truthy(svcd:request("/docs/routes.md").body:find("# Write routes", 1, true))
  end)

  for _, block in ipairs(document.blocks(guide_routes.path)) do
    for _, command in ipairs(block.language == "console" and document.commands(block) or {}) do
      it(("line %d: %s"):format(command.line, command.text:sub(1, 60)), function()
        local line = ('cd %s; export PATH="%s/bin:$PATH" SVC_HOME="%s"; %s'):format(
          work,
          work,
          os.getenv("PWD"),
          here(command.text)
        )
        for i, expected in ipairs(command.expected) do
          command.expected[i] = command.text:find("^curl") and here(expected) or expected
        end
        assert.is_nil(document.missing_line(command.expected, document.run(line)))
      end)
    end
  end
end)
