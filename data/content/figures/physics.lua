--- Figures of the lessons of physics.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["uniform-motion/position-over-time"] = {
  words = {
    en = { "at rest", "forwards", "backwards" },
    id = { "diam", "maju", "mundur" },
    de = { "in Ruhe", "vorwärts", "rückwärts" },
  },
  draw = function(w)
    local p = plot.sheet(460, 300, { 0, 10 }, { 0, 6 }):axes("*t*", "*s*")
    p:line(0, 1, 4, 5, "one"):line(4, 5, 6, 5, "three"):line(6, 5, 9.5, 0.7, "two")
    p:line(1, 2, 3, 2, "soft thin"):line(3, 2, 3, 4, "soft thin")
    p:text(2, 1.4, "Δ*t*", "f-ink m"):text(3.15, 2.9, "Δ*s*")
    p:text(2.6, 4.5, w[2], "f-one e"):text(5, 5.35, w[1], "f-three m")
    return p:text(8.1, 3.2, w[3], "f-two"):svg()
  end,
}

figures["accelerated-motion/velocity-over-time"] = {
  draw = function()
    local p = plot.sheet(460, 300, { 0, 6 }, { 0, 6 }, 60)
    p:area(function() return 2 end, 0, 5, "f-one pale")
    local x0, y0 = p:at(0, 2)
    local x1, y1 = p:at(5, 2)
    local x2, y2 = p:at(5, 5)
    p.sheet:polygon({ x0, y0, x1, y1, x2, y2 }, nil, "f-two pale")
    p:axes("*t*", "*v*")
      :line(0, 2, 5, 5, "ink")
      :line(0, 2, 5, 2, "soft dash")
      :line(5, 0, 5, 5, "soft dash")
    p:text(-0.15, 1.85, "*v*₀", "f-ink e"):text(2.5, 0.85, "*v*₀ *t*", "f-one m")
    return p:text(3.7, 2.5, "½ *a* *t*²", "f-two m"):text(5.15, 3.4, "*a* *t*", "f-two"):svg()
  end,
}

figures["newtons-laws/forces-on-a-crate"] = {
  words = {
    en = { "normal force", "weight", "pull", "friction" },
    id = { "gaya normal", "gaya berat", "gaya tarik", "gaya gesek" },
    de = { "Normalkraft", "Gewichtskraft", "Zugkraft", "Reibung" },
  },
  draw = function(w)
    local sheet = draw.new(480, 320)
    sheet:line(30, 210, 450, 210, "soft"):rect(190, 130, 100, 80, "ink", "f-soft pale")
    sheet:arrow(240, 170, 240, 50, "three"):arrow(240, 170, 240, 290, "two")
    sheet:arrow(290, 170, 420, 170, "one"):arrow(190, 196, 110, 196, "four")
    sheet:text(252, 60, w[1], "f-three"):text(252, 288, w[2], "f-two")
    return sheet:text(420, 156, w[3], "f-one e"):text(104, 184, w[4], "f-four m"):svg()
  end,
}

--- A source of current: the long line is plus.
local function source(sheet, x, y)
  sheet:line(x - 18, y - 5, x + 18, y - 5, "ink"):line(x - 9, y + 5, x + 9, y + 5, "ink")
  sheet:text(x - 24, y - 8, "+", "f-ink e"):text(x - 24, y + 20, "−", "f-ink e")
end

local function resistor(sheet, x, y, name, class)
  sheet
    :rect(x - 12, y - 32, 24, 64, class, "f-paper")
    :text(x - 20, y + 6, name, "e f-" .. class)
end

figures["electric-circuits/series-and-parallel"] = {
  words = {
    en = { "in series", "in parallel" },
    id = { "seri", "paralel" },
    de = { "in Reihe", "parallel" },
  },
  draw = function(w)
    local sheet = draw.new(480, 290)
    sheet:path { 46, 155, 46, 240, 190, 240, 190, 50, 46, 50, 46, 145 }
    resistor(sheet, 190, 95, "*R*₁", "one")
    resistor(sheet, 190, 195, "*R*₂", "two")
    source(sheet, 46, 150)
    sheet:path { 290, 155, 290, 240, 450, 240, 450, 50, 290, 50, 290, 145 }
    sheet:line(370, 50, 370, 240)
    resistor(sheet, 370, 145, "*R*₁", "one")
    resistor(sheet, 450, 145, "*R*₂", "two")
    source(sheet, 290, 150)
    return sheet:text(118, 274, w[1], "f-ink m"):text(370, 274, w[2], "f-ink m"):svg()
  end,
}

figures["waves/wavelength-and-amplitude"] = {
  draw = function()
    local p = plot.sheet(480, 260, { 0, 4.6 }, { -1.6, 1.8 }):axes("*x*", "*y*")
    p:curve(function(x) return math.sin(math.pi * x) end, 0, 4.4, "one")
    p:line(0.5, 1, 0.5, 1.5, "soft thin"):line(2.5, 1, 2.5, 1.5, "soft thin")
    p:arrow(1.5, 1.4, 0.5, 1.4, "two")
      :arrow(1.5, 1.4, 2.5, 1.4, "two")
      :text(1.5, 1.52, "*λ*", "f-two m")
    p:arrow(3.5, -0.5, 3.5, 0, "three"):arrow(3.5, -0.5, 3.5, -1, "three")
    return p:text(3.6, -0.55, "*A*", "f-three"):svg()
  end,
}

figures["light-and-lenses/rays-through-a-lens"] = {
  words = {
    en = { "object", "image" },
    id = { "benda", "bayangan" },
    de = { "Gegenstand", "Bild" },
  },
  draw = function(w)
    -- Twice as far away as the focal length of 80, so the image is as large as the object.
    local sheet, x, y, f, g = draw.new(520, 300), 250, 140, 80, 180
    local height, image = 70, f * g / (g - f)
    local low = y + height * image / g
    sheet:line(20, y, 500, y, "soft thin dash"):ellipse(x, y, 12, 110, "ink", "f-soft pale")
    sheet
      :arrow(x - g, y, x - g, y - height, "three")
      :arrow(x + image, y, x + image, low, "four")
    sheet
      :line(x - g, y - height, x, y - height, "one")
      :line(x, y - height, x + image, low, "one")
    sheet:line(x - g, y - height, x + image, low, "two")
    sheet:dot(x - f, y, "ink"):dot(x + f, y, "ink")
    sheet:text(x - f, y + 26, "*F*", "f-ink m"):text(x + f, y - 14, "*F*′", "f-ink m")
    sheet:text(x - g, y + 24, w[1], "f-three m")
    return sheet:text(x + image, y - 12, w[2], "f-four m"):svg()
  end,
}

figures["magnetism-and-induction/bar-magnet"] = {
  words = { en = { "N", "S" }, id = { "U", "S" }, de = { "N", "S" } },
  draw = function(w)
    local sheet, x, y = draw.new(480, 300), 240, 150
    for _, size in ipairs { { 40, 40, 6 }, { 70, 78, 12 }, { 100, 114, 18 } } do
      for _, side in ipairs { -1, 1 } do
        local list = {}
        for i = 0, 48 do
          local t = i / 48
          list[#list + 1] = x - 80 + 160 * t - size[1] * math.sin(2 * math.pi * t)
          list[#list + 1] = y + side * (size[3] + size[2] * math.sin(math.pi * t))
        end
        local top = y + side * (size[3] + size[2])
        sheet:path(list, "one thin"):arrow(x - 1, top, x + 8, top, "one")
      end
    end
    sheet
      :rect(x - 80, y - 24, 80, 48, "ink", "f-paper")
      :rect(x, y - 24, 80, 48, "ink", "f-paper")
    sheet
      :rect(x - 80, y - 24, 80, 48, nil, "f-two pale")
      :rect(x, y - 24, 80, 48, nil, "f-three pale")
    return sheet:text(x - 40, y + 6, w[1], "f-ink m"):text(x + 40, y + 6, w[2], "f-ink m"):svg()
  end,
}

figures["pressure-and-buoyancy/immersed-cube"] = {
  words = {
    en = { "buoyancy", "weight" },
    id = { "gaya apung", "gaya berat" },
    de = { "Auftrieb", "Gewichtskraft" },
  },
  draw = function(w)
    local sheet = draw.new(480, 340)
    sheet:rect(50, 70, 380, 240, nil, "f-one pale"):line(50, 70, 430, 70, "one")
    sheet:path({ 50, 40, 50, 310, 430, 310, 430, 40 })
    sheet:rect(150, 140, 90, 90, "ink", "f-paper")
    for i = 0, 2 do
      sheet
        :arrow(165 + 30 * i, 108, 165 + 30 * i, 136, "soft")
        :arrow(165 + 30 * i, 294, 165 + 30 * i, 234, "soft")
      local length = 34 + 10 * i
      sheet:arrow(146 - length, 155 + 30 * i, 146, 155 + 30 * i, "soft")
      sheet:arrow(244 + length, 155 + 30 * i, 244, 155 + 30 * i, "soft")
    end
    sheet:arrow(360, 190, 360, 110, "three"):arrow(360, 190, 360, 270, "two"):dot(360, 190)
    return sheet:text(360, 98, w[1], "f-three m"):text(360, 294, w[2], "f-two m"):svg()
  end,
}

figures["heat/heating-curve"] = {
  words = {
    en = { "ice", "melting", "water", "boiling", "steam" },
    id = { "es", "melebur", "air", "mendidih", "uap" },
    de = { "Eis", "Schmelzen", "Wasser", "Sieden", "Dampf" },
  },
  draw = function(w)
    local p = plot.sheet(500, 320, { 0, 11 }, { -40, 140 }, 60)
    p:axes("*Q*", "*T* (°C)", { y = { 0, 100 } })
    p:line(0, 100, 10.5, 100, "soft thin dash")
    local places = { 0, -30, 0.8, 0, 2.6, 0, 5, 100, 9.6, 100, 10.3, 128 }
    for i = 1, 9, 2 do
      local a, b, c, d = table.unpack(places, i, i + 3)
      p:line(a, b, c, d, b == d and "two" or "one")
    end
    p:text(0.55, -26, w[1], "f-one"):text(1.7, 8, w[2], "f-two m"):text(4, 40, w[3], "f-one")
    return p:text(7.2, 108, w[4], "f-two m"):text(9.8, 122, w[5], "f-one e"):svg()
  end,
}

figures["energy-conservation/pendulum"] = {
  draw = function()
    local sheet, x, y, r = draw.new(480, 300), 240, 30, 200
    local side, down = r * math.sin(math.rad(50)), r * math.cos(math.rad(50))
    sheet:line(180, 30, 300, 30, "ink"):arc(x, y, r, 220, 320, "soft dash")
    for _, place in ipairs { { -side, down, "one" }, { side, down, "one" }, { 0, r, "two" } } do
      local bx, by = x + place[1], y + place[2]
      sheet:line(x, y, bx, by, "soft thin"):circle(bx, by, 13, place[3], "f-paper")
      sheet:circle(bx, by, 13, nil, "pale f-" .. place[3])
    end
    sheet
      :line(60, y + r, 420, y + r, "soft thin dash")
      :line(60, y + down, 100, y + down, "soft thin")
    sheet
      :arrow(68, y + down + 36, 68, y + down, "one")
      :arrow(68, y + down + 36, 68, y + r, "one")
    sheet:text(58, y + down + 42, "*h*", "f-one e"):arrow(256, y + r, 330, y + r, "two")
    sheet:text(335, y + r + 22, "*v*", "f-two m"):text(x, y + r + 38, "½ *m* *v*²", "f-two m")
    return sheet:text(x + side + 27, y + down + 44, "*m* *g* *h*", "f-one m"):svg()
  end,
}

--- A trolley on the ground at `y`, with its mass on it.
local function trolley(sheet, x, y, width, mass, class)
  sheet:box(x, y - 58, width, 42, mass, class, "f-" .. class .. " pale")
  sheet
    :circle(x + 16, y - 9, 8, "ink", "f-paper")
    :circle(x + width - 16, y - 9, 8, "ink", "f-paper")
end

figures["momentum/coupled-trolleys"] = {
  draw = function()
    local sheet = draw.new(480, 260)
    for _, y in ipairs { 110, 230 } do
      sheet:line(20, y, 460, y, "soft")
    end
    trolley(sheet, 50, 110, 120, "*m*₁", "one")
    trolley(sheet, 280, 110, 80, "*m*₂", "two")
    sheet:arrow(70, 36, 160, 36, "one"):text(115, 26, "*v*₁", "f-one m")
    trolley(sheet, 210, 230, 120, "*m*₁", "one")
    trolley(sheet, 332, 230, 80, "*m*₂", "two")
    return sheet:arrow(280, 156, 340, 156, "three"):text(310, 146, "*v*′", "f-three m"):svg()
  end,
}

figures["circular-motion/velocity-and-force"] = {
  draw = function()
    local sheet, x, y, r = draw.new(440, 340), 220, 205, 115
    local bx, by = x + r * math.cos(math.rad(50)), y - r * math.sin(math.rad(50))
    sheet:circle(x, y, r, "soft"):dot(x, y):text(x - 10, y + 22, "*M*", "f-ink e")
    sheet:line(x, y, bx, by, "soft dash"):text(x + 26, y - 52, "*r*", "f-ink e")
    local dx, dy = -math.sin(math.rad(50)), -math.cos(math.rad(50))
    sheet:arrow(bx, by, bx + 110 * dx, by + 110 * dy, "one")
    sheet:text(bx + 110 * dx + 4, by + 110 * dy - 10, "*v*", "f-one e")
    sheet:arrow(bx, by, bx + 62 * dy, by - 62 * dx, "two")
    sheet:text(bx + 62 * dy + 12, by - 62 * dx + 16, "*F*", "f-two")
    return sheet:dot(bx, by, "ink"):text(bx + 12, by - 6, "*m*"):svg()
  end,
}

figures["gravitation-and-orbits/equal-areas"] = {
  draw = function()
    local sheet, x, y, a, e = draw.new(500, 280), 250, 140, 210, 0.8
    local b, sun = a * math.sqrt(1 - e * e), x - a * e
    --- The place at the eccentric anomaly `u`.
    local function place(u) return x + a * math.cos(u), y - b * math.sin(u) end
    --- Half as wide as u on both sides of an end, it has the area a b (u ± e sin u): + at the far
    -- end, − at the near one. The two below are equal.
    local function sector(from, to, class)
      local list = { sun, y }
      for i = 0, 24 do
        list[#list + 1], list[#list + 2] = place(from + (to - from) * i / 24)
      end
      sheet:polygon(list, class, "f-" .. class .. " pale")
    end
    sector(math.pi - 0.91, math.pi + 0.91, "two")
    sector(-0.155, 0.155, "one")
    sheet:ellipse(x, y, a, b, "ink"):circle(sun, y, 12, "three", "f-three")
    return sheet:svg()
  end,
}

figures["oscillations-and-waves/displacement-and-velocity"] = {
  draw = function()
    local sheet = draw.new(480, 320)
    local function system(top, label, f, class)
      local p = plot.new(sheet, {
        left = 40,
        right = 450,
        top = top,
        bottom = top + 120,
        x = { 0, 2.3 },
        y = { -1.2, 1.2 },
      })
      p:axes("*t*", label, {}):curve(f, 0, 2.2, class)
      for quarter = 1, 8 do
        p:line(quarter / 4, -1.1, quarter / 4, 1.1, "soft thin dash")
      end
    end
    system(26, "*y*", function(t) return math.sin(2 * math.pi * t) end, "one")
    system(180, "*v*", function(t) return math.cos(2 * math.pi * t) end, "two")
    return sheet:svg()
  end,
}

return figures
