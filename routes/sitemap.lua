--- Every page, for crawlers (sitemaps.org).
local guide = require("site.guide")
local page = require("site.page")
local problem = require("web.problem")
local site = require("site")
local svc = require("svc")

local HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
  .. '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'

return {
  method = "GET",
  path = "/sitemap.xml",
  produces = { "application/xml" },
  cache = "publication",
  published = true,

  handle = function(call)
    local lines = { HEAD }
    local function add(url, updated)
      local date = updated and page.fill("<lastmod>{updated}</lastmod>", { updated = updated })
      lines[#lines + 1] = page.fill("<url><loc>{url}</loc>{!date}</url>\n", {
        url = url,
        date = date or "",
      })
    end
    local root = call.config.site_url
    for _, path in ipairs({ "/docs", "/problems" }) do
      add(root .. path)
    end
    for _, entry in ipairs(guide.list) do
      add(root .. "/docs/" .. entry.name)
    end
    for _, entry in ipairs(problem.list) do
      add(problem.type(entry.code, root))
    end
    for _, locale in ipairs(svc.locales) do
      add(root .. "/" .. locale)
    end
    for item in call.publication:each() do
      add(site.url(item, call.config), item.updated)
    end
    return table.concat(lines) .. "</urlset>\n"
  end,
}
