--- The Markdown form of an item, where its `markdown_url` points: its signed text to the byte. And
-- that of every other page.
local svc = require("svc")
local page = require("page")
local problem = require("problem")
local respond = require("respond")
local site = require("site")

local MARKDOWN = page.TYPES[2]

local is_locale = {}
for _, locale in ipairs(svc.locales) do
  is_locale[locale] = true
end

--- The page at a path, as Markdown; `/index` is the landing page.
local function page_at(path, call)
  local entry, captures = call.app.router:match(path == "/index" and "/" or path)
  local route = entry and entry.methods.GET
  if not route or route.produces ~= page.TYPES then return nil end
  if route.published and not call.publication then
    return nil, problem.new("SERVICE_UNAVAILABLE")
  end
  local own = { captures = captures, params = {}, route = route, type = MARKDOWN }
  return route.handle(setmetatable(own, { __index = call }))
end

return {
  method = "GET",
  path = "/{+page}.md",
  produces = { MARKDOWN },
  cache = "publication",

  handle = function(call)
    local locale, path = call.captures.page:match("^([^/]+)/(.+)$")
    if not is_locale[locale] then
      local answer, fault = page_at("/" .. call.captures.page, call)
      return answer, answer == nil and (fault or problem.new("CONTENT_NOT_FOUND")) or nil
    end
    if not call.publication then return nil, problem.new("SERVICE_UNAVAILABLE") end
    local document = call.publication:route(locale, path)
    if not document then return nil, problem.new("CONTENT_NOT_FOUND") end
    local text, fault = site.text(document, call.publication, call.config)
    if not text then return nil, fault end
    return respond.new(200, {
      { "Content-Type", MARKDOWN },
      { "Content-Language", locale },
      { "Cache-Control", respond.cache.publication },
      { "Vary", "Accept-Encoding" },
      { "Link", ('<%s>; rel="canonical"'):format(site.url(document, call.config)) },
    }, text)
  end,
}
