--- Rates of one, two and three replicas behind the balancer: a kept answer that is counted in the
-- store, asked by wrk. All of them, balancer, store and wrk share the processors.

local machines = require("spec.proof.cluster.machines")
local measure = require("spec.proof.bench.measure")

local rates = {}

local CONNECTIONS, ROUNDS = 64, 3
local TARGET = "/v1/taxonomy?locale=en"
--- No request is refused.
local OPTIONS = { quota_limit = 250000, quota_window = 1 }

local ROW = "%-10s %12s %8s %20s"

--- Three runs of wrk, of which a busy machine may spoil some. @treturn table the one in the middle
local function in_turns(url, pids)
  local list, reason = {}, nil
  collectgarbage() -- of forgotten connections: wrk inherits them, and takes few descriptors
  for _ = 1, 2 * ROUNDS do
    local good, found = pcall(measure.load, url, CONNECTIONS, pids)
    if good then
      list[#list + 1] = found
    else
      reason = found
    end
    if #list == ROUNDS then break end
  end
  assert(#list == ROUNDS, reason)
  table.sort(list, function(a, b) return a.rate < b.rate end)
  return list[(ROUNDS + 1) // 2]
end

local function measure_one(count)
  local cluster <close> = machines.start(count, 1, OPTIONS)
  local pids = {}
  for i in ipairs(cluster.replicas) do
    table.move(cluster:pids(i), 1, 100, #pids + 1, pids)
  end
  local url = ("http://127.0.0.1:%d%s"):format(cluster.port, TARGET)
  return in_turns(url, pids)
end

--- Measures and prints them.
-- @tparam number most replicas
-- @treturn {table,...} of measure.load, by the number of replicas
function rates.measure(most)
  local list = {}
  print(ROW:format("replicas", "requests/s", "p99 ms", "replicas' CPU us/req"))
  for count = 1, most do
    local found = measure_one(count)
    list[count] = found
    print(
      ROW:format(
        count,
        ("%.0f"):format(found.rate),
        ("%.2f"):format(found.p99),
        ("%.2f"):format(found.cpu)
      )
    )
  end
  return list
end

return rates
