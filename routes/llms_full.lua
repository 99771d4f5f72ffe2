--- Reference, guides and the English lessons and articles in one text, and where each verse is.
local svc = require("svc")
local agents = require("site.agents")
local guide = require("site.guide")
local reference = require("site.reference")
local site = require("site")
local words = require("base.locales")

--- The lists of every verse, in each language that the publication has the Quran in.
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

--- The most that it holds: documents of a section that are looked at, and bytes of texts. A text is
-- its greatest work, which grows with its links and lines of code.
local MOST, MOST_BYTES = 400, 2 << 20

local REST = "The texts do not end here: %s/sitemap.xml has the address of every page, which gives "
  .. "its text as Markdown where `.md` is added."

--- Adds the texts of a section.
-- @treturn integer bytes that are left
-- @treturn boolean whether it was all of them
local function add_texts(call, section, left, parts)
  local looked = 0
  for item in call.publication:each(svc.locales[1], section) do
    local text = item.readable
        and call.publication:whole_text(item.content_id, call.config.site_url)
      or ""
    looked, left = looked + 1, left - #text
    if looked > MOST or left < 0 then return left, false end
    if item.readable then
      text = agents.markdown(text, call.config)
      parts[#parts + 1] = "<" .. site.url(item, call.config) .. ">\n\n" .. text
    end
  end
  return left, true
end

return {
  method = "GET",
  path = "/llms-full.txt",
  produces = { "text/plain; charset=utf-8", "text/markdown; charset=utf-8" },
  cache = "publication",
  published = true,

  handle = function(call)
    local parts = { reference.view(call).markdown }
    for _, entry in ipairs(guide.list) do
      parts[#parts + 1] = guide.view(entry.name, call).markdown
    end
    local left, whole = MOST_BYTES, true
    for _, section in ipairs({ "articles", "material" }) do
      local all
      left, all = add_texts(call, section, left, parts)
      whole = whole and all
    end
    if not whole then parts[#parts + 1] = REST:format(call.config.site_url) end
    parts[#parts + 1] = verses(call.publication, call.config)
    return table.concat(parts, "\n\n---\n\n")
  end,
}
