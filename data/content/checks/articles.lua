--- What the articles compute, computed again; data/content/checks/physics.lua says how a check is
-- written.
local log = math.log

local RATE, DAY = 1e10, 86400 -- guesses a second; seconds

local function levelled(count) return 2.4 * count / (count + 1.4) end

return {
  ["articles/education/planning-for-an-exam"] = {
    { "$$4 \\cdot 1.5 + 3 = %d$$", 4 * 1.5 + 3 },
    { { en = "and %d hours", id = "dan %d jam", de = "und %d Stunden" }, 4 * (4 * 1.5 + 3) },
    {
      { en = "remain %d hours", id = "Sisanya %d jam", de = "bleiben %d Stunden" },
      36 - 36 / 4,
    },
  },
  ["articles/science/how-a-diagram-misleads"] = {
    { "\\frac{33}{30} = %.1f$", 33 / 30 },
    { "\\frac{5}{2} = %.1f$", (33 - 28) / (30 - 28) },
    {
      { en = "that is %d percent. A", id = "yaitu %d persen. P", de = "also %d Prozent. D" },
      20,
    },
    { "\\frac{80 - 60}{80} = %.2f$", (80 - 60) / 80 },
  },
  ["articles/science/why-the-sky-is-blue"] = {
    { "$%.2f$, ", 700 / 450 },
    { "$1.56^4 \\approx %.1f$", 1.56 ^ 4 },
  },
  ["articles/technology/how-search-engines-rank"] = {
    { "$\\log \\frac{3}{3} = %d$", log(3 / 3) },
    { "$\\log \\frac{3}{2} \\approx %.2f$", log(3 / 2) },
    { "$\\log 3 \\approx %.2f$", log(3) },
    { "| 1 | 1 | %.1f |", levelled(1) },
    { "| 2 | 2 | %.1f |", levelled(2) },
    { "| 5 | 5 | %.1f |", levelled(5) },
    { "| 20 | 20 | %.1f |", levelled(20) },
  },
  ["articles/technology/how-passwords-are-guessed"] = {
    {
      { en = "| %.0f seconds |", id = "| %.0f detik |", de = "| %.0f Sekunden |" },
      26 ^ 8 / RATE,
    },
    {
      { en = "| %.0f hours |", id = "| %.0f jam |", de = "| %.0f Stunden |" },
      62 ^ 8 / RATE / 3600,
    },
    {
      { en = "| %.0f days |", id = "| %.0f hari |", de = "| %.0f Tage |" },
      26 ^ 12 / RATE / DAY,
    },
    {
      { en = "| %.0f days |", id = "| %.0f hari |", de = "| %.0f Tage |" },
      7776 ^ 4 / RATE / DAY,
    },
    {
      { en = "| %.0f00 thousand", id = "| %.0f00 ribu", de = "| %.0f00 Tausend" },
      7776 ^ 6 / RATE / DAY / 365 / 1e5,
    },
  },
  ["articles/technology/what-a-signature-proves"] = {
    { "$n = %d$", 3 * 11 },
    { "(q - 1) = %d$", (3 - 1) * (11 - 1) },
    { "= %d \\bmod 33 = %d$$", 4 ^ 7, 4 ^ 7 % 33 },
    { "= %d \\bmod 33 = %d$$", 16 ^ 3, 16 ^ 3 % 33 },
    { "$3 \\cdot 7 = %d$", 3 * 7 },
  },
}
