--- What the mathematics lessons on chance and data compute, computed again;
-- data/content/checks/physics.lua says how a check is written.
local sqrt = math.sqrt

local journeys = { 5, 8, 10, 10, 12, 15, 15, 18, 20, 25, 60 }

local function sum(values)
  local total = 0
  for _, value in ipairs(values) do
    total = total + value
  end
  return total
end

local function variance(values)
  local squares = 0
  for _, value in ipairs(values) do
    squares = squares + (value - sum(values) / #values) ^ 2
  end
  return squares / #values
end

-- Hours of study and points in a test.
local hours, points = { 1, 2, 3, 4, 5 }, { 2, 3, 5, 4, 6 }

local function mean(values) return sum(values) / #values end

--- The sum of the products of what two lists of values differ from their means.
local function covariation(one, other)
  local total = 0
  for i = 1, #one do
    total = total + (one[i] - mean(one)) * (other[i] - mean(other))
  end
  return total
end

local function factorial(n) return n < 2 and 1 or n * factorial(n - 1) end

local function binomial(n, k) return k == 0 and 1 or binomial(n, k - 1) * (n - k + 1) // k end

--- The probability of exactly `k` successes in `n` trials.
local function exactly(n, p, k)
  local chance = (1 - p) ^ n
  for i = 1, k do
    chance = chance * (n - i + 1) / i * p / (1 - p)
  end
  return chance
end

--- The probability of at most `most` successes in `n` trials.
local function at_most(n, p, most)
  local total = 0
  for k = 0, most do
    total = total + exactly(n, p, k)
  end
  return total
end

--- The area under the standard bell curve to the left of `z`, by Simpson's rule.
local function phi(z)
  local steps, total = 1000, 0
  for i = 0, steps do
    local weight = (i == 0 or i == steps) and 1 or i % 2 == 1 and 4 or 2
    total = total + weight * math.exp(-0.5 * (z * i / steps) ^ 2)
  end
  return 0.5 + total * z / (3 * steps) / sqrt(2 * math.pi)
end

local function distinct_birthdays(people)
  local probability = 1
  for person = 1, people do
    probability = probability * (366 - person) / 365
  end
  return probability
end

return {
  ["material/mathematics/binomial-distribution"] = {
    {
      "| %.4f | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f |",
      exactly(10, 0.25, 0),
      exactly(10, 0.25, 1),
      exactly(10, 0.25, 2),
      exactly(10, 0.25, 3),
      exactly(10, 0.25, 4),
      exactly(10, 0.25, 5),
      exactly(10, 0.25, 6),
    },
    { "$P(X = 3) = \\binom{10}{3} \\cdot 0.25^3 \\cdot 0.75^7 = %d ", binomial(10, 3) },
    { "0.75^7 \\approx %.4f$", exactly(10, 0.25, 3) },
    { "P(X \\le 4) \\approx %.3f$", 1 - at_most(10, 0.25, 4) },
    { "+ 0.0563 = %.4f$", 1 - at_most(10, 0.75, 7) },
    { "| %.1f", 100 * (2 * phi(1) - 1) },
    { "| %.1f", 100 * (2 * phi(1.96) - 1) },
    { "| %.1f", 100 * (2 * phi(2) - 1) },
    { "| %.1f", 100 * (2 * phi(3) - 1) },
    { "\\frac{5}{6}} \\approx %.2f$$", sqrt(600 * 5 / 36) },
    { "\\frac{\\ln 0.05}{\\ln 0.9} \\approx %.1f$$", math.log(0.05) / math.log(0.9) },
    { "\\frac{70}{256} \\approx %.3f$", exactly(8, 0.5, 4) },
    { "$1 - 0.9^{20} \\approx %.3f$", 1 - at_most(20, 0.1, 0) },
  },
  ["material/mathematics/hypothesis-tests"] = {
    { "| 13 | %.4f |", 1 - at_most(20, 0.5, 12) },
    { "| 14 | %.4f |", 1 - at_most(20, 0.5, 13) },
    { "| 15 | %.4f |", 1 - at_most(20, 0.5, 14) },
    { "| 16 | %.4f |", 1 - at_most(20, 0.5, 15) },
    { "$\\beta = P(X \\le 14) \\approx %.3f$", at_most(20, 0.8, 14) },
    { "$%.3f$", at_most(20, 0.7, 14) },
    { "$P(X \\ge 59) \\approx %.3f$", 1 - at_most(100, 0.5, 58) },
    {
      {
        en = "less than %d percent",
        id = "kurang dari %d persen",
        de = "weniger als %d Prozent",
      },
      math.ceil(100 * at_most(100, 0.7, 58)),
    },
    { "P(X \\ge 15) \\approx %.3f", 1 - at_most(200, 0.05, 14) },
    { "P(X \\ge 16) \\approx %.3f", 1 - at_most(200, 0.05, 15) },
    { "P(X \\le 15) \\approx %.3f", at_most(200, 0.1, 15) },
    { "0.95} \\approx %.2f$", sqrt(200 * 0.05 * 0.95) },
    { "$\\mu + 1.64 \\sigma \\approx %.1f$", 10 + 1.64 * sqrt(200 * 0.05 * 0.95) },
  },
  ["material/mathematics/normal-distribution"] = {
    {
      "| %.4f | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f |",
      phi(0),
      phi(0.5),
      phi(1),
      phi(1.5),
      phi(1.64),
      phi(1.96),
      phi(2),
      phi(2.5),
      phi(3),
    },
    { "\\Phi(1.25) = 1 - %.4f = %.4f$$", phi(1.25), 1 - phi(1.25) },
    { "1.96 \\cdot 4 = %.2f$$", 1000 + 1.96 * 4 },
    { "\\frac{74 - 62}{8} = %.1f", (74 - 62) / 8 },
    { "\\frac{79 - 55}{15} = %.1f$", (79 - 55) / 15 },
    { "$%.4f - %.4f = 0.7286$", phi(1.1), 1 - phi(1.1) },
    { "$%.4f$", at_most(100, 0.5, 55) - at_most(100, 0.5, 44) },
    { "$\\Phi(1.05) = %.4f$", phi(1.05) },
    { "$2000 - 1.64 \\cdot 200 = %d$", 2000 - 1.64 * 200 },
  },
  ["material/mathematics/sets-and-logic"] = {
    { "$18 + 15 - 8 = %d$", 18 + 15 - 8 },
    { "$x = %d$", 60 + 50 - (100 - 20) },
    { "$2^3 = %d$", 2 ^ 3 },
    { "$25 + 20 - 37 = %d$", 25 + 20 - (40 - 3) },
  },
  ["material/mathematics/counting"] = {
    { "$3 \\cdot 4 \\cdot 2 = %d$", 3 * 4 * 2 },
    { "$10^4 = %d$", 10 ^ 4 },
    { "$26^8 \\approx %.2f \\cdot 10^{11}$", 26 ^ 8 / 1e11 },
    { "2 \\cdot 1 = %d$$", factorial(5) },
    { "$10! = %d$", factorial(10) },
    { "\\frac{720}{12} = %d$$", factorial(6) / (factorial(3) * factorial(2)) },
    { "$8 \\cdot 7 \\cdot 6 = %d$", factorial(8) / factorial(5) },
    { "$\\frac{336}{6} = %d$", binomial(8, 3) },
    { "$\\binom{10}{2} = \\frac{10 \\cdot 9}{2} = %d$", binomial(10, 2) },
    { "4a^3b + %da^2b^2", binomial(4, 2) },
    { "$\\binom{12}{3} = %d$", binomial(10 + 3 - 1, 3) },
    { "\\binom{49}{6} = %d$$", binomial(49, 6) },
    { "{104} \\approx %.0f000$", binomial(49, 6) / (2 * 52) / 1000 },
    { "= %d \\cdot %d = ", binomial(6, 3), binomial(43, 3) },
    { "12341 = %d$$", binomial(6, 3) * binomial(43, 3) },
    {
      { en = "that is %.3f:", id = "nilainya %.3f:", de = "das %.3f:" },
      binomial(6, 3) * binomial(43, 3) / binomial(49, 6),
    },
    { "# %.3f", 1 - distinct_birthdays(23) },
    { "$\\binom{23}{2} = %d$", binomial(23, 2) },
    { "$5^5 = %d$", 5 ^ 5 },
    { "$5! = %d$. 2.", factorial(5) },
    { "$\\binom{12}{2} = %d$", binomial(12, 2) },
    { "2!} = %d$. 4.", factorial(11) / (factorial(4) * factorial(4) * factorial(2)) },
    { "$\\binom{9}{3} = %d$", binomial(9, 3) },
    { "\\cdot 4 = %d$.", binomial(5, 2) * 4 },
  },
  ["material/mathematics/means-and-spread"] = {
    {
      { en = "earn %d euros a month", id = "sana %d ribu rupiah", de = "Durchschnitt %d Euro" },
      (9 * 2500 + 27500) / 10,
    },
    { { en = "The sum is %d", id = "Jumlahnya %d", de = "Die Summe ist %d" }, sum(journeys) },
    { "$\\frac{198}{11} = %d$", sum(journeys) / #journeys },
    { "$\\frac{138}{10} = %.1f$", (sum(journeys) - 60) / 10 },
    { "$\\frac{12 + 15}{2} = %.1f$", (12 + 15) / 2 },
    {
      "\\frac{24}{20} = %.1f$$",
      (0 * 6 + 1 * 8 + 2 * 4 + 3 * 1 + 5 * 1) / (6 + 8 + 4 + 1 + 1),
    },
    {
      { en = "it is %d minutes", id = "jangkauannya %d menit", de = "beträgt sie %d Minuten" },
      journeys[11] - journeys[1],
    },
    {
      { en = "value, %d and %d.", id = "yaitu %d dan %d.", de = "Wert, %d und %d." },
      journeys[3],
      journeys[9],
    },
    { "$20 + 1.5 \\cdot 10 = %d$", 20 + 1.5 * 10 },
    { "| 0 | −%d | %d |", 5 - 0, (5 - 0) ^ 2 },
    { "| 2 | −%d | %d |", 5 - 2, (5 - 2) ^ 2 },
    { "| 8 | %d | %d |", 8 - 5, (8 - 5) ^ 2 },
    { "| 10 | %d | %d |", 10 - 5, (10 - 5) ^ 2 },
    { "| 0 | %d |\n", 4 * variance { 0, 2, 8, 10 } },
    { "$\\frac{68}{4} = %d$", variance { 0, 2, 8, 10 } },
    { "$\\sqrt{17} \\approx %.2f$", sqrt(variance { 0, 2, 8, 10 }) },
    { "{4}} \\approx %.2f$", sqrt(variance { 4, 5, 5, 6 }) },
    { "$\\frac{30}{5} = %d$", sum { 3, 7, 7, 2, 11 } / 5 },
    { "$5 \\cdot 12 - 46 = %d$", 5 * 12 - sum { 8, 10, 13, 15 } },
    { "$\\frac{32}{8} = %d$", variance { 2, 4, 4, 4, 5, 5, 7, 9 } },
    { { en = "to %d and", id = "menjadi %d dan", de = "auf %d und" }, 5000 + 100 },
  },
  ["material/mathematics/probability"] = {
    { "1 - \\frac{625}{1296} \\approx %.3f", 1 - (5 / 6) ^ 4 },
    { "$\\frac{12}{20} = %.1f$", 3 / 5 * 2 / 4 + 2 / 5 * 3 / 4 },
    { "| %d | %d | %d |", 10000 * 0.01 * 0.9, 10000 * 0.01 * 0.1, 10000 * 0.01 },
    { "| %d | %d | %d |", 9900 * 0.05, 9900 * 0.95, 9900 },
    { "| %d | %d | 10000 |", 90 + 495, 10 + 9405 },
    { "\\frac{90}{585} \\approx %.3f", 90 / (90 + 495) },
    { "= 0.5 + 0.5 = %d$$", 50 * 0.01 + 5 * 0.1 },
    { "$\\frac{1}{%d}$", 36 / 6 },
    { "\\frac{33}{95} \\approx %.3f$", 12 / 20 * 11 / 19 },
  },
  ["material/mathematics/samples-and-correlation"] = {
    { "| 100 | %.0f ", 200 * sqrt(0.25 / 100) },
    { "| 1000 | %.1f ", 200 * sqrt(0.25 / 1000) },
    { "| 10000 | %.0f ", 200 * sqrt(0.25 / 10000) },
    { "$\\frac{240}{400} = %.1f$", 240 / 400 },
    { "{400}} \\approx %.3f$$", 2 * sqrt(0.6 * 0.4 / 400) },
    { "| 1 | 2 | −2 | −2 | %d |", (1 - mean(hours)) * (2 - mean(points)) },
    { "| 5 | 6 | 2 | 2 | %d |", (5 - mean(hours)) * (6 - mean(points)) },
    {
      "= %.1f$$",
      covariation(hours, points)
        / sqrt(covariation(hours, hours) * covariation(points, points)),
    },
    { "$\\frac{%d}{%d} = ", covariation(hours, points), covariation(hours, hours) },
    { "$$y = 0.9 x + %.1f$$", mean(points) - 0.9 * mean(hours) },
    { "4.5 + 1.3 = %.2f$", 0.9 * 4.5 + 1.3 },
    { { en = "predict %.0f", id = "meramalkan %.0f", de = "wären es %.0f" }, 0.9 * 100 + 1.3 },
    { "{0.0001} = %d$", 0.25 / 0.0001 },
    { "$\\frac{180}{900} = %.1f$", 180 / 900 },
    { "{900}} \\approx %.3f$", 2 * sqrt(0.2 * 0.8 / 900) },
  },
}
