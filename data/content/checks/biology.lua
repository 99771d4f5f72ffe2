--- What the biology lessons compute, computed again; data/content/checks/physics.lua says how a
-- check is written.
local function share(generations)
  local ratio = 1 / 99 * 1.1 ^ generations
  return 100 * ratio / (1 + ratio)
end

local function row(generations)
  return {
    {
      en = "| " .. generations .. " | %.0f%% |",
      id = "| " .. generations .. " | %.0f%% |",
      de = "| " .. generations .. " | %.0f %% |",
    },
    share(generations),
  }
end

--- Animals of a population that begins with 100 and grows logistically up to 1000.
local function animals(years)
  local number = 100
  for _ = 1, years do
    number = number + 0.5 * number * (1 - number / 1000)
  end
  return number
end

return {
  ["material/biology/cell-structure"] = {
    { "| 1 | %d | %d | %d |", 6 * 1 ^ 2, 1 ^ 3, 6 / 1 },
    { "| 10 | %d | %d | %.1f |", 6 * 10 ^ 2, 10 ^ 3, 6 / 10 },
    { "| 100 | %d | %d | %.2f |", 6 * 100 ^ 2, 100 ^ 3, 6 / 100 },
    {
      {
        en = "Surface times %d, volume times %d, ratio divided by %d.",
        id = "Permukaan %d kali lipat, volume %d kali lipat, perbandingannya menjadi sepertiga.",
        de = "Oberfläche mal %d, Volumen mal %d, das Verhältnis geteilt durch %d.",
      },
      3 ^ 2,
      3 ^ 3,
      3 ^ 3 / 3 ^ 2,
    },
  },
  ["material/biology/mendelian-inheritance"] = {
    {
      { en = "a ratio of %.2f to 1", id = "perbandingan %.2f banding 1", de = "von %.2f zu 1" },
      705 / 224,
    },
    { "\\frac{3}{4} = \\frac{%d}{16}$", 3 * 3 },
    { "\\frac{1}{2} = \\frac{1}{%d}$", 2 * 2 },
  },
  ["material/biology/natural-selection"] = {
    row(0),
    row(20),
    row(40),
    row(60),
    row(80),
    row(100),
    { "$1.1^{48} \\approx %.0f$", 1.1 ^ 48 },
    { "$r \\approx \\frac{97}{99} \\approx %.2f$", 97 / 99 },
    {
      { en = "about %.0f percent", id = "sekitar %.0f persen", de = "also etwa %.0f Prozent" },
      share(48),
    },
  },
  ["material/biology/photosynthesis"] = {
    { "| 40 | %d | 6 |", (40 / 40) ^ 2 },
    { "| 20 | %d | 23 |", (40 / 20) ^ 2 },
    { "| 10 | %d | 61 |", (40 / 10) ^ 2 },
    { "| 5 | %d | 66 |", (40 / 5) ^ 2 },
    { "$\\frac{1000}{180} \\approx %.2f$ mol", 1000 / 180 },
    { "%.1f mol", 6 * 1000 / 180 },
    { { en = "%d litres", id = "%d liter", de = "%d Liter" }, 6 * 1000 / 180 * 24 },
    { "= %d\\ \\text{L} = %d\\ \\text{m}^3", 800 / 0.0004, 800 / 0.0004 / 1000 },
  },
  ["material/biology/dna-to-protein"] = {
    { "\\text{nm} \\approx %.1f\\ \\text{m}$$", 2 * 3.1e9 * 0.34e-9 },
    { "$4^2 = %d$", 4 ^ 2 },
    { "$4^3 = %d$", 4 ^ 3 },
    { "{40}\\ \\text{s} = %d\\ \\text{s} \\approx %.0f\\ ", 2200000 / 40, 2200000 / 40 / 3600 },
    {
      { en = "equally, so %d%%.", id = "terbagi sama, jadi %d%%.", de = "gleich, also %d %%." },
      (100 - 2 * 30) / 2,
    },
    { "$(147 + 1) \\cdot 3 = %d$", (147 + 1) * 3 },
  },
  ["material/biology/cells-to-systems"] = {
    { "$$2^{45} \\approx %.1f \\cdot 10^{13}$$", 2 ^ 45 / 1e13 },
    { "\\text{m})^2 \\approx %.0f\\ \\text{m}^2$$", 4.8e8 * math.pi * 0.0002 ^ 2 },
    { "\\text{m})^3 \\approx %.4f\\ \\text{m}^3$$", 4.8e8 * math.pi / 6 * 0.0002 ^ 3 },
    { "$\\sqrt[3]{4.8 \\cdot 10^8} \\approx %.0f$", 4.8e8 ^ (1 / 3) },
    { "%.3f m. ", 4.8e8 ^ (1 / 3) * 0.0002 },
    { "$\\pi \\cdot 0.157^2 \\approx %.3f$", math.pi * (4.8e8 ^ (1 / 3) * 0.0002) ^ 2 },
    { "$5 \\cdot 0.20 = %.1f$", 5 * 0.20 },
    { "$20 \\cdot 0.80 = %d$", 20 * 0.80 },
    { "$6 \\cdot 10^2 = %d$", 6 * 10 ^ 2 },
    { "$1000 \\cdot 6 \\cdot 1^2 = %d$ cm²", 1000 * 6 },
  },
  ["material/biology/ecosystems"] = {
    { "| %d |\n", 20000 * 0.1 },
    { "| %d |\n", 20000 * 0.1 ^ 2 },
    { "| %d |\n", 20000 * 0.1 ^ 3 },
    { "$0.1^4 = %.4f$", 0.1 ^ 4 },
    { "$7000 \\cdot 14 = %d$ MJ", 7000 * 14 },
    { "$365 \\cdot 10 = %d$ MJ", 365 * 10 },
    { "{3650} \\approx %.1f$$", 98000 / 3650 },
    { "26.8 \\approx %.1f$ ", 0.1 * 98000 / 3650 },
    { "$\\frac{420}{280} = %.1f$", 420 / 280 },
    {
      "| %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |",
      animals(0),
      animals(1),
      animals(2),
      animals(5),
      animals(10),
      animals(15),
    },
    { "{12} = %d$$", 60 * 50 / 12 },
    { "0.1^3 = %d$ kJ", 15000 * 0.1 ^ 3 },
    { "{16} = %d$. 4.", 80 * 100 / 16 },
    { "500 \\cdot 0.5 = %d$ ", 0.5 * 500 * (1 - 500 / 1000) },
  },
  ["material/biology/heart-and-circulation"] = {
    { "$$70 \\cdot 0.070 = %.1f$$", 70 * 0.070 },
    { "24 \\approx %d$ ", math.floor(4.9 * 60 * 24 / 10 + 0.5) * 10 },
    { "0.100 = %d$ ", 190 * 0.100 },
    { "80 \\approx %.1f \\cdot 10^9$$", 70 * 60 * 24 * 365 * 80 / 1e9 },
    {
      {
        en = "some %.0f million each",
        id = "kira-kira %.0f juta sel",
        de = "rund %.0f Millionen",
      },
      5e6 * 5e6 / (120 * 86400) / 1e6,
    },
    { "13.6 \\approx %.2f$ m", 0.120 * 13.6 },
    { "$$0.8^4 \\approx %.2f$$", 0.8 ^ 4 },
    { "{0.110} = %d$ ", 4.95 / 0.110 },
    { "$0.5^4 = %.4f$", 0.5 ^ 4 },
  },
  ["material/biology/evolution-and-evidence"] = {
    { "{0.999} \\approx %.1f$$", 1250 * math.log(1 / 0.999, 2) },
    { "10^{-9}} = %d$$", 0.012 / 2e-9 },
    { "$2 \\cdot 700 = %d$", 2 * 700 },
    { "10^{-9}} = %d$", 0.004 / 2e-9 },
  },
  ["material/biology/nervous-system-and-hormones"] = {
    { "\\frac{140}{4} \\approx %.0f$$", -61.5 * math.log(140 / 4, 10) },
    { "\\frac{140}{40} \\approx %.0f$ mV", -61.5 * math.log(140 / 40, 10) },
    { "0.20}{9.81}} \\approx %.2f\\ ", math.sqrt(2 * 0.20 / 9.81) },
    { "0.11}{9.81}} \\approx %.2f$ s", math.sqrt(2 * 0.11 / 9.81) },
  },
  ["material/biology/immune-system"] = {
    { "$$2^{14} = %d$$", 2 ^ (7 * 24 / 12) },
    { "2000 \\approx %.1f \\cdot 10^7$", 2 ^ 14 * 2000 / 1e7 },
    { "{500} \\approx %.0f$", math.log(16384 / 500, 2) },
    { "{162} \\approx %.2f$$", 1 - 8 / 162 },
    { "{15} \\approx %.2f$", 1 - 1 / 15 },
    { "{3} \\approx %.2f$", 1 - 1 / 3 },
  },
  ["material/biology/enzymes-and-respiration"] = {
    { "\\frac{18}{2 + 18} = %.1f$$", 18 / (2 + 18) },
    { "2 \\cdot 1.5 = %d$$", 2 + 2 + 10 * 2.5 + 2 * 1.5 },
    { "\\frac{32 \\cdot 30.5}{2870} \\approx %.2f$$", 32 * 30.5 / 2870 },
    { "$c = %d$ mmol/L", 0.8 * 2 / (1 - 0.8) },
    { "\\frac{30 \\cdot 30.5}{2870} \\approx %.2f$", 30 * 30.5 / 2870 },
  },
  ["material/biology/biotechnology"] = {
    { "$$4^6 = %d$$", 4 ^ 6 },
    { "2^{25} = %d$$", 10 * 2 ^ 25 },
    { "0.12 = %.5f$$", 0.08 * 0.05 * 0.12 },
    { "2^{10} = %d$", 5 * 2 ^ 10 },
    { "0.04 = %.3f$", 0.1 * 0.04 },
  },
  ["material/biology/biodiversity-and-classification"] = {
    { "$2^{10} = %d$", 2 ^ 10 },
    { "0.04) = %.2f,", 1 - 0.5 ^ 2 - 0.3 ^ 2 - 0.2 ^ 2 },
    { "0.0025) = %.3f$$", 1 - 0.9 ^ 2 - 2 * 0.05 ^ 2 },
    { "{8.7} \\approx %.2f$", 1.2 / 8.7 },
    { "$$0.1^{0.25} \\approx %.2f$$", 0.1 ^ 0.25 },
    { "$0.5^{0.25} \\approx %.2f$", 0.5 ^ 0.25 },
    { "0.04) = %.2f$", 1 - 0.8 ^ 2 - 0.2 ^ 2 },
  },
}
