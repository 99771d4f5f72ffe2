--- The functions that stand in for Lua's own (csrc/host/script/library.h), without a host:
-- a short run of spec/proof/differential/counted.lua, and what they count and refuse.

local library = require("spec.proof.differential.counted")

describe("a function of Lua's libraries that is counted", function()
  local own, theirs, module = library.load()

  it("gives what Lua's own gives, for random patterns, subjects and lists", function()
    local seed = os.time()
    local difference = library.compare(20000, seed)
    assert.is_nil(difference, ("seed %d: %s"):format(seed, difference))
  end)

  local blanks = (" "):rep(3000)
  -- stylua: ignore
  local counted = {
    ["a trim over blanks"] = function() own.string.find(blanks .. "x", "%s+$") end,
    ["a search"] = function() own.string.find(("a"):rep(400), ".*.*b") end,
    ["a set"] = function() own.string.find(("a"):rep(1000), "[" .. ("b"):rep(1000) .. "]") end,
    ["a substitution"] = function() own.string.gsub(("a"):rep(100000), "a", "b") end,
    ["an iteration"] = function() for _ in own.string.gmatch(("a"):rep(100000), "b") do end end,
    ["a move"] = function() own.table.move({}, 1, 100000, 2) end,
    ["an insertion"] = function()
      own.table.insert(setmetatable({}, { __len = function() return 100000 end }), 1, 1)
    end,
    ["a removal"] = function()
      own.table.remove(setmetatable({}, { __len = function() return 100000 end }), 1)
    end,
    ["joining"] = function()
      own.table.concat(setmetatable({}, { __index = rawlen }), "", 1, 100000)
    end,
    ["sorting"] = function()
      local list = {}
      for i = 1, 20000 do list[i] = -i end
      own.table.sort(list)
    end,
  }
  for what, run in pairs(counted) do
    it("counts " .. what, function()
      local before = module.turns()
      run()
      assert.is_true(module.turns() - before >= 80000, module.turns() - before)
    end)
  end

  local refused = {
    ["a text longer than a script may have"] = function() own.string.rep("ab", 1 << 24) end,
    ["the same of nothing and separators"] = function() own.string.rep("", 1 << 40, "x") end,
    ["a list of such texts"] = function()
      local part = ("x"):rep(1 << 20)
      local list = {}
      for i = 1, 20 do
        list[i] = part
      end
      own.table.concat(list)
    end,
    ["a format of more than 1000 directives"] = function()
      own.string.format(("%d"):rep(1001), table.unpack({}, 1, 1001))
    end,
    ["packing that pads without end"] = function() own.string.pack("c2000000000", "") end,
  }
  for what, run in pairs(refused) do
    it("refuses " .. what, function() assert.has_error(run) end)
  end

  it("repeats nothing at once, however often", function()
    assert.equal("", own.string.rep("", math.maxinteger))
    assert.equal("ab,ab,ab", own.string.rep("ab", 3, ","))
    assert.equal(theirs.string.rep("xyz", 1000, "--"), own.string.rep("xyz", 1000, "--"))
  end)
end)
