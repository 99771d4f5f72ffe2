--- Documents: their order, how they are found, what is accepted, and a section that lies.
local svc = require("svc")
local forge = require("spec.support.publication.forge")

local key = forge.key()
local SITE = "https://site.test/base"

-- An open publication of the documents that `fill` adds.
local function publish(fill)
  local builder = svc.builder()
  fill(builder)
  return assert(forge.open(forge.signed(builder)))
end

-- An open publication of these documents.
local function publish_all(documents)
  return publish(function(builder)
    for _, each in ipairs(documents) do
      builder:document(each)
    end
  end)
end

local function document(changes)
  local d = {
    id = "asset:en:material:physics:light",
    concept = "concept:physics:light",
    lens = "lens:material:physics",
    route = "material/physics/light",
    title = "Light",
    description = "Waves",
    text = "# Light\n",
    updated = "2026-01-02",
  }
  for name, value in pairs(changes or {}) do
    d[name] = value ~= "" and value or nil
  end
  return d
end

local function small(locale, section, route, path)
  return {
    id = ("asset:%s:%s:%s"):format(locale, section, path or route:gsub("[/.~_]", ":"):lower()),
    concept = "concept:a:b",
    lens = "lens:" .. section,
    route = route,
    title = route,
    text = "x",
  }
end

describe("the fields of a document", function()
  it("are those of Content, derived where one follows from another", function()
    local publication <close> = publish(function(b) b:document(document()) end)
    assert.same({
      content_id = "asset:en:material:physics:light",
      assetId = "asset:en:material:physics:light",
      alignmentId = "alignment:material:physics:light",
      conceptId = "concept:physics:light",
      learningObjectId = "lo:material:physics:light",
      lensId = "lens:material:physics",
      locale = "en",
      section = "material",
      route = "material/physics/light",
      title = "Light",
      description = "Waves",
      updated = "2026-01-02",
      readable = true,
    }, publication:document("asset:en:material:physics:light"))
  end)

  it("leave out what is unknown", function()
    local publication <close> = publish(
      function(b) b:document(document { text = "", description = "", updated = "" }) end
    )
    local found = publication:document("asset:en:material:physics:light")
    assert.is_false(found.readable)
    assert.is_nil(found.description)
    assert.is_nil(found.updated)
    assert.is_nil(publication:text("asset:en:material:physics:light"))
  end)

  it("keep a text byte for byte", function()
    local text = "\tÄ\r\n\u{10FFFF} e\u{301}\n\n" .. ("x"):rep(200000)
    local publication <close> = publish(function(b) b:document(document { text = text }) end)
    assert.equal(text, publication:text("asset:en:material:physics:light"))
  end)
end)

describe("the order of documents", function()
  local publication
  setup(
    function()
      publication = publish_all {
        small("de", "material", "b"),
        small("id", "quran", "quran/2"),
        small("en", "quran", "quran/10"),
        small("en", "quran", "quran/2"),
        small("en", "articles", "z"),
        small("en", "material", "a/2/1"),
        small("en", "material", "a/10"),
        small("en", "material", "a/2"),
        small("en", "material", "B"),
        small("en", "material", "a/02", "padded"),
        small("en", "material", "a2b10"),
        small("en", "material", "a2b9"),
      }
    end
  )
  teardown(function() publication:close() end)

  local function routes(...)
    local list = {}
    for d in publication:each(...) do
      list[#list + 1] = d.locale .. " " .. d.route
    end
    return list
  end

  it(
    "is locale, section, route, with runs of digits as numbers",
    function()
      assert.same({
        "en z",
        "en B",
        "en a/02",
        "en a/2",
        "en a/2/1",
        "en a/10",
        "en a2b9",
        "en a2b10",
        "en quran/2",
        "en quran/10",
        "id quran/2",
        "de b",
      }, routes())
    end
  )

  it("makes a locale one range", function()
    assert.same({ "id quran/2" }, routes("id"))
    assert.same({ "de b" }, routes("de"))
  end)

  it("makes a section of a locale one range", function()
    assert.same({ "en quran/2", "en quran/10" }, routes("en", "quran"))
    assert.same({ "en z" }, routes("en", "articles"))
    assert.same({}, routes("en", "tryout"))
    assert.same({}, routes("de", "articles"))
  end)

  it("may be entered behind as many as are told", function()
    assert.same({ "en quran/10" }, routes("en", "quran", 1))
    assert.same({ "en quran/10", "id quran/2", "de b" }, routes(nil, nil, 9))
    assert.same({}, routes("en", "quran", 2))
    assert.same({}, routes("en", "quran", math.maxinteger))
    assert.error_matches(function() routes("en", "quran", -1) end, "0 or more")
  end)

  it("is counted by locale", function()
    local counts = { en = 10, id = 1, de = 1 }
    local expected = {}
    for i, locale in ipairs(svc.locales) do
      expected[i] = { locale = locale, count = counts[locale] or 0 }
    end
    assert.same(expected, publication:counts())
  end)

  it("raises for a locale or section that there is not", function()
    assert.has_error(function() publication:each("xx") end)
    assert.has_error(function() publication:each("en", "news") end)
    assert.has_error(function() publication:route("xx", "z") end)
  end)
end)

describe("what lies below a path", function()
  local publication
  setup(
    function()
      publication = publish_all {
        small("en", "articles", "a/0"),
        small("en", "material", "A/x"),
        small("en", "material", "a"),
        small("en", "material", "a-b/x"),
        small("en", "material", "a/02/x", "padded:x"),
        small("en", "material", "a/02/z", "padded:z"),
        small("en", "material", "a/2"),
        small("en", "material", "a/2-1/x"),
        small("en", "material", "a/2/y"),
        small("en", "material", "a/10/b/c"),
        small("en", "material", "a/10/b/d"),
        small("en", "material", "a0/x"),
        small("en", "material", "ab/x"),
        small("id", "material", "a/z"),
      }
    end
  )
  teardown(function() publication:close() end)

  -- The routes of a section below a path, as `each` gives them from where `below` says.
  local function routes(locale, section, path)
    local skipped, count = publication:below(locale, section, path)
    local list, visit = {}, publication:each(locale, section, skipped)
    for i = 1, count do
      list[i] = visit().route
    end
    return list
  end

  local rows = {
    {
      "a",
      "a/2 a/2-1/x a/02/x a/2/y a/02/z a/10/b/c a/10/b/d",
      "not `a`, `a-b/x`, `a0/x` or `ab/x`",
    },
    { "A", "A/x", "the first" },
    { "ab", "ab/x", "the last" },
    { "a/10", "a/10/b/c a/10/b/d", "what lies deeper" },
    { "a/10/b", "a/10/b/c a/10/b/d", "a folder of a folder" },
    { "a/2", "a/02/x a/2/y a/02/z", "what differs in leading zeros alone" },
    { "a/02", "a/02/x a/2/y a/02/z", "the same of the other" },
    { "a/002", "", "nothing where no document is" },
    { "a/1", "", "a number that another begins with" },
    { "a/10/b/c", "", "a document" },
    { "a/", "", "a slash at the end" },
    { "", "", "no path" },
    { "b", "", "nothing behind all" },
    { "0", "", "nothing before all" },
  }
  for _, row in ipairs(rows) do
    it(
      ("is found by it: %q, %s"):format(row[1], row[3]),
      function() assert.equal(row[2], table.concat(routes("en", "material", row[1]), " ")) end
    )
  end

  it("is that of a locale and a section", function()
    assert.same({ "a/0" }, routes("en", "articles", "a"))
    assert.same({ "a/z" }, routes("id", "material", "a"))
    assert.same({}, routes("de", "material", "a"))
    assert.has_error(function() publication:below("xx", "material", "a") end)
    assert.has_error(function() publication:below("en", nil, "a") end)
  end)

  it("holds something in any section, or nothing", function()
    local function holds(locale, path) return publication:holds(locale, path) end
    assert.is_true(holds("en", "a") and holds("en", "a/10/b") and holds("id", "a"))
    assert.is_false(holds("de", "a") or holds("en", "a/10/b/c") or holds("en", "a-"))
    assert.has_error(function() holds("xx", "a") end)
  end)

  it("stands where it would, when there is none", function()
    assert.same({ 0, 0 }, { publication:below("en", "material", "0") })
    assert.same({ 12, 0 }, { publication:below("en", "material", "b") })
    assert.same({ 2, 0 }, { publication:below("en", "material", "a-a") })
  end)
end)

describe("the folders of a section", function()
  local publication
  setup(function()
    publication = publish(function(b)
      for _, route in ipairs { "m/a/1", "m/a/2", "m/a/b/1", "m/a/c", "m/z", "n" } do
        local d = small("en", "material", route)
        d.text = route ~= "m/a/2" and "x" or nil
        b:document(d)
      end
    end)
  end)
  teardown(function() publication:close() end)

  local all = {
    { path = "m/a", count = 2 },
    { path = "m/a/b", count = 1 },
    { path = "m", count = 1 },
    { path = "n", count = 1 },
  }

  it("are counted with what can be read directly in each", function()
    local folders, readable = publication:folders("en", "material", 256)
    assert.same(all, folders)
    assert.equal(5, readable)
    assert.same({}, (publication:folders("de", "material", 1)))
  end)

  it("are the first ones, and the documents those of all", function()
    local folders, readable = publication:folders("en", "material", 2)
    assert.same({ all[1], all[2] }, folders)
    assert.equal(5, readable)
  end)

  it("raise for a number out of bounds", function()
    for _, most in ipairs { 0, -1, 257, math.maxinteger } do
      assert.has_error(function() publication:folders("en", "material", most) end)
    end
  end)
end)

describe("the newest documents", function()
  local publication
  setup(function()
    publication = publish(function(b)
      for i, day in ipairs { "05", "01", "05", "09", "02", "07", "08" } do
        local d = small("en", i % 2 == 0 and "material" or "articles", ("x/d%d"):format(10 - i))
        d.updated = day ~= "07" and "2026-01-" .. day or nil
        d.text = day ~= "08" and "x" or nil
        b:document(d)
      end
      for i = 1, 70 do
        local d = small("de", "material", ("x/d%d"):format(i))
        d.updated = ("2026-%02d-%02d"):format(i // 28 + 1, i % 28 + 1)
        b:document(d)
      end
    end)
  end)
  teardown(function() publication:close() end)

  local function routes(...)
    local list = {}
    for i, d in ipairs(publication:newest(...)) do
      list[i] = d.route:match("%d+")
    end
    return table.concat(list, " ")
  end

  it("are those with a text and a date, of a day by their routes", function()
    assert.equal("6 7 9 5 8", routes("en", nil, 64))
    assert.equal("7 9 5", routes("en", "articles", 64))
    assert.equal("", routes("id", nil, 1))
  end)

  it("are as many as are asked for", function()
    assert.equal("6", routes("en", nil, 1))
    assert.equal("6 7", routes("en", nil, 2))
    local list = {}
    for i = 1, 64 do
      list[i] = 71 - i
    end
    assert.equal(table.concat(list, " "), routes("de", nil, 64))
    assert.equal("70 69 68", routes("de", "material", 3))
  end)

  it("raise for a number out of bounds", function()
    for _, most in ipairs { 0, -1, 65, math.maxinteger } do
      assert.has_error(function() publication:newest("en", nil, most) end)
    end
  end)
end)

describe("finding", function()
  local publication
  setup(function()
    publication = publish(function(b)
      for _, locale in ipairs(svc.locales) do
        for i = 1, 60 do
          b:document {
            id = ("asset:%s:material:m%d"):format(locale, i),
            concept = "concept:m",
            lens = "lens:material",
            route = ("%s/%d"):format(locale == "id" and "materi" or "material", i),
            title = "T",
            text = locale .. i,
          }
        end
      end
    end)
  end)
  teardown(function() publication:close() end)

  it("by id finds every document and nothing else", function()
    for _, locale in ipairs(svc.locales) do
      for i = 1, 60 do
        assert.equal(locale .. i, publication:text(("asset:%s:material:m%d"):format(locale, i)))
      end
    end
    for _, id in ipairs { "", "asset", "asset:en:material:m61", "asset:en:material:m", "zzz" } do
      assert.is_nil(publication:document(id))
    end
  end)

  it("by id finds the same in every locale, and nothing for an id of nothing", function()
    local all = {
      en = "asset:en:material:m7",
      id = "asset:id:material:m7",
      de = "asset:de:material:m7",
    }
    assert.same(all, publication:translations("asset:de:material:m7"))
    for _, id in ipairs { "", "asset", "asset:en", "asset:en:material:m61", "asset:en:\0" } do
      assert.same({}, publication:translations(id))
    end
  end)

  it("in other locales is linked to, as far as there is room", function()
    local function link(locale)
      return ('<x?ref=asset%%3A%s%%3Amaterial%%3Am7&y>; rel="alternate"; hreflang="%s"'):format(
        locale,
        locale
      )
    end
    local both = "<z>, " .. link("en") .. ", " .. link("id")
    local function links(id, before, most)
      return publication:alternates(id, "x?ref=", "&y", before, most)
    end
    assert.equal(both, links("asset:de:material:m7", "<z>", #both))
    assert.equal("<z>, " .. link("en"), links("asset:de:material:m7", "<z>", #both - 1))
    assert.equal(link("en"), links("asset:de:material:m7", "", #link("en")))
    for _, id in ipairs { "", "asset:e", "asset:en:material:m61", ("a"):rep(2000) } do
      assert.equal("<z>", links(id, "<z>", 1024))
    end
  end)

  it("by route finds it in its own locale only", function()
    assert.equal("asset:id:material:m7", publication:route("id", "materi/7").content_id)
    assert.equal("asset:de:material:m7", publication:route("de", "material/7").content_id)
    assert.is_nil(publication:route("id", "material/7"))
    assert.is_nil(publication:route("en", "material/7/"))
  end)

  local forms = {
    { "asset:en:material:m7", "a content id" },
    { "svc://content/asset:en:material:m7", "a resource URI" },
    { "svc://content/asset%3Aen%3amaterial:m7", "a resource URI with escapes" },
    { SITE .. "/en/material/7", "a canonical URL" },
    { SITE .. "/en/material/7.md", "the URL of its Markdown" },
    { SITE .. "/en/material/7?a=b", "a URL with a query" },
    { SITE .. "/en/material/7.md?a=b/c#verse-1", "a URL with query and fragment" },
    { SITE .. "/en/material/%37", "a URL with escapes" },
    {
      "HTTPS://Site.Test:443/base/en/material/7",
      "an origin in other letters, its port named",
    },
  }
  for _, form in ipairs(forms) do
    it("by reference accepts " .. form[2], function()
      local found = assert(publication:resolve(form[1], SITE))
      assert.equal("asset:en:material:m7", found.content_id)
    end)
  end

  local misses = {
    { "", "not_found", "nothing" },
    { "asset:en:material:m99", "not_found", "an unknown id" },
    { "svc://content/asset:en:material:m99", "not_found", "an unknown resource" },
    { "svc://other/asset:en:material:m7", "not_found", "another resource" },
    { "material/7", "not_found", "a bare route" },
    { SITE .. "/en/material/99", "not_found", "an unknown route" },
    { SITE .. "/xx/material/7", "not_found", "an unknown locale" },
    { SITE .. "/en/material/7/", "not_found", "a trailing slash" },
    { SITE .. "/en/material/7%", "not_found", "a broken escape" },
    { SITE .. "/en/material%2F7", "not_found", "an encoded slash, as the page does" },
    { SITE .. "/en%2fmaterial/7", "not_found", "an encoded slash in small letters" },
    { SITE, "not_found", "the site itself" },
    { "https://site.test/en/material/7", "not_found", "a path outside of the site's" },
    { SITE .. "/en/" .. ("x"):rep(9000), "not_found", "a very long URL" },
    { "http://site.test/base/en/material/7", "foreign", "another scheme" },
    { "https://other.test/base/en/material/7", "foreign", "another host" },
    { "https://site.test:8443/base/en/material/7", "foreign", "another port" },
    { "https://site.test.evil/base/en/material/7", "foreign", "a host that only begins alike" },
    {
      "https://site.test@evil/base/en/material/7",
      "foreign",
      "a host behind user information",
    },
    { "ftp://x", "foreign", "another kind of URL" },
  }
  for _, miss in ipairs(misses) do
    it(("by reference answers %s for %s"):format(miss[2], miss[3]), function()
      local found, reason = publication:resolve(miss[1], SITE)
      assert.is_nil(found)
      assert.equal(miss[2], reason)
    end)
  end

  for fragment, verse in pairs({
    ["#verse-255"] = 255,
    ["?a#verse-1"] = 1,
    ["#verse-0"] = false,
    ["#verse-01"] = false,
    ["#verse-1a"] = false,
    ["#verse-"] = false,
    ["#verse-1000"] = false,
    ["?verse-1"] = false,
    [""] = false,
  }) do
    it(("by reference tells the verse of its fragment: %q"):format(fragment), function()
      local found = assert(publication:resolve(SITE .. "/en/material/7" .. fragment, SITE))
      assert.equal(verse or nil, found.verse)
    end)
  end

  it("by reference knows an IPv6 origin", function()
    local found = publication:resolve("http://[::1]:80/en/material/7", "http://[::1]")
    assert.equal("asset:en:material:m7", found.content_id)
    local _, reason = publication:resolve("http://[::1]:81/en/material/7", "http://[::1]")
    assert.equal("foreign", reason)
  end)
end)

describe("a document is refused", function()
  local cases = {
    { { id = "asset:en:material" }, "its id is not", "without a path" },
    { { id = "asset:xx:material:x" }, "an id is asset:", "in an unknown locale" },
    { { id = "asset:en:news:x" }, "an id is asset:", "in an unknown section" },
    { { id = "asset:en:material:X" }, "its id is not", "with a capital in its id" },
    { { id = "asset:en:material:a--b" }, "its id is not", "with a doubled hyphen" },
    { { id = "asset:en:material:a:" }, "its id is not", "with an empty segment" },
    {
      { id = "asset:en:material:" .. ("x"):rep(65536) },
      "its id is not",
      "with an id too long",
    },
    { { concept = "physics" }, "its concept is not", "with a malformed concept" },
    { { concept = "concept:" }, "its concept is not", "with an empty concept" },
    { { lens = "lens:tryout" }, "its lens is not", "with the lens of another section" },
    { { route = "/a" }, "its route is not", "with a leading slash" },
    { { route = "a/" }, "its route is not", "with a trailing slash" },
    { { route = "a//b" }, "its route is not", "with an empty segment of the route" },
    { { route = "a/../b" }, "its route is not", "with a route that climbs" },
    { { route = "a/.b" }, "its route is not", "with a hidden segment" },
    { { route = "a?b" }, "its route is not", "with a query in its route" },
    { { route = "straße" }, "its route is not", "with a route that needs escapes" },
    { { route = "a.md" }, "its route is not", "with a route that looks like Markdown" },
    { { title = "a\nb" }, "its title is not", "with a title of two lines" },
    { { title = "\255" }, "its title is not", "with a title that is not UTF-8" },
    { { title = ("x"):rep(65536) }, "its title is not", "with a title too long" },
    { { description = "a\0b" }, "its description is not", "with a NUL in its description" },
    { { updated = "2026-13-01" }, "its updated is not", "with a month that there is not" },
    { { updated = "2026-1-01" }, "its updated is not", "with a short date" },
    { { updated = "2026-01-00" }, "its updated is not", "with the day 0" },
    { { updated = "2026-04-31" }, "its updated is not", "with a day that its month has not" },
    { { updated = "2026-02-29" }, "its updated is not", "with a leap day of another year" },
    { { updated = "2100-02-29" }, "its updated is not", "with a leap day of a century" },
    { { updated = "2026-02-01T" }, "its updated is not", "with something behind its date" },
    { { text = "a\0b" }, "its text is not", "with a NUL in its text" },
    { { text = "\237\160\128" }, "its text is not", "with a surrogate in its text" },
    { { title = "" }, "member `title`", "without a title" },
  }
  for _, case in ipairs(cases) do
    it(case[3], function()
      local ok, reason = pcall(function() svc.builder():document(document(case[1])) end)
      assert.is_false(ok)
      assert.truthy(reason:find(case[2], 1, true), reason)
    end)
  end

  it("but not with a leap day", function()
    for _, day in ipairs({ "2024-02-29", "2000-02-29", "2026-12-31" }) do
      assert(svc.builder():document(document({ updated = day })))
    end
  end)

  it("when its id is taken", function()
    local builder = svc.builder():document(document()):document(document { route = "other" })
    local info, reason = builder:write("/nonexistent/x", {
      private_key = key.private,
      sequence = 1,
      created = 1,
      expires = 2,
    })
    assert.is_nil(info)
    assert.truthy(reason:find("have the same id", 1, true), reason)
  end)

  it("when its route is taken in its locale", function()
    local builder = svc.builder():document(document())
    builder:document(document { id = "asset:en:articles:x", lens = "lens:articles" })
    local _, reason = builder:write("/nonexistent/x", {
      private_key = key.private,
      sequence = 1,
      created = 1,
      expires = 2,
    })
    assert.truthy(reason:find("have the same route", 1, true), reason)
  end)
end)

describe("labels", function()
  it("are given per locale and kind, in the order of their ids", function()
    local publication <close> = publish(function(b)
      b:document(document())
      b:label { kind = "exam", locale = "de", id = "snbt", label = "SNBT" }
      b:label { kind = "country", locale = "de", id = "indonesia", label = "Indonesien" }
      b:label { kind = "country", locale = "de", id = "germany", label = "Deutschland" }
      b:label { kind = "category", locale = "de", id = "news", label = "Nachrichten" }
      b:label { kind = "category", locale = "en", id = "news", label = "News" }
    end)
    assert.same({
      categories = { "news" },
      countries = {
        { id = "germany", label = "Deutschland" },
        { id = "indonesia", label = "Indonesien" },
      },
      exams = { { id = "snbt", label = "SNBT" } },
    }, publication:labels("de"))
    assert.equal(
      '{"categories":[],"countries":[],"exams":[]}',
      svc.json(publication:labels("id"))
    )
  end)

  it("name folders and credits, which are no part of the taxonomy", function()
    local publication <close> = publish(function(b)
      b:document(document())
      b:label { kind = "folder", locale = "de", id = "stoff/physik", label = "Physik" }
      b:label { kind = "credit", locale = "de", id = "authors", label = "Die Schule" }
    end)
    local cases = {
      { "Physik", "de", "folder", "stoff/physik" },
      { "Die Schule", "de", "credit", "authors" },
      { nil, "en", "folder", "stoff/physik" },
      { nil, "de", "credit", "stoff/physik" },
      { nil, "de", "folder", "stoff" },
      { nil, "de", "folder", "stoff/physik/" },
    }
    for i, case in ipairs(cases) do
      assert.equal(case[1], publication:label(case[2], case[3], case[4]), i)
    end
    assert.equal(
      '{"categories":[],"countries":[],"exams":[]}',
      svc.json(publication:labels("de"))
    )
    assert.error_matches(function() publication:label("de", "none", "x") end, "invalid option")
    assert.error_matches(function() publication:label("xx", "folder", "x") end, "locale")
  end)

  local function refused(label)
    return pcall(function()
      publish(function(b) b:document(document()):label(label) end):close()
    end)
  end

  it("are refused when malformed", function()
    local good = { kind = "exam", locale = "en", id = "x", label = "X" }
    assert.is_true(refused(good))
    for name, value in pairs { kind = "x", locale = "xx", id = "X Y", label = "" } do
      local label = setmetatable({ [name] = value }, { __index = good })
      assert.is_false((refused(label)), name)
    end
  end)

  it("are refused when given twice", function()
    local ok, reason = pcall(publish, function(b)
      b:document(document())
      for _ = 1, 2 do
        b:label { kind = "exam", locale = "en", id = "x", label = "X" }
      end
    end)
    assert.is_false(ok)
    assert.truthy(tostring(reason):find("label x is given twice", 1, true), reason)
  end)
end)

describe("what publishing made of a text", function()
  local MARKDOWN = table.concat({
    "# Light",
    "It is [fast](../optics/speed.md), see <https://a.test/b> and [there](https://a.test).",
    "## Waves {#w}",
    "[Far](../../../../../up) `[code](../c)`\n\n```\n[code](../c)\n```",
    '[Up](../../x) [here](#w) [root](/en/y) [file](z%20a.md "t") [again][r] ![no](p/q.png)',
    "[r]: <sub/r.md>\n\n[unused]: u.md\n",
  }, "\n\n")
  local publication
  setup(function() publication = assert(forge.open(forge.small(key, { words = MARKDOWN }))) end)
  teardown(function() publication:close() end)
  local ID = "asset:en:material:physics:light"

  it("is its HTML, whose links are as they were", function()
    local html = publication:html(ID)
    assert.truthy(html:find('<h1 id="light">Light</h1>', 1, true), html)
    assert.truthy(html:find('<a href="../optics/speed">fast</a>', 1, true), html)
  end)

  it("is its outline", function()
    local _, headings = publication:html(ID)
    assert.same({
      { level = 1, id = "light", text = "Light" },
      { level = 2, id = "w", text = "Waves" },
    }, headings)
  end)

  it("is where it leads within the site, so that it can be read elsewhere", function()
    local changed = {
      ["../optics/speed.md"] = "S/en/material/optics/speed.md",
      ["../../x"] = "S/en/x",
      ["../../../../../up"] = "S/up",
      ["/en/y"] = "S/en/y",
      ["z%%20a.md"] = "S/en/material/physics/z%%20a.md",
      ["sub/r.md"] = "S/en/material/physics/sub/r.md",
      ["p/q.png"] = "S/en/material/physics/p/q.png",
    }
    local expected = MARKDOWN
    for from, to in pairs(changed) do
      expected = expected:gsub("%f[^(%s<]" .. from:gsub("%.", "%%.") .. "%f[)%s>]", to)
    end
    assert.equal(expected, publication:whole_text(ID, "S"))
  end)

  it("is nothing where there is no text", function()
    assert.is_nil(publication:html("asset:en:articles:news:first"))
    assert.is_nil(publication:html("asset:en:none"))
    assert.is_nil(publication:whole_text("asset:en:articles:news:first", "S"))
  end)
end)

-- What a faulty signer could sign: the structure is checked all the same.
describe("a signed section that lies", function()
  local written = { words = "# Light\n\nIt is fast, [see](x).\n" }
  local parts = forge.parse(forge.small(key, written))

  local function open_with(section, bytes)
    local p = forge.parse(forge.small(key, written))
    p.sections[section].bytes = bytes
    local options = { keys = { key.public }, now = forge.now }
    return svc.check_publication(forge.build(p, { key }), options)
  end

  local function set(bytes, at, format, ...)
    local patch = format:pack(...)
    return bytes:sub(1, at) .. patch .. bytes:sub(at + #patch + 1)
  end

  local documents, labels = parts.sections[1].bytes, parts.sections[2].bytes
  local renditions = parts.sections[5].bytes
  local two_lines = set(labels, 16 + string.unpack("<I2", labels, 11), "<B", 10)
  -- The second record's offset of its bytes, the start of the two indexes and of the bytes.
  local second, by_id, by_route, bytes_at = 8 + 32, 8 + 64, 8 + 72, 8 + 80
  local cases = {
    { 1, documents, nil, "is good when nothing was changed" },
    { 1, "", "not where it must be", "empty" },
    { 1, "\1", "head is malformed", "one byte" },
    { 1, set(documents, 0, "<I4", 0xffffffff), "do not fit", "more documents than bytes" },
    { 1, set(documents, 0, "<I4", 0), "do not fit", "no documents" },
    { 1, set(documents, 4, "<I4", 1), "head is malformed", "a reserved field" },
    { 1, set(documents, second, "<I8", -1), "record 1 is malformed", "an offset that wraps" },
    { 1, set(documents, second, "<I8", 0), "record 1 is malformed", "an offset into the head" },
    { 1, set(documents, second + 8, "<I4", 0xffffffff), "malformed", "a text beyond the end" },
    { 1, set(documents, second + 25, "<B", #svc.locales), "malformed", "an unknown locale" },
    { 1, set(documents, second + 26, "<B", 4), "malformed", "an unknown section" },
    { 1, set(documents, second + 26, "<B", 0), "its id is not", "a section the id denies" },
    { 1, set(documents, second + 27, "<B", 1), "malformed", "a reserved byte of a record" },
    { 1, documents .. "x", "does not end", "bytes after the last document" },
    { 1, documents:sub(1, -2), "malformed", "a last document cut short" },
    { 1, set(documents, bytes_at, "<B", 255), "its id is not", "an id that is not UTF-8" },
    {
      1,
      set(documents, by_id, "<I4", 2),
      "an index names number 2",
      "an index beyond the end",
    },
    { 1, set(documents, by_id, "<I4I4", 1, 0), "an index is out of order", "ids out of order" },
    { 1, set(documents, by_id, "<I4I4", 0, 0), "an index is out of order", "an id twice" },
    { 1, set(documents, by_route, "<I4I4", 1, 0), "out of order", "routes out of order" },
    { 2, set(labels, 0, "<I4", 65535), "do not fit", "more labels than bytes" },
    { 2, set(labels, 4, "<I4", 1), "head is malformed", "a reserved field of the labels" },
    { 2, set(labels, 8, "<B", 9), "record 0 is malformed", "a label of no locale" },
    { 2, set(labels, 9, "<B", 9), "record 0 is malformed", "a label of no kind" },
    { 2, set(labels, 10, "<I2", 0xffff), "does not end", "an id beyond the end" },
    { 2, set(labels, 14, "<I2", 1), "record 0 is malformed", "a reserved field of a label" },
    { 2, set(labels, 16, "<B", 0x20), "its id is not", "an id with a space" },
    { 2, two_lines, "its text is not", "a text of two lines" },
    { 2, labels .. "x", "does not end", "bytes after the last label" },
    { 2, "\0\0\0", "head is malformed", "labels of three bytes" },
  }
  -- The rendition of the second document, `# Light\n\nIt is fast, [see](x).\n`.
  local made = renditions:sub(8 + 80 + 1)
  local second_made = 8 + 40
  local plain, html, outline, links = ("<I4I4I4I4"):unpack(renditions, second_made + 9)
  local html_at = 8 + 80 + plain
  local outline_at, links_at = html_at + html, html_at + html + outline
  for _, case in ipairs({
    { renditions, nil, "renditions are good when nothing was changed" },
    { "", "not where it must be", "renditions that are empty" },
    { "\1", "not one for each document", "renditions of one byte" },
    { set(renditions, 0, "<I4", 1), "not one for each", "fewer renditions than documents" },
    { set(renditions, 4, "<I4", 1), "not one for each", "a reserved field of the renditions" },
    {
      set(renditions, second_made, "<I8", -1),
      "record 1 is malformed",
      "a rendition that wraps",
    },
    {
      set(renditions, second_made, "<I8", 8),
      "record 1 is malformed",
      "a rendition in the head",
    },
    {
      set(renditions, second_made + 12, "<I4", 0xffffffff),
      "record 1 is malformed",
      "HTML beyond the end",
    },
    { set(renditions, second_made + 24, "<I4", 3), "is malformed", "a lead within a line" },
    {
      set(renditions, second_made + 28, "<I4", 1 << 31),
      "is malformed",
      "answers beyond the end",
    },
    {
      set(renditions, second_made + 32, "<I4", 1 << 31),
      "is malformed",
      "notices beyond the end",
    },
    {
      set(renditions, second_made + 36, "<I4", 1),
      "record 1 is malformed",
      "a reserved field of one",
    },
    { set(renditions, 8 + 80, "<B", 255), "is malformed", "plain text that is not UTF-8" },
    { set(renditions, html_at, "<B", 255), "is malformed", "HTML that is not UTF-8" },
    { set(renditions, outline_at, "<B", 0x37), "is malformed", "a heading of level 7" },
    {
      set(renditions, outline_at + outline - 1, "<B", 0x20),
      "is malformed",
      "an outline without an end",
    },
    { set(renditions, links_at, "<B", 0x7f), "is malformed", "a link beyond the text" },
    { set(renditions, links_at, "<B", 0xff), "is malformed", "a link at no number" },
    {
      set(renditions, links_at + 2, "<B", 0x7f),
      "is malformed",
      "a link with a path beyond the end",
    },
    {
      set(renditions, links_at + 3, "<B", 0x78),
      "is malformed",
      "a link to no path of the site",
    },
    { set(renditions, 8 + 8, "<I4", 1), "is malformed", "a rendition of a citation" },
    { renditions .. "x", "does not end", "bytes after the last rendition" },
    { renditions:sub(1, -2), "record 1 is malformed", "a last rendition cut short" },
  }) do
    table.insert(cases, { 5, table.unpack(case, 1, 3) })
  end
  it(
    "is refused: (the sample has every part of a rendition)",
    function() assert.truthy(plain > 0 and html > 0 and outline > 0 and links > 0, made) end
  )

  -- The same two documents in each other's place, with everything else as it must be.
  local function exchanged()
    local first, other = documents:sub(9, 40), documents:sub(41, 72)
    local start, middle = ("<I8"):unpack(first), ("<I8"):unpack(other)
    local one, two = documents:sub(start + 1, middle), documents:sub(middle + 1)
    return documents:sub(1, 8)
      .. set(other, 0, "<I8", start)
      .. set(first, 0, "<I8", start + #two)
      .. ("<I4I4I4I4"):pack(1, 0, 1, 0)
      .. two
      .. one
  end
  cases[#cases + 1] = { 1, exchanged(), "number 1 is out of order", "documents out of order" }

  for _, case in ipairs(cases) do
    it((case[3] and "is refused: " or "") .. case[4], function()
      local info, reason = open_with(case[1], case[2])
      if case[3] then
        assert.is_nil(info)
        assert.truthy(reason:find(case[3], 1, true), reason)
      else
        assert.is_truthy(info, reason)
      end
    end)
  end
end)
