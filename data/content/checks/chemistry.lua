--- What the chemistry lessons compute, computed again; data/content/checks/physics.lua says how a
-- check is written.
local function ph(concentration) return -math.log(concentration, 10) end

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
}
