--- Figures of the lessons of biology.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

local function organelle(sheet, x, y, words, tx, ty, class)
  sheet
    :line(x, y, tx, ty, "soft thin")
    :text(tx, ty + (ty > y and 16 or -6), words, class or "f-ink s m")
end

figures["cell-structure/plant-cell"] = {
  words = {
    en = { "cell wall", "membrane", "nucleus", "vacuole", "chloroplast", "mitochondrion" },
    id = { "dinding sel", "membran", "inti sel", "vakuola", "kloroplas", "mitokondria" },
    de = { "Zellwand", "Zellmembran", "Zellkern", "Vakuole", "Chloroplast", "Mitochondrium" },
  },
  draw = function(w)
    local sheet = draw.new(500, 360)
    sheet
      :rect(70, 60, 360, 240, "three", "f-three pale")
      :rect(80, 70, 340, 220, "ink thin", "f-paper")
    sheet
      :ellipse(302, 185, 95, 78, "one", "f-one pale")
      :circle(140, 150, 42, "four", "f-four pale")
    sheet:circle(146, 140, 11, nil, "f-four")
    for _, place in ipairs { { 130, 250 }, { 225, 268 }, { 385, 100 }, { 240, 92 } } do
      sheet:ellipse(place[1], place[2], 27, 13, "three", "f-three pale")
      for dx = -12, 12, 12 do
        sheet:line(place[1] + dx, place[2] - 7, place[1] + dx, place[2] + 7, "three thin")
      end
    end
    for _, place in ipairs { { 165, 222 }, { 385, 272 } } do
      local x, y = place[1], place[2]
      sheet:ellipse(x, y, 23, 11, "two", "f-two pale")
      sheet:path(
        { x - 15, y, x - 9, y - 6, x - 3, y + 6, x + 3, y - 6, x + 9, y + 6, x + 15, y },
        "two thin"
      )
    end
    organelle(sheet, 75, 100, w[1], 70, 40)
    organelle(sheet, 180, 70, w[2], 190, 40)
    organelle(sheet, 130, 262, w[5], 110, 322)
    organelle(sheet, 385, 283, w[6], 400, 322)
    sheet:text(140, 173, w[3], "f-ink s m")
    return sheet:text(302, 190, w[4], "f-ink s m"):svg()
  end,
}

figures["heart-and-circulation/two-circuits"] = {
  words = {
    en = { "lungs", "right\nheart", "left\nheart", "body", "rich in oxygen", "poor in oxygen" },
    id = {
      "paru-paru",
      "jantung\nkanan",
      "jantung\nkiri",
      "tubuh",
      "kaya oksigen",
      "miskin oksigen",
    },
    de = {
      "Lunge",
      "rechtes\nHerz",
      "linkes\nHerz",
      "Körper",
      "sauerstoffreich",
      "sauerstoffarm",
    },
  },
  draw = function(w)
    local sheet = draw.new(480, 420)
    sheet
      :box(170, 30, 140, 54, w[1], "ink", "f-soft pale")
      :box(170, 326, 140, 54, w[4], "ink", "f-soft pale")
    sheet
      :box(150, 160, 90, 90, w[2], "one", "f-one pale")
      :box(240, 160, 90, 90, w[3], "two", "f-two pale")
    sheet
      :path({ 195, 160, 195, 128, 120, 128, 120, 57, 150, 57 }, "one")
      :arrow(150, 57, 170, 57, "one")
    sheet
      :path({ 310, 57, 360, 57, 360, 128, 285, 128, 285, 145 }, "two")
      :arrow(285, 140, 285, 160, "two")
    sheet
      :path({ 285, 250, 285, 282, 360, 282, 360, 353, 330, 353 }, "two")
      :arrow(330, 353, 310, 353, "two")
    sheet
      :path({ 170, 353, 120, 353, 120, 282, 195, 282, 195, 265 }, "one")
      :arrow(195, 270, 195, 250, "one")
    return sheet
      :text(108, 210, w[6]:gsub(" ", "\n", 1), "f-one e s")
      :text(372, 210, w[5]:gsub(" ", "\n", 1), "f-two s")
      :svg()
  end,
}

figures["ecosystems/food-web"] = {
  words = {
    en = { "grass", "grasshopper", "mouse", "frog", "heron" },
    id = { "rumput", "belalang", "tikus", "katak", "bangau" },
    de = { "Gras", "Heuschrecke", "Maus", "Frosch", "Reiher" },
  },
  draw = function(w)
    local sheet = draw.new(480, 360)
    local function node(x, y, words, class)
      sheet:box(x - 66, y - 20, 132, 40, words, class, "f-" .. class .. " pale")
    end
    node(240, 322, w[1], "three")
    node(110, 222, w[2], "one")
    node(370, 222, w[3], "one")
    node(110, 130, w[4], "two")
    node(240, 38, w[5], "four")
    sheet:arrow(210, 302, 140, 244):arrow(270, 302, 340, 244):arrow(110, 202, 110, 152)
    return sheet:arrow(150, 110, 206, 60):arrow(356, 202, 268, 60):svg()
  end,
}

figures["dna-to-protein/from-gene-to-protein"] = {
  words = {
    en = { "DNA", "transcription", "mRNA", "translation", "protein" },
    id = { "DNA", "transkripsi", "mRNA", "translasi", "protein" },
    de = { "DNA", "Transkription", "mRNA", "Translation", "Protein" },
  },
  draw = function(w)
    local sheet, pair = draw.new(480, 340), { A = "T", T = "A", G = "C", C = "G" }
    local gene, rna = "TACCACGTG", "AUGGUGCAC"
    for i = 1, #gene do
      local x, base = 130 + 34 * i, gene:sub(i, i)
      sheet
        :text(x, 52, pair[base], "f-soft m")
        :line(x, 58, x, 70, "soft thin")
        :text(x, 86, base, "f-one m")
      sheet:text(x, 186, rna:sub(i, i), "f-two m")
    end
    sheet
      :line(148, 32, 452, 32, "soft")
      :line(148, 96, 452, 96, "one")
      :line(148, 196, 452, 196, "two")
    sheet:text(30, 70, w[1]):text(30, 186, w[3], "f-two"):text(30, 302, w[5], "f-three")
    for i, acid in ipairs { "Met", "Val", "His" } do
      local x = 198 + 102 * (i - 1)
      sheet:path({ x - 40, 204, x - 40, 212, x + 40, 212, x + 40, 204 }, "two thin")
      sheet:line(x + 28, 296, x + 74, 296, i < 3 and "three" or "thin f-paper paper")
      sheet:circle(x, 296, 28, "three", "f-paper"):circle(x, 296, 28, nil, "f-three pale")
      sheet:text(x, 302, acid, "f-ink m")
    end
    sheet:arrow(100, 100, 100, 160):text(112, 136, w[2], "f-ink s"):arrow(100, 206, 100, 272)
    return sheet:text(112, 246, w[4], "f-ink s"):svg()
  end,
}

figures["evolution-and-evidence/apes"] = {
  words = {
    en = { "human", "chimpanzee", "gorilla", "orang-utan", "gibbon", "6.5" },
    id = { "manusia", "simpanse", "gorila", "orang utan", "owa", "6,5" },
    de = { "Mensch", "Schimpanse", "Gorilla", "Orang-Utan", "Gibbon", "6,5" },
  },
  draw = function(w)
    local sheet, times = draw.new(500, 300), { 6.5, 9, 14, 18 }
    local function x(age) return 370 - 17 * age end
    local y = 30
    for i = 1, 5 do
      local leaf, age = 30 + 52 * (i - 1), times[math.max(i - 1, 1)]
      sheet:line(x(age), leaf, 370, leaf, "one"):text(380, leaf + 6, w[i])
      if i > 1 then
        sheet:line(x(age), y, x(age), leaf, "one")
        local stem = (y + leaf) / 2
        sheet:line(x(times[i] or 20), stem, x(age), stem, "one")
        sheet:text(x(age) + 6, stem + 18, i == 2 and w[6] or tostring(age), "f-two s")
        y = stem
      end
    end
    return sheet:arrow(20, 278, 370, 278, "ink thin"):svg()
  end,
}

figures["nervous-system-and-hormones/action-potential"] = {
  words = {
    en = { "ms", "mV", "threshold" },
    id = { "ms", "mV", "ambang" },
    de = { "ms", "mV", "Schwelle" },
  },
  draw = function(w)
    local chart = plot.sheet(480, 340, { 0, 5 }, { -100, 45 }, 60)
    local ticks = { -70, -50, 30 }
    chart:axes(w[1], w[2], { x = { 1, 2, 3, 4 }, y = ticks })
    chart:line(0, -50, 5, -50, "soft thin dash"):text(3.6, -45, w[3], "f-soft s")
    local function pulse(t)
      local rise = 108 * math.exp(-((t - 1.35) / 0.24) ^ 2)
      local push = t < 1.35 and 14 * math.exp(-((t - 1) / 0.2) ^ 2) or 0
      return -70 + rise + push - 14 * math.exp(-((t - 2.3) / 0.5) ^ 2)
    end
    return chart:curve(pulse, 0, 5, "two").sheet:svg()
  end,
}

figures["immune-system/second-response"] = {
  words = {
    en = { "days", "antibodies", "first\ncontact", "second\ncontact" },
    id = { "hari", "antibodi", "kontak\npertama", "kontak\nkedua" },
    de = { "Tage", "Antikörper", "erster\nKontakt", "zweiter\nKontakt" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 320, { 0, 100 }, { 0, 120 })
    local function hill(t, start, delay, height, fall)
      if t <= start then return 0 end
      local rise = 1 / (1 + math.exp(-(t - start - delay) / (delay / 5)))
      return height * rise * math.exp(-math.max(0, t - start - delay) / fall)
    end
    chart:axes(w[1], w[2], { x = { 10, 20, 30, 40, 50, 60, 70, 80, 90 } })
    chart:line(60, 0, 60, 96, "soft thin dash"):text(1.5, 40, w[3], "f-soft s")
    chart:text(47, 70, w[4], "f-soft s")
    chart:curve(
      function(t) return hill(t, 0, 10, 14, 22) + hill(t, 60, 3, 115, 90) end,
      0,
      98,
      "one"
    )
    return chart.sheet:svg()
  end,
}

figures["enzymes-and-respiration/saturation"] = {
  draw = function()
    local chart = plot.sheet(460, 300, { 0, 20 }, { 0, 1.15 }, 78)
    chart:line(0, 1, 20, 1, "soft thin dash"):line(0, 0.5, 2, 0.5, "soft thin dash")
    chart:line(2, 0, 2, 0.5, "soft thin dash"):axes("*c*", "*v*")
    chart:curve(function(c) return c / (2 + c) end, 0, 20, "one"):point(2, 0.5, "one")
    local x, y = chart:at(0, 1)
    chart.sheet:text(x - 8, y + 5, "*v*max", "f-ink e s")
    x, y = chart:at(0, 0.5)
    chart.sheet:text(x - 8, y + 5, "½ *v*max", "f-ink e s")
    x, y = chart:at(2, 0)
    return chart.sheet:text(x, y + 20, "*K*M", "f-ink m s"):svg()
  end,
}

figures["biotechnology/insulin-from-bacteria"] = {
  words = {
    en = { "plasmid,\ncut", "gene\ninserted", "in the\nbacterium", "insulin" },
    id = { "plasmid\ndipotong", "gen\ndisisipkan", "di dalam\nbakteri", "insulin" },
    de = { "Plasmid,\naufgeschnitten", "Gen\neingefügt", "im\nBakterium", "Insulin" },
  },
  draw = function(w)
    local sheet = draw.new(520, 210)
    sheet:arc(70, 70, 34, 20, 340, "one"):arc(200, 70, 34, 25, 335, "one")
    sheet:arc(200, 70, 34, -25, 25, "two")
    sheet:rect(282, 34, 96, 72, "ink", "f-soft pale")
    sheet:arc(330, 70, 22, 25, 335, "one"):arc(330, 70, 22, -25, 25, "two")
    for i, place in ipairs { { 432, 44 }, { 474, 44 }, { 432, 92 }, { 474, 92 } } do
      sheet:rect(place[1] - 16, place[2] - 14, 32, 28, "ink", "f-soft pale")
      sheet:dot(place[1] + (i % 2 == 0 and 4 or -4), place[2], "two")
    end
    sheet:arrow(116, 70, 150, 70):arrow(246, 70, 276, 70):arrow(384, 70, 410, 70)
    for i, x in ipairs { 70, 200, 330, 453 } do
      sheet:text(x, 150, w[i], "f-ink m s")
    end
    return sheet:svg()
  end,
}

figures["biodiversity-and-classification/causes-of-loss"] = {
  words = {
    en = {
      "land and sea use",
      "direct exploitation",
      "climate change",
      "pollution",
      "invasive species",
    },
    id = {
      "pemakaian darat dan laut",
      "pengambilan langsung",
      "perubahan iklim",
      "pencemaran",
      "jenis invasif",
    },
    de = {
      "Nutzung von Land und Meer",
      "direkte Entnahme",
      "Klimawandel",
      "Verschmutzung",
      "invasive Arten",
    },
  },
  draw = function(w)
    local sheet = draw.new(520, 210)
    for i, word in ipairs(w) do
      local y = 40 * i - 25
      sheet
        :rect(220, y, 320 - 45 * i, 24, "one", "pale f-one")
        :text(208, y + 17, word, "f-ink e s")
    end
    return sheet:svg()
  end,
}

return figures
