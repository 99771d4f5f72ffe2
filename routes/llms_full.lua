--- Reference, guides and the English lessons and articles in one text, and where each verse is.
local svc = require("svc")
local agents = require("site.agents")
local guide = require("site.guide")
local reference = require("site.reference")
local site = require("site")
local words = require("site.locales")

--- Where every verse is named, in each language that the publication has the Quran in.
local function verses(publication, config)
  local lines = { "# Verses of the Quran", "" }
  for _, locale in ipairs(svc.quran_locales) do
    if publication:quran(1, 1, 1, locale, false) then
      local line = "- [%s, each verse](%s/%s/quran/llms.txt)"
      lines[#lines + 1] = line:format(words[locale].name, config.site_url, locale)
    end
  end
  return #lines > 2 and table.concat(lines, "\n") or nil
end

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
    parts[#parts + 1] = verses(call.publication, call.config)
    return table.concat(parts, "\n\n---\n\n")
  end,
}
