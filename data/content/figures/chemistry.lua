--- Figures of the lessons of chemistry.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

figures["atomic-structure/sodium-shells"] = {
  draw = function()
    local sheet, x, y = draw.new(400, 340), 200, 170
    for i, count in ipairs { 2, 8, 1 } do
      local r = 20 + 44 * i
      sheet:circle(x, y, r, "soft")
      for n = 1, count do
        local angle = 2 * math.pi * n / count - math.pi / 2
        sheet:dot(x + r * math.cos(angle), y + r * math.sin(angle), i == 3 and "two" or "one")
      end
    end
    sheet:circle(x, y, 34, "ink", "f-paper"):circle(x, y, 34, nil, "f-four pale")
    return sheet:text(x, y - 1, "Na", "f-ink m"):text(x, y + 18, "11 p⁺", "f-ink m s"):svg()
  end,
}

figures["reaction-rates-and-equilibrium/activation-energy"] = {
  words = {
    en = { "starting\nmaterials", "products", "without catalyst", "with catalyst" },
    id = { "reaktan", "produk", "tanpa katalis", "dengan katalis" },
    de = { "Ausgangs-\nstoffe", "Produkte", "ohne Katalysator", "mit Katalysator" },
  },
  draw = function(w)
    local p = plot.sheet(500, 330, { 0, 10 }, { 0, 10 }):axes("", "*E*")
    local function hill(height)
      return function(x)
        local fall = 1 / (1 + math.exp(-2.2 * (x - 5)))
        return 4.4 - 2.6 * fall + height * math.exp(-(x - 4.8) ^ 2 / 1.6)
      end
    end
    p:curve(hill(5.4), 0.6, 9.6, "two"):curve(hill(2.6), 0.6, 9.6, "three dash")
    p:line(0.6, 4.4, 5, 4.4, "soft thin dash"):arrow(4.8, 4.4, 4.8, 8.5, "two")
    p:text(3.6, 6.8, "*E*ₐ", "f-two e")
      :text(1.7, 3.6, w[1], "f-ink m s")
      :text(8.4, 0.9, w[2], "f-ink m s")
    return p:text(6, 8.6, w[3], "f-two s"):text(6.1, 5.2, w[4], "f-three s"):svg()
  end,
}

figures["gases/pressure-and-volume"] = {
  draw = function()
    local p = plot
      .sheet(440, 320, { 0, 6.5 }, { 0, 6.5 })
      :axes("*V*", "*p*", { x = { 1, 2, 4 }, y = { 1, 2, 4 } })
    p:curve(function(x) return 4 / x end, 0.64, 6.3, "one")
    for _, v in ipairs { 1, 2, 4 } do
      p:line(v, 0, v, 4 / v, "soft thin dash")
        :line(0, 4 / v, v, 4 / v, "soft thin dash")
        :point(v, 4 / v, "two")
    end
    return p:text(2.6, 3.2, "*p* *V* = 4", "f-one"):svg()
  end,
}

return figures
