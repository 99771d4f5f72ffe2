--- Kept inputs of the fuzz target `pack`, by name: a byte for the length that is expected and for a
-- file that the reader has, and a frame of zstd.
local MAGIC = "\x28\xb5\x2f\xfd"

return {
  ["cut"] = "\2" .. MAGIC .. "\x24",
  ["length-huge"] = "\2" .. MAGIC .. "\xe4" .. ("\xff"):rep(8) .. "\1\0\0",
  ["no-frame"] = "\2a text",
  ["raw-block"] = "\2" .. MAGIC .. "\x20\2\x11\0\0ab",
  ["repeated-byte"] = "\3" .. MAGIC .. "\x20\x40\x03\2\0a",
}
