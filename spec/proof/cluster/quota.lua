--- `make cluster-quota`: a thousand random schedules through the balancer, whose clients are spread
-- over three replicas, against the oracle of the quota: exactly N in any window; N at each replica
-- while the store is gone, as the metrics say; and N of all once it is back, without a restart.
--   svcd lua spec/proof/cluster/quota.lua

local machines = require("spec.proof.cluster.machines")
local oracle = require("spec.support.service.quota_oracle")
local server = require("spec.support.service.server")

local REPLICAS, CONNECTIONS, TRIES = 3, 8, 20
--- For a quota at each replica: clients at a time, few enough to keep their bursts short, and
-- requests of each.
local AT_ONCE, REQUESTS = 125, 48

local cluster <close> = machines.start(REPLICAS, 1)
local ports, net, defects = {}, 10, 0
for i = 1, CONNECTIONS do
  ports[i] = cluster.port
end

local function is_answered(workers)
  local labels = { store = cluster.store.address }
  return server.await(function()
    for i = 1, REPLICAS do
      if cluster:metric(i, "svc_quota_store_workers", labels) ~= workers then return false end
    end
    return true
  end, 20)
end

local ROW = "%-22s %9s %9s %9s %8s %7s"
print(ROW:format("store", "requests", "admitted", "refused", "without", "wrong"))

--- Asks by clients that nobody has seen.
-- @tparam[opt] string apart see oracle.run
-- @treturn table `all` requests, `seen` by status, `without` the store, `faults`
local function try(apart)
  local before = cluster:fallbacks()
  net = net + 1
  local how = { net = net, apart = apart }
  if apart then
    how.requests, how.at_once = REQUESTS, AT_ONCE
  end
  local faults, seen = oracle.run(ports, how)
  local without = cluster:fallbacks() - before
  assert(oracle.is_telling(seen), "too little was tried")
  return { all = seen[200] + seen[429], seen = seen, without = without, faults = faults }
end

local function judge(name, found, without)
  local line = { found.all, found.seen[200], found.seen[429], found.without, #found.faults }
  print(ROW:format(name, table.unpack(line)))
  for _, fault in ipairs(found.faults) do
    print("  DEFECT: " .. fault)
  end
  if found.without ~= without then
    print("  DEFECT: not all of it was decided as it is meant")
  end
  defects = defects + #found.faults + (found.without == without and 0 or 1)
end

--- A machine that is busy may hold an answer of the store up for longer than replicas wait.
local function steady()
  local found
  for _ = 1, TRIES do
    found = try()
    if found.without == 0 then break end
  end
  return found
end

judge("answers", steady(), 0)
cluster.store:kill()
assert(is_answered(0), "the metrics do not say that the store is gone")
local alone = try("x-replica")
judge("is gone: each its own", alone, alone.all)
cluster.store:run()
assert(is_answered(2), "the replicas do not come back to the store")
judge("is back", steady(), 0)
for _, replica in ipairs(cluster.replicas) do
  assert(replica:alive(), "a replica has ended")
end
print(("1000 schedules over %d replicas, %d defects"):format(REPLICAS, defects))
if defects > 0 then error("the quota does not hold", 0) end
