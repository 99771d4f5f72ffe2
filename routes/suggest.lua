--- Suggestions for the search field of pages: titles and verses, without a text. They are no
-- operation of the API, and take of the budget of pages.
local svc = require("svc")
local crumbs = require("site.crumbs")
local params = require("web.params")
local site = require("site")
local text = require("base.text")

local MOST = 6

--- The subject of a lesson; nil of everything else.
local function subject(item, publication)
  if item.section ~= "material" or crumbs.depth(item.route) < 3 then return nil end
  return crumbs.label(publication, item.locale, crumbs.head(item.route, 2))
end

--- The surahs that the words may become the name of: "surat al-fati".
local function begun(call)
  local surahs = {}
  for _, surah in ipairs(svc.quran_begun(call.params.q)) do
    surahs[#surahs + 1] = call.publication:route(call.params.locale, "quran/" .. surah)
  end
  return surahs
end

--- Puts what begins with the words typed so far ahead of what only holds them, each in its order.
local function begun_first(items, asked)
  local start, first, rest = text.trim(asked):lower(), {}, {}
  for _, item in ipairs(items) do
    local begins = item.title:lower():sub(1, #start) == start
    table.insert(begins and first or rest, item)
  end
  return svc.array(table.move(rest, 1, #rest, #first + 1, first))
end

return {
  method = "GET",
  path = "/suggest",
  cache = "publication",
  published = true,
  params = {
    q = params.string({
      max_bytes = svc.query_bytes,
      blank = true,
      default = "",
      description = "The words typed so far.",
    }),
    locale = params.locale(),
  },

  handle = function(call)
    local asked = call.params
    if text.is_blank(asked.q) then return { items = svc.array({}) } end
    local found = call.publication:search({
      queries = { asked.q },
      locale = asked.locale,
      limit = MOST,
      excerpts = false,
      site = call.config.site_url,
    })
    local items, known, list = svc.array({}), {}, begun(call)
    for _, item in ipairs(table.move(found.items, 1, #found.items, #list + 1, list)) do
      local path = site.path(item)
      if not known[path] and #items < MOST then
        items[#items + 1] = {
          kind = item.verse and "verse" or item.section,
          path = path,
          subject = subject(item, call.publication),
          title = site.title(item),
        }
      end
      known[path] = true
    end
    return { items = begun_first(items, asked.q) }
  end,
}
