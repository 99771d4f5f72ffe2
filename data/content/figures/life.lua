--- Figures of further lessons of biology.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["photosynthesis/two-stages"] = {
  words = {
    en = {
      "light reactions",
      "Calvin cycle",
      "light",
      "water",
      "oxygen",
      "carbon\ndioxide",
      "sugar",
    },
    id = {
      "reaksi terang",
      "siklus Calvin",
      "cahaya",
      "air",
      "oksigen",
      "karbon\ndioksida",
      "gula",
    },
    de = {
      "Lichtreaktion",
      "Calvin-Zyklus",
      "Licht",
      "Wasser",
      "Sauerstoff",
      "Kohlen-\ndioxid",
      "Zucker",
    },
  },
  draw = function(w)
    local sheet = draw.new(520, 280)
    sheet:box(50, 100, 160, 80, w[1], "three", "f-three pale")
    sheet:box(310, 100, 160, 80, w[2], "one", "f-one pale")
    sheet:arrow(210, 120, 308, 120, "two"):text(259, 110, "ATP, NADPH", "f-two m s")
    sheet:arrow(310, 160, 212, 160, "soft"):text(260, 186, "ADP, NADP⁺", "f-soft m s")
    sheet:arrow(90, 52, 90, 98, "four"):text(90, 42, w[3], "f-ink m s")
    sheet:arrow(170, 52, 170, 98, "ink"):text(170, 42, w[4], "f-ink m s")
    sheet:arrow(130, 180, 130, 226, "ink"):text(130, 246, w[5], "f-ink m s")
    sheet:arrow(390, 52, 390, 98, "ink"):text(390, 21, w[6], "f-ink m s")
    return sheet:arrow(390, 180, 390, 226, "ink"):text(390, 246, w[7], "f-ink m s"):svg()
  end,
}

figures["mendelian-inheritance/punnett-square"] = {
  draw = function()
    local sheet = draw.new(400, 260)
    for i, allele in ipairs { "A", "a" } do
      sheet:text(110 + 100 * i, 40, "*" .. allele .. "*", "f-ink m")
      sheet:text(130, 100 + 90 * (i - 1), "*" .. allele .. "*", "f-ink m")
    end
    for row = 1, 2 do
      for column = 1, 2 do
        local white = row == 2 and column == 2
        local words = row + column == 2 and "*AA*" or white and "*aa*" or "*Aa*"
        local x, y = 160 + 100 * (column - 1), 52 + 90 * (row - 1)
        sheet:box(x, y, 100, 90, words, "ink", not white and "f-four pale" or nil)
      end
    end
    return sheet:svg()
  end,
}

figures["natural-selection/share-of-a-variant"] = {
  words = {
    en = { "generation", "share of B (%)" },
    id = { "generasi", "bagian B (%)" },
    de = { "Generation", "Anteil von B (%)" },
  },
  draw = function(w)
    local p = plot.sheet(480, 310, { 0, 110 }, { 0, 110 }, 56)
    p:axes(w[1], w[2], { x = { 20, 40, 60, 80, 100 }, y = { 25, 50, 75, 100 } })
    local function share(n)
      local ratio = 1.1 ^ n / 99
      return 100 * ratio / (1 + ratio)
    end
    p:line(0, 100, 104, 100, "soft thin dash"):curve(share, 0, 104, "one")
    for n = 0, 100, 20 do
      p:point(n, share(n), "two")
    end
    return p:svg()
  end,
}

figures["cells-to-systems/levels"] = {
  words = {
    en = { "cell", "tissue", "organ", "organ system", "organism" },
    id = { "sel", "jaringan", "organ", "sistem organ", "organisme" },
    de = { "Zelle", "Gewebe", "Organ", "Organsystem", "Organismus" },
  },
  draw = function(w)
    local sheet = draw.new(480, 300)
    local classes = { "two", "one", "three", "four", "ink" }
    for i = 5, 1, -1 do
      local width, height = 90 + 80 * (i - 1), 40 + 50 * (i - 1)
      sheet:rect(20, 270 - height, width, height, classes[i], "f-paper")
      sheet:text(20 + width - 10, 270 - height + 26, w[i], "f-" .. classes[i] .. " e s")
    end
    return sheet:svg()
  end,
}

return figures
