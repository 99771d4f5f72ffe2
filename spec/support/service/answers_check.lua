--- Runs when every spec of the suite has: all that svcd answered in them keeps the contract.
-- luacheck: std +busted
local answers = require("spec.support.service.answers")

describe("every live answer of the suite", function()
  it("keeps the contract", function()
    local folder = assert(os.getenv("SVC_ANSWERS"))
    assert(os.execute(("cat %s/*.jsonl >%s/all"):format(folder, folder)))
    local count, violations = answers.check("contract/openapi.json", folder .. "/all")
    assert.equal("", violations)
    assert.is_true(count >= 100, count .. " answers")
  end)
end)
