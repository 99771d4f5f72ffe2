--- `make cluster`: three replicas of two workers that follow a release server, a balancer (HAProxy)
-- and a store of the quota, while each of them fails. Clients ask throughout, each by a random
-- schedule; the oracle of the quota judges them.
--   svcd lua spec/proof/cluster/init.lua SECONDS [FOLDER]
-- Less than a minute is the short form: some scenes. The pictures are written to FOLDER.
-- Its status is 1 when a client sees a failure, an answer that is made of two publications, or an
-- older publication from a replica than before; when a client is refused below its quota or let in
-- beyond it while every request was counted in the store; when it is let in beyond the quotas of
-- all replicas and of a store that was emptied; or when the cluster does not become whole again by
-- itself. A store that goes on counts what it was asked before it stopped, though the replicas have
-- decided it: some clients are then refused early.

local driver = require("spec.proof.soak.driver")
local judge = require("spec.proof.cluster.judge")
local machines = require("spec.proof.cluster.machines")
local oracle = require("spec.support.service.quota_oracle")
local pictures = require("spec.proof.cluster.pictures")
local rates = require("spec.proof.cluster.rates")
local scenes = require("spec.proof.cluster.scenes")
local socket = require("socket")
local traffic = require("spec.proof.cluster.traffic")

local SECONDS = tonumber(arg[1] or "240")
local BRIEF = SECONDS < 60
local REPLICAS, CONNECTIONS = 3, 24
--- When the store fails, a client has a quota in it before and after, and one in each replica.
local MOST = (REPLICAS + 2) * oracle.options.quota_limit
local SLOW_EVERY, LOOK_EVERY, PATIENCE = 0.2, 0.5, 60 -- seconds
local RELEASES = math.min(20, math.max(2, SECONDS // 12))

local played, editions = {}, 1 + RELEASES
for _, scene in ipairs(scenes) do
  if scene.brief or not BRIEF then
    played[#played + 1] = scene
    editions = editions + (scene.releases or 0)
  end
end
local cluster = machines.start(REPLICAS, editions)
cluster.to_roll_out = RELEASES
local defects, answered = 0, {}

local function defect(text)
  defects = defects + 1
  print("  DEFECT: " .. text)
end

--- The phase of a scene, from the clock and from the events it waits for.
-- @treturn table `phase`: "before", "during", "after", "over"; and `turn`, to be called often
local function stage(scene, seconds)
  local self = { phase = "before", since = socket.gettime() }
  local third, last, slowed = seconds / 3, self.since + seconds + PATIENCE, 0
  local function enter(phase, act)
    self.phase = phase
    if act then act(cluster) end
    self.since = socket.gettime()
  end
  local steps = {}
  function steps.before() enter("during", scene.begin) end
  function steps.during()
    if not scene.held or scene.held(cluster) then enter("after", scene.finish) end
  end
  function steps.after()
    if cluster:all_serve() then enter("over") end
  end
  function self.turn()
    local now = socket.gettime()
    if now > last then
      defect(("%s: it does not come to an end, %s"):format(scene.name, self.phase))
      enter("over", self.phase ~= "after" and scene.finish)
    end
    if self.phase == "during" and scene.during and now > slowed + SLOW_EVERY then
      slowed = now
      scene.during(cluster)
    end
    if self.phase ~= "over" and now > self.since + third then steps[self.phase]() end
    return self.phase ~= "over"
  end
  return self
end

--- Runs a scene. @treturn {table,...} its requests, answered
local function play(scene, number, seconds)
  local looked, done = 0, {}
  local acts = stage(scene, seconds)
  local clients = traffic.new(number, seconds, function() return acts.phase ~= "over" end)
  driver.run({
    port = cluster.port,
    connections = CONNECTIONS,
    next = clients.next,
    finished = function(request, text)
      traffic.take(request, text, cluster.releases.numbers)
      cluster:note(request)
      done[#done + 1] = request
    end,
    tick = function()
      local now = socket.gettime()
      if now > looked + LOOK_EVERY then
        looked = now
        cluster:fallbacks()
      end
      cluster:look_at_release()
      return acts.turn()
    end,
  })
  return done
end

local function percentile(sorted, share) return sorted[math.ceil(#sorted * share)] or 0 end

local ROW = "%-26s %8s %7s %8s %5s %6s %6s %5s %8s %8s"
print(
  ROW:format(
    "scene",
    "requests",
    "failed",
    "without",
    "over",
    "wrong",
    "mixed",
    "back",
    "p50 ms",
    "p99 ms"
  )
)

local NEVER = {
  failed = "requests failed",
  mixed = "answers are made of two publications",
  back = "answers are older than one before from their replica",
  far_over = "clients had more than all quotas",
}
local NEVER_COUNTED = {
  wrong = "clients were refused below their quota",
  over = "clients were admitted beyond their quota",
}

local function report(scene, requests, fallbacks)
  local told = judge.requests(requests, MOST)
  local function milliseconds(share) return ("%.1f"):format(percentile(told.times, share)) end
  print(
    ROW:format(
      scene.name,
      #requests,
      told.failed,
      fallbacks,
      told.over,
      told.wrong,
      told.mixed,
      told.back,
      milliseconds(0.5),
      milliseconds(0.99)
    )
  )
  for _, rule in ipairs({ NEVER, fallbacks == 0 and NEVER_COUNTED or {} }) do
    for name, what in pairs(rule) do
      if told[name] > 0 then defect(told[name] .. " " .. what) end
    end
  end
  if scene.without and scene.begin and fallbacks == 0 then
    defect("no request was decided without the store")
  end
  answered[#answered + 1] = { name = scene.name, requests = requests }
end

local good, reason = xpcall(function()
  for number, scene in ipairs(played) do
    local before = cluster:fallbacks()
    local requests = play(scene, number, SECONDS / #played)
    if not cluster:await() then defect("the cluster does not become whole again") end
    report(scene, requests, math.max(0, cluster:fallbacks() - before))
  end
  local worst = cluster:report_releases()
  local bound = machines.POLL + 2
  if not BRIEF and worst > bound then
    defect(("a release took %.1f s; %d are its bound"):format(worst, bound))
  end
end, debug.traceback)
cluster:stop()
if not good then error(reason, 0) end
local folder = arg[2]
if folder then pictures.write_latency(folder, answered) end
if not BRIEF then
  local measured = rates.measure(REPLICAS)
  if folder then pictures.write_rates(folder, measured) end
end
print(("%d scenes of %.0f s, %d defects"):format(#played, SECONDS / #played, defects))
os.exit(defects == 0 and 0 or 1)
