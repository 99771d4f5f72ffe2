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
}
