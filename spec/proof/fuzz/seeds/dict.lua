--- Kept inputs of the fuzz target `dict`, by name: orders of a byte for what to do, one for the
-- length of a key, the key and a value.
return {
  ["add"] = "\1\1a\9\1a\1\200a",
  ["keys-many"] = ("\0\2ab\0\2cd\8\1aeeee"):rep(40) .. "\3\1a",
  ["key-too-long"] = "\0\255" .. ("k"):rep(300),
  ["remove"] = "\8\1aeeee\2\1a",
  ["set"] = "\x28\3abc" .. ("v"):rep(20),
  ["time-passes"] = "\x28\3abc" .. ("v"):rep(20) .. "\255\1a",
  ["walk"] = "\0\2ab\3\1a",
}
