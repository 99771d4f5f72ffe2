--- A store of the quota: Debian's redis-server or valkey-server, on a socket in a folder of its own
-- or on TCP with a password.

local client = require("spec.support.service.client")
local forge = require("spec.support.publication.forge")
local server = require("spec.support.service.server")

local store = {}
store.__index = store

local function run(line) return (os.execute(line)) end

local function shell(line) assert(run(line), line) end

--- The server that is installed.
local function program()
  for _, name in ipairs { "valkey-server", "redis-server" } do
    if run(("command -v %s >/dev/null"):format(name)) then return name end
  end
  error("neither valkey-server nor redis-server is installed")
end

local function bulk(words)
  local parts = { ("*%d\r\n"):format(#words) }
  for _, word in ipairs(words) do
    parts[#parts + 1] = ("$%d\r\n%s\r\n"):format(#tostring(word), word)
  end
  return table.concat(parts)
end

local function read_reply(connection)
  local line = connection:receive("*l")
  if not line then return nil end
  local kind, rest = line:sub(1, 1), line:sub(2)
  if kind == ":" then return tonumber(rest) end
  if kind == "$" then
    if rest == "-1" then return false end
    local text = connection:receive(tonumber(rest))
    connection:receive(2)
    return text
  end
  if kind == "*" then
    local list = {}
    for i = 1, tonumber(rest) do
      list[i] = read_reply(connection)
    end
    return list
  end
  return rest
end

--- One command on a connection of its own.
-- @return the answer: a number, a text, a list, or false; nil where there is none
function store:ask(...)
  local good, connection = pcall(client.connect, self.address)
  if not good then return nil end
  if self.password then
    connection:send(bulk({ "AUTH", self.password }))
    read_reply(connection)
  end
  connection:send(bulk({ ... }))
  local reply = read_reply(connection)
  connection:close()
  return reply
end

--- Starts the server again, empty, where it was.
function store:run()
  local line = "%s --save '' --appendonly no --daemonize no --dir %s --unixsocketperm 777"
  line = line:format(program(), self.folder)
  if self.path then
    os.remove(self.path)
    line = ("%s --port 0 --unixsocket %s"):format(line, self.path)
  else
    line = ("%s --bind 127.0.0.1 --port %d"):format(line, self.port)
  end
  if self.password then line = ("%s --requirepass '%s'"):format(line, self.password) end
  local pipe <close> =
    assert(io.popen(("%s >>%s/log 2>&1 & echo $!"):format(line, self.folder)))
  self.pid = tonumber(pipe:read("l"))
  assert(
    server.await(function() return self:ask("PING") == "PONG" end),
    "the store does not start"
  )
end

--- Starts a store.
-- @tparam[opt] table how `password`: it is on TCP and has this one; else on a socket without one
-- @treturn table `{address, folder, key_file, password_file, options}`; `options` are those of svcd
function store.start(how)
  local folder = os.tmpname()
  os.remove(folder)
  shell("mkdir -m 755 " .. folder)
  local self = setmetatable({ folder = folder, password = how and how.password }, store)
  if self.password then
    self.port = server.free_port()
    self.address = "127.0.0.1:" .. self.port
    forge.write(folder .. "/password", self.password .. "\n")
  else
    self.path = folder .. "/socket"
    self.address = "unix:" .. self.path
  end
  self.key = "000102030405060708090a0b0c0d0e0f"
  forge.write(folder .. "/key", self.key .. "\n")
  self.options = {
    quota_store = self.address,
    quota_store_key_file = folder .. "/key",
    quota_store_password_file = self.password and folder .. "/password",
  }
  self:run()
  return self
end

--- Starts what is no store, and answers without an end.
-- @tparam string kind of its answer, see bad_store.lua
-- @treturn table as `store.start`
function store.bad(kind)
  local folder = os.tmpname()
  os.remove(folder)
  shell("mkdir -m 755 " .. folder)
  local self = setmetatable({ folder = folder, path = folder .. "/socket" }, store)
  self.address = "unix:" .. self.path
  forge.write(folder .. "/key", ("0"):rep(32) .. "\n")
  self.options = { quota_store = self.address, quota_store_key_file = folder .. "/key" }
  local line = "lua5.4 spec/support/service/bad_store.lua %s %s >%s/log 2>&1 & echo $!"
  local pipe <close> = assert(io.popen(line:format(self.path, kind, folder)))
  self.pid = tonumber(pipe:read("l"))
  assert(server.await(function() return run("test -S " .. self.path) end))
  return self
end

--- Sends it a signal.
function store:signal(name) run(("kill -%s %d 2>/dev/null"):format(name, self.pid)) end

--- Ends it at once, and waits until it is gone.
function store:kill()
  self:signal("KILL")
  server.await(function() return not server.alive(self) end)
end

--- Ends it and removes its files.
function store:stop()
  self:signal("CONT")
  self:kill()
  run("rm -rf " .. self.folder)
end

store.__close = store.stop

return store
