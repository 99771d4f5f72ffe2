--- Publishing in processor time and memory: 100 times the text of the demo publication in as many
-- documents as that has a hundred times over, and 60 MB in documents of 700 bytes, both synthetic;
-- beside FTS5, which indexes the same text and does nothing else. Ends with status 1 when one takes
-- more memory than data/publish.lua says.
--
--     SVC_SVCD=$PWD/build/svcd build/svcd lua spec/proof/bench/publish.lua
--
-- DEMO      folder that holds demo.svp and demo.key (default build)
-- TIMES     the demo (default 100)
-- `--json FILE` writes the figures for report.lua

local cjson = require("cjson")
local svc = require("svc")
local measurement = require("spec.proof.bench.measure")
local publish = require("data.publish")

local DEMO = os.getenv("DEMO") or "build"
local TIMES = tonumber(os.getenv("TIMES") or (measurement.quick and "2" or "100"))
local WORD = 5.38 -- bytes of a synthetic word with its space, in the mean

local function demo_size()
  local publication <close> = assert(svc.open(DEMO .. "/demo.svp", { any_signer = true }))
  local count, bytes = 0, 0
  for document in publication:each() do
    count = count + 1
    bytes = bytes + #(publication:text(document.content_id) or "")
  end
  return count, bytes
end

local function lines_of(command)
  local pipe <close> = assert(io.popen(command))
  local lines = {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  return lines
end

--- Publishes a synthetic corpus. @treturn table what publish told @treturn number seconds
-- @treturn number bytes of memory
local function measure(folder, documents, words)
  local corpus = folder .. "/corpus.jsonl"
  assert(
    os.execute(
      ("lua5.4 data/synthetic.lua --documents %d --words %d >%s"):format(
        documents,
        words,
        corpus
      )
    )
  )
  local lines = lines_of(
    (
      "'%s' lua spec/support/publication/cost.lua publish --no-content --no-quran --json "
      .. "--jsonl %s --key %s/demo.key --out %s/out.svp 2>/dev/null"
    ):format(os.getenv("SVC_SVCD"), corpus, DEMO, folder)
  )
  local seconds, memory = lines[2]:match("^(%S+)%s+(%S+)$")
  return cjson.decode(lines[1]), tonumber(seconds), tonumber(memory)
end

--- Megabytes of the text of the corpus measured last that FTS5 indexes a second.
local function measure_peer(folder)
  measurement.write(folder .. "/queries.jsonl", '{"text":"a"}\n')
  local line =
    "/usr/bin/python3 spec/proof/bench/peers.py fts5 %s/corpus.jsonl en %s/queries.jsonl"
  local found = cjson.decode(lines_of(line:format(folder, folder))[1])
  return found.text_bytes / found.build_seconds / 1e6
end

local folder <close> = setmetatable({ path = lines_of("mktemp -d")[1] }, {
  __close = function(self) os.execute("rm -rf '" .. self.path .. "'") end,
})

local count, bytes = demo_size()
local corpora = {
  { TIMES .. " × demo", TIMES * count, bytes / count / WORD // 1 },
  { "700 bytes each", (measurement.quick and 2e6 or 60e6) // 700, 700 / WORD // 1 },
}
local good, figures = true, measurement.figures()
print("corpus          documents  text MB  seconds  MB/s  of FTS5  memory MB  × text")
for _, corpus in ipairs(corpora) do
  local told, seconds, memory = measure(folder.path, corpus[2] // 1, corpus[3])
  local rate, peer = told.bytes / seconds / 1e6, measure_peer(folder.path)
  print(
    ("%-16s %8d %8.1f %8.2f %5.1f %8.2f %10.1f %7.2f"):format(
      corpus[1],
      told.documents,
      told.bytes / 1e6,
      seconds,
      rate,
      rate / peer,
      memory / 1e6,
      memory / told.bytes
    )
  )
  figures:add("publish.rate", "svcd publish", corpus[1], rate)
  figures:add("publish.rate", "FTS5", corpus[1], peer)
  figures:add("publish.memory", "svcd publish", corpus[1], memory / told.bytes)
  good = good and memory <= publish.memory(told.bytes, told.documents)
end
figures:save(arg)
os.exit(good and 0 or 1, true)
