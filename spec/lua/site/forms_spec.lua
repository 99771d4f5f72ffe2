--- The search and the forms of the reference, used in a real browser: by keyboard, without
-- JavaScript, without a network, and with answers that try to become markup.
local browser = require("spec.support.web.browser")
local server = require("spec.support.service.server")
local words = require("base.locales")

-- Under load the results of "throne" alone may be seen first.
local FIRST = '.found li:first-child a[href$="/quran/2#verse-255"]'
local RESULTS = "/search?locale=en&query=throne+verse"
local SURAH = 'form[action="/try/getSvcQuranReference"]'
local SEARCH = 'form[action="/try/searchSvcContent"]'

--- Suggestions whose every text is markup, and whose addresses lead elsewhere.
local ITEM = [[{"title":"<img src=x onerror=pwned=1>","path":"%s","kind":"material","subject":]]
  .. [["</small><script>pwned=1</script>"}]]
local EVIL = ('{"items":[%s,%s,%s]}'):format(
  ITEM:format("javascript:pwned=1"),
  ITEM:format("x:javascript:pwned=1"),
  ITEM:format("//evil.test/x")
)

local TASKS = {
  {
    name = "typed",
    path = "/en",
    axe = true,
    steps = { { "focus", "#find" }, { "type", "throne verse" }, { "see", FIRST } },
    read = ".found",
  },
  {
    name = "chosen by keyboard",
    path = "/en",
    steps = {
      { "press", "Tab" },
      { "press", "Tab" },
      { "press", "Tab" },
      { "type", "throne verse" },
      { "see", FIRST },
      { "press", "ArrowDown" },
      { "see", '#find[aria-activedescendant="suggestion-0"]' },
      { "press", "Enter" },
      { "arrive", "/en/quran/2#verse-255" },
    },
    read = "h1",
  },
  {
    name = "all by keyboard",
    path = "/en",
    steps = {
      { "focus", "#find" },
      { "type", "throne verse" },
      { "see", FIRST },
      { "press", "ArrowUp" },
      { "see", '.found li:last-child [aria-selected="true"]' },
      { "press", "ArrowDown" },
      { "see", "#find:not([aria-activedescendant])" },
      { "press", "ArrowUp" },
      { "press", "Enter" },
      { "arrive", RESULTS },
    },
    read = "h1",
  },
  {
    name = "told",
    path = "/en",
    steps = { { "focus", "#find" }, { "type", "throne verse" }, { "see", FIRST } },
    read = "form .said",
  },
  {
    name = "closed and sent",
    path = "/en",
    steps = {
      { "focus", "#find" },
      { "type", "light" },
      { "see", ".found li" },
      { "press", "Escape" },
      { "see", ".found:empty" },
      { "press", "Enter" },
      { "arrive", "/search?locale=en&query=light" },
    },
  },
  {
    name = "in another language",
    path = "/en/quran/2",
    steps = {
      { "click", "header .languages summary" },
      { "click", 'header a[hreflang="de"]' },
      { "arrive", "/de/quran/2" },
      { "fill", "#find", "Gleichungen" },
      { "see", '.found a[href*="/de/"]' },
    },
    read = ".found",
  },
  {
    name = "languages left",
    path = "/en",
    steps = {
      { "focus", "header .languages summary" },
      { "press", "Enter" },
      { "press", "Tab" },
      { "press", "Escape" },
      { "see", ".languages:not([open])" },
    },
  },
  {
    name = "nothing found",
    path = "/en",
    steps = { { "fill", "#find", "zzzzqqqq" }, { "see", ".found p" } },
    read = ".found",
  },
  {
    name = "cleared",
    path = "/en",
    steps = {
      { "focus", "#find" },
      { "type", "light" },
      { "see", ".found li" },
      { "press", "Escape" },
      { "see", ".found:empty" },
    },
    read = ".found",
  },
  {
    name = "offline",
    path = "/en",
    steps = { { "lose" }, { "fill", "#find", "light" }, { "see", ".found p" } },
    read = ".found",
  },
  {
    name = "over quota",
    path = "/en",
    steps = {
      { "answer", "/suggest", 429, '{"detail":"<b>The quota</b> is used up."}' },
      { "fill", "#find", "light" },
      { "see", ".found p" },
    },
    read = ".found",
  },
  {
    name = "broken answer",
    path = "/en",
    steps = {
      { "answer", "/suggest", 200, "<html>a proxy's page</html>" },
      { "fill", "#find", "light" },
      { "see", ".found p" },
    },
    read = ".found",
  },
  {
    name = "hostile answer",
    path = "/en",
    steps = {
      { "answer", "/suggest", 200, EVIL },
      { "fill", "#find", "light" },
      { "see", ".found li" },
    },
    read = ".found",
  },
  {
    name = "hostile link",
    path = "/en",
    steps = {
      { "answer", "/suggest", 200, EVIL },
      { "fill", "#find", "light" },
      { "see", ".found li" },
      { "click", ".found li:nth-child(3) a" },
      { "arrive", "/evil.test/x" },
    },
  },
  {
    name = "submitted",
    path = "/en",
    steps = {
      { "focus", "#find" },
      { "type", "throne verse" },
      { "press", "Enter" },
      { "arrive", RESULTS },
    },
    read = "h1",
  },
  {
    name = "submitted bare",
    path = "/en",
    javascript = false,
    steps = {
      { "focus", "#find" },
      { "type", "throne verse" },
      { "press", "Enter" },
      { "arrive", RESULTS },
    },
    read = "h1",
  },
  {
    name = "tried",
    path = "/docs",
    steps = {
      { "fill", SURAH .. ' input[name="surah"]', "112" },
      { "fill", SURAH .. ' input[name="from_verse"]', "" },
      { "press", "Enter" },
      { "see", SURAH .. " pre" },
    },
    read = SURAH .. " .answer",
  },
  {
    name = "tried by keyboard",
    path = "/docs",
    steps = {
      { "focus", SEARCH .. " button" },
      { "press", "Enter" },
      { "see", SEARCH .. " pre" },
      { "press", "Tab" },
    },
    read = SEARCH .. " .answer p",
  },
  {
    name = "tried with a fault",
    path = "/docs",
    steps = {
      { "fill", SURAH .. ' input[name="surah"]', "<img src=x onerror=pwned=1>" },
      { "click", SURAH .. " button" },
      { "see", SURAH .. " pre" },
    },
    read = SURAH .. " .answer",
  },
  {
    name = "tried offline",
    path = "/docs",
    steps = { { "lose" }, { "click", SURAH .. " button" }, { "see", SURAH .. " .answer p" } },
    read = SURAH .. " .answer",
  },
  {
    name = "tried through a proxy",
    path = "/docs",
    steps = {
      { "answer", "/try/getSvcQuranReference", 502, "<h1>Bad gateway</h1><img src=x>" },
      { "click", SURAH .. " button" },
      { "see", SURAH .. " .answer p" },
    },
    read = SURAH .. " .answer",
  },
  {
    name = "tried bare",
    path = "/docs",
    javascript = false,
    steps = {
      { "fill", SURAH .. ' input[name="surah"]', "112" },
      { "fill", SURAH .. ' input[name="from_verse"]', "" },
      { "click", SURAH .. " button" },
      { "arrive", "/v1/quran/112" },
    },
    read = "pre",
  },
}

local seen = {}

setup(function()
  local svcd <close> = server.demo()
  for _, look in ipairs(browser.look(svcd.port, TASKS)) do
    seen[look.name] = look
  end
end)

local function read(name) return assert(seen[name], name .. " was not looked at").read end

describe("the search in the header", function()
  it("shows results while one types", function()
    assert.equal("/en", seen.typed.address)
    assert.matches("^Al%-Baqarah 2:255 Verse\n.*\nAll results$", read("typed"))
    assert.same({}, seen.typed.violations)
  end)

  it(
    "shows them over the page, which does not move",
    function() assert.equal(0, seen.typed.shift) end
  )

  it(
    "leads round the list and back to the field by arrows",
    function() assert.equal("Results for “throne verse”", read("all by keyboard")) end
  )

  it(
    "tells how many there are",
    function() assert.matches("^Suggestions: %d$", read("told")) end
  )

  it(
    "closes the list with Escape and keeps the words",
    function() assert.equal("/search?locale=en&query=light", seen["closed and sent"].address) end
  )

  it("is reached and followed by keyboard alone", function()
    assert.equal("Al-Baqarah", read("chosen by keyboard"))
    assert.equal("/en/quran/2#verse-255", seen["chosen by keyboard"].address)
  end)

  it(
    "searches in the language that the reader switched to",
    function() assert.matches("[Gg]leichung", read("in another language")) end
  )

  it(
    "stands beside a menu of languages that Escape closes, and that keeps the focus",
    function() assert.equal("English", seen["languages left"].focus) end
  )

  it(
    "says that there is nothing",
    function() assert.equal(words.en.none, read("nothing found")) end
  )

  it("takes the results away with the words", function() assert.equal("", read("cleared")) end)

  it(
    "says when the network is lost",
    function() assert.equal(words.en.unreachable, read("offline")) end
  )

  it(
    "says in the page's language that it was refused",
    function() assert.equal(words.en.unreachable, read("over quota")) end
  )

  it(
    "says the same of an answer that is no JSON",
    function() assert.equal(words.en.unreachable, read("broken answer")) end
  )

  it("never makes markup of an answer", function()
    local look = seen["hostile answer"]
    assert.same({ 0, {} }, { look.alarms, look.planted })
    assert.matches("<img src=x onerror=pwned=1>", read("hostile answer"), 1, true)
    assert.matches("</small><script>pwned=1</script>", read("hostile answer"), 1, true)
  end)

  it("never leaves the service for where an answer points", function()
    local look = seen["hostile link"]
    assert.same({ {}, "/evil.test/x" }, { look.foreign, look.address })
  end)

  for _, name in ipairs({ "submitted", "submitted bare" }) do
    it("leads to the page of results: " .. name, function()
      assert.equal("Results for “throne verse”", read(name))
      assert.equal(RESULTS, seen[name].address)
    end)
  end
end)

describe("a form of the reference", function()
  it("shows the request and the answer", function()
    assert.matches("^GET /v1/quran/112 – 200\n", read("tried"))
    assert.matches('"name": "Al-Ikhlas"', read("tried"), 1, true)
  end)

  it("works by keyboard, and the answer is next", function()
    assert.matches("^GET /v1/search%?query=quadratic", read("tried by keyboard"))
    assert.matches('"items"', seen["tried by keyboard"].focus, 1, true)
  end)

  it("shows a problem, and what was typed as text", function()
    local look = seen["tried with a fault"]
    assert.same({ 0, {} }, { look.alarms, look.planted })
    assert.matches(" – 400\n", read("tried with a fault"))
    assert.matches("<img src=x onerror=pwned=1>", read("tried with a fault"), 1, true)
  end)

  it(
    "says when the network is lost",
    function() assert.equal("The service cannot be reached.", read("tried offline")) end
  )

  it("shows an answer that is no JSON as it came, as text", function()
    local look = seen["tried through a proxy"]
    assert.same({ 0, {} }, { look.alarms, look.planted })
    assert.matches("^GET /try/getSvcQuranReference%S* – 502\n", look.read)
    assert.matches("<h1>Bad gateway</h1><img src=x>", look.read, 1, true)
  end)

  it("leads to the answer without JavaScript", function()
    assert.equal("/v1/quran/112", seen["tried bare"].address)
    assert.matches('"name":"Al-Ikhlas"', read("tried bare"), 1, true)
  end)
end)
