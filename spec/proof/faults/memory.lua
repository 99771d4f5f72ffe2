--- Allocations that fail while the service runs: one, and one with all that follow.

local sweep = require("spec.proof.faults.sweep")

return function()
  for _, every in ipairs { false, true } do
    sweep.requests({ call = "malloc", every = every })
    for _, process in ipairs { "master", "examiner", "worker" } do
      sweep.reload { call = "malloc", process = process, every = every }
    end
  end
  sweep.requests({ call = "malloc" }, { cache_size = 64 << 20 }, 0.5)
end
