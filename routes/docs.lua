--- The documentation: the reference rendered from the contract, and the guides.
local guide = require("site.guide")
local page = require("site.page")
local problem = require("web.problem")
local reference = require("site.reference")

local function view(path, title, markdown, description, html)
  return {
    description = description,
    html = html,
    kind = "docs",
    markdown = markdown,
    markdown_path = path .. ".md",
    path = path,
    title = title,
  }
end

return {
  page.route({
    path = "/docs",
    handle = function(call)
      local markdown = reference.markdown(call)
      local description =
        "Every operation of the API with its parameters, answers and examples."
      local function html() return reference.html(markdown, call) end
      return page.answer(call, view("/docs", "API reference", markdown, description, html))
    end,
  }),
  page.route({
    path = "/docs/{name}",
    handle = function(call)
      local name = call.captures.name
      local entry = guide.entry(name)
      if not entry then return problem.refuse("ENDPOINT_NOT_FOUND") end
      local markdown = guide.text(name, call)
      return page.answer(
        call,
        view("/docs/" .. name, entry.title, markdown, entry.title .. ".")
      )
    end,
  }),
}
