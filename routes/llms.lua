--- The documentation index for agents (llmstxt.org).
local svc = require("svc")
local crumbs = require("site.crumbs")
local guide = require("site.guide")
local params = require("web.params")
local problem = require("web.problem")
local site_of = require("site")
local words = require("base.locales")

local HEAD = "# Service Public API\n\n"
  .. "> Read-only access to multilingual learning content (lessons, articles, try-outs) and "
  .. "bounded Quran verse references in "
  .. site_of.languages("%s")
  .. ". No account is needed.\n\n"
  .. "Search first, then read a result by its `content_id` when it has a `markdown_url`; a result "
  .. "without one can only be cited by its `url`. Every page has a Markdown form: add `.md` to its "
  .. "address or send `Accept: text/markdown`.\n"

--- The path of an operation with what it requires, as a URI template (RFC 6570).
local function template(route)
  local required = {}
  for _, name in ipairs(params.names(route.params)) do
    local declared = route.params[name]
    if declared.required and declared.from == "query" then required[#required + 1] = name end
  end
  return route.path .. (#required > 0 and "{?" .. table.concat(required, ",") .. "}" or "")
end

--- Items of a section that it lists at most: as many as an agent may want to read, for a fraction
-- of the instructions that a request may take.
local MOST = 250

--- The items of one language, a section each, behind the pages of the paths that they lie below.
local function content(call, locale, add)
  for _, section in ipairs(svc.sections) do
    add("\n## %s\n", words[locale][section])
    local before, left = "", MOST
    for item in call.publication:each(locale, section) do
      if left == 0 then
        add("- [Everything else](%s/sitemap.xml)", call.config.site_url)
        break
      end
      left = left - 1
      crumbs.above(item.route, before, function(path)
        local name = crumbs.name(call.publication, locale, path, section)
        add("- [%s](%s/%s/%s.md)", name, call.config.site_url, locale, path)
      end)
      before = item.route
      local note = item.readable and "" or ": no text here, to be cited only"
      add("- [%s](%s.md)%s", item.title, site_of.url(item, call.config), note)
    end
  end
end

return {
  method = "GET",
  path = "/llms.txt",
  produces = { "text/plain; charset=utf-8", "text/markdown; charset=utf-8" },
  cache = "publication",

  handle = function(call)
    local base, site, lines = call.config.base_url, call.config.site_url, { HEAD }
    local function add(line, ...) lines[#lines + 1] = line:format(...) end
    add("## Interfaces\n")
    add("- [API reference](%s/docs.md): every operation with parameters and examples", site)
    add("- Contract: `%s/openapi.json`, OpenAPI 3.1.1", base)
    add("- MCP: POST to `%s`, the same capabilities as tools", call.config.mcp_url)
    add("- [Problems](%s/problems.md): every error code, its cause and cure", site)
    add("\n## Operations\n")
    for _, route in ipairs(call.app.routes) do
      if route.operation then
        add("- `%s %s%s`: %s", route.method, base, template(route), route.summary)
      end
    end
    add("\n## Guides\n")
    for _, entry in ipairs(guide.list) do
      add("- [%s](%s/docs/%s.md)", entry.title, site, entry.name)
    end
    add("\n## Content\n")
    for _, locale in ipairs(svc.locales) do
      add("- [%s](%s/%s.md): %s", words[locale].name, site, locale, words[locale].all)
    end
    if call.publication then content(call, svc.locales[1], add) end
    add("\n## Optional\n")
    for _, entry in ipairs(problem.list) do
      add("- [%s](%s.md)", entry.title, problem.type(entry.code, site))
    end
    add(
      "- [Everything in one file](%s/llms-full.txt): reference, guides, English lessons",
      site
    )
    return table.concat(lines, "\n") .. "\n"
  end,
}
