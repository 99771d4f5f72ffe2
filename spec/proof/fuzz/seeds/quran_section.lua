--- Kept inputs of the fuzz target `quran_section`, by name: patches of a good section, each an
-- offset, the bytes it reaches and their value; or, of a length that is no patch's, a cut.
local BODY = 1 << 31

local function patch(at, run, value) return ("<I4BB"):pack(at, run - 1, value) end

--- `{ offset, bytes, value }`
local PATCHES = {
  { 0, 4, 0xff },
  { 4, 4, 0xff },
  { 8, 1, 1 },
  { 16, 1, 0x48 },
  { 68, 1, 0 },
  { 76, 1, 0x48 },
  { 108, 1, 1 },
  { 120, 4, 1 },
  { 164, 1, 0 },
  { 188, 1, 1 },
  { 192, 4, 0x48 },
  { 376, 1, 0x48 },
  { BODY | 15485863, 4, 0xff },
  { BODY | 77429315, 4, 0xf4 },
  { BODY | 123886904, 4, 0xff },
  { BODY | 216802082, 4, 0 },
  { BODY | 278745534, 4, 0 },
  { BODY | 325203123, 4, 0xff },
  { BODY | 387146575, 4, 0 },
  { BODY | 387146575, 4, 0xf4 },
}

local seeds = { ["cut"] = "\0", ["cut-and-patched"] = patch(16, 1, 0x48) .. "\0" }
for _, row in ipairs(PATCHES) do
  local at, run, value = table.unpack(row)
  local place = at < BODY and "head" or "body"
  seeds[("%s-%d-%d-bytes-%x"):format(place, at & ~BODY, run, value)] = patch(at, run, value)
end
return seeds
