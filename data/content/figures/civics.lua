--- Figures of the lessons of civics.
local draw = require("data.content.figures.draw")

local figures = {}

figures["constitutions-and-separation-of-powers/three-powers"] = {
  words = {
    en = {
      "legislative",
      "executive",
      "judicial",
      "controls",
      "proposes\nlaws",
      "review laws",
      "chooses judges",
      "review acts",
      "appoints judges",
    },
    id = {
      "legislatif",
      "eksekutif",
      "yudikatif",
      "mengawasi",
      "usul\nundang-undang",
      "menguji UU",
      "memilih hakim",
      "menguji tindakan",
      "mengangkat hakim",
    },
    de = {
      "Legislative",
      "Exekutive",
      "Judikative",
      "kontrolliert",
      "schlägt\nGesetze vor",
      "prüft Gesetze",
      "wählt Richter",
      "prüft Handeln",
      "ernennt Richter",
    },
  },
  draw = function(w)
    local sheet = draw.new(500, 360)
    sheet:arrow(196, 84, 104, 262, "one"):arrow(84, 262, 176, 84, "two")
    sheet:arrow(404, 262, 312, 84, "three"):arrow(332, 84, 424, 262, "one")
    sheet:arrow(340, 286, 166, 286, "three"):arrow(166, 306, 340, 306, "two")
    sheet:box(170, 28, 166, 54, w[1], "one", "f-one pale")
    sheet:box(16, 268, 146, 54, w[2], "two", "f-two pale")
    sheet:box(344, 268, 140, 54, w[3], "three", "f-three pale")
    sheet:text(166, 170, w[4], "f-one s"):text(124, 124, w[5], "f-two s e")
    sheet:text(344, 170, w[6], "f-three s e"):text(388, 130, w[7], "f-one s")
    sheet:text(253, 278, w[8], "f-three s m")
    return sheet:text(253, 328, w[9], "f-two s m"):svg()
  end,
}

figures["elections-and-representation/votes-and-seats"] = {
  words = {
    en = { "votes in %", "seats,\nproportional", "seats,\nplurality" },
    id = { "suara dalam %", "kursi,\nproporsional", "kursi,\nsistem distrik" },
    de = { "Stimmen in %", "Sitze,\nVerhältniswahl", "Sitze,\nMehrheitswahl" },
  },
  draw = function(w)
    local sheet = draw.new(500, 250)
    local rows = { { 41, 32, 17, 10 }, { 4, 3, 2, 1 }, { 10, 0, 0, 0 } }
    local classes = { "one", "two", "three", "four" }
    for i, row in ipairs(rows) do
      local y, x, unit = 24 + 76 * (i - 1), 150, i == 1 and 3.3 or 33
      sheet:text(138, y + (i == 1 and 32 or 22), w[i], "f-ink e s")
      for party, number in ipairs(row) do
        if number > 0 then
          local words = ("%s %d"):format(("ABCD"):sub(party, party), number)
          local class = classes[party]
          sheet:rect(x, y, unit * number, 52, class, "pale f-" .. class)
          sheet:text(x + unit * number / 2, y + 31, words, "f-ink m s")
          x = x + unit * number
        end
      end
    end
    return sheet:svg()
  end,
}

figures["human-rights/rights-over-time"] = {
  words = {
    en = {
      "Bill of Rights, England",
      "Virginia",
      "France",
      "Universal Declaration",
      "European Convention",
      "two covenants",
      "Indonesia: law on human rights",
      "International Criminal Court",
    },
    id = {
      "Bill of Rights, Inggris",
      "Virginia",
      "Prancis",
      "Deklarasi Universal",
      "Konvensi Eropa",
      "dua kovenan",
      "Indonesia: undang-undang HAM",
      "Mahkamah Pidana Internasional",
    },
    de = {
      "Bill of Rights, England",
      "Virginia",
      "Frankreich",
      "Allgemeine Erklärung",
      "Europäische Konvention",
      "zwei Pakte",
      "Indonesien: Menschenrechtsgesetz",
      "Internationaler Strafgerichtshof",
    },
  },
  draw = function(w)
    local years = { "1689", "1776", "1789", "1948", "1950", "1966", "1999", "2002" }
    return draw.time_line(years, w, { [4] = "two" })
  end,
}

return figures
