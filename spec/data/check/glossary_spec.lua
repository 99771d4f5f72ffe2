--- The glossary and the notation of each country's schools, which the linter holds texts against.
local check = require("data.check")
local content_tree = require("spec.support.publication.content_tree")

teardown(content_tree.remove_all)

local GLOSSARY = [[
mathematics:
  - en: { terms: [weight], avoid: [normal form, $G = m g$], notation: [w = m g] }
    id: { terms: [gaya berat*], notation: [w = m g] }
    de: { terms: [Gewichtskraft*], avoid: [Raten], notation: ["F_\\text{G} = m \\cdot g"] }
  - de: { terms: [pq-Formel], notation: [x^2 + p x + q = 0] }
]]

local function lint(texts, glossary)
  local files = { ["glossary.yaml"] = glossary or GLOSSARY }
  for locale, text in pairs(texts) do
    files[locale .. "/articles/science/lines.md"] = content_tree.lesson("\n" .. text .. "\n")
  end
  return check.content(content_tree.make(files))
end

--- What the linter reports of one locale's text, without its place; "" when nothing.
local function faults_of(locale, text)
  local found = {}
  for _, line in ipairs(lint({ [locale] = text }).warnings) do
    local message = line:match("^" .. locale .. "/articles/science/lines.md:8:?%d*: (.*)$")
    found[#found + 1] = message
  end
  return table.concat(found, "\n")
end

describe("the notation of a country's schools", function()
  local PERCENT, POINT =
    "a percent sign without space, such as 25%", "a decimal point, such as 0.5"
  local AFTER = "a percent sign after a space, such as 25 %"
  local COMMA = "a decimal comma, such as 0,5 or $0{,}5$"
  local GROUPS = "groups of digits with points, such as 10.000"
  local SIGN = "a division sign, such as 12 ÷ 3 or $12 \\div 3$"
  local COLON = "a colon for division, such as 12 : 3"
  local BAR = "points with a bar, such as $(1 \\mid 2)$"
  local PAIR = "points with a comma, such as $(1, 2)$"
  -- locale, text, what is refused in it (nil when it is accepted), what is accepted
  local cases = {
    { "en", "A 25% share." },
    { "en", "A 25 % share.", "25 %", PERCENT },
    { "id", "Bagian 25% saja." },
    { "id", "Bagian 25 % saja.", "25 %", PERCENT },
    { "de", "Ein Anteil von 25 %." },
    { "de", "Ein Anteil von 25%.", "25%", AFTER },
    { "en", "It is 0.5 m or 10,000 mm, 3, 4." },
    { "en", "It is 0,5 m.", "0,5", POINT },
    { "en", "It is 1,2500 m.", "1,2500", POINT },
    { "en", "It is $0{,}5$ m.", "0{,}5", POINT },
    { "id", "Nilainya 0,5 m atau 10.000 mm." },
    { "id", "Nilainya 0.5 m.", "0.5", COMMA },
    { "id", "Nilainya $1.25$ m.", "1.25", COMMA },
    { "id", "Pada pukul 12.50 kereta tiba." },
    { "id", "Nilainya 10 000 mm.", "10 000", GROUPS },
    { "id", "Nilainya $10\\,000$ mm.", "10\\,000", GROUPS },
    { "id", "Pola $0000\\,0101_2$ dan tahun 1960 dan $\\log_2 100$." },
    { "de", "Es sind 0,5 m oder 10.000 mm oder 10 000 mm." },
    { "de", "Es sind 0.5 m.", "0.5", COMMA },
    { "en", "So $12 \\div 3 = 4$, 12 ÷ 3 and 9 : 3 : 3 : 1, at 9:48." },
    { "en", "So 12 : 3 is 4.", "12 : 3", SIGN },
    { "id", "Jadi 12 : 3 sama dengan 4." },
    { "id", "Jadi 12 ÷ 3 sama dengan 4.", "12 ÷ 3", COLON },
    { "de", "Also $12 : 3 = 4$." },
    { "de", "Also $12 \\div 3 = 4$.", "\\div", "a colon for division, such as $12 : 3$" },
    { "en", "Through $(1, 2)$ and $P(A \\mid B)$." },
    { "en", "Through $(1 \\mid 2)$.", "$(1 \\mid 2)$", PAIR },
    { "de", "Durch $(1 \\mid 2)$ und $f(1)$ und $(x - 1)$." },
    { "de", "Durch $(1, 2)$.", "$(1, 2)$", BAR },
    { "de", "Durch $(x_1, y_1)$.", "$(x_1, y_1)$", BAR },
    { "en", "In code, `0,5` and `12 : 3` and `25 %` stay." },
  }
  for _, case in ipairs(cases) do
    it(("%s in %s: %s"):format(case[3] and "refuses" or "accepts", case[1], case[2]), function()
      local expected = case[3]
          and ("%q is not how %s schools write it; accepted is %s"):format(
            case[3],
            case[1],
            case[4]
          )
        or ""
      assert.equal(expected, faults_of(case[1], case[2]))
    end)
  end
end)

describe("the glossary", function()
  local cases = {
    { "en", "Its weight is $w = m g$." },
    { "en", "Its weight is $w = mg = 5$." },
    { "en", "Its weights are $F_\\text{G} = m g$." }, -- another word
    {
      "en",
      "Its weight is $F_\\text{G} = m g$.",
      '$F_\\text{G} = m \\cdot g$ is not how en schools write "weight"; write $w = m g$',
    },
    {
      "en",
      "Its weight is $G = mg$.",
      '$G = m g$ is not how en schools write "weight"; write $w = m g$',
    },
    {
      "de",
      "Die Gewichtskräfte sind $w = m g$, die Gewichtskraft auch.",
      '$w = m g$ is not how de schools write "Gewichtskraft"; '
        .. "write $F_\\text{G} = m \\cdot g$",
    },
    { "en", "A Normal form.", '"normal form" is not what en schools say; write "weight"' },
    { "en", "An abnormal form." },
    { "de", "Wir raten es." },
    { "de", "Die Raten steigen.", '"Raten" is not what de schools say; write "Gewichtskraft"' },
  }
  for _, case in ipairs(cases) do
    it(
      ("%s in %s: %s"):format(case[3] and "refuses" or "accepts", case[1], case[2]),
      function() assert.equal(case[3] or "", faults_of(case[1], case[2])) end
    )
  end

  it("names a translation that lacks the term of another", function()
    local report = lint {
      en = "Its weight.",
      id = "Gaya beratnya.",
      de = "Sein Gewicht.",
    }
    local fault = 'de/articles/science/lines.md:1: lacks "Gewichtskraft", which '
      .. 'en/articles/science/lines.md:8 calls "weight"; use the term of the glossary'
    local warnings = table.concat(report.warnings, "\n")
    assert.matches(fault, warnings, 1, true)
    assert.equal(1, select(2, warnings:gsub("use the term of the glossary", "")))
  end)

  it("lets a notation of one country alone stand, and takes others for the same", function()
    local report = lint {
      en = "The weight $w = m g$.",
      id = "Gaya berat $w = m g$.",
      de = "Die Gewichtskraft $F_\\text{G} = m \\cdot g$ und pq-Formel: $x^2 + px + q = 0$.",
    }
    local warnings = table.concat(report.warnings, "\n")
    assert.same({}, report.errors)
    assert.is_nil(warnings:find("glossary") or warnings:find("formula"))
  end)

  it("still compares what is no notation", function()
    local report = lint {
      en = "The weight $w = m g$ and $x = 1$.",
      id = "Gaya berat $w = m g$ dan $x = 2$.",
      de = "Die Gewichtskraft $F_\\text{G} = m \\cdot g$ und $x = 1$.",
    }
    assert.truthy(
      table.concat(report.warnings, "\n"):find("id/[^\n]* lacks the formula x=1 of")
    )
  end)

  local faults = {
    { "mathematics: {}", ':1: "mathematics" is a mapping; a list is expected' },
    { "mathematics:\n  - fr: { terms: [a] }", ':2: "mathematics" unknown key "fr"' },
    { "mathematics:\n  - en: { avoid: [a] }", '"terms" is missing' },
    { "mathematics:\n  - en: { terms: [] }", ":2: en has no terms; write at least one" },
    {
      "mathematics:\n  - en: { terms: [a], avoid: [$x$] }",
      ":2: en avoids a formula; give the notation to use",
    },
    {
      "mathematics:\n  - en: { terms: [a], notation: [x, y] }\n"
        .. "    de: { terms: [b], notation: [z] }",
      ":2: de has 1 notations, but en has 2; the n-th must say the same",
    },
    {
      "physic:\n  - en: { terms: [a] }",
      'no document has a concept of the subject "physic"; correct or remove it',
    },
    {
      "mathematics:\n  - en: { terms: ['*'] }",
      ':2: "mathematics" "en" "terms" is "*"; accepted is a text with a letter or digit',
    },
    { "\xEF\xBB\xBFmathematics: []", ":1: begins with a byte order mark" },
  }
  it("has its faults told in the order of its subjects", function()
    local subjects, told = {}, {}
    for letter in ("abcdefgh"):gmatch(".") do
      table.insert(subjects, 1, letter .. ": []\n")
      told[#told + 1] = 'glossary.yaml:1: no document has a concept of the subject "'
        .. letter
        .. '"; correct or remove it'
    end
    local _, reported = content_tree.load(content_tree.make {
      ["glossary.yaml"] = table.concat(subjects),
      ["en/articles/science/lines.md"] = content_tree.lesson(),
    })
    assert.same(told, reported)
  end)

  for _, case in ipairs(faults) do
    it("is refused, by the linter and when it is published: " .. case[2], function()
      local folder = content_tree.make {
        ["glossary.yaml"] = case[1] .. "\n",
        ["en/articles/science/lines.md"] = content_tree.lesson(),
      }
      local tree, found = content_tree.load(folder)
      assert.is_nil(tree)
      assert.truthy(found[1]:find("glossary.yaml", 1, true), found[1])
      assert.truthy(found[1]:find(case[2], 1, true), found[1])
      assert.same(found, check.content(folder).errors)
    end)
  end

  it("is no document, and no more are the authors' checks", function()
    local folder = content_tree.make {
      ["glossary.yaml"] = GLOSSARY,
      ["checks/lines.lua"] = "return {}\n",
      ["en/articles/science/lines.md"] = content_tree.lesson(),
    }
    local without = content_tree.make {
      ["en/articles/science/lines.md"] = content_tree.lesson(),
    }
    local tree, plain = assert(content_tree.load(folder)), assert(content_tree.load(without))
    assert.equal(#plain.documents, #tree.documents)
    assert.same({}, plain.glossary)
  end)
end)
