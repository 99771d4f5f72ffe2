--- What each problem's `type` points to: cause, cure and an example, for people.
local page = require("site.page")
local pages = require("site.problem")
local problem = require("web.problem")

local function answer(call, path, title, text)
  return page.answer(call, {
    description = title .. ": what it means and what to do.",
    kind = "problem",
    markdown = text,
    markdown_path = path .. ".md",
    path = path,
    title = title,
  })
end

return {
  {
    method = "GET",
    path = "/problems",
    produces = page.TYPES,
    cache = "publication",
    handle = function(call) return answer(call, "/problems", "Problems", pages.list()) end,
  },
  {
    method = "GET",
    path = "/problems/{slug}",
    produces = page.TYPES,
    cache = "publication",
    handle = function(call)
      local entry = problem.of_slug(call.captures.slug)
      if not entry then return nil, problem.new("ENDPOINT_NOT_FOUND") end
      return answer(call, problem.type(entry.code, ""), entry.title, pages.one(entry, call))
    end,
  },
}
