--- The newest lessons, articles and try-outs of a language, as an Atom feed (RFC 4287).
local svc = require("svc")
local credits = require("site.credits")
local page = require("site.page")
local site = require("site")
local words = require("base.locales")

local MOST = 50

local FEED = [[
<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{lang}">
<title>{name} – {all}</title>
<id>{site}/{lang}/feed.atom</id>
<updated>{updated}T00:00:00Z</updated>
<author><name>{authors}</name></author>
{!rights}<link rel="self" href="{site}/{lang}/feed.atom"/>
<link rel="alternate" type="text/html" href="{site}/{lang}"/>
{!entries}</feed>
]]

local ENTRY = [[
<entry>
<title>{title}</title>
<id>{url}</id>
<link href="{url}"/>
<updated>{updated}T00:00:00Z</updated>
<summary>{description}</summary>
</entry>
]]

local routes = {}
for i, locale in ipairs(svc.locales) do
  routes[i] = {
    method = "GET",
    path = ("/%s/feed.atom"):format(locale),
    produces = { "application/atom+xml" },
    cache = "publication",
    published = true,
    handle = function(call)
      local items, entries = call.publication:newest(locale, nil, MOST), {}
      for n, item in ipairs(items) do
        entries[n] = page.fill(ENTRY, {
          description = item.description or "",
          title = item.title,
          updated = item.updated,
          url = site.url(item, call.config),
        })
      end
      local credit = credits.of(call.publication, locale)
      return page.fill(FEED, {
        all = words[locale].all,
        authors = credit and credit.authors or site.name,
        name = site.name,
        entries = table.concat(entries),
        lang = locale,
        rights = credit and page.fill("<rights>{licence}: {url}</rights>\n", credit) or "",
        site = call.config.site_url,
        updated = items[1] and items[1].updated or "1970-01-01",
      })
    end,
  }
end
return routes
