--- Many connections at once in one process: each sends a request, reads the answer whole, and goes
-- on with the next, on the same connection where it stays open.

local socket = require("socket")

local driver = {}

-- True when `text` holds the whole answer of a request of `method`; connections that end are whole.
local function complete(text, method)
  local head_end = select(2, text:find("\r\n\r\n", 1, true))
  if not head_end then return false end
  local head = text:sub(1, head_end):lower()
  local status = tonumber(head:match("^http/1%.1 (%d+)"))
  if status and status < 200 then return false end
  if method == "HEAD" or status == 204 or status == 304 then return true end
  local length = tonumber(head:match("\r\ncontent%-length: (%d+)"))
  if length then return #text >= head_end + length end
  return text:sub(-5) == "0\r\n\r\n"
end

-- Sends and receives without waiting: yields while nothing can be done.
-- @return text, and whether the connection has ended
local function exchange(connection, bytes, request, deadline)
  local at = 1
  while at <= #bytes do
    local sent, reason, part = connection:send(bytes, at)
    at = (sent or part or at - 1) + 1
    if reason == "closed" then break end
    if reason then coroutine.yield("write", deadline) end
  end
  if not request.keep then connection:shutdown("send") end
  local parts, text = {}, ""
  while true do
    local piece, reason, rest = connection:receive(65536)
    parts[#parts + 1] = piece or rest
    if (piece or rest) ~= "" then text = table.concat(parts) end
    if reason == "closed" then return text, true end
    if request.keep and complete(text, request.method) then
      return text, text:lower():find("\r\nconnection: close", 1, true) ~= nil
    end
    if socket.gettime() > deadline then return nil, true end
    if reason == "timeout" then coroutine.yield("read", deadline) end
  end
end

local function connect(port)
  local connection = assert(socket.tcp())
  connection:settimeout(5)
  if not connection:connect("127.0.0.1", port) then
    connection:close()
    return nil
  end
  connection:settimeout(0)
  connection:setoption("tcp-nodelay", true)
  return connection
end

local function talk(self)
  local connection
  while not self.over do
    local request = self.next()
    if not request then break end
    connection = connection or connect(self.port)
    local text, ended = nil, true
    if connection then
      text, ended = exchange(connection, request.bytes, request, socket.gettime() + 20)
    end
    self.finished(request, text)
    if connection and (ended or not request.keep) then
      connection:close()
      connection = nil
    end
    if not text then socket.sleep(0.01) end
  end
  if connection then connection:close() end
end

--- Keeps connections busy for a while.
-- @tparam table self `port`; `connections`, how many; `next()` gives a request `{bytes, method,
-- keep}`, where `keep` says that its answer is read by its length and the connection used again,
-- or nil where there is none any more;
-- `finished(request, text)`: text is nil when there was no connection, or no answer within 20 s;
-- `tick()`, called about every 20 ms, gives false to end
function driver.run(self)
  local talks = {}
  self.over = false
  for i = 1, self.connections do
    talks[i] = { thread = coroutine.create(talk) }
  end
  while #talks > 0 do
    for i = #talks, 1, -1 do
      local good, fault = coroutine.resume(talks[i].thread, self)
      assert(good, fault)
      if coroutine.status(talks[i].thread) == "dead" then table.remove(talks, i) end
    end
    self.over = not self.tick()
    if #talks > 0 then socket.sleep(0.0005) end
  end
end

return driver
