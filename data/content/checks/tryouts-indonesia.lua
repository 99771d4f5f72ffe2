--- The keys of the try-outs of Indonesia's exams, computed again: `{ task, quote, number… }`. The
-- option that is the key must say the quote with its numbers, and no other option may.
-- data/content/checks/physics.lua says how a quote is written.

local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end

--- A check of a key that is a fraction in lowest terms.
local function fraction(task, above, below)
  local common = gcd(above, below)
  return { task, "\\frac{%d}{%d}", above // common, below // common }
end

local function binomial(n, k) return k == 0 and 1 or binomial(n, k - 1) * (n - k + 1) // k end

--- The least number from `first` on for which `holds(number)`.
local function least(first, holds) return holds(first) and first or least(first + 1, holds) end

return {
  ["tryout/indonesia/tka/physics-sample"] = {
    { 1, "%d", 15 / 2 * 6 },
    { 2, "%d", (20 - 8) / 4 },
    { 3, "%d", math.sqrt(2 * 10 * 7.2) },
    { 5, "%.1f", 12 / 3 / (2 * 0.8) },
    { 6, "%.1f", 100 * 300 * 10 * 8 / 60 / 640 },
    { 7, "%d", (300 * 80 + 200 * 20) / 500 },
    { 8, "%d", 100 * 800 / 1000 },
    { 9, "%d", 1 / (1 / 12 - 1 / 36) },
    { 10, "%d", 12 / 6 + 12 / 3 },
  },
  ["tryout/indonesia/utbk-snbt/mathematical-reasoning-sample"] = {
    { 2, "%d", 450 / (5 * 180 / 4 / 3) },
    { 3, "%d", 5 * 14 - 4 * 12 },
    { 4, "%d", 2 * 47 + 1 },
    { 5, "-%d", (3 + 5) / 4 },
    { 6, "%d", 2 * 4 * 3 },
    { 7, "%d", 18 + 15 - (30 - 5) },
    { 8, "%d", 25 + 150 / ((240 - 150) / (25 - 10)) },
    { 9, "%d", (6 / 2) ^ 2 },
    fraction(10, 3 + 2 + 1, 36),
  },
  ["tryout/indonesia/utbk-snbt/mathematical-reasoning-2024"] = {
    { 1, "%d", 100 * (330 - 240) / 600 },
    { 2, "%d", (3 * 18 - 24) / (3 * 4 - 2) },
    { 3, "%d", (2 * (2 ^ 2 - 1) + 3) - ((2 * 2 + 3) ^ 2 - 1) },
    { 4, "%d", (20 * 72 + 30 * 82) / (20 + 30) },
    { 5, "%d", 15 * (12 + 12 + 14 * 3) / 2 },
    { 6, "%d", 80 * 50 * 60 / 1000 * 3 / 4 },
    fraction(7, 2 * 4 * 6, 10 * 9),
    { 8, "%d", 4 * 3 * 10 * 10 },
    { 9, "%d", 4800 / 2 ^ (12 / 3) },
    { 10, "%d", math.sqrt((8 - 3) ^ 2 + 12 ^ 2) },
  },
  ["tryout/indonesia/utbk-snbt/mathematical-reasoning-2025"] = {
    { 1, "%d", 5 * (7 * 8 - 5 * 8) / (5 * 5 - 7 * 3) },
    { 2, "%d", 81 * (2 / 3) ^ 4 },
    { 3, "%d", (100 - 1) / 3 },
    { 4, "%d", 14 ^ 2 - 22 / 7 * 7 ^ 2 },
    { 5, "%d", math.sqrt(10 ^ 2 - 6 ^ 2) - math.sqrt(10 ^ 2 - 8 ^ 2) },
    { 6, "%.2f", 1 - (1 - 0.3) ^ 2 },
    { 7, "%d", 264 / (0.8 * 1.1) },
    { 8, "%d", (4 + 6 + 8 + (2 * 10 - 8) + 15 + 21) / 6 },
    { 9, "%d", (40 / 4) ^ 2 },
    { 10, "%d", binomial(8, 2) },
  },
  ["tryout/indonesia/tka/mathematics-2025"] = {
    { 1, "%d", 5 ^ 2 - 2 * 3 },
    { 2, "%d", least(0, function(x) return 4 ^ (x + 1) >= 8 ^ 2 end) },
    { 3, "%d", 5 + 9 * (11 - 5) / (3 - 1) },
    { 4, "%d", 10 * (2 * (11 - 2 * 4) + 9 * (27 - 11) / 4) / 2 },
    { 5, "%d \\sqrt{%d}", 20, math.tan(math.pi / 3) ^ 2 },
    { 6, "6 \\sqrt{%d}", (6 ^ 2 + 6 ^ 2 + 6 ^ 2) / 6 ^ 2 },
    { 7, "$%d$", -(2 * 4 - 2 * 2) },
    { 8, "$%d$", (6 + math.sqrt(6 ^ 2 + 4 * 3 * 9)) / (2 * 3) },
    { 9, "%d", (4 ^ 2 + 2 ^ 2 + 0 + 2 ^ 2 + 4 ^ 2) / 5 },
    { 10, "%d", binomial(6, 2) * binomial(4, 2) },
  },
  ["tryout/indonesia/tka/physics-2026"] = {
    { 1, "%d", (300 + 200) / 25 },
    { 2, "%d m", 20 ^ 2 / (2 * 50) },
    { 3, "%d", 400 * (10 - 2) },
    { 4, "%d k", 800 * 10 * 15 / 20 / 1000 },
    { 5, "%d", 4200 * 2 * (75 - 25) / 700 / 60 },
    { 6, "%d", 150 / 5 * 200 },
    { 7, "%d", 12 ^ 2 / 36 },
    { 8, "%d", 15 / 30 * 8 },
    { 9, "%.1f", 0.8 / (4 / 3) },
    { 10, "%.1f", 4 * 40 / 800 },
  },
  ["tryout/indonesia/tka/biology-2026"] = {
    { 3, "%d", 240 / 4 },
    fraction(4, 1, 4 * 4),
    { 6, "%d", 5000 * 0.1 * 0.1 },
    { 7, "%d", 75 * 80 / 1000 },
  },
  ["tryout/indonesia/tka/chemistry-2026"] = {
    {
      1,
      {
        en = "charge +%d, mass number %d",
        id = "muatan +%d, nomor massa %d",
        de = "Ladung +%d, Massenzahl %d",
      },
      11 - 10,
      11 + 12,
    },
    { 2, "%d", 0.25 * (12 + 2 * 16) },
    { 3, "%d", 8 / 2 * (2 + 16) },
    { 4, "%d", 2 * math.min(3, 6 / 3) },
    { 5, "%d", 2 * 450 / 300 },
    { 6, "%d", 14 + math.log(0.001, 10) },
    { 7, "+%d", 4 * 2 - 1 },
    { 10, "\\text{C}_5\\text{H}_{%d}", 2 * 5 + 2 },
  },
}
