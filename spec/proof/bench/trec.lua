--- Prints a TREC run over a judged collection:
--     lua5.4 spec/proof/bench/trec.lua DOCS.jsonl LOCALE QUERIES.jsonl DEPTH
-- DOCS has `{id, title, text, locale}` lines, QUERIES `{id, text}` lines.
package.path = (arg[0]:match("^(.*)/[^/]*$") or ".") .. "/?.lua;" .. package.path

local corpus = require("corpus")

local docs, locale, queries, depth = table.unpack(arg)
if not depth then
  io.stderr:write("usage: trec.lua DOCS.jsonl LOCALE QUERIES.jsonl DEPTH\n")
  os.exit(2)
end

local collection = corpus.open(docs, locale)
for query in corpus.lines(queries) do
  local page = collection.publication:search({
    queries = { corpus.query(query.text) },
    locale = collection.locale,
    limit = math.tointeger(depth),
  })
  for rank, item in ipairs(page.items) do
    print(query.id, "Q0", collection.ids[item.content_id], rank, #page.items - rank + 1, "svc")
  end
end
