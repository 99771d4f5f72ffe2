--- Looks for better constants of the ranking (csrc/search/weights.h) on judged collections.
--     lua5.4 spec/proof/bench/tune.lua [--judged FOLDER] [--seed N] [--only NAMES] [--steps LIST]
-- FOLDER has a folder for each collection, of
--     docs.jsonl     `{id, title, text, locale}` a line; without it, the demo's documents of the
--                    locale that ends the folder's name, by route
--     queries.jsonl  `{id, text}` a line
--     qrels.trec     `QUERY 0 DOCUMENT GRADE` a line
-- Queries are parted by the seed into two halves. Each constant is multiplied by each of the steps,
-- and the engine built with it. A row tells what that does to the mean nDCG@10 of either half, in
-- points. A constant is worth changing when the value that is best on one half is better on the
-- other, too: then the row of the value ends with "holds". NAMES (joined by commas) limits the
-- search. Nothing is changed in the checkout.
local cjson = require("cjson")
local measure = require("spec.proof.bench.measure")
local shell = require("spec.support.house.shell")
local ndcg = require("spec.proof.bench.ndcg")
local svc = require("svc")

local JUDGED = measure.option(arg, "judged") or "spec/proof/bench/judged"
local SEED = tonumber(measure.option(arg, "seed") or 1)
local ONLY = measure.option(arg, "only")
local STEPS = measure.option(arg, "steps") or "0.5,0.75,1.33,2"
local DEMO = (os.getenv("BUILD") or "build") .. "/demo.svp"
local WEIGHTS = "csrc/search/weights.h"
local DEPTH = 10
local LEAST = 0.0001 -- a smaller difference of nDCG is none

-- A number in weights.h, by its name.
local PATTERNS = { "(#define %s )([%%d.]+)", "(%%f[%%w_]%s = )(%%d+)" }

--- The half, 1 or 2, of a query: by the digest of its id and the seed.
local function half_of(set, query)
  return svc.sha256(("%d %s %s"):format(SEED, set, query)):byte() % 2 + 1
end

--- Writes the documents of the demo as a collection.
local function export(locale, path)
  local publication <close> = assert(svc.open(DEMO, { any_signer = true }))
  local file <close> = assert(io.open(path, "w"))
  for document in publication:each(locale) do
    if document.section ~= "quran" then
      local text = publication:text(document.content_id) or document.description
      local line = { id = document.route, title = document.title, text = text, locale = locale }
      file:write(cjson.encode(line), "\n")
    end
  end
end

--- The judged collections of a folder.
local function read_sets(folder)
  local sets = {}
  for path in measure.run(("ls -d %s/*/"):format(shell.quoted(JUDGED))):gmatch("(%S+)/\n") do
    local set = { name = path:match("[^/]+$"), path = path, halves = { {}, {} } }
    set.docs = path .. "/docs.jsonl"
    if measure.read(set.docs) == "" then
      set.docs = ("%s/%s.jsonl"):format(folder, set.name)
      export(set.name:match("%a+$"), set.docs)
    end
    set.locale = cjson.decode(measure.read(set.docs):match("^[^\n]+")).locale or "en"
    for query, grades in pairs(ndcg.judgements(measure.read(path .. "/qrels.trec"))) do
      set.halves[half_of(set.name, query)][query] = grades
    end
    sets[#sets + 1] = set
  end
  assert(#sets > 0, JUDGED .. ": no judged collections; name a folder that has some")
  return sets
end

--- A copy of the sources, so that the checkout stays as it is; what else the build reads is
-- linked.
local function copy_sources(folder)
  local line = [[
    cp -r csrc meson.build meson_options.txt %s &&
    ln -s "$PWD/cli" "$PWD/contract" "$PWD/data" "$PWD/lua" "$PWD/routes" %s &&
    meson setup --buildtype=release %s/build %s >/dev/null]]
  local good = os.execute(line:format(folder, folder, folder, folder))
  assert(good, "the engine cannot be configured; try make build first")
end

--- Builds the engine with these weights. @treturn boolean whether they are accepted
local function build(folder, weights)
  measure.write(folder .. "/" .. WEIGHTS, weights)
  return os.execute(("ninja -C %s/build svc.so svc_publish.so >/dev/null 2>&1"):format(folder))
    == true
end

--- The mean nDCG of each half over all collections.
local function evaluate(folder, sets)
  local sums = { 0, 0 }
  for _, set in ipairs(sets) do
    local line = "LUA_CPATH='%s/build/?.so;;' lua5.4 spec/proof/bench/trec.lua %s %s %s %d"
    local queries = shell.quoted(set.path .. "/queries.jsonl")
    local run =
      measure.run(line:format(folder, shell.quoted(set.docs), set.locale, queries, DEPTH))
    for half = 1, 2 do
      sums[half] = sums[half] + (ndcg.mean(set.halves[half], ndcg.ranking(run), DEPTH) or 0)
    end
  end
  return { sums[1] / #sets, sums[2] / #sets }
end

--- The constants of weights.h in their order: `{ name, value, integer }`.
local function read_constants(weights)
  local constants = {}
  for name, value in weights:gmatch("%f[%w_]([A-Z][A-Z_%d]+) ?=? ([%d.]+)") do
    local wanted = not ONLY or ("," .. ONLY .. ","):find("," .. name .. ",", 1, true)
    local number = tonumber(value)
    if wanted and number and number > 0 and name ~= "PER_CENT" and not name:find("_ONE$") then
      constants[#constants + 1] = { name, number, integer = not value:find(".", 1, true) }
    end
  end
  return constants
end

local function with_value(weights, name, value)
  for _, pattern in ipairs(PATTERNS) do
    local changed, count = weights:gsub(
      pattern:format(name),
      function(before) return before .. value end
    )
    if count > 0 then return changed end
  end
  error(name .. " is not in " .. WEIGHTS)
end

--- The values to try, without the present one.
local function candidates(constant)
  local values, known = {}, { [constant[2]] = true }
  for step in STEPS:gmatch("[^,]+") do
    local value = constant[2] * tonumber(step)
    value = constant.integer and math.floor(value + 0.5) or tonumber(("%.3g"):format(value))
    if not known[value] then values[#values + 1] = value end
    known[value] = true
  end
  return values
end

--- True when the best value of one half is this one, and the other half is better with it, too.
local function holds(rows, row)
  for half = 1, 2 do
    local best = row
    for _, other in ipairs(rows) do
      if other.gain[half] > best.gain[half] then best = other end
    end
    if best == row and row.gain[half] > LEAST and row.gain[3 - half] > LEAST then
      return true
    end
  end
  return false
end

local function try_constant(folder, sets, weights, constant, base)
  local rows = {}
  for _, value in ipairs(candidates(constant)) do
    if build(folder, with_value(weights, constant[1], tostring(value))) then
      local found = evaluate(folder, sets)
      rows[#rows + 1] = { value = value, gain = { found[1] - base[1], found[2] - base[2] } }
    end
  end
  for _, row in ipairs(rows) do
    local name, now = constant[1], constant[2]
    print(
      ("%-28s %8g %8g %+8.2f %+8.2f%s"):format(
        name,
        now,
        row.value,
        row.gain[1] * 100,
        row.gain[2] * 100,
        holds(rows, row) and "  holds" or ""
      )
    )
  end
  if #rows == 0 then
    print(("%-28s %8g  no other is accepted"):format(constant[1], constant[2]))
  end
end

measure.in_folder(function(folder)
  local sets, weights = read_sets(folder), measure.read(WEIGHTS)
  copy_sources(folder)
  assert(build(folder, weights), "the engine does not build")
  local base = evaluate(folder, sets)
  print(
    ("%d collections, seed %d: nDCG@10 %.4f and %.4f"):format(#sets, SEED, base[1], base[2])
  )
  print("constant                          now    other   half A   half B")
  for _, constant in ipairs(read_constants(weights)) do
    try_constant(folder, sets, weights, constant, base)
  end
end)
