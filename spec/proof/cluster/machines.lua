--- What a cluster is made of: a store, replicas, a balancer, each in a folder of its own and, where
-- root starts them, each replica under a user of its own.

local client = require("spec.support.client")
local exposition = require("spec.support.exposition")
local measure = require("spec.proof.bench.measure")
local oracle = require("spec.support.quota_oracle")
local probes = require("spec.support.probes")
local sample = require("spec.support.sample")
local server = require("spec.support.server")
local store = require("spec.support.store")

local machines = {}
machines.__index = machines

--- Users that nobody has.
local FIRST_USER = 61184

local function fill(template, values) return (template:gsub("{(%l+)}", values)) end

--- Starts the replica of a number, where it was before.
function machines:start_replica(number)
  local place = self.places[number]
  local options = {
    publication = self.folder .. "/p.svp",
    trust = self.folder .. "/trust",
    listen = "127.0.0.1:" .. place.port,
    admin_listen = "127.0.0.1:" .. place.admin,
    workers = 2,
    drain_delay = 1,
    user = place.user,
  }
  for _, each in ipairs({ oracle.options, self.store.options }) do
    for name, value in pairs(each) do
      options[name] = value
    end
  end
  self.replicas[number] = server.start(options)
end

local function start_balancer(self)
  local servers = {}
  for i, place in ipairs(self.places) do
    servers[i] = ("  server r%d 127.0.0.1:%d port %d"):format(i, place.port, place.admin)
  end
  local values = { port = self.port, servers = table.concat(servers, "\n") }
  local path = self.folder .. "/haproxy.cfg"
  measure.write(path, fill(measure.read("spec/proof/cluster/haproxy.cfg"), values))
  self.balancer = tonumber(
    measure.run(("haproxy -db -f %s >%s/haproxy.log 2>&1 & echo $!"):format(path, self.folder))
  )
end

--- Starts all of it.
-- @tparam number count replicas
-- @treturn table `{replicas, store, port, folder}`; `port` is the balancer's
function machines.start(count)
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir -m 755 " .. folder))
  local self =
    setmetatable({ folder = folder, replicas = {}, places = {}, counted = {} }, machines)
  sample.write(folder .. "/p.svp", folder .. "/trust")
  self.store = store.start()
  assert(os.execute(("chmod 644 %s/*"):format(folder)))
  local apart = measure.run("id -u") == "0\n" and probes.is_readable_by_others()
  for i = 1, count do
    self.places[i] = {
      port = measure.free_port(),
      admin = measure.free_port(),
      user = apart and FIRST_USER + i or nil,
    }
    self:start_replica(i)
  end
  self.port = measure.free_port()
  start_balancer(self)
  local log = folder .. "/haproxy.log"
  assert(self:await(), "the cluster does not become whole: " .. measure.read(log))
  return self
end

--- Every process of a replica.
function machines:pids(number) return measure.tree(self.replicas[number].pid) end

--- Sends a signal to every process of a replica.
function machines:signal(number, name)
  local pids = table.concat(self:pids(number), " ")
  os.execute(("kill -%s %s 2>/dev/null"):format(name, pids))
end

--- A figure of a replica; nil where it does not answer.
function machines:metric(number, name, labels)
  local options = { timeout = 0.1 }
  local good, answer = pcall(client.request, self.places[number].admin, "/metrics", options)
  return good and exposition.value(exposition.parse(answer.body), name, labels) or nil
end

--- Requests of all replicas that were decided without the store, those of replicas that have ended
-- as far as they were known. To be called often.
function machines:fallbacks()
  local sum = 0
  for i, replica in ipairs(self.replicas) do
    local value = self:metric(i, "svc_quota_store_fallbacks_total")
    self.counted[replica.pid] = value or self.counted[replica.pid] or 0
  end
  for _, value in pairs(self.counted) do
    sum = sum + value
  end
  return sum
end

--- Waits until every replica serves and is answered by the store, and the balancer answers.
-- @treturn boolean
function machines:await()
  local labels = { store = self.store.address }
  return server.await(function()
    for i in ipairs(self.places) do
      if self:metric(i, "svc_quota_store_workers", labels) ~= 2 then return false end
    end
    local good, answer = pcall(client.request, self.port, "/v1/health", { timeout = 1 })
    return good and answer.status == 200
  end, 20) ~= nil
end

--- Ends all of it.
function machines:stop()
  os.execute(("kill %d 2>/dev/null"):format(self.balancer or 0))
  for _, replica in ipairs(self.replicas) do
    replica:stop()
  end
  self.store:stop()
  os.execute("rm -rf " .. self.folder)
end

return machines
