--- Connections that ask the same again and again, and how long each answer takes. All of them in
-- one process, which waits for none.

local client = require("spec.support.service.client")
local socket = require("socket")

local probe = { faults = {} }
probe.__index = probe

local WAIT = 0.001 -- seconds of a turn in which nothing comes

local shell -- takes signals to be sent, so that none costs a process

--- Sends a signal. @tparam string name such as HUP @tparam number pid
function probe.kill(name, pid)
  shell = shell or assert(io.popen("exec sh", "w"))
  shell:write(("kill -%s %d\n"):format(name, pid))
  shell:flush()
end

--- A connection that asks for a page again and again.
-- @tparam string name it is counted under
-- @param connection a socket
-- @tparam string target
-- @tparam number every seconds from one request to the next, an answer provided
-- @treturn table probe
function probe.new(name, connection, target, every)
  return setmetatable({
    name = name,
    connection = connection,
    every = every,
    parts = "",
    bytes = client.format(target, { keep = true }),
  }, probe)
end

local Signal = setmetatable({}, { __index = probe })
Signal.__index = Signal

--- Has the access log opened anew: by SIGUSR1, after the file was given another name. The answer is
-- that the file is there.
-- @tparam string name
-- @tparam number pid of the master
-- @tparam string path of the log
-- @tparam number every seconds
-- @treturn table probe
function probe.signal(name, pid, path, every)
  return setmetatable({ name = name, pid = pid, path = path, every = every }, Signal)
end

--- Begins at some moment of its period, so that not all ask at once.
function probe:restart(now)
  if self.connection then self.connection:settimeout(0) end
  self.due = now + math.random() * self.every
end

function probe:send() assert(self.connection:send(self.bytes)) end

--- @treturn boolean true when the answer is whole
function probe:receive()
  local piece, reason, rest = self.connection:receive(65536)
  self.parts = self.parts .. (piece or rest or "")
  if reason == "closed" then error(self.name .. ": the connection was closed") end
  local head, at = self.parts:match("^(.-\r\n)\r\n()")
  local length = head and tonumber(head:lower():match("\ncontent%-length: (%d+)"))
  if not length or #self.parts < at - 1 + length then return false end
  if not head:find("^HTTP/1%.1 200 ") then
    table.insert(probe.faults, self.name .. ": " .. self.parts)
  end
  self.parts = ""
  return true
end

function Signal:send()
  assert(os.rename(self.path, self.path .. ".old"))
  probe.kill("USR1", self.pid)
end

function Signal:receive()
  local file = io.open(self.path)
  if file then file:close() end
  return file ~= nil
end

--- One turn: sends what is due, and takes what came.
-- @tparam {table,...} probes
-- @tparam function answered (name, when it was asked, when it was answered), in seconds
-- @treturn number now
function probe.turn(probes, answered)
  local waiting, now = {}, socket.gettime()
  for _, each in ipairs(probes) do
    if not each.sent and now >= each.due then
      each:send()
      each.sent = now
      each.due = now + each.every
    end
    if each.sent and each.connection then waiting[#waiting + 1] = each.connection end
  end
  socket.select(waiting, nil, WAIT)
  for _, each in ipairs(probes) do
    if each.sent and each:receive() then
      now = socket.gettime()
      answered(each.name, each.sent, now)
      each.sent = nil
    end
  end
  return now
end

return probe
