--- No answer depends on who asked before: random pairs of requests to the real svcd, beside one
-- that keeps nothing. `make pairs` runs as many as one likes.

local run = require("spec.proof.pairs.pairs")

--- A route that tells each client what the one before it was.
local LEAK = [[
local last = "nobody"
return { { method = "GET", path = "/agent", handle = function(call)
  local former = last
  last = call.request.headers["user-agent"] or last
  return former
end } }
]]

describe("an answer", function()
  it("is the same whoever asked before, in 3 000 pairs", function()
    local result = run.pairs(3000, 1)
    assert.is_nil(result.fault)
    assert.equal(3000, result.pairs)
    assert.is_true(result.hits > 600)
    assert.is_true(result.made > 300)
  end)

  it("that depends on who asked before is told with the smallest pair that shows it", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
    local file <close> = assert(io.open(folder .. "/init.lua", "w"))
    file:write(LEAK)
    file:flush()
    local result = run.pairs(5000, 1, { readers = folder })
    os.execute("rm -r " .. folder)
    assert.matches(
      "^pair %d+ of seed 1: behind 1 request, of which the last is\n"
        .. "get /agent http/1.1\r\nhost: localhost\r\nuser%-agent:%s*[abc]\r\n"
        .. "x%-request%-id: [%x-]+\r\n\r\n\nthis is answered otherwise:\n"
        .. "get /agent http/1.1\r\nhost: localhost\r\nx%-request%-id: [%x-]+\r\n\r\n\n",
      result.fault:lower()
    )
  end)
end)
