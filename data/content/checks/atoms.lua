--- What the physics lessons on fields, particles and atoms compute, computed again;
-- data/content/checks/physics.lua says how a check is written.
local sqrt = math.sqrt

local e, h, c, k, R = 1.602e-19, 6.626e-34, 3.00e8, 1.381e-23, 8.314
local electron, avogadro = 9.11e-31, 6.022e23
local coulomb = 8.99e9

--- The typical speed of molecules of a molar mass in g/mol at 293 K.
local function speed(molar_mass) return sqrt(3 * R * 293 / (molar_mass / 1000)) end

local helium = 2 * 1.00728 + 2 * 1.00867 - 4.00151

return {
  ["material/physics/electric-field"] = {
    { "$%.1f \\cdot 10^{-8}$", coulomb * e ^ 2 / 5.29e-11 ^ 2 * 1e8 },
    { "$%.1f \\cdot 10^{-47}$", 6.674e-11 * electron * 1.673e-27 / 5.29e-11 ^ 2 * 1e47 },
    {
      "$%.0f \\cdot 10^{39}$",
      coulomb * e ^ 2 / (6.674e-11 * electron * 1.673e-27) / 1e39,
    },
    { "\\approx %.2f \\cdot 10^7", sqrt(2 * e * 1000 / electron) / 1e7 },
    { "300^2 = %.1f$ J", 0.5 * 100e-6 * 300 ^ 2 },
    { "{204} \\approx %.2f \\cdot 10^{-19}", 2.0e-15 * 9.81 * 0.005 / 204 * 1e19 },
    { "{0.30^2} \\approx %.2f$ N", coulomb * 2e-6 * 3e-6 / 0.3 ^ 2 },
    { "6000 \\approx %.1f \\cdot 10^{-16}$", e * 6000 * 1e16 },
    { "$%.1f \\cdot 10^6$", sqrt(2 * e * 250 / electron) / 1e6 },
    { "20^2 = %.3f$ J", 0.5 * 50e-6 * 20 ^ 2 },
  },
  ["material/physics/light-as-wave-and-particle"] = {
    { "{2.00} \\approx %.1f \\cdot 10^{-7}", 0.25e-3 * 5.1e-3 / 2 * 1e7 },
    { "$\\alpha \\approx %.1f°$", math.deg(math.asin(633e-9 / 2e-6)) },
    { "\\approx %.2f \\cdot 10^{-19}", h * c / 400e-9 * 1e19 },
    { "{1.602} \\approx %.2f$", h * c / 400e-9 / e },
    { "{2.30} \\approx %.0f$", 1240 / 2.30 },
    { "$%.0f \\cdot 10^{15}$", 1e-3 / (h * c / 633e-9) / 1e15 },
    { "$%.1f \\cdot 10^{-10}$", h / sqrt(2 * electron * e * 100) * 1e10 },
    { "$%.1f \\cdot 10^{-34}$", h / (0.060 * 20) * 1e34 },
    { "{500} \\approx %.1f$", 1240 / 500 },
    {
      { en = "so about %.0f°", id = "kira-kira %.0f°", de = "also etwa %.0f°" },
      math.deg(math.asin(2 * 633e-9 / 2e-6)),
    },
    {
      { en = "up to %.2f eV", id = "sampai %.2f eV", de = "bis zu %.2f eV" },
      1240 / 250 - 4.3,
    },
  },
  ["material/physics/nuclear-physics"] = {
    { "\\approx %.1f \\cdot 10^{15}$", 1e-6 / 131 * avogadro / 1e15 },
    { "\\approx %.0f000$ s", 8.02 * 86400 / 1000 },
    { "\\approx %.1f \\cdot 10^9", math.log(2) / (8.02 * 86400) * 1e-6 / 131 * avogadro / 1e9 },
    { "^{40/8.02} \\approx %.4f$", 0.5 ^ (40 / 8.02) },
    { "4.00151 = %.5f$$", helium },
    { "931.5 \\approx %.1f$", helium * 931.5 },
    {
      { en = "about %.1f MeV per", id = "kira-kira %.1f MeV per", de = "etwa %.1f MeV je" },
      helium * 931.5 / 4,
    },
    { "{0.235} \\approx %.2f \\cdot 10^{24}$", avogadro / 0.235 / 1e24 },
    { "$%.1f \\cdot 10^{-11}$", 200e6 * e * 1e11 },
    { "\\approx %.1f \\cdot 10^{13}", avogadro / 0.235 * 200e6 * e / 1e13 },
    {
      { en = "%.0f00 tonnes", id = "%.0f00 ton", de = "%.0f00 Tonnen" },
      avogadro / 0.235 * 200e6 * e / 30e6 / 1000 / 100,
    },
    { "$%.5f$", 2.013553 + 3.015501 - 4.001506 - 1.008665 },
    { " %.1f MeV", (2.013553 + 3.015501 - 4.001506 - 1.008665) * 931.5 },
    { "$3 \\cdot 8.02 \\approx %.1f$", 3 * 8.02 },
  },
  ["material/physics/kinetic-theory-of-gases"] = {
    { "293 \\approx %.2f \\cdot 10^{-21}$ J", 1.5 * k * 293 * 1e21 },
    { " %.3f eV", 1.5 * k * 293 / e },
    { "{0.02802}} \\approx %.0f", speed(28.02) },
    { "| 2.016 | %.0f m/s |", speed(2.016) },
    { "| 4.003 | %.0f m/s |", speed(4.003) },
    { "| 28.02 | %.0f m/s |", speed(28.02) },
    { "| 32.00 | %.0f m/s |", speed(32.00) },
    { "\\approx %.1f \\cdot 10^{25}$$", 101300 / (k * 293) / 1e25 },
    { "$%.2f \\cdot 10^{22}$", 2.5e25 * 0.0005 / 1e22 },
    { "\\frac{3}{2} R \\approx %.1f$", 1.5 * R },
    { "\\frac{5}{2} R \\approx %.1f$", 2.5 * R },
    { "{2.016}} \\approx %.2f$", sqrt(32.00 / 2.016) },
    { "600 \\approx %.2f \\cdot 10^{-20}$", 1.5 * k * 600 * 1e20 },
    { "$4 \\cdot 293 = %d$", 4 * 293 },
  },
}
