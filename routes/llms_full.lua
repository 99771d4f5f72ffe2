--- Reference, guides and the English lessons and articles in one text.
local svc = require("svc")
local agents = require("site.agents")
local guide = require("site.guide")
local reference = require("site.reference")
local site = require("site")

return {
  method = "GET",
  path = "/llms-full.txt",
  produces = { "text/plain; charset=utf-8", "text/markdown; charset=utf-8" },
  cache = "publication",
  published = true,

  handle = function(call)
    local parts = { reference.markdown(call) }
    for _, entry in ipairs(guide.list) do
      parts[#parts + 1] = guide.text(entry.name, call)
    end
    for _, section in ipairs({ "articles", "material" }) do
      for item in call.publication:each(svc.locales[1], section) do
        local text = item.readable and call.publication:text(item.content_id)
        if text then
          local path = site.url(item, { site_url = "" })
          text = agents.markdown(text, path, call.config)
          parts[#parts + 1] = "<" .. site.url(item, call.config) .. ">\n\n" .. text
        end
      end
    end
    return table.concat(parts, "\n\n---\n\n")
  end,
}
