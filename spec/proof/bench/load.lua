--- The host beside nginx and Node on the same bytes, over numbers of connections, interleaved in
-- one run: CPU of the serving process for each request, rate, p99, and memory under that load.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/load.lua [--json FILE]
--
-- Servers share the first processor, wrk has the second. A closed loop: each connection sends its
-- next request when it has its answer, so p99 is that of a server at its limit.

local measure = require("spec.proof.bench.measure")
local servers = require("spec.proof.bench.servers")

local ROUNDS = measure.quick and 1 or 3
local CONNECTIONS = measure.quick and { 1, 32, 256 } or { 1, 32, 256, 1000 }
local BODIES = { "search", "content" }

local function once(subject, body, connections)
  local found = measure.load(subject.url(body), connections, subject.pids)
  found.memory = measure.memory(subject.pids) / 2 ^ 20
  return found
end

local MEMBERS = { "cpu", "rate", "p99", "memory" }

--- Calls `visit(body, connections, name)` for each lane, in the order of the table.
local function each_lane(visit)
  for _, body in ipairs(BODIES) do
    for _, connections in ipairs(CONNECTIONS) do
      for _, name in ipairs(servers.names) do
        visit(body, connections, name)
      end
    end
  end
end

--- Runs every lane once in each round, so that also what is compared over numbers of connections
-- was measured in turns.
-- @treturn function that gives the median of a member of a lane
local function compare(subjects)
  local lists = {}
  local function list(...)
    local key = table.concat({ ... }, "\0")
    lists[key] = lists[key] or {}
    return lists[key]
  end
  for _ = 1, ROUNDS do
    each_lane(function(body, connections, name)
      local found = once(subjects[name], body, connections)
      for _, member in ipairs(MEMBERS) do
        table.insert(list(body, connections, name, member), found[member])
      end
    end)
  end
  return function(...) return measure.median(list(...)) end
end

local function report(figures, median)
  print("body     connections server        CPU us/req  requests/s   p99 ms  MiB")
  each_lane(function(body, connections, name)
    local values = {}
    for i, member in ipairs(MEMBERS) do
      values[i] = median(body, connections, name, member)
    end
    local row = "%-8s %11d %-13s %10.2f %11.0f %8.2f %4.0f"
    print(row:format(body, connections, name, table.unpack(values)))
    for i, member in ipairs({ "cpu", "rate", "p99" }) do
      figures:add(("host.%s.%s"):format(body, member), name, connections, values[i])
    end
    if body == "search" then figures:add("memory.load", name, connections, values[4]) end
  end)
end

local function run(folder, subjects)
  local figures = measure.figures()
  servers.prepare(folder)
  for _, name in ipairs(servers.names) do
    local subject = servers.start[name](folder, measure.free_port())
    subjects[name] = subject
    servers.await(subject.url("search"))
    subject.pids = measure.tree(subject.pid)
    figures:add("memory.rest", name, nil, measure.memory(subject.pids) / 2 ^ 20)
  end
  report(figures, compare(subjects))
  figures:save(arg)
end

servers.during(run)
