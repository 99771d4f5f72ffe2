--- Figures of the lessons of history. Maps are schematic: they show what lies where, not distances.
local draw = require("data.content.figures.draw")

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
    sheet:polygon({
      130,
      110,
      200,
      50,
      262,
      66,
      250,
      140,
      232,
      150,
      240,
      200,
      268,
      226,
      330,
      300,
      250,
      340,
      130,
      330,
      90,
      260,
      70,
      180,
    }, "ink")
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

return figures
