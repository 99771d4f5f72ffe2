--- The work of a worker with long texts: items of a search with excerpts, pages and Markdown, all
-- of them bytes that publishing made.

local publication = require("spec.proof.growth.publication")
local svc = require("svc")

local function serve(opened)
  local id = "asset:en:material:a"
  local found = opened:search({ queries = { "light" }, locale = "en" }).items[1]
  assert(found.content_id == id)
  svc.json(found)
  svc.json({ text = opened:text(id) })
  assert(#opened:html(id) > 0 and #opened:whole_text(id, "https://site.test") > 0)
end

--- Texts that took another parser seconds, each repeated.
-- stylua: ignore
local TEXTS = {
  { "addresses with brackets", "www.a.b/(" },
  { "whole addresses with brackets", "http://a.b/(" },
  { "definitions that do not end", "[a]: <x\n" },
}

local cases = {}
for i, row in ipairs(TEXTS) do
  cases[i] = {
    name = "served: " .. row[1],
    run = serve,
    size = 8192,
    worst = function(n)
      return publication.open(publication.write("Light.\n\n" .. row[2]:rep(n // #row[2])))
    end,
  }
end

return cases
