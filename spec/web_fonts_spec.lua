--- The faces for Arabic: cut down by the build to what the Quran's editions are written with.
local application = require("spec.support.application")
local asset = require("site.asset")
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local handler = application.new()

local function ask(path) return handler.handle(application.request(path)) end

--- The code points that meson.build keeps.
local function kept()
  local file <close> = assert(io.open("meson.build"))
  local ranges, set = file:read("a"):match("arabic = '([^']*)'"), {}
  for first, last in ranges:gmatch("U%+(%x+)%-?(%x*)") do
    local stop = last == "" and first or last
    for code = tonumber(first, 16), tonumber(stop, 16) do
      set[code] = true
    end
  end
  return set
end

describe("the faces for Arabic", function()
  it(
    "have every character of the demo publication's verses, and those of their ends",
    function()
      local path = BUILD .. "/demo.svp"
      local publication <close> = assert(svc.open(path, { trust = BUILD .. "/demo.trust" }))
      local set, missing = kept(), {}
      local function look(text)
        for _, code in utf8.codes(text) do
          if not set[code] then missing[("U+%04X"):format(code)] = true end
        end
      end
      look("\u{6DD}٠١٢٣٤٥٦٧٨٩")
      for surah = 1, 114 do
        local verses = publication:verse_count(surah)
        local reference = publication:quran(surah, 1, verses, "en", false)
        for _, verse in ipairs(reference.verses) do
          look(verse.arabic)
        end
      end
      assert.same({}, missing)
    end
  )

  for _, name in ipairs({ "amiri-quran.woff2", "amiri.woff2" }) do
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
      assert.is_true(#response.body < 60000, #response.body)
    end)

    it("are named by the stylesheet: " .. name, function()
      local style = ask(asset.path("style.css")).body
      assert.matches('src:url("' .. asset.path(name) .. '")', style, 1, true)
    end)
  end

  it("come with their licence, which the stylesheet names", function()
    local path = asset.path("amiri.txt")
    assert.matches("SIL OPEN FONT LICENSE Version 1.1", ask(path).body, 1, true)
    assert.matches("Khaled Hosny", ask(path).body, 1, true)
    assert.matches(
      "SIL Open Font License 1.1, see " .. path,
      ask(asset.path("style.css")).body,
      1,
      true
    )
  end)
end)
