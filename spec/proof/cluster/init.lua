--- `make cluster`: three replicas of two workers, a balancer (HAProxy) and a store of the quota,
-- while each of them fails. Clients ask throughout, each by a random schedule; the oracle of the
-- quota judges them.
--   svcd lua spec/proof/cluster/init.lua SECONDS
-- Its status is 1 when a client sees a failure; when a client is refused below its quota or let in
-- beyond it while every request was counted in the store; when it is let in beyond the quotas of
-- all replicas and of a store that was emptied; or when the cluster does not become whole again by
-- itself. A store that goes on counts what it was asked before it stopped, though the replicas have
-- decided it: some clients are then refused early.

local driver = require("spec.proof.soak.driver")
local client = require("spec.support.client")
local machines = require("spec.proof.cluster.machines")
local oracle = require("spec.support.quota_oracle")
local scenes = require("spec.proof.cluster.scenes")
local socket = require("socket")

local SECONDS = tonumber(arg[1] or "240")
local REPLICAS, CONNECTIONS, RATE, REQUESTS = 3, 24, 150, 10
local LIMIT, WINDOW = oracle.options.quota_limit, oracle.options.quota_window
--- Where the store fails, a client has a quota in it before and after, and one in each replica.
local MOST = (REPLICAS + 2) * LIMIT
local SLOW_EVERY, LOOK_EVERY = 0.2, 0.5 -- seconds

local cluster = machines.start(REPLICAS)
local defects = 0

local function defect(text)
  defects = defects + 1
  print("  DEFECT: " .. text)
end

--- The requests of one scene in the order of their time: clients that no other scene has, half of
-- whose requests come in a burst.
local function schedule(number, seconds)
  local all = {}
  for each = 1, math.ceil(RATE * seconds / REQUESTS) do
    local address = ("10.%d.%d.%d"):format(number, each // 250, each % 250 + 1)
    local burst = math.random() * seconds
    for _ = 1, REQUESTS do
      local at = math.random() < 0.5 and burst + math.random() * 0.5 or math.random() * seconds
      all[#all + 1] = { address = address, at = at, keep = true, method = "GET" }
    end
  end
  table.sort(all, function(a, b) return a.at < b.at end)
  for _, request in ipairs(all) do
    local headers = { ["X-Forwarded-For"] = request.address }
    request.bytes = client.format("/v1/taxonomy", { keep = true, headers = headers })
  end
  return all
end

local function take_answer(request, text)
  request.done = socket.gettime()
  local answer = text and (client.parse(text) or {})[1]
  request.status = answer and answer.status
  request.retry = answer and tonumber(answer.headers["retry-after"])
end

--- Runs a scene. @treturn {table,...} its requests, answered
local function play(scene, number, seconds)
  local waiting, asked = schedule(number, seconds), {}
  local start, begun, finished, slowed, looked = socket.gettime(), false, false, 0, 0
  local function tick()
    local now = socket.gettime() - start
    local within = now > seconds / 3 and now <= seconds * 2 / 3
    if now > looked + LOOK_EVERY then
      looked = now
      cluster:fallbacks()
    end
    if not begun and now > seconds / 3 then
      begun = true
      if scene.begin then scene.begin(cluster) end
    end
    if within and scene.during and now > slowed + SLOW_EVERY then
      slowed = now
      scene.during(cluster)
    end
    if not finished and now > seconds * 2 / 3 then
      finished = true
      if scene.finish then scene.finish(cluster) end
    end
    return #asked < #waiting or not finished
  end
  local function next_request()
    while #asked == #waiting do
      if finished then return nil end
      coroutine.yield()
    end
    local request = waiting[#asked + 1]
    asked[#asked + 1] = request
    while socket.gettime() - start < request.at do
      coroutine.yield()
    end
    request.sent = socket.gettime()
    return request
  end
  driver.run({
    port = cluster.port,
    connections = CONNECTIONS,
    next = next_request,
    finished = take_answer,
    tick = tick,
  })
  return waiting
end

local function percentile(sorted, share) return sorted[math.ceil(#sorted * share)] or 0 end

--- What is to be said of the requests of a scene.
local function judge(requests)
  local told = { failed = 0, over = 0, far_over = 0, wrong = 0, times = {} }
  local clients = {}
  table.sort(requests, function(a, b) return a.sent < b.sent end)
  for _, request in ipairs(requests) do
    if request.status == 200 or request.status == 429 then
      clients[request.address] = clients[request.address] or {}
      table.insert(clients[request.address], request)
      table.insert(told.times, (request.done - request.sent) * 1000)
    else
      told.failed = told.failed + 1
    end
  end
  for _, own in pairs(clients) do
    local fault = oracle.judge(own, LIMIT, WINDOW)
    if fault == "admitted beyond the limit" then
      told.over = told.over + 1
      if oracle.judge(own, MOST, WINDOW) == fault then told.far_over = told.far_over + 1 end
    elseif fault then
      told.wrong = told.wrong + 1
    end
  end
  table.sort(told.times)
  return told
end

local ROW = "%-26s %8s %8s %8s %6s %6s %8s %8s"
print(ROW:format("scene", "requests", "failed", "without", "over", "wrong", "p50 ms", "p99 ms"))

local function report(scene, requests, fallbacks)
  local told = judge(requests)
  print(
    ROW:format(
      scene.name,
      #requests,
      told.failed,
      fallbacks,
      told.over,
      told.wrong,
      ("%.1f"):format(percentile(told.times, 0.5)),
      ("%.1f"):format(percentile(told.times, 0.99))
    )
  )
  if told.failed > 0 then defect(told.failed .. " requests failed") end
  if fallbacks == 0 then
    if told.wrong > 0 then defect(told.wrong .. " clients were refused below their quota") end
    if told.over > 0 then defect(told.over .. " clients were admitted beyond their quota") end
  end
  if told.far_over > 0 then defect(told.far_over .. " clients had more than all quotas") end
  if scene.without and scene.begin and fallbacks == 0 then
    defect("no request was decided without the store")
  end
end

local good, reason = xpcall(function()
  for number, scene in ipairs(scenes) do
    local before = cluster:fallbacks()
    local requests = play(scene, number, SECONDS / #scenes)
    if not cluster:await() then defect("the cluster does not become whole again") end
    report(scene, requests, math.max(0, cluster:fallbacks() - before))
  end
end, debug.traceback)
cluster:stop()
if not good then error(reason, 0) end
print(("%d scenes of %.0f s, %d defects"):format(#scenes, SECONDS / #scenes, defects))
os.exit(defects == 0 and 0 or 1)
