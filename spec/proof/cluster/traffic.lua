--- The clients of a scene: each has an address that no other scene has, and asks ten times, half of
-- it in a burst. They go on until the scene is over. What they saw is kept for the judge.

local client = require("spec.support.service.client")
local releases = require("spec.proof.cluster.releases")
local socket = require("socket")

local traffic = {}

local RATE, REQUESTS = 150, 10 -- a second, of a client
local PER_NET = 250

local COUNTED = "/v1/taxonomy"

local function request_of(address, at)
  local target = math.random() < 0.5 and COUNTED or releases.TARGET
  local headers = { ["X-Forwarded-For"] = address }
  return {
    address = address,
    at = at,
    keep = true,
    method = "GET",
    bytes = client.format(target, { keep = true, headers = headers }),
  }
end

--- Appends the requests of `seconds` more, in the order of their time.
local function extend(self, seconds)
  local slice = {}
  for _ = 1, math.ceil(RATE * seconds / REQUESTS) do
    local n = self.clients
    self.clients = n + 1
    local address = ("10.%d.%d.%d"):format(self.number, n // PER_NET, n % PER_NET + 1)
    local burst = math.random() * seconds
    for _ = 1, REQUESTS do
      local at = math.random() < 0.5 and burst + math.random() * 0.5 or math.random() * seconds
      slice[#slice + 1] = request_of(address, self.planned + at)
    end
  end
  table.sort(slice, function(a, b) return a.at < b.at end)
  table.move(slice, 1, #slice, #self.waiting + 1, self.waiting)
  self.planned = self.planned + seconds
end

--- The clients of a scene.
-- @tparam number number of the scene
-- @tparam number seconds that it is meant to take; they ask on while `going()` says so
-- @tparam function going
-- @treturn table `asked`, a list of requests; and `next`, for the driver
function traffic.new(number, seconds, going)
  local self = { number = number, waiting = {}, asked = {}, clients = 0, planned = 0 }
  local start = socket.gettime()
  extend(self, seconds)
  function self.next()
    if #self.asked == #self.waiting then extend(self, seconds) end
    local request = self.waiting[#self.asked + 1]
    self.asked[#self.asked + 1] = request
    while going() and socket.gettime() - start < request.at do
      coroutine.yield()
    end
    if not going() then return nil end
    request.sent = socket.gettime()
    return request
  end
  return self
end

--- True when every edition that an answer names is this one.
local function is_whole(body, edition)
  local count = 0
  for number in body:gmatch("[Ee]dition (%d+)") do
    if tonumber(number) ~= edition then return false end
    count = count + 1
  end
  return count >= 3
end

--- Keeps what an answer says.
-- @tparam table request
-- @tparam string|nil text the answer
-- @tparam table numbers of editions by their digest
function traffic.take(request, text, numbers)
  request.done = socket.gettime()
  local answer = text and (client.parse(text) or {})[1]
  if not answer then return end
  local headers = answer.headers
  request.status = answer.status
  request.retry = tonumber(headers["retry-after"])
  request.again = tonumber((headers["x-retries"] or ""):match("%d+"))
  request.replica = tonumber((headers["x-replica"] or ""):match("^r(%d+)$"))
  if answer.status ~= 200 then return end
  local digest = (headers["svc-publication"] or ""):match("^sha%-256=(%x+)$")
  request.edition = numbers[digest]
  local found = request.bytes:find(releases.TARGET, 1, true)
  request.mixed = not request.edition or found and not is_whole(answer.body, request.edition)
end

return traffic
