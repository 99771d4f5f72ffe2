--- The Markdown form of an item, where its `markdown_url` points.
local svc = require("svc")
local problem = require("problem")
local site = require("site")

local is_locale = {}
for _, locale in ipairs(svc.locales) do
  is_locale[locale] = true
end

return {
  method = "GET",
  path = "/{+page}.md",
  produces = { "text/markdown; charset=utf-8" },
  cache = "publication",
  published = true,

  handle = function(call)
    local locale, route = call.captures.page:match("^([^/]+)/(.+)$")
    local document = is_locale[locale] and call.publication:route(locale, route)
    if not document then return nil, problem.new("CONTENT_NOT_FOUND") end
    return site.text(document, call.publication, call.config)
  end,
}
