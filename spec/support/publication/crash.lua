--- The child that spec/csrc/publication/crash_spec.lua kills: publishes over the publication of
-- sequence 1, loads the new one with a state file, and does so again with the next sequence.
--   lua5.4 spec/support/publication/crash.lua FOLDER PUBLIC_KEY LAST_SEQUENCE
local svc = require("svc")

local folder, public, last = arg[1], arg[2], tonumber(arg[3])
local path, private = folder .. "/p", assert(svc.load_key(folder .. "/key"))

local function expect(status, value, reason)
  if value then return value end
  io.stderr:write(reason, "\n")
  os.exit(status)
end

local function publish(sequence)
  local builder = svc.builder()
  for i = 1, 20 do
    builder:document {
      id = "asset:en:material:m" .. i,
      concept = "concept:m",
      lens = "lens:material",
      route = "material/" .. i,
      title = "New " .. i,
      text = ("text %d of sequence %d\n"):format(i, sequence):rep(800),
    }
  end
  expect(
    3,
    builder:write(path, {
      private_key = private,
      sequence = sequence,
      created = 1,
      expires = 4000000000,
    })
  )
end

local function load()
  expect(4, svc.open(path, { keys = { public }, state = folder .. "/state" })):close()
end

io.open(folder .. "/begin") -- where the relevant system calls begin in a trace
for sequence = 2, last do
  publish(sequence)
  load()
end
os.exit(0)
