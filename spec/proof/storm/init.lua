--- `make storm`: reloads of options, publication and routes under load, while workers are killed,
-- stopped or left without memory at random.
--   svcd lua spec/proof/storm/init.lua RELOADS [SEED]
-- Each reload writes options, routes and a publication that carry its number, and every answer says
-- all three. Its status is 1 when an answer mixes two generations, is of one that was refused, or
-- of one before that which was in service when the request was sent; when a request is lost but by
-- a worker that was ended; or when the service is not whole again within the deadline.

local client = require("spec.support.service.client")
local driver = require("spec.proof.soak.driver")
local faults = require("spec.support.house.faults")
local generations = require("spec.support.service.generations")
local orders = require("spec.support.service.orders")
local server = require("spec.support.service.server")
local socket = require("socket")

local RELOADS, SEED = tonumber(arg[1] or "1000"), tonumber(arg[2] or "1")
local WORKERS, CONNECTIONS, HEARTBEAT = 3, 24, 1 -- seconds
local WHOLE = HEARTBEAT + 3 -- the deadline, and what a loaded machine takes to start a process

math.randomseed(SEED)
local folder = os.tmpname()
os.remove(folder)
local write_generation = generations.open(folder)
write_generation(1)
-- Without inotify: a publication is loaded together with its routes, not as soon as it is there.
local library, plan = faults.build(folder), faults.plan(folder .. "/plan")
plan:arm { call = "inotify", error = "EMFILE", process = "master", last = faults.NEVER }
local svcd = server.start({
  config = folder .. "/conf.lua",
  publication = folder .. "/p.svp",
  trust = folder .. "/trust",
  routes = folder .. "/routes",
  workers = WORKERS,
  quota_limit = 0,
  access_log = "none",
  heartbeat_timeout = HEARTBEAT,
}, { LD_PRELOAD = library, FAULTS_PLAN = folder .. "/plan" })
assert(plan:disarm())

local defects, seen = 0, { answers = 0, lost = 0, taken = 0, refused = 0, actions = {} }
local served = 1 -- number of the last reload that took place
local refused = {} -- number -> true
local answered = {} -- number -> true: an answer was of it
local last_action = 0 -- when a worker was last ended, or stopped

local function defect(text)
  defects = defects + 1
  if defects <= 20 then print("  DEFECT: " .. text) end
end

-- ---- what happens to workers ----

local function prlimit(pid, bytes)
  os.execute(("prlimit --pid %d --as=%s: 2>/dev/null"):format(pid, bytes))
end

local starved -- process id of the worker without memory

local ACTIONS = {
  none = function() end,
  kill = function(pid) svcd:signal("KILL", pid) end,
  stop = function(pid) svcd:signal("STOP", pid) end,
  starve = function(pid)
    starved = pid
    prlimit(pid, 1 << 20)
  end,
}
local NAMES = { "none", "kill", "stop", "starve" }

--- @treturn number|nil the worker that must be replaced
local function act(name)
  local workers = svcd:workers()
  local pid = workers[math.random(#workers)]
  if not pid then return nil end
  seen.actions[name] = (seen.actions[name] or 0) + 1
  if name ~= "none" then last_action = socket.gettime() end
  ACTIONS[name](pid)
  return (name == "kill" or name == "stop") and pid or nil
end

local function is_gone(pid)
  for _, worker in ipairs(svcd:workers()) do
    if worker == pid then return false end
  end
  return true
end

-- ---- one reload after another ----

local function control() return "unix:" .. svcd.folder .. "/control" end

local function finish_reload(number, outcome)
  local good = outcome.publication.reloaded
  if good ~= outcome.routes.reloaded or good ~= outcome.configuration.reloaded then
    defect("a part of a reload")
  end
  seen[good and "taken" or "refused"] = seen[good and "taken" or "refused"] + 1
  if good then
    served = number
  else
    refused[number] = true
  end
end

local step -- a coroutine: yields while it waits

local function await(ready, seconds)
  local last = socket.gettime() + seconds
  repeat
    local value = ready()
    if value then return value end
    coroutine.yield()
  until socket.gettime() > last
  return nil
end

local function storm()
  for number = 2, RELOADS + 1 do
    write_generation(number)
    local asked, name = orders.begin(control(), "POST", "/reload"), NAMES[math.random(#NAMES)]
    local due = socket.gettime() + math.random() * 0.05
    await(function() return socket.gettime() >= due end, 1)
    local began, victim = socket.gettime(), act(name)
    local outcome = await(function() return orders.look(asked) end, 30)
    if not outcome then
      return defect("reload " .. number .. " was not answered within 30 s")
    end
    finish_reload(number, outcome)
    if starved then prlimit(starved, "unlimited") end
    starved = nil
    local status
    local whole = await(function()
      status = status or orders.begin(control(), "GET", "/status")
      local found = orders.look(status)
      if found then status = nil end
      return found and found.serving == WORKERS and is_gone(victim)
    end, began + WHOLE - socket.gettime())
    if not whole then
      defect(("after %s, reload %d: not whole again within %d s"):format(name, number, WHOLE))
    end
    seen.longest = math.max(seen.longest or 0, socket.gettime() - began)
  end
end

-- ---- the load ----

local REQUEST = client.format("/x", { keep = true })

local function finished(request, text)
  local marker, sequence, option = (text or ""):match("\r\n\r\n(%d+) (%d+) %S+/(%d+)$")
  if not marker then
    seen.lost = seen.lost + 1
    if socket.gettime() - last_action > WHOLE then
      defect("a request was lost: " .. (text or "no answer"):sub(1, 200))
    end
    return
  end
  seen.answers = seen.answers + 1
  marker = tonumber(marker)
  answered[marker] = true
  if marker ~= tonumber(sequence) or option ~= sequence then
    defect(("mixed: %d, %s and %s"):format(marker, sequence, option))
  end
  if marker < request.served then defect(marker .. " after " .. request.served) end
end

step = coroutine.create(storm)
local began = socket.gettime()
driver.run {
  port = svcd.port,
  connections = CONNECTIONS,
  finished = finished,
  next = function() return { bytes = REQUEST, method = "GET", keep = true, served = served } end,
  tick = function()
    if coroutine.status(step) ~= "dead" then assert(coroutine.resume(step)) end
    return coroutine.status(step) ~= "dead"
  end,
}

for number in pairs(refused) do
  if answered[number] then
    defect("an answer of generation " .. number .. ", which was refused")
  end
end
for name, count in pairs(seen.actions) do
  print(("%-8s %6d workers"):format(name, count))
end
print(
  (
    "%d reloads in %.0f s: %d taken into service, %d refused; %d answers, %d requests lost with "
    .. "their worker; whole again after %.1f s at most"
  ):format(
    seen.taken + seen.refused,
    socket.gettime() - began,
    seen.taken,
    seen.refused,
    seen.answers,
    seen.lost,
    seen.longest
  )
)
if not svcd:stop() then defect("it did not stop when told to") end
os.execute("rm -r " .. folder)
print(("%d defects"):format(defects))
os.exit(defects == 0 and 0 or 1)
