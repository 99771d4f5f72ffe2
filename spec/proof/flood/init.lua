--- `make flood`: what others wait for while one client opens connections and ends no request.
--   svcd lua spec/proof/flood/init.lua SILENT HALF
-- Everybody is on this machine, and told apart by PROXY headers. Its status is 1 when one of the
-- others is refused, loses a connection, or when 1 in 100 of them waits for 20 ms or longer; or
-- when the flood was smaller than it should be.

local client = require("spec.support.service.client")
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")
local socket = require("socket")

local SILENT, HALF = tonumber(arg[1] or "20000"), tonumber(arg[2] or "5000")
local RATE, BEFORE = 4000, 4 -- connections a second, seconds
local KEPT, LONGEST = 20, 0.020

--- The bounds of the flood.
local ROWS = {
  { "the bound of one client, by default", {} },
  { "room for 4096, and no bound", { connections = 2048, connections_per_address = 0 } },
}

local function header(number)
  return ("PROXY TCP4 203.0.113.%d 127.0.0.1 1 2\r\n"):format(number % 250 + 1)
end

local function read_answer(connection)
  local first, length = connection:receive("*l"), 0
  local line = first
  while line and line ~= "" do
    line = connection:receive("*l")
    length = tonumber((line or ""):match("^Content%-Length: (%d+)")) or length
  end
  local body = line and connection:receive(length)
  return body and tonumber(first:match("^HTTP/1.1 (%d+)"))
end

local Others = {}
Others.__index = Others

--- Clients who keep a connection each, and clients who come anew.
local function others(place)
  local self =
    setmetatable({ place = place, kept = {}, asked = 0, times = {}, failed = 0 }, Others)
  for i = 1, KEPT do
    self.kept[i] = client.connect(place)
    self.kept[i]:send(header(i))
  end
  return self
end

--- Asks on the next kept connection, or on a new one: in turn for what the cache holds, and for
-- what it does not.
function Others:ask()
  self.asked = self.asked + 1
  local kept = self.asked % 2 == 0 and self.kept[self.asked // 2 % KEPT + 1]
  local fresh = self.asked % 4 < 2 and "verse" or "verse%20" .. self.asked
  local begun = socket.gettime()
  local connection = kept or client.connect(self.place)
  connection:send(
    (kept and "" or header(self.asked))
      .. client.format("/v1/search?limit=1&query=" .. fresh, { keep = kept })
  )
  local status = read_answer(connection)
  table.insert(self.times, socket.gettime() - begun)
  if status ~= 200 then self.failed = self.failed + 1 end
  if not kept then connection:close() end
end

--- Asks until it is over, with a pause after each answer. @return figures, in ms
function Others:measure(is_over)
  self.times, self.failed = {}, 0
  repeat
    self:ask()
    socket.sleep(0.001)
  until is_over()
  table.sort(self.times)
  local function at(share) return self.times[math.ceil(#self.times * share)] * 1000 end
  return { count = #self.times, failed = self.failed, p50 = at(0.5), p99 = at(0.99) }
end

local function after(seconds)
  local last = socket.gettime() + seconds
  return function() return socket.gettime() >= last end
end

--- Starts the flood. What it takes of the processors is not the service's: it stands behind.
-- @treturn function true when it is over; its figures are in `found` then
local function flood(place, folder, found)
  local line = ("nice %s spec/proof/flood/crowd.mjs %s %d %d %d >%s/crowd &"):format(
    node.path,
    place:match("%d+$"),
    SILENT,
    HALF,
    RATE,
    folder
  )
  assert(os.execute(line))
  return function()
    local file <close> = assert(io.open(folder .. "/crowd"))
    local text = file:read("a")
    if not text:find("\n$") then return false end
    found.opened, found.most = text:match('"opened":(%d+),"most":(%d+)')
    return true
  end
end

local function show(when, found)
  print(
    ("  %-7s %6d answers  p50 %6.2f ms  p99 %6.2f ms  refused %d"):format(
      when,
      found.count,
      found.p50,
      found.p99,
      found.failed
    )
  )
end

local good = true
for _, row in ipairs(ROWS) do
  local options = { listen = "127.0.0.1:0?proxy", workers = 2, access_log = "none" }
  for name, value in pairs(row[2]) do
    options[name] = value
  end
  local svcd <close> = server.demo(options)
  local all = others(svcd.addresses[1])
  all:measure(after(1))
  local crowd, before = {}, all:measure(after(BEFORE))
  local during = all:measure(flood(svcd.addresses[1], svcd.folder, crowd))
  print(
    ("%s: %d connections were opened, up to %d at once"):format(
      row[1],
      crowd.opened,
      crowd.most
    )
  )
  show("before", before)
  show("during", during)
  good = good
    and before.failed + during.failed == 0
    and during.p99 < LONGEST * 1000
    and tonumber(crowd.opened) >= SILENT + HALF
end
os.exit(good and 0 or 1)
