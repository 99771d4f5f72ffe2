--- The canonical pages of all items, where their `url` points; of verses; and of what lies below a
-- path.
local svc = require("svc")
local document = require("site.document")
local page = require("site.page")
local params = require("web.params")
local problem = require("web.problem")
local section = require("site.section")
local surah = require("site.surah")
local verse = require("site.verse")

--- The page of a verse, where a path names one.
local function verse_at(call, locale, path)
  local number, n = verse.numbers(path)
  local item = number and call.publication:route(locale, "quran/" .. number)
  return item and verse.of(item, number, n, call)
end

local function handler(locale)
  return function(call)
    local path = call.captures.page
    if path:find("/$") then return problem.refuse("ENDPOINT_NOT_FOUND") end
    local item = call.publication:route(locale, path)
    local view = not item
      and (verse_at(call, locale, path) or section.of(call, locale, path, call.params.offset))
    if view then return page.answer(call, view) end
    if not item then return problem.refuse("CONTENT_NOT_FOUND") end
    local kind = item.section == "quran" and surah or document
    return page.answer(call, kind.of(item, call))
  end
end

local routes = {}
for i, locale in ipairs(svc.locales) do
  routes[i] = page.route({
    path = ("/%s/{+page}"):format(locale),
    params = {
      offset = params.integer({
        min = 0,
        default = 0,
        description = "Entries before the page, where more lies below a path than one shows.",
      }),
      tafsir = params.boolean({
        default = false,
        description = "Show the tafsir below each verse where the locale embeds one.",
      }),
    },
    published = true,
    handle = handler(locale),
  })
end
return routes
