--- The figures of the lessons: drawn by scripts, the same each time, and readable on every page.
local figures = require("data.content.figures.init")
local svc = require("svc")

local function read(name)
  local file <close> = io.open("data/content/" .. name, "rb")
  return file and file:read("a")
end

--- Relative luminance of `#rrggbb` (WCAG 2.2).
local function luminance(colour)
  local parts = {}
  for i, digits in ipairs { colour:match("^#(%x%x)(%x%x)(%x%x)$") } do
    local value = tonumber(digits, 16) / 255
    parts[i] = value <= 0.04045 and value / 12.92 or ((value + 0.055) / 1.055) ^ 2.4
  end
  return 0.2126 * parts[1] + 0.7152 * parts[2] + 0.0722 * parts[3]
end

local function contrast(one, other)
  local a, b = luminance(one), luminance(other)
  return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
end

describe("the figures of the lessons", function()
  local drawn = figures.all()

  it("are what their scripts draw: make figures", function()
    local stale = {}
    for name, drawing in pairs(drawn) do
      if read(name) ~= drawing then stale[#stale + 1] = name end
    end
    table.sort(stale)
    assert.same({}, stale)
  end)

  it("have no drawing beside them that no script draws", function()
    local strange = {}
    local pipe <close> = assert(io.popen("cd data/content && find . -name '*.svg' | sort"))
    for name in pipe:lines() do
      if not drawn[name:sub(3)] then strange[#strange + 1] = name end
    end
    assert.same({}, strange)
  end)

  it("are at least twenty in each locale", function()
    local shared, own = 0, {}
    for name in pairs(drawn) do
      local folder = name:match("^%l+")
      if folder == "shared" then
        shared = shared + 1
      else
        own[folder] = (own[folder] or 0) + 1
      end
    end
    for _, locale in ipairs(svc.locales) do
      assert.is_true(shared + own[locale] >= 20, locale)
      assert.equal(own.en, own[locale])
    end
  end)

  it("are small, safe, and fit a page", function()
    for name, drawing in pairs(drawn) do
      local image, reason = svc.check_image(name, drawing)
      assert.is_truthy(image, ("%s: %s"):format(name, reason))
      assert.is_true(image.width <= 520 and #drawing <= 8192, name)
    end
  end)

  it("stand on the white of paper, where no other ground is", function()
    for name, drawing in pairs(drawn) do
      assert.equal("#ffffff", drawing:match("f%-paper{fill:(#%x+)}"), name)
    end
  end)

  -- What stands for itself needs 3:1, words 4.5:1 (WCAG 2.2, 1.4.3 and 1.4.11).
  it("are readable on a light and on a dark page", function()
    local style = select(2, next(drawn)):match("<style>(.*)</style>")
    local light, dark = style:match("^(.*)@media(.*)$")
    for _, rules in ipairs { light, dark } do
      local paper = rules:match("f%-paper{fill:(#%x+)}")
      for name, colour in rules:gmatch("%.f%-(%l+){fill:(#%x+)}") do
        local least = name == "paper" and 1 or 4.5
        assert.is_true(contrast(colour, paper) >= least, name .. " " .. colour)
      end
    end
  end)
end)

describe("the images of a publication", function()
  local program = os.getenv("SVC_SVCD") or "build/svcd"
  local demo = (os.getenv("BUILD") or "build") .. "/demo"

  local function run(arguments)
    local pipe <close> = assert(io.popen(program .. " " .. arguments .. " 2>&1"))
    return pipe:read("a")
  end

  it("are listed by svcd inspect, with type, size and name", function()
    local output = run("inspect " .. demo .. ".svp")
    assert.matches("\nassets +%d+ +%d+\n", output)
    assert.matches("\nimage/svg%+xml +%d+x%d+ +%d+  unit%-circle%.%x+%.svg\n", output)
  end)

  it(
    "are counted by svcd verify",
    function()
      assert.matches(
        ": good; .* documents, %d+ images, ",
        run(("verify %s.svp --trust %s.trust"):format(demo, demo))
      )
    end
  )
end)
