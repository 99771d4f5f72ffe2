--- What each problem's `type` points to: cause and cure, for people.
local page = require("page")
local problem = require("problem")

return {
  method = "GET",
  path = "/problems/{slug}",
  produces = { "text/html; charset=utf-8", "text/markdown; charset=utf-8" },
  cache = "publication",

  handle = function(call)
    local entry = problem.of_slug(call.captures.slug)
    if not entry then return nil, problem.new("ENDPOINT_NOT_FOUND") end
    local parts = {
      { "h1", entry.title },
      { "p", ("Code %s, HTTP status %d."):format(entry.code, entry.status) },
      { "h2", "Cause" },
      { "p", entry.detail },
      { "h2", "Cure" },
      { "p", entry.resolution },
    }
    if call.type:find("^text/markdown") then return page.markdown(parts) end
    return page.html(entry.title, parts)
  end,
}
