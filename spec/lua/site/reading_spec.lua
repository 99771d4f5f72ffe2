--- Ways of reading the Quran in a real browser: a second translation, Arabic alone, sizes, a verse
-- by its number, and the place where one stopped; kept on the device, and gone without a script.
-- Each of several verses is copied with its reference; what is printed has no such help.
local browser = require("spec.support.web.browser")
local server = require("spec.support.service.server")

local SURAH = "/en/quran/36"
local TRYOUT = "/en/tryout/germany/abitur/calculus-2025"
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
    says = "^36:2%s+Copy%s+Ya%-Sin 36:2%s+Copy link%s+Ya%-Sin 36:2%s+[^%a]+$",
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
    name = "each verse with its reference, to copy by the keyboard",
    path = SURAH,
    steps = {
      { "focus", "#verse-2 h2 a" },
      { "press", "Tab" },
      { "press", "Enter" },
      {
        "copied",
        "ٱلۡحَكِيمِ\nBy the wise Qur'an.\n(Ya-Sin 36:2, Saheeh International – http://",
      },
      { "copied", "/en/quran/36/2)" },
    },
    read = "#verse-2 .act",
    says = "^Copied%s+Ya%-Sin 36:2%s+Copy link",
    still = true,
  },
  {
    name = "the address of each verse, to copy on a phone",
    path = "/id/quran/36",
    widths = { 360 },
    steps = {
      { "click", "#verse-2 .act button:last-child" },
      { "copied", "/id/quran/36/2" },
    },
    read = "#verse-2 .act",
    says = "Salin%s+Yāsīn 36:2%s+Tersalin",
    still = true,
  },
  {
    name = "the number of each of some verses, and the verse to copy",
    path = "/de/quran/2/255-257",
    read = "#verse-256",
    says = "^2:256%s+Kopieren%s+Al%-Baqarah 2:256%s+Link kopieren",
    still = true,
  },
  {
    name = "a printed surah with its sources and without what only a screen can do",
    path = SURAH,
    steps = { { "see", "#verse-83 .act" }, { "print" } },
    read = "main",
    says = "Publisher%s+The Noble Qur",
    lacks = { "Copy" },
  },
  {
    name = "a printed try-out without a heading of answers that are closed",
    path = TRYOUT,
    steps = { { "print" } },
    read = "main",
    says = "D%. 200%s+What your result means",
  },
  {
    name = "a printed try-out with the answers that are open",
    path = TRYOUT,
    steps = { { "click", "#key-2 summary" }, { "print" } },
    read = "main",
    says = "D%. 200%s+Answers%s+Key to question 2",
  },
  {
    name = "no script",
    path = SURAH,
    javascript = false,
    read = "main",
    lacks = { "Second translation", "Copy" },
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
      for _, word in ipairs(task.lacks or {}) do
        assert.is_nil(look.read:find(word, 1, true))
      end
      if task.still then assert.is_true(look.shift < 0.02, look.shift) end
      if task.address then assert.equal(task.address, look.address) end
      assert.same({}, look.console)
    end)
  end
end)
