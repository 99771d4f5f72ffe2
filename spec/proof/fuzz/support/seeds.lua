--- Writes the kept inputs of a fuzz target, each under its name, into a folder that is made anew:
--
--    lua5.4 spec/proof/fuzz/support/seeds.lua TARGET FOLDER
local target, folder = table.unpack(arg)
local lfs = require("lfs")

os.execute("rm -rf '" .. folder .. "' && mkdir -p '" .. folder .. "'")
for name, bytes in pairs(require("spec.proof.fuzz.seeds." .. target)) do
  local file <close> = assert(io.open(folder .. "/" .. name, "wb"))
  assert(file:write(bytes))
end
lfs.touch(folder)
