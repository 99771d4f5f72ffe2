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
    p:text(3.05, 7.2, w.secant, "f-two e"):text(4.62, 5.2, w.tangent, "f-one e")
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

local function branch(sheet, from, to, words, above)
  sheet:line(from[1], from[2], to[1], to[2], "soft")
  local x, y = (from[1] + to[1]) / 2, (from[2] + to[2]) / 2
  sheet:text(x, y + (above and -10 or 22), words, "f-two m s")
end

figures["probability/tree"] = {
  words = { en = { "red", "blue" }, id = { "merah", "biru" }, de = { "rot", "blau" } },
  draw = function(w)
    local sheet, root = draw.new(480, 300), { 40, 150 }
    local rows = {
      {
        { 200, 80 },
        w[1],
        "3/5",
        { { { 380, 40 }, w[1], "2/4" }, { { 380, 120 }, w[2], "2/4" } },
      },
      {
        { 200, 220 },
        w[2],
        "2/5",
        { { { 380, 180 }, w[1], "3/4" }, { { 380, 260 }, w[2], "1/4" } },
      },
    }
    for i, row in ipairs(rows) do
      local place, words, chance, ends = table.unpack(row)
      branch(sheet, root, { place[1] - 34, place[2] }, chance, i == 1)
      for j, leaf in ipairs(ends) do
        branch(
          sheet,
          { place[1] + 34, place[2] },
          { leaf[1][1] - 34, leaf[1][2] },
          leaf[3],
          j == 1
        )
        sheet:text(leaf[1][1], leaf[1][2] + 6, leaf[2], "f-ink m")
      end
      sheet:text(place[1], place[2] + 6, words, "f-ink m")
    end
    return sheet:dot(40, 150):svg()
  end,
}

figures["means-and-spread/box-plot"] = {
  draw = function()
    local p = plot.sheet(480, 190, { 0, 64 }, { 0, 4 })
    p:axes("", "", { x = { 0, 10, 20, 30, 40, 50, 60 } })
    for _, x in ipairs { 5, 15, 60 } do
      p:line(x, 1.6, x, 2.8, "one")
    end
    local left, top = p:at(10, 3)
    local right, bottom = p:at(20, 1.4)
    p.sheet:rect(left, top, right - left, bottom - top, "one", "f-one pale")
    p:line(5, 2.2, 10, 2.2, "one"):line(20, 2.2, 60, 2.2, "one"):line(15, 1.4, 15, 3, "two")
    p:text(10, 3.4, "*Q*₁", "f-one e"):text(20.5, 3.4, "*Q*₃", "f-one")
    return p:svg()
  end,
}

figures["samples-and-correlation/scatter"] = {
  draw = function()
    local p = plot
      .sheet(440, 320, { 0, 6 }, { 0, 7 })
      :axes("*x*", "*y*", { x = { 1, 3, 5 }, y = { 2, 4, 6 } })
    p:curve(function(x) return 0.9 * (x - 3) + 4 end, 0.4, 5.8, "one")
    p:line(3, 0, 3, 6.6, "soft thin dash"):line(0, 4, 5.8, 4, "soft thin dash")
    for x, y in pairs { 2, 3, 5, 4, 6 } do
      p:point(x, y, "two")
    end
    return p:svg()
  end,
}

figures["samples-and-correlation/normal-distribution"] = {
  words = { en = { "95%" }, id = { "95%" }, de = { "95 %" } },
  draw = function(w)
    local p = plot.sheet(480, 260, { -3.4, 3.4 }, { 0, 0.45 })
    local function f(x) return math.exp(-x * x / 2) / math.sqrt(2 * math.pi) end
    p:area(f, -2, 2, "f-one pale"):curve(f, -3.3, 3.3, "one")
    p:line(-3.4, 0, 3.4, 0, "ink thin"):line(0, 0, 0, f(0), "soft thin dash")
    p:line(-2, 0, -2, f(2), "one"):line(2, 0, 2, f(2), "one"):text(0, 0.14, w[1], "f-one m")
    p:text(0, -0.05, "*p*", "f-ink m"):text(-2, -0.05, "*p* − 2*σ*", "f-ink m")
    return p:text(2, -0.05, "*p* + 2*σ*", "f-ink m"):svg()
  end,
}

figures["powers-and-logarithms/mirror"] = {
  words = { en = { "log₂ *x*" }, id = { "²log *x*" }, de = { "log₂ *x*" } },
  draw = function(w)
    local p = plot.sheet(420, 400, { -3, 5 }, { -3, 5 })
    p:grid(1):axes("*x*", "*y*", { x = { 1 }, y = { 1 } }):line(-3, -3, 5, 5, "soft dash")
    p:curve(function(x) return 2 ^ x end, -3, 2.3, "one")
    p:curve(function(x) return math.log(x, 2) end, 0.125, 5, "two")
    p:text(1.9, 4.4, "*y* = 2ˣ", "f-one e"):text(5, 1.5, "*y* = " .. w[1], "f-two e")
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

return figures
