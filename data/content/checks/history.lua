--- What the history lessons compute, computed again; data/content/checks/physics.lua says how a
-- check is written.
return {
  ["material/history/historical-sources"] = {
    { "$$2 \\cdot 5730 = %d\\ \\text{", 2 * 5730 },
    {
      { en = "about %d years", id = "kira-kira %d tahun", de = "etwa %d Jahre" },
      math.floor(3 * 5730 / 100 + 0.5) * 100,
    },
  },
  ["material/history/industrial-revolution"] = {
    { "$$q^{40} = %d,", 52 / 2 },
    { "26^{1/40} \\approx %.3f", 26 ^ (1 / 40) },
    {
      { en = "%.1f percent", id = "%.1f persen", de = "%.1f Prozent" },
      100 * (26 ^ (1 / 40) - 1),
    },
    { "$\\frac{588}{52} \\approx %.1f$", 588 / 52 },
    { "11.3^{1/50} \\approx %.3f$", 11.3 ^ (1 / 50) },
    { "$2^{1/14} \\approx %.3f$", 2 ^ (1 / 14) },
  },
  ["material/history/voc"] = {
    { "$1942 - 1908 = %d$", 1942 - 1908 },
    { "$\\frac{10^6}{194} \\approx %.0f$", 1e6 / (1796 - 1602) },
  },
  ["material/history/weimar-republic"] = {
    { "\\approx %.2f \\cdot 10^7$$", 4.2e12 / 353412 / 1e7 },
    { "{\\ln 2} \\approx %.1f$$", math.log(4.2e12 / 353412, 2) },
    { "$\\frac{123}{23.5} \\approx %.1f$", 123 / math.log(4.2e12 / 353412, 2) },
    { " | 18.3 | %.1f | 33.1 |", 100 * 13745680 / 36882354 },
    { "$37.3 + 14.3 = %.1f$", 37.3 + 14.3 },
    { "$\\frac{444}{538} \\approx %.2f$", 444 / (444 + 94) },
  },
  ["material/history/united-nations"] = {
    {
      { en = "vote, %d votes", id = "suara, %d suara", de = "das %d Stimmen" },
      math.ceil(193 * 2 / 3),
    },
    { "$9 - 5 = %d$", 9 - 5 },
    { "$$\\binom{10}{4} = %d$$", 10 * 9 * 8 * 7 / (4 * 3 * 2 * 1) },
    { "$\\frac{3.6}{8.1} \\approx %.2f$", 3.6 / 8.1 },
  },
  ["material/history/french-revolution"] = {
    { "$$\\frac{8.5}{25} = %.2f, ", 8.5 / 25 },
    { "\\frac{14.5}{25} = %.2f$$", 14.5 / 25 },
    { "$25 - 8.5 = %.1f$", 25 - 8.5 },
    { "\\approx %.3f$", (28e6 - 400000 - 130000) / 28e6 },
    {
      { en = "about %.1f million", id = "kira-kira %.1f juta", de = "etwa %.1f Millionen" },
      28 - 0.13 - 0.25,
    },
  },
  ["material/history/first-world-war"] = {
    { "{39.6} \\approx %.3f$$", 1.35 / 39.6 },
    { "{8.4} \\approx %.2f$$", 1.35 / 8.4 },
    { "{57470} \\approx %.2f$", 19240 / 57470 },
    { { en = "came %d days", id = "datang %d hari", de = "kam %d Tage" }, 2 + 31 + 4 },
    { { en = "3. %d days", id = "3. %d hari", de = "3. %d Tage" }, 31 - 23 + 4 },
  },
  ["material/history/nazi-rule-and-the-holocaust"] = {
    { { en = "| %.0f%% |", id = "| %.0f%% |", de = "| %.0f %% |" }, 100 * 3.0 / 3.3 },
    { { en = "| %.0f%% |", id = "| %.0f%% |", de = "| %.0f %% |" }, 100 * 102 / 140 },
    { { en = "| %.0f%% |", id = "| %.0f%% |", de = "| %.0f %% |" }, 100 * 76 / 330 },
    { "{330000} \\approx %.2f$", 76 / 330 },
  },
  ["material/history/second-world-war"] = {
    { "\\frac{163}{68} \\approx %.1f$$", (96.3 + 40.2 + 26.5) / (39.8 + 28.2) },
    { { en = "27 | %.0f%% |", id = "27 | %.0f%% |", de = "27 | %.0f %% |" }, 100 * 27 / 190 },
    {
      { en = "5.7 | %.0f%% |", id = "5.7 | %.0f%% |", de = "5.7 | %.0f %% |" },
      100 * 5.7 / 35,
    },
    {
      { en = "6.6 | %.0f%% |", id = "6.6 | %.0f%% |", de = "6.6 | %.0f %% |" },
      100 * 6.6 / 69,
    },
    { "\\frac{96.3}{231} \\approx %.2f$", 96.3 / (96.3 + 40.2 + 26.5 + 39.8 + 28.2) },
  },
  ["material/history/cold-war"] = {
    { "{4} = %.2f$$", (63 - 58) / 4 },
    { "{1.25} = %.1f$", 58 / 1.25 },
    { "\\frac{40}{12} \\approx %.1f$", 40 / 12 },
  },
  ["material/history/bpupki-and-ppki"] = {
    { "\\frac{55}{64} \\approx %.2f$$", 55 / 64 },
    { "\\frac{12}{21} \\approx %.2f$", 12 / 21 },
  },
  ["material/history/majapahit"] = {
    { "$$1400 + 78 = %d$$", 1400 + 78 },
    { "$1365 - 78 = %d$", 1365 - 78 },
  },
  ["material/history/reformasi"] = {
    { "{1.776} \\approx %.1f$$", 10 / 1.776 },
    { "{2450} \\approx %.1f$", 14900 / 2450 },
    { "\\frac{153}{462} \\approx %.2f$", 153 / 462 },
    { "\\frac{10375}{2450} \\approx %.1f$", 10375 / 2450 },
  },
  ["material/history/islamic-sultanates"] = {
    { "\\cdot 696 + 621.6 \\approx %.1f$", 0.970 * 696 + 621.6 },
    { "\\cdot 475 + 621.6 \\approx %.0f$", 0.970 * 475 + 621.6 },
    { "$1555 - 1043 = %d$", 1555 - 1043 },
    { "\\cdot 1014 + 621.6 \\approx %.1f$", 0.970 * 1014 + 621.6 },
  },
  ["material/history/colonial-rule-and-resistance"] = {
    { "\\frac{66}{365} \\approx %.2f$$", 66 / 365 },
    { "\\frac{120}{365} \\approx %.2f$", 120 / 365 },
    { "\\frac{832}{47} \\approx %.1f$$", 832 / (1877 - 1831 + 1) },
    { "{15000} \\approx %.2f$", 8000 / 15000 },
  },
  ["material/history/guided-democracy"] = {
    { "$$57 + 57 + 45 = %d$$", 57 + 57 + 45 },
    { "\\frac{159}{257} \\approx %.2f$", 159 / 257 },
    { "\\frac{100}{7} \\approx %.0f$", 100 / 7 },
    { "$57 + 45 + 39 = %d$", 57 + 45 + 39 },
  },
  ["material/history/german-empire"] = {
    { "\\frac{82}{4} = %.1f$$", 82 / 4 },
    { "\\frac{110}{397} \\approx %.2f$$", 110 / 397 },
    { "397 \\approx %.0f$", 0.348 * 397 },
  },
}
