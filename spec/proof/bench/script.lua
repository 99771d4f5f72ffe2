--- Answers that the script makes anew, without any that is kept: `/v1` beside nginx, whose script
-- sends the same bytes; a search, a verse and a document beside the time that the engine itself
-- takes for them.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/script.lua [--json FILE]
--
-- Processor time a request, at 32 connections, of the demo publication; the servers share the first
-- processor, wrk has the second. Servers and engine take turns.

local measure = require("spec.proof.bench.measure")
local servers = require("spec.proof.bench.servers")
local svc = require("svc")

local ROUNDS, CONNECTIONS = measure.quick and 1 or 5, 32
local CALLS = measure.quick and 500 or 3000

local SURAH, VERSE, LOCALE = 2, 255, "en"
local DOCUMENT = "asset:en:material:mathematics:quadratic-equations"
local SITE = "http://site.test"

--- The part of the engine that makes an answer, by the name of the body.
local ENGINE = {
  search = function(publication)
    publication:search({ queries = "quadratic", locale = LOCALE, limit = 10, site = SITE })
  end,
  verse = function(publication) publication:quran(SURAH, VERSE, VERSE, LOCALE, false) end,
  content = function(publication)
    publication:text(publication:resolve(DOCUMENT, SITE).content_id)
  end,
}

--- Microseconds of processor time of one call.
local function engine_time(run, publication)
  local before = os.clock()
  for _ = 1, CALLS do
    run(publication)
  end
  return (os.clock() - before) / CALLS * 1e6
end

local BODIES = { "index", "search", "verse", "content" }

local function add(lists, key, value)
  lists[key] = lists[key] or {}
  table.insert(lists[key], value)
end

local function round(own, peer, publication, lists)
  for _, body in ipairs(BODIES) do
    add(lists, "svcd " .. body, measure.load(own.url(body), CONNECTIONS, own.pids).cpu)
    if ENGINE[body] then
      add(lists, "engine " .. body, engine_time(ENGINE[body], publication))
    else
      add(lists, "peer " .. body, measure.load(peer.url(body), CONNECTIONS, peer.pids).cpu)
    end
  end
end

--- The time that an answer may take for each microsecond of the engine, and beside it.
local TIMES, BESIDE = 1.7, 12

local function report(lists, figures)
  for _, body in ipairs(BODIES) do
    local own = measure.median(lists["svcd " .. body])
    figures:add("script.cpu", "svcd", body, own)
    if ENGINE[body] then
      local engine = measure.median(lists["engine " .. body])
      local allowed = TIMES * engine + BESIDE
      figures:add("script.cpu", "engine", body, engine)
      figures:add("script.share", "svcd", body, own / allowed)
      print(
        ("%-8s %7.2f us; the engine %.2f us, so %.2f us are allowed: %.2f of that"):format(
          body,
          own,
          engine,
          allowed,
          own / allowed
        )
      )
    else
      local peer = measure.median(lists["peer " .. body])
      figures:add("script.cpu", "nginx + lua", body, peer)
      print(
        ("%-8s %7.2f us; nginx + lua %.2f us, %.2f times that"):format(
          body,
          own,
          peer,
          own / peer
        )
      )
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
  local publication = assert(svc.open(options.publication, { trust = options.trust }))
  local lists, figures = {}, measure.figures()
  for _ = 1, ROUNDS do
    round(subjects.own, subjects.peer, publication, lists)
  end
  report(lists, figures)
  figures:save(arg)
end

servers.during(run)
