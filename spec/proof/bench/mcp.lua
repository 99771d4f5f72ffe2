--- MCP requests a second on the demo publication, beside the official TypeScript server:
-- `tools/list` and a search call at 32 connections, one process each, in rounds that take turns.
-- Ends with status 1 when a ratio misses its goal.
--
-- What is compared (mcp_official.mjs says how the peer is written): every subject answers over
-- HTTP/1.1 with kept connections, to the same requests of revision 2026-07-28 under ever new ids,
-- with a result of the same text, which is checked first. `call` asks the same question again and
-- again: svcd answers it from the results it keeps, as it answers a GET from its cache; the peer
-- has its result as a constant. `anew` never asks the same twice: svcd searches each time and the
-- peer does not. Beside the rates stands the processor time a request takes, which a busy machine
-- changes less.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/mcp.lua
--
-- DEMO      folder that holds demo.svp and demo.trust (default build)
-- SECONDS   of one round (default 3)
-- `--json FILE` writes the figures for report.lua

local cjson = require("cjson")
local client = require("spec.support.service.client")
local measure = require("spec.proof.bench.measure")
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")
local svc = require("svc")

local ROUNDS, CONNECTIONS = measure.quick and 1 or 3, 32
local SECONDS = tonumber(os.getenv("SECONDS") or (measure.quick and "1" or "3"))

--- The requests: the name of each, and its name in mcp_request.lua.
local KINDS = {
  { "tools/list", "list" },
  { "tools/call", "call" },
  { "tools/call, anew", "anew" },
}

local PEERS = { "typical", "best" }
local figures = measure.figures()

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

--- The result a subject gives, as JSON.
local function result_of(port, method, name, params)
  local answer = client.request(port, "/mcp", {
    method = "POST",
    headers = {
      ["Accept"] = "application/json, text/event-stream",
      ["Content-Type"] = "application/json",
      ["MCP-Protocol-Version"] = "2026-07-28",
      ["Mcp-Method"] = method,
      ["Mcp-Name"] = name,
    },
    body = (
      '{"jsonrpc":"2.0","id":1,"method":"%s","params":{%s"_meta":{'
      .. '"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
      .. '"io.modelcontextprotocol/clientCapabilities":{}}}}'
    ):format(method, params),
  })
  assert(answer.status == 200, answer.body)
  return svc.json_member(answer.body, "result")
end

--- The text a subject finds.
local function found_by(port)
  return cjson.decode(
    result_of(
      port,
      "tools/call",
      "svc_search_content",
      '"name":"svc_search_content","arguments":{"query":["water"],"locale":"en"},'
    )
  ).content[1].text
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
  write(folder .. "/tools.json", result_of(own.port, "tools/list", nil, ""))
  write(folder .. "/found.json", found_by(own.port))
  own.process = own:workers()[1]
  return own
end

--- Starts a peer.
-- @treturn table `{port, stop()}`
local function start_peer(mode, folder)
  local log = ("%s/%s.log"):format(folder, mode)
  local command = "%s spec/proof/bench/mcp_official.mjs %s %s/tools.json %s/found.json >%s "
    .. "2>%s.err & echo $!"
  local shell <close> =
    assert(io.popen(command:format(node.path, mode, folder, folder, log, log)))
  local pid = shell:read("n")
  local port = server.await(function()
    local file <close> = io.open(log)
    return file and file:read("n")
  end, 10)
  return {
    port = assert(port, mode .. " did not start"),
    process = pid,
    stop = function() os.execute("kill " .. pid) end,
  }
end

--- One round; raises when an answer was an error.
-- @treturn table of measure.parse_wrk, with `cost`: microseconds of processor time a request
local function round(subject, kind)
  local command = "wrk --latency -t1 -c%d -d%ds --timeout 20s -s spec/proof/bench/mcp_request.lua "
    .. "http://127.0.0.1:%d/mcp -- %s"
  local before = measure.cpu({ subject.process })
  local found =
    measure.parse_wrk(measure.run(command:format(CONNECTIONS, SECONDS, subject.port, kind)))
  found.cost = (measure.cpu({ subject.process }) - before) / found.requests * 1e6
  return found
end

--- The medians of each subject over rounds that take turns.
local function compare(subjects, kind)
  local rates, costs = {}, {}
  for _ = 1, ROUNDS do
    for name, subject in pairs(subjects) do
      local found = round(subject, kind)
      rates[name], costs[name] = rates[name] or {}, costs[name] or {}
      table.insert(rates[name], found.rate)
      table.insert(costs[name], found.cost)
    end
  end
  local medians = {}
  for name in pairs(subjects) do
    medians[name] = { rate = measure.median(rates[name]), cost = measure.median(costs[name]) }
  end
  return medians
end

local function note(of, at, found)
  figures:add("mcp.rate", of, at, found.rate)
  figures:add("mcp.cpu", of, at, found.cost)
end

--- Prints the figures and ratios. @treturn boolean whether all goals are met
local function report(kind, found)
  local own, met = found.svcd, true
  note("svcd", kind, own)
  print(("%-16s svcd               %8.0f/s %7.1f us"):format(kind, own.rate, own.cost))
  for _, peer in ipairs(PEERS) do
    local its, ratio = found[peer], own.rate / found[peer].rate
    local set, goal = pcall(measure.goal, "mcp.rate", "svcd", "official, " .. peer, kind)
    local good = not set or ratio >= goal
    met = met and good
    note("official, " .. peer, kind, its)
    print(
      (
        "%-16s official, %-8s %8.0f/s %7.1f us, svcd is %.1f times as fast%s, for 1/%.1f of "
        .. "the time%s"
      ):format(
        kind,
        peer,
        its.rate,
        its.cost,
        ratio,
        set and (" (goal %d)"):format(goal) or "",
        its.cost / own.cost,
        good and "" or ": missed"
      )
    )
  end
  return met
end

local function run(folder, subjects)
  subjects.svcd = start_own(folder)
  for _, peer in ipairs(PEERS) do
    local subject = start_peer(peer, folder)
    subjects[peer] = subject
    assert(found_by(subject.port) == found_by(subjects.svcd.port), "the results differ")
  end
  local met = true
  for _, kind in ipairs(KINDS) do
    met = report(kind[1], compare(subjects, kind[2])) and met
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
