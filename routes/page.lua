--- The canonical pages of all items, where their `url` points.
local svc = require("svc")
local document = require("site.document")
local page = require("site.page")
local params = require("web.params")
local problem = require("web.problem")
local surah = require("site.surah")

local function handler(locale)
  return function(call)
    local path = call.captures.page
    if path:find("/$") then return problem.refuse("ENDPOINT_NOT_FOUND") end
    local item = call.publication:route(locale, path)
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
