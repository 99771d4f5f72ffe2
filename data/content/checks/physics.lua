--- What the physics lessons and try-outs compute, computed again.
--
-- path → list of checks: a quote with a place for each number, as `string.format` knows them, in
-- one form for all languages or in one for each, and the numbers themselves. Decimals are written
-- with a point and digits without groups, whatever the language of the text.
local g = 9.81
local sqrt = math.sqrt

--- The row of a car that brakes at 7 m/s² after one second, from `speed` in km/h.
local function stopping(speed)
  local v = speed / 3.6
  local cells = " | %.1f | %.1f m | %.1f m | %.1f m |"
  return {
    {
      en = "| " .. speed .. " km/h" .. cells,
      id = "| " .. speed .. " km/jam" .. cells,
      de = "| " .. speed .. " km/h" .. cells,
    },
    v,
    v,
    v ^ 2 / 14,
    v + v ^ 2 / 14,
  }
end

return {
  ["material/physics/accelerated-motion"] = {
    stopping(30),
    stopping(50),
    stopping(100),
    { "2.5^2 \\approx %.1f$$", g / 2 * 2.5 ^ 2 },
    { "{9.81} \\approx %.2f, ", 12 / g },
    { "9.81} \\approx %.2f$$", 12 ^ 2 / (2 * g) },
    { "{9.81}} \\approx %.3f$$", sqrt(2 * 1.2 / g) },
    { "0.495 = %.2f$ m", 2.0 * 0.495 },
    { "0.50 \\cdot 40 = %d$ m/s", 0.5 * 40 },
    { { en = "which is %d km/h", id = "yaitu %d km/jam", de = "das sind %d km/h" }, 20 * 3.6 },
    { "40^2 = %d$ m", 0.5 * 40 ^ 2 / 2 },
    { "1800} \\approx %.2f$ m/s²", 75 ^ 2 / (2 * 1800) },
    { "9.81} \\approx %.1f$ m", (50 / 3.6) ^ 2 / (2 * g) },
    { "{1.62}} \\approx %.2f$ s", sqrt(2 * 1.5 / 1.62) },
  },
  ["material/physics/electric-circuits"] = {
    { "$R = 4 + 12 = %d$ Ω", 4 + 12 },
    { "= %.2f\\ \\text{A}", 12 / (4 + 12) },
    { "$4 \\cdot 0.75 = %d$ V", 4 * 0.75 },
    { "$12 \\cdot 0.75 = %d$ V", 12 * 0.75 },
    { "$\\frac{12}{4} = %d$ A", 12 / 4 },
    { "$\\frac{12}{4} = %d$ Ω", 1 / (1 / 4 + 1 / 12) },
    {
      { en = "that is %d Ω.", id = "yaitu %d Ω.", de = "das sind %d Ω." },
      1 / (1 / 6 + 1 / 3),
    },
    { "$\\frac{14}{7} = %d$ A", 14 / (5 + 1 / (1 / 6 + 1 / 3)) },
    { "$\\frac{4}{3} \\approx %.2f$ A", 4 / 3 },
    { "$\\frac{4}{6} \\approx %.2f$ A", 4 / 6 },
    {
      { en = "at 230 V takes %d A", id = "menarik arus %d A", de = "nimmt %d A auf" },
      2300 / 230,
    },
    { "$2.3 \\cdot 3 = %.1f$ kWh", 2300 / 1000 * 3 },
    {
      { en = "costs %.2f euros", id = "biayanya %.2f euro", de = "das %.2f Euro" },
      2.3 * 3 * 0.30,
    },
    { "$R = \\frac{9}{0.2} = %d$ Ω", 9 / 0.2 },
    { "$R = %d$ Ω. 3. ", 6 / 3 },
    { "$\\frac{2400}{120} = %d$ ", 2400 / 120 },
  },
  ["material/physics/energy-conservation"] = {
    { "\\cdot 20}\\ \\text{m/s} \\approx %.1f\\ \\text{m/s}", sqrt(2 * g * 20) },
    {
      { en = "That is %.0f km/h", id = "sama dengan %.0f km/jam", de = "Das sind %.0f km/h" },
      sqrt(2 * g * 20) * 3.6,
    },
    { "\\cdot 8}\\ \\text{m/s} \\approx %.1f\\ \\text{m/s}", sqrt(2 * g * (20 - 12)) },
    {
      {
        en = "\\text{s} = %.1f$ million joules",
        id = "\\text{s} = %.1f$ juta joule",
        de = "\\text{s} = %.1f$ Millionen Joule",
      },
      1000 * 3600 / 1e6,
    },
    { "$4190 \\cdot 1 \\cdot 80 = %d$ J", 4190 * (100 - 20) },
    { "\\approx %.0f\\ \\text{s}", 4190 * 80 / 2000 },
    {
      {
        en = "$\\frac{168}{180} \\approx %.0f$ percent",
        id = "$\\frac{168}{180} \\approx %.0f$ persen",
        de = "$\\frac{168}{180} \\approx %.0f$ Prozent",
      },
      100 * 168 / 180,
    },
    { { en = "only %.1f J", id = "hanya memerlukan %.1f J", de = "genügen %.1f J" }, g },
    { "1. $15 \\cdot 9.81 \\cdot 2 \\approx %.0f$ J", 15 * g * 2 },
    { "\\cdot 5} \\approx %.1f$ m/s", sqrt(2 * g * 5) },
    { "\\cdot 12}{15} \\approx %.0f$ W", 65 * g * 12 / 15 },
  },
  ["material/physics/light-and-lenses"] = {
    { "{1.33} \\approx %.3f$$", math.sin(math.rad(45)) / 1.33 },
    {
      { en = "at %.1f°, closer", id = "yaitu %.1f°, lebih", de = "unter %.1f°, näher" },
      math.deg(math.asin(math.sin(math.rad(45)) / 1.33)),
    },
    { "{1.33} \\approx %.2f$ ", 1 / 1.33 },
    { "{1.5} \\approx %.3f, ", 1 / 1.5 },
    { " \\approx %.1f^\\circ$$", math.deg(math.asin(1 / 1.5)) },
    { " %.1f°; ", math.deg(math.asin(1 / 2.42)) },
    { "= \\frac{%d}{2000}$$", 2000 / 50 - 1 },
    { "$\\frac{2000}{39} \\approx %.1f$ mm", 1 / (1 / 50 - 1 / 2000) },
    {
      { en = "lens %.1f mm.", id = "lensa %.1f mm.", de = "um %.1f mm " },
      1 / (1 / 50 - 1 / 2000) - 50,
    },
    { "{2000} \\approx %.1f$ mm", 1200 * 51.3 / 2000 },
    { "= -\\frac{1}{%d}$$", -1 / (1 / 5 - 1 / 4) },
    { "$\\frac{20}{4} = %d$", 20 / 4 },
    { { en = "has %d diop", id = "berkekuatan %d diop", de = "hat %d Diop" }, 1 / 0.25 },
    { { en = "−%d diop", id = "−%d diop", de = "−%d Diop" }, 1 / 0.5 },
    { "{1.5} \\approx %.3f$", math.sin(math.rad(60)) / 1.5 },
    { " %.1f°. 2. ", math.deg(math.asin(math.sin(math.rad(60)) / 1.5)) },
    { { en = "so %d cm", id = "jadi %d cm", de = "also %d cm" }, 1 / (1 / 10 - 1 / 30) },
    { "{2.42} \\approx %.2f \\cdot", 3.00 / 2.42 },
    { "$\\frac{2.0}{1.33} \\approx %.1f$ m", 2.0 / 1.33 },
  },
  ["material/physics/magnetism-and-induction"] = {
    { "0.20 = %.2f$$", 0.30 * 5.0 * 0.20 },
    { "0.0020 = %.5f, ", 0.40 * 0.0020 },
    { "{0.050} = %.1f$$", 500 * 0.40 * 0.0020 / 0.050 },
    { { en = "needs %d times", id = "primer %d kali", de = "Spule %d-mal" }, 230 / 11.5 },
    { "0.50 = %.1f$ N", 0.25 * 8.0 * 0.50 },
    { "{1200} = %.1f$ V", 230 * 60 / 1200 },
    { "{0.10} = %.1f$ V", 200 * 0.0030 / 0.10 },
  },
  ["material/physics/newtons-laws"] = {
    { "{5\\ \\text{s}} = %d\\ \\text{m/s}^2", (0 - 20) / 5 },
    { "= %d\\ \\text{N}$$", 1200 * (0 - 20) / 5 },
    { "60 \\cdot 9.81 \\approx %.0f$ N", 60 * g },
    { "60 \\cdot 1.5\\ \\text{N} = %.0f\\ \\text{N}", 60 * g + 60 * 1.5 },
    { "| 1.5 | %.0f | %.0f kg |", 60 * (g + 1.5), 60 * (g + 1.5) / g },
    { "| −1.5 | %.0f | %.0f kg |", 60 * (g - 1.5), 60 * (g - 1.5) / g },
    { "$a = \\frac{6}{1.5} = %d$ m/s²", 6 / 1.5 },
    { "$\\frac{210}{140} = %.1f$ m/s²", 210 / 140 },
    { "$\\frac{210}{70} = %d$ m/s²", 210 / 70 },
  },
  ["material/physics/uniform-motion"] = {
    { "| %.1f | 5 |", 5 / 3.6 },
    { "| %d | 18 |", 18 / 3.6 },
    { "| %.1f | 50 |", 50 / 3.6 },
    { "| %.0f | 300 |", 300 / 3.6 },
    { "| 343 | %.0f |", 343 * 3.6 },
    { "| 0.20 | %.2f | %.2f | %.2f | %.2f |", 0.2 + 0.15, 0.2 + 0.3, 0.2 + 0.45, 0.2 + 0.6 },
    { "= %.2f\\ \\text{m/s}$$", 0.15 / 0.5 },
    { "$0.20 + 0.30 \\cdot 5 = %.2f$ m", 0.2 + 0.3 * 5 },
    { "$18 \\cdot \\frac{1}{3} = %d$ km", 18 * 20 / 60 },
    { "$t = %.1f$ ", 6 / (30 - 18) },
    { "$30 \\cdot 0.5 = %d$ km", 30 * 6 / (30 - 18) },
    { "$18 \\cdot \\frac{5}{6} = %d$ km", 18 * 50 / 60 },
    { "}} = %d\\ \\text{km/", 120 / (60 / 60 + 60 / 40) },
    { "1. %d m/s", 90 / 3.6 },
    { "$v = \\frac{12}{3} = %d$ m/s", (16 - 4) / (4 - 1) },
    { "$s = 343 \\cdot 6 \\approx %d$ m", math.floor(343 * 6 / 10 + 0.5) * 10 },
  },
  ["material/physics/waves"] = {
    { "| 0.3 m/s | 3 Hz | %.1f m |", 0.3 / 3 },
    { "| %.2f m |", 343 / 440 },
    { "| 1480 m/s | 440 Hz | %.1f m |", 1480 / 440 },
    { "| 100 MHz | %.1f m |", 3.0e8 / 100e6 },
    { "Hz | %d nm |", math.floor(3.0e8 / 5.7e14 * 1e9 / 10 + 0.5) * 10 },
    { "= %d\\ \\text{m/s}", 2 * 0.65 * 110 },
    { "\\approx %.3f\\ \\text{m}", 143 / (2 * 165) },
    { "\\approx %.0f\\ \\text{m}$$", 1480 * 0.24 },
    {
      { en = "about %.0f m.", id = "kira-kira %.0f m.", de = "etwa %.0f m." },
      1480 * 0.24 / 2,
    },
    { "1. $f = %d$ Hz", 1 / 0.02 },
    { "$v = 4 \\cdot 50 = %d$ m/s", 4 * 50 },
    { "\\cdot 10^6} \\approx %.2f$ m", 3.0e8 / 98e6 },
    { "{2} \\approx %.0f$ m", 343 * 0.5 / 2 },
  },
  ["tryout/indonesia/tka/physics-sample"] = {
    { "- B. %d m\n", 15 / 2 * 6 },
    { "$7.5 \\cdot 6 = %d$ m", 15 / 2 * 6 },
    { "$a = \\frac{12}{4} = %d$ m/s²", (20 - 8) / 4 },
    { "= \\sqrt{144} = %d$ m/s", sqrt(2 * 10 * 7.2) },
    { "- D. %d m/s\n", sqrt(2 * 10 * 7.2) },
    { "$\\frac{2.0}{0.10} = %d$ Ω", 2.0 / 0.10 },
    { "$\\frac{6.0}{0.29} \\approx %.1f$ Ω", 6.0 / 0.29 },
    { "$\\frac{8.0}{0.36} \\approx %.1f$ Ω", 8.0 / 0.36 },
    { "$\\lambda = %.1f$ m", 2 * 0.8 },
    { "\\frac{4}{1.6} = %.1f$ Hz", 12 / 3 / (2 * 0.8) },
    { "300 \\cdot 10 \\cdot 8 = %d$ J", 300 * 10 * 8 },
    { "$\\frac{400}{640} = %.3f$", 300 * 10 * 8 / 60 / 640 },
  },
}
