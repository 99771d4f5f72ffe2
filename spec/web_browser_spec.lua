--- Pages in a real browser: accessible, whole at every width, without a word of complaint.
local browser = require("spec.support.browser")
local server = require("spec.support.server")

local WIDTHS, SCHEMES = { 360, 1280 }, { "light", "dark" }
local NARROWEST = 320

local PAGES = {
  { name = "the landing page", path = "/", scripted = true },
  { name = "the list of everything", path = "/id" },
  { name = "the reference", path = "/docs", scripted = true },
  { name = "a guide", path = "/docs/operators" },
  {
    name = "a lesson with a figure",
    path = "/de/material/physik/wellen",
    bytes = 60000,
    images = { 480 },
  },
  { name = "a lesson with a recurrence", path = "/en/material/computer-science/recursion" },
  { name = "a long surah", path = "/en/quran/2" },
  { name = "a surah with tafsir", path = "/id/quran/112?tafsir=true" },
  { name = "an item to cite", path = "/en/tryout/germany/msa/german-2026" },
  { name = "a problem", path = "/problems/invalid-request" },
  { name = "results", path = "/search?query=throne+verse" },
  { name = "no results", path = "/search?query=zzzzqqqq&locale=de" },
}

--- What a browser may ask for before the first paint; its own icon is none of the page's.
local ALLOWED = {
  ["/assets/style.css"] = true,
  ["/assets/amiri-quran.woff2"] = true,
  ["/assets/amiri.woff2"] = true,
  ["/assets/icon.svg"] = true,
}

local seen = {}

setup(function()
  local svcd <close> = server.demo()
  local tasks = {}
  for i, page in ipairs(PAGES) do
    tasks[i] =
      { name = page.name, path = page.path, widths = WIDTHS, schemes = SCHEMES, axe = true }
  end
  for _, page in ipairs(PAGES) do
    tasks[#tasks + 1] = {
      name = page.name .. " bare",
      path = page.path,
      javascript = false,
      widths = { NARROWEST },
    }
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

    it("is seen in four ways", function() assert.equal(4, #seen[page.name]) end)

    it("has nothing that axe finds", function() each("violations", {}) end)

    it("is not wider than the window", function()
      for _, look in ipairs(seen[page.name]) do
        assert.is_true(look.overflow <= 0, look.width)
      end
      assert.is_true(seen[page.name .. " bare"][1].overflow <= 0, NARROWEST)
    end)

    it("makes the browser complain of nothing", function() each("console", {}) end)

    it("is painted without waiting for more than the stylesheet and the font", function()
      for _, look in ipairs(seen[page.name]) do
        assert.is_true(look.paint > 0)
        assert.same({ "/assets/style.css" }, look.blocking)
        for _, path in ipairs(look.before) do
          local own = page.scripted and path == "/assets/site.js"
            or page.images and path == "/assets/wavelength-and-amplitude.svg"
          assert.is_truthy(ALLOWED[path] or own, path)
        end
      end
    end)

    it("shows its images", function() each("images", page.images or {}) end)

    it("asks no other origin", function() each("foreign", {}) end)

    it(
      "says the same without JavaScript",
      function() assert.equal(seen[page.name][1].text, seen[page.name .. " bare"][1].text) end
    )

    if page.bytes then
      it("weighs little with all it loads", function()
        for _, look in ipairs(seen[page.name]) do
          assert.is_true(look.bytes <= page.bytes, look.bytes)
        end
      end)
    end
  end)
end
