--- The short form of `make cluster` (spec/proof/cluster): no client sees a failure, whatever fails
-- behind the balancer, and the quota holds.

local SECONDS = tonumber(os.getenv("CLUSTER_SECONDS") or "15")

describe("three replicas behind a balancer", function()
  it(
    "answer every client, and count them together, while one thing after another fails",
    function()
      local program = os.getenv("SVC_SVCD") or "build/svcd"
      local line =
        "unset LUA_PATH LUA_CPATH; SVC_SVCD=%s %s lua spec/proof/cluster/init.lua %d 2>&1"
      local pipe <close> = assert(io.popen(line:format(program, program, SECONDS)))
      local table = pipe:read("a")
      assert.is_true(pipe:close(), table)
      assert.matches("\n%d+ scenes of .* s, 0 defects\n$", table)
    end
  )
end)
