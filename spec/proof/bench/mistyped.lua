--- The cost of a typo: how many judged queries have a judged document among the first ten as they
-- are, and with one edit in one of their words.
--     JUDGED=FOLDER lua5.4 spec/proof/bench/mistyped.lua
-- FOLDER has a folder for each collection, with `docs.jsonl`, `queries.jsonl` and `qrels.trec`
-- (search.lua). A word of five letters or more is chosen, and the edit, by a seed: a letter too
-- few or too many, a wrong one, two exchanged.
package.path = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/?.lua;" .. package.path

local cjson = require("cjson")
local corpus = require("corpus")
local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local ndcg = require("spec.proof.bench.ndcg")

local SEED, LETTERS, DEPTH = 7, 5, 10

local edits = {
  function(letters, at) table.remove(letters, at) end,
  function(letters, at) table.insert(letters, at, letters[math.random(#letters)]) end,
  function(letters, at) letters[at] = letters[math.random(#letters)] end,
  function(letters, at)
    letters[at - 1], letters[at] = letters[at], letters[at - 1]
  end,
}

local function letters_of(word)
  local letters = {}
  for _, point in utf8.codes(word) do
    letters[#letters + 1] = utf8.char(point)
  end
  return letters
end

--- The text with one edit, or nil where no word is long enough or the edit changes nothing.
local function mistype(text)
  local words = {}
  for first, word, behind in text:gmatch("()([^%s%p%d]+)()") do
    local signs = word:find("؟", 1, true) or word:find("،", 1, true)
    if not signs and utf8.len(word) >= LETTERS then
      words[#words + 1] = { first, word, behind }
    end
  end
  if #words == 0 then return nil end
  local first, word, behind = table.unpack(words[math.random(#words)])
  local letters = letters_of(word)
  edits[math.random(#edits)](letters, math.random(2, #letters))
  local changed = table.concat(letters)
  return changed ~= word and text:sub(1, first - 1) .. changed .. text:sub(behind) or nil
end

--- 1 when one of the first documents is judged to answer, else 0.
local function succeeds(collection, text, grades)
  local request =
    { queries = { corpus.query(text) }, locale = collection.locale, limit = DEPTH }
  for _, item in ipairs(collection.publication:search(request).items) do
    if (grades[collection.ids[item.content_id]] or 0) > 0 then return 1 end
  end
  return 0
end

--- The shares of queries that succeed as typed and mistyped.
local function try_collection(path)
  math.randomseed(SEED)
  local judged = ndcg.judgements(measure.read(path .. "/qrels.trec"))
  local docs = path .. "/docs.jsonl"
  local locale = cjson.decode(measure.read(docs):match("^[^\n]+")).locale or "en"
  local collection, count, typed, mistyped = corpus.open(docs, locale), 0, 0, 0
  for query in corpus.lines(path .. "/queries.jsonl") do
    local grades = judged[tostring(query.id)]
    local wrong = grades and mistype(query.text)
    if wrong then
      count = count + 1
      typed = typed + succeeds(collection, query.text, grades)
      mistyped = mistyped + succeeds(collection, wrong, grades)
    end
  end
  return typed / count, mistyped / count
end

local folder, sums, sets = os.getenv("JUDGED") or "", { 0, 0 }, 0
local list = folder ~= "" and measure.run(("ls -d %s/*/"):format(shell.quoted(folder))) or ""
for path in list:gmatch("(%S+)/\n") do
  local typed, mistyped = try_collection(path)
  local name = path:match("[^/]+$")
  print(("success@10 %-12s %.4f, mistyped %.4f"):format(name, typed, mistyped))
  sums[1], sums[2], sets = sums[1] + typed, sums[2] + mistyped, sets + 1
end
if sets > 0 then
  local line = "success@10 %-12s %.4f, mistyped %.4f"
  print(line:format("mean", sums[1] / sets, sums[2] / sets))
end
