--- Ways of reading the Quran in a real browser: a second translation, Arabic alone, sizes, a verse
-- by its number, and the place where one stopped; kept on the device, and gone without a script.
local browser = require("spec.support.web.browser")
local server = require("spec.support.service.server")

local SURAH = "/en/quran/36"
local SECOND = "p.beside[lang=de]"

local TASKS = {
  {
    name = "a second translation",
    path = SURAH,
    steps = { { "select", "[name=beside]", "de" }, { "see", "#verse-83 " .. SECOND } },
    read = "#verse-2 " .. SECOND,
    says = "Qur",
  },
  {
    name = "a second translation that is chosen no more",
    path = SURAH,
    steps = {
      { "select", "[name=beside]", "de" },
      { "see", "#verse-83 " .. SECOND },
      { "select", "[name=beside]", "" },
      { "see", ".surah:not(:has(.beside))" },
    },
    read = "#verse-2",
    says = "36:2",
  },
  {
    name = "a page that is loaded again",
    path = SURAH,
    steps = {
      { "select", "[name=beside]", "id" },
      { "select", "[name=size]", "150" },
      { "click", "[name=alone]" },
      { "reload" },
      { "see", ".surah.alone.size-150 p.beside[lang=id]" },
    },
    read = "#verse-2",
    says = "^36:2%s+[^%a]+$",
  },
  {
    name = "another surah than the one where it was chosen",
    path = SURAH,
    steps = {
      { "select", "[name=beside]", "de" },
      { "see", SECOND },
      { "go", "/en/quran/112" },
      { "see", "#verse-1 " .. SECOND },
    },
    read = "#verse-1 " .. SECOND,
    says = "Sag: Er ist Allah, ein Einer",
  },
  {
    name = "a verse with a second translation",
    path = "/en/quran/112/1",
    steps = { { "select", "[name=beside]", "de" }, { "see", SECOND } },
    read = SECOND,
    says = "Sag: Er ist Allah, ein Einer",
  },
  {
    name = "the number of a verse",
    path = SURAH,
    steps = { { "fill", "[name=place]", "58" }, { "press", "Enter" } },
    address = SURAH .. "#verse-58",
  },
  {
    name = "a verse of another surah",
    path = SURAH,
    steps = {
      { "fill", "[name=place]", "2:255" },
      { "press", "Enter" },
      { "arrive", "/en/quran/2#verse-255" },
    },
    address = "/en/quran/2#verse-255",
  },
  {
    name = "the name of another surah",
    path = SURAH,
    steps = {
      { "fill", "[name=place]", "yusuf" },
      { "press", "Enter" },
      { "see", 'main a[href="/en/quran/12"]' },
    },
    read = "main li a",
    says = "Yusuf",
  },
  {
    name = "the place where one stopped",
    path = SURAH,
    steps = {
      { "see", "details.contents[open]" },
      { "click", '.verses a[href="#verse-40"]' },
      { "kept", "place:" .. SURAH, "40" },
      { "go", "/en" },
      { "go", SURAH },
      { "see", '.resume[href="#verse-40"]' },
    },
    read = ".resume",
    says = "^Continue at verse 40$",
  },
  {
    name = "the numbers of the verses in view on a phone, and folded when one was followed",
    path = SURAH,
    widths = { 360 },
    steps = {
      { "click", "details.contents summary" },
      { "click", '.verses a[href="#verse-40"]' },
      { "see", "details.contents:not([open])" },
      { "click", "details.contents summary" },
      { "click", '.verses a[href="#verse-58"]' },
      { "see", "details.contents:not([open])" },
    },
    address = SURAH .. "#verse-58",
  },
  {
    name = "no script",
    path = SURAH,
    javascript = false,
    read = "main",
    lacks = "Second translation",
  },
}

local seen = {}

setup(function()
  local svcd <close> = server.demo({ quota_limit = 0 })
  for i, task in ipairs(TASKS) do
    task.profile = "reading " .. i
  end
  for _, look in ipairs(browser.look(svcd.port, TASKS)) do
    seen[look.name] = look
  end
end)

describe("reading the Quran", function()
  for _, task in ipairs(TASKS) do
    it("has " .. task.name, function()
      local look = seen[task.name]
      if task.says then assert.matches(task.says, look.read) end
      if task.lacks then assert.is_nil(look.read:find(task.lacks, 1, true)) end
      if task.address then assert.equal(task.address, look.address) end
      assert.same({}, look.console)
    end)
  end
end)
