--- A server that routes call, and what it does to them: a kind of harm for each path.
--
-- As a module it starts that server on a free port of loopback, and one over TLS beside it; as a
-- program, `lua5.4 spec/support/service/upstream.lua PORT`, it is the server.

local socket = require("socket")

local kinds = {}

--- Header fields and body of what was asked, as an answer.
function kinds.echo(request)
  return ("%s\n%s\n%s"):format(request.line, request.head, request.body)
end

function kinds.stalled() end

kinds["close-at-once"] = function(_, client) client.ending = true end

kinds["close-early"] = function(_, client)
  client.out, client.ending = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc", true
end

kinds["close-in-head"] = function(_, client)
  client.out, client.ending = "HTTP/1.1 200 OK\r\nContent-", true
end

function kinds.garbage(_, client)
  client.out, client.ending = "\0\1\2 no HTTP at all\r\n\r\n", true
end

kinds["bad-field"] = function(_, client)
  client.out, client.ending = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: a\1b\r\n\r\n", true
end

kinds["bad-length"] = function(_, client)
  client.out, client.ending = "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabcde", true
end

kinds["slow-head"] = function(_, client)
  client.out = "HTTP/1.1 200 OK\r\n"
  client.more = function() return ("X-%d: y\r\n"):format(math.random(1 << 30)) end
  client.every = 0.1
end

kinds["slow-body"] = function(_, client)
  client.out = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
  client.more = function() return "x" end
  client.every = 0.1
end

kinds["endless-head"] = function(_, client)
  client.out = "HTTP/1.1 200 OK\r\n"
  client.more = function() return ("X: %s\r\n"):format(("y"):rep(1000)) end
end

kinds["many-fields"] = function(_, client)
  client.out = "HTTP/1.1 200 OK\r\n" .. ("X: y\r\n"):rep(65) .. "Content-Length: 0\r\n\r\n"
end

kinds["endless-body"] = function(_, client)
  client.out = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  client.more = function() return ("%x\r\n%s\r\n"):format(4096, ("x"):rep(4096)) end
end

kinds["long-body"] = function(_, client)
  client.out = "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n"
  client.more = function() return ("x"):rep(4096) end
end

function kinds.redirect(_, client, port)
  local fields = "Location: http://127.0.0.1:%d/seen\r\nContent-Length: 0\r\n\r\n"
  client.out = "HTTP/1.1 302 Found\r\n" .. fields:format(port)
end

function kinds.status(request, client)
  local status = request.line:match("status=(%d+)")
  client.out = ("HTTP/1.1 %s X\r\nContent-Length: 2\r\n\r\nno"):format(status)
end

--- Clients that wait until `/release` is asked for.
local held, seen = {}, 0

function kinds.held(_, client) held[#held + 1] = client end

function kinds.waiting() return tostring(#held) end

function kinds.release()
  for _, client in ipairs(held) do
    client.out = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nheld"
  end
  held = {}
  return "released"
end

function kinds.seen()
  seen = seen + 1
  return "seen"
end

function kinds.count() return tostring(seen) end

local function answer(client, port)
  local request = client.request
  local kind = kinds[request.line:match("^%u+ /[^ ]-([%w-]+)[? ]") or ""]
  if not kind then
    client.out = "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n"
    return
  end
  local body = kind(request, client, port)
  if not body then return end
  client.out = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-One: 1\r\nX-One: 2\r\n"
    .. "Content-Length: %d\r\n\r\n%s"
  ):format(#body, request.line:find("^HEAD") and "" or body)
  client.ending = request.head:find("Connection: close", 1, true) ~= nil
end

--- Takes a whole request off what has come.
local function take_request(client)
  local head, rest = client.came:match("^(.-\r\n)\r\n(.*)$")
  if not head then return nil end
  local length = tonumber(head:match("\n[Cc]ontent%-[Ll]ength: (%d+)") or 0)
  if #rest < length then return nil end
  client.came = rest:sub(length + 1)
  local line, fields = head:match("^(.-)\r\n(.*)$")
  client.request = { line = line, head = fields, body = rest:sub(1, length) }
  return client.request
end

local function serve(port)
  local listener = assert(socket.bind("127.0.0.1", port, 512))
  listener:settimeout(0)
  local clients = {}
  while true do
    local reading, writing = { listener }, {}
    local now = socket.gettime()
    for connection, client in pairs(clients) do
      if client.more and client.out == "" and now >= (client.at or 0) then
        client.out, client.at = client.more(), now + (client.every or 0)
      end
      reading[#reading + 1] = connection
      if client.out ~= "" or client.ending then writing[#writing + 1] = connection end
    end
    local readable, writable = socket.select(reading, writing, 0.05)
    for _, connection in ipairs(readable) do
      if connection == listener then
        local fresh = listener:accept()
        if fresh then
          fresh:settimeout(0)
          clients[fresh] = { came = "", out = "" }
        end
      else
        local client = clients[connection]
        local bytes, fault, part = connection:receive(65536)
        client.came = client.came .. (bytes or part or "")
        while take_request(client) do
          answer(client, port)
        end
        if fault == "closed" then
          connection:close()
          clients[connection] = nil
          for i, each in ipairs(held) do
            if each == client then
              table.remove(held, i)
              break
            end
          end
        end
      end
    end
    for _, connection in ipairs(writable) do
      local client = clients[connection]
      if client then
        local sent, _, part = connection:send(client.out)
        client.out = client.out:sub((sent or part or 0) + 1)
        if client.ending and client.out == "" then
          connection:close()
          clients[connection] = nil
        end
      end
    end
  end
end

if arg and arg[0] and arg[0]:find("upstream%.lua$") then return serve(tonumber(arg[1])) end

local certificates = require("spec.support.service.certificates")
local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local upstream = {}
upstream.__index = upstream

local function started(command)
  local pipe <close> = assert(io.popen(command .. " >/dev/null 2>&1 & echo $!"))
  return tonumber(pipe:read("l"))
end

--- Starts the server.
-- @tparam[opt] boolean with_tls true: another one over TLS as well, whose certificate is of
-- 127.0.0.1 and signed by `folder`/authority.pem
-- @treturn table `port`, `url`, `tls_port` and `folder`
function upstream.start(with_tls)
  local self = setmetatable({ folder = forge.folder(), port = server.free_port() }, upstream)
  self.url = "http://127.0.0.1:" .. self.port
  self.pids = { started("lua5.4 spec/support/service/upstream.lua " .. self.port) }
  if with_tls then
    certificates.make(self.folder)
    self.tls_port = server.free_port()
    local command =
      "openssl s_server -quiet -www -accept 127.0.0.1:%d -cert %s/server.pem -key %s/server.key"
    self.pids[2] = started(command:format(self.tls_port, self.folder, self.folder))
    assert(server.listens(self.tls_port))
  end
  assert(server.listens(self.port))
  return self
end

--- Asks it directly. @treturn string the body
function upstream:ask(path) return client.request(self.port, "/" .. path).body end

--- Clients that it keeps waiting. @treturn integer
function upstream:waiting() return tonumber(self:ask("waiting")) end

--- Sends it a signal, such as STOP.
function upstream:signal(name) os.execute(("kill -%s %d"):format(name, self.pids[1])) end

function upstream:stop()
  for _, pid in ipairs(self.pids) do
    os.execute(("kill -KILL %d 2>/dev/null"):format(pid))
  end
  forge.remove(self.folder)
end

return upstream
