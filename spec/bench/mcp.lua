--- MCP requests a second on the demo publication, side by side with the official TypeScript server:
-- `tools/list` and a search call at 32 connections, one process each, in rounds that take turns.
-- Ends with status 1 when a ratio misses its goal.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/bench/mcp.lua
--
-- DEMO      folder that holds demo.svp and demo.trust (default build)
-- SECONDS   of one round (default 3)
-- `--json FILE` writes the figures for report.lua

local cjson = require("cjson")
local measurement = require("spec.bench.measure")
local node = require("spec.support.node")
local server = require("spec.support.server")

local ROUNDS, CONNECTIONS = measurement.quick and 1 or 3, 32
local SECONDS = tonumber(os.getenv("SECONDS") or (measurement.quick and "1" or "3"))
local METHODS = { "tools/list", "tools/call" }

--- Peers, and how many times as fast as each of them we want to be.
local PEERS = {}
for i, name in ipairs({ "typical", "best" }) do
  PEERS[i] = { name, measurement.goal("mcp.rate", "svcd", "official, " .. name) }
end
local figures = measurement.figures()

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

--- What our server answers to a request of before 2026-07-28.
local function result_of(subject, method, params)
  local answer = subject:request("/mcp", {
    method = "POST",
    headers = { ["Content-Type"] = "application/json" },
    body = ('{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}'):format(method, params),
  })
  return answer.body:match('"result":(.*)}$')
end

--- Starts svcd, and writes what the peers shall answer.
local function start_own(folder)
  local demo = os.getenv("DEMO") or "build"
  local own = server.start({
    publication = demo .. "/demo.svp",
    trust = demo .. "/demo.trust",
    quota_limit = 0,
    access_log = "none", -- the peers write none
  })
  write(folder .. "/tools.json", result_of(own, "tools/list", "{}"))
  local called = cjson.decode(result_of(own, "tools/call",
    '{"name":"svc_search_content","arguments":{"query":["water"],"locale":"en"}}'))
  write(folder .. "/found.json", called.content[1].text)
  return own
end

--- Starts a peer.
-- @treturn table `{port, stop()}`
local function start_peer(mode, folder)
  local log = ("%s/%s.log"):format(folder, mode)
  local command = "%s spec/bench/mcp_official.mjs %s %s/tools.json %s/found.json >%s 2>&1 & echo $!"
  local shell <close> = assert(io.popen(command:format(node.path, mode, folder, folder, log)))
  local pid = shell:read("n")
  local port = server.await(function()
    local file <close> = io.open(log)
    return file and file:read("n")
  end, 10)
  return {
    port = assert(port, mode .. " did not start"),
    stop = function() os.execute("kill " .. pid) end,
  }
end

--- Requests a second of one round; raises when an answer was an error.
local function measure(port, method)
  local command = "wrk -t1 -c%d -d%ds --timeout 20s -s spec/bench/mcp_request.lua "
    .. "http://127.0.0.1:%d/mcp -- %s"
  local pipe <close> = assert(io.popen(command:format(CONNECTIONS, SECONDS, port, method)))
  local text = pipe:read("a")
  assert(not text:find("Non%-2xx") and not text:find("Socket errors"), text)
  return tonumber(text:match("Requests/sec:%s+([%d.]+)"))
end

--- The median rate of each subject over rounds that take turns.
local function compare(subjects, method)
  local rates = {}
  for _ = 1, ROUNDS do
    for name, subject in pairs(subjects) do
      rates[name] = rates[name] or {}
      table.insert(rates[name], measure(subject.port, method))
    end
  end
  for name, list in pairs(rates) do
    table.sort(list)
    rates[name] = list[(#list + 1) // 2]
  end
  return rates
end

--- Prints the rates and ratios. @treturn boolean whether all goals are met
local function report(method, rates)
  local met = true
  figures:add("mcp.rate", "svcd", method, rates.svcd)
  print(("%-11s svcd               %8.0f/s"):format(method, rates.svcd))
  for _, peer in ipairs(PEERS) do
    local ratio = rates.svcd / rates[peer[1]]
    met = met and ratio >= peer[2]
    figures:add("mcp.rate", "official, " .. peer[1], method, rates[peer[1]])
    print(("%-11s official, %-8s %8.0f/s, svcd is %.1f times as fast (goal %d)%s"):format(
      method, peer[1], rates[peer[1]], ratio, peer[2], ratio >= peer[2] and "" or ": missed"))
  end
  return met
end

local function run(folder, subjects)
  subjects.svcd = start_own(folder)
  for _, peer in ipairs(PEERS) do
    subjects[peer[1]] = start_peer(peer[1], folder)
  end
  local met = true
  for _, method in ipairs(METHODS) do
    met = report(method, compare(subjects, method)) and met
  end
  return met
end

local folder, subjects = os.tmpname(), {}
os.remove(folder)
assert(os.execute("mkdir " .. folder))
local good, met = xpcall(run, debug.traceback, folder, subjects)
for _, subject in pairs(subjects) do
  subject:stop()
end
os.execute("rm -r " .. folder)
if not good then io.stderr:write(met, "\n") end
figures:save(arg)
os.exit(good and met and 0 or 1)
