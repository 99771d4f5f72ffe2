--- `make pairs`: whether the answer to a request depends on who asked before, in random pairs.
--   svcd lua spec/proof/pairs/init.lua PAIRS [SEED]
-- Its status is 1 when an answer does; the smallest requests that show it are then printed.

local run = require("spec.proof.pairs.pairs")

local PAIRS, SEED = tonumber(arg[1] or "1000000"), tonumber(arg[2] or "1")
local STEP = math.max(PAIRS // 20, 1)

local told = 0
local result = run.pairs(PAIRS, SEED, {
  progress = function(done)
    if done >= told + STEP then
      told = done
      print(("%d pairs"):format(done))
      io.stdout:flush()
    end
  end,
})
if result.fault then print(result.fault) end
print(
  ("%d pairs of seed %d: %d answers were kept ones, %d were kept, %s"):format(
    result.pairs,
    result.seed,
    result.hits,
    result.made,
    result.fault and "1 differs" or "0 differ"
  )
)
os.exit(result.fault and 1 or 0)
