--- `make faults`: faults on purpose, at every point that can be reached, and what becomes of the
-- service. Prints a row for each; its status is 1 when anything is a defect: a crash, a wrong
-- answer, a leak, a refusal without a reason, a service that does not recover.
--   svcd lua spec/proof/faults/init.lua [PART ...]    (the parts: ALL)

local report = require("spec.proof.faults.report")
local stage = require("spec.proof.faults.stage")

local ALL =
  { "start", "memory", "calls", "limits", "disk", "clock", "kill", "publication", "partial" }

stage.open()
report.head()
for _, name in ipairs(arg[1] and arg or ALL) do
  require("spec.proof.faults." .. name)()
end
stage.remove()
print(("%d defects"):format(report.defects))
os.exit(report.defects == 0 and 0 or 1)
