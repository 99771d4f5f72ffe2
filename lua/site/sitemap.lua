--- The addresses of all pages for crawlers (sitemaps.org): one file where they fit, else an index
-- of files, each of which is written without reading the others.

local crumbs = require("site.crumbs")
local guide = require("site.guide")
local page = require("site.page")
local problem = require("web.problem")
local svc = require("svc")
local verse = require("site.verse")

local sitemap = {}

--- Addresses of a file at most: half of what crawlers accept, so that writing one takes about half
-- of the instructions that a request may.
sitemap.MOST = 25000

local HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
  .. '<%s xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'

--- Documents of a locale at most whose addresses are counted; more are taken to have as many pages
-- above them as there may be, which takes no time.
local COUNTED = 5000

--- Pages that are there whatever is published.
local function fixed()
  local paths = { "/docs", "/problems" }
  for _, entry in ipairs(guide.list) do
    paths[#paths + 1] = "/docs/" .. entry.name
  end
  for _, entry in ipairs(problem.list) do
    paths[#paths + 1] = problem.type(entry.code, "")
  end
  for _, locale in ipairs(svc.locales) do
    for _, form in ipairs({ "/%s", "/terms/%s", "/proven/%s" }) do
      paths[#paths + 1] = form:format(locale)
    end
  end
  return paths
end

--- Adds `count` documents of a locale behind `skipped` others, and the pages above them.
local function add_documents(publication, locale, skipped, count, add)
  local root, before = ("/%s/"):format(locale), ""
  local function visit(path) add(root .. path) end
  if skipped > 0 then before = publication:each(locale, nil, skipped - 1)().route end
  for item in publication:each(locale, nil, skipped) do
    crumbs.above(item.route, before, visit)
    add(root .. item.route, item.updated)
    before, count = item.route, count - 1
    if count == 0 then return end
  end
end

--- Addresses of documents and of the pages above them, at most.
local function most_of(publication, locale, skipped, count)
  if count > COUNTED then return count * (1 + crumbs.ABOVE) end
  local most = 0
  add_documents(publication, locale, skipped, count, function() most = most + 1 end)
  return most
end

--- The verses of the Quran.
local VERSES = 0
for surah = 1, svc.surahs do
  VERSES = VERSES + svc.verse_count(surah)
end

--- The parts of a sitemap: `most`, the addresses of each at most, and `each(add)`, which calls
-- `add(path, updated)` for them.
local function parts_of(publication)
  local pages, parts = fixed(), {}
  local function part(most, each) parts[#parts + 1] = { most = most, each = each } end
  part(#pages, function(add)
    for _, path in ipairs(pages) do
      add(path)
    end
  end)
  local size = sitemap.MOST // (1 + crumbs.ABOVE)
  for _, row in ipairs(publication:counts()) do
    local locale = row.locale
    for skipped = 0, row.count - 1, size do
      local count = math.min(size, row.count - skipped)
      part(
        most_of(publication, locale, skipped, count),
        function(add) add_documents(publication, locale, skipped, count, add) end
      )
    end
    if publication:quran(1, 1, 1, locale, false) then
      part(VERSES, function(add)
        verse.each(publication, locale, function(n, path) add(path .. "/" .. n) end)
      end)
    end
  end
  return parts
end

--- The addresses of parts as a file.
local function addresses(parts, config)
  local lines, root = { HEAD:format("urlset") }, page.escape(config.site_url)
  local function add(path, updated)
    local day = updated and "</loc><lastmod>" .. updated .. "</lastmod></url>\n"
    lines[#lines + 1] = "<url><loc>" .. root .. path .. (day or "</loc></url>\n")
  end
  for _, part in ipairs(parts) do
    part.each(add)
  end
  lines[#lines + 1] = "</urlset>\n"
  return table.concat(lines)
end

--- The sitemap of a service, or the index of its files.
-- @tparam userdata publication
-- @tparam table config its `site_url`
-- @treturn string XML
function sitemap.whole(publication, config)
  local parts, most = parts_of(publication), 0
  for _, part in ipairs(parts) do
    most = most + part.most
  end
  if most <= sitemap.MOST then return addresses(parts, config) end
  local lines = { HEAD:format("sitemapindex") }
  for number in ipairs(parts) do
    lines[#lines + 1] =
      page.fill("<sitemap><loc>{site}/sitemap-{number}.xml</loc></sitemap>\n", {
        number = number,
        site = config.site_url,
      })
  end
  lines[#lines + 1] = "</sitemapindex>\n"
  return table.concat(lines)
end

--- A file of the index.
-- @tparam userdata publication
-- @tparam integer number from 1
-- @tparam table config its `site_url`
-- @treturn string|nil XML; nil where there is no such file
function sitemap.file(publication, number, config)
  local part = parts_of(publication)[number]
  return part and addresses({ part }, config)
end

return sitemap
