--- The index of the verses of a language for agents (llmstxt.org): `/en/quran/llms.txt` and so on.
local problem = require("web.problem")
local site = require("site")
local svc = require("svc")
local verse = require("site.verse")
local words = require("base.locales")

local HEAD =
  "# %s\n\n> Each verse has a page, with its Arabic text, a translation and its sources.\n"

local routes = {}
for i, locale in ipairs(svc.quran_locales) do
  routes[i] = {
    method = "GET",
    path = ("/%s/quran/llms.txt"):format(locale),
    produces = { "text/plain; charset=utf-8", "text/markdown; charset=utf-8" },
    cache = "publication",
    published = true,
    handle = function(call)
      local root, lines = call.config.site_url, { HEAD:format(words[locale].quran) }
      verse.each(call.publication, locale, function(n, path, item)
        if n == 1 then lines[#lines + 1] = "\n## " .. item.title .. "\n" end
        local name = "- [" .. site.surah(item) .. ":" .. n .. "]("
        lines[#lines + 1] = name .. root .. path .. "/" .. n .. ".md)"
      end)
      if #lines == 1 then return problem.refuse("CONTENT_NOT_FOUND") end
      return table.concat(lines, "\n") .. "\n"
    end,
  }
end
return routes
