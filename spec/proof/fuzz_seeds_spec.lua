--- The kept inputs of the fuzz targets that are written in Lua (spec/proof/fuzz/*.lua), each once:
-- among them every input that a target once failed on.
local lfs = require("lfs")

local function sorted(folder, pattern)
  local names = {}
  for name in lfs.dir(folder) do
    if name:find(pattern) then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

describe("the fuzz target", function()
  for _, program in ipairs(sorted("spec/proof/fuzz", "%.lua$")) do
    local name = program:gsub("%.lua$", "")
    it(name .. " holds for the inputs kept", function()
      local target = dofile("spec/proof/fuzz/" .. program)
      local folder = "spec/proof/fuzz/seeds/" .. name
      local seeds = sorted(folder, "^[^.]")
      assert.is_true(#seeds > 0, "no input is kept in " .. folder)
      for _, seed in ipairs(seeds) do
        local good, reason = pcall(target, read(folder .. "/" .. seed))
        assert.is_true(good, ("%s/%s: %s"):format(folder, seed, reason))
      end
    end)
  end
end)
