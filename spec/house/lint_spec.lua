--- What `make lint` tells continuous integration, with tools of other releases and tools that find
-- something.

local forge = require("spec.support.publication.forge")

local SCRIPT = "spec/proof/lint/lint"

describe(SCRIPT, function()
  local tools, output, status

  --- A tool of a release, which ends so when it is asked for more than its version.
  local function tool(name, version, ending)
    local path = tools .. "/" .. name
    forge.write(
      path,
      ('#!/bin/sh\n[ "$1" = --version ] && echo "%s version %s" && exit\n%s\n'):format(
        name,
        version,
        ending
      )
    )
    assert(os.execute("chmod +x " .. path))
  end

  setup(function()
    tools = forge.folder()
    tool("clang-format", "19.1.7", "echo another format; exit 1")
    tool("clang-tidy", "14.0.6", 'echo "$#" >>"$0.files"')
    tool("cppcheck", "2.10", "exit 0")
    tool("luacheck", "1.2.0", "echo a fault; exit 1")
    tool("stylua", "2.5.2", 'echo "$*" >"$0.line"')
    tool("gcc", "12.2", 'echo "$*" >>"$0.lines"')
    tool("svcd", "1.0.0", 'echo "$*" >"$0.line"')
    local command = ('PATH="%s:$PATH" STYLUA="%s/stylua" %s "%s"'):format(
      tools,
      tools,
      SCRIPT,
      tools
    )
    local pipe <close> = assert(io.popen(command))
    output = pipe:read("a")
    status = select(3, pipe:close())
  end)
  teardown(function() forge.remove(tools) end)

  it("leaves out what another release would find, and says so in one line", function()
    local line = "ok lint: clang-format # SKIP it is 19.1 here; the sources are kept by 14, of "
      .. "Debian 12\n"
    assert.truthy(output:find(line, 1, true), output)
  end)

  it("shows what was found, and fails", function()
    assert.truthy(output:find("\nnot ok lint: luacheck\n# a fault\n", 1, true), output)
    assert.equal(1, status)
  end)

  it("compiles every proof, and checks the content and the format of Lua", function()
    local formatted = forge.read(tools .. "/stylua.line")
    assert.matches("^%-%-check %S+%.lua .*spec/house/lint_spec%.lua", formatted)
    local compiled = forge.read(tools .. "/gcc.lines")
    local listed <close> = assert(io.popen("git ls-files 'spec/proof/*.c'"))
    for path in listed:lines() do
      assert.truthy(compiled:find(" " .. path, 1, true), path)
    end
    assert.equal("check --content data/content\n", forge.read(tools .. "/svcd.line"))
    assert.truthy(output:find("\nok lint: proofs compile\nok lint: content\n", 1, true), output)
  end)

  it("gives every C file to clang-tidy", function()
    local given = 0
    for count in forge.read(tools .. "/clang-tidy.files"):gmatch("%d+") do
      given = given + tonumber(count) - 3 -- its own arguments: -p BUILD --quiet
    end
    local listed <close> = assert(io.popen("git ls-files 'csrc/*.c' | wc -l"))
    assert.equal(listed:read("n"), given)
    assert.truthy(output:find("\nok lint: clang-tidy\n", 1, true), output)
  end)
end)
