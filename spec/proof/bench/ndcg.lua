--- nDCG of a ranking against judgements: how good the first results of each query are, where 1 is
-- the best order that the judgements allow.
--
--     lua5.4 spec/proof/bench/ndcg.lua QRELS RUN [DEPTH]
--
-- QRELS has lines `query 0 document grade`, RUN lines `query Q0 document rank score tag`. The gain
-- of a document is 2^grade - 1, divided by log2(1 + its place); the mean is over the queries that
-- have a document with a positive grade, those without an answer counting 0.

local ndcg = {}

--- Lines of a text as lists of words.
local function rows(text)
  local next_line = text:gmatch("[^\n]+")
  return function()
    local line = next_line()
    if not line then return nil end
    local words = {}
    for word in line:gmatch("%S+") do
      words[#words + 1] = word
    end
    return words
  end
end

--- Reads judgements. A document judged twice has its highest grade.
-- @tparam string text
-- @treturn table grade by document by query
function ndcg.judgements(text)
  local queries = {}
  for row in rows(text) do
    local query, document, grade = row[1], row[3], tonumber(row[4])
    if grade then
      queries[query] = queries[query] or {}
      queries[query][document] = math.max(queries[query][document] or grade, grade)
    end
  end
  return queries
end

--- Reads a ranking; the order is that of the ranks, and a document counts where it comes first.
-- @tparam string text
-- @treturn table list of documents by query
function ndcg.ranking(text)
  local queries = {}
  for row in rows(text) do
    local list = queries[row[1]] or {}
    queries[row[1]] = list
    list[#list + 1] = { document = row[3], rank = tonumber(row[4]), line = #list }
  end
  for query, list in pairs(queries) do
    table.sort(list, function(a, b)
      if a.rank ~= b.rank then return a.rank < b.rank end
      return a.line < b.line
    end)
    local seen, documents = {}, {}
    for _, entry in ipairs(list) do
      if not seen[entry.document] then documents[#documents + 1] = entry.document end
      seen[entry.document] = true
    end
    queries[query] = documents
  end
  return queries
end

local function gain(grades, depth)
  local sum = 0
  for place = 1, math.min(depth, #grades) do
    sum = sum + (2 ^ grades[place] - 1) / math.log(place + 1, 2)
  end
  return sum
end

--- The mean nDCG over the judged queries.
-- @tparam table judgements of `ndcg.judgements`
-- @tparam table ranking of `ndcg.ranking`
-- @tparam[opt=10] integer depth how many results count
-- @treturn number 0..1, or nil when no query has a document with a positive grade
-- @treturn integer number of queries that counted
function ndcg.mean(judgements, ranking, depth)
  local total, count = 0, 0
  for query, grades in pairs(judgements) do
    local best, found = {}, {}
    for _, grade in pairs(grades) do
      if grade > 0 then best[#best + 1] = grade end
    end
    if #best > 0 then
      table.sort(best, function(a, b) return a > b end)
      for place, document in ipairs(ranking[query] or {}) do
        found[place] = math.max(grades[document] or 0, 0)
      end
      total = total + gain(found, depth or 10) / gain(best, depth or 10)
      count = count + 1
    end
  end
  if count == 0 then return nil, 0 end
  return total / count, count
end

-- As a program: a module gets its own name.
if ... ~= "spec.proof.bench.ndcg" then
  local function read(path)
    local file <close> = assert(io.open(path))
    return file:read("a")
  end
  local judgements, ranking = ndcg.judgements(read(arg[1])), ndcg.ranking(read(arg[2]))
  print(("%.4f over %d queries"):format(ndcg.mean(judgements, ranking, tonumber(arg[3]))))
end

return ndcg
