--- How the host bears many connections, interleaved in one run: the rate at numbers of keep-alive
-- connections, the CPU of a request beside thousands of idle ones, and what an idle one takes.
-- Beside nginx and Node it is measured by load.lua.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/host.lua [--json FILE]
--
-- The server has the first processor, wrk the second. 127, 128 and 129 stand around a bound of
-- libmicrohttpd's loop, at whose multiples it stalls when nothing is done about it.

local client = require("spec.support.service.client")
local measure = require("spec.proof.bench.measure")
local server = require("spec.support.service.server")
local servers = require("spec.proof.bench.servers")
local socket = require("socket")

local CONNECTIONS = { 32, 127, 128, 129, 256, 384, 1000 }
--- Every number of connections takes every place of a round once: what goes first finds a rested
-- processor.
local ROUNDS = measure.quick and 1 or #CONNECTIONS
local ACTIVE, IDLE = 64, measure.quick and 1000 or 5000
--- One process of this program holds no more: LuaSocket waits by select.
local HELD = 500

--- Holds keep-alive connections that were answered once, until its input ends.
local function hold(port, count)
  local held, request = {}, client.format("/v1/health", { keep = true })
  for i = 1, count do
    held[i] = client.connect(port, 20)
    held[i]:send(request)
    assert(held[i]:receive("*l"))
  end
  print("held")
  io.stdout:flush()
  io.read("a")
end

--- Starts holders. @treturn function that ends them
local function hold_idle(port, count)
  local holders, folder = {}, os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  for i = 1, count // HELD do
    local line = "%s lua spec/proof/bench/host.lua hold %d %d >%s/%d"
    local program = os.getenv("SVC_SVCD") or "build/svcd"
    holders[i] = assert(io.popen(line:format(program, port, HELD, folder, i), "w"))
    local path = ("%s/%d"):format(folder, i)
    assert(
      server.await(function() return measure.read(path) == "held\n" end, 30),
      "no idle ones"
    )
  end
  return function()
    for _, holder in ipairs(holders) do
      holder:close()
    end
    os.execute("rm -r " .. folder)
  end
end

local function once(subject, connections)
  return measure.load(subject.url("search"), connections, subject.pids)
end

local function add(lists, key, value)
  lists[key] = lists[key] or {}
  table.insert(lists[key], value)
end

--- The memory that idle connections take of a process that has had none before: memory that was
-- used once is not given back. @treturn number bytes each
local function weigh(subject, port)
  local before = measure.memory(subject.pids)
  local release = hold_idle(port, IDLE)
  local bytes = (measure.memory(subject.pids) - before) / IDLE
  release()
  return bytes
end

--- Runs every number of connections once, then the active ones alone and beside the idle ones.
local function round(subject, port, lists, nth)
  for place = 1, #CONNECTIONS do
    local connections = CONNECTIONS[(nth + place - 2) % #CONNECTIONS + 1]
    add(lists, connections, once(subject, connections).rate)
  end
  add(lists, "alone", once(subject, ACTIVE).cpu)
  local release = hold_idle(port, IDLE)
  add(lists, "beside", once(subject, ACTIVE).cpu)
  release()
  socket.sleep(1)
end

local function show(lists, figures)
  print("connections   requests/s   of 32")
  for _, connections in ipairs(CONNECTIONS) do
    local rate = measure.median(lists[connections])
    figures:add("host.rate", "svcd", connections, rate)
    print(("%11d %12.0f %7.2f"):format(connections, rate, rate / measure.median(lists[32])))
  end
  local alone, beside = measure.median(lists.alone), measure.median(lists.beside)
  figures:add("host.idle.cpu", "svcd", "alone", alone)
  figures:add("host.idle.cpu", "svcd", "beside idle", beside)
  figures:add("host.idle.bytes", "svcd", nil, lists.bytes)
  print(
    ("%d active: %.2f us a request; beside %d idle: %.2f us, %.2f of that alone"):format(
      ACTIVE,
      alone,
      IDLE,
      beside,
      beside / alone
    )
  )
  print(("%.0f bytes for each idle connection"):format(lists.bytes))
end

local function run(folder)
  local port, lists, figures = measure.free_port(), {}, measure.figures()
  local subject = servers.start.svcd(folder, port)
  local good, reason = xpcall(function()
    while not pcall(client.request, port, "/v1/health") do
      socket.sleep(0.05)
    end
    subject.pids = measure.tree(subject.pid)
    lists.bytes = weigh(subject, port)
    for nth = 1, ROUNDS do
      round(subject, port, lists, nth)
    end
    show(lists, figures)
    figures:save(arg)
  end, debug.traceback)
  subject.stop()
  if not good then error(reason, 0) end
end

if arg[1] == "hold" then
  hold(tonumber(arg[2]), tonumber(arg[3]))
else
  measure.in_folder(function(folder)
    servers.prepare(folder)
    run(folder)
  end)
end
