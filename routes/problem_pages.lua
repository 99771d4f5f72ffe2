--- The pages that the `type` of a problem points to: cause, cure and an example, for people.
local blocks = require("site.blocks")
local page = require("site.page")
local pages = require("site.problem")
local problem = require("web.problem")

local function answer(call, path, title, shown)
  local view = {
    description = title .. ": what it means and what to do.",
    kind = "problem",
    markdown_path = path .. ".md",
    path = path,
    title = title,
  }
  return page.answer(call, blocks.fill(view, shown, call))
end

return {
  page.route({
    path = "/problems",
    handle = function(call) return answer(call, "/problems", "Problems", pages.list()) end,
  }),
  page.route({
    path = "/problems/{slug}",
    handle = function(call)
      local entry = problem.of_slug(call.captures.slug)
      if not entry then return problem.refuse("ENDPOINT_NOT_FOUND") end
      return answer(call, problem.type(entry.code, ""), entry.title, pages.one(entry, call))
    end,
  }),
}
