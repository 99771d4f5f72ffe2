--- What the chemistry lessons compute, computed again; data/content/checks/physics.lua says how a
-- check is written.
local function ph(concentration) return -math.log(concentration, 10) end

local R = 8.314
local function molar_volume(celsius) return R * (celsius + 273.15) / 101300 * 1000 end

return {
  ["material/chemistry/acids-and-bases"] = {
    { "| %.1f | $3 \\cdot 10^{-2}$ |", ph(3e-2) },
    { "| %.1f | $5 \\cdot 10^{-3}$ |", ph(5e-3) },
    { "| %.1f | $2.5 \\cdot 10^{-6}$ |", ph(2.5e-6) },
    { "| %.1f | $4 \\cdot 10^{-8}$ |", ph(4e-8) },
    { "| %.1f | $8 \\cdot 10^{-9}$ |", ph(8e-9) },
    { "-\\log_{10} 0.02 \\approx %.1f", ph(0.02) },
    { "{0.02} = %d \\cdot 10^{-13}$", 1e-14 / 0.02 * 1e13 },
    { "$%.1f$", ph(1e-14 / 0.02) },
    { "$n = 1.00 \\cdot 0.0083 = %.4f$ mol", 1.00 * 0.0083 },
    { "= %.2f\\ \\text{mol/L}$$", 0.0083 / 0.0100 },
    {
      { en = "about %d g per", id = "kira-kira %d g per", de = "rund %d g je" },
      math.floor(0.83 * 60.05 / 10 + 0.5) * 10,
    },
    { "$\\text{pH} = %d$", ph(0.001) },
    { "$n = 0.10 \\cdot 0.030 = %.4f$ mol", 0.10 * 0.030 },
    { "= %.2f$ mol/L", 0.10 * 0.030 / 0.020 },
  },
  ["material/chemistry/atomic-structure"] = {
    {
      "= %.2f\\ \\text{u} + %.2f\\ \\text{u} = 35.46\\ \\text{u}",
      0.758 * 34.97,
      0.242 * 36.97,
    },
    { "= %.2f\\ \\text{u}$$", 26.51 + 8.95 },
    { "| %d | %d | %d | %d |\n", 2 * 1 ^ 2, 2 * 2 ^ 2, 2 * 3 ^ 2, 2 * 4 ^ 2 },
    {
      { en = "26 protons, %d neutrons", id = "26 proton, %d neutron", de = "%d Neutronen" },
      56 - 26,
    },
    { "2, 8, %d: ", 15 - 2 - 8 },
  },
  ["material/chemistry/mole-and-stoichiometry"] = {
    { "1.01 + 16.00 = %.2f\\ \\text{g/mol}", 2 * 1.01 + 16.00 },
    { "$M(\\text{CH}_4) = 12.01 + 4 \\cdot 1.01 = %.2f$ g/mol", 12.01 + 4 * 1.01 },
    { "\\approx %.2f\\ \\text{mol}", 8.0 / 16.05 },
    { "$M(\\text{CO}_2) = %.2f$ g/mol", 12.01 + 2 * 16.00 },
    { "$0.50 \\cdot 44.01 \\approx %.0f$ g", 0.50 * 44.01 },
    { "| %.2f mol | %.2f mol |", 10.0 / 2.02, 64.0 / 32.00 },
    { "| %.2f mol | %.2f mol |", 2 * 64.0 / 32.00, 10.0 / 2.02 / 2 },
    { "$4.00 \\cdot 18.02 \\approx %.1f$ g", 4.00 * 18.02 },
    { "$%.2f$ mol", 10.0 / 2.02 - 4.00 },
    { "%.1f g", 0.95 * 2.02 },
    { "$72.1 + 1.9 = %.1f$ g", 10.0 + 64.0 },
    { "$\\frac{65}{72.1} \\approx %.2f$", 65 / 72.1 },
    { "$n = 0.10 \\cdot 0.250 = %.3f$ mol", 0.10 * 0.250 },
    { "$0.025 \\cdot 58.44 \\approx %.2f$ g", 0.025 * 58.44 },
    { "$\\frac{90}{18.02} \\approx %.1f$ mol", 90 / 18.02 },
    { "$%.1f \\cdot 10^{24}$", 5.0 * 6.02214076e23 / 1e24 },
    { "%.0f g.", 2 * 160 / 159.7 * 55.85 },
  },
  ["material/chemistry/gases"] = {
    { "\\approx %.4f\\ \\text{m}^3", molar_volume(0) / 1000 },
    { "| 273.15 | %.1f L |", molar_volume(0) },
    { "| 293.15 | %.1f L |", molar_volume(20) },
    { "| 298.15 | %.1f L |", molar_volume(25) },
    { "| 373.15 | %.1f L |", molar_volume(100) },
    { "%.1f L", R * 273.15 / 100000 * 1000 },
    {
      { en = "%.4f L·atm", id = "%.3f L·atm", de = "hPa·L/(mol·K)" },
      R / 101325 * 1000,
    },
    { { en = "L·atm/(mol·K)", id = "L·atm/(mol·K)", de = "%.2f hPa·L" }, R / 100 * 1000 },
    { "\\cdot \\frac{255}{293} \\approx %.1f\\ \\text{L}$$", 3.0 * (273 - 18) / (273 + 20) },
    { "$\\frac{60}{24.5} \\approx %.2f$ mol", 60 / 24.5 },
    { "$\\frac{2}{3} \\cdot 2.45 \\approx %.2f$ mol", 2 / 3 * 60 / 24.5 },
    { "\\text{g} \\approx %.0f\\ \\text{g}$$", 2 / 3 * 60 / 24.5 * (22.99 + 3 * 14.01) },
    { "\\approx %.5f\\ \\text{mol}$$", 101300 * 0.000250 / (R * 373.15) },
    { "$\\frac{0.376}{0.00816} \\approx %.1f$ g/mol", 0.376 / 0.00816 },
    { "%.2f g/mol. ", 2 * 12.01 + 6 * 1.008 + 16.00 },
    { "$0.21 \\cdot 1013 \\approx %.0f$ hPa", 0.21 * 1013 },
    { "$0.21 \\cdot 337 \\approx %.0f$ hPa", 0.21 * 337 },
    { "\\frac{4.0}{1.0} = %.1f$ cm³", 1.0 * 4.0 / 1.0 },
    { "$2.5 \\cdot \\frac{313}{283} \\approx %.1f$ bar", 2.5 * (273 + 40) / (273 + 10) },
    { "$\\frac{10.0}{100.1} \\approx %.3f$ mol", 10.0 / (40.08 + 12.01 + 3 * 16.00) },
    { "$0.100 \\cdot 24.1 = %.2f$", 0.100 * 24.1 },
  },
}
