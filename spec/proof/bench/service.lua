--- The service on the demo publication: what it costs to verify it, beside digests of the same
-- file, and how long the first answer takes after a cold start, beside nginx and Node.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/service.lua [--json FILE]
--
-- DEMO      folder that holds demo.svp and demo.trust (default build)

local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local servers = require("spec.proof.bench.servers")
local socket = require("socket")

local ROUNDS = measure.quick and 3 or 11
local DEMO = os.getenv("DEMO") or "build"
local SVCD = os.getenv("SVC_SVCD") or "build/svcd"

--- Processor time of a command and all it starts. @treturn number milliseconds
local function cpu_of(command)
  local line = "TIMEFORMAT='%%3U %%3S'; time %s >/dev/null"
  local timed = "bash -c " .. shell.quoted(line:format(command)) .. " 2>&1"
  local user, system = measure.run(timed):match("([%d.]+) ([%d.]+)%s*$")
  return (tonumber(user) + tonumber(system)) * 1000
end

local function median_of(subjects, once)
  local lists = {}
  for _ = 1, ROUNDS do
    for i, subject in ipairs(subjects) do
      lists[i] = lists[i] or {}
      table.insert(lists[i], once(subject))
    end
  end
  for i, list in ipairs(lists) do
    lists[i] = measure.median(list)
  end
  return lists
end

--- Ten runs at once, as the clock of `time` is coarse.
local function verify(figures)
  local file = DEMO .. "/demo.svp"
  local programs = {
    { "svcd verify", ("%s verify %s --trust %s/demo.trust"):format(SVCD, file, DEMO) },
    { "openssl dgst -sha256", "openssl dgst -sha256 " .. file },
    { "sha256sum", "sha256sum " .. file },
  }
  local times = median_of(
    programs,
    function(program)
      return cpu_of(("for i in 1 2 3 4 5 6 7 8 9 10; do %s; done"):format(program[2])) / 10
    end
  )
  local mebibytes = #measure.read(file) / 2 ^ 20
  for i, program in ipairs(programs) do
    print(
      ("%-21s %7.2f ms for %.1f MiB, %6.3f ms/MiB, %.2f x"):format(
        program[1],
        times[i],
        mebibytes,
        times[i] / mebibytes,
        times[1] / times[i]
      )
    )
    figures:add("verify", program[1], nil, times[i] / mebibytes)
  end
end

--- True when the first answer to a request is a good one.
local function answered(port, target)
  local connection <close> = setmetatable({ socket.connect("127.0.0.1", port) }, {
    __close = function(pair) return pair[1] and pair[1]:close() end,
  })
  local client = connection[1]
  if not client then return false end
  client:send(
    ("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"):format(target, port)
  )
  return (client:receive("*l") or ""):find(" 200 ", 1, true) ~= nil
end

local function first_answer(folder)
  return function(name)
    local port = measure.free_port()
    local started = socket.gettime()
    local subject = servers.start[name](folder, port)
    local target = subject.url("search"):match("//[^/]+(.*)")
    repeat
      socket.sleep(0.0005)
      assert(socket.gettime() - started < 20, name .. " does not answer")
    until answered(port, target)
    local taken = (socket.gettime() - started) * 1000
    subject.stop()
    return taken
  end
end

local function start(figures, folder)
  servers.prepare(folder)
  for _, kind in ipairs({ "svp", "trust" }) do -- the demo in place of the sample
    local place = kind == "svp" and "sample.svp" or "trust"
    assert(os.execute(("cp %s/demo.%s %s/%s"):format(DEMO, kind, folder, place)))
  end
  local times = median_of(servers.names, first_answer(folder))
  for i, name in ipairs(servers.names) do
    print(("%-13s first answer after %6.1f ms"):format(name, times[i]))
    figures:add("start", name, nil, times[i])
  end
end

measure.in_folder(function(folder)
  local figures = measure.figures()
  verify(figures)
  start(figures, folder)
  figures:save(arg)
end)
