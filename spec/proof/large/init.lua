--- `make large`: how long answers take while a large publication is replaced by another.
--   svcd lua spec/proof/large/init.lua FOLDER TRUST
-- FOLDER holds two publications of the same size, 1.svp and 2.svp. The first is served; each worker
-- and the master are asked again and again, for as long as the start took, and then the same while
-- the second is loaded, prepared, taken into service and the first released. Meanwhile come further
-- orders to reload, a SIGHUP and what is noticed of the file itself: together one more reload.
--
-- Its status is 1 when the slowest answer of a kind took 50 ms longer than the machine explains,
-- when an answer was wrong, or when the further orders were not one reload. The slowest counts: a
-- process that waits once in a reload shows in no percentile. What the machine explains is the
-- slower of two: the slowest of that kind before, and the slowest of the bystander at the same
-- time, a second svcd, which reloads nothing and shares the processors with the same examination.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local orders = require("spec.support.service.orders")
local probe = require("spec.proof.large.probe")
local server = require("spec.support.service.server")
local socket = require("socket")
local tally = require("spec.proof.large.tally")

local FOLDER, TRUST = arg[1], arg[2]
local WORKERS, MOST_CONNECTIONS = 2, 64
local STEP = 4 -- texts; so many take fewer bytes than the kernel maps at a time, 64 KiB
local LIMIT = 50 -- ms
local OFTEN, SIGNALS = 0.005, 0.2 -- seconds from one request to the next
local ORDERS, SHORTEST, LONGEST, AFTER = 0.5, 3, 600, 2 -- seconds
local GIB = 1 << 30

local function run(command, ...) assert(os.execute(command:format(...))) end

local function size_of(path)
  local file <close> = assert(io.open(path))
  return file:seek("end")
end

-- ---- who is asked ----

local function sockets_of(pid)
  local list <close> = assert(io.popen(("ls -l /proc/%d/fd | grep -c socket:"):format(pid)))
  return tonumber(list:read("l"))
end

--- Connects, and finds out to which worker the kernel gave the connection.
-- @tparam {[number]=number} had the sockets of each worker, by process id
-- @return the socket @treturn number process id
local function connect(port, had)
  local connection = client.connect(port)
  return connection,
    assert(
      server.await(function()
        for pid, count in pairs(had) do
          if sockets_of(pid) > count then
            had[pid] = count + 1
            return pid
          end
        end
      end),
      "no worker takes a connection"
    )
end

--- A connection to each worker.
local function connect_workers(svcd)
  local workers, had, found, count = svcd:workers(), {}, {}, 0
  for _, pid in ipairs(workers) do
    had[pid] = sockets_of(pid)
  end
  for _ = 1, MOST_CONNECTIONS do
    local connection, pid = connect(svcd.port, had)
    if not found[pid] then count = count + 1 end
    found[pid] = found[pid] or connection
    if count == #workers then break end
  end
  assert(count == #workers, "a worker was given no connection")
  local list = {}
  for i, pid in ipairs(workers) do
    list[i] = found[pid]
  end
  return list
end

local function status_of(svcd)
  return cjson.decode(client.request("unix:" .. svcd.folder .. "/control", "/status").body)
end

--- Has each worker read all the texts, as one that has run for long: what it has mapped takes time
-- to let go of. Reading a page maps those around it, so that every STEP-th text is enough.
local function warm(workers, documents)
  for number = 1, documents, STEP do
    local asked = client.format(
      "/v1/content?ref=asset:en:material:s" .. number,
      { method = "HEAD", keep = true }
    )
    for _, connection in ipairs(workers) do
      assert(connection:send(asked))
    end
    for _, connection in ipairs(workers) do
      repeat
      until assert(connection:receive("*l")) == ""
    end
  end
end

local function open_probes(svcd, bystander)
  local admin = client.connect(assert(svcd:output():match("Admin on http://(%S+)")))
  local control = client.connect("unix:" .. svcd.folder .. "/control")
  local workers, probes = connect_workers(svcd), {}
  warm(workers, status_of(svcd).publication.documents)
  for i, connection in ipairs(workers) do
    probes[i] = probe.new("health " .. i, connection, "/v1/health", OFTEN)
  end
  table.insert(probes, probe.new("status", control, "/status", OFTEN))
  table.insert(probes, probe.new("metrics", admin, "/metrics", 4 * OFTEN))
  table.insert(probes, probe.signal("SIGUSR1", svcd.pid, svcd.log, SIGNALS))
  local other = connect_workers(bystander)[1]
  table.insert(probes, probe.new(tally.BYSTANDER, other, "/v1/health", OFTEN))
  return probes
end

-- ---- the reload, and what else is ordered ----

local Reloads = {}
Reloads.__index = Reloads

local function begin_reload(svcd)
  local control, now = "unix:" .. svcd.folder .. "/control", socket.gettime()
  return setmetatable({
    svcd = svcd,
    control = control,
    began = now,
    due = now + ORDERS / 2,
    first = orders.begin(control, "POST", "/reload"),
    further = {},
    waiting = {},
    generation = {},
  }, Reloads)
end

--- Orders more while the first lasts. @treturn boolean true when all were answered some time ago
function Reloads:over(now)
  assert(now < self.began + LONGEST, "the reload does not end")
  if not self.outcome then
    self.outcome = orders.look(self.first)
    self.took = self.outcome and now - self.began
    if not self.outcome and now > self.due then self:order_more(now) end
    return false
  end
  for i = #self.waiting, 1, -1 do
    local answer = orders.look(self.waiting[i])
    if answer then
      table.insert(self.generation, answer.generation)
      table.remove(self.waiting, i)
    end
  end
  if #self.waiting > 0 then return false end
  self.ended = self.ended or now
  return now > self.ended + AFTER
end

function Reloads:order_more(now)
  if #self.waiting == 0 then probe.kill("HUP", self.svcd.pid) end
  table.insert(self.waiting, orders.begin(self.control, "POST", "/reload"))
  self.due = now + ORDERS
end

--- @tparam number before generation of the service before
-- @treturn {string,...} what is wrong
function Reloads:judge(before, now)
  local faults = {}
  local function check(good, ...)
    if not good then faults[#faults + 1] = string.format(...) end
  end
  check(self.outcome.publication.changed, "not reloaded: %s", cjson.encode(self.outcome))
  check(#self.generation > 0, "no reload could be ordered meanwhile; give a greater GIB")
  check(now == before + 2, "%d reloads, not 2", now - before)
  for _, number in ipairs(self.generation) do
    check(
      number == now,
      "an order was answered by generation %d, not by the last, %d",
      number,
      now
    )
  end
  return faults
end

-- ---- the proof ----

--- Asks until `over(now)`.
local function ask(probes, seen, phase, memory, over)
  local started, looked = socket.gettime(), 0
  for _, each in ipairs(probes) do
    each:restart(started)
  end
  repeat
    local now = probe.turn(
      probes,
      function(name, sent, answered)
        seen:add(phase, name, (answered - sent) * 1000, sent - started)
      end
    )
    if now > looked + 0.1 then
      memory:look()
      looked = now
    end
  until over(now)
end

--- Another publication in the place of the one that is served, in one step.
local function put(folder, name)
  run(
    "ln -s $PWD/%s/%s %s/next && mv -T %s/next %s/p.svp",
    FOLDER,
    name,
    folder,
    folder,
    folder
  )
end

local function start(folder)
  local began = socket.gettime()
  put(folder, "1.svp")
  local svcd = server.start({
    publication = folder .. "/p.svp",
    trust = TRUST,
    workers = WORKERS,
    quota_limit = 0,
    admin_listen = "127.0.0.1:0",
    access_log = folder .. "/access.log",
  })
  svcd.log = folder .. "/access.log"
  return svcd, socket.gettime() - began
end

local function report(seen, memory, reloads, started, more)
  seen:print()
  print(
    (
      "%.2f GiB served after %.1f s, replaced after %.1f s; "
      .. "memory: %.2f GiB, at most %.2f GiB"
    ):format(
      size_of(FOLDER .. "/1.svp") / GIB,
      started,
      reloads.took,
      memory.first / GIB,
      memory.most / GIB
    )
  )
  print(
    ("%d further orders and a SIGHUP meanwhile: %d more reload"):format(
      #reloads.generation,
      more
    )
  )
end

--- @tparam string folder its own, in memory: a disk that others use delays whoever writes a log
-- @treturn boolean true when all is well
local function prove(folder)
  local shared = tally.shared()
  local svcd <close>, started = start(folder)
  local bystander <close> = server.start()
  local probes = open_probes(svcd, bystander)
  local seen, memory = tally.new(), tally.memory(svcd.pid, shared)
  local due = socket.gettime() + math.max(started, SHORTEST)
  ask(probes, seen, "before", memory, function(now) return now > due end)
  local before = status_of(svcd).generation
  put(folder, "2.svp")
  local reloads = begin_reload(svcd)
  ask(probes, seen, "during", memory, function(now) return reloads:over(now) end)
  local after = status_of(svcd).generation
  report(seen, memory, reloads, started, after - before - 1)
  local faults, excess, name = reloads:judge(before, after), seen:excess()
  table.move(probe.faults, 1, #probe.faults, #faults + 1, faults)
  print(
    ("goal: at most %d ms more than the machine explains; found: %+.1f ms (%s)"):format(
      LIMIT,
      excess,
      name
    )
  )
  for i = 1, math.min(#faults, 20) do
    print("  DEFECT: " .. faults[i])
  end
  print(("%d defects"):format(#faults))
  return #faults == 0 and excess <= LIMIT
end

local folder = "/dev/shm/svc-large-" .. os.tmpname():match("[^/]*$")
run("mkdir %s", folder)
local good, answer = xpcall(prove, debug.traceback, folder)
run("rm -r %s", folder)
if not good then error(answer, 0) end
os.exit(answer and 0 or 1)
