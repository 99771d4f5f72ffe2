--- The kept inputs of the fuzz targets (spec/proof/fuzz/seeds), which a script of each makes: they
-- are few, differ and are named after what they are. Targets that are written in Lua are given each
-- of theirs, among them every input that a target once failed on.
local lfs = require("lfs")

local MOST = 40

--- The targets, and the file of each.
local function targets()
  local found = {}
  for file in lfs.dir("spec/proof/fuzz") do
    local name = file:match("^(.+)%.lua$") or file:match("^(.+)%.c$")
    if name then found[name] = file end
  end
  return found
end

local function seeds_of(name) return require("spec.proof.fuzz.seeds." .. name) end

describe("the kept inputs of the fuzz target", function()
  for name in pairs(targets()) do
    it(name .. " are few, differ and say what they are", function()
      local count, known = 0, {}
      for seed, bytes in pairs(seeds_of(name)) do
        count = count + 1
        assert.truthy(seed:find("^%l[%l%d-]+$"), seed .. " is no name in lower case")
        assert.falsy(seed:find(("%x"):rep(12)), seed .. " holds a hash")
        assert.is_nil(known[bytes], ("%s is the same as %s"):format(seed, known[bytes]))
        known[bytes] = seed
      end
      assert.is_true(count > 0 and count <= MOST, count .. " inputs")
    end)
  end
end)

describe("the fuzz target", function()
  for name, file in pairs(targets()) do
    if file:find("%.lua$") then
      it(name .. " holds for the inputs kept", function()
        local target = dofile("spec/proof/fuzz/" .. file)
        for seed, bytes in pairs(seeds_of(name)) do
          local good, reason = pcall(target, bytes)
          assert.is_true(good, ("%s: %s"):format(seed, reason))
        end
      end)
    end
  end
end)
