--- What the mathematics lessons and try-outs compute, computed again; data/content/checks/physics
-- says how a check is written.
local sqrt, exp, log = math.sqrt, math.exp, math.log

local function volume(x) return x * (12 - 2 * x) ^ 2 end
local function volume_rate(x) return 12 * x ^ 2 - 96 * x + 144 end
local function cubic(x) return x ^ 3 - 6 * x ^ 2 + 9 * x end
local function bean(t) return 60 - 55 * exp(-0.1 * t) end

local function parabola(x) return x ^ 2 - 6 * x + 5 end
local function fare(x) return 2.2 * x + 4 end

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

--- The sum of the strips under x² from 0 to 1, each as high as at `place` of its width.
local function strips(count, place)
  local area = 0
  for k = 0, count - 1 do
    area = area + ((k + place) / count) ^ 2 / count
  end
  return area
end

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

local function distinct_birthdays(people)
  local probability = 1
  for person = 1, people do
    probability = probability * (366 - person) / 365
  end
  return probability
end

return {
  ["material/mathematics/area-and-volume"] = {
    { "$\\pi \\cdot 20^2 \\approx %.0f$", math.pi * 20 ^ 2 },
    { "\\cdot 14^2 \\approx %.0f$", 2 * math.pi * 14 ^ 2 },
    { "\\cdot 36.8 \\approx %.2f$$", 2 * 84.39 + 2 * math.pi * (36.5 + 0.3) },
    { "\\cdot 36.5^2 \\approx %.0f$$", 84.39 * 2 * 36.5 + math.pi * 36.5 ^ 2 },
    { "\\cdot 0.9 \\approx %.3f$", math.pi * 0.3 ^ 2 * 0.9 },
    { "\\approx %.3f$ m ", 0.254 / 50 },
    { "= %d \\pi + %d \\pi = ", 3 ^ 2 * 12 / 3, 4 / 3 * 3 ^ 3 / 2 },
    { "54 \\pi \\approx %.1f$$", (36 + 18) * math.pi },
    { "| 2 | %d | %d |", 2 ^ 2, 2 ^ 3 },
    { "| 3 | %d | %d |", 3 ^ 2, 3 ^ 3 },
    { "| 10 | %d | %d |", 10 ^ 2, 10 ^ 3 },
    { "$100^2 = %d$", 100 ^ 2 },
    { "$100^3 = %d$", 100 ^ 3 },
    { "\\cdot 14 \\cdot 4 = %d$", (5 + 9) * 4 / 2 },
    { "$\\frac{1}{2 \\pi} \\approx %.3f$", 1 / (2 * math.pi) },
    { "\\cdot 0.159^2 \\approx %.3f$", math.pi * 0.159 ^ 2 },
    { "\\cdot 147 = %d$", 230 ^ 2 * 147 / 3 },
    { "\\cdot 11^2 \\approx %.0f$", 4 * math.pi * 11 ^ 2 },
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
  ["material/mathematics/derivatives"] = {
    { "| 1 | %d | %d |", (3 + 1) ^ 2 - 9, ((3 + 1) ^ 2 - 9) / 1 },
    { "| 0.1 | %.2f | %.1f |", 3.1 ^ 2 - 9, (3.1 ^ 2 - 9) / 0.1 },
    { "| 0.01 | %.4f | %.2f |", 3.01 ^ 2 - 9, (3.01 ^ 2 - 9) / 0.01 },
    { "| 0.001 | %.6f | %.3f |", 3.001 ^ 2 - 9, (3.001 ^ 2 - 9) / 0.001 },
    { "$V'(1) = %d > 0$", volume_rate(1) },
    { "$V'(3) = %d < 0$", volume_rate(3) },
    { "= %d$ cm³", volume(2) },
    { "$t = %.1f$ s", 15 / 10 },
    { "= %.2f$ m", 15 * 1.5 - 5 * 1.5 ^ 2 },
    { "$\\frac{1}{%d}$ ", 2 * sqrt(4) },
    {
      { en = "maximum of $%d$", id = "maksimum $%d$", de = "Maximum $%d$" },
      (-2) ^ 3 + 12 * 2,
    },
    { { en = "minimum of $%d$", id = "minimum $%d$", de = "Minimum $%d$" }, 2 ^ 3 - 12 * 2 },
  },
  ["material/mathematics/functions"] = {
    { "$f(3) = 9 - 18 + 5 = %d$", parabola(3) },
    { "$2.2 \\cdot 10 + 4 = %d$", fare(10) },
    { "$x = \\frac{37 - 4}{2.2} = %d$", (37 - 4) / 2.2 },
    {
      { en = "solutions %d and %d", id = "akar %d dan %d", de = "Lösungen %d und %d" },
      3 - sqrt(4),
      3 + sqrt(4),
    },
    { { en = "$(%d, %d)$", id = "$(%d, %d)$", de = "$(%d \\mid %d)$" }, 3, parabola(3) },
    { "0.06 \\cdot 80t = %.1ft$$", 0.06 * 80 },
    { "$f(g(3)) = 9 + 1 = %d$", 3 ^ 2 + 1 },
    { "$g(f(3)) = 4^2 = %d$", (3 + 1) ^ 2 },
    { "# %d %d\n", 3 ^ 2 + 1, (3 + 1) ^ 2 },
    { "$f(20) = %d$", 1.8 * 20 + 32 },
    { "$\\frac{212 - 32}{1.8} = %d$", (212 - 32) / 1.8 },
  },
  ["material/mathematics/integration"] = {
    { "| 4 | %.3f | %.3f |", strips(4, 0), strips(4, 1) },
    { "| 10 | %.3f | %.3f |", strips(10, 0), strips(10, 1) },
    { "| 100 | %.3f | %.3f |", strips(100, 0), strips(100, 1) },
    { "| 1000 | %.3f | %.3f |", strips(1000, 0), strips(1000, 1) },
    { "# %.4f\n", strips(1000, 0.5) },
    { "= 108 - 72 = %d$$", 3 * 6 ^ 2 - 6 ^ 3 / 3 },
    { "{3} = \\frac{%d}{2}$$", 2 * (2 * 3 - (1 - 4) / 2 - (1 + 8) / 3) },
    { "$12 - 2 = %d$", (3 ^ 2 + 3) - (1 ^ 2 + 1) },
    { "80 - 40 = %d$ m", 20 * 4 - 5 * 4 ^ 2 / 2 },
    { "$-\\frac{%d}{3}$", -3 * 2 * (2 ^ 3 / 3 - 4 * 2) },
    { "\\frac{7200}{\\pi} \\approx %.0f$ Wh", 300 * 12 / math.pi * (1 - math.cos(math.pi)) },
  },
  ["material/mathematics/linear-equations"] = {
    { "$x = %d$ |", (8 + 10) / (5 - 2) },
    { "$x = %d$.\n", 12 * 14 / (4 + 3) },
    { "$m = %d$. ", (15 - 9) / 0.04 },
    { "$x = %d$. 2.", (12 + 4) / (7 - 3) },
    { "$x = %d$. 3.", (-6 - 2) / (6 - 4) },
    { "$x = %d$. 4.", 9 / (1 / 2 - 1 / 5) },
    { "$x = %d$ cm", (36 - 2 * 4) / 4 },
  },
  ["material/mathematics/means-and-spread"] = {
    {
      { en = "earn %d euros a month", id = "sana %d euro", de = "Durchschnitt %d Euro" },
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
  ["material/mathematics/percentages"] = {
    { "$0.15 \\cdot 240 = %d$", 0.15 * 240 },
    { "$\\frac{9}{25} = %.2f$", 9 / 25 },
    { "$x = \\frac{18}{0.12} = %d$", 18 / 0.12 },
    { "1.2 \\cdot 0.8 = %.2f$$", 1.2 * 0.8 },
    { "x = \\frac{60}{0.8} = %d$$", 60 / 0.8 },
    { "250 \\cdot 1.19 = %.2f$$", 250 * 1.19 },
    { "$\\frac{119}{1.19} = %d$", 119 / 1.19 },
    { "$\\frac{19}{119} \\approx %.2f$", 19 / 119 },
    { "1000 \\cdot 1.03^5 \\approx %.2f$$", 1000 * 1.03 ^ 5 },
    { "$1000 + 5 \\cdot 30 = %d$", 1000 + 5 * 0.03 * 1000 },
    {
      {
        en = "%.2f euros and %d euros",
        id = "%.2f euro dan %d euro",
        de = "%.2f Euro gegenüber %d Euro",
      },
      1000 * 1.03 ^ 50,
      1000 + 50 * 30,
    },
    {
      {
        en = "that is %d of %d, or %d%%",
        id = "yaitu %d dari %d siswa, atau %d%%",
        de = "das sind %d von %d oder %d %%",
      },
      0.8 * 10 + 0.4 * 30,
      10 + 30,
      100 * (0.8 * 10 + 0.4 * 30) / 40,
    },
    { "1. $0.35 \\cdot 480 = %d$", 0.35 * 480 },
    { "$\\frac{680}{800} = %.2f$", 680 / 800 },
    { "= %d$. 4.", 31200 / 1.04 },
  },
  ["material/mathematics/powers-and-logarithms"] = {
    { "2 \\cdot 2 = %d$", 2 ^ 5 },
    { "\\frac{1}{2^3} = %.3f$", 2 ^ -3 },
    { { en = "that is, %d. ", id = "yaitu %d. ", de = "also %d. " }, 8 ^ (2 / 3) },
    { "{\\ln 2} \\approx %.1f$$", log(3.844e8 / 0.0001) / log(2) },
    { "2^{41} \\approx %.1f \\cdot 10^8$", 0.0001 * 2 ^ 41 / 1e8 },
    { "{\\ln 1.03} \\approx %.1f$$", log(2) / log(1.03) },
    { "$\\frac{70}{3} \\approx %.1f$", 70 / 3 },
    { "{\\ln 0.5} \\approx %d$$", math.floor(5730 * log(0.35) / log(0.5) / 10 + 0.5) * 10 },
    {
      { en = "about %d years", id = "kira-kira %d tahun", de = "etwa %d Jahren" },
      math.floor(5730 * log(0.35) / log(0.5) / 100 + 0.5) * 100,
    },
    { "$10^{1.5} \\approx %.0f$", 10 ^ 1.5 },
    { "\\approx %d$", math.floor(10 ^ (1.5 * (9.1 - 6.3)) / 100 + 0.5) * 100 },
    {
      {
        en = "2. %d, −%d and %d.",
        id = "2. %d, −%d, dan %d.",
        de = "2. %d, −%d und %d.",
      },
      27 ^ (2 / 3),
      -log(1 / 8, 2),
      log(100000, 10),
    },
    { "{\\ln 2} \\approx %.0f$", 20 * log(1000) / log(2) },
    { "{\\ln 5} \\approx %.2f$", log(200) / log(5) },
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
  ["material/mathematics/pythagorean-theorem"] = {
    { "= \\sqrt{23.04} = %.1f", sqrt(25 - 1.4 ^ 2) },
    { "= \\sqrt{100} = %d$", sqrt((7 - 1) ^ 2 + (10 - 2) ^ 2) },
    { "= \\sqrt{10.8} \\approx %.2f$ m", sqrt(2 ^ 2 + 1.4 ^ 2 + 2.2 ^ 2) },
    { "$\\sqrt{64 + 225} = %d$ cm", sqrt(8 ^ 2 + 15 ^ 2) },
    { "= %d$ cm. 3.", sqrt(100 ^ 2 - 80 ^ 2) },
    { "$49 + 576 = %d$", 25 ^ 2 },
    { "\\approx %.1f$ cm", sqrt(6 ^ 2 - 3 ^ 2) },
  },
  ["material/mathematics/quadratic-equations"] = {
    { "= 25 + 24 = %d$", (-5) ^ 2 - 4 * 2 * -3 },
    { "$x = %d$", (5 + sqrt(49)) / 4 },
    { "$x = -\\frac{1}{%d}$", 4 / (sqrt(49) - 5) },
    { "$n = %d$", (-1 + sqrt(1 + 4 * 182)) / 2 },
    { "$n = %d$", (-1 - sqrt(1 + 4 * 182)) / 2 },
    { "$D = 4 - 12 = %d$", 2 ^ 2 - 4 * 3 },
  },
  ["material/mathematics/samples-and-correlation"] = {
    { "| 100 | %.0f ", 200 * sqrt(0.25 / 100) },
    { "| 1000 | %.1f ", 200 * sqrt(0.25 / 1000) },
    {
      { en = "| 10,000 | %.0f ", id = "| 10000 | %.0f ", de = "| 10000 | %.0f " },
      200 * sqrt(0.25 / 10000),
    },
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
  ["material/mathematics/sequences-and-series"] = {
    { "$2 \\cdot 100 - 1 = %d$", 2 * 100 - 1 },
    { "$\\frac{100}{2} \\cdot 101 = %d$", 100 / 2 * (1 + 100) },
    { "$18 + 24 \\cdot 2 = %d$", 18 + (25 - 1) * 2 },
    { "(18 + 66) = %d$$", 25 / 2 * (18 + 18 + 24 * 2) },
    { "$$2^{64} - 1 \\approx %.1f \\cdot 10^{19}$$", 2 ^ 64 / 1e19 },
    { "$%.0f \\cdot 10^{11}$ ", 2 ^ 64 * 0.04e-6 / 1e11 },
    { "{0.03} \\approx %.2f$$", 103 * (1.03 ^ 10 - 1) / 0.03 },
    { "%.2f ", 103 * (1.03 ^ 10 - 1) / 0.03 - 1000 },
    { "- 0.1} = %d$", 0.9 / (1 - 0.1) },
    { "- 0.7} \\approx %.2f$$", 2 + 2 * 1.4 / (1 - 0.7) },
    { " %.2f m", 2 * 0.7 ^ 2 },
    { "$7 + 19 \\cdot 4 = %d$", 7 + 19 * 4 },
    { "(7 + 83) = %d$", 20 / 2 * (7 + 7 + 19 * 4) },
    { "2^9 = %d$", 3 * 2 ^ 9 },
    { "- 1) = %d$", 3 * (2 ^ 10 - 1) },
    { "- 0.4} \\approx %.0f$ mg", 400 / (1 - 0.4) },
  },
  ["material/mathematics/trigonometry"] = {
    { "$\\frac{3}{5} = %.1f$", 3 / 5 },
    { "$\\frac{4}{5} = %.1f$", 4 / 5 },
    { "$\\frac{3}{4} = %.2f$", 3 / 4 },
    { "$\\tan^{-1} 0.75 \\approx %.1f^\\circ$", math.deg(math.atan(0.75)) },
    { "\\tan 35^\\circ \\approx %.1f$$", 20 * math.tan(math.rad(35)) },
    {
      { en = "about %.1f m", id = "sekitar %.1f m", de = "etwa %.1f m" },
      20 * math.tan(math.rad(35)) + 1.6,
    },
    { "$\\tan^{-1} 0.06 \\approx %.1f^\\circ$", math.deg(math.atan(0.06)) },
    { "$\\frac{0.45}{0.06} = %.1f$ m", 0.45 / 0.06 },
    { "$\\frac{180^\\circ}{\\pi} \\approx %.1f^\\circ$", math.deg(1) },
    { "# %.2f, ", math.sin(30) },
    { "# %.1f\n", math.sin(math.rad(30)) },
    { "$30 - 28 \\cdot (-0.5) = %d$ m", 30 - 28 * math.cos(math.rad(12 * 10)) },
    { "= \\sqrt{49} = %d$$", sqrt(5 ^ 2 + 8 ^ 2 - 2 * 5 * 8 * math.cos(math.rad(60))) },
    { "\\sin 62^\\circ \\approx %.1f$ m", 50 * math.sin(math.rad(62)) },
    { "$\\cos^{-1} 0.25 \\approx %.1f^\\circ$", math.deg(math.acos(1 / 4)) },
    {
      {
        en = "$-\\frac{\\sqrt{%d}}{2}$ and $-\\frac{1}{%d}$",
        id = "$-\\frac{\\sqrt{%d}}{2}$ dan $-\\frac{1}{%d}$",
        de = "$-\\frac{\\sqrt{%d}}{2}$ und $-\\frac{1}{%d}$",
      },
      (2 * math.sin(math.rad(240))) ^ 2,
      -1 / math.cos(math.rad(240)),
    },
    { "\\pi \\approx %.2f$. 5.", math.rad(75) },
    { "{80} = %.1f$", (5 ^ 2 + 8 ^ 2 - 7 ^ 2) / (2 * 5 * 8) },
    {
      { en = "the angle is %d°", id = "sudutnya %d°", de = "der Winkel also %d°" },
      math.deg(math.acos((5 ^ 2 + 8 ^ 2 - 7 ^ 2) / (2 * 5 * 8))),
    },
  },
  ["material/mathematics/vectors"] = {
    { "9 - 3 \\end{pmatrix} = \\begin{pmatrix} %d \\\\ %d \\\\ %d ", 3 - 1, 5 - 2, 9 - 3 },
    { "= \\begin{pmatrix} %d \\\\ %d \\end", 2 + 2 * 4, -1 + 2 * 3 },
    { "$\\sqrt{4 + 9 + 36} = %d$", sqrt(2 ^ 2 + 3 ^ 2 + 6 ^ 2) },
    { "1.44} = %.1f$ m/s", sqrt(0.5 ^ 2 + 1.2 ^ 2) },
    { "$\\frac{60}{1.2} = %d$ s", 60 / 1.2 },
    { "$0.5 \\cdot 50 = %d$ m", 0.5 * 60 / 1.2 },
    { "\\cos 30^\\circ \\approx %.0f$ J", 50 * 20 * math.cos(math.rad(30)) },
    {
      {
        en = "about %.1f°. Every",
        id = "kira-kira %.1f°. Setiap",
        de = "etwa %.1f°. Jedes",
      },
      math.deg(math.acos(-1 / 3)),
    },
    { "$t = \\frac{11 - 2}{3} = %d$", (11 - 2) / 3 },
    { "$t = \\frac{7 - 1}{2} = %d$", (7 - 1) / 2 },
    { "\\sqrt{125} \\approx %.1f$", sqrt(10 ^ 2 + 5 ^ 2) },
    { "$\\cos \\alpha = \\frac{24}{25} = %.2f$", (3 * 4 + 4 * 3) / (5 * 5) },
    {
      {
        en = "so about %.1f°. 4.",
        id = "jadi kira-kira %.1f°. 4.",
        de = "also etwa %.1f°. 4.",
      },
      math.deg(math.acos(24 / 25)),
    },
    { "70^2} = %d$ km/", sqrt(240 ^ 2 + 70 ^ 2) },
  },
  ["tryout/germany/abitur/calculus-sample"] = {
    { "$f(1) = 1 - 6 + 9 = %d$", cubic(1) },
    { "$f(3) = %d$", cubic(3) },
    { "$f(2) = 8 - 24 + 18 = %d$", cubic(2) },
    { "$f'(2) = 12 - 24 + 9 = %d$", 3 * 2 ^ 2 - 12 * 2 + 9 },
    { "\\frac{81}{2} = %.2f$$", 3 ^ 4 / 4 - 2 * 3 ^ 3 + 9 / 2 * 3 ^ 2 },
    { "$h(0) = 60 - 55 = %d$", bean(0) },
    { "= %.1f$, ", bean(10) },
    { "\\ln \\frac{2}{11} \\approx %.1f$$", -10 * log(2 / 11) },
    { "$h'(0) = %.1f$ cm", 5.5 },
    { "$h'(10) \\approx %.1f$ cm", 5.5 * exp(-1) },
    { "\\ln 5.5 \\approx %.1f$", 10 * log(5.5) },
    {
      { en = "Of the %d marks", id = "Dari %d poin", de = "Von den %d Punkten" },
      4 + 6 + 4 + 4 + 3 + 3 + 4 + 5 + 3,
    },
  },
  ["tryout/germany/msa/mathematics-sample"] = {
    { "\\frac{8}{20} = \\frac{%d}{20}$", (3 / 4 - 2 / 5) * 20 },
    {
      { en = "together %d euros", id = "jumlahnya %d euro", de = "zusammen %d Euro" },
      0.15 * 80,
    },
    { "$x = %d$. ", (9 + 7) / (4 - 2) },
    { "\\approx %.0f$ cm²", math.pi * 5 ^ 2 },
    { "$%.1f \\cdot 10^{-4}$", 0.00042 * 1e4 },
    { { en = "2 h %d min", id = "2 jam %d menit", de = "2 h %d min" }, 12 + 15 },
    { "$180 + 1.20 \\cdot 100 = %d$", 180 + 1.2 * 100 },
    { "$90 + 1.80 \\cdot 100 = %d$", 90 + 1.8 * 100 },
    { "$x = %d$. ", (180 - 90) / (1.8 - 1.2) },
    { "$180 + 1.2 \\cdot 250 = %d$", 180 + 1.2 * 250 },
    { "$90 + 1.8 \\cdot 250 = %d$", 90 + 1.8 * 250 },
    { "= \\sqrt{4} = %d\\ ", sqrt(1.2 ^ 2 + 1.6 ^ 2) },
    { "1.6 = %.2f$ m²", 2.4 * 1.6 / 2 },
    { "$1.92 \\cdot 2.5 = %.1f$ m³", 2.4 * 1.6 / 2 * 2.5 },
    { "2.5 = %d$ m²", 2 * 2 * 2.5 },
    { "= %.1f\\ ", 1 * 0.3 + 3 * 0.2 },
  },
  ["tryout/indonesia/utbk-snbt/mathematical-reasoning-sample"] = {
    { "$1.2 \\cdot 0.8 = %.2f$", 1.2 * 0.8 },
    { "= %d$ ", 180 / 4 },
    { "= %d$.\n", 450 / (180 / 4 / 3 * 5) },
    { "$%d$. ", 5 * 14 - 4 * 12 },
    { "$2 \\cdot 47 + 1 = %d$", 2 * 47 + 1 },
    { "$m = %d$. ", (-5 - 3) / 4 },
    { "$2 \\cdot 4 \\cdot 3 = %d$", 2 * 4 * 3 },
    { "$33 - 25 = %d$", 18 + 15 - (30 - 5) },
    { "$25 + 25 = %d$", 25 + 150 / ((240 - 150) / 15) },
  },
}
