--- The documentation: the reference rendered from the contract, and the guides.
local guide = require("site.guide")
local page = require("site.page")
local problem = require("web.problem")
local reference = require("site.reference")

local function view(path, title, shown, description)
  return {
    description = description,
    html = shown.html,
    kind = "docs",
    markdown = shown.markdown,
    markdown_path = path .. ".md",
    path = path,
    title = title,
  }
end

return {
  page.route({
    path = "/docs",
    handle = function(call)
      local description =
        "Every operation of the API with its parameters, answers and examples."
      local made = reference.view(call)
      local shown = { html = function() return made.html end, markdown = made.markdown }
      return page.answer(call, view("/docs", "API reference", shown, description))
    end,
  }),
  page.route({
    path = "/docs/{name}",
    handle = function(call)
      local name = call.captures.name
      local entry = guide.entry(name)
      if not entry then return problem.refuse("ENDPOINT_NOT_FOUND") end
      local shown = guide.view(name, call)
      return page.answer(call, view("/docs/" .. name, entry.title, shown, entry.title .. "."))
    end,
  }),
}
