--- The search beside itself without pruning (spec/proof/pruned), a short run of `make pruned`.
local pruned = require("spec.proof.pruned.pruned")

describe("over random corpora", function()
  it(
    "the best hits are those of a search that leaves out nothing, however it is phrased",
    function()
      for seed = 1, 40 do
        assert.is_nil(pruned.check(seed))
      end
    end
  )
end)
