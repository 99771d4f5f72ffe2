--- The targets of make: whatever a target runs, the packages that it needs are installed before, so
-- that it can be the first that somebody asks for.

local document = require("spec.support.house.document")
local forge = require("spec.support.publication.forge")

--- What a recipe runs, as a pattern, and what has to be installed before.
local NEEDS = {
  { runs = "clang%-format %-i", installs = "%.ci/install[^\n]* lint" },
  {
    runs = "spec/support/run",
    installs = "%.ci/install[^\n]* test",
    or_installs = "%.ci/install %$%(%S+ spec/support/house/loop%.lua packages", -- of these specs
  },
  { runs = "spec/proof/%S+%.mjs", installs = "cd spec && npm ci" },
}

local function lines(command) return table.concat(document.run(command), "\n") end

--- True when a program in Lua, or a module it requires, uses sockets, which only the packages of
-- the tests have.
local function uses_sockets(path, seen)
  local file <close> = io.open(path)
  if seen[path] or not file then return false end
  seen[path] = true
  for name in file:read("a"):gmatch('require%("([%w_.]+)"%)') do
    local stem = name:gsub("%.", "/")
    if stem == "socket" or uses_sockets(stem .. ".lua", seen) then return true end
    if uses_sockets(stem .. "/init.lua", seen) then return true end
  end
  return false
end

describe("a target of make", function()
  local folder = forge.folder()
  teardown(function() forge.remove(folder) end)

  --- Fails where a recipe comes to `at` before it has installed what is needed there.
  local function installed(recipe, at, installs)
    assert.is_true((recipe:find(installs) or math.huge) < at, recipe:match("%S*", at))
  end

  for target in lines("make --no-print-directory help"):gmatch("make (%S+)") do
    it(target .. " installs what it runs with", function()
      local recipe =
        lines(("make -nB --no-print-directory B=%s/build %s"):format(folder, target))
      for _, need in ipairs(NEEDS) do
        local at = recipe:find(need.runs)
        local other = need.or_installs and recipe:find(need.or_installs)
        if at then installed(recipe, at, other and need.or_installs or need.installs) end
      end
      for at, program in recipe:gmatch("%slua[%d.]* ()(spec/%S+%.lua)") do
        if uses_sockets(program, {}) then installed(recipe, at, "%.ci/install[^\n]* test") end
      end
    end)
  end

  it("mutation runs no spec one by one ahead of it", function()
    local recipe = lines("make -n --no-print-directory mutation")
    assert.truthy(recipe:find("mutation/init.lua", 1, true))
    assert.is_nil(recipe:find("spec/support/house/loop.lua", 1, true))
  end)
end)
