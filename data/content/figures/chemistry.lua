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

figures["enthalpy/energy-levels"] = {
  words = {
    en = { "reactants", "products" },
    id = { "pereaksi", "hasil reaksi" },
    de = { "Edukte", "Produkte" },
  },
  draw = function(w)
    local sheet = draw.new(460, 260)
    sheet:arrow(50, 240, 50, 20, "ink thin"):text(62, 28, "*H*")
    sheet:line(80, 70, 230, 70, "one"):text(155, 58, w[1], "f-one m")
    sheet:line(270, 200, 420, 200, "three"):text(345, 226, w[2], "f-three m")
    sheet:line(230, 70, 420, 70, "soft thin dash"):arrow(345, 70, 345, 198, "two")
    return sheet:text(357, 142, "Δ*H* < 0", "f-two"):svg()
  end,
}

figures["solubility/solubility-curves"] = {
  draw = function()
    local p = plot.sheet(480, 320, { 0, 88 }, { 0, 180 }, 56)
    p:axes("*T* (°C)", "g / 100 g", { x = { 20, 40, 60, 80 }, y = { 50, 100, 150 } })
    --- A curve through values at 0, 20, 40, 60 and 80 °C.
    local function curve(values, class)
      local places = {}
      for i, value in ipairs(values) do
        places[2 * i - 1], places[2 * i] = p:at(20 * (i - 1), value)
      end
      p.sheet:path(places, class)
      for i, value in ipairs(values) do
        p:point(20 * (i - 1), value, class)
      end
    end
    curve({ 13.3, 31.6, 63.9, 110, 169 }, "one")
    curve({ 35.7, 36.0, 36.6, 37.3, 38.4 }, "two")
    return p:text(54, 118, "KNO₃", "f-one e"):text(3, 52, "NaCl", "f-two"):svg()
  end,
}

figures["buffers/titration-curve"] = {
  draw = function()
    local p = plot.sheet(480, 320, { 0, 2.1 }, { 0, 14 }, 50)
    p:axes("*n*(OH⁻) / *n*₀", "pH", { x = { 0.5, 1, 2 }, y = { 2, 7, 12 } })
    -- 0.10 mol/L acetic acid, its volume kept. The pH at which the charges balance is found by
    -- halving.
    local function ph(part)
      local low, high = 0, 14
      for _ = 1, 60 do
        local middle = (low + high) / 2
        local h = 10 ^ -middle
        local charge = h + 0.1 * part - 1e-14 / h - 0.1 * 1.8e-5 / (1.8e-5 + h)
        if charge > 0 then
          low = middle
        else
          high = middle
        end
      end
      return low
    end
    p:line(0, 4.74, 0.5, 4.74, "soft thin dash"):line(0.5, 0, 0.5, 4.74, "soft thin dash")
    p:line(1, 0, 1, ph(1), "soft thin dash"):curve(ph, 0, 2, "one")
    p:point(0.5, ph(0.5), "two"):point(1, ph(1), "three")
    return p:text(0.56, 3.6, "p*K*", "f-two"):svg()
  end,
}

figures["periodic-table/ionisation-energy"] = {
  draw = function()
    local p = plot.sheet(500, 320, { 0, 21 }, { 0, 2600 }, 60)
    p:axes("*Z*", "kJ/mol", { x = { 2, 10, 18 }, y = { 500, 1000, 1500, 2000 } })
    local energies = { 1312, 2372, 520, 900, 801, 1086, 1402, 1314, 1681, 2081 }
    table.move({ 496, 738, 578, 786, 1012, 1000, 1251, 1521, 419, 590 }, 1, 10, 11, energies)
    local places = {}
    for z, energy in ipairs(energies) do
      places[2 * z - 1], places[2 * z] = p:at(z, energy)
    end
    p.sheet:path(places, "one")
    for z, energy in ipairs(energies) do
      p:point(z, energy, "one")
    end
    for z, name in pairs { [2] = "He", [10] = "Ne", [18] = "Ar" } do
      p:text(z + 0.4, energies[z] + 60, name, "f-two")
    end
    for z, name in pairs { [3] = "Li", [11] = "Na", [19] = "K" } do
      p:text(z, energies[z] - 240, name, "f-three m")
    end
    return p:svg()
  end,
}

figures["electrochemistry/galvanic-cell"] = {
  draw = function()
    local sheet = draw.new(500, 320)
    for _, cell in ipairs { { 60, "Zn", "Zn²⁺", "three" }, { 300, "Cu", "Cu²⁺", "two" } } do
      local x, metal, ion, class = table.unpack(cell)
      sheet:rect(x, 190, 140, 100, nil, "f-one pale"):line(x, 190, x + 140, 190, "one")
      sheet:path({ x, 150, x, 290, x + 140, 290, x + 140, 150 })
      sheet:rect(x + 55, 120, 30, 140, class, "f-" .. class .. " pale")
      sheet:text(x + 70, 160, metal, "f-ink m"):text(x + 112, 276, ion, "f-ink m s")
    end
    sheet:path({ 175, 215, 175, 130, 325, 130, 325, 215 }, "soft")
    sheet:path({ 189, 215, 189, 144, 311, 144, 311, 215 }, "soft")
    sheet:path({ 130, 120, 130, 60, 232, 60 }):path({ 268, 60, 370, 60, 370, 120 })
    sheet:circle(250, 60, 18, "ink", "f-paper")
    sheet:line(238, 48, 262, 72, "ink thin"):line(238, 72, 262, 48, "ink thin")
    sheet:arrow(150, 46, 210, 46, "four"):text(180, 34, "e⁻", "f-four m")
    return sheet:text(130, 312, "−", "f-ink m"):text(370, 312, "+", "f-ink m"):svg()
  end,
}

figures["acids-and-bases/ph-scale"] = {
  words = {
    en = { "acidic", "neutral", "alkaline", "stomach", "lemon", "rain", "blood", "sea", "soap" },
    id = { "asam", "netral", "basa", "lambung", "lemon", "hujan", "darah", "laut", "sabun" },
    de = { "sauer", "neutral", "basisch", "Magen", "Zitrone", "Regen", "Blut", "Meer", "Seife" },
  },
  draw = function(w)
    local sheet = draw.new(520, 190)
    local function at(ph) return 30 + 460 * ph / 14 end
    sheet:rect(at(0), 84, at(7) - at(0), 24, nil, "f-two pale")
    sheet:rect(at(7), 84, at(14) - at(7), 24, nil, "f-one pale")
    for ph = 0, 14 do
      sheet
        :line(at(ph), 84, at(ph), 108, "ink thin")
        :text(at(ph), 126, tostring(ph), "f-ink m s")
    end
    -- Neighbours stand at different heights and to different sides, so that names keep apart.
    local sides = { " m", "", " m", " e", "", " m" }
    for i, ph in ipairs { 1.5, 2.3, 5.6, 7.4, 8.1, 10 } do
      local y = i % 2 == 1 and 30 or 56
      sheet:line(at(ph), y + 5, at(ph), 96, "soft thin"):dot(at(ph), 96, "ink")
      sheet:text(at(ph), y, w[i + 3], "f-ink s" .. sides[i])
    end
    sheet:text(at(3.2), 160, w[1], "f-two m"):text(at(7), 160, w[2], "f-ink m")
    return sheet:text(at(10.8), 160, w[3], "f-one m"):svg()
  end,
}

figures["chemical-bonds/water-dipoles"] = {
  draw = function()
    local sheet = draw.new(440, 220)
    --- A molecule by the place of its oxygen, the places of the signs of its charges beside the
    -- atoms, and the directions of its hydrogens in degrees.
    local function water(x, y, minus, plus, ...)
      for _, degrees in ipairs { ... } do
        local a = math.rad(degrees)
        local hx, hy = x + 58 * math.cos(a), y - 58 * math.sin(a)
        sheet:line(x, y, hx, hy, "ink")
        sheet:circle(hx, hy, 17, "one", "f-paper"):text(hx, hy + 6, "H", "f-one m")
        sheet:text(hx + plus[1], hy + plus[2], "δ+", "f-one m s")
      end
      sheet:circle(x, y, 25, "two", "f-paper"):text(x, y + 6, "O", "f-two m")
      sheet:text(x + minus[1], y + minus[2], "δ−", "f-two m s")
    end
    sheet:line(176, 110, 290, 110, "soft dash")
    water(100, 110, { 0, -34 }, { 0, 36 }, 0, -104.5)
    water(315, 110, { -16, 44 }, { 34, 5 }, -52, 52)
    return sheet:svg()
  end,
}

figures["redox-reactions/potentials"] = {
  words = {
    en = { "gives electrons\nreadily", "takes electrons\nreadily", "1.10 V" },
    id = { "mudah melepas\nelektron", "mudah menerima\nelektron", "1,10 V" },
    de = { "gibt leicht\nElektronen", "nimmt leicht\nElektronen", "1,10 V" },
  },
  draw = function(w)
    local sheet = draw.new(480, 340)
    local function at(volts) return 112 - 70 * volts end
    sheet:arrow(210, 300, 210, 20, "ink thin"):text(222, 28, "*E* (V)")
    local pairs_of = {
      { "Mg / Mg²⁺", -2.37 },
      { "Zn / Zn²⁺", -0.76 },
      { "Fe / Fe²⁺", -0.44 },
      { "H₂ / H⁺", 0 },
      { "Cu / Cu²⁺", 0.34 },
      { "Ag / Ag⁺", 0.80 },
    }
    for _, pair in ipairs(pairs_of) do
      local y = at(pair[2])
      sheet:dot(210, y, pair[2] < 0 and "two" or "one"):text(226, y + 5, pair[1], "f-ink s")
    end
    sheet:line(306, at(-0.76), 340, at(-0.76), "three")
    sheet:arrow(340, at(-0.76), 340, at(0.34), "three")
    sheet:text(352, at(-0.2) + 5, w[3], "f-three s")
    sheet:text(190, 270, w[1], "f-two e s")
    return sheet:text(190, 70, w[2], "f-one e s"):svg()
  end,
}

figures["organic-molecules/butane-isomers"] = {
  words = {
    en = { "butane", "methylpropane" },
    id = { "butana", "metilpropana" },
    de = { "Butan", "Methylpropan" },
  },
  draw = function(w)
    local sheet = draw.new(500, 210)
    --- Carbon atoms at places, bonds between them, and the hydrogens that each carries.
    local function skeleton(atoms, bonds)
      for _, bond in ipairs(bonds) do
        local a, b = atoms[bond[1]], atoms[bond[2]]
        sheet:line(a[1], a[2], b[1], b[2], "ink")
      end
      for _, atom in ipairs(atoms) do
        sheet:circle(atom[1], atom[2], 24, "one", "f-paper")
        sheet:text(atom[1], atom[2] + 6, atom[3], "f-ink m s")
      end
    end
    local chain = {
      { 36, 110, "CH₃" },
      { 98, 80, "CH₂" },
      { 160, 110, "CH₂" },
      { 222, 80, "CH₃" },
    }
    skeleton(chain, { { 1, 2 }, { 2, 3 }, { 3, 4 } })
    local branch = {
      { 376, 100, "CH" },
      { 310, 130, "CH₃" },
      { 442, 130, "CH₃" },
      { 376, 36, "CH₃" },
    }
    skeleton(branch, { { 1, 2 }, { 1, 3 }, { 1, 4 } })
    return sheet:text(130, 190, w[1], "f-ink m"):text(376, 190, w[2], "f-ink m"):svg()
  end,
}

figures["mole-and-stoichiometry/way-through-a-calculation"] = {
  words = {
    en = { "mass given", "mass wanted", "amount", "amount", "equation" },
    id = { "massa diketahui", "massa dicari", "jumlah zat", "jumlah zat", "persamaan" },
    de = { "Masse gegeben", "Masse gesucht", "Stoffmenge", "Stoffmenge", "Gleichung" },
  },
  draw = function(w)
    local sheet = draw.new(480, 240)
    sheet:box(20, 20, 170, 56, w[1], "one"):box(290, 20, 170, 56, w[2], "three")
    sheet:box(20, 160, 170, 56, w[3], "one"):box(290, 160, 170, 56, w[4], "three")
    sheet:arrow(105, 78, 105, 158, "ink"):text(118, 124, "÷ *M*", "f-ink")
    sheet:arrow(192, 188, 288, 188, "two"):text(240, 178, w[5], "f-two m s")
    return sheet:arrow(375, 158, 375, 78, "ink"):text(388, 124, "· *M*", "f-ink"):svg()
  end,
}

figures["limiting-reactants-and-yield/thermite"] = {
  words = {
    en = { "before", "after", "." },
    id = { "awal", "akhir", "," },
    de = { "vorher", "nachher", "," },
  },
  draw = function(w)
    local sheet = draw.new(500, 250)
    for i, row in ipairs {
      { "Fe₂O₃", 6.26, 0.70 },
      { "Al", 11.12, 0 },
      { "Al₂O₃", 0, 5.56 },
      { "Fe", 0, 11.12 },
    } do
      local y = 44 + 50 * (i - 1)
      sheet:text(70, y + 22, row[1], "f-ink e")
      for side = 1, 2 do
        local x, value = 80 + 210 * (side - 1), row[side + 1]
        local class = side == 1 and "one" or "three"
        if value > 0 then sheet:rect(x, y, 12.5 * value, 32, class, "pale f-" .. class) end
        local shown = value > 0 and ("%.2f"):format(value):gsub("%.", w[3]) or "0"
        sheet:text(x + 12.5 * value + 6, y + 21, shown, "f-ink s")
      end
    end
    return sheet:text(80, 30, w[1], "f-one s"):text(290, 30, w[2], "f-three s"):svg()
  end,
}

return figures
