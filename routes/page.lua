--- The canonical pages of all items, where their `url` points; of verses; and of what lies below a
-- path.
local svc = require("svc")
local document = require("site.document")
local lessons = require("site.path")
local page = require("site.page")
local params = require("web.params")
local passage = require("site.passage")
local problem = require("web.problem")
local respond = require("web.respond")
local section = require("site.section")
local surah = require("site.surah")
local verse = require("site.verse")

--- The page of a verse, or of some in a row, where a path names them.
local function verses_at(call, locale, path)
  local number, first, last = verse.numbers(path)
  local item = number and call.publication:route(locale, "quran/" .. number)
  return item and verse.of(item, number, first, last, call)
end

--- The target of another address: of verses or a surah, such as `quran/2:255` and
-- `quran/al-baqarah/255`, or a former one of a document; nil when there is none.
local function target_of(call, locale, path)
  local today = call.publication:label(locale, "alias", path)
  if today then return ("/%s/%s"):format(locale, today) end
  local found = path:find("^quran/") and svc.quran_reference(("/%s/%s"):format(locale, path))
  local names_verse = path:find("^quran/[^/:]+[/:]")
  local target = found
    and (found.first or not names_verse)
    and passage.path(found, locale, call.config.quran_max_verses)
  local is_page = target and call.publication:route(locale, "quran/" .. found.surah)
  return is_page and target or nil
end

--- The answer for another address.
local function redirect(call, locale, path)
  local target = target_of(call, locale, path)
  if not target then return nil end
  if call.type == page.TYPES[2] then target = target:gsub("%f[#\0]", ".md", 1) end
  return respond.new(
    308,
    { { "Location", target }, { "Cache-Control", respond.cache.publication } },
    ""
  )
end

local function handler(locale)
  return function(call)
    local path = call.captures.page
    if path:find("/$") then return problem.refuse("ENDPOINT_NOT_FOUND") end
    local item = call.publication:route(locale, path)
    local view = not item and (verses_at(call, locale, path) or section.of(call, locale, path))
    if view then return page.answer(call, view) end
    if not item then
      local moved = redirect(call, locale, path)
      if moved then return moved end
      return problem.refuse("CONTENT_NOT_FOUND")
    end
    if item.section == "quran" then return page.answer(call, surah.of(item, call)) end
    return page.answer(call, document.of(item, call, section.chapter(call, item)))
  end
end

local routes = {}
for i, locale in ipairs(svc.locales) do
  routes[i] = page.route({
    path = ("/%s/{+page}"):format(locale),
    params = {
      level = params.choice({ values = lessons.LEVELS, description = "A level of lessons." }),
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
