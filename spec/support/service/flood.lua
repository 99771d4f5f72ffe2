--- Clients of one bad kind, held by a process of its own: LuaSocket waits by select, so that one
-- process holds a few hundred.
--
--     svcd lua spec/support/service/flood.lua PORT KIND COUNT
--
-- `header` drips header lines, `body` drips a body, `deaf` asks for much and reads nothing. It ends
-- when all were ended by the server or after 30 s, longer by PATIENCE, and prints one JSON object:
-- `ended`, how many were; `first` and `last`, seconds until the first and the last of them;
-- `answered`, how many got one whole answer of status 408 and nothing else.

local cjson = require("cjson")
local client = require("spec.support.service.client")
local socket = require("socket")

local HEAD = "POST /v1/health HTTP/1.1\r\nHost: a\r\n"
local KINDS = {
  header = { first = HEAD, drip = "X: y\r\n" },
  body = { first = HEAD .. "Content-Length: 60000\r\n\r\n", drip = "x" },
  deaf = { first = client.format("/large", { keep = true }):rep(8), silent = 17.5 },
}
local PATIENCE = 2 * client.PATIENCE

local port, kind, count = tonumber(arg[1]), KINDS[arg[2]], tonumber(arg[3])
local clients = {}
for i = 1, count do
  local connection = client.connect(port, PATIENCE)
  if kind.silent then connection:setoption("recv-buffer-size", 4096) end
  connection:send(kind.first)
  connection:settimeout(0)
  clients[i] = { socket = connection, begun = socket.gettime(), text = "" }
end
local begun = socket.gettime()

--- Looks whether the server has ended a connection.
local function look(held)
  local text, reason, rest = held.socket:receive("*a")
  held.text = held.text .. (text or rest or "")
  if reason == "timeout" then return end
  held.lasted = socket.gettime() - held.begun
end

local left
repeat
  socket.sleep(0.25)
  left = 0
  for _, held in ipairs(clients) do
    if not held.lasted then
      if socket.gettime() - begun >= (kind.silent or 0) then look(held) end
      if kind.drip then held.socket:send(kind.drip) end
      if not held.lasted then left = left + 1 end
    end
  end
until left == 0 or socket.gettime() - begun > PATIENCE

local found = { ended = count - left, first = PATIENCE, last = 0, answered = 0 }
for _, held in ipairs(clients) do
  local answers = client.parse(held.text)
  local one = answers and #answers == 1 and answers[1].status == 408
  if one then found.answered = found.answered + 1 end
  found.first = math.min(found.first, held.lasted or PATIENCE)
  found.last = math.max(found.last, held.lasted or PATIENCE)
end
print(cjson.encode(found))
