--- Pages as agents and text browsers have them: judged by afdocs, shown by w3m.
local application = require("spec.support.service.application")
local cjson = require("cjson")
local client = require("spec.support.service.client")
local node = require("spec.support.web.node")
local server = require("spec.support.service.server")

local LESSON = "/en/material/mathematics/quadratic-equations"

--- As many pages as the checker visits unless told otherwise, the same ones each time.
local AFDOCS = node.package("afdocs")
  .. "/bin/afdocs.mjs check http://127.0.0.1:%d --quiet --format json --score"
  .. " --sampling deterministic --max-links 50 --max-concurrency 8 --request-delay 0"

local subject

setup(function() subject = server.demo({ access_log = "none" }) end)

teardown(function()
  if subject then subject:stop() end
end)

describe("afdocs", function()
  local report

  setup(function()
    local output = node.run(AFDOCS:format(subject.port))
    report = cjson.decode(output:match("{.*}"))
  end)

  it("gives the pages 100 of 100", function() assert.equal(100, report.scoring.overall) end)

  it("gives each category 98 at least, and 100 to all but the size of long surahs", function()
    for name, category in pairs(report.scoring.categoryScores) do
      assert.is_true(category.score >= (name == "page-size" and 98 or 100), name)
    end
  end)

  it("visited enough pages to judge", function() assert.is_true(report.testedPages >= 40) end)

  it("finds nothing that fails but the size of long surahs", function()
    for _, result in ipairs(report.results) do
      local is_size = result.id:find("^page%-size%-")
      for _, page in ipairs(is_size and result.details.pageResults or {}) do
        local is_surah = page.url:find("/quran/%d+$")
        assert.is_true(is_surah ~= nil or page.status ~= "fail", page.url)
      end
      assert.is_true(is_size ~= nil or result.status ~= "fail", result.id .. result.message)
    end
  end)
end)

describe("the Markdown of an item", function()
  local function text(id)
    local path = "/v1/content?ref=" .. id
    return cjson.decode(client.request(subject.port, path).body).text
  end

  it("is the signed text with one line that leads to the index", function()
    local page = client.request(subject.port, "/en/quran/112.md").body
    local index = ("http://127.0.0.1:%d/llms.txt"):format(subject.port)
    local line = "\n> For AI agents: the index of everything is " .. index .. "\n"
    local first, last = page:find(line, 1, true)
    assert.equal(text("asset:en:quran:surah:112"), page:sub(1, first - 1) .. page:sub(last + 1))
  end)

  it("has whole addresses where the signed text has relative ones", function()
    local page = client.request(subject.port, LESSON .. ".md").body
    assert.matches(
      "%]%(%.?%.?/?[%a-]+%.md",
      text("asset:en:material:mathematics:quadratic-equations")
    )
    assert.is_nil(page:find("%]%([^h#]"))
  end)
end)

describe("w3m", function()
  local function dump(path)
    local url = ("http://127.0.0.1:%d%s"):format(subject.port, path)
    local pipe <close> = assert(io.popen("w3m -dump -cols 100 -O UTF-8 '" .. url .. "'"))
    return pipe:read("a")
  end

  local cases = {
    { LESSON, "x = (−b ± √(b^2 − 4ac))/(2a)", "a fraction with a root" },
    { LESSON, "\nax^2 + bx + c = 0, a ≠ 0\n", "an equation on a line of its own" },
    { LESSON, "x_1 + x_2 = −b/a", "indices and a fraction in a sentence" },
    { LESSON, "\nThe standard form\n", "headings" },
    { "/en/quran/112", " \u{6DD}\u{661}\n", "the end of an Arabic verse" },
    { "/en/quran/112", "\n112:1\n", "the numbers of verses" },
    { "/docs", "GET /v1/search", "the reference" },
    { "/problems/rate-limited", "Retry-After", "a problem" },
    { "/search?query=throne+verse", "Al-Baqarah 2:255", "results" },
  }
  for _, case in ipairs(cases) do
    it(
      "shows " .. case[3] .. " of " .. case[1],
      function() assert.matches(case[2], dump(case[1]), 1, true) end
    )
  end
end)

describe("the examples of the reference", function()
  local operations = application.new().app:check()
  local markdown

  setup(function() markdown = client.request(subject.port, "/docs.md").body end)

  --- Runs every example of a language; gives how many printed the kind of body expected.
  local function run(language, extension, tail, command)
    local path, count = os.tmpname() .. extension, 0
    for source in markdown:gmatch("```" .. language .. "\n(.-)```") do
      local file = assert(io.open(path, "w"))
      file:write(source, tail)
      file:close()
      local pipe <close> = assert(io.popen(command .. " " .. path .. " 2>&1"))
      local output = pipe:read("a")
      assert.equal("object\n", output, source)
      count = count + 1
    end
    os.remove(path)
    return count
  end

  it(
    "run in JavaScript",
    function()
      assert.equal(operations, run("js", ".mjs", "console.log(typeof body)", node.path))
    end
  )

  it("run in Lua", function()
    local tail = 'print(body:find("^{") and "object" or body)'
    assert.equal(operations, run("lua", ".lua", tail, "lua5.4"))
  end)
end)

describe("a lesson", function()
  local function lessons()
    local list = {}
    for target in
      client.request(subject.port, "/sitemap.xml").body:gmatch("<loc>http://[^/]+([^<]+)")
    do
      if target:find("^/%l%l/mater") then list[#list + 1] = target end
    end
    return list
  end

  it("weighs 60 KB at most with all it loads, even without compression", function()
    local list = lessons()
    assert.is_true(#list > 50, #list)
    for _, path in ipairs(list) do
      local body = client.request(subject.port, path).body
      local bytes = #body
      local loaded = body:gsub(' data%-module="[^"]*"', "") -- read when a reader asks to verify
      for asset in loaded:gmatch('"(/assets/[^"]+)"') do
        bytes = bytes + #client.request(subject.port, asset).body
      end
      assert.is_true(bytes <= 60000, path .. ": " .. bytes)
    end
  end)

  it("has its table of contents behind its introduction", function()
    local body =
      client.request(subject.port, LESSON, { headers = { Accept = "text/html" } }).body
    local before, after = body:match('^(.*)<details class="contents"(.*)$')
    assert.matches("</h1>\n<p>.*</p>\n$", before)
    assert.matches("^.-</details>\n<h2 ", after)
  end)
end)
