--- Searches a publication: lua5.4 search.lua PUBLICATION TRUST LOCALE WORDS
local svc = require("svc")

local path, trust, locale, words = table.unpack(arg)
local publication <close> = assert(svc.open(path, { trust = trust }))
local page = publication:search({ queries = { words }, locale = locale, limit = 3 })
for _, hit in ipairs(page.items) do
  print(hit.content_id, hit.title)
end
