--- Lines and courses of time of the lessons of history.
local draw = require("data.content.figures.draw")
local plot = require("data.content.figures.plot")

local figures = {}

--- A figure with a line of time: the years, and the words of each locale.
local function time_line(years, words)
  return {
    words = words,
    draw = function(w) return draw.time_line(years, w) end,
  }
end

figures["islamic-sultanates/sultanates"] = time_line(
  { "1082", "1297", "1478", "1511", "1575", "1605", "1633" },
  {
    en = {
      "stone of Leran",
      "stone of Malik al-Salih",
      "Demak",
      "Portuguese in Malacca",
      "Baabullah drives them from Ternate",
      "Makassar accepts Islam",
      "calendar of Sultan Agung",
    },
    id = {
      "nisan Leran",
      "nisan Malik as-Saleh",
      "Demak",
      "Portugis di Malaka",
      "Baabullah mengusirnya dari Ternate",
      "Makassar menerima Islam",
      "penanggalan Sultan Agung",
    },
    de = {
      "Stein von Leran",
      "Stein von Malik al-Salih",
      "Demak",
      "Portugiesen in Malakka",
      "Baabullah vertreibt sie aus Ternate",
      "Makassar nimmt den Islam an",
      "Kalender Sultan Agungs",
    },
  }
)

figures["colonial-rule-and-resistance/colonial-rule"] = time_line(
  { "1808", "1825", "1830", "1860", "1870", "1873", "1901" },
  {
    en = {
      "Post Road",
      "Java War",
      "Cultivation System",
      "Max Havelaar",
      "agrarian law",
      "Aceh War",
      "ethical policy",
    },
    id = {
      "Jalan Raya Pos",
      "Perang Jawa",
      "Tanam Paksa",
      "Max Havelaar",
      "undang-undang agraria",
      "Perang Aceh",
      "politik etis",
    },
    de = {
      "Poststraße",
      "Javakrieg",
      "Zwangsanbau",
      "Max Havelaar",
      "Agrargesetz",
      "Aceh-Krieg",
      "ethische Politik",
    },
  }
)

figures["guided-democracy/guided-democracy"] = time_line(
  { "1950", "1955", "1957", "1959", "1963", "1965", "1966" },
  {
    en = {
      "unitary state",
      "first general election",
      "martial law",
      "decree of 5 July",
      "western New Guinea",
      "30 September Movement",
      "order of 11 March",
    },
    id = {
      "negara kesatuan",
      "pemilu pertama",
      "darurat perang",
      "Dekret 5 Juli",
      "Irian Barat",
      "Gerakan 30 September",
      "Supersemar",
    },
    de = {
      "Einheitsstaat",
      "erste allgemeine Wahl",
      "Kriegsrecht",
      "Dekret vom 5. Juli",
      "West-Neuguinea",
      "Bewegung 30. September",
      "Befehl vom 11. März",
    },
  }
)

figures["german-empire/german-empire"] = time_line(
  { "1848", "1864–1871", "1871", "1878", "1883", "1890", "1904", "1914" },
  {
    en = {
      "Paulskirche",
      "three wars",
      "empire",
      "law against socialists",
      "health insurance",
      "Bismarck dismissed",
      "genocide in South West Africa",
      "war",
    },
    id = {
      "Paulskirche",
      "tiga perang",
      "kekaisaran",
      "undang-undang antisosialis",
      "asuransi kesehatan",
      "Bismarck diberhentikan",
      "genosida di Afrika Barat Daya",
      "perang",
    },
    de = {
      "Paulskirche",
      "drei Kriege",
      "Kaiserreich",
      "Sozialistengesetz",
      "Krankenversicherung",
      "Bismarck entlassen",
      "Völkermord in Südwestafrika",
      "Krieg",
    },
  }
)

figures["indonesian-independence/independence"] = time_line(
  { "1908", "1928", "1942", "1945", "1947", "1948", "1949" },
  {
    en = {
      "Budi Utomo",
      "Youth Pledge",
      "Japanese occupation",
      "proclamation on 17 August",
      "Linggadjati; first offensive",
      "Renville; second offensive",
      "transfer of sovereignty",
    },
    id = {
      "Budi Utomo",
      "Sumpah Pemuda",
      "pendudukan Jepang",
      "Proklamasi 17 Agustus",
      "Linggajati; agresi pertama",
      "Renville; agresi kedua",
      "penyerahan kedaulatan",
    },
    de = {
      "Budi Utomo",
      "Jugendschwur",
      "japanische Besatzung",
      "Proklamation am 17. August",
      "Linggadjati; erste Offensive",
      "Renville; zweite Offensive",
      "Übergabe der Souveränität",
    },
  }
)

figures["weimar-republic/votes"] = {
  words = {
    en = { "National\nSocialists", "Social\nDemocrats", "Communists", "July 1932", "Nov. 1932" },
    id = { "Nazi", "Sosial\nDemokrat", "Komunis", "Juli 1932", "Nov. 1932" },
    de = {
      "National-\nsozialisten",
      "Sozial-\ndemokraten",
      "Kommunisten",
      "Juli 1932",
      "Nov. 1932",
    },
  },
  draw = function(w)
    local chart = plot.sheet(520, 320, { 0, 5 }, { 0, 42 }, 50)
    chart:axes("", "%", { y = { 10, 20, 30, 40 } })
    for i, year in ipairs { "1928", "1930", w[4], w[5] } do
      chart:text(i - 0.5, -3.6, year, "f-ink m s")
    end
    for p, shares in ipairs {
      { 2.6, 18.3, 37.3, 33.1 },
      { 29.8, 24.5, 21.6, 20.4 },
      { 10.6, 13.1, 14.3, 16.9 },
    } do
      local class = ({ "two", "one", "four" })[p]
      for i = 1, 3 do
        chart:line(i - 0.5, shares[i], i + 0.5, shares[i + 1], class)
      end
      for i, share in ipairs(shares) do
        chart:point(i - 0.5, share, class)
      end
      chart:text(3.62, shares[4] + ({ 0.8, 1.8, -1.6 })[p], w[p], "f-" .. class .. " s")
    end
    return chart:svg()
  end,
}

return figures
