--- Measures build and search, single-threaded and warm, and prints one JSON line:
--     lua5.4 spec/proof/bench/queries.lua DOCS.jsonl LOCALE QUERIES.jsonl [rounds [bare]]
-- `build_seconds text_bytes index_bytes p50_ms p99_ms qps rss_bytes`; each search returns the top
-- ten with excerpts, with `bare` without. Times are processor time. A query may be several
-- phrasings: `{"texts": […]}`.
--
-- With `rounds` it prints such a line whenever it reads one, so that programs can take turns,
-- until one is `end`. Before each the queries run once unmeasured.
package.path = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/?.lua;" .. package.path

local corpus = require("corpus")
local svc = require("svc")

local docs, locale, queries, rounds, bare = table.unpack(arg)
if not queries then
  io.stderr:write("usage: queries.lua DOCS.jsonl LOCALE QUERIES.jsonl [rounds [bare]]\n")
  os.exit(2)
end

local function resident_bytes()
  for line in io.lines("/proc/self/status") do
    local kilobytes = line:match("^VmRSS:%s+(%d+)")
    if kilobytes then return kilobytes * 1024 end
  end
end

local collection = corpus.open(docs, locale)
collection.ids = nil -- only trec.lua needs them, and the collector would go through them all
local requests = {}
for query in corpus.lines(queries) do
  requests[#requests + 1] = {
    queries = query.texts or { corpus.query(query.text) },
    locale = collection.locale,
    excerpts = not bare,
  }
end

local function run(times)
  for i, request in ipairs(requests) do
    local started = os.clock()
    collection.publication:search(request)
    times[i] = os.clock() - started
  end
end

local function percentile(times, share)
  return times[math.max(1, math.ceil(#times * share))] * 1000
end

local function measure()
  local times, total = {}, 0
  run({}) -- in rounds, the program before this one left the processor's caches to itself
  collectgarbage()
  run(times)
  for _, seconds in ipairs(times) do
    total = total + seconds
  end
  table.sort(times)
  print(svc.json({
    build_seconds = collection.build_seconds,
    text_bytes = collection.text_bytes,
    index_bytes = collection.index_bytes,
    p50_ms = percentile(times, 0.5),
    p99_ms = percentile(times, 0.99),
    qps = #times / total,
    rss_bytes = resident_bytes(),
  }))
  io.stdout:flush()
end

if rounds then
  for line in io.lines() do
    if line == "end" then break end
    measure()
  end
else
  measure()
end
