--- The cost of counting in a store: answers that are counted and kept, with a store against
-- without, in turns. Two workers; wrk, the store and they share two processors.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/store.lua [--json FILE]

local measure = require("spec.proof.bench.measure")
local server = require("spec.support.service.server")
local store = require("spec.support.service.store")

local ROUNDS = measure.quick and 3 or 5
local CONNECTIONS = 64
local TARGET = "/v1/taxonomy?locale=en"
--- No request is refused: the quota is more than two processors answer.
local OPTIONS = { quota_limit = 250000, quota_window = 1, workers = 2, access_log = "none" }

local LANES = { "alone", "store" }
local MEMBERS = { "rate", "p99", "cpu" }

local function start(extra)
  local options = { listen = "127.0.0.1:0" }
  for _, each in ipairs({ OPTIONS, extra }) do
    for name, value in pairs(each) do
      options[name] = value
    end
  end
  return server.demo(options)
end

local function report(lists)
  local figures = measure.figures()
  print("counted in    requests/s   p99 ms   CPU us/req")
  for _, lane in ipairs(LANES) do
    local values = {}
    for i, member in ipairs(MEMBERS) do
      values[i] = measure.median(lists[lane][member])
      figures:add("store." .. member, "svcd", lane, values[i])
    end
    print(("%-11s %12.0f %8.2f %12.2f"):format(lane, table.unpack(values)))
  end
  figures:save(arg)
end

local only <close> = store.start()
local subjects, lists = { alone = start({}), store = start(only.options) }, {}
for _, lane in ipairs(LANES) do
  lists[lane] = { rate = {}, p99 = {}, cpu = {} }
  assert(subjects[lane]:request(TARGET).status == 200)
end
for _ = 1, ROUNDS do
  for _, lane in ipairs(LANES) do
    local subject = subjects[lane]
    local url = ("http://127.0.0.1:%d%s"):format(subject.port, TARGET)
    local found = measure.load(url, CONNECTIONS, measure.tree(subject.pid))
    for _, member in ipairs(MEMBERS) do
      table.insert(lists[lane][member], found[member])
    end
  end
end
for _, subject in pairs(subjects) do
  subject:stop()
end
report(lists)
