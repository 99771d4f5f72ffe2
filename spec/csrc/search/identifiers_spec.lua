--- Identifiers: what has digits or symbols is found as it stands, and nothing like it instead.
local shelf = require("spec.support.publication.shelf")

-- Each pair of documents differs in one identifier; the first of the two is asked for. A third is
-- another spelling of the first, which may come before it.
local PAIRS = {
  { "C++", "C#" },
  { "C#", "C++" },
  { "F#", "F" },
  { "A+", "A-" },
  { ".NET 8", ".NET 9" },
  { "x^2", "x^3" },
  { "x²", "x³", "x^2" },
  { "y^{n+1}", "y^{n} and 1, y^n and 1" },
  { "H₂O", "H₂O₂" },
  { "CO₂", "CO" },
  { "10⁻⁷", "10⁻⁸" },
  { "§ 823", "§ 824" },
  { "§823", "§ 826", "§ 823" },
  { "§§ 433", "§ 434" },
  { "3.14", "3.15" },
  { "2.718", "2.818" },
  { "1/2", "1/3" },
  { "50%", "60%" },
  { "25°C", "26°C" },
  { "UTBK-2024", "UTBK-2025" },
  { "UTBK 2024", "UTBK 2025", "UTBK-2024" },
  { "SNBT-2026", "SNBT-2025" },
  { "1945", "1954" },
  { "2024", "2025" },
  { "1990", "1991" },
  { "2024/2025", "2023/2024" },
  { "2026-08-17", "2026-08-18" },
  { "17.08.1945", "18.08.1945" },
  { "08:30", "09:30" },
  { "ISO-8859-1", "ISO-8859-15" },
  { "ISO 9001", "ISO 9002" },
  { "RFC 9457", "RFC 9456" },
  { "UTF-8", "UTF-16" },
  { "IPv4", "IPv6" },
  { "192.168.0.1", "192.168.0.2" },
  { "v1.2.3", "v1.2.4" },
  { "Python3", "Python2" },
  { "B2B", "B2C" },
  { "Covid-19", "Covid-20" },
  { "G20", "G7" },
  { "MP3", "MP4" },
  { "E=mc^2", "E=mc^3" },
  { "sin_x", "sin_y" },
  { "foo_bar", "foo_baz" },
  { "user@example.org", "admin@example.org" },
  { "https://example.org/a/b", "https://example.org/a/c" },
  { "example.org", "example.net" },
  { "/usr/bin/env", "/usr/bin/awk" },
  { "#42", "#43" },
  { "№ 5", "№ 6" },
  { "$100", "$200" },
  { "AC/DC", "AC" },
  { "TCP/IP", "TCP/UDP" },
  { "i18n", "l10n" },
  { "7B", "8B" },
  { "R&D", "R&B" },
  { "12a", "12b" },
  { "٣٠", "٤٠" },
}

-- Names without digits, which a search would find too.
local function name(number, side)
  return ("pair-%s%s-%s"):format(
    string.char(97 + number // 26),
    string.char(97 + number % 26),
    side == 1 and "own" or "other"
  )
end

local function entries(texts)
  local list = {}
  for number, pair in ipairs(PAIRS) do
    for side = 1, 2 do
      local entry = name(number, side)
      texts[entry] = pair[side]
      list[#list + 1] = {
        name = entry,
        title = "Lesson",
        text = ("Here the lesson of the pair says %s among other words.\n"):format(pair[side]),
      }
    end
  end
  return list
end

describe("an identifier in a text", function()
  local publication
  local texts = {}
  setup(function() publication = shelf.open(entries(texts)) end)

  for _, pair in ipairs(PAIRS) do
    local own, other, spelling = table.unpack(pair)
    it(("%s is found, and not %s"):format(own, other), function()
      local first = texts[shelf.find(publication, own, { limit = 1 })]
      assert.is_truthy(first == own or first == spelling, first)
    end)
  end
end)

describe("a power or an index", function()
  -- Each row holds spellings of one thing, in text, in formulas and as they are typed.
  for _, spellings in ipairs({
    { "x^2", "x²", "x^{2}", "$x^2$", "$x^{2}$" },
    { "10^-7", "10⁻⁷", "10^{-7}", "$10^{-7}$", "10^{−7}" },
    { "yⁿ⁺¹", "y^{n+1}", "$y^{n+1}$" },
    { "v_1", "v₁", "v_{1}", "$v_1$", "$v_{1}$" },
  }) do
    for _, written in ipairs(spellings) do
      for _, typed in ipairs(spellings) do
        if not typed:find("$", 1, true) then
          it(("typed %s is found written %s"):format(typed, written), function()
            local publication = shelf.open({
              {
                name = "other",
                text = "Here is x 2 and x 2, 10 and 7, 10 7, y n, y n and y n.",
              },
              { name = "own", text = ("Here is %s, among words."):format(written) },
            })
            assert.equal("own", shelf.find(publication, typed, { limit = 1 }))
          end)
        end
      end
    end
  end
end)

describe("a power in a text that has it once", function()
  for power, written in pairs({
    ["d^2"] = "d^2",
    ["a³"] = "a³",
    ["r^2"] = "r^2",
    ["r^3"] = "πr³",
    ["h³"] = "2h^{3}-5",
    ["x²"] = "x^2-5x+6=0",
    ["g^2"] = "$\\tfrac{1}{2}mg^2$",
  }) do
    it(
      written .. " comes before a text full of its letter and its number: " .. power,
      function()
        local letter, number = power:sub(1, 1), power:gsub("³", "3"):match("%d")
        local line = ("%s %s, take %s or %s. "):format(letter, number, letter, number)
        local long = ("Between these words, many others stand and fill the page. "):rep(30)
        local list = {
          { name = "full", text = line:rep(20) },
          { name = "own", text = long .. "So " .. written .. " it is. " .. long },
        }
        for i = 1, 20 do
          list[i + 2] = { name = "other-" .. i, text = long }
        end
        assert.equal("own", shelf.find(shelf.open(list), power, { limit = 1 }))
      end
    )
  end
end)

describe("one identifier of several parts", function()
  for _, row in ipairs({
    { "Covid-19", "Covid and 19" },
    { "2026-08-17", "2026 and 08 and 17" },
    { "UTF-8", "UTF and 8" },
  }) do
    local written, parts = row[1], row[2]
    it("comes before a text full of its parts: " .. written, function()
      local long = ("Between these words, many others stand and fill the page. "):rep(30)
      local list = {
        { name = "full", text = ("Here %s stand apart. "):format(parts):rep(20) },
        { name = "own", text = long .. "So " .. written .. " it is. " .. long },
      }
      for i = 1, 20 do
        list[i + 2] = { name = "other-" .. i, text = long }
      end
      assert.equal("own", shelf.find(shelf.open(list), written, { limit = 1 }))
    end)
  end
end)

describe("a digit below the line", function()
  local publication
  setup(
    function()
      publication = shelf.open({
        { name = "base", text = "In base two, 101₂ is five." },
        { name = "sign", text = "In base two, 101_2 is five." },
        { name = "number", text = "The number 1012 is even." },
        { name = "water", text = "Water is H₂O, glucose C₆H₁₂O₆." },
      })
    end
  )

  for query, found in pairs({
    ["1012"] = "number",
    ["101₂"] = "base sign",
    ["101_2"] = "base sign",
    ["H2O"] = "water",
    ["C6H12O6"] = "water",
  }) do
    it("joins a letter and no number: " .. query, function()
      local names = {}
      for one in shelf.find(publication, query):gmatch("%S+") do
        names[#names + 1] = one
      end
      table.sort(names)
      assert.equal(found, table.concat(names, " "))
    end)
  end
end)

describe("a year", function()
  it("never finds another year", function()
    local publication = shelf.open({
      { name = "old", text = "Examined in 2024.\n" },
      { name = "new", text = "Examined in 2025.\n" },
    })
    assert.equal("old", shelf.find(publication, "2024"))
    assert.equal("new", shelf.find(publication, "2025"))
    assert.equal("", shelf.find(publication, "2026"))
    assert.equal("", shelf.find(publication, "202"))
  end)
end)

describe("an identifier of a document", function()
  local publication
  setup(function()
    local list = {}
    for i = 1, 20 do
      list[i] = {
        name = "mathematics/topic-" .. i,
        title = "Topic",
        labels = { "Mathematics" },
        text = "A topic of mathematics, material like the others.\n",
      }
    end
    publication = shelf.open(list)
  end)

  for _, case in ipairs({
    { "asset:en:material:mathematics:topic-7", "its content id" },
    { "material/mathematics/topic-7", "its route" },
    { "/material/mathematics/topic-7", "its route with a slash" },
    { "en/material/mathematics/topic-7", "its path" },
    { "https://example.org/en/material/mathematics/topic-7", "its URL" },
    {
      "https://example.org/en/material/mathematics/topic-7.md?x=1#part",
      "the URL of its Markdown",
    },
    { "svc://content/asset:en:material:mathematics:topic-7", "its resource URI" },
    { "  material/mathematics/topic-7 ", "its route between blanks" },
  }) do
    it(
      "names it: " .. case[2],
      function()
        assert.equal("mathematics/topic-7", shelf.find(publication, case[1], { limit = 1 }))
      end
    )
  end

  it("of another section is not shown where a section was asked for", function()
    local route = "material/mathematics/topic-7"
    assert.equal("", shelf.find(publication, route, { section = "articles" }))
  end)
end)
