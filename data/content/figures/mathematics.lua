--- Figures of the lessons of mathematics.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["quadratic-equations/discriminant"] = {
  draw = function()
    local p = plot.sheet(480, 300, { -1, 11 }, { -3, 6 }):axes("*x*", "*y*")
    local rows = {
      { 1.5, -2, "two", "*D* > 0" },
      { 5.3, 0, "one", "*D* = 0" },
      { 9, 1.5, "three", "*D* < 0" },
    }
    for _, row in ipairs(rows) do
      local middle, low, class, words = table.unpack(row)
      p:curve(
        function(x) return 1.6 * (x - middle) ^ 2 + low end,
        middle - 1.6,
        middle + 1.6,
        class
      )
      p:text(middle, 1.6 * 1.6 ^ 2 + low + 0.5, words, "m f-" .. class)
    end
    local half = math.sqrt(2 / 1.6)
    return p:point(1.5 - half, 0, "two"):point(1.5 + half, 0, "two"):point(5.3, 0, "one"):svg()
  end,
}

figures["functions/moved-parabola"] = {
  words = { en = { "(3, −4)" }, id = { "(3, −4)" }, de = { "(3|−4)" } },
  draw = function(w)
    local p = plot.sheet(480, 340, { -3, 7 }, { -5, 6 })
    p:grid(1):axes("*x*", "*y*", { x = { 1, 3, 5 } })
    p:curve(function(x) return x * x end, -2.4, 2.4, "soft dash")
    p:curve(function(x) return (x - 3) ^ 2 - 4 end, -0.1, 6.1, "one")
    p:arrow(0, 0, 3, 0, "two"):arrow(3, 0, 3, -4, "two")
    p:text(-2.8, 3.2, "*y* = *x*²", "f-ink")
      :text(4.2, 5.4, "*y* = (*x* − 3)² − 4", "m f-one")
    p:point(1, 0, "one"):point(5, 0, "one")
    return p:point(3, -4, "one", w[1], 12, 6):svg()
  end,
}

local function balance(sheet, x, words, class)
  sheet:line(x, 96, x - 60, 170, "soft"):line(x, 96, x + 60, 170, "soft")
  sheet:line(x - 80, 172, x + 80, 172, "ink")
  sheet:box(x - 66, 126, 132, 44, words, class, "f-" .. class .. " pale")
end

figures["linear-equations/balance"] = {
  draw = function()
    local sheet = draw.new(480, 230)
    sheet
      :line(120, 96, 360, 96, "ink")
      :line(240, 80, 240, 204, "ink")
      :line(180, 206, 300, 206, "ink")
    sheet:polygon({ 240, 66, 252, 94, 228, 94 }, nil, "f-ink")
    balance(sheet, 120, "3*x* + 5", "one")
    balance(sheet, 360, "20", "two")
    return sheet:text(240, 40, "3*x* + 5 = 20", "f-ink m"):svg()
  end,
}

figures["pythagorean-theorem/squares"] = {
  draw = function()
    local sheet, u = draw.new(480, 400), 32
    local ax, ay = 170, 230 -- the right angle
    local bx, cy = ax + 4 * u, ay - 3 * u
    sheet
      :rect(ax, ay, 4 * u, 4 * u, "one", "f-one pale")
      :text(ax + 2 * u, ay + 2 * u + 6, "*b*²", "f-one m")
    sheet:rect(ax - 3 * u, cy, 3 * u, 3 * u, "two", "f-two pale")
    sheet:text(ax - 1.5 * u, ay - 1.5 * u + 6, "*a*²", "f-two m")
    local square = { ax, cy, bx, ay, bx + 3 * u, ay - 4 * u, ax + 3 * u, cy - 4 * u }
    sheet:polygon(square, "three", "f-three pale")
    sheet:text(ax + 3.5 * u, ay - 3.5 * u + 6, "*c*²", "f-three m")
    sheet:polygon({ ax, ay, bx, ay, ax, cy }, "ink", "f-paper")
    sheet:path({ ax + 14, ay, ax + 14, ay - 14, ax, ay - 14 }, "ink thin")
    sheet:text(ax + 8, ay - 1.2 * u, "*a*"):text(ax + 1.6 * u, ay - 8, "*b*")
    return sheet:text(ax + 2.3 * u, ay - 1.75 * u, "*c*"):svg()
  end,
}

figures["area-and-volume/triangle-and-trapezium"] = {
  words = {
    en = { "b", "h", "a", "b" },
    id = { "a", "t", "a", "b" },
    de = { "g", "h", "a", "c" },
  },
  draw = function(w)
    local sheet, name = draw.new(480, 220), {}
    for i, letter in ipairs(w) do
      name[i] = "*" .. letter .. "*"
    end
    sheet:polygon({ 90, 50, 230, 50, 180, 170, 40, 170 }, "soft dash", "f-soft pale")
    sheet:polygon({ 40, 170, 180, 170, 90, 50 }, "one", "f-one pale")
    sheet:line(90, 50, 90, 170, "two dash"):text(98, 130, name[2], "f-two")
    sheet:polygon({ 270, 170, 440, 170, 390, 50, 310, 50 }, "three", "f-three pale")
    sheet:line(330, 50, 330, 170, "two dash"):text(338, 120, name[2], "f-two")
    sheet:text(110, 194, name[1], "f-one m"):text(355, 194, name[3], "f-three m")
    return sheet:text(350, 40, name[4], "f-three m"):svg()
  end,
}

figures["trigonometry/unit-circle"] = {
  draw = function()
    local p = plot.sheet(440, 400, { -1.35, 1.35 }, { -1.2, 1.2 }):axes("*x*", "*y*")
    local angle = math.rad(40)
    local x, y = math.cos(angle), math.sin(angle)
    local ox, oy = p:at(0, 0)
    local radius = p:at(1, 0) - ox
    p.sheet:circle(ox, oy, radius, "soft")
    p.sheet:arc(ox, oy, 40, 0, 40, "four"):text(ox + 48, oy - 12, "*α*", "f-four")
    x, y = x * radius, y * radius
    p.sheet:line(ox, oy, ox + x, oy - y, "ink"):line(ox, oy, ox + x, oy, "one")
    p.sheet:line(ox + x, oy, ox + x, oy - y, "two"):dot(ox + x, oy - y, "ink")
    p.sheet
      :text(ox + x / 2, oy + 22, "cos *α*", "f-one m")
      :text(ox + x + 8, oy - y / 2, "sin *α*", "f-two")
    p.sheet:text(ox + x / 2 - 8, oy - y / 2 - 8, "1", "f-ink e")
    return p.sheet:text(ox + radius + 6, oy + 20, "1", "f-ink s"):svg()
  end,
}

--- The name of a vector, with its arrow.
local function vector(p, x, y, name, class)
  local px, py = p:at(x, y)
  p.sheet:text(px, py, "*" .. name .. "*", "m f-" .. class)
  p.sheet:line(px - 5, py - 15, px + 5, py - 15, class .. " thin")
  p.sheet:path({ px + 2, py - 18, px + 6, py - 15, px + 2, py - 12 }, class .. " thin")
end

figures["vectors/sum"] = {
  draw = function()
    local p = plot.sheet(440, 320, { -0.5, 7 }, { -0.5, 5 })
    p:grid(1):axes("*x*", "*y*")
    p:arrow(0, 0, 4, 1, "one"):arrow(4, 1, 6, 4, "two")
    p:arrow(0, 0, 2, 3, "two dash"):arrow(2, 3, 6, 4, "one dash"):arrow(0, 0, 6, 4, "three")
    vector(p, 2.5, 0.15, "a", "one")
    vector(p, 5.4, 2.3, "b", "two")
    vector(p, 3.6, 1.7, "a", "three")
    vector(p, 4.3, 1.7, "b", "three")
    return p:text(3.95, 1.7, "+", "f-three m"):svg()
  end,
}

figures["derivatives/secant-and-tangent"] = {
  words = {
    en = { secant = "secant", tangent = "tangent" },
    id = { secant = "garis sekan", tangent = "garis singgung" },
    de = { secant = "Sekante", tangent = "Tangente" },
  },
  draw = function(w)
    local p = plot.sheet(480, 340, { -0.6, 4.6 }, { -1, 9 }):axes("*x*", "*y*")
    local function f(x) return 0.5 * x * x + 0.5 end
    p:curve(f, -0.6, 4.1, "ink")
    p:curve(function(x) return 2.5 * (x - 1.5) + f(1.5) end, 0.8, 4.2, "two dash")
    p:curve(function(x) return 1.5 * (x - 1.5) + f(1.5) end, 0.2, 4.4, "one")
    p:line(1.5, f(1.5), 3.5, f(1.5), "soft thin"):line(3.5, f(1.5), 3.5, f(3.5), "soft thin")
    p:text(2.5, 0.85, "Δ*x*", "f-ink m"):text(3.58, 4.2, "Δ*y*")
    p:text(3.05, 7.2, w.secant, "f-two e"):text(4.78, 3, w.tangent, "f-one e")
    return p:point(1.5, f(1.5), "one"):point(3.5, f(3.5), "two"):svg()
  end,
}

figures["integration/strips"] = {
  draw = function()
    local p = plot.sheet(440, 340, { -0.12, 1.15 }, { -0.12, 1.15 })
    local function f(x) return x * x end
    for i = 1, 9 do
      local left, bottom = p:at(i / 10, 0)
      local right, top = p:at((i + 1) / 10, f(i / 10))
      p.sheet:rect(left, top, right - left, bottom - top, "one", "f-one pale")
    end
    p:axes("*x*", "*y*", { x = { 1 }, y = { 1 } }):curve(f, 0, 1.06, "two")
    return p:line(1, 0, 1, 1, "soft thin dash"):text(0.62, 0.62, "*y* = *x*²", "f-two e"):svg()
  end,
}

figures["powers-and-logarithms/mirror"] = {
  words = { en = { "log₂ *x*" }, id = { "²log *x*" }, de = { "log₂ *x*" } },
  draw = function(w)
    local p = plot.sheet(420, 400, { -3, 5 }, { -3, 5 })
    p:grid(1):axes("*x*", "*y*", { x = { 1 }, y = { 1 } }):line(-3, -3, 5, 5, "soft dash")
    p:curve(function(x) return 2 ^ x end, -3, 2.3, "one")
    p:curve(function(x) return math.log(x, 2) end, 0.125, 5, "two")
    p:text(1.9, 4.4, "*y* = 2ˣ", "f-one e"):text(5, 0.5, "*y* = " .. w[1], "f-two e")
    return p:point(0, 1, "one"):point(1, 0, "two"):svg()
  end,
}

figures["sequences-and-series/two-kinds"] = {
  words = {
    en = { "arithmetic", "geometric", "u" },
    id = { "aritmetika", "geometri", "U" },
    de = { "arithmetisch", "geometrisch", "a" },
  },
  draw = function(w)
    local p = plot.sheet(460, 320, { 0, 7 }, { 0, 34 })
    p:axes("*n*", "*" .. w[3] .. "*", { x = { 1, 2, 3, 4, 5, 6 }, y = { 10, 20, 30 } })
    for n = 1, 6 do
      p:point(n, 2 ^ (n - 1), "two"):point(n, 1 + 3 * (n - 1), "one")
    end
    return p:text(6.9, 9.5, w[1], "f-one e"):text(5.8, 30, w[2], "f-two e"):svg()
  end,
}

figures["second-derivative-and-concavity/point-of-inflection"] = {
  words = {
    en = { "(1, 4)", "(2, 2)", "(3, 0)" },
    id = { "(1, 4)", "(2, 2)", "(3, 0)" },
    de = { "(1|4)", "(2|2)", "(3|0)" },
  },
  draw = function(w)
    local p = plot.sheet(460, 320, { -0.6, 4.6 }, { -1, 5.4 }):axes("*x*", "*y*")
    p:line(0.9, 5.3, 3, -1, "two dash")
    local function f(x) return x ^ 3 - 6 * x ^ 2 + 9 * x end
    p:curve(f, -0.1, 2, "one"):curve(f, 2, 4.2, "three")
    p:point(1, 4, "one", w[1], -62, -2):point(2, 2, "ink", w[2], 14, -4)
    return p:point(3, 0, "three", w[3], 4, 24):svg()
  end,
}

figures["inequalities/number-lines"] = {
  draw = function()
    local sheet = draw.new(480, 210)
    local function place(x) return 240 + 45 * x end
    local rows = {
      { 50, { 2, 4.6 }, { { 2, false } } },
      { 115, { -1, 3 }, { { -1, true }, { 3, true } } },
      { 180, { -4.6, -2, 1, 4.6 }, { { -2, false }, { 1, false } } },
    }
    for _, row in ipairs(rows) do
      local y, parts, dots = table.unpack(row)
      sheet:arrow(20, y, 466, y, "ink thin")
      for x = -4, 4 do
        sheet:line(place(x), y - 4, place(x), y + 4, "ink thin")
        sheet:text(place(x), y + 24, (draw.number(x):gsub("-", "−")), "f-soft m s")
      end
      for i = 1, #parts, 2 do
        sheet:rect(place(parts[i]), y - 5, 45 * (parts[i + 1] - parts[i]), 10, nil, "f-one")
      end
      for _, dot in ipairs(dots) do
        sheet:circle(place(dot[1]), y, 7, "one", dot[2] and "f-one" or "f-paper")
      end
    end
    return sheet:svg()
  end,
}

figures["exponential-growth/growth-and-decay"] = {
  draw = function()
    local p = plot.sheet(460, 300, { -0.5, 5.4 }, { -0.6, 8.4 }):axes("*t*", "*N*")
    p:curve(function(t) return 2 * 1.4 ^ t end, 0, 4.1, "one")
    p:curve(function(t) return 2 * 0.6 ^ t end, 0, 5.1, "two")
    p:point(0, 2, "ink"):text(-0.1, 2.3, "*N*₀", "f-ink e")
    return p:text(3, 6.4, "*a* > 1", "f-one e"):text(3, 0.8, "0 < *a* < 1", "f-two"):svg()
  end,
}

figures["polynomials/zeros"] = {
  draw = function()
    local p = plot.sheet(440, 320, { -2, 3.6 }, { -3.4, 6 })
    p:axes("*x*", "*y*", { x = { -1, 2 } })
    p:curve(function(x) return (x + 1) * (x - 2) ^ 2 end, -1.3, 3.25, "one")
    return p:point(-1, 0, "two"):point(2, 0, "two"):svg()
  end,
}

return figures
