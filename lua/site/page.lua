--- Pages: the frame around what people read, and the same as Markdown for agents.

local svc = require("svc")
local agents = require("site.agents")
local asset = require("site.asset")
local blocks = require("site.blocks")
local face = require("base.face")
local header = require("site.header")
local meta = require("site.meta")
local negotiate = require("web.negotiate")
local problem = require("web.problem")
local respond = require("web.respond")
local tables = require("base.tables")
local template = require("site.template")
local uri = require("base.uri")
local words = require("base.locales")

local page = {}

--- The forms every page has; people's browsers get the first.
page.TYPES = { "text/html; charset=utf-8", "text/markdown; charset=utf-8" }

--- Scripts, styles, fonts and requests of this origin only, nothing inline, no frames.
local POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; "
  .. "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
  .. "frame-ancestors 'none'"

page.escape, page.fill, page.localised = template.escape, template.fill, template.localised

--- The routes that are operations, by their ids, of each application.
local operations = setmetatable({}, { __mode = "k" })

local function list_operations(app)
  local list = {}
  for _, route in ipairs(app.routes) do
    if route.operation then list[route.operation] = route end
  end
  operations[app] = list
  return list
end

--- The route that is an operation, by its id.
-- @treturn table
function page.operation(call, id)
  local list = operations[call.app] or list_operations(call.app)
  return list[id] or error("no route is the operation " .. id, 2)
end

local FRAME = face.template(
  "frame",
  [[
<!doctype html>
<html lang="{lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – {name}</title>
{!meta}<link rel="stylesheet" href="{style}">
<link rel="icon" href="{icon}" type="{icon_type}">
{!scripts}</head>
<body class="{kind}">
<a class="skip" href="#main">{skip}</a>
<div class="said" aria-hidden="true" data-markdown-ignore>For AI agents: the index of everything is
<a href="/llms.txt" tabindex="-1">/llms.txt</a>. This page as Markdown: Accept: text/markdown.</div>
{!header}<main id="main" tabindex="-1">
{!main}</main>
<footer>
<p><a href="/{lang}">{home}</a> · <a href="/terms/{lang}">{terms}</a> ·
<a href="/docs">{developers}</a> · <a href="/llms.txt">llms.txt</a>{!links}{!markdown}</p>
</footer>
</body>
</html>
]]
)

--- The operator's links of the footer.
local function own_links()
  local links = {}
  for i, link in ipairs(face.footer) do
    links[i] = page.fill(' · <a href="{url}">{text}</a>', { text = link[1], url = link[2] })
  end
  return table.concat(links)
end

local FRAMES = page.localised(
  FRAME,
  function(w, locale)
    return {
      developers = w.developers,
      header = header.templates[locale],
      home = w.home,
      icon = asset.path("icon"),
      icon_type = asset.type("icon"),
      lang = locale,
      links = own_links(),
      meta = meta.templates[locale],
      name = face.name,
      skip = w.skip,
      style = asset.path("style.css"),
      terms = w.terms,
    }
  end
)

local MARKDOWN = page.localised(
  ' · <a href="{markdown_path}">{word}</a>',
  function(w) return { word = w.markdown } end
)

local SCRIPT = '<script src="{path}" defer></script>\n'
local COMMON = page.fill(SCRIPT, { path = asset.path("site.js") })

--- The script of all pages, and the one of this kind where it has its own.
local function scripts(own)
  return own and COMMON .. page.fill(SCRIPT, { path = asset.path(own) }) or COMMON
end

--- A whole HTML document.
-- @tparam table view see `page.answer`
-- @tparam table call
-- @treturn string
function page.html(view, call)
  local values = {
    kind = view.kind or "plain",
    main = view.html(),
    markdown = view.markdown_path and page.fill(MARKDOWN[view.lang], view) or "",
    path = view.path,
    scripts = scripts(view.script),
    site = call.config.site_url,
    title = view.title,
  }
  header.add(values, view, call.publication)
  meta.add(values, view)
  return page.fill(FRAMES[view.lang], values)
end

--- The links of each application that are the same on all pages.
local common_links = setmetatable({}, { __mode = "k" })

local function links_of(call)
  local base = call.config.base_url
  local known = table.concat({
    "",
    ('<%s%s>; rel="service-desc"; type="application/json"'):format(
      base,
      page.operation(call, "getSvcOpenApi").path
    ),
    ('<%s/docs>; rel="service-doc"; type="text/html"'):format(base),
    ('<%s%s>; rel="status"; type="application/json"'):format(
      base,
      page.operation(call, "getSvcApiHealth").path
    ),
    ('<%s/llms.txt>; rel="describedby"; type="text/plain"'):format(base),
  }, ", ")
  common_links[call.app] = known
  return known
end

--- The Link header by which agents find the rest (RFC 8288, 8631).
local function links(view, call)
  local site, common = call.config.site_url, common_links[call.app] or links_of(call)
  local own = "<" .. site .. view.path .. '>; rel="canonical"' .. common
  if not view.markdown_path then return own end
  return own
    .. ", <"
    .. site
    .. view.markdown_path
    .. '>; rel="alternate"; type="text/markdown"'
end

--- Header fields of a page in the form of a type.
local function page_fields(media_type, language, cache)
  return {
    { "Content-Type", media_type },
    { "Content-Language", language },
    { "Cache-Control", respond.cache[cache] },
    { "Vary", "Accept, Accept-Encoding" },
    { "Content-Security-Policy", POLICY },
    { "Referrer-Policy", "strict-origin-when-cross-origin" },
  }
end

local REFUSAL = face.template(
  "refusal",
  [[
<article class="refusal">
<h1>{title}</h1>
<p class="lead">{advice}</p>
<p><a href="/{lang}">{home}</a></p>
<details><summary>{more}</summary>
<div lang="en"><p>{!detail}</p>
<p>{!resolution}</p>
<p><a href="{type}">{code}</a></p></div></details>
</article>
]]
)

--- The language to speak to who asked: that of the path, of the search, or of the reader.
local function language_of(request, query)
  local own, asked = request.path:match("^/(%l%l)%f[./\0]"), (query.locale or {})[1]
  if words[own] then return own end
  if words[asked] then return asked end
  return negotiate.language(request.headers["accept-language"], svc.locales)
end

--- Words to search for after a failure: those searched for, or the last words of the path.
local function wanted(fault, request, query)
  if query.query then return query.query[1] end
  local last = fault.code:find("_NOT_FOUND$")
    and request.path:match("^.*/(.*)$"):gsub("%.md$", "")
  return last and not last:find("[^%w-]") and last:gsub("-", " ") or nil
end

--- A problem for people, in their language, with the search and the way home.
-- @tparam table fault
-- @tparam table call
-- @tparam table request
-- @treturn table response
function page.refusal(fault, call, request)
  local query = uri.parse_query(request.query) or {}
  local lang = language_of(request, query)
  local w, type = words[lang], problem.type(fault.code, "")
  local wording = w.problems[fault.status] or w.problems.other
  local view = { kind = "problem", lang = lang, path = type, unlisted = true }
  view.query, view.title = wanted(fault, request, query), wording.title
  function view.html()
    return page.fill(REFUSAL, {
      advice = wording.advice,
      code = fault.code,
      detail = blocks.words(fault.detail),
      home = w.home,
      lang = lang,
      more = w.problem_more,
      resolution = blocks.words(fault.resolution),
      title = wording.title,
      type = type,
    })
  end
  local fields = tables.append(page_fields(page.TYPES[1], lang, "none"), problem.headers(fault))
  return respond.new(fault.status, fields, page.html(view, call))
end

--- A page in the form the client likes best.
-- @tparam table call of a route that produces `page.TYPES`
-- @tparam table view `title`, `path` (root-relative), `lang` (default locale unless given),
-- `markdown` (the page as Markdown, with whole addresses, or a function that gives it), `html` (a
-- function that gives what stands in `main`), and if there are such: `markdown_path`,
-- `description`, `alternates` (locale -> path), `chooser` (path that leads on to one of them),
-- `kind` (class of the body), `linked_data` (members of its JSON-LD besides those that all have),
-- `preload` (a face that the page shows at once), `query` (what was searched), `script` (an asset
-- that this kind of page loads too), `switch` (locale -> path of the language switch, where these
-- are no translations), `unlisted` (true: not for crawlers)
-- @treturn table response
function page.answer(call, view)
  view.lang = view.lang or svc.locales[1]
  local is_html = call.type == page.TYPES[1]
  local fields = page_fields(call.type, view.lang, call.route.cache)
  fields[#fields + 1] = { "Link", links(view, call) }
  if is_html then return respond.new(200, fields, page.html(view, call)) end
  local markdown = view.markdown
  if type(markdown) == "function" then markdown = markdown() end
  return respond.new(200, fields, agents.markdown(markdown, call.config))
end

--- The operator's own pages, a route each.
-- @treturn {table,...}
function page.own_routes()
  return tables.map(face.pages, function(own)
    local view = {
      html = function() return own.html end,
      kind = "own",
      lang = own.lang,
      markdown_path = own.path .. ".md",
      path = own.path,
      title = own.title,
    }
    return page.route({
      path = own.path,
      handle = function(call)
        local site = call.config.site_url:gsub("%%", "%%%%")
        local markdown = own.markdown:gsub("https://site%.invalid", site)
        return page.answer(call, tables.merge(view, { markdown = markdown }))
      end,
    })
  end)
end

--- A route that answers with a page.
-- @tparam table own `path`, `handle` and what else it has of a route (web/route.lua)
-- @treturn table
function page.route(own)
  local common = { method = "GET", produces = page.TYPES, cache = "publication" }
  return tables.merge(common, { refusal = page.refusal }, own)
end

return page
