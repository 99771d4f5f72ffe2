--- Pages for readers on what a proof shows and what it does not, in each language.
local svc = require("svc")
local guide = require("site.guide")
local page = require("site.page")

local function path_of(locale) return "/proven/" .. locale end

local alternates = {}
for _, locale in ipairs(svc.locales) do
  alternates[locale] = path_of(locale)
end

local routes = {}
for i, locale in ipairs(svc.locales) do
  local path = path_of(locale)
  routes[i] = page.route({
    path = path,
    handle = function(call)
      local view = guide.view("proven." .. locale, call)
      return page.answer(call, {
        alternates = alternates,
        kind = "docs",
        lang = locale,
        html = view.html,
        markdown = view.markdown,
        markdown_path = path .. ".md",
        path = path,
        title = view.markdown:match("^# ([^\n]+)"),
      })
    end,
  })
end
return routes
