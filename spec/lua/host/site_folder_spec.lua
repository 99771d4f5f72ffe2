--- The face of a site: how its folder is read (lua/host/site_folder.lua), and what readers of the
-- real svcd see of it.

local forge = require("spec.support.publication.forge")
local orders = require("spec.support.service.orders")
local server = require("spec.support.service.server")
local site_folder = require("host.site_folder")

local folder
before_each(function()
  folder = forge.folder()
  assert(os.execute(("mkdir -p %s/pages/de %s/templates"):format(folder, folder)))
end)
after_each(function() forge.remove(folder) end)

local function write(name, text) forge.write(folder .. "/" .. name, text) end

describe("a folder of a site", function()
  it("is read whole", function()
    write(
      "site.lua",
      'return { name = "See", footer = { { "A", "/a" } }, dark = { ink = "#fff" },'
        .. ' report = "mailto:a@b.test" }'
    )
    write("style.css", "a{}")
    write("logo.png", "\x89PNG")
    write("pages/imprint.md", "# Who *we* are\n\nHere.\n")
    write("pages/de/impressum.md", "# Wir\n")
    write("templates/refusal.html", "<p>{!detail}</p>")
    local face = assert(site_folder.read(folder))
    assert.same({ "See", { { "A", "/a" } } }, { face.name, face.footer })
    assert.equal("mailto:a@b.test", face.report)
    assert.equal(
      "@media screen and (prefers-color-scheme:dark){:root{--ink:#fff}}\na{}",
      face.files.style.bytes
    )
    assert.same({ name = "logo.png", type = "image/png", bytes = "\x89PNG" }, face.files.logo)
    local german, english = face.pages[1], face.pages[2]
    assert.same({ "/de/impressum", "de" }, { german.path, german.lang })
    assert.same(
      { "/imprint", "en", "Who *we* are" },
      { english.path, english.lang, english.title }
    )
    assert.truthy(english.html:find("Who <em>we</em> are", 1, true))
    assert.equal("<p>{!detail}</p>", face.templates.refusal.text)
  end)

  local refused = {
    { "site.lua", "return 1", "site.lua: it returns a number; return a table" },
    {
      "site.lua",
      "return {\n  nmae = 'a',\n}",
      "site.lua:2: nmae: there is no such member; did you mean name?",
    },
    {
      "site.lua",
      "return {\n\n  name = '',\n}",
      "site.lua:3: name:  is not a text of 1 to 60 bytes",
    },
    { "site.lua", "return { footer = { 'a' } }", "a link is not { TEXT, URL }" },
    {
      "site.lua",
      "return { footer = { { 'a', 'javascript:b' } } }",
      "is neither a path nor a URL",
    },
    {
      "site.lua",
      "return {\n  report = 'office',\n}",
      "site.lua:2: report: office is neither mailto:NAME@HOST nor a URL of http or https",
    },
    {
      "site.lua",
      "return { report = 'https://a.test/?t={titel}' }",
      "there is no value {titel}; there are {title}, {address}",
    },
    {
      "site.lua",
      "return { colours = { link = 'red' } }",
      "red is not a colour such as #0a5f4d",
    },
    {
      "site.lua",
      "return { colours = { lnik = '#fff' } }",
      'no colour "lnik"; did you mean link?',
    },
    { "site.lua", "return { name = os.getenv('HOME') }", "site.lua:1: " },
    { "site.lua", "x = = 1", "site.lua:1: " },
    { "sytle.css", "", "sytle.css: it is no part of a site; did you mean style.css?" },
    { "pages/a.md", "no title", "pages/a.md:1: it does not begin with a title" },
    { "pages/a.md", "# a\xff", "pages/a.md: it is not UTF-8" },
    { "pages/A b.md", "# a", "its name is not of small letters" },
    { "templates/frame.txt", "", "it is no template such as frame.html" },
    { "style.css", ("a"):rep(5 << 20), "the folder has more than 4 MiB" },
  }
  for _, row in ipairs(refused) do
    it(("is refused for its %s: %s"):format(row[1], row[3]), function()
      write(row[1], row[2])
      local face, reason = site_folder.read(folder)
      assert.is_nil(face)
      assert.truthy(reason:find(row[3], 1, true), reason)
    end)
  end

  it("is refused where it is none", function()
    local _, reason = site_folder.read(folder .. "/none")
    assert.truthy(reason:find("it is no folder; name one", 1, true), reason)
  end)
end)

describe("the real svcd with a site of its own", function()
  local function start() return server.demo({ routes = "routes", site = folder, workers = 2 }) end

  local function ask(svcd, path)
    return svcd:request(path, { headers = { Accept = "text/html, */*;q=0.1" } })
  end

  it("shows its name, logo, links, style and pages, and changes them by a reload", function()
    write("site.lua", 'return { name = "A & B", footer = { { "Imprint", "/imprint" } } }')
    write("style.css", ".own{}")
    write("logo.svg", "<svg/>")
    write("pages/imprint.md", "# Imprint\n\nWe are *here*.\n")
    local svcd <close> = start()
    local home = ask(svcd, "/en").body
    assert.truthy(home:find("– A &amp; B</title>", 1, true))
    assert.truthy(home:find('<img src="/assets/logo%.%x+%.svg" alt="A &amp; B">'))
    assert.truthy(home:find('<a href="/imprint">Imprint</a>', 1, true))
    local style = ask(svcd, home:match('href="(/assets/style[^"]*)"')).body
    assert.equal(".own{}", style:sub(-6))
    local page = ask(svcd, "/imprint")
    assert.truthy(page.body:find("<p>We are <em>here</em>.</p>", 1, true))
    assert.truthy(svcd:request("/imprint.md").body:find("We are *here*.", 1, true))
    write("pages/imprint.md", "# Imprint\n\nMoved. [On](terms/en.md)\n")
    assert.equal(200, select(2, orders.carry_out(svcd, "POST", "/reload")))
    assert.truthy(
      ask(svcd, "/imprint").body:find('<p>Moved. <a href="terms/en">On</a></p>', 1, true)
    )
    local whole = svcd:request("/imprint.md").body
    assert.truthy(whole:find("%[On%]%(http://[^/]*/terms/en%.md%)"), whole)
  end)

  it("lays its templates over those of the service", function()
    write("templates/refusal.html", '<p class="own">{advice}{!detail}{!resolution}</p>')
    local svcd <close> = start()
    assert.truthy(ask(svcd, "/nowhere").body:find('<main[^>]*>\n<p class="own">'))
  end)

  local faulty = {
    {
      "refusal",
      "\n{!title}{!detail}{!resolution}",
      "refusal.html:2: {!title} is text, which must be escaped: write {title}",
    },
    {
      "refusal",
      "{!detail}{resolution}",
      "refusal.html:1: {resolution} is HTML: write {!resolution}",
    },
    {
      "refusal",
      "{!detail}{!resolution}{titel}",
      "there is no value {titel}; did you mean {title}?",
    },
    {
      "refusal",
      "{!detail}",
      "refusal.html: it lacks {!resolution}; put it where that shall stand",
    },
    { "refusla", "x", 'refusla.html: there is no template "refusla"; did you mean refusal?' },
  }
  for _, row in ipairs(faulty) do
    it("does not start with a faulty template: " .. row[3], function()
      write("templates/" .. row[1] .. ".html", row[2])
      local started, reason = pcall(start)
      assert.is_false(started)
      assert.truthy(reason:find(row[3], 1, true), reason)
    end)
  end
end)
