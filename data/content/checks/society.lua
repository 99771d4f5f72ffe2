--- What the lessons of economics, civics and sociology compute, computed again;
-- data/content/checks/physics.lua says how a check is written.
local function percent(quote)
  return { en = quote .. " percent", id = quote .. " persen", de = quote .. " Prozent" }
end

--- The Gini coefficient of groups of equal size, from the poorest, by their percentages.
local function gini(...)
  local before, sum, count = 0, 0, select("#", ...)
  for _, part in ipairs { ... } do
    sum, before = sum + 2 * before + part, before + part
  end
  return 1 - sum / 100 / count
end

return {
  ["material/economics/supply-and-demand"] = {
    { "\\Rightarrow \\quad p = %d$$", 120 / 6 },
    { "$-20 + 4 \\cdot 25 = %d$", -20 + 4 * 25 },
    { "{25} \\approx %.2f$$", -16.7 / 25 },
    { "= -44 + 4p \\quad \\Rightarrow \\quad p = %d$$", 144 / 6 },
    { "$100 - 2 \\cdot 24 = %d$", 100 - 2 * 24 },
    { "$p = %d$", 80 / 4 },
    { "$q = %d$. 3.", 3 * 80 / 4 },
    { "$1.10 \\cdot 0.96 = %.3f$", 1.10 * 0.96 },
  },
  ["material/economics/money-and-inflation"] = {
    { "0.30 \\cdot 2 = %.1f$$", 0.30 * 8 + 0.25 * 4 + 0.15 * 10 + 0.30 * 2 },
    { "0.10 \\cdot 2 = %.1f$$", 0.60 * 8 + 0.20 * 4 + 0.10 * 10 + 0.10 * 2 },
    { "{1.055} \\approx %.0f$$", 1030 / 1.055 },
    { "1 \\approx %.3f$", 1.03 / 1.055 - 1 },
    { "0.2 \\cdot 1 = %.1f$", 0.5 * 6 + 0.3 * 2 + 0.2 * 1 },
    { "1 \\approx %.3f$", 1.04 / 1.06 - 1 },
  },
  ["material/economics/growth-and-gdp"] = {
    { "{1.03} \\approx %.3f$$", 1.07 / 1.03 },
    { "{1.01} \\approx %.3f$$", 1.039 / 1.01 },
    { "{4900} \\approx %.1f$", 53000 / 4900 },
    { "{15600} \\approx %.1f$", 69000 / 15600 },
    { "1.50) = %.1f$$", gini(5, 10, 15, 20, 50) },
    { "1.60) \\approx %.3f$", gini(8, 12, 18, 22, 40) },
    { "{1.04} \\approx %.3f$", 1.06 / 1.04 },
  },
  ["material/civics/constitutions-and-separation-of-powers"] = {
    { "\\cdot 630 = %d, ", 2 / 3 * 630 },
    { "\\cdot 69 = %d$$", 2 / 3 * 69 },
    { { en = "thirds, %d,", id = "pertiga, %d,", de = "Drittel, %d," }, 2 / 3 * 732 },
    { { en = "least %d,", id = "sedikitnya %d,", de = "mindestens %d," }, 732 / 2 + 1 },
  },
  ["material/civics/elections-and-representation"] = {
    { "| 3 | %.1f | %.1f | %.1f | %.1f |", 410 / 3, 320 / 3, 170 / 3, 100 / 3 },
    { "| 7 | %.1f | %.1f | %.1f | %.1f |", 410 / 7, 320 / 7, 170 / 7, 100 / 7 },
    { "15.7} \\approx %.3f$$", 41.5 / (100 - 15.7) },
    { percent("{3} = %d$"), (49 + 49 + 100) / 3 },
    { "$0.7 \\cdot 0.55 = %.3f$", 0.7 * 0.55 },
  },
  ["material/civics/human-rights"] = {
    { "8} \\approx %.2f$", 48 / (48 + 8) },
  },
  ["material/economics/international-trade"] = {
    { "\\frac{80}{90} \\approx %.2f$", 80 / 90 },
    { "$2 \\cdot 80 = %d$", 2 * 80 },
    { "$1.1 \\cdot 200 = %d$", 1.1 * 200 },
    { "90000 \\cdot 20 = %d$", 90000 * 20 },
    { "500 \\cdot 16500 = %d$", 500 * 16500 },
    { "5000 \\cdot 25 = %d$", 5000 * 25 },
  },
  ["material/economics/state-budget-and-taxes"] = {
    { "0.15 \\cdot 6 = %.1f$$", 0.05 * 60 + 0.15 * (120 - 54 - 60) },
    { "{120} = %.4f$", 3.9 / 120 },
    { "{105} \\approx %.2f$$", 43 / 105 },
    { "{1 - 0.6} = %d$$", 100 / (1 - 0.6) },
    { "{153.05} \\approx %.3f$$", 7.28 / 153.05 },
    { "(90 - 54) = %.1f$", 0.05 * (90 - 54) },
    { "{1 - 0.8} = %d$", 1 / (1 - 0.8) },
  },
  ["material/civics/regional-cooperation"] = {
    { "\\frac{16}{27} \\approx %.2f", 16 / 27 },
    { "\\frac{290}{450} \\approx %.2f$$", 290 / 450 },
    { "{17.41 + 16.14} \\approx %.3f$", 17.41 / (17.41 + 16.14) },
  },
  ["material/economics/bookkeeping"] = {
    {
      "| %d | %d | %d | %d | %d |",
      5000 + 3000 - 4000 - 1500 + 2600 - 700,
      1500 - 1100,
      4000,
      3000,
      5000 + 2600 - 1100 - 700,
    },
    { "4000 = %d$; ", 4400 + 400 + 4000 },
    { "3000 + 5800 = %d$", 3000 + 5800 },
    { "$$2600 - 1100 - 700 = %d$$", 2600 - 1100 - 700 },
    { "12} \\approx %.1f$$", 4000 / 48 },
    { "$800 - 83 = %d$", 800 - 83 },
    { "{8800} \\approx %.2f$", 5800 / 8800 },
    { "{5000} = %.2f$", 800 / 5000 },
    { "5200 - 2400 = %d$", 9000 - 5200 - 2400 },
  },
  ["material/sociology/socialisation-and-roles"] = {
    { "4 \\cdot 3}{2} = %d$", 4 * 3 / 2 },
    { "30 \\cdot 29}{2} = %d$", 30 * 29 / 2 },
    { "12 \\cdot 11}{2} = %d$", 12 * 11 / 2 },
  },
  ["material/sociology/social-inequality"] = {
    { "90}{1000} = %.2f$$", (240 + 180 + 90) / 1000 },
    { "100}{1000} = %.2f$", (200 + 60 + 100) / 1000 },
    { "50}{1000} = %.2f$", (70 + 10 + 50) / 1000 },
    { "{150} = %.2f$", 90 / 150 },
    { "{500} = %.2f$", 60 / 500 },
    { "{27} \\approx %.1f$", 79 / 27 },
    { "{27 / 73} \\approx %.1f$$", 79 / 21 / (27 / 73) },
    { "{350} = %.2f$", 70 / 350 },
    { "{30 / 70} = %.1f$", 60 / 40 / (30 / 70) },
  },
  ["material/sociology/social-research"] = {
    { "\\frac{200}{480} = %d,", 60 * 200 / 480 },
    { "\\frac{160}{480} = %d,", 60 * 160 / 480 },
    { "\\frac{120}{480} = %d$$", 60 * 120 / 480 },
    { "{600}} \\approx %.3f$$", 1.96 * math.sqrt(0.6 * 0.4 / 600) },
    { "{150}} \\approx %.3f$", 1.96 * math.sqrt(0.6 * 0.4 / 150) },
  },
}
