--- The quota of one service against the oracle, over four workers.

local oracle = require("spec.support.service.quota_oracle")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")

describe("the quota", function()
  it("agrees with the oracle on a thousand random schedules", function()
    local files = os.tmpname()
    sample.write(files .. ".svp", files .. ".trust")
    local options = { publication = files .. ".svp", trust = files .. ".trust", workers = 4 }
    for name, value in pairs(oracle.options) do
      options[name] = value
    end
    local svcd = server.start(options)
    local ports = {}
    for i = 1, 8 do
      ports[i] = svcd.port
    end
    local faults, seen = oracle.run(ports)
    assert.same({}, faults)
    assert.is_true(oracle.is_telling(seen))
    svcd:stop()
    for _, suffix in ipairs { "", ".svp", ".trust" } do
      os.remove(files .. suffix)
    end
  end)
end)
