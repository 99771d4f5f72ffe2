--- Tampering with the real demo publication, at random places.
--
--   FLIPS  random flips of one bit (60 unless told)     EDITS  edits of several bytes (15)
--   SEED   of the places
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local BUILD = os.getenv("BUILD") or "build"
local FLIPS = tonumber(os.getenv("FLIPS")) or 60
local EDITS = tonumber(os.getenv("EDITS")) or 15
local SEED = tonumber(os.getenv("SEED")) or 1

describe("the demo publication", function()
  local bytes, options
  setup(function()
    bytes = forge.read(BUILD .. "/demo.svp")
    options = { trust = BUILD .. "/demo.trust" }
    math.randomseed(SEED)
  end)

  -- The bytes with those at `at` (from 1) exchanged for `patch`.
  local function patched(at, patch)
    return bytes:sub(1, at - 1) .. patch .. bytes:sub(at + #patch)
  end

  local function flip(at, mask) return patched(at, string.char(bytes:byte(at) ~ mask)) end

  it("is accepted by both verifiers", function()
    assert(svc.check_publication(bytes, options))
    local pipe <close> = io.popen(
      ("node spec/support/publication/verify.mjs %s/demo.svp %s/demo.trust"):format(
        BUILD,
        BUILD
      )
    )
    assert.equal("good", pipe:read("a"):match("^%a+"))
  end)

  it("is refused after " .. FLIPS .. " random flips of one bit", function()
    for _ = 1, FLIPS do
      local at, bit = math.random(#bytes), math.random(0, 7)
      assert.is_nil(svc.check_publication(flip(at, 1 << bit), options), at .. "." .. bit)
    end
  end)

  it("is refused after " .. EDITS .. " edits of several bytes", function()
    for _ = 1, EDITS do
      local first = math.random(#bytes - 64)
      local patch = {}
      for i = 1, math.random(2, 64) do
        patch[i] = string.char(bytes:byte(first + i - 1) ~ math.random(255))
      end
      assert.is_nil(svc.check_publication(patched(first, table.concat(patch)), options), first)
    end
  end)

  it("is refused by the independent verifier after a flip in each of its parts", function()
    local folder, lines = forge.folder(), {}
    local manifest = ("<I8"):unpack(bytes, 25)
    for i, at in ipairs { 17, 100, manifest // 2, manifest + 1, manifest + 200, #bytes } do
      lines[i] = forge.write(folder .. "/" .. i, flip(at, 4)) .. "\t" .. options.trust
    end
    local batch = forge.write(folder .. "/batch", table.concat(lines, "\n") .. "\n")
    local pipe <close> = io.popen("node spec/support/publication/verify.mjs --batch " .. batch)
    for _ in ipairs(lines) do
      assert.equal("refused", pipe:read("l"):match("^%a+"))
    end
    forge.remove(folder)
  end)
end)
