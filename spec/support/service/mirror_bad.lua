--- A server that does what no honest one does, a kind of harm for each file that is asked for:
--   lua5.4 spec/support/service/mirror_bad.lua SOCKET
local unix = require("socket.unix")

local harm = {}

--- A body without an end.
function harm.endless(client)
  client:send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
  local chunk = ("%x\r\n%s\r\n"):format(4096, ("x"):rep(4096))
  repeat
    local sent = client:send(chunk)
  until not sent
end

--- A head, and then nothing, until the other side goes.
function harm.silent(client)
  client:send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsvc-pointer 1\n")
  client:receive("*a")
end

--- Fewer bytes than were promised.
function harm.cut(client)
  client:send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsvc-pointer 1\n")
end

function harm.empty(client) client:send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") end

--- An answer that was not asked for: no tag was sent.
function harm.unchanged(client) client:send("HTTP/1.1 304 Not Modified\r\n\r\n") end

--- A part, although the whole was asked for.
function harm.part(client)
  client:send(
    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nabcde"
  )
end

--- A success that does not say whose bytes these are.
function harm.other(client)
  client:send("HTTP/1.1 203 Non-Authoritative Information\r\nContent-Length: 5\r\n\r\nabcde")
end

local listener = assert(unix.stream())
assert(listener:bind(arg[1]))
assert(listener:listen(16))
while true do
  local client = assert(listener:accept())
  client:settimeout(10)
  local request = client:receive("*l")
  local name = request and request:match("^GET /bad/(%l+)/current ")
  local line = request
  while line and line ~= "" do
    line = client:receive("*l")
  end
  if harm[name] then harm[name](client) end
  client:close()
end
