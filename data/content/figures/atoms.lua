--- Figures of the lessons of physics on fields, particles and atoms.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

--- A charge as a disc with its sign.
local function charge(sheet, x, y, sign, class)
  sheet:circle(x, y, 15, class, "f-paper"):circle(x, y, 15, nil, "pale f-" .. class)
  sheet:text(x, y + 6, sign, "f-ink m")
end

figures["electric-field/field-lines"] = {
  draw = function()
    local sheet, y = draw.new(520, 260), 130
    for _, height in ipairs { 0, 34, 72, 112 } do
      for _, side in ipairs(height == 0 and { 1 } or { -1, 1 }) do
        local list = {}
        for i = 0, 32 do
          local t = i / 32
          local wide = 0.25 * height * math.sin(2 * math.pi * t)
          list[#list + 1] = 60 + 150 * t - wide
          list[#list + 1] = y + side * height * math.sin(math.pi * t)
        end
        sheet:path(list, "one thin")
        sheet:arrow(130, y + side * height, 142, y + side * height, "one")
      end
    end
    charge(sheet, 60, y, "+", "two")
    charge(sheet, 210, y, "−", "three")
    sheet
      :rect(318, 30, 12, 200, "two", "f-two pale")
      :rect(470, 30, 12, 200, "three", "f-three pale")
    for i = 0, 5 do
      sheet:arrow(332, 50 + 32 * i, 468, 50 + 32 * i, "one thin")
    end
    return sheet:text(306, 136, "+", "f-two e"):text(492, 136, "−", "f-three"):svg()
  end,
}

figures["light-as-wave-and-particle/double-slit"] = {
  draw = function()
    local sheet, wall, screen = draw.new(500, 300), 110, 420
    local upper, lower, target = 125, 175, 66
    for _, part in ipairs { { 20, 118 }, { 132, 168 }, { 182, 280 } } do
      sheet:rect(wall - 5, part[1], 10, part[2] - part[1], "ink", "f-soft pale")
    end
    sheet:line(screen, 20, screen, 280, "ink")
    for n = -2, 2 do
      sheet:rect(screen, 150 + 42 * n - 8, 18, 16, nil, "f-two")
    end
    sheet:line(wall, upper, screen, target, "one"):line(wall, lower, screen, target, "one")
    -- The foot of the perpendicular from the upper slit to the lower way.
    local dx, dy = screen - wall, target - lower
    local part = ((upper - lower) * dy) / (dx * dx + dy * dy)
    local fx, fy = wall + part * dx, lower + part * dy
    sheet:line(wall, upper, fx, fy, "soft dash"):line(wall, lower, fx, fy, "two")
    sheet:text(wall - 14, 156, "*d*", "f-ink e"):text(wall + 16, 196, "Δ", "f-two")
    for i = 0, 3 do
      sheet:line(30 + 18 * i, 100, 30 + 18 * i, 200, "soft thin")
    end
    return sheet:text(270, 272, "*L*", "f-ink m"):svg()
  end,
}

figures["nuclear-physics/binding-energy"] = {
  draw = function()
    local p = plot.sheet(500, 320, { 0, 250 }, { 0, 10 })
    p:axes("*A*", "*E* / *A* (MeV)", { x = { 50, 100, 150, 200 }, y = { 2, 4, 6, 8 } })
    -- Mass number and binding energy per nucleon: H-2, He-3, He-4, C-12, O-16, Fe-56, Kr-84,
    -- Sn-120, Xe-132, Pb-208, U-235, U-238.
    local list = { 2, 1.11, 3, 2.57, 4, 7.07, 12, 7.68, 16, 7.98, 56, 8.79, 84, 8.72 }
    table.move({ 120, 8.5, 132, 8.43, 208, 7.87, 235, 7.59, 238, 7.57 }, 1, 10, #list + 1, list)
    local places = {}
    for i = 1, #list, 2 do
      places[i], places[i + 1] = p:at(list[i], list[i + 1])
    end
    p.sheet:path(places, "one")
    p:point(2, 1.11, "two", "²H", 10, 6):point(4, 7.07, "two", "⁴He", 10, 16)
    p:point(56, 8.79, "two", "⁵⁶Fe", -12, -14)
    return p:point(235, 7.59, "two", "²³⁵U", -30, 26):svg()
  end,
}

figures["kinetic-theory-of-gases/molecules-in-a-box"] = {
  draw = function()
    local sheet = draw.new(440, 280)
    sheet:rect(90, 20, 260, 240, "ink")
    local flights = {
      { 130, 60, 30, 18 },
      { 200, 50, -20, 26 },
      { 160, 120, -34, 6 },
      { 230, 110, 16, -34 },
      { 140, 200, 22, -28 },
      { 210, 180, -30, -18 },
      { 190, 230, 36, -4 },
      { 275, 210, -6, 32 },
      { 300, 60, -34, 12 },
    }
    for _, flight in ipairs(flights) do
      local x, y, dx, dy = table.unpack(flight)
      sheet:arrow(x, y, x + 1.2 * dx, y + 1.2 * dy, "one"):circle(x, y, 6, nil, "f-one")
    end
    sheet:line(285, 120, 344, 150, "two dash"):arrow(344, 150, 290, 178, "two")
    sheet:circle(285, 120, 6, nil, "f-two"):arrow(352, 150, 410, 150, "three")
    return sheet:text(385, 138, "*F*", "f-three m"):svg()
  end,
}

return figures
