--- How the search grows with the number of documents: build rate, index, memory of the build, time
-- to load, memory once loaded, query times; and the worst legal query on the largest corpus.
--
--     LUA_PATH="./?.lua;;" lua5.4 spec/proof/bench/growth.lua [--json FILE]
--
-- Short synthetic documents of about 20 words. Build and load run in processes of their own:
--     growth.lua build DOCS.jsonl FILE         growth.lua load FILE QUERIES.jsonl WORST.jsonl
-- each prints one JSON line.
package.path = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/?.lua;" .. package.path

local cjson = require("cjson")
local corpus = require("corpus")
local measure = require("spec.proof.bench.measure")
local socket = require("socket")
local svc = require("svc")

local SIZES = measure.quick and { 1000, 10000 } or { 1000, 10000, 100000, 500000, 1000000 }
local PHRASING, PHRASINGS = 512, 4

local function status(name)
  return tonumber(measure.read("/proc/self/status"):match(name .. ":%s+(%d+)")) * 1024
end

local function build(docs, path)
  local built = corpus.build(docs, "en", path)
  local rate = built.text_bytes / built.build_seconds / 1e6
  print(svc.json({ rate = rate, text = built.text_bytes, peak = status("VmHWM") / 2 ^ 20 }))
end

local function times_of(publication, path)
  local times = {}
  for _ = 1, 2 do -- the first is the warm-up
    times = {}
    for query in corpus.lines(path) do
      local request = { queries = query.texts or { query.text }, locale = "en" }
      local started = os.clock()
      publication:search(request)
      times[#times + 1] = (os.clock() - started) * 1000
    end
  end
  table.sort(times)
  return times
end

local function load(path, queries, worst)
  local started = socket.gettime()
  local publication = assert(svc.open(path, { any_signer = true }))
  local loaded = (socket.gettime() - started) * 1000
  local index
  for _, section in ipairs(publication:info().sections) do
    if section.name == "search" then index = section.length end
  end
  local times = times_of(publication, queries)
  local hard = times_of(publication, worst)
  print(svc.json({
    load = loaded,
    index = index,
    memory = status("VmRSS") / 2 ^ 20,
    p50 = times[#times // 2],
    p99 = times[#times * 99 // 100],
    worst = hard[#hard // 2],
  }))
end

--- The commonest words as phrasings of 512 bytes.
local function worst_query(folder)
  local text = cjson.decode(measure.run("lua5.4 data/synthetic.lua --common 2100")).text
  local phrasings = {}
  for i = 1, PHRASINGS do
    phrasings[i] = text:sub(1, PHRASING):match("^(.*) ")
    text = text:sub(#phrasings[i] + 2)
  end
  local line = cjson.encode({ id = "worst", texts = phrasings }) .. "\n"
  measure.write(folder .. "/worst", line:rep(20))
end

local function self(...)
  local line = "lua5.4 spec/proof/bench/growth.lua " .. table.concat({ ... }, " ")
  return cjson.decode(measure.run(line))
end

local function run(folder)
  local figures = measure.figures()
  worst_query(folder)
  local queries = folder .. "/queries"
  assert(os.execute("lua5.4 data/synthetic.lua --queries 1000 --seed 7 >" .. queries))
  print(
    "documents  build MB/s  peak MiB  index %  load ms  loaded MiB   p50 ms   p99 ms  worst ms"
  )
  for _, size in ipairs(SIZES) do
    local docs, file = folder .. "/docs", folder .. "/file"
    assert(
      os.execute(("lua5.4 data/synthetic.lua --documents %d --words 20 >%s"):format(size, docs))
    )
    local built = self("build", docs, file)
    local found = self("load", file, queries, folder .. "/worst")
    local share = found.index / built.text * 100
    print(
      ("%9d %11.1f %9.0f %8.1f %8.1f %11.1f %8.3f %8.3f %9.2f"):format(
        size,
        built.rate,
        built.peak,
        share,
        found.load,
        found.memory,
        found.p50,
        found.p99,
        found.worst
      )
    )
    figures:add("growth.build", "svc", size, built.rate)
    figures:add("growth.peak", "svc", size, built.peak)
    figures:add("growth.index", "svc", size, share)
    for _, member in ipairs({ "load", "memory", "p50", "p99", "worst" }) do
      figures:add("growth." .. member, "svc", size, found[member])
    end
  end
  figures:save(arg)
end

local roles = { build = build, load = load }
local role = roles[arg[1]]
if role then
  role(table.unpack(arg, 2))
else
  measure.in_folder(run)
end
