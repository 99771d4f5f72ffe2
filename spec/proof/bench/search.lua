--- Measures the search beside FTS5, Xapian and Tantivy in rounds that take turns, and prints
-- tables.
--     LUA_PATH="./?.lua;;" lua5.4 spec/proof/bench/search.lua \
--       [DOCS.jsonl QUERIES.jsonl] [--json FILE]
-- Without files a synthetic corpus is made (`DOCUMENTS`, 26000 unless told). Then the real text of
-- the folder `REAL`, which real.lua makes, beside the same peers with and without snippets of their
-- own; four phrasings beside one, unknown words over many of one initial, and what is dear to look
-- up; then of a folder `JUDGED` with folders of `docs.jsonl`, `queries.jsonl` and `qrels.trec`, the
-- nDCG of each engine.
local cjson = require("cjson")
local engines = require("spec.proof.bench.engines")
local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local ndcg = require("spec.proof.bench.ndcg")

local DOCUMENTS = tonumber(os.getenv("DOCUMENTS")) or (measure.quick and 3000 or 26000)
local QUERIES = measure.quick and 200 or 1000
local REAL = os.getenv("REAL") or ""
local VOCABULARY = 200000
local ONE_LETTER, UNKNOWN = 100000, 12
local WORST_DOCUMENTS = measure.quick and 20000 or 500000
local LATIN, ARABIC =
  "abcdefghijklmnopqrstuvwxyz", "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"

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

local function phrasings(figures, folder, docs, queries)
  local programs = {}
  for i, count in ipairs({ 1, 4 }) do
    local path = grouped(folder, queries, count)
    programs[i] = engines.start(folder, engines.list[1], docs, "en", path)
  end
  local medians = engines.compare(programs)
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
  local program = engines.start(folder, engines.list[1], docs, "en", queries)
  local found = engines.compare({ program })[1]
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

--- Expensive queries: unknown words, Arabic with typos in four phrasings of 512 bytes, beginnings
-- of one letter.
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
    local program = engines.start(folder, engines.list[1], docs, "en", path)
    local found = engines.compare({ program })[1]
    print(("%s, %d documents: %.2f ms"):format(case[1], WORST_DOCUMENTS, found.p50_ms))
    figures:add("search.worst", "svc", case[1], found.p50_ms)
  end
end

--- Runs the queries of a judged collection. @treturn number|nil the mean of nDCG@10
local function judge(engine, path, locale)
  local line = engine.trec and "%s %s %s %s 10" or "%s %s %s %s trec 10"
  local docs, queries = path .. "/docs.jsonl", path .. "/queries.jsonl"
  local output = measure.run(
    line:format(
      engine.trec or engine.program,
      shell.quoted(docs),
      locale,
      shell.quoted(queries)
    ) .. " 2>/dev/null"
  )
  if output == "" then return nil end
  local judgements = ndcg.judgements(measure.read(path .. "/qrels.trec"))
  return ndcg.mean(judgements, ndcg.ranking(output), 10)
end

--- nDCG@10 of every engine over one judged collection.
local function judged(figures, set, path)
  local first <close> = assert(io.open(path .. "/docs.jsonl"))
  local locale = cjson.decode(first:read("l")).locale or "en"
  for _, engine in ipairs(engines.list) do
    local mean = not engine.mode and judge(engine, path, locale)
    if mean then
      print(("nDCG@10 %-12s %-8s %.4f"):format(set, engine.name, mean))
      figures:add("search.ndcg", engine.name, set, mean)
    end
  end
end

local function run(folder)
  local figures = measure.figures()
  local docs, queries = arg[1], arg[2]
  if not docs or docs:find("^%-%-") then
    docs = synthetic(folder, "docs", ("--documents %d --words 500"):format(DOCUMENTS))
    queries = synthetic(folder, "queries", ("--queries %d --seed 7"):format(QUERIES))
  end
  engines.install()
  engines.measure(figures, "search", folder, docs, queries)
  if REAL ~= "" then
    print("real text:")
    local real_docs, real_queries = REAL .. "/docs.jsonl", REAL .. "/queries.jsonl"
    engines.measure(figures, "real", folder, real_docs, real_queries, true)
  end
  phrasings(figures, folder, docs, queries)
  typos(figures, folder)
  worst(figures, folder)
  local sets = os.getenv("JUDGED") or ""
  if sets ~= "" then
    for path in measure.run(("ls -d %s/*/"):format(shell.quoted(sets))):gmatch("(%S+)/\n") do
      judged(figures, path:match("[^/]+$"), path)
    end
  end
  figures:save(arg)
end

measure.in_folder(run)
