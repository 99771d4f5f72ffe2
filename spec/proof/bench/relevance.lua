--- How well the first results answer, on judged collections, beside the last commit.
--     lua5.4 spec/proof/bench/relevance.lua FOLDER [--base COMMIT]
-- FOLDER has a folder for each collection, as tune.lua describes them. A row has the nDCG@10 of the
-- engine in build/ and what it gained or lost against the commit's, which is built apart.
local cjson = require("cjson")
local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local ndcg = require("spec.proof.bench.ndcg")

local FOLDER, BASE = arg[1], measure.option(arg, "base") or "HEAD"
local BUILD = os.getenv("BUILD") or "build"
local DEPTH = 10

local LINES = [[
  mkdir %s/tree && git archive %s | tar -x -C %s/tree &&
  meson setup --buildtype=release %s/build %s/tree >/dev/null &&
  ninja -C %s/build svc.so svc_publish.so >/dev/null]]

--- The nDCG of an engine on a collection.
local function evaluate(engine, path)
  local docs, queries = path .. "/docs.jsonl", path .. "/queries.jsonl"
  local locale = cjson.decode(measure.read(docs):match("^[^\n]+")).locale or "en"
  local line = "LUA_CPATH='%s/?.so;;' lua5.4 spec/proof/bench/trec.lua %s %s %s %d"
  local quote = shell.quoted
  local run = measure.run(line:format(engine, quote(docs), locale, quote(queries), DEPTH))
  local judged = ndcg.judgements(measure.read(path .. "/qrels.trec"))
  return assert(ndcg.mean(judged, ndcg.ranking(run), DEPTH), path .. ": nothing is judged")
end

local paths = {}
if FOLDER then
  local list = measure.run(("ls -d %s/*/"):format(shell.quoted(FOLDER)))
  for path in list:gmatch("(%S+)/\n") do
    paths[#paths + 1] = measure.read(path .. "/docs.jsonl") ~= "" and path or nil
  end
end
if #paths == 0 then
  io.stderr:write("name a folder of judged collections: make relevance JUDGED=FOLDER\n")
  os.exit(2)
end

measure.in_folder(function(folder)
  local places = { folder, shell.quoted(BASE), folder, folder, folder, folder }
  assert(os.execute(LINES:format(table.unpack(places))), BASE .. " cannot be built")
  local sum, before = 0, 0
  local row = "%-14s %.4f %+.4f"
  for _, path in ipairs(paths) do
    local now, then_ = evaluate(BUILD, path), evaluate(folder .. "/build", path)
    sum, before = sum + now, before + then_
    print(row:format(path:match("[^/]+$"), now, now - then_))
  end
  print(row:format("mean", sum / #paths, (sum - before) / #paths))
end)
