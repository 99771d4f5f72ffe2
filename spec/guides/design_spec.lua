--- What /docs/design says of colours, type and measure is what the style sheet has, and each colour
-- of text can be read on its ground (WCAG 2.2, 1.4.3 and 1.4.11).

local forge = require("spec.support.publication.forge")

local GUIDE, SHEET =
  forge.read("lua/site/assets/design.md"), forge.read("lua/site/assets/style.css")

--- Colours of a rule of the sheet, by name.
local function colours_of(rule)
  local list = {}
  for name, value in rule:gmatch("%-%-(%a+):(#%x+)") do
    list[name] = value
  end
  return list
end

local LIGHT = colours_of(SHEET:match(":root{(.-)}"))
local DARK = setmetatable(
  colours_of(SHEET:match("prefers%-color%-scheme:dark%){:root{(.-)}")),
  { __index = LIGHT }
)

--- Relative luminance, 0 to 1 (WCAG 2.2).
local function luminance(colour)
  local sum, shares = 0, { 0.2126, 0.7152, 0.0722 }
  for i, share in ipairs(shares) do
    local value = tonumber(colour:sub(2 * i, 2 * i + 1), 16) / 255
    sum = sum + share * (value <= 0.04045 and value / 12.92 or ((value + 0.055) / 1.055) ^ 2.4)
  end
  return sum
end

local function contrast(a, b)
  local lighter, darker = luminance(a), luminance(b)
  if lighter < darker then
    lighter, darker = darker, lighter
  end
  return (lighter + 0.05) / (darker + 0.05)
end

-- What is drawn, on what, and the least contrast: 4.5 for text, 3 for what is no text.
local PAIRS = {
  { "ink", "paper", 4.5 },
  { "ink", "tint", 4.5 },
  { "soft", "paper", 4.5 },
  { "soft", "tint", 4.5 },
  { "link", "paper", 4.5 },
  { "link", "tint", 4.5 },
  { "paper", "link", 4.5 },
  { "mark", "paper", 3 },
  { "mark", "tint", 3 },
  { "soft", "paper", 3 },
  { "right", "tint", 3 },
  { "wrong", "tint", 3 },
}

describe("the colours of the pages", function()
  for _, theme in ipairs({ { "light", LIGHT }, { "dark", DARK } }) do
    for _, pair in ipairs(PAIRS) do
      local over, under, least = table.unpack(pair)
      it(
        ("have %s on %s in the %s theme at %s to 1 or more"):format(
          over,
          under,
          theme[1],
          least
        ),
        function()
          local own = contrast(theme[2][over], theme[2][under])
          assert.is_true(own >= least, ("%.2f"):format(own))
        end
      )
    end
  end

  it("are those of the table, one row each", function()
    local told = 0
    for name, light, dark in GUIDE:gmatch("\n| (%l+) | `(#%x+)` | `(#%x+)` |") do
      told = told + 1
      assert.same({ LIGHT[name], DARK[name] }, { light, dark }, name)
    end
    assert.equal(7, told)
  end)
end)

describe("type and measure of the pages", function()
  local cases = {
    { "a line of text", "42 rem at most", "--measure:42rem" },
    { "headings", "| 1.4 rem |", "h2{font-size:1.4rem}" },
    { "headings below them", "| 1.15 rem |", "h3{font-size:1.15rem}" },
    { "the title", "1.75 to 2.5 rem", "clamp(1.75rem,1.3rem + 2vw,2.5rem)" },
    { "Arabic", "1.75 times the text, 2.3 lines", "font-size:1.75rem;line-height:2.3" },
    { "wide screens", "From 68 rem on", "@media(min-width:68rem)" },
    { "paper", "A4 with margins of 2 cm", "@page{size:A4;margin:2cm}" },
    { "closed keys", "keys that are closed are not printed", ".key:not([open]){display:none}" },
    { "no scripts", "`scripting: none`", "@media(scripting:none){.reading,.asked,.score{" },
    { "long surahs", "`content-visibility`", "section.verse{content-visibility:auto" },
  }
  for _, case in ipairs(cases) do
    it("are told as they are: " .. case[1], function()
      assert.matches(case[2], GUIDE, 1, true)
      assert.matches(case[3], SHEET, 1, true)
    end)
  end
end)
