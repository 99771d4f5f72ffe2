--- The faces that the build cuts down: for Arabic to what the Quran's editions are written with,
-- for formulas to what they are drawn with.
local application = require("spec.support.service.application")
local asset = require("site.asset")
local formulas = require("data.formulas")
local svc = require("svc")
local tables = require("base.tables")

local BUILD = os.getenv("BUILD") or "build"

local handler = application.new()

local function ask(path) return handler.handle(application.request(path)) end

--- The code points that meson.build keeps for a face.
local function kept(name)
  local file <close> = assert(io.open("meson.build"))
  local ranges = file:read("a"):match("\n" .. name .. " = (.-)\n%l+ =")
  local set = {}
  for first, last in ranges:gmatch("U%+(%x+)%-?(%x*)") do
    local stop = last == "" and first or last
    for code = tonumber(first, 16), tonumber(stop, 16) do
      set[code] = true
    end
  end
  return set
end

--- Adds the code points of a text that a set lacks to a table.
local function lack(set, text, missing)
  for _, code in utf8.codes(text) do
    if not set[code] then missing[("U+%04X"):format(code)] = true end
  end
end

describe("the faces for formulas", function()
  it("have every sign that a command draws, and each letter in italics", function()
    local set, missing = {}, {}
    for _, name in ipairs({ "formulas", "alphabets", "signs" }) do
      set = tables.merge(set, kept(name))
    end
    for _, command in pairs((formulas.signs())) do
      lack(
        set,
        command[2]:gsub(utf8.charpattern, function(character)
          local code = utf8.codepoint(character)
          return (code >= 0xE000 and code < 0xF900 or code == 0xA0) and "" or nil
        end),
        missing
      )
    end
    for code = 0x1D434, 0x1D467 do
      lack(set, utf8.char(code), missing)
    end
    lack(set, "−√∫⌊⌋⋯abc0123456789+=()[]{}", missing)
    assert.same({}, missing)
  end)
end)

describe("the faces for Arabic", function()
  it(
    "have every character of the demo publication's verses, and those of their ends",
    function()
      local path = BUILD .. "/demo.svp"
      local publication <close> = assert(svc.open(path, { trust = BUILD .. "/demo.trust" }))
      local set, missing = kept("arabic"), {}
      lack(set, "\u{6DD}٠١٢٣٤٥٦٧٨٩", missing)
      for surah = 1, 114 do
        local verses = publication:verse_count(surah)
        local reference = publication:quran(surah, 1, verses, "en", false)
        for _, verse in ipairs(reference.verses) do
          lack(set, verse.arabic, missing)
        end
      end
      assert.same({}, missing)
    end
  )
end)

describe("the faces", function()
  local most = {
    ["amiri-quran.woff2"] = 45000,
    ["formulas.woff2"] = 40000, -- what a lesson of 60 KB has room for
    ["formulas-alphabets.woff2"] = 50000,
    ["formulas-signs.woff2"] = 35000,
  }
  for name, bytes in pairs(most) do
    it("are small, compressed, and kept for ever: " .. name, function()
      local path = asset.path(name)
      local response = ask(path)
      assert.matches("^/assets/[%l-]+%.%x+%.woff2$", path)
      assert.equal("font/woff2", application.header(response, "content-type"))
      assert.equal(
        "public, max-age=31536000, immutable",
        application.header(response, "cache-control")
      )
      assert.equal("wOF2", response.body:sub(1, 4))
      assert.is_true(#response.body <= bytes, #response.body)
    end)

    it("are named by the stylesheet: " .. name, function()
      local style = ask(asset.path("style.css")).body
      assert.matches('src:url("' .. asset.path(name) .. '")', style, 1, true)
    end)
  end

  for name, holder in pairs({ amiri = "Khaled Hosny", formulas = "STI Pub Companies" }) do
    it("come with their licence, which the stylesheet names: " .. name, function()
      local path = asset.path(name .. ".txt")
      assert.matches("SIL OPEN FONT LICENSE Version 1.1", ask(path).body, 1, true)
      assert.matches(holder, ask(path).body, 1, true)
      assert.matches(
        "SIL Open Font License 1.1, see " .. path,
        ask(asset.path("style.css")).body,
        1,
        true
      )
    end)
  end
end)
