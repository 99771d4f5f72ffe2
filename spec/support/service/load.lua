--- A steady load on a server while a spec does something else to it: keep-alive connections that
-- ask again some time after they are answered. Every answer is looked at.

local client = require("spec.support.service.client")
local socket = require("socket")

local load = {}
load.__index = load

--- Opens the connections and sends the first request on each.
-- @tparam number port
-- @tparam table options `connections` (8); `targets`, asked in turn, with `headers`, or
-- `formatted`, a function from the number of a request to its bytes; `pause`, seconds between an
-- answer and the next request of its connection (0.004); `seen(answer, connection)`,
-- called for each answer `{status, headers, body}`, with a table that is the connection's own
-- @treturn table load with the methods below, and `answers`, how many there were, and `lost`, how
-- many connections ended without having been told to
function load.start(port, options)
  local self = setmetatable({ answers = 0, lost = 0, seen = options.seen, sockets = {} }, load)
  self.asked, self.formatted = 0, options.formatted
  self.requests, self.by_socket, self.waiting = {}, {}, {}
  self.pause = options.pause or 0.004
  for i, target in ipairs(options.targets) do
    self.requests[i] = client.format(target, { headers = options.headers, keep = true })
  end
  for i = 1, options.connections or 8 do
    local connection = client.connect(port)
    connection:settimeout(0)
    self.sockets[i] = connection
    self.by_socket[connection] = { socket = connection, text = "", turn = i, own = {} }
    self:ask(self.by_socket[connection])
  end
  return self
end

function load:ask(held)
  held.turn = held.turn % #self.requests + 1
  self.asked = self.asked + 1
  held.socket:send(self.formatted and self.formatted(self.asked) or self.requests[held.turn])
end

--- Takes one whole answer off the text of a connection.
local function take(held)
  local stop = held.text:find("\r\n\r\n", 1, true)
  local length = stop and tonumber(held.text:match("\r\nContent%-Length: (%d+)\r\n"))
  if not length or #held.text < stop + 3 + length then return nil end
  local answers = assert(client.parse(held.text:sub(1, stop + 3 + length)))
  held.text = held.text:sub(stop + 4 + length)
  return answers[1]
end

function load:hear(connection)
  local held = self.by_socket[connection]
  local text, reason, rest = connection:receive("*a")
  held.text = held.text .. (text or rest)
  local answer = take(held)
  while answer do
    self.answers = self.answers + 1
    self.seen(answer, held.own)
    table.insert(self.waiting, { due = socket.gettime() + self.pause, held = held })
    answer = take(held)
  end
  if reason ~= "timeout" then
    self.lost = self.lost + 1
    for i, each in ipairs(self.sockets) do
      if each == connection then table.remove(self.sockets, i) end
    end
  end
end

--- Asks where it is time to. @treturn number when it will be the next time
function load:ask_due(latest)
  local now = socket.gettime()
  while self.waiting[1] and self.waiting[1].due <= now do
    self:ask(table.remove(self.waiting, 1).held)
  end
  return self.waiting[1] and math.min(latest, self.waiting[1].due) or latest
end

--- Serves the connections until a time.
-- @tparam number time of socket.gettime()
function load:pump(time)
  repeat
    local left = self:ask_due(time) - socket.gettime()
    local ready = socket.select(self.sockets, nil, left > 0 and left or 0)
    for _, connection in ipairs(ready) do
      self:hear(connection)
    end
  until socket.gettime() >= time
end

--- Ends the connections.
function load:stop()
  for _, connection in ipairs(self.sockets) do
    connection:close()
  end
end

return load
