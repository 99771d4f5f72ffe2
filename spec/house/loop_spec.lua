--- The loop of a contributor (spec/support/house/loop.lua): what a spec needs, and which specs are
-- of a change or a title.
local forge = require("spec.support.publication.forge")
local needs = require("spec.support.house.needs")

local HERE = os.getenv("PWD")

local function run(command)
  local pipe <close> = assert(io.popen(command))
  return (pipe:read("a"):gsub("\n$", ""))
end

local function loop(arguments, folder)
  local form =
    "cd %s && { LUA_PATH='%s/?.lua;;' lua5.4 %s/spec/support/house/loop.lua %s\n} 2>&1"
  return run(form:format(folder or HERE, HERE, HERE, arguments))
end

describe("what a spec needs", function()
  local CASES = {
    { "spec/lua/base/tables_spec.lua", "lua-busted", "build" },
    { "spec/csrc/json/json_spec.lua", "lua-busted", "build" },
    {
      "spec/lua/site/hostile_spec.lua",
      "chromium-headless-shell lua-busted procps",
      "build publication spec/node_modules",
    },
    { "cli/test/faults.test.mjs", "", "build cli/node_modules" },
    { "cli/test/table.test.mjs", "", "build cli/node_modules publication" },
  }
  for _, case in ipairs(CASES) do
    local spec, packages, targets = table.unpack(case)
    it("is found in it and in what it requires: " .. spec, function()
      assert.equal(packages, loop("packages " .. spec))
      assert.equal(targets, loop("targets " .. spec))
    end)
  end

  it("is a package that the list of packages has", function()
    local listed = forge.read(".ci/packages.txt")
    for _, spec in ipairs { "data/command/release", "lua/site/forms" } do
      for _, package in ipairs((needs.of("spec/" .. spec .. "_spec.lua"))) do
        assert.truthy(("\n" .. listed):find("\n" .. package .. " ", 1, true), package)
      end
    end
  end)
end)

describe("the specs that are meant", function()
  local folder = forge.folder()
  teardown(function() forge.remove(folder) end)
  local FILES = {
    ["csrc/search/lists.c"] = '#include "search/lists.h"\n',
    ["csrc/search/lists.h"] = "int a;\n",
    ["csrc/search/query.c"] = '#include "search/lists.h"\n',
    ["csrc/text/fold.c"] = "int b;\n",
    ["lua/web/params.lua"] = "return {}\n",
    ["README.md"] = "# x\n",
    ["spec/csrc/search/lists_spec.lua"] = 'describe("a list", function() it("ends") end)\n',
    ["spec/csrc/search/query_spec.lua"] = 'describe("a query", function() it("ends late") end)\n',
    ["spec/csrc/text/token_spec.lua"] = 'describe("a token", function() end)\n',
    ["spec/guides/readme_spec.lua"] = 'local text = read("README.md")\n',
    ["spec/lua/web/app_spec.lua"] = 'local params = require("web.params")\n',
    ["spec/lua/web/params_spec.lua"] = "\n",
  }
  for path, text in pairs(FILES) do
    assert(os.execute(("mkdir -p %s/%s"):format(folder, path:match("^(.*)/") or ".")))
    forge.write(folder .. "/" .. path, text)
  end
  local git = "cd " .. folder .. " && git -c user.name=a -c user.email=a@b.test "
  run(
    git .. "init -q -b main . && git add -A && " .. git:match("&& (.*)$") .. "commit -qm a 2>&1"
  )

  local CHANGES = {
    { "csrc/search/lists.c", "spec/csrc/search/lists_spec.lua", "has one of its name" },
    {
      "csrc/search/lists.h",
      "spec/csrc/search/lists_spec.lua spec/csrc/search/query_spec.lua",
      "is included",
    },
    { "csrc/text/fold.c", "spec/csrc/text/token_spec.lua", "has none but those of its room" },
    {
      "lua/web/params.lua",
      "spec/lua/web/app_spec.lua spec/lua/web/params_spec.lua",
      "is required",
    },
    { "README.md", "spec/guides/readme_spec.lua", "is named" },
    { "spec/lua/web/app_spec.lua", "spec/lua/web/app_spec.lua", "is a spec" },
  }
  for _, case in ipairs(CHANGES) do
    local path, expected, reason = table.unpack(case)
    it(("are those of a changed file that %s: %s"):format(reason, path), function()
      forge.write(folder .. "/" .. path, FILES[path] .. "\n")
      assert.equal(expected, loop("changed main", folder))
      forge.write(folder .. "/" .. path, FILES[path])
    end)
  end

  it("have the words in their titles, across those of their group", function()
    assert.equal("spec/csrc/search/query_spec.lua", loop("titled 'query ends'", folder))
    assert.equal("a%-b%.c", loop("pattern a-b.c", folder))
  end)

  it("are refused where no title has the words, or there is no such commit", function()
    assert.equal(
      'no spec has "nobody" in its title; give fewer words\n1',
      loop("titled nobody; echo $?", folder)
    )
    assert.equal(
      'there is no commit "none"; name one: make changed BASE=origin/HEAD\n1',
      loop("changed none; echo $?", folder)
    )
  end)

  it("are found by the words that CONTRIBUTING.md gives", function()
    local words = forge.read("CONTRIBUTING.md"):match('make spec T="([^"]+)"')
    assert.matches("_spec.lua", loop(("titled '%s'"):format(words)))
  end)
end)

describe("the processor time of a spec", function()
  local folder = forge.folder()
  teardown(function() forge.remove(folder) end)
  local BURN = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"
  -- A process that has ended answers until its new parent, the counter, has taken its time.
  local WAIT = 'while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.02; done'

  it(
    "is that of its servers too, which the shell that started them does not outlive",
    function()
      run(("cc spec/support/cost.c -o %s/cost"):format(folder))
      local form =
        "cd %s && ./cost seconds sh -c '(sh -c \"%s\" & echo $! >pid); %s; exit 3'; echo $?"
      assert.equal("3", run(form:format(folder, BURN:gsub("%$", "\\$"), WAIT)))
      assert.is_true(tonumber(forge.read(folder .. "/seconds")) >= 0.1)
    end
  )
end)

describe("the report of the house", function()
  it("counts functions, their lengths, and specs beside sources: make house", function()
    local output = run("lua5.4 spec/proof/house/report.lua 2>&1")
    assert.matches("\nC +%d+ +%d+ +%d+ +%d+ +%d+\n", output)
    assert.matches("\n *%d+  together\n", output)
    assert.matches("\ncsrc +%d+ +%d+ +%d+%.%d%d\n", output)
  end)
end)
