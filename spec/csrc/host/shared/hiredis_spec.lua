--- svcd built without hiredis: it counts requests by itself, and refuses a store of the quota
-- (csrc/host/shared/quota_store_none.c, csrc/host/process/dial_none.c).

local forge = require("spec.support.publication.forge")
local installation = require("spec.support.service.installation")
local server = require("spec.support.service.server")

describe("svcd built without hiredis", function()
  local place, program

  setup(function()
    place = installation.folder()
    program = place .. "/svcd"
    installation.run(
      ("meson setup %s -Dhiredis=disabled --optimization 0 && ninja -C %s svcd"):format(
        place,
        place
      )
    )
    -- It is not sanitized, so its engine must not be.
    local plain = (os.getenv("SVC_PLAIN") or "build/svcd"):match("^(.*)/svcd$")
    installation.run(("cd %s && cp svc*.so formulas.mjs guides.json %s"):format(plain, place))
  end)

  teardown(function() forge.remove(place) end)

  it("counts what a client asks", function()
    local host <close> = server.start(
      { quota_limit = 2, quota_window = 60 },
      {},
      { program = program }
    )
    local seen = {}
    for i = 1, 3 do
      seen[i] = host:request("/v1/taxonomy").status
    end
    assert.equal(429, seen[3])
    assert.are_not.equal(429, seen[2])
  end)

  it("refuses a store, and says what it lacks", function()
    forge.write(place .. "/key", ("0"):rep(32) .. "\n")
    local options = { quota_store = "127.0.0.1:1", quota_store_key_file = place .. "/key" }
    local good, reason = pcall(server.start, options, {}, { program = program })
    assert.is_false(good)
    assert.matches(
      "quota_store: this svcd was built without hiredis; build it with -Dhiredis=enabled",
      reason,
      1,
      true
    )
  end)
end)
