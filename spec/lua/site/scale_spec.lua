--- No page's work in Lua grows with the publication: each kind is asked of publications of very
-- many documents, in one folder and in as many, and takes no more of four times as many.
local application = require("spec.support.service.application")
local forge = require("spec.support.publication.forge")
local section = require("site.section")
local svc = require("svc")
local tables = require("base.tables")

-- Documents of a section of the smaller publications: more than any page looks at.
local MANY = 420

-- Instructions between two calls of the hook that counts them, and those that a request may take.
local STEP, BUDGET = 100, nil
for _, row in ipairs(require("host.options")) do
  if row.name == "script_instructions" then BUDGET = row.default end
end

-- Steps that the paths of a publication have at most.
local STEPS = svc.path.most_steps

local handler = application.new()

-- How documents may lie: the route of each by its number, and what is read there.
local SHAPES = {
  {
    name = "in one folder",
    route = function(section_name, i) return ("%s/d%d"):format(section_name, i) end,
    folders = { "" },
  },
  {
    name = "in one folder of a folder",
    route = function(section_name, i) return ("%s/a/d%d"):format(section_name, i) end,
    folders = { "", "/a" },
  },
  {
    name = "in a folder each",
    route = function(section_name, i) return ("%s/f%d/d%d"):format(section_name, i, i) end,
    folders = { "", "/f1" },
  },
  {
    name = "four folders deep, each in its own",
    route = function(section_name, i) return ("%s/a/f%d/b/c/d%d"):format(section_name, i, i) end,
    folders = { "", "/a", "/a/f1" },
  },
}

local SECTIONS = { "articles", "material", "tryout" }

local function add(builder, own, route, text)
  builder:document {
    id = "asset:en:" .. route:gsub("/", ":"),
    concept = "concept:a",
    lens = "lens:" .. own,
    route = route,
    title = "T" .. route:match("%d+$"),
    text = text,
    updated = "2026-01-02",
  }
end

-- So many documents in each section, in English; every seventh can only be cited.
local function published(shape, count)
  local builder = svc.builder()
  for _, own in ipairs(SECTIONS) do
    for i = 1, count do
      add(builder, own, shape.route(own, i), i % 7 > 0 and "# T\n\n[L](d1)\n" or nil)
    end
  end
  return assert(forge.open(forge.signed(builder)))
end

local function ask(target, publication)
  local request = application.request(target)
  request.publication = publication
  return handler.handle(request)
end

-- An answer, and the instructions that it took.
local function counted(target, publication)
  local count = 0
  debug.sethook(function() count = count + STEP end, "", STEP)
  local answer = ask(target, publication)
  debug.sethook()
  return answer, count
end

-- Every kind of page that is made from a publication, but for sitemaps, whose files have a bound of
-- their own. Document 7 can only be cited.
local function targets(shape)
  local list = {
    "/",
    "/en",
    "/en.md",
    "/en/feed.atom",
    "/llms.txt",
    "/llms-full.txt",
    "/search?query=t",
    "/search",
    "/terms/en",
    "/proven/en",
    "/en/" .. shape.route("material", 1),
    "/en/" .. shape.route("material", 7),
    "/en/" .. shape.route("material", 7) .. ".md",
  }
  for _, own in ipairs(SECTIONS) do
    for _, folder in ipairs(shape.folders) do
      local path = "/en/" .. own .. folder
      tables.append(list, { path, path .. ".md" })
    end
    list[#list + 1] = ("/en/%s?offset=150"):format(own)
  end
  return list
end

describe("the work on a page does not grow with the documents that lie", function()
  for _, shape in ipairs(SHAPES) do
    it(shape.name, function()
      local few <close> = published(shape, MANY)
      local many <close> = published(shape, 4 * MANY)
      for _, target in ipairs(targets(shape)) do
        local _, least = counted(target, few)
        local answer, count = counted(target, many)
        local told = ("%s: %d instructions, then %d"):format(target, least, count)
        assert.is_true(answer.status == 200 or answer.status == 303, target)
        assert.is_true(count < 1.1 * least + STEP, told)
        assert.is_true(count < BUDGET, told)
      end
    end)
  end
end)

-- A publication of one subject, whose path has as many steps as there may be, and lessons outside.
local function subject(steps, others)
  local builder, list = svc.builder(), {}
  for i = 1, steps + others do
    add(builder, "material", "material/a/d" .. i, "# T\n")
    if i <= steps then
      local after = i > 1 and { "lo:material:a:d" .. i - 1 } or {}
      list[i] =
        { lesson = "lo:material:a:d" .. i, level = "lower", minutes = 45, after = after }
    end
  end
  builder:paths(list)
  return assert(forge.open(forge.signed(builder)))
end

-- The documents that pages list, from one page to the one that it leads to; and their addresses.
local function walk(target, publication, rel)
  local found, pages = {}, {}
  while target do
    local answer = ask(target, publication)
    assert.equal(200, answer.status, target)
    pages[#pages + 1] = target
    local list = answer.body:match("<main.*</main>")
    for path in list:gmatch('<li><a href="([^"]+)"') do
      found[#found + 1] = path
    end
    target = list:match('<a rel="' .. rel .. '" href="([^"]+)"')
  end
  return found, pages
end

-- The routes of so many documents, as `walk` finds them.
local function routes(shape, own, count)
  local list = {}
  for i = 1, count do
    list[i] = "/en/" .. shape.route(own, i)
  end
  return list
end

describe("the pages of a path below which very much lies", function()
  local flat = SHAPES[1]
  local publication
  setup(function() publication = published(flat, MANY) end)
  teardown(function() publication:close() end)

  it("list every document once, in its order", function()
    local found, pages = walk("/en/material", publication, "next")
    assert.same(routes(flat, "material", MANY), found)
    assert.same({ "/en/material", "/en/material?offset=200", "/en/material?offset=400" }, pages)
  end)

  it("lead back to the first one", function()
    local _, pages = walk("/en/material?offset=400", publication, "prev")
    assert.same({ "/en/material?offset=400", "/en/material?offset=200", "/en/material" }, pages)
  end)

  it("say the same as Markdown", function()
    local text = ask("/en/material.md?offset=200", publication).body
    local link = "- [%s](http://site.test/en/material.md%s)\n"
    assert.truthy(text:find(link:format("Previous page", ""), 1, true), text)
    assert.truthy(text:find(link:format("Next page", "?offset=400"), 1, true), text)
    assert.equal(section.MOST + 2, select(2, text:gsub("\n%- %[", "")))
  end)

  it("name their own address as the canonical one", function()
    local canonical = '<link rel="canonical" href="http://site.test/en/material?offset=200">'
    assert.truthy(ask("/en/material?offset=200", publication).body:find(canonical, 1, true))
  end)

  for _, row in ipairs {
    { MANY - 1, 200, "the last entry" },
    { MANY, 404, "what is behind the last entry" },
    { math.maxinteger, 422, "a number beyond any" },
    { -1, 422, "a negative number" },
    { "x", 400, "what is no number" },
    { "", 400, "nothing" },
  } do
    it(("answer %d to an offset of %s"):format(row[2], row[3]), function()
      local target = "/en/material?offset=" .. row[1]
      assert.equal(row[2], ask(target, publication).status)
    end)
  end

  it("count a subject once, and lead to the next ones", function()
    local many <close> = published(SHAPES[3], MANY)
    local whole = ask("/en/material", many).body
    assert.equal(section.MOST, select(2, whole:gsub("Lessons: 1 ·", "")))
    assert.truthy(whole:find('<a rel="next" href="/en/material?offset=200">', 1, true))
    local large <close> = published(SHAPES[2], MANY)
    local one = ask("/en/material", large).body
    assert.truthy(one:find(("<p>Lessons: %d · First lesson: "):format(MANY), 1, true))
    assert.is_nil(one:find('rel="next"', 1, true))
  end)
end)

describe("the page of a subject whose path has as many steps as there may be", function()
  local publication
  setup(function() publication = subject(STEPS, 300) end)
  teardown(function() publication:close() end)

  it("is written within the budget of a request, wherever it begins", function()
    for _, offset in ipairs { 0, 200, STEPS - 1, STEPS, 2 * STEPS + 299 } do
      local target = "/en/material/a?offset=" .. offset
      local answer, count = counted(target, publication)
      assert.equal(200, answer.status, target)
      assert.is_true(count < BUDGET, ("%s: %d"):format(target, count))
    end
  end)

  it("lists every lesson once, page after page", function()
    local found = walk("/en/material/a", publication, "next")
    assert.same(routes(SHAPES[2], "material", STEPS + 300), found)
  end)

  it("goes on counting where the page before it ended", function()
    local body = ask("/en/material/a?offset=200", publication).body
    assert.truthy(body:find('<ol class="items path" start="201">', 1, true))
    local text = ask("/en/material/a.md?offset=200", publication).body
    assert.truthy(text:find("\n201. [T201](", 1, true))
  end)
end)

describe("of a publication of very much", function()
  local publication
  setup(function() publication = published(SHAPES[3], MANY) end)
  teardown(function() publication:close() end)

  it("the home shows some folders, and leads to the rest", function()
    local text = ask("/en.md", publication).body
    local lessons = text:match("## %[Lessons%](.-)\n## ")
    assert.equal(51, select(2, lessons:gsub("\n%- %[", "")))
    local last = "- [F50](http://site.test/en/material/f50.md) (1)\n"
      .. "- [Everything](http://site.test/en/material.md)\n"
    assert.truthy(lessons:find(last, 1, true), lessons)
  end)

  it("the index for agents lists some of each section, and leads to the rest", function()
    local text = ask("/llms.txt", publication).body
    assert.truthy(
      text:find(
        "/en/material/f250/d250.md)\n- [Everything else](http://site.test/sitemap",
        1,
        true
      )
    )
    assert.is_nil(text:find("/en/material/f251", 1, true))
  end)

  it("the text of everything ends with the way to the rest", function()
    local text = ask("/llms-full.txt", publication).body
    assert.truthy(text:find("The texts do not end here: http://site.test/sitemap.xml", 1, true))
    for i = 1, 401 do
      local address = ("<http://site.test/en/material/f%d/d%d>"):format(i, i)
      local readable = i % 7 > 0
      assert.equal(readable and i <= 400, text:find(address, 1, true) ~= nil, address)
    end
  end)

  it("what can only be cited leads to what lies near it", function()
    local flat <close> = published(SHAPES[1], MANY)
    local text = ask("/en/material/d210.md", flat).body
    assert.truthy(
      text:find("- [T209](http://site.test/en/material/d209.md)\n- [T211](", 1, true)
    )
    assert.is_true(select(2, text:gsub("\n%- %[T", "")) <= 50)
    assert.truthy(ask("/en/material/d420.md", flat).body:find("\n- [T419](", 1, true))
    assert.truthy(ask("/en/material/d7.md", flat).body:find("\n- [T1](", 1, true))
  end)
end)
