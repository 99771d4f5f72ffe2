--- `make soak`: mixed traffic for a while, with hostile requests, reloads and new publications.
--   svcd lua spec/proof/soak/init.lua MINUTES [SECONDS_BETWEEN_KILLS [SECONDS_BETWEEN_STOPS]]
-- Its status is 1 when an answer was wrong, or a 5xx unprovoked, when memory grows beyond what the
-- scatter of the measurements explains, or descriptors do.

local driver = require("spec.proof.soak.driver")
local forge = require("spec.support.publication.forge")
local process = require("spec.proof.soak.process")
local sample = require("spec.support.publication.sample")
local server = require("spec.support.service.server")
local slope = require("spec.proof.soak.slope")
local socket = require("socket")
local svc = require("svc")
local traffic = require("spec.proof.soak.traffic")
local upstream = require("spec.support.service.upstream")

local MINUTES, KILLS = tonumber(arg[1] or "30"), tonumber(arg[2] or "0")
local STOPS = tonumber(arg[3] or "0")
local CONNECTIONS, WORKERS = 32, 2
local RELOAD, SWAP, SAMPLE = 7, 13, 1 -- seconds
-- Until caches are full and the allocator has found its size, memory grows: in minutes.
local WARM = math.max(1, 0.3 * MINUTES)
local BLOCKS, ERRORS, LEAST_GROWTH = 12, 3, 512 -- points of the line; standard errors; KiB

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir " .. folder))
local terms = { sequence = 1 }
terms.private, terms.public = svc.keygen()
sample.write(folder .. "/p.svp", folder .. "/trust", terms)
-- Each reload takes another fetch process, since the upstream is another then.
local far = upstream.start()
local function write_config(number)
  local text = "upstreams = { ['local'] = { url = %q, failures = 1000, in_flight = %d } }\n"
  forge.write(folder .. "/config.lua", text:format(far.url, 128 + number % 2))
end
write_config(0)
local svcd = server.start({
  config = folder .. "/config.lua",
  routes = { "default", "spec/proof/soak/routes" },
  publication = folder .. "/p.svp",
  trust = folder .. "/trust",
  workers = WORKERS,
  quota_limit = 0,
  base_url = "http://api.test",
  access_log = "/dev/null",
})
assert(
  server.await(function() return svcd:request("/job").body:find("true", 1, true) end),
  "no job ran"
)
local next_request = traffic.open(svcd.port, true)

local seen =
  { answers = 0, hostile = 0, reloads = 0, swaps = 0, kills = 0, stops = 0, classes = {} }
local first = {}

local function finished(request, text)
  local class, what
  if text then
    class, what = traffic.judge(request, text)
  else
    class = "no answer"
  end
  seen.answers = seen.answers + 1
  if request.hostile then seen.hostile = seen.hostile + 1 end
  if not class then return end
  seen.classes[class] = (seen.classes[class] or 0) + 1
  first[class] = first[class] or ("%s: %s"):format(request.name, what or "")
end

local measured = {} -- by process id: list of {minutes, KiB}
local jobs -- process id

local function measure(minutes)
  local pids = svcd:workers()
  pids[#pids + 1] = svcd.pid
  pids[#pids + 1] = process.child(svcd.pid, "svcd-jobs")
  for _, pid in ipairs(pids) do
    local memory = process.memory(pid)
    measured[pid] = measured[pid] or {}
    if memory then table.insert(measured[pid], { minutes, memory }) end
  end
end

local began = socket.gettime()
local due = {
  measure = 0,
  reload = RELOAD,
  swap = SWAP,
  kill = KILLS > 0 and KILLS or math.huge,
  stop = STOPS > 0 and STOPS or math.huge,
}

local function act(name, every, now, action)
  if now < due[name] then return end
  due[name] = now + every
  action()
end

local function tick()
  local now = socket.gettime() - began
  act("measure", SAMPLE, now, function() measure(now / 60) end)
  act("reload", RELOAD, now, function()
    write_config(seen.reloads + 1)
    svcd:signal("HUP")
    seen.reloads = seen.reloads + 1
  end)
  act("swap", SWAP, now, function()
    terms.sequence = terms.sequence + 1
    sample.write(folder .. "/p.svp", nil, terms)
    seen.swaps = seen.swaps + 1
  end)
  act("kill", KILLS, now, function()
    svcd:signal("KILL", svcd:workers()[1])
    seen.kills = seen.kills + 1
  end)
  act("stop", STOPS, now, function()
    svcd:signal("STOP", svcd:workers()[1])
    seen.stops = seen.stops + 1
  end)
  return now < MINUTES * 60
end

local function descriptors()
  local counts = { process.descriptors(svcd.pid) }
  for _, pid in ipairs(svcd:workers()) do
    counts[#counts + 1] = process.descriptors(pid)
  end
  return counts
end

-- The second part of the measurements as the means of equal stretches of time: neighbours depend on
-- each other, since a reload lasts, and would make the line seem surer than it is.
local function blocks(points)
  local last = points[#points][1]
  local from, sums, list = WARM, {}, {}
  for _, point in ipairs(points) do
    if point[1] >= from then
      local block = math.min(BLOCKS, 1 + (point[1] - from) * BLOCKS // (last - from))
      local sum = sums[block] or { 0, 0, 0 }
      sums[block] = { sum[1] + point[1], sum[2] + point[2], sum[3] + 1 }
    end
  end
  for i = 1, BLOCKS do
    local sum = sums[i]
    if sum then list[#list + 1] = { sum[1] / sum[3], sum[2] / sum[3] } end
  end
  return list
end

local defects = 0
local function defect(text)
  defects = defects + 1
  print("  DEFECT: " .. text)
end

local function report_memory()
  if MINUTES <= WARM then return print("memory: too short a run to see whether it grows") end
  print(("%-10s %8s %12s %16s"):format("process", "pid", "own KiB", "KiB/min ± s.e."))
  for pid, points in pairs(measured) do
    local list = points[#points][1] > WARM and blocks(points) or {}
    if #list > 3 and points[1][1] < 0.1 then
      local gradient, uncertain = slope.fit(list)
      local name = pid == svcd.pid and "master" or pid == jobs and "jobs" or "worker"
      print(
        ("%-10s %8d %12d %9.1f ± %.1f"):format(
          name,
          pid,
          list[#list][2] // 1,
          gradient,
          uncertain
        )
      )
      local growth = gradient * (list[#list][1] - list[1][1])
      if gradient > ERRORS * uncertain and growth > LEAST_GROWTH then
        defect(("%s %d grew by %.0f KiB"):format(name, pid, growth))
      end
    end
  end
end

--- The log lines when a worker is killed, or stopped: it is replaced, and a reload that was under
-- way is refused.
local function provoked_line(text)
  return text:find("signal 9", 1, true)
    or text:find("is ended", 1, true)
    or text:find("a worker ended while it made ready", 1, true)
    or text:find("a worker did not make ready in time", 1, true)
    or text:find("a worker that was just started does not serve yet", 1, true) -- it was stopped
end

local function report_errors()
  for class, count in pairs(seen.classes) do
    print(("%-16s %6d   first: %s"):format(class, count, first[class]))
    local provoked = seen.kills + seen.stops > 0 and (class == "cut" or class == "no answer")
    if not provoked then defect(class) end
  end
  for level, text in svcd:errors():gmatch('"level":"(%a+)"[^\n]-"message":"([^\n]*)"}') do
    if level == "error" and not (seen.kills + seen.stops > 0 and provoked_line(text)) then
      defect("logged: " .. text:sub(1, 200))
      break
    end
  end
end

local before = descriptors()
jobs = process.child(svcd.pid, "svcd-jobs")
driver.run {
  port = svcd.port,
  connections = CONNECTIONS,
  next = next_request,
  finished = finished,
  tick = tick,
}
local seconds = socket.gettime() - began
socket.sleep(1.5)
local after = descriptors()
local restarts = select(2, svcd:errors():gsub('"worker %d+ (was ended)', ""))
  + select(2, svcd:errors():gsub('"worker %d+ (ended with)', ""))

print(
  (
    "%.1f minutes, %d answers (%.0f/s), %d to hostile requests; %d reloads, %d publications, "
    .. "%d workers killed, %d stopped"
  ):format(
    seconds / 60,
    seen.answers,
    seen.answers / seconds,
    seen.hostile,
    seen.reloads,
    seen.swaps,
    seen.kills,
    seen.stops
  )
)
report_errors()
report_memory()
print(
  ("descriptors: %s before, %s after (master, workers); workers started again: %d"):format(
    table.concat(before, " "),
    table.concat(after, " "),
    restarts
  )
)
for i, count in ipairs(before) do
  if (after[i] or 0) > count + 1 then defect("descriptors grew") end
end
if restarts > seen.kills + seen.stops then defect("a worker ended by itself") end
if not svcd:stop() then defect("it did not stop when told to") end
far:stop()
os.execute("rm -r " .. folder)
print(("%d defects"):format(defects))
os.exit(defects == 0 and 0 or 1)
