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

figures["regional-cooperation/two-unions"] = {
  words = {
    en = {
      "European Union",
      "coal and steel",
      "Rome",
      "Maastricht",
      "euro cash",
      "ten new members",
      "Bangkok",
      "Bali treaty",
      "ten members",
      "charter",
      "community",
    },
    id = {
      "Uni Eropa",
      "batu bara dan baja",
      "Roma",
      "Maastricht",
      "uang tunai euro",
      "sepuluh anggota baru",
      "Bangkok",
      "perjanjian Bali",
      "sepuluh anggota",
      "piagam",
      "komunitas",
    },
    de = {
      "Europäische Union",
      "Kohle und Stahl",
      "Rom",
      "Maastricht",
      "Euro-Bargeld",
      "zehn neue Mitglieder",
      "Bangkok",
      "Vertrag von Bali",
      "zehn Mitglieder",
      "Charta",
      "Gemeinschaft",
    },
  },
  draw = function(w)
    local sheet = draw.new(520, 270)
    local years = { { 1951, 1957, 1992, 2002, 2004 }, { 1967, 1976, 1999, 2008, 2015 } }
    for side, list in ipairs(years) do
      local x, class = side == 1 and 70 or 330, side == 1 and "one" or "two"
      sheet:text(x, 30, side == 1 and w[1] or "ASEAN", "f-" .. class)
      sheet:line(x, 50, x, 250, "soft")
      for i, year in ipairs(list) do
        local y = 65 + 42 * (i - 1)
        sheet:dot(x, y, class):text(x - 12, y + 5, tostring(year), "f-ink s e")
        sheet:text(x + 14, y + 5, w[5 * side - 4 + i], "f-ink s")
      end
    end
    return sheet:svg()
  end,
}

return figures
