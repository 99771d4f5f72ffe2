--- What the geography lessons compute, computed again; data/content/checks/physics.lua says how a
-- check is written.
local function cos(degrees) return math.cos(math.rad(degrees)) end

local function sin(degrees) return math.sin(math.rad(degrees)) end

return {
  ["material/geography/maps-and-coordinates"] = {
    { "{360} \\approx %.0f$$", 40000 / 360 },
    { "52.5^\\circ \\approx %.1f$$", 111 * cos(52.5) },
    { "6.2^\\circ \\approx %.0f$ km", 111 * cos(6.2) },
    { "$1.6 \\cdot 250 = %d$ m", 1.6 * 250 },
    { "60^2} \\approx %.0f$ m", math.sqrt(400 ^ 2 + 60 ^ 2) },
    { "\\frac{30.4}{2.2} \\approx %.0f$", 30.4 / 2.2 },
    { "{15} \\approx %.1f$", (106.8 - 13.4) / 15 },
    { "$111 \\cdot 0.5 = %.1f$ km", 111 * cos(60) },
  },
  ["material/geography/plate-tectonics-and-earthquakes"] = {
    { "10^6} = %.1f$$", 1000e5 / 40e6 },
    { "0.0972} \\approx %.0f$ km", 20 / (1 / 4.5 - 1 / 8) },
    { "$%.4f$", 1 / 4.5 - 1 / 8 },
    { "$10^{1.5} \\approx %.1f$", 10 ^ 1.5 },
    { "10^{4.2} \\approx %d$$", math.floor(10 ^ (1.5 * (9.1 - 6.3)) / 1000 + 0.5) * 1000 },
    { "4000} \\approx %.0f\\ \\text", math.sqrt(9.81 * 4000) },
    { "35}{0.0972} \\approx %.0f$ km", 35 / 0.0972 },
    { "1000} \\approx %.0f$ m/s", math.sqrt(9.81 * 1000) },
  },
  ["material/geography/climate-zones-and-climate-change"] = {
    { "60.9^\\circ \\approx %.2f, ", sin(90 - 52.5 + 23.4) },
    { "14.1^\\circ \\approx %.2f$$", sin(90 - 52.5 - 23.4) },
    { "60.4^\\circ \\approx %.2f$", sin(90 - 6.2 - 23.4) },
    { "{280} \\approx %.2f$", (422 - 280) / 280 },
    { "23.4^\\circ = %.1f^\\circ$. 3.", 90 - 40 + 23.4 },
  },
  ["material/geography/population-and-cities"] = {
    { "$-335 + 663 = %d$", 693 - 1028 + 663 },
    { "{84} \\approx %.4f$", 0.328 / 84 },
    { "1.02} \\approx %.0f$$", math.log(2) / math.log(1.02) },
    { "{129000} \\approx %d, ", math.floor(151.6e6 / 129000 + 0.5) },
    { "{1905000} \\approx %.0f$$", 270.2e6 / 1905000 },
    { "\\frac{151.6}{270.2} \\approx %.2f$", 151.6 / 270.2 },
    { "{358000} \\approx %.0f$", 84e6 / 358000 },
  },
  ["material/geography/water-cycle-and-rivers"] = {
    { "10^7} \\approx %.1f$", 4e8 / 3.15e7 },
    { "1.5 \\cdot 0.64 = %.1f$$", 20 * 1.5 * 0.8 * 20 / 25 },
    { "0.99^{30} \\approx %.2f$$", 1 - 0.99 ^ 30 },
    { "0.99^{10} \\approx 0.%d$", 100 * (1 - 0.99 ^ 10) // 1 + 1 },
  },
  ["material/geography/development-and-globalisation"] = {
    { "{85 - 20} = %.1f$$", (72 - 20) / (85 - 20) },
    { "0.70} \\approx %.3f$$", (0.8 * 0.65 * 0.70) ^ (1 / 3) },
    { "{30000} = %.2f$$", 2400 / 30000 },
    { "0.5} \\approx %.3f$", (0.9 * 0.6 * 0.5) ^ (1 / 3) },
    { "{12000} = %.2f$", 3000 / 12000 },
  },
}
