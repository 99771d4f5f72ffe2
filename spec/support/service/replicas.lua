--- Replicas of a service that share a store of the quota.

local client = require("spec.support.service.client")
local exposition = require("spec.support.service.exposition")
local server = require("spec.support.service.server")

local replicas = {}
replicas.__index = replicas

--- Starts `count` replicas.
-- @tparam number count
-- @tparam {table,...} stores of spec.support.store
-- @tparam[opt] table options further ones
-- @treturn table a list of servers
function replicas.start(count, stores, options)
  local self = setmetatable({}, replicas)
  local all = { access_log = "none", admin_listen = "127.0.0.1:0" }
  for name, value in pairs(stores[1].options) do
    all[name] = value
  end
  all.quota_store = {}
  for i, store in ipairs(stores) do
    all.quota_store[i] = store.address
  end
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  for i = 1, count do
    self[i] = server.start(all)
  end
  return self
end

--- A figure of a replica's metrics.
function replicas.metric(svcd, name, labels)
  local port = svcd:output():match("Admin on http://%S+:(%d+)")
  local families = exposition.parse(client.request(tonumber(port), "/metrics").body)
  return exposition.value(families, name, labels)
end

--- Waits until `workers` workers of each replica are answered by the store.
-- @treturn boolean
function replicas:await(workers, store)
  for _, svcd in ipairs(self) do
    local function ready()
      return replicas.metric(svcd, "svc_quota_store_workers", { store = store.address })
        == workers
    end
    if not server.await(ready, 10) then return false end
  end
  return true
end

--- The statuses of one request of a client to each replica in turn, `count` in all.
-- @tparam number count
-- @tparam[opt] string address of the client
-- @tparam[opt] string target
-- @treturn table status -> how often
function replicas:ask(count, address, target)
  local seen = {}
  for i = 1, count do
    local svcd = self[(i - 1) % #self + 1]
    local headers = { ["X-Forwarded-For"] = address }
    local status = svcd:request(target or "/v1/taxonomy", { headers = headers }).status
    seen[status] = (seen[status] or 0) + 1
  end
  return seen
end

--- Requests of all replicas that were decided without the store.
function replicas:fallbacks()
  local sum = 0
  for _, svcd in ipairs(self) do
    sum = sum + replicas.metric(svcd, "svc_quota_store_fallbacks_total")
  end
  return sum
end

--- The result of `try(address)` for a new client while the store answers. It is tried with another
-- client when a busy machine held an answer up for longer than replicas wait.
-- @tparam function try
-- @return what it gave
function replicas:steady(try)
  for _ = 1, 20 do
    self.clients = (self.clients or 0) + 1
    local before = self:fallbacks()
    local address = ("198.18.%d.%d"):format(self.clients // 256, self.clients % 256)
    local result = table.pack(try(address))
    if self:fallbacks() == before then return table.unpack(result) end
  end
  error("the store answers too late, again and again", 2)
end

--- The statuses of the requests of a client that nobody has seen, as of `ask`, while the store
-- answers.
-- @treturn table status -> how often
-- @treturn string the client's address
function replicas:count(count, target)
  return self:steady(function(address) return self:ask(count, address, target), address end)
end

function replicas:stop()
  for _, svcd in ipairs(self) do
    svcd:stop()
  end
end

return replicas
