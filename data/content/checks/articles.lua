--- What the articles compute, computed again; data/content/checks/physics.lua says how a check is
-- written.
local log = math.log

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
  ["articles/technology/what-a-signature-proves"] = {
    { "$n = %d$", 3 * 11 },
    { "(q - 1) = %d$", (3 - 1) * (11 - 1) },
    { "= %d \\bmod 33 = %d$$", 4 ^ 7, 4 ^ 7 % 33 },
    { "= %d \\bmod 33 = %d$$", 16 ^ 3, 16 ^ 3 % 33 },
    { "$3 \\cdot 7 = %d$", 3 * 7 },
  },
}
