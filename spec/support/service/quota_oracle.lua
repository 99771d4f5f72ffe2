--- The oracle of the quota: a thousand clients, each with a random schedule of its own, on a few
-- connections. The server decided somewhere between the sending of a request and the arrival of its
-- answer; within that, every admission and every refusal must be right.

local client = require("spec.support.service.client")
local socket = require("socket")

local oracle = {}

local CLIENTS, REQUESTS, LIMIT, WINDOW, SPAN = 1000, 16, 5, 2, 6

--- The options of a service that is asked.
oracle.options = {
  quota_limit = LIMIT,
  quota_window = WINDOW,
  trusted_proxies = "127.0.0.1",
  access_log = "none",
}

--- Every request of some clients, in the order of its time.
local function schedule(first, last, requests)
  local all = {}
  for number = first, last do
    local burst = math.random() * SPAN
    for _ = 1, requests do
      local at = math.random() < 0.5 and burst + math.random() * 0.5 or math.random() * SPAN
      all[#all + 1] = { client = number, at = at }
    end
  end
  table.sort(all, function(a, b) return a.at < b.at end)
  return all
end

local function format(number, net)
  local address = ("%d.%d.%d.1"):format(net, number // 250, number % 250)
  return client.format(
    "/v1/taxonomy",
    { keep = true, headers = { ["X-Forwarded-For"] = address } }
  )
end

local function ask(connection, request, net)
  request.sent = socket.gettime()
  connection:send(format(request.client, net))
  request.status = tonumber(assert(connection:receive("*l")):match("^HTTP/1.1 (%d+)"))
  for line in function() return connection:receive("*l") end do
    if line == "" then break end
    local name, value = line:match("^([^:]+): (.*)$")
    request[name:lower()] = value
  end
  request.retry = tonumber(request["retry-after"])
  connection:receive(tonumber(request["content-length"]))
  request.done = socket.gettime()
end

--- The fault of one client's requests; nil when nothing is.
-- @tparam {table,...} requests in the order of their sending: `sent` and `done` in seconds,
-- `status`, `retry` (of Retry-After); `again`, how many more times a balancer asked, as a
-- replica may have counted a request that it never answered
-- @tparam number limit
-- @tparam number window seconds
-- @treturn string|nil
function oracle.judge(requests, limit, window)
  local last = 0
  for i, request in ipairs(requests) do
    local certain, possible = 0, 0
    if request.status == 200 then last = math.max(last, request.done) end
    for j, other in ipairs(requests) do
      local admitted = j ~= i and other.status == 200
      if admitted and j < i and last - other.sent < window then certain = certain + 1 end
      if other.sent < request.done and request.sent - other.done < window then
        possible = possible + (admitted and 1 or 0) + (other.again or 0)
      end
    end
    if request.status == 200 then
      if certain >= limit then return "admitted beyond the limit" end
    elseif request.status ~= 429 then
      return "answered " .. tostring(request.status)
    elseif possible < limit then
      return "refused below the limit"
    elseif not request.retry or request.retry < 1 or request.retry > window then
      return "told to come back after " .. tostring(request.retry)
    end
  end
end

--- Asks as a schedule says, each request on one of the connections.
local function follow(all, connections, net)
  local start = socket.gettime()
  for i, request in ipairs(all) do
    local early = request.at - (socket.gettime() - start)
    if early > 0 then socket.sleep(early) end
    ask(connections[i % #connections + 1], request, net)
  end
end

--- Asks services by a thousand schedules.
-- @tparam {number,...} ports that are connected to, each as often as it stands there
-- @tparam[opt] table how `net`, first number of the clients' addresses; `apart`, a header by whose
-- value answers were counted apart; `requests` of a client; `at_once`, clients at a time
-- @treturn {string,...} what was wrong, a line each
-- @treturn table answers by status
function oracle.run(ports, how)
  how = how or {}
  local at_once = how.at_once or CLIENTS
  local connections, counted, seen, faults = {}, {}, {}, {}
  for i, port in ipairs(ports) do
    connections[i] = client.connect(port)
  end
  for first = 1, CLIENTS, at_once do
    local all = schedule(first, first + at_once - 1, how.requests or REQUESTS)
    follow(all, connections, how.net or 10)
    for _, request in ipairs(all) do
      local name = ("client %d %s"):format(request.client, request[how.apart] or "")
      counted[name] = counted[name] or {}
      table.insert(counted[name], request)
      seen[request.status] = (seen[request.status] or 0) + 1
    end
  end
  for name, requests in pairs(counted) do
    local fault = oracle.judge(requests, LIMIT, WINDOW)
    if fault then faults[#faults + 1] = ("%s: %s"):format(name, fault) end
  end
  for _, connection in ipairs(connections) do
    connection:close()
  end
  return faults, seen
end

--- True when so many of the answers admit and refuse that something was tried.
function oracle.is_telling(seen) return seen[200] > CLIENTS * LIMIT and seen[429] > CLIENTS end

return oracle
