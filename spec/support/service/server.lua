--- Starts the real svcd on a free port and stops it again.

local answers = require("spec.support.service.answers")
local client = require("spec.support.service.client")
local sample = require("spec.support.publication.sample")
local socket = require("socket")

local server = {}
server.__index = server

--- True for a program with sanitizers, which are slow and keep memory that was freed.
server.sanitized = os.getenv("SVC_SVCD") ~= os.getenv("SVC_PLAIN")

--- Seconds that a start may take, under valgrind too; one that fails is known at once.
local START = 600

local quoted = require("spec.support.house.shell").quoted

local function read(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("a") -- nil of a process that ends between the two
  file:close()
  return text or ""
end

local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. quoted(folder)))
  return folder
end

local function command_line(options, environment, how)
  local words = {}
  for name, value in pairs(environment) do
    words[#words + 1] = name .. "=" .. quoted(value)
  end
  words[#words + 1] = how.prefix
  words[#words + 1] = quoted(how.program or os.getenv("SVC_SVCD") or "build/svcd") .. " serve"
  for name, given in pairs(options) do
    for _, value in ipairs(type(given) == "table" and given or { given }) do
      words[#words + 1] = "--" .. name:gsub("_", "-") .. " " .. quoted(value)
    end
  end
  return table.concat(words, " ")
end

--- Waits until `ready()` gives a true value.
-- @tparam function ready
-- @tparam[opt] number seconds (default: client.PATIENCE)
-- @return what `ready` gave, or nil when it never did
function server.await(ready, seconds)
  local last = socket.gettime() + (seconds or client.PATIENCE)
  repeat
    local value = ready()
    if value then return value end
    socket.sleep(0.01)
  until socket.gettime() > last
  return nil
end

--- Waits until somebody listens on a port of loopback. @treturn boolean|nil nil when nobody did
function server.listens(port)
  return server.await(function()
    local connection = socket.connect("127.0.0.1", port)
    return connection and connection:close()
  end)
end

--- A port of loopback that is free now. @treturn integer
function server.free_port()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local _, port = listener:getsockname()
  listener:close()
  return tonumber(port)
end

--- Starts svcd. Raises with what it wrote when it does not come up.
-- @tparam[opt] table options name -> value, or the list of an option that is given several times;
-- by default a free port, one worker, and no publication
-- @tparam[opt] table environment further variables
-- @tparam[opt] table how `program`, in place of svcd's own; `prefix`, words ahead of it;
-- `bare`, true: it finds its installation itself, SVC_HOME is not set; `folder`, one that is there,
-- which becomes its own
-- @treturn table server `{addresses, port, pid, folder}` with the methods below; `port` is the
-- first of TCP
function server.start(options, environment, how)
  how = how or {}
  local folder = how.folder or new_folder()
  -- Routes and rules of a spec's own are not in the contract.
  local is_own = options ~= nil
    and (options.routes or options.headers or options.access or options.cors) ~= nil
  local self = setmetatable({ folder = folder, is_own = is_own }, server)
  local all = { listen = "127.0.0.1:0", workers = 1, publication = folder .. "/none.svp" }
  all.control = folder .. "/control"
  -- svcd's own bound is for a program that is neither emulated nor sanitized.
  if os.getenv("PATIENCE") then all.heartbeat_timeout = math.ceil(client.PATIENCE) end
  if not (options and options.publication) then all.allow_unavailable = true end
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  local variables = { SVC_HOME = not how.bare and os.getenv("PWD") or nil }
  for name, value in pairs(environment or {}) do
    variables[name] = value
  end
  local line = command_line(all, variables, how)
  line = ("%s >%s/out 2>%s/err & echo $!"):format(line, folder, folder)
  local shell <close> = assert(io.popen("unset LUA_PATH LUA_CPATH; " .. line))
  self.pid = tonumber(shell:read("l"))
  local told = server.await(function()
    local text = self:output():match("Listening on .*\n")
    return text or not self:alive() and ""
  end, START)
  self.addresses = {}
  for address in (told or ""):gmatch("Listening on ([^,\n]+)") do
    table.insert(self.addresses, (address:gsub("^http://", "")))
  end
  self.port = tonumber((told or ""):match("Listening on http://%S+:(%d+)\n"))
  if #self.addresses == 0 then
    local reason = "svcd did not start: " .. self:errors() .. read(folder .. "/out")
    self:stop("KILL")
    error(reason, 2)
  end
  return self
end

--- Starts svcd on the demo publication of the build, without a quota.
-- @tparam[opt] table options further ones
-- @treturn table server, which also ends as a variable that is closed
function server.demo(options)
  local build = os.getenv("BUILD") or "build"
  local all = { quota_limit = 0 }
  -- Sanitized, the longest pages take more of the processor's time than a request may.
  if server.sanitized then all.script_instructions = 20000000 end
  all.publication, all.trust = build .. "/demo.svp", build .. "/demo.trust"
  for name, value in pairs(options or {}) do
    all[name] = value
  end
  return server.start(all)
end

--- Starts svcd on a sample of its own (spec/support/publication/sample.lua), with a quota that
-- answers tell of and nobody reaches.
-- @treturn table server
function server.sample()
  local folder = new_folder()
  local all = { publication = folder .. "/sample.svp", trust = folder .. "/sample.trust" }
  sample.write(all.publication, all.trust)
  all.quota_limit = 100000
  return server.start(all, nil, { folder = folder })
end

--- Keeps the body of an answer in the server's folder.
-- @tparam string target
-- @treturn string path
function server:save(target)
  local path = self.folder .. "/" .. target:match("[^/]+$")
  local file <close> = assert(io.open(path, "wb"))
  file:write(self:request(target).body)
  return path
end

--- Its standard error so far.
function server:errors() return read(self.folder .. "/err") end

--- Its standard output so far.
function server:output() return read(self.folder .. "/out") end

--- The port of the addresses of administration, the first one's; nil where there is none.
-- @treturn integer|nil
function server:admin_port() return tonumber(self:output():match("Admin on http://%S+:(%d+)")) end

--- True while the master runs; one that ended lives on as a zombie until somebody asks how.
function server:alive()
  local state = read(("/proc/%d/stat"):format(self.pid)):match("^.*%) (%a)")
  return state ~= nil and state ~= "Z" and state ~= "X"
end

--- Sends a signal to the master, or to another process.
-- @tparam string name such as HUP
-- @tparam[opt] number pid
function server:signal(name, pid)
  os.execute(("kill -%s %d 2>/dev/null"):format(name, pid or self.pid))
end

--- The process ids of the workers.
-- @treturn {number,...}
function server:workers()
  local list = {}
  local children <close> = assert(io.popen("pgrep -x svcd-worker -P " .. self.pid))
  for line in children:lines() do
    list[#list + 1] = tonumber(line)
  end
  return list
end

--- One request; see client.request. The answer of the service's own routes is kept.
function server:request(target, options)
  local answer = client.request(self.port, target, options)
  if not self.is_own then answers.keep(options and options.method or "GET", target, answer) end
  return answer
end

--- Raw bytes; see client.raw.
function server:raw(bytes, options) return client.raw(self.port, bytes, options) end

--- Ends it and removes its files.
-- @tparam[opt="TERM"] string signal
-- @treturn boolean true when it ended in time
function server:stop(signal)
  self:signal(signal or "TERM")
  local ended = server.await(function() return not self:alive() end)
  if not ended then self:signal("KILL") end
  os.execute("rm -r " .. quoted(self.folder))
  return ended
end

server.__close = function(self) self:stop() end

return server
