--- The events of a cluster. Each scene is begun after a third of its time, and ended once a third
-- more has passed and what it waits for (`held`) has come, while requests run; `without` says that
-- replicas are meant to decide without the store meanwhile, `brief` that the suite plays it too.

local client = require("spec.support.service.client")

--- A store that is slow: it is held up for about a tenth of a second, again and again.
local function hold_up(cluster)
  cluster.busy = cluster.busy or client.connect(cluster.store.address)
  cluster.busy:send('EVAL "for _ = 1, 1e7 do end" 0\r\n')
end

--- A scene of a release server that does harm from `begin` to `finish`: each follower tells of it,
-- in a line like this, and what is released meanwhile or after comes to all in the end.
local function harmed(name, pattern, begin, finish)
  return {
    name = name,
    releases = 1,
    begin = function(cluster)
      cluster:note_told()
      begin(cluster.releases)
    end,
    held = function(cluster) return cluster:all_told(pattern .. "[^\n]*; sequence %d+ stays\n") end,
    finish = function(cluster) finish(cluster.releases) end,
  }
end

--- One whose pointer is replaced by what `make` gives.
local function spoiled(name, pattern, make)
  return harmed(
    name,
    pattern,
    function(releases) releases:spoil(make(releases)) end,
    function(releases)
      releases:mend()
      releases:release()
    end
  )
end

local function garbage()
  local bytes = {}
  for i = 1, 2000 do
    bytes[i] = string.char(math.random(0, 255))
  end
  return table.concat(bytes)
end

local scenes = {
  { name = "all is well" },
  {
    name = "a replica is killed",
    brief = true,
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
    name = "a replica is upgraded",
    brief = true,
    begin = function(cluster) cluster:upgrade(1) end,
    held = function(cluster) return cluster:upgraded() end,
  },
  {
    name = "the store is killed",
    brief = true,
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
  {
    name = "releases",
    brief = true,
    held = function(cluster) return cluster:roll_out() end,
  },
  harmed("release server killed", "current: ", function(releases)
    releases.server:signal("KILL")
    releases:release()
  end, function(releases) releases.server:again() end),
  harmed("release server frozen", "current: ", function(releases)
    releases.server:signal("STOP")
    releases:release()
  end, function(releases) releases.server:signal("CONT") end),
  harmed("release server endless", "longer than the %d+ bytes", function(releases)
    releases.server:harm("endless")
    releases:release()
  end, function(releases) releases.server:harm(nil) end),
  spoiled("an expired pointer", "freeze: ", function(releases) return releases:expired() end),
  spoiled("an older pointer", "rollback: ", function(releases) return releases:oldest() end),
  spoiled("a pointer of garbage", "current: ", garbage),
}
scenes[#scenes - 1].brief = true

return scenes
