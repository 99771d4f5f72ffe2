--- Out of memory at any allocation of publishing, loading or reading: a reason or an error, never a
-- crash, and the publication under its name stays whole.
local forge = require("spec.support.forge")

describe("when memory runs out", function()
  local folder
  setup(function()
    folder = forge.folder()
    assert(os.execute(("cc -shared -fPIC -O1 -o %s/failing.so spec/support/failing_malloc.c")
      :format(folder)))
  end)
  teardown(function() forge.remove(folder) end)

  local modes = {
    FAIL_ALLOCATION_ = "at one allocation",
    FAIL_ALLOCATIONS_ = "at one allocation and every later one",
  }
  for command, when in pairs(modes) do
    it(when .. ", nothing crashes and nothing is torn", function()
      -- A sanitizer brings its own allocator, which must come first.
      local preload = (os.getenv("LD_PRELOAD") or "") ~= ""
      if preload then pending("another allocator is preloaded") end
      local pipe = assert(io.popen(("LD_PRELOAD=%s/failing.so lua5.4 spec/support/starved.lua %s %s"
        .. " 2>&1"):format(folder, folder, command)))
      local out = pipe:read("a")
      local ok = pipe:close()
      local publishing, reading = out:match("^(%d+) (%d+)\n$")
      assert.is_true(ok, out)
      assert.is_true(tonumber(publishing) > 50 and tonumber(reading) > 20, out)
    end)
  end
end)
