--- Allocations that fail while the service starts: one, and one with all that follow.

local sweep = require("spec.proof.faults.sweep")

return function()
  for _, every in ipairs { false, true } do
    for _, process in ipairs { "master", "examiner", "worker" } do
      sweep.start { call = "malloc", process = process, every = every }
    end
  end
end
