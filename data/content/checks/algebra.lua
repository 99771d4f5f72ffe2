--- What the mathematics lessons on algebra, growth and geometry with coordinates compute, computed
-- again; data/content/checks/physics.lua says how a check is written.
local sqrt, log = math.sqrt, math.log

local function cubic(x) return x ^ 3 - 6 * x ^ 2 + 9 * x end
local function snails(t) return 60 * t ^ 2 - 4 * t ^ 3 end

--- The value of a polynomial, coefficients from the highest power on.
local function horner(coefficients, x)
  local value = 0
  for _, coefficient in ipairs(coefficients) do
    value = value * x + coefficient
  end
  return value
end

return {
  ["material/mathematics/second-derivative-and-concavity"] = {
    { "$f(1) = 1 - 6 + 9 = %d$", cubic(1) },
    { "$f(2) = 8 - 24 + 18 = %d$", cubic(2) },
    { "$f(3) = %d$", cubic(3) },
    { "$N'(5) = 600 - 300 = %d$", 120 * 5 - 12 * 5 ^ 2 },
    { "$N(5) = 1500 - 500 = %d$", snails(5) },
    { "$N(10) = 6000 - 4000 = %d$", snails(10) },
    { "$f(-1) = -1 + 3 - 1 = %d$", (-1) ^ 3 + 3 * (-1) ^ 2 - 1 },
    { "$f'(-1) = 3 - 6 = %d$", 3 * (-1) ^ 2 + 6 * -1 },
  },
  ["material/mathematics/inequalities"] = {
    { "x > %d$$", (12 - 5) / (0.08 - 0.03) },
    { { en = "cost %.2f", id = "seharga %.2f", de = "beide %.2f" }, 5 + 0.08 * 140 },
    { "x \\ge %d$$", (7 - 19) / 3 },
    { "| %d |", 30 * 6 },
    { "| %d |", 30 * 5 + 40 * 1.5 },
    { "| %d |", 40 * 4 },
    { "$x < %d$. 2.", (9 + 7) / (4 - 2) },
    { "$34 \\le T \\le %d$", 37 + 3 },
  },
  ["material/mathematics/exponential-growth"] = {
    { "| 100 | 150 | 225 | %.1f | %.2f |", 100 * 1.5 ^ 3, 100 * 1.5 ^ 4 },
    {
      { en = "twenty %.0f m", id = "lipatan %.0f m", de = "zwanzig %.0f m" },
      0.0001 * 2 ^ 20,
    },
    { "{\\ln 1.02} \\approx %.1f$", log(2) / log(1.02) },
    { "$%.2f$", log(2) },
    { "$e \\approx %.5f$", math.exp(1) },
    { "\\ln 1.04 \\approx %.4f$", log(1.04) },
    { "\\sqrt{2} \\approx %.3f$", sqrt(2) },
    { "$500 \\cdot 2^5 = %d$", 500 * 2 ^ 5 },
    { "{\\ln 2} \\approx %.1f$$", 2 * log(200) / log(2) },
    { "^{7/5} \\approx %.1f$$", 80 * 0.5 ^ (7 / 5) },
    { "$\\frac{\\ln 2}{5} \\approx %.4f$", log(2) / 5 },
    { "0.95^{10} \\approx %.1f$", 20 + 70 * 0.95 ^ 10 },
    { "1.015^{10} \\approx %.0f$", 20000 * 1.015 ^ 10 },
    { "{\\ln 0.85} \\approx %.2f$", log(0.5) / log(0.85) },
    { "\\ln 1.2 \\approx %.3f$", log(1.2) },
    { "\\frac{1}{e} \\approx %.3f$", 1 / math.exp(1) },
    { "{\\ln 0.95} \\approx %.1f$", log(2 / 7) / log(0.95) },
  },
  ["material/mathematics/polynomials"] = {
    { "$p(-1) = -1 - 4 - 1 + 6 = %d$", horner({ 1, -4, 1, 6 }, -1) },
    { "# %d\n", horner({ 1, -4, 1, 6 }, 5) },
    { "u_1 = %d", (13 - sqrt(13 ^ 2 - 4 * 36)) / 2 },
    { "u_2 = %d", (13 + sqrt(13 ^ 2 - 4 * 36)) / 2 },
    { "$p(2) = 8 + 4 - 5 = %d$", horner({ 1, 0, 2, -5 }, 2) },
    { "$1 - 7 + 6 = %d$", horner({ 1, 0, -7, 6 }, 1) },
    { "$p(2) = %d$", 2 * 2 * (2 - 1) * (2 + 4) },
  },
  ["material/mathematics/matrices"] = {
    {
      "\\begin{pmatrix} %d & %.1f \\\\ %d & %d \\end{pmatrix}$$",
      0.6 * 20 + 0.3 * 10,
      0.6 * 30 + 0.3 * 5,
      0.1 * 20 + 0.2 * 10,
      0.1 * 30 + 0.2 * 5,
    },
    {
      "\\begin{pmatrix} %.1f \\\\ %d \\end{pmatrix}$$",
      2 * 17 - 3 * 10.5,
      -17 + 2 * 10.5,
    },
    {
      "\\begin{pmatrix} %d \\\\ %d \\end{pmatrix}$$",
      0.9 * 300 + 0.2 * 600,
      0.1 * 300 + 0.8 * 600,
    },
    {
      { en = "gives %d and %d", id = "menghasilkan %d dan %d", de = "%d und %d. Auf" },
      0.9 * 390 + 0.2 * 510,
      0.1 * 390 + 0.8 * 510,
    },
    { "$\\begin{pmatrix} %d \\\\ %d \\end{pmatrix}$. 2.", 2 * 1 + 1 * 4, 3 * 4 },
    { "$k = %d$", 12 / 3 },
    { "$b = %.1f$", 0.3 / (0.3 + 0.2) },
  },
  ["material/mathematics/complex-numbers"] = {
    { "= %d - %di$$", 3 + 8, 12 - 2 },
    { "\\frac{%d + %di}{%d}$$", 3 - 8, 12 + 2, 1 + 4 ^ 2 },
    { "$16 - 52 = %d$", (-4) ^ 2 - 4 * 13 },
    { "$(1 + i)^8 = %d$", sqrt(2) ^ 8 },
    { "= %d + %di$. 2.", 8 + 5, -2 + 20 },
    { "$2027 = 4 \\cdot 506 + %d$", 2027 % 4 },
  },
  ["material/mathematics/circles"] = {
    { "6371^2} \\approx %.1f$$", sqrt(6371.04 ^ 2 - 6371 ^ 2) },
    { "15^2 \\approx %.1f$", math.pi * 15 ^ 2 / 8 },
    { "15 \\approx %.1f$", 2 * math.pi * 15 / 8 },
    { "$\\sqrt{16 + 4} \\approx %.2f$", sqrt(4 ^ 2 + 2 ^ 2) },
    { "$5x + 12y = %d$", 5 ^ 2 + 12 ^ 2 },
    { "$\\sqrt{100 - 36} = %d$", sqrt(10 ^ 2 - 36) },
    { "\\cdot 6 \\cdot 4 = %d$", 6 * 4 / 2 },
  },
  ["material/mathematics/straight-lines-and-planes"] = {
    { "\\sqrt{36 + 9 + 4} = %.1f$", sqrt(6 ^ 2 + 3 ^ 2 + 2 ^ 2) / 2 },
    { "= \\begin{pmatrix} %d \\\\ %d \\\\ %d \\end", 2 * 3 - 0, 0 + 3, 0 + 2 },
    { "$t = %d$", 6 - 9 },
    { "{3} = %d$. ", (2 * 4 - 1 + 2 * 7 - 9) / sqrt(2 ^ 2 + 1 + 2 ^ 2) },
    { "$\\frac{9}{3} = %d$", 9 / sqrt(4 + 1 + 4) },
    { "$(%d, %d, %d)$. 6.", 2 * 1 - 0, 0 - 1, 1 },
  },
}
