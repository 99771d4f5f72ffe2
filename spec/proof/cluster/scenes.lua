--- What happens to a cluster. Each scene is begun in its first third and ended in its last, while
-- requests run; `without` says that replicas are meant to decide without the store meanwhile.

local client = require("spec.support.client")

--- A store that is slow: it is held up for about a tenth of a second, again and again.
local function hold_up(cluster)
  cluster.busy = cluster.busy or client.connect(cluster.store.address)
  cluster.busy:send('EVAL "for _ = 1, 1e7 do end" 0\r\n')
end

return {
  { name = "all is well" },
  {
    name = "a replica is killed",
    begin = function(cluster) cluster:signal(2, "KILL") end,
    finish = function(cluster)
      cluster.replicas[2]:stop("KILL")
      cluster:start_replica(2)
    end,
  },
  {
    name = "a replica is stopped",
    begin = function(cluster) cluster:signal(2, "STOP") end,
    finish = function(cluster) cluster:signal(2, "CONT") end,
  },
  {
    name = "a replica is drained",
    begin = function(cluster) cluster.replicas[3]:signal("TERM") end,
    finish = function(cluster)
      cluster.replicas[3]:stop()
      cluster:start_replica(3)
    end,
  },
  {
    name = "the store is killed",
    without = true,
    begin = function(cluster) cluster.store:kill() end,
    finish = function(cluster) cluster.store:run() end,
  },
  {
    name = "the store is stopped",
    without = true,
    begin = function(cluster) cluster.store:signal("STOP") end,
    finish = function(cluster) cluster.store:signal("CONT") end,
  },
  {
    name = "the store is slow",
    without = true,
    during = hold_up,
    finish = function(cluster)
      cluster.busy:close()
      cluster.busy = nil
    end,
  },
  {
    name = "the store restarts, empty",
    without = true,
    begin = function(cluster)
      cluster.store:kill()
      cluster.store:run()
    end,
  },
}
