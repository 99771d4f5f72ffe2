--- Figures of the lessons of sociology.
local draw = require("data.content.figures.draw")

local figures = {}

figures["socialisation-and-roles/socialisation-phases"] = {
  words = {
    en = { "family", "school, friends, media", "work", "age in years" },
    id = { "keluarga", "sekolah, teman, media", "pekerjaan", "umur dalam tahun" },
    de = { "Familie", "Schule, Freunde, Medien", "Beruf", "Alter in Jahren" },
  },
  draw = function(w)
    local sheet = draw.new(520, 230)
    local function at(age) return 30 + 8 * age end
    for i, from in ipairs { 0, 4, 18 } do
      local y, class = 24 + 48 * (i - 1), ({ "one", "two", "three" })[i]
      sheet:rect(at(from), y, at(60) - at(from), 36, class, "pale f-" .. class)
      sheet:text(at(from) + 12, y + 24, w[i], "f-ink")
    end
    sheet:arrow(at(0), 176, at(60), 176, "ink thin")
    for _, age in ipairs { 0, 4, 18, 30, 45 } do
      sheet:line(at(age), 172, at(age), 180, "ink thin")
      sheet:text(at(age), 196, tostring(age), "f-ink s m")
    end
    return sheet:text(at(60), 218, w[4], "f-soft s e"):svg()
  end,
}

figures["social-inequality/who-studies"] = {
  words = {
    en = { "a parent studied", "no parent studied", "begin to study" },
    id = { "orang tua kuliah", "tidak kuliah", "mulai kuliah" },
    de = { "Eltern studiert", "nicht studiert", "beginnen ein Studium" },
  },
  draw = function(w)
    local sheet = draw.new(520, 160)
    for i, count in ipairs { 79, 27 } do
      local y, class = 30 + 56 * (i - 1), i == 1 and "one" or "two"
      sheet:rect(160, y, 320, 36, "soft thin")
      sheet:rect(160, y, 3.2 * count, 36, class, "pale f-" .. class)
      sheet:text(150, y + 24, w[i], "f-ink e s"):text(172, y + 24, tostring(count), "f-ink")
    end
    return sheet:text(160, 146, w[3], "f-soft s"):text(480, 146, "100", "f-soft s e"):svg()
  end,
}

figures["social-research/research-cycle"] = {
  words = {
    en = {
      "question",
      "hypothesis",
      "operationalise",
      "choose",
      "collect,\nevaluate",
      "report",
    },
    id = {
      "pertanyaan",
      "hipotesis",
      "operasionalisasi",
      "memilih",
      "mengumpulkan,\nmengolah",
      "melaporkan",
    },
    de = {
      "Frage",
      "Hypothese",
      "operationalisieren",
      "auswählen",
      "erheben,\nauswerten",
      "berichten",
    },
  },
  draw = function(w)
    local sheet = draw.new(520, 300)
    -- The middle of each box, along the way round.
    local x, y = { 170, 350, 430, 350, 170, 90 }, { 54, 54, 149, 244, 244, 149 }
    for i, words in ipairs(w) do
      sheet:box(x[i] - 78, y[i] - 24, 156, 48, words, i == 1 and "two" or "one")
    end
    local arrows = {
      { 248, 54, 270, 54 },
      { 390, 80, 412, 122 },
      { 412, 175, 390, 217 },
      { 272, 244, 250, 244 },
      { 130, 218, 108, 176 },
      { 108, 123, 130, 81 },
    }
    for _, a in ipairs(arrows) do
      sheet:arrow(a[1], a[2], a[3], a[4], "soft")
    end
    return sheet:svg()
  end,
}

return figures
