--- Measures the search beside FTS5, Xapian and Tantivy on one corpus and prints a table.
--     lua5.4 spec/bench/search.lua [DOCS.jsonl QUERIES.jsonl]
-- Without files a synthetic corpus is made (`DOCUMENTS`, 26000 unless told). Then four phrasings
-- beside one, and the worst legal query on `SHORT` (500000 unless told) short documents: four
-- phrasings of 512 bytes, of the commonest words. A peer that is not installed is left out.
local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path

local cjson = require("cjson")

local DOCUMENTS = tonumber(os.getenv("DOCUMENTS")) or 26000
local SHORT = tonumber(os.getenv("SHORT")) or 500000
local VOCABULARY = 200000

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir -p " .. folder))

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function run(command, ...)
  local parts = { command }
  for _, argument in ipairs({ ... }) do
    parts[#parts + 1] = quote(argument)
  end
  local pipe = io.popen(table.concat(parts, " ") .. " 2>/dev/null")
  local output = pipe:read("a")
  pipe:close()
  return output:match("^%s*{") and cjson.decode(output) or nil
end

--- Writes synthetic documents or queries and gives the path.
local function synthetic(name, options)
  local path = ("%s/%s.jsonl"):format(folder, name)
  assert(
    os.execute(
      ("lua5.4 %s/../../data/synthetic.lua --vocabulary %d %s >%s"):format(
        here,
        VOCABULARY,
        options,
        path
      )
    )
  )
  return path
end

-- Tantivy's prebuilt binding asks for a newer Node than Debian's and works with it; npm passes over
-- what it may leave out, so it has a folder of its own.
local peers = here .. "/../../build/peers"
local TANTIVY = "@oxdev03/node-tantivy-binding-linux-x64-gnu@0.3.3"
os.execute(
  (
    "test -d %s/node_modules || npm install --prefix %s --no-save --ignore-scripts --force "
    .. "--no-audit --no-fund --loglevel=error %s >/dev/null 2>&1"
  ):format(peers, peers, TANTIVY)
)

local docs, queries = arg[1], arg[2]
if not queries then
  docs = synthetic("docs", ("--documents %d --words 500"):format(DOCUMENTS))
  queries = synthetic("queries", "--queries 2000 --seed 7")
end

local ENGINES = {
  { "svc", "lua5.4 " .. here .. "/queries.lua", docs, "en", queries },
  {
    "Tantivy",
    ("NODE_PATH=%s/node_modules node "):format(peers) .. here .. "/peer_tantivy.cjs",
    docs,
    queries,
  },
  { "Xapian", "/usr/bin/python3 " .. here .. "/peers.py xapian", docs, queries },
  { "FTS5", "/usr/bin/python3 " .. here .. "/peers.py fts5", docs, queries },
}

print(
  ("%-8s %10s %8s %9s %9s %10s %8s"):format(
    "",
    "build MB/s",
    "index %",
    "p50 ms",
    "p99 ms",
    "queries/s",
    "ratio"
  )
)
local own
for _, engine in ipairs(ENGINES) do
  local found = run(table.unpack(engine, 2))
  if found then
    own = own or found
    print(
      ("%-8s %10.1f %8.1f %9.3f %9.3f %10.0f %8.2f"):format(
        engine[1],
        found.text_bytes / found.build_seconds / 1e6,
        found.index_bytes / found.text_bytes * 100,
        found.p50_ms,
        found.p99_ms,
        found.qps,
        own.qps / found.qps
      )
    )
  else
    print(("%-8s not installed, or failed"):format(engine[1]))
  end
end

--- Queries of `count` phrasings each, taken from the file in turn.
local function grouped(count)
  local path = ("%s/queries-%d.jsonl"):format(folder, count)
  local file, texts = assert(io.open(path, "w")), {}
  for line in io.lines(queries) do
    texts[#texts + 1] = cjson.decode(line).text
    if #texts == count then
      file:write(cjson.encode({ id = "q", texts = texts }), "\n")
      texts = {}
    end
  end
  file:close()
  return path
end

local one = run("lua5.4 " .. here .. "/queries.lua", docs, "en", grouped(1))
local four = run("lua5.4 " .. here .. "/queries.lua", docs, "en", grouped(4))
print(("four phrasings: %.2f x one"):format(one.qps / four.qps))

local short = synthetic("short", ("--documents %d --words 20"):format(SHORT))
local common = cjson.decode(io.open(synthetic("common", "--common 2048")):read("a")).text
local phrasings = {}
for _ = 1, 4 do
  local cut = #common > 512 and common:sub(1, 512):match("^(.*) ") or common
  phrasings[#phrasings + 1] = cut
  common = common:sub(#cut + 2)
end
local path = folder .. "/worst.jsonl"
local file = assert(io.open(path, "w"))
for _ = 1, 20 do
  file:write(cjson.encode({ id = "q", texts = phrasings }), "\n")
end
file:close()
local worst = run("lua5.4 " .. here .. "/queries.lua", short, "en", path)
print(
  ("worst legal query on %d short documents: %.1f ms (p99 %.1f)"):format(
    SHORT,
    worst.p50_ms,
    worst.p99_ms
  )
)
assert(os.execute("rm -r " .. folder))
