--- The machines of a cluster: a release server, a store, replicas that follow, a balancer. Each
-- replica has a folder of its own and, where root starts them, a user of its own.

local client = require("spec.support.service.client")
local exposition = require("spec.support.service.exposition")
local measure = require("spec.proof.bench.measure")
local oracle = require("spec.support.service.quota_oracle")
local probes = require("spec.support.service.probes")
local releases = require("spec.proof.cluster.releases")
local rollout = require("spec.proof.cluster.rollout")
local server = require("spec.support.service.server")
local store = require("spec.support.service.store")

local machines = setmetatable({}, { __index = rollout })
machines.__index = machines

--- Users that nobody has.
local FIRST_USER = 61184

--- Seconds between two polls of a follower, and those that a transfer may take.
machines.POLL = 1
local TRANSFER = 3

local function fill(template, values) return (template:gsub("{(%l+)}", values)) end

local function shell(line, ...)
  local text = line:format(...)
  assert(os.execute(text), text)
end

--- Starts the replica of a number, where it was before.
function machines:start_replica(number)
  local place = self.places[number]
  local options = {
    publication = place.folder .. "/site.svp",
    trust = place.folder .. "/trust",
    state_dir = place.folder .. "/state",
    listen = "127.0.0.1:" .. place.port,
    admin_listen = "127.0.0.1:" .. place.admin,
    workers = 2,
    drain_delay = 1,
    user = place.user,
  }
  for _, each in ipairs({ oracle.options, self.store.options, self.options }) do
    for name, value in pairs(each) do
      options[name] = value
    end
  end
  self.replicas[number] = server.start(options)
end

--- The command that follows, as the replica's user.
local function follow(self, place, more)
  local line = "%s %s follow %s/ch --out %s/site.svp --trust %s/trust --authorities %s "
    .. "--every %d --timeout %d %s"
  local program = os.getenv("SVC_SVCD") or "build/svcd"
  local become = place.user
      and ("setpriv --reuid %d --regid %d --clear-groups"):format(place.user, place.user)
    or ""
  local folder, url = place.folder, self.releases.server.url
  local authorities = self.folder .. "/authority.pem"
  return line:format(
    become,
    program,
    url,
    folder,
    folder,
    authorities,
    machines.POLL,
    TRANSFER,
    more
  )
end

--- Makes the folder of a replica, which follows from now on.
local function settle(self, number)
  local apart = measure.run("id -u") == "0\n" and probes.is_readable_by_others()
  local place = {
    folder = ("%s/r%d"):format(self.folder, number),
    port = measure.free_port(),
    admin = measure.free_port(),
    user = apart and FIRST_USER + number or nil,
  }
  shell(
    "mkdir -p -m 755 %s/state && cp %s/trust %s",
    place.folder,
    self.releases.folder,
    place.folder
  )
  if apart then shell("chown -R %d:%d %s", place.user, place.user, place.folder) end
  shell("SVC_HOME=$PWD %s >%s/told", follow(self, place, "--once"), place.folder)
  local line = "SVC_HOME=$PWD exec %s >>%s/told 2>&1 & echo $!"
  place.follower = tonumber(measure.run(line:format(follow(self, place, ""), place.folder)))
  self.places[number] = place
end

--- The output of a replica's follower so far.
function machines:told(number) return measure.read(self.places[number].folder .. "/told") end

--- Notes what was told so far, for `all_told`.
function machines:note_told()
  for i, place in ipairs(self.places) do
    place.known = #self:told(i)
  end
end

--- True when each follower has told a line of this pattern since.
function machines:all_told(pattern)
  for i, place in ipairs(self.places) do
    if not self:told(i):sub(place.known + 1):find(pattern) then return false end
  end
  return true
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
-- @tparam number editions that are published ahead
-- @tparam[opt] table options of the replicas, further ones
-- @treturn table `{replicas, places, store, releases, port, folder}`; `port` is the balancer's
function machines.start(count, editions, options)
  local folder = os.tmpname()
  os.remove(folder)
  shell("mkdir -m 755 %s", folder)
  local self = setmetatable({
    folder = folder,
    options = options or {},
    replicas = {},
    places = {},
    counted = {},
    seen = {}, -- by edition and replica: when it was answered first
    placed = {}, -- by edition: when it was in the channel
    spread = {}, -- seconds of the releases that were rolled out
  }, machines)
  self.releases = releases.start(editions)
  self.store = store.start()
  shell("cp %s %s && chmod 644 %s/*", self.releases.server.authority, folder, folder)
  for i = 1, count do
    settle(self, i)
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

--- Begins `svcd upgrade` of a replica.
function machines:upgrade(number)
  local line = "(SVC_HOME=$PWD %s upgrade --control %s/control >%s/upgrade 2>&1; "
    .. "echo $? >>%s/upgrade) &"
  local program = os.getenv("SVC_SVCD") or "build/svcd"
  shell(line, program, self.replicas[number].folder, self.folder, self.folder)
end

--- True when that upgrade is done. Raises where it was refused.
function machines:upgraded()
  local said = measure.read(self.folder .. "/upgrade")
  assert(not said:find("\n[1-9]%d*\n$"), said)
  return said:find("\n0\n$") ~= nil
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
  for number, replica in ipairs(self.replicas) do
    os.execute(("kill %d 2>/dev/null"):format(self.places[number].follower))
    replica:stop()
  end
  self.store:stop()
  self.releases:stop()
  os.execute("rm -rf " .. self.folder)
end

machines.__close = machines.stop

return machines
