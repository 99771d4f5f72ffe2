--- Figures of the lessons of history. Maps are schematic: they show what lies where, not distances.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["berlin-wall/four-sectors"] = {
  words = {
    en = { "French", "British", "American", "Soviet", "West Berlin", "East Berlin", "GDR" },
    id = {
      "Prancis",
      "Inggris",
      "Amerika",
      "Soviet",
      "Berlin Barat",
      "Berlin Timur",
      "Jerman Timur",
    },
    de = {
      "französisch",
      "britisch",
      "amerikanisch",
      "sowjetisch",
      "West-Berlin",
      "Ost-Berlin",
      "DDR",
    },
  },
  draw = function(w)
    local sheet = draw.new(500, 400)
    sheet:polygon({ 130, 110, 200, 50, 262, 66, 250, 140, 232, 150 }, "soft", "f-four pale")
    sheet:polygon({ 130, 110, 232, 150, 240, 200, 90, 260, 70, 180 }, "soft", "f-one pale")
    sheet:polygon(
      { 90, 260, 240, 200, 268, 226, 330, 300, 250, 340, 130, 330 },
      "soft",
      "f-three pale"
    )
    local wall = { 262, 66, 250, 140, 232, 150, 240, 200, 268, 226, 330, 300 }
    sheet:polygon(
      { 262, 66, 330, 70, 430, 180, 450, 290, 330, 300, 268, 226, 240, 200, 232, 150, 250, 140 },
      "soft",
      "f-two pale"
    )
    -- stylua: ignore
    local edge = {
      130, 110, 200, 50, 262, 66, 250, 140, 232, 150, 240, 200,
      268, 226, 330, 300, 250, 340, 130, 330, 90, 260, 70, 180,
    }
    sheet:polygon(edge, "ink")
    sheet:path(wall, "ink")
    sheet
      :text(196, 102, w[1], "f-ink m s")
      :text(155, 190, w[2], "f-ink m s")
      :text(205, 282, w[3], "f-ink m s")
    sheet
      :text(350, 200, w[4], "f-ink m s")
      :text(60, 372, w[5], "f-ink")
      :text(385, 92, w[6], "f-ink")
    sheet:text(440, 372, w[7], "f-soft m"):line(110, 354, 140, 312, "soft thin")
    return sheet:svg()
  end,
}

figures["french-revolution/three-estates"] = {
  words = {
    en = { "population", "votes", "third estate", "clergy", "nobility", "nobility and clergy" },
    id = {
      "penduduk",
      "suara",
      "golongan ketiga",
      "rohaniwan",
      "bangsawan",
      "bangsawan dan\nrohaniwan",
    },
    de = { "Bevölkerung", "Stimmen", "Dritter Stand", "Klerus", "Adel", "Adel und Klerus" },
  },
  draw = function(w)
    local sheet = draw.new(480, 340)
    sheet:rect(60, 36, 140, 251, "one", "f-one pale"):rect(60, 31, 140, 4, "two", "f-two")
    sheet:text(130, 168, w[3], "f-ink m"):text(60, 20, w[6], "f-two s")
    local shares = { { w[4], "four" }, { w[5], "two" }, { w[3], "one" } }
    for i, share in ipairs(shares) do
      local y = 31 + 86 * (i - 1)
      sheet:box(280, y, 140, 84, share[1], share[2], "pale f-" .. share[2])
    end
    return sheet:text(130, 318, w[1], "f-ink m"):text(350, 318, w[2], "f-ink m"):svg()
  end,
}

figures["first-world-war/alliances"] = {
  words = {
    en = { "Germany", "Austria-\nHungary", "France", "Russia", "Britain", "Belgium", "Serbia" },
    id = { "Jerman", "Austria-\nHungaria", "Prancis", "Rusia", "Inggris", "Belgia", "Serbia" },
    de = {
      "Deutschland",
      "Österreich-\nUngarn",
      "Frankreich",
      "Russland",
      "Groß-\nbritannien",
      "Belgien",
      "Serbien",
    },
  },
  draw = function(w)
    local sheet = draw.new(500, 360)
    local function state(x, y, words, class)
      sheet:box(x, y, 120, 54, words, class, "pale f-" .. class)
    end
    sheet:line(80, 74, 80, 286, "one"):line(420, 74, 420, 153, "two dash")
    sheet:line(420, 207, 420, 286, "two"):line(310, 313, 360, 313, "soft dash")
    sheet:arrow(140, 47, 188, 47, "one"):arrow(140, 313, 188, 313, "one")
    sheet:line(310, 47, 360, 47, "soft dash")
    state(20, 20, w[1], "one")
    state(20, 286, w[2], "one")
    state(360, 153, w[3], "two")
    state(360, 286, w[4], "two")
    state(360, 20, w[5], "two")
    state(190, 20, w[6], "soft")
    state(190, 286, w[7], "soft")
    return sheet:svg()
  end,
}

figures["nazi-rule-and-the-holocaust/steps-of-persecution"] = {
  words = {
    en = {
      "boycott, dismissals",
      "Nuremberg Laws",
      "November pogroms",
      "war, ghettos in Poland",
      "mass shootings",
      "extermination camps",
      "liberation",
    },
    id = {
      "boikot, pemecatan",
      "Undang-Undang Nürnberg",
      "pogrom November",
      "perang, ghetto di Polandia",
      "penembakan massal",
      "kamp pemusnahan",
      "pembebasan",
    },
    de = {
      "Boykott, Entlassungen",
      "Nürnberger Gesetze",
      "Novemberpogrome",
      "Krieg, Ghettos in Polen",
      "Massenerschießungen",
      "Vernichtungslager",
      "Befreiung",
    },
  },
  draw = function(w)
    local years = { "1933", "1935", "1938", "1939", "1941", "1942", "1945" }
    return draw.time_line(years, w, { [5] = "two", [6] = "two", [7] = "three" })
  end,
}

figures["second-world-war/aircraft-1944"] = {
  words = {
    en = { "United States", "Soviet Union", "Germany", "Japan", "Britain" },
    id = { "Amerika Serikat", "Uni Soviet", "Jerman", "Jepang", "Inggris" },
    de = { "USA", "Sowjetunion", "Deutschland", "Japan", "Großbritannien" },
  },
  draw = function(w)
    local sheet, made = draw.new(500, 250), { 96.3, 40.2, 39.8, 28.2, 26.5 }
    local sides = { "one", "one", "two", "two", "one" }
    for i, number in ipairs(made) do
      local y = 20 + 44 * (i - 1)
      sheet:rect(150, y, 3 * number, 30, sides[i], "pale f-" .. sides[i])
      sheet:text(140, y + 21, w[i], "f-ink e")
      sheet:text(158 + 3 * number, y + 21, ("%.0f"):format(number))
    end
    return sheet:svg()
  end,
}

figures["cold-war/warheads"] = {
  words = {
    en = { "year", "thousand", "United States", "Soviet Union" },
    id = { "tahun", "ribu", "Amerika Serikat", "Uni Soviet" },
    de = { "Jahr", "Tausend", "USA", "Sowjetunion" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 330, { 1950, 1990 }, { 0, 42 })
    chart:axes(w[1], w[2], { x = { 1950, 1960, 1970, 1980, 1990 }, y = { 10, 20, 30, 40 } })
    local function curve(list, class)
      for i = 1, #list - 2, 2 do
        chart:line(list[i], list[i + 1], list[i + 2], list[i + 3], class)
      end
    end
    curve(
      { 1950, 0.3, 1955, 2.4, 1960, 18.6, 1967, 31.3, 1970, 26, 1975, 27, 1980, 24.1 },
      "one"
    )
    curve({ 1980, 24.1, 1986, 23.3, 1990, 21.4 }, "one")
    curve(
      { 1950, 0, 1955, 0.2, 1960, 1.6, 1965, 6.1, 1970, 11.6, 1975, 19.2, 1980, 30.1 },
      "two"
    )
    curve({ 1980, 30.1, 1986, 40.2, 1990, 37 }, "two")
    chart:text(1953, 26, w[3], "f-one"):text(1967.5, 37, w[4], "f-two")
    return chart.sheet:svg()
  end,
}

figures["bpupki-and-ppki/road-to-1945"] = {
  words = {
    en = {
      dates = {
        "1 March",
        "29 May",
        "1 June",
        "22 June",
        "10 July",
        "7 Aug.",
        "17 Aug.",
        "18 Aug.",
      },
      "BPUPKI announced",
      "first session",
      "Sukarno: Pancasila",
      "Jakarta Charter",
      "second session",
      "PPKI approved",
      "proclamation",
      "constitution, president",
    },
    id = {
      dates = {
        "1 Maret",
        "29 Mei",
        "1 Juni",
        "22 Juni",
        "10 Juli",
        "7 Agt.",
        "17 Agt.",
        "18 Agt.",
      },
      "BPUPKI diumumkan",
      "sidang pertama",
      "Sukarno: Pancasila",
      "Piagam Jakarta",
      "sidang kedua",
      "PPKI disetujui",
      "Proklamasi",
      "UUD 1945, presiden",
    },
    de = {
      dates = {
        "1. März",
        "29. Mai",
        "1. Juni",
        "22. Juni",
        "10. Juli",
        "7. Aug.",
        "17. Aug.",
        "18. Aug.",
      },
      "BPUPKI angekündigt",
      "erste Sitzungsperiode",
      "Sukarno: Pancasila",
      "Charta von Jakarta",
      "zweite Sitzungsperiode",
      "PPKI gebilligt",
      "Proklamation",
      "Verfassung, Präsident",
    },
  },
  draw = function(w) return draw.time_line(w.dates, w, { [7] = "two", [8] = "two" }) end,
}

figures["majapahit/mandala"] = {
  words = {
    en = { "capital", "provinces under princes", "tributary harbours", "partner states" },
    id = { "ibu kota", "daerah para pangeran", "bandar pemberi upeti", "negara mitra" },
    de = { "Hauptstadt", "Provinzen der Prinzen", "tributpflichtige Häfen", "Partnerstaaten" },
  },
  draw = function(w)
    local sheet = draw.new(480, 320)
    sheet
      :ellipse(240, 160, 225, 145, "soft dash")
      :ellipse(240, 176, 180, 112, "one thin", "f-one pale")
    sheet
      :ellipse(240, 192, 125, 76, "one", "f-one pale")
      :ellipse(240, 208, 62, 36, "two", "f-two pale")
    sheet:text(240, 214, w[1], "f-ink m"):text(240, 152, w[2], "f-ink m s")
    return sheet:text(240, 98, w[3], "f-ink m s"):text(240, 46, w[4], "f-ink m s"):svg()
  end,
}

figures["reformasi/rupiah-per-dollar"] = {
  words = {
    en = { "thousand rupiah", "June 97", "Dec. 97", "June 98", "Dec. 98" },
    id = { "ribu rupiah", "Juni 97", "Des. 97", "Juni 98", "Des. 98" },
    de = { "Tausend Rupiah", "Juni 97", "Dez. 97", "Juni 98", "Dez. 98" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 300, { 0, 18 }, { 0, 16 })
    chart:axes("", w[1], { y = { 5, 10, 15 } })
    local rates = { 2.45, 2.6, 3, 3.3, 3.7, 3.6, 4.65, 10.4, 8.8, 8.3, 8, 10.5, 14.9, 13, 11 }
    table.move({ 10.7, 7.6, 7.4, 8 }, 1, 4, #rates + 1, rates)
    for month = 1, #rates - 1 do
      chart:line(month - 1, rates[month], month, rates[month + 1], "two")
    end
    for i = 0, 3 do
      local x, y = chart:at(6 * i, 0)
      local place = i == 0 and "f-ink s" or i == 3 and "f-ink e s" or "f-ink m s"
      chart.sheet:line(x, y - 4, x, y + 4, "ink thin"):text(x, y + 20, w[i + 2], place)
    end
    return chart.sheet:svg()
  end,
}

figures["united-nations/security-council"] = {
  words = {
    en = { "permanent, with veto", "elected for two years" },
    id = { "anggota tetap, berhak veto", "dipilih untuk dua tahun" },
    de = { "ständig, mit Veto", "für zwei Jahre gewählt" },
  },
  draw = function(w)
    local sheet = draw.new(500, 190)
    for i = 1, 15 do
      local permanent = i <= 5
      local x = permanent and 120 + 65 * (i - 1) or 25 + 50 * (i - 6)
      local y, class = permanent and 40 or 130, permanent and "two" or "one"
      sheet:circle(x, y, 18, class, "pale f-" .. class)
    end
    return sheet:text(250, 84, w[1], "f-two m s"):text(250, 174, w[2], "f-one m s"):svg()
  end,
}

return figures
