--- Figures of the lessons of geography. Sections and curves are schematic unless a source is named.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["maps-and-coordinates/contour-lines"] = {
  draw = function()
    local sheet, section = draw.new(500, 360), { 30, 340 }
    local left, right = {}, {}
    for i = 0, 4 do
      local from, to = 60 + 22 * i, 440 - 62 * i
      sheet:ellipse((from + to) / 2, 106, (to - from) / 2, 84 - 16 * i, "one", "f-one pale")
      sheet:text(to - 4, 111, tostring(300 + 20 * i), "f-ink e s")
      left[i], right[i] = from, to
    end
    for i = 0, 4 do
      local y = 320 - 26 * i
      sheet:line(left[i], 106, left[i], y, "soft thin dash")
      sheet:line(right[i], 106, right[i], y, "soft thin dash")
      table.move({ left[i], y }, 1, 2, #section + 1, section)
    end
    table.move({ 168, 198 }, 1, 2, #section + 1, section)
    for i = 4, 0, -1 do
      table.move({ right[i], 320 - 26 * i }, 1, 2, #section + 1, section)
    end
    table.move({ 480, 340 }, 1, 2, #section + 1, section)
    return sheet:path(section, "two"):line(30, 340, 480, 340, "ink thin"):svg()
  end,
}

--- A mark of an earthquake.
local function quake(sheet, x, y)
  local list = {}
  for i = 0, 9 do
    local r, angle = i % 2 == 0 and 11 or 5, math.rad(36 * i - 90)
    list[#list + 1], list[#list + 2] = x + r * math.cos(angle), y + r * math.sin(angle)
  end
  sheet:polygon(list, nil, "f-four")
end

figures["plate-tectonics-and-earthquakes/subduction"] = {
  words = {
    en = { "ocean plate", "continent", "trench", "volcano", "magma", "earthquakes", "mantle" },
    id = { "lempeng samudra", "benua", "palung", "gunung api", "magma", "gempa", "mantel" },
    de = { "ozeanische Platte", "Kontinent", "Rinne", "Vulkan", "Magma", "Beben", "Mantel" },
  },
  draw = function(w)
    local sheet = draw.new(500, 380)
    sheet:polygon(
      { 20, 118, 356, 118, 345, 126, 285, 142, 242, 166, 215, 150, 20, 150 },
      nil,
      "f-one pale"
    )
    sheet:polygon(
      { 20, 150, 215, 150, 260, 175, 430, 330, 395, 345, 240, 210, 205, 188, 20, 188 },
      "two",
      "f-two pale"
    )
    sheet:polygon(
      { 242, 166, 285, 142, 345, 126, 366, 80, 380, 80, 402, 124, 485, 124, 485, 208, 305, 208 },
      "three",
      "f-three pale"
    )
    for _, place in ipairs { { 262, 178 }, { 300, 212 }, { 342, 250 }, { 384, 288 } } do
      quake(sheet, place[1], place[2])
    end
    sheet:arrow(404, 290, 376, 150, "two"):arrow(60, 206, 150, 206, "ink")
    sheet
      :text(36, 175, w[1], "f-ink s")
      :text(432, 172, w[2], "f-ink s m")
      :text(232, 104, w[3], "f-ink s m")
    sheet:text(373, 66, w[4], "f-ink s m"):text(412, 250, w[5], "f-two s")
    sheet:line(232, 110, 236, 158, "soft thin"):text(216, 278, w[6], "f-four s e")
    return sheet:line(222, 268, 286, 222, "soft thin"):text(120, 330, w[7], "f-soft"):svg()
  end,
}

--- A climate diagram: 10 °C stand as high as 100 mm.
local function climate(sheet, left, place, warmth, rain)
  local base, line = 270, {}
  for i = 0, 3 do
    sheet:line(left, base - 60 * i, left + 204, base - 60 * i, "soft thin")
  end
  for month = 1, 12 do
    local x = left + 17 * (month - 1)
    sheet:rect(x + 3, base - 0.6 * rain[month], 11, 0.6 * rain[month], "one thin", "f-one pale")
    line[#line + 1], line[#line + 2] = x + 8.5, base - 6 * warmth[month]
  end
  sheet:path(line, "two"):text(left + 102, 40, place, "f-ink m")
end

figures["climate-zones-and-climate-change/climate-diagrams"] = {
  draw = function()
    local sheet = draw.new(510, 310)
    local cool = { 1, 2, 5.2, 10, 14.7, 18, 20, 19.5, 15, 10, 5.2, 2 }
    local warm = { 26.8, 26.8, 27.2, 27.6, 27.8, 27.4, 27.2, 27.3, 27.6, 27.8, 27.5, 27 }
    climate(sheet, 46, "Berlin", cool, { 45, 37, 40, 30, 52, 60, 78, 60, 47, 44, 44, 45 })
    climate(
      sheet,
      258,
      "Jakarta",
      warm,
      { 350, 320, 210, 150, 110, 80, 70, 50, 60, 110, 140, 200 }
    )
    for i = 0, 3 do
      sheet:text(40, 275 - 60 * i, tostring(10 * i), "f-two s e")
      sheet:text(468, 275 - 60 * i, tostring(100 * i), "f-one s")
    end
    for i = 1, 12 do
      for _, left in ipairs { 46, 258 } do
        sheet:text(left + 17 * i - 8.5, 290, ("JFMAMJJASOND"):sub(i, i), "f-ink s m")
      end
    end
    return sheet:text(40, 62, "°C", "f-two s e"):text(468, 62, "mm", "f-one s"):svg()
  end,
}

local function deaths(t)
  return 40 - 30 / (1 + math.exp(-2.2 * (t - 2.3))) + 2.5 / (1 + math.exp(-2 * (t - 8.4)))
end

local function births(t) return 41 - 32 / (1 + math.exp(-1.6 * (t - 5.2))) end

figures["population-and-cities/demographic-transition"] = {
  words = {
    en = { "time", "per 1000", "birth rate", "death rate", "growth" },
    id = { "waktu", "per 1000", "angka kelahiran", "angka kematian", "pertumbuhan" },
    de = { "Zeit", "je 1000", "Geburtenrate", "Sterberate", "Wachstum" },
  },
  draw = function(w)
    local chart = plot.sheet(500, 320, { 0, 10 }, { 0, 46 })
    chart:area(births, 0, 8, "f-three pale"):area(deaths, 0, 8, "f-paper")
    chart:axes(w[1], w[2], { y = { 10, 20, 30, 40 } })
    chart:curve(births, 0, 10, "one"):curve(deaths, 0, 10, "two")
    local edges = { 0, 1.3, 3.8, 6.8, 8.4, 10 }
    for phase = 1, 5 do
      if phase > 1 then chart:line(edges[phase], 0, edges[phase], 44, "soft thin dash") end
      local middle = (edges[phase] + edges[phase + 1]) / 2
      chart:text(middle, 3, tostring(phase), "f-soft m")
    end
    chart:text(6.2, 32, w[3], "f-one"):text(0.2, 18, w[4], "f-two s")
    return chart:text(4.3, 25, w[5], "f-three m s").sheet:svg()
  end,
}

figures["water-cycle-and-rivers/water-cycle"] = {
  words = {
    en = { "sea", "evaporation", "rain", "river", "seepage", "groundwater" },
    id = { "laut", "penguapan", "hujan", "sungai", "resapan", "air tanah" },
    de = { "Meer", "Verdunstung", "Regen", "Fluss", "Versickerung", "Grundwasser" },
  },
  draw = function(w)
    local sheet = draw.new(520, 320)
    sheet:polygon({ 0, 250, 170, 250, 170, 310, 0, 310 }, nil, "f-one pale")
    local land = { 170, 250, 260, 235, 350, 190, 430, 110, 520, 150, 520, 310, 170, 310 }
    sheet:polygon(land, "ink", "f-soft pale")
    for _, cloud in ipairs { { 130, 60 }, { 400, 46 } } do
      sheet:ellipse(cloud[1], cloud[2], 58, 22, "soft", "f-paper")
    end
    sheet:arrow(90, 244, 110, 92, "two"):arrow(194, 56, 334, 48, "soft")
    sheet:arrow(390, 72, 390, 130, "one"):arrow(420, 72, 420, 104, "one")
    sheet:path({ 400, 142, 340, 200, 250, 240 }, "one"):arrow(250, 240, 176, 252, "one")
    sheet:arrow(450, 150, 450, 236, "three"):arrow(440, 276, 180, 290, "three")
    sheet:text(40, 284, w[1], "f-one"):text(92, 170, w[2], "f-two s")
    sheet:text(428, 92, w[3], "f-one s"):text(262, 212, w[4], "f-one s e")
    return sheet:text(444, 206, w[5], "f-three s e"):text(330, 304, w[6], "f-three s m"):svg()
  end,
}

figures["development-and-globalisation/hdi"] = {
  words = {
    en = { "Germany", "Indonesia", "." },
    id = { "Jerman", "Indonesia", "," },
    de = { "Deutschland", "Indonesien", "," },
  },
  draw = function(w)
    local sheet = draw.new(500, 170)
    local function at(value) return 124 + 360 * value end
    local function shown(value) return (tostring(value):gsub("%.", w[3])) end
    for i, value in ipairs { 0.95, 0.713 } do
      local y, class = 34 + 52 * (i - 1), i == 1 and "one" or "two"
      sheet:rect(124, y, 360 * value, 34, class, "pale f-" .. class)
      sheet:text(114, y + 23, w[i], "f-ink e"):text(134, y + 23, shown(value), "f-ink")
    end
    for _, limit in ipairs { 0.55, 0.7, 0.8 } do
      sheet:line(at(limit), 20, at(limit), 128, "soft thin dash")
      sheet:text(at(limit), 148, shown(limit), "f-soft s m")
    end
    return sheet:svg()
  end,
}

return figures
