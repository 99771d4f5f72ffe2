--- Pages in a real browser: accessible, whole at every width, without a word of complaint.
local PAGES = require("spec.support.web.page_kinds")
local browser = require("spec.support.web.browser")
local server = require("spec.support.service.server")

--- Width and colour scheme of each look, the wide one first, which shows all there is to judge;
-- `make reading` looks in more ways.
local WAYS = { { 1280, "dark" }, { 320, "light" } }
local NARROW = #WAYS

--- What a browser may ask for before the first paint; its own icon is none of the page's.
local ALLOWED = {
  ["/assets/style.css"] = true,
  ["/assets/amiri-quran.woff2"] = true,
  ["/assets/formulas.woff2"] = true,
  ["/assets/formulas-alphabets.woff2"] = true,
  ["/assets/formulas-signs.woff2"] = true,
  ["/assets/icon.svg"] = true,
  ["/assets/quran.js"] = true,
  ["/assets/site.js"] = true,
  ["/assets/tryout.js"] = true,
}

--- A text with one space in place of each run of white space.
local function squeezed(text) return (text:gsub("%s+", " ")) end

--- A try-out by the keyboard alone: the second answer to the first question, then the score.
local WALK = {
  name = "a walk",
  path = "/en/tryout/indonesia/tka/physics-2026",
  axe = true,
  steps = {
    { "focus", ".choice input" },
    { "press", "Space" },
    { "focus", ".score .count" },
    { "press", "Enter" },
    { "see", ".score li a" },
    { "focus", ".score li a" },
    { "press", "Enter" },
    { "focus", "#key-1[open] a" },
    { "press", "Enter" },
    { "arrive", "/en/material/physics/uniform-motion#the-law-of-motion" },
  },
}

--- A verse by the keyboard: to the next one, and its reference copied.
local TURN = {
  name = "a turn",
  path = "/en/quran/112/1",
  steps = {
    { "focus", ".turn [rel=next]" },
    { "press", "Enter" },
    { "arrive", "/en/quran/112/2" },
    { "focus", ".tools input" },
    { "press", "Tab" },
    { "press", "Enter" },
    { "see", ".copy:text('Copied')" },
  },
  read = ".copy",
}

--- What a page says of itself: name, path, verdict, and where there is one the proxy it is seen
-- behind (spec/support/web/browser.mjs); `trust`: the reader's own trust file.
local LESSON = "/en/material/mathematics/quadratic-equations"
local VERIFIED = {
  { "a lesson", LESSON, "good" },
  {
    "a lesson, by the reader's own trust file",
    "/de/material/physik/gleichfoermige-bewegung",
    "good",
    trust = "build/demo.trust",
  },
  { "verses with tafsir", "/id/quran/112?tafsir=true", "good" },
  { "a surah of more verses than one answer has", "/de/quran/55", "good" },
  { "a letter of a lesson changed", LESSON, "bad", { LESSON, "Falling", "Fulling" } },
  { "a letter of a formula changed", LESSON, "bad", { LESSON, "<mi>b</mi>", "<mi>d</mi>" } },
  { "a link led elsewhere", LESSON, "bad", { LESSON, 'f="linear-', 'f="other-' } },
  {
    "another number in front of a list",
    LESSON,
    "bad",
    { LESSON, "<ol>\\n", '<ol start="2">' },
  },
  { "a paragraph left out", LESSON, "bad", { LESSON, "<p>If\\s[^]*?</p>", "" } },
  {
    "a letter of a verse changed",
    "/en/quran/112",
    "bad",
    { "/en/quran/112", "Eternal", "Exernal" },
  },
  {
    "a letter of the Arabic changed",
    "/en/quran/112",
    "bad",
    { "/en/quran/112", '(class="arabic"[^>]*>).', "$1ج" },
  },
  {
    "a verse left out",
    "/en/quran/112",
    "bad",
    { "/en/quran/112", '<section class="verse" id="verse-2">[^]*?</section>', "" },
  },
  {
    "a name of the publisher changed",
    "/en/quran/112",
    "bad",
    { "/en/quran/112", "<dd>Saheeh", "<dd>Saheah" },
  },
  { "another text of the answer", LESSON, "bad", { "/v1/content", "Falling", "Fulling" } },
  { "another expiry in the proof", LESSON, "bad", { "/proofs/", '("expires":)2', "$13" } },
  { "a proof that cannot be had", LESSON, "unknown", { "/proofs/", "404" } },
}

local function task_of(case)
  local name, path, verdict, proxy = table.unpack(case)
  local steps = { { "click", ".verify summary" }, { "click", ".verify button" } }
  if case.trust then table.insert(steps, 2, { "choose", ".verify input", case.trust }) end
  steps[#steps + 1] = { "see", ".verify [role=status][class]" }
  return {
    name = name .. ": " .. verdict,
    path = path,
    proxy = proxy,
    profile = not proxy and "verified" or nil,
    steps = steps,
    read = ".verify [role=status]",
    axe = not proxy,
  }
end

local seen = {}

setup(function()
  local svcd <close> = server.demo()
  local tasks = {}
  for _, page in ipairs(PAGES) do
    for _, way in ipairs(WAYS) do
      tasks[#tasks + 1] = {
        name = page.name,
        path = page.path,
        profile = page.name,
        widths = { way[1] },
        schemes = { way[2] },
        axe = "once",
      }
    end
    tasks[#tasks + 1] = {
      name = page.name .. " bare",
      path = page.path,
      javascript = false,
      widths = { WAYS[NARROW][1] },
    }
  end
  tasks[#tasks + 1], tasks[#tasks + 2] = WALK, TURN
  for _, case in ipairs(VERIFIED) do
    tasks[#tasks + 1] = task_of(case)
  end
  for _, look in ipairs(browser.look(svcd.port, tasks)) do
    seen[look.name] = seen[look.name] or {}
    table.insert(seen[look.name], look)
  end
end)

for _, page in ipairs(PAGES) do
  describe(page.name, function()
    local function each(member, expected)
      for _, look in ipairs(assert(seen[page.name], "it was not looked at")) do
        assert.same(expected, look[member], ("%d px, %s"):format(look.width, look.scheme))
      end
    end

    it("is seen in each way", function()
      assert.equal(#WAYS, #seen[page.name])
      each("status", page.status or 200)
    end)

    it("has nothing that axe finds", function() each("violations", {}) end)

    it("is not wider than the window", function()
      for _, look in ipairs(seen[page.name]) do
        assert.is_true(look.overflow <= 0, look.width)
      end
      assert.is_true(seen[page.name .. " bare"][1].overflow <= 0, "bare")
    end)

    if not page.status then
      it("makes the browser complain of nothing", function() each("console", {}) end)
    end

    it("is painted without waiting for more than the stylesheet and the font", function()
      for _, look in ipairs(seen[page.name]) do
        assert.is_true(look.paint > 0)
        assert.same({ "/assets/style.css" }, look.blocking)
        for _, path in ipairs(look.before) do
          local own = page.images and path:find("^/assets/[%l%d-]+%.svg$")
          assert.is_truthy(ALLOWED[path] or own, path)
        end
      end
    end)

    it("shows its images", function() each("images", page.images or {}) end)

    it("asks no other origin", function() each("foreign", {}) end)

    it("says the same without JavaScript", function()
      local told = squeezed(seen[page.name][NARROW].text)
      for _, added in ipairs(page.adds or {}) do
        told = told:gsub(added, "")
      end
      told = squeezed(told)
      assert.equal(told, squeezed(seen[page.name .. " bare"][1].text):sub(1, #told))
    end)

    if page.bytes then
      it("weighs little with all it loads", function()
        for _, look in ipairs(seen[page.name]) do
          assert.is_true(look.bytes <= page.bytes, look.bytes)
        end
      end)
    end
  end)
end

describe("a try-out", function()
  it("is walked by the keyboard from an answer to the score, the key and the lesson", function()
    assert.equal(
      "/en/material/physics/uniform-motion#the-law-of-motion",
      seen["a walk"][1].address
    )
    assert.same({}, seen["a walk"][1].violations)
  end)
end)

describe("a verse", function()
  it("is turned and its reference copied by the keyboard", function()
    assert.equal("/en/quran/112/2", seen["a turn"][1].address)
    assert.equal("Copied", seen["a turn"][1].read)
  end)
end)

describe("the block that verifies a page", function()
  for _, case in ipairs(VERIFIED) do
    local name, _, verdict = table.unpack(case)
    it(("says of %s: %s"):format(name, verdict), function()
      local look = seen[name .. ": " .. verdict][1]
      assert.equal(verdict, look.class, look.read)
      local told = look.read:find("Vertrauensdatei", 1, true) ~= nil
      assert.equal(case.trust ~= nil, told, look.read)
      assert.same({}, look.violations or {})
    end)
  end
end)
