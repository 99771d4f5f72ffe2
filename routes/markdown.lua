--- The Markdown form of an item, where its `markdown_url` points.
local problem = require("problem")
local site = require("site")

return {
  method = "GET",
  path = "/{+page}.md",
  produces = { "text/markdown; charset=utf-8" },
  cache = "publication",
  published = true,

  handle = function(call)
    local locale, route = call.captures.page:match("^([^/]+)/(.+)$")
    local document = locale and call.publication:route(locale, route)
    if not document then return nil, problem.new("CONTENT_NOT_FOUND") end
    return site.text(document, call.publication, call.config)
  end,
}
