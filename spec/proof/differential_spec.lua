--- The wire guard beside llhttp (spec/proof/differential), a short run of `make differential`.

local shell = require("spec.support.house.shell")

local BUILD = os.getenv("BUILD") or "build"

describe("the guard beside llhttp", function()
  local output, status = shell.run(
    "env -u MAKEFLAGS make -s B=" .. BUILD .. " DIFFERENTIAL_REQUESTS=20000 differential"
  )

  it(
    "refuses all that llhttp refuses, and reads the same requests",
    function() assert.is_true(status == 0, output) end
  )

  it("is asked about thousands of requests that both refuse, and that both accept", function()
    assert.is_true((tonumber(output:match("(%d+)  both refuse")) or 0) > 5000, output)
    assert.is_true((tonumber(output:match("(%d+)  both accept")) or 0) > 2000, output)
  end)
end)
