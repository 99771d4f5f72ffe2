--- Which addresses crawlers are given: every page once, in files no longer than they may be.
local application = require("spec.support.service.application")
local crumbs = require("site.crumbs")
local forge = require("spec.support.publication.forge")
local sitemap = require("site.sitemap")
local svc = require("svc")

local handler, most = application.new(), sitemap.MOST

after_each(function() sitemap.MOST = most end)

local function ask(path, publication)
  local request = application.request(path)
  request.publication = publication or request.publication
  return handler.handle(request)
end

-- The paths that a file names, or an index, and how often each.
local function named(path, publication, paths)
  local answer = ask(path, publication)
  assert.equal(200, answer.status, path)
  local count = 0
  for found in answer.body:gmatch("<loc>http://site.test(/[^<]*)</loc>") do
    paths[found] = (paths[found] or 0) + 1
    count = count + 1
  end
  return count
end

-- A publication of lessons in so many subjects, two a subject.
local function published(subjects)
  local builder = svc.builder()
  for i = 1, 2 * subjects do
    local place = ("s%d:l%d"):format((i + 1) // 2, i)
    builder:document {
      id = "asset:en:material:" .. place,
      concept = "concept:" .. place,
      lens = "lens:material",
      route = "material/" .. place:gsub(":", "/"),
      title = "T",
      updated = "2026-01-02",
    }
  end
  return assert(forge.open(forge.signed(builder)))
end

describe("the sitemap", function()
  local paths = {}
  local count = named("/sitemap.xml", nil, paths)

  it("names every item once, and every verse", function()
    for item in application.publication():each() do
      assert.equal(1, paths["/" .. item.locale .. "/" .. item.route], item.route)
    end
    local verses = 0
    for path in pairs(paths) do
      if path:find("^/%l%l/quran/%d+/%d+$") then verses = verses + 1 end
    end
    assert.equal(3 * 6236, verses)
    assert.equal(1, paths["/de/quran/114/6"])
    assert.is_nil(paths["/de/quran/114/7"])
    assert.is_true(count < most)
  end)

  it("names sections, subjects, countries and exams once", function()
    for _, path in ipairs {
      "/en/material",
      "/en/material/mathematics",
      "/de/tryout/indonesia",
      "/de/tryout/indonesia/snbt",
      "/id/quran",
      "/id",
      "/terms/id",
      "/docs",
      "/problems/rate-limited",
    } do
      assert.equal(1, paths[path], path)
      assert.equal(200, ask(path).status, path)
    end
  end)

  it("leads to pages that are there", function()
    for path in pairs(paths) do
      if not path:find("/quran/", 1, true) then assert.equal(200, ask(path).status, path) end
    end
    assert.equal(200, ask("/id/quran/2/286").status)
  end)

  it("tells the day of an item", function()
    local lesson = "/en/material/mathematics/quadratic-equations"
    local line = lesson .. "</loc><lastmod>2026-01-01</lastmod></url>\n"
    assert.truthy(ask("/sitemap.xml").body:find(line, 1, true))
  end)
end)

describe("a sitemap of more addresses than a file may have", function()
  it("is an index of files that name every page once, and none too many", function()
    local whole, parts, files = {}, {}, {}
    local publication <close> = published(150)
    local all = named("/sitemap.xml", publication, whole)
    sitemap.MOST = 500
    local a_file = sitemap.MOST // (1 + crumbs.ABOVE)
    assert.equal(1 + math.ceil(300 / a_file), named("/sitemap.xml", publication, files))
    assert.truthy(ask("/sitemap.xml", publication).body:find("\n<sitemapindex xmlns=", 1, true))
    local sum = 0
    for file in pairs(files) do
      local count = named(file, publication, parts)
      assert.is_true(count <= sitemap.MOST, file)
      sum = sum + count
    end
    assert.equal(all, sum)
    assert.same(whole, parts)
    assert.equal(1, parts["/en/material/s75"])
  end)

  it("has verses in files of their own", function()
    local files, verses = {}, {}
    sitemap.MOST = 7000
    assert.equal(7, named("/sitemap.xml", nil, files))
    assert.equal(6236, named("/sitemap-3.xml", nil, verses))
    assert.equal(1, verses["/en/quran/2/255"])
  end)

  it("has no other files", function()
    assert.equal(404, ask("/sitemap-8.xml").status)
    assert.equal(404, ask("/sitemap-0.xml").status)
    assert.equal(404, ask("/sitemap-01.xml").status)
    assert.equal(404, ask("/sitemap-x.xml").status)
  end)
end)

describe("the indexes for agents", function()
  it("name sections, subjects and exams before what lies below them", function()
    local text = ask("/llms.txt").body
    local subject = "- [Mathematics](http://site.test/en/material/mathematics.md)\n"
    local place = assert(text:find(subject, 1, true))
    assert.is_true(assert(text:find("(http://site.test/en/material.md)\n", 1, true)) < place)
    assert.is_true(assert(text:find("- [Quadratic equations](", 1, true)) > place)
    local exam = "- [SNBT (en)](http://site.test/en/tryout/indonesia/snbt.md)\n"
    assert.truthy(text:find(exam, 1, true))
  end)

  it("name every verse of a language, which all of them together lead to", function()
    local all, text = ask("/llms-full.txt").body, ask("/id/quran/llms.txt").body
    assert.truthy(all:find("(http://site.test/id/quran/llms.txt)", 1, true))
    local _, count = text:gsub("\n%- %[%d+:%d+%]%(http://site%.test/id/quran/%d+/%d+%.md%)", "")
    assert.equal(6236, count)
    assert.truthy(text:find("\n## Surah 114\n\n- [114:1](", 1, true))
  end)

  it("name no verses where there is no Quran", function()
    local publication <close> = published(1)
    assert.equal(404, ask("/en/quran/llms.txt", publication).status)
    local all = ask("/llms-full.txt", publication).body
    assert.is_nil(all:find("quran/llms.txt", 1, true))
  end)
end)
