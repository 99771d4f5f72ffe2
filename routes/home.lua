--- The landing page: what this is, a search, and how to begin.
local svc = require("svc")
local guide = require("site.guide")
local page = require("site.page")
local words = require("site.locales")

local SEARCH = [[
<form class="find" data-markdown-ignore action="/search" role="search" aria-label="{label}">
<label for="find">{label}</label>
<p><input id="find" type="search" name="query" maxlength="{longest}" placeholder="{prompt}" required
 autocomplete="off" data-search="{endpoint}"> <button>{search}</button></p>
<fieldset><legend>{language}</legend>{!locales}</fieldset>
<div class="found" role="status" data-none="{none}" data-failed="{unreachable}"></div>
</form>
]]

local LOCALE = '<label><input type="radio" name="locale" value="{locale}"{!checked}> '
  .. '<span lang="{locale}">{name}</span></label> '

local function form(call)
  local w, locales = words[svc.locales[1]], {}
  for i, locale in ipairs(svc.locales) do
    locales[i] = page.fill(LOCALE, {
      checked = i == 1 and " checked" or "",
      locale = locale,
      name = words[locale].name,
    })
  end
  return page.fill(SEARCH, {
    endpoint = page.operation(call, "searchSvcContent").path,
    label = w.search_label,
    language = w.language,
    longest = svc.query_bytes,
    locales = table.concat(locales),
    none = w.none,
    prompt = w.prompt,
    search = w.search,
    unreachable = w.unreachable,
  })
end

return page.route({
  path = "/",

  handle = function(call)
    local markdown = guide.text("home", call)
    local function html()
      local head, rest = svc.html(markdown):match("^(.-</p>\n)(.*)$")
      return head .. form(call) .. rest
    end
    return page.answer(call, {
      description = "Open, signed lessons, articles, try-outs and Quran references for people "
        .. "and programs.",
      html = html,
      kind = "home",
      markdown = markdown,
      markdown_path = "/index.md",
      path = "/",
      title = "Open learning content",
    })
  end,
})
