--- The quota against an oracle: a thousand clients, each with a random schedule of its own, on
-- eight connections to four workers. The server decided somewhere between the sending of a request
-- and the arrival of its answer; within that, every admission and every refusal must be right.

local client = require("spec.support.client")
local sample = require("spec.support.sample")
local server = require("spec.support.server")
local socket = require("socket")

local CLIENTS, REQUESTS, LIMIT, WINDOW, SPAN = 1000, 16, 5, 2, 6

--- Every request of every client, in the order of its time.
local function schedule()
  local all = {}
  for number = 1, CLIENTS do
    local burst = math.random() * SPAN
    for _ = 1, REQUESTS do
      local at = math.random() < 0.5 and burst + math.random() * 0.5 or math.random() * SPAN
      all[#all + 1] = { client = number, at = at }
    end
  end
  table.sort(all, function(a, b) return a.at < b.at end)
  return all
end

local function format(number)
  local address = ("10.%d.%d.1"):format(number // 250, number % 250)
  return client.format(
    "/v1/taxonomy",
    { keep = true, headers = { ["X-Forwarded-For"] = address } }
  )
end

local function ask(connection, request)
  request.sent = socket.gettime()
  connection:send(format(request.client))
  local length
  request.status = tonumber(assert(connection:receive("*l")):match("^HTTP/1.1 (%d+)"))
  for line in function() return connection:receive("*l") end do
    if line == "" then break end
    length = tonumber(line:match("^Content%-Length: (%d+)")) or length
    request.retry = tonumber(line:match("^Retry%-After: (%d+)")) or request.retry
  end
  connection:receive(length)
  request.done = socket.gettime()
end

--- What is wrong with one client's requests, in their order; nil when nothing is.
local function fault_of(requests)
  local admitted = {}
  for _, request in ipairs(requests) do
    local certain, possible = 0, 0
    for _, former in ipairs(admitted) do
      if request.done - former.sent < WINDOW then certain = certain + 1 end
      if request.sent - former.done < WINDOW then possible = possible + 1 end
    end
    if request.status == 200 then
      if certain >= LIMIT then return "admitted beyond the limit" end
      admitted[#admitted + 1] = request
    elseif request.status ~= 429 then
      return "answered " .. tostring(request.status)
    elseif possible < LIMIT then
      return "refused below the limit"
    elseif not request.retry or request.retry < 1 or request.retry > WINDOW then
      return "told to come back after " .. tostring(request.retry)
    end
  end
end

describe("the quota", function()
  it("agrees with the oracle on a thousand random schedules", function()
    local files = os.tmpname()
    sample.write(files .. ".svp", files .. ".trust")
    local svcd = server.start({
      publication = files .. ".svp",
      trust = files .. ".trust",
      workers = 4,
      quota_limit = LIMIT,
      quota_window = WINDOW,
      trusted_proxies = "127.0.0.1",
      access_log = "none",
    })
    local connections = {}
    for i = 1, 8 do
      connections[i] = client.connect(svcd.port)
    end
    local start, by_client, seen = socket.gettime(), {}, {}
    for i, request in ipairs(schedule()) do
      local early = request.at - (socket.gettime() - start)
      if early > 0 then socket.sleep(early) end
      ask(connections[i % 8 + 1], request)
      by_client[request.client] = by_client[request.client] or {}
      table.insert(by_client[request.client], request)
      seen[request.status] = (seen[request.status] or 0) + 1
    end
    for number = 1, CLIENTS do
      assert.is_nil(fault_of(by_client[number]))
    end
    assert.is_true(seen[200] > CLIENTS * LIMIT and seen[429] > CLIENTS)
    svcd:stop()
    for _, suffix in ipairs { "", ".svp", ".trust" } do
      os.remove(files .. suffix)
    end
  end)
end)
