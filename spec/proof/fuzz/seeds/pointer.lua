--- Kept inputs of the fuzz target `pointer`, by name: a byte that says where to damage the signed
-- pointer, and its text.
local whole = table.concat({
  "svc-pointer 1",
  "sequence 7",
  "created 10",
  "expires 20",
  "digest " .. ("d"):rep(64),
  "length 4096",
  "whole 100 " .. ("1"):rep(64),
  "",
}, "\n")

local patches = ("patch %s 13 %s\n"):format(("a"):rep(64), ("3"):rep(64))
  .. ("patch %s 12 %s\n"):format(("b"):rep(64), ("2"):rep(64))

--- By the keys of the seeds 0x01… and 0x02….
local signatures = table.concat({
  "signature 0912e1ee22bf3032e07ccabd4e020dbb22106a121ca08e3e6748b5e962666613 "
    .. "f4764125389cb1b91720bef10cf15046d6bda0b4bce23a1dcaa474404e16632f"
    .. "dde8b93e247d1ff33b298ce599a875f955c42e5715a0b1533a899d88a737ea02",
  "signature 57170cd3da8e59496dfbe36c36269cafdf6d4edcbd94f4b040139882e8b29dbf "
    .. "8a29246ff2e903a40b35b378f857bda87b12800f0f512c1f27a0c705c74edcd4"
    .. "31cf0a7047e8569c10287a7e02c3ba47cb41fd2f93a0d6c1354649594f608200",
  "",
}, "\n")

return {
  ["another-file"] = "\1svc-trust 1\n",
  ["cut"] = "\1" .. whole:sub(1, 100),
  ["line-unknown"] = "\1" .. whole .. patches .. "more 1\n",
  ["patch-blank-at-the-end"] = "\0" .. whole .. patches:gsub("\n", " \n"),
  ["patches"] = "\0" .. whole .. patches,
  ["patches-many"] = "\1" .. whole .. patches:rep(8),
  ["plain"] = "\xfa" .. whole,
  ["signed"] = "\x80" .. whole .. patches .. signatures,
}
