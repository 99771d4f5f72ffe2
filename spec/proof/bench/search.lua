--- Measures the search beside FTS5, Xapian and Tantivy on one corpus, in rounds that take turns,
-- and prints a table.
--     LUA_PATH="./?.lua;;" lua5.4 spec/proof/bench/search.lua \
--       [DOCS.jsonl QUERIES.jsonl] [--json FILE]
-- Without files a synthetic corpus is made (`DOCUMENTS`, 26000 unless told). Then four phrasings
-- beside one, unknown words over many of one initial, and what is dear to look up; then of a folder
-- `JUDGED` with folders of `docs.jsonl`, `queries.jsonl` and `qrels.trec`, the nDCG of each engine.
-- A peer that is not installed is left out.
local cjson = require("cjson")
local measure = require("spec.proof.bench.measure")
local ndcg = require("spec.proof.bench.ndcg")

local DOCUMENTS = tonumber(os.getenv("DOCUMENTS")) or (measure.quick and 3000 or 26000)
local QUERIES = measure.quick and 200 or 1000
local ROUNDS = measure.quick and 1 or 3
local VOCABULARY = 200000
local ONE_LETTER, UNKNOWN = 100000, 12
local WORST_DOCUMENTS = measure.quick and 20000 or 500000
local LATIN, ARABIC =
  "abcdefghijklmnopqrstuvwxyz", "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"
local PEERS = os.getenv("PEERS") or "build/peers"
local TANTIVY = "@oxdev03/node-tantivy-binding-linux-x64-gnu@0.3.3"

--- The engines and the program that each is measured by.
local ENGINES = {
  {
    name = "svc",
    program = "lua5.4 spec/proof/bench/queries.lua",
    trec = "lua5.4 spec/proof/bench/trec.lua",
  },
  {
    name = "Tantivy",
    program = ("NODE_PATH=%s/node_modules node spec/proof/bench/peer_tantivy.cjs"):format(
      PEERS
    ),
  },
  { name = "Xapian", program = "/usr/bin/python3 spec/proof/bench/peers.py xapian" },
  { name = "FTS5", program = "/usr/bin/python3 spec/proof/bench/peers.py fts5" },
}

--- Installs Tantivy's prebuilt binding: it asks for a newer Node than Debian's and works with it;
-- npm passes over what it may leave out, so it has a folder of its own.
local function install_tantivy()
  local line = "test -d %s/node_modules || npm install --prefix %s --no-save --ignore-scripts "
    .. "--force --no-audit --no-fund --loglevel=error %s >/dev/null 2>&1"
  os.execute(line:format(PEERS, PEERS, TANTIVY))
end

--- Writes synthetic documents or queries and gives the path.
local function synthetic(folder, name, options)
  local path = ("%s/%s.jsonl"):format(folder, name)
  local line = "lua5.4 data/synthetic.lua --vocabulary %d %s >%s"
  assert(os.execute(line:format(VOCABULARY, options, path)))
  return path
end

--- Queries of `count` phrasings each, taken from a file in turn.
local function grouped(folder, queries, count)
  local lines, texts = {}, {}
  for line in io.lines(queries) do
    texts[#texts + 1] = cjson.decode(line).text
    if #texts == count then
      lines[#lines + 1] = cjson.encode({ id = "q", texts = texts })
      texts = {}
    end
  end
  local path = ("%s/queries-%d.jsonl"):format(folder, count)
  measure.write(path, table.concat(lines, "\n") .. "\n")
  return path
end

--- Starts a program that measures one round each time it is asked.
-- @treturn function that asks, and gives the figures or nil; asked to `stop` it ends the program
local function start(folder, number, program, docs, locale, queries)
  local pipe = ("%s/ask-%d"):format(folder, number)
  assert(os.execute("mkfifo " .. pipe))
  local answers = assert(
    io.popen(
      ("%s %s %s %s rounds <%s 2>%s.err"):format(
        program,
        measure.quote(docs),
        locale,
        measure.quote(queries),
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
local function compare(programs)
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
    ("%-8s %10.1f %8.1f %9.3f %9.3f %10.0f %8.2f"):format(
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

local function engines(figures, folder, docs, queries)
  local programs = {}
  for i, engine in ipairs(ENGINES) do
    programs[i] = start(folder, i, engine.program, docs, "en", queries)
  end
  local medians = compare(programs)
  print("         build MB/s  index %    p50 ms    p99 ms  queries/s    ratio")
  for i, engine in ipairs(ENGINES) do
    local found, name = medians[i], engine.name
    if found then
      print_engine(name, found, medians[1])
      figures:add("search.build", name, nil, found.text_bytes / found.build_seconds / 1e6)
      figures:add("search.index", name, nil, found.index_bytes / found.text_bytes * 100)
      figures:add("search.p50", name, nil, found.p50_ms)
      figures:add("search.p99", name, nil, found.p99_ms)
      figures:add("search.rate", name, nil, found.qps)
    else
      print(("%-8s not installed, or failed"):format(name))
    end
  end
end

local function phrasings(figures, folder, docs, queries)
  local programs = {}
  for i, count in ipairs({ 1, 4 }) do
    local path = grouped(folder, queries, count)
    programs[i] = start(folder, #ENGINES + i, ENGINES[1].program, docs, "en", path)
  end
  local medians = compare(programs)
  local ratio = medians[1].qps / medians[2].qps
  print(("four phrasings: %.2f x one"):format(ratio))
  figures:add("search.phrasings", "svc", nil, ratio)
end

--- `count` different words of 6 to 15 letters that begin with the same one.
local function words_of_one_letter(count, first, alphabet)
  local words, known, letters = {}, {}, {}
  for _, point in utf8.codes(alphabet) do
    letters[#letters + 1] = utf8.char(point)
  end
  math.randomseed(1)
  while #words < count do
    local parts = { first }
    for i = 2, math.random(6, 15) do
      parts[i] = letters[math.random(#letters)]
    end
    local word = table.concat(parts)
    if not known[word] then
      words[#words + 1], known[word] = word, true
    end
  end
  return words
end

--- The query that typos make the dearest: as many unknown words as are looked for with typos, each
-- near to words of a large dictionary with the same first letter.
local function typos(figures, folder)
  local words, asked = words_of_one_letter(ONE_LETTER, "k", LATIN), {}
  local docs, queries = folder .. "/one-letter.jsonl", folder .. "/unknown.jsonl"
  local file <close> = assert(io.open(docs, "w"))
  for i = 1, ONE_LETTER, 100 do
    local text = table.concat(words, " ", i, i + 99)
    file:write(cjson.encode({ id = tostring(i), title = "Words", text = text }), "\n")
  end
  file:close()
  for _, word in ipairs(words) do
    if #asked < UNKNOWN and #word >= 10 then asked[#asked + 1] = word:sub(1, -4) .. "qqq" end
  end
  local query = cjson.encode({ id = "unknown", text = table.concat(asked, " ") }) .. "\n"
  measure.write(queries, query:rep(50))
  local program = start(folder, #ENGINES + 3, ENGINES[1].program, docs, "en", queries)
  local found = compare({ program })[1]
  print(
    ("%d unknown words over %d of one initial: %.2f ms"):format(
      UNKNOWN,
      ONE_LETTER,
      found.p50_ms
    )
  )
  figures:add("search.typos", "svc", nil, found.p50_ms)
end

--- Half a million documents of words of one initial, Latin and Arabic.
local function worst_documents(path, latin, arabic)
  local file <close> = assert(io.open(path, "w"))
  math.randomseed(2)
  for i = 1, WORST_DOCUMENTS do
    local parts = {}
    for k = 1, 3 do
      parts[k], parts[k + 3] = latin[math.random(#latin)], arabic[math.random(#arabic)]
    end
    local text = table.concat(parts, " ")
    file:write(cjson.encode({ id = tostring(i), title = parts[1], text = text }), "\n")
  end
end

--- A phrasing of words that are nowhere, as long as one may be: each lacks a letter in its middle.
local function unknown(words, first, most, bytes)
  local typed = {}
  for i = first, #words do
    local word = words[i]
    local middle = utf8.offset(word, utf8.len(word) // 2)
    typed[#typed + 1] = word:sub(1, middle - 1) .. word:sub(utf8.offset(word, 2, middle))
    if #typed == most or #table.concat(typed, " ") > bytes - 40 then break end
  end
  return table.concat(typed, " "), first + #typed
end

--- What is dear to look up: unknown words, Arabic with typos in four phrasings of 512 bytes,
-- beginnings of one letter.
local function worst(figures, folder)
  local docs, typed, next_word = folder .. "/worst.jsonl", {}, 1
  local latin = words_of_one_letter(ONE_LETTER, "k", LATIN)
  local arabic = words_of_one_letter(ONE_LETTER, "م", ARABIC)
  worst_documents(docs, latin, arabic)
  for i = 1, 4 do
    typed[i], next_word = unknown(arabic, next_word, #arabic, 512)
  end
  for i, case in ipairs({
    { "unknown words", { (unknown(latin, 1, UNKNOWN, 512)) } },
    { "Arabic with typos", typed },
    { "one letter", { "k", "k k k", "م", "k م" } },
  }) do
    local path = ("%s/worst-%d.jsonl"):format(folder, i)
    measure.write(path, (cjson.encode({ id = "worst", texts = case[2] }) .. "\n"):rep(20))
    local program = start(folder, #ENGINES + 3 + i, ENGINES[1].program, docs, "en", path)
    local found = compare({ program })[1]
    print(("%s, %d documents: %.2f ms"):format(case[1], WORST_DOCUMENTS, found.p50_ms))
    figures:add("search.worst", "svc", case[1], found.p50_ms)
  end
end

--- nDCG@10 of every engine over one judged collection.
local function judged(figures, set, path)
  local docs, queries = path .. "/docs.jsonl", path .. "/queries.jsonl"
  local judgements = ndcg.judgements(measure.read(path .. "/qrels.trec"))
  local first <close> = assert(io.open(docs))
  local locale = cjson.decode(first:read("l")).locale or "en"
  for _, engine in ipairs(ENGINES) do
    local line = engine.trec and "%s %s %s %s 10" or "%s %s %s %s trec 10"
    local output = measure.run(
      line:format(
        engine.trec or engine.program,
        measure.quote(docs),
        locale,
        measure.quote(queries)
      ) .. " 2>/dev/null"
    )
    local mean = output ~= "" and ndcg.mean(judgements, ndcg.ranking(output), 10)
    print(
      ("nDCG@10 %-12s %-8s %s"):format(
        set,
        engine.name,
        mean and ("%.4f"):format(mean) or "–"
      )
    )
    if mean then figures:add("search.ndcg", engine.name, set, mean) end
  end
end

local function run(folder)
  local figures = measure.figures()
  local docs, queries = arg[1], arg[2]
  if not docs or docs:find("^%-%-") then
    docs = synthetic(folder, "docs", ("--documents %d --words 500"):format(DOCUMENTS))
    queries = synthetic(folder, "queries", ("--queries %d --seed 7"):format(QUERIES))
  end
  install_tantivy()
  engines(figures, folder, docs, queries)
  phrasings(figures, folder, docs, queries)
  typos(figures, folder)
  worst(figures, folder)
  local sets = os.getenv("JUDGED") or ""
  if sets ~= "" then
    for path in measure.run(("ls -d %s/*/"):format(measure.quote(sets))):gmatch("(%S+)/\n") do
      judged(figures, path:match("[^/]+$"), path)
    end
  end
  figures:save(arg)
end

measure.in_folder(run)
