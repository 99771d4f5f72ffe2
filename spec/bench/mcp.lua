--- MCP requests a second on the demo publication, side by side with the official TypeScript server:
-- `tools/list` and a search call at 32 connections, one process each, in rounds that take turns.
-- Ends with status 1 when a ratio misses its goal.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/bench/mcp.lua
--
-- DEMO      folder that holds demo.svp and demo.trust (default build)
-- SECONDS   of one round (default 3)

local cjson = require("cjson")
local node = require("spec.support.node")
local server = require("spec.support.server")

local ROUNDS, SECONDS, CONNECTIONS = 3, tonumber(os.getenv("SECONDS") or "3"), 32
local METHODS = { "tools/list", "tools/call" }

--- Peers, and how many times as fast as each of them we want to be.
local PEERS = { { "typical", 20 }, { "best", 8 } }

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

--- Starts a peer.
-- @treturn table `{port, pid}`
local function start_peer(mode, folder)
  local log = ("%s/%s.log"):format(folder, mode)
  local shell <close> = assert(io.popen(
    ("%s spec/bench/mcp_official.mjs %s %s/tools.json %s/found.json >%s 2>&1 & echo $!"):format(
      node.path, mode, folder, folder, log)))
  local pid = shell:read("n")
  local port = server.await(function()
    local file <close> = io.open(log)
    return file and file:read("n")
  end, 10)
  return { port = assert(port, mode .. " did not start: see " .. log), pid = pid }
end

--- Requests a second of one round; raises when an answer was an error.
local function measure(port, method)
  local command = ("wrk -t1 -c%d -d%ds -s spec/bench/mcp_request.lua http://127.0.0.1:%d/mcp -- %s")
  local pipe <close> = assert(io.popen(command:format(CONNECTIONS, SECONDS, port, method)))
  local text = pipe:read("a")
  assert(not text:find("Non%-2xx") and not text:find("Socket errors"), text)
  return tonumber(text:match("Requests/sec:%s+([%d.]+)"))
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir " .. folder))
local demo = os.getenv("DEMO") or "build"
local subject = server.start({
  publication = demo .. "/demo.svp",
  trust = demo .. "/demo.trust",
}, { SVC_QUOTA_LIMIT = 0 })
write(folder .. "/tools.json", result_of(subject, "tools/list", "{}"))
local called = cjson.decode(result_of(subject, "tools/call",
  '{"name":"svc_search_content","arguments":{"query":["water"],"locale":"en"}}'))
write(folder .. "/found.json", called.content[1].text)

local subjects = { svcd = subject }
for _, peer in ipairs(PEERS) do
  subjects[peer[1]] = start_peer(peer[1], folder)
end

local missed = false
for _, method in ipairs(METHODS) do
  local rates = {}
  for _ = 1, ROUNDS do
    for name, each in pairs(subjects) do
      rates[name] = rates[name] or {}
      table.insert(rates[name], measure(each.port, method))
    end
  end
  local own = median(rates.svcd)
  print(("%-11s svcd %8.0f/s"):format(method, own))
  for _, peer in ipairs(PEERS) do
    local rate = median(rates[peer[1]])
    local reached = own / rate >= peer[2]
    missed = missed or not reached
    print(("%-11s official, %-8s %6.0f/s: %5.1f times as fast (goal %d)%s"):format(
      method, peer[1], rate, own / rate, peer[2], reached and "" or ", missed"))
  end
end

for _, peer in ipairs(PEERS) do
  os.execute("kill " .. subjects[peer[1]].pid)
end
subject:stop()
os.execute("rm -r " .. folder)
os.exit(missed and 1 or 0)
