--- Answers that the script makes anew, without any that is kept: `/v1` beside nginx, whose script
-- sends the same bytes; and a search, a verse and a document.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/script.lua [--json FILE]
--
-- Processor time a request, at 32 connections, of the demo publication; the servers share the first
-- processor, wrk has the second, and they take turns.

local measure = require("spec.proof.bench.measure")
local servers = require("spec.proof.bench.servers")

local ROUNDS, CONNECTIONS = measure.quick and 1 or 5, 32

local BODIES = { "index", "search", "verse", "content" }

--- What each server takes for each body in each round, the peer for the first body alone.
local function compare(own, peer)
  local lists = { svcd = {}, ["nginx + lua"] = {} }
  for _ = 1, ROUNDS do
    for i, body in ipairs(BODIES) do
      for name, one in pairs({ svcd = own, ["nginx + lua"] = i == 1 and peer or nil }) do
        lists[name][body] = lists[name][body] or {}
        local cpu = measure.load(one.url(body), CONNECTIONS, one.pids).cpu
        table.insert(lists[name][body], cpu)
      end
    end
  end
  return lists
end

local function report(lists, figures)
  for _, body in ipairs(BODIES) do
    for _, name in ipairs({ "svcd", "nginx + lua" }) do
      if lists[name][body] then
        local middle = measure.median(lists[name][body])
        figures:add("script.cpu", name, body, middle)
        print(("%-8s %-12s %7.2f us"):format(body, name, middle))
      end
    end
  end
end

local function run(folder, subjects)
  local demo = os.getenv("DEMO") or "build"
  local options =
    { cache_size = 0, publication = demo .. "/demo.svp", trust = demo .. "/demo.trust" }
  servers.prepare(folder)
  for name, start in pairs({
    own = function(port) return servers.start.svcd(folder, port, options) end,
    peer = function(port) return servers.start["nginx + lua"](folder, port) end,
  }) do
    subjects[name] = start(measure.free_port())
    servers.await(subjects[name].url("index"))
    subjects[name].pids = measure.tree(subjects[name].pid)
  end
  local figures = measure.figures()
  report(compare(subjects.own, subjects.peer), figures)
  figures:save(arg)
end

servers.during(run)
