--- The search engines that are measured beside each other, each in a program of its own that takes
-- turns with the others. A peer that is not installed is left out.

local cjson = require("cjson")
local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")

local engines = {}

local ROUNDS = measure.quick and 1 or 3
local PEERS = os.getenv("PEERS") or "build/peers"
local TANTIVY = "@oxdev03/node-tantivy-binding-linux-x64-gnu@0.3.3"

--- The engines and the program that each is measured by. With `stored` an engine keeps the text and
-- makes snippets of its own: of rates alone, since its index holds the text.
engines.list = {
  {
    name = "svc",
    program = "lua5.4 spec/proof/bench/queries.lua",
    trec = "lua5.4 spec/proof/bench/trec.lua",
  },
  { name = "svc, no excerpts", program = "lua5.4 spec/proof/bench/queries.lua", mode = "bare" },
  {
    name = "Tantivy",
    program = ("NODE_PATH=%s/node_modules node spec/proof/bench/peer_tantivy.cjs"):format(
      PEERS
    ),
  },
  { name = "Xapian", program = "/usr/bin/python3 spec/proof/bench/peers.py xapian" },
  { name = "FTS5", program = "/usr/bin/python3 spec/proof/bench/peers.py fts5" },
}

for i = 3, 5 do
  local peer = engines.list[i]
  engines.list[i + 3] = {
    name = peer.name .. ", snippets",
    program = peer.program,
    mode = "snippets",
    stored = true,
  }
end

--- Installs Tantivy's prebuilt binding: it asks for a newer Node than Debian's and works with it;
-- npm passes over what it may leave out, so it has a folder of its own.
function engines.install()
  local line = "test -d %s/node_modules || npm install --prefix %s --no-save --ignore-scripts "
    .. "--force --no-audit --no-fund --loglevel=error %s >/dev/null 2>&1"
  os.execute(line:format(PEERS, PEERS, TANTIVY))
end

local started = 0

--- Starts an engine that measures one round each time it is asked.
-- @treturn function that asks, and gives the figures or nil; asked to `stop` it ends the program
function engines.start(folder, engine, docs, locale, queries)
  started = started + 1
  local pipe = ("%s/ask-%d"):format(folder, started)
  assert(os.execute("mkfifo " .. pipe))
  local answers = assert(
    io.popen(
      ("%s %s %s %s rounds %s <%s 2>%s.err"):format(
        engine.program,
        shell.quoted(docs),
        locale,
        shell.quoted(queries),
        engine.mode or "",
        pipe,
        pipe
      )
    )
  )
  local asks = assert(io.open(pipe, "w"))
  return function(stop)
    if stop then -- in a line of its own: later programs have this pipe open too
      asks:write("end\n")
      asks:close()
      answers:close()
      return
    end
    asks:write("round\n")
    asks:flush()
    local line = answers:read("l")
    return line and line:find("^{") and cjson.decode(line) or nil
  end
end

--- Lets each program run its rounds in turn.
-- @treturn {table,...} for each program the medians, or nil for one that failed
function engines.compare(programs)
  local lists, medians = {}, {}
  for _ = 1, ROUNDS do
    for i, ask in pairs(programs) do
      local found = ask()
      lists[i] = lists[i] or {}
      table.insert(lists[i], found)
      if not found then programs[i] = nil end
    end
  end
  for i, list in pairs(lists) do
    if programs[i] then
      medians[i] = {}
      for member in pairs(list[1]) do
        local values = {}
        for j, found in ipairs(list) do
          values[j] = found[member]
        end
        medians[i][member] = measure.median(values)
      end
      programs[i](true)
    end
  end
  return medians
end

local function print_engine(name, found, own)
  print(
    ("%-17s %10.1f %8.1f %9.3f %9.3f %10.0f %8.2f"):format(
      name,
      found.text_bytes / found.build_seconds / 1e6,
      found.index_bytes / found.text_bytes * 100,
      found.p50_ms,
      found.p99_ms,
      found.qps,
      own.qps / found.qps
    )
  )
end

--- Measures every engine on one corpus and prints a table.
-- @tparam table figures receives them
-- @tparam string group what the metrics' names begin with
-- @tparam string folder a temporary one
-- @tparam string docs path @tparam string queries path
-- @tparam boolean snippets beside peers that make snippets, too
function engines.measure(figures, group, folder, docs, queries, snippets)
  local programs = {}
  for i, engine in ipairs(engines.list) do
    if snippets or not engine.stored then
      programs[i] = engines.start(folder, engine, docs, "en", queries)
    end
  end
  local medians = engines.compare(programs)
  print("                  build MB/s  index %    p50 ms    p99 ms  queries/s    ratio")
  for i, engine in ipairs(engines.list) do
    local found, name = medians[i], engine.name
    if found then
      print_engine(name, found, medians[1])
      if not engine.stored then
        figures:add(group .. ".build", name, nil, found.text_bytes / found.build_seconds / 1e6)
        figures:add(group .. ".index", name, nil, found.index_bytes / found.text_bytes * 100)
      end
      figures:add(group .. ".p50", name, nil, found.p50_ms)
      figures:add(group .. ".p99", name, nil, found.p99_ms)
      figures:add(group .. ".rate", name, nil, found.qps)
    elseif snippets or not engine.stored then
      print(("%-17s not installed, or failed"):format(name))
    end
  end
end

return engines
