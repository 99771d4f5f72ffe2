--- Rates of one, two and three replicas behind the balancer: a kept answer that is counted in the
-- store, asked by wrk. All of them, balancer, store and wrk share the processors.

local machines = require("spec.proof.cluster.machines")
local measure = require("spec.proof.bench.measure")

local rates = {}

local CONNECTIONS = 64
local TARGET = "/v1/taxonomy?locale=en"
--- No request is refused.
local OPTIONS = { quota_limit = 250000, quota_window = 1 }

local ROW = "%-10s %12s %8s %20s"

local function measure_one(count)
  local cluster <close> = machines.start(count, 1, OPTIONS)
  local pids = {}
  for i in ipairs(cluster.replicas) do
    table.move(cluster:pids(i), 1, 100, #pids + 1, pids)
  end
  local url = ("http://127.0.0.1:%d%s"):format(cluster.port, TARGET)
  return measure.load(url, CONNECTIONS, pids)
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
