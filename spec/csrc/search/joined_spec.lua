--- Words that are typed in parts, with a hyphen or a blank between them, or without the blank that
-- parts them: they find what is written the other way.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

-- What is typed by the lesson that it finds first, parted by commas.
local CASES = {
  de = {
    ["mathematics:derivatives"] = "Ketten-Regel, Ketten Regel",
    ["biology:enzymes-and-respiration"] = "Zell-Atmung, Zell Atmung",
    ["biology:photosynthesis"] = "Foto-Synthese, Foto Synthese, Photo-Synthese",
    ["computer-science:binary-numbers"] = "Binaer-Zahlen, Binär-Zahlen, Binär Zahlen, Binaerzahlen",
    ["biology:ecosystems"] = "Öko-System, Oekosystem, Oeko-Systeme",
    ["geography:water-cycle-and-rivers"] = "Wasser-Kreislauf, Wasser Kreislauf",
    ["economics:growth-and-gdp"] = "Brutto-Inlands-Produkt, Bruttoinlands-Produkt",
    ["chemistry:atomic-structure"] = "Atom-Modell",
    ["biology:nervous-system-and-hormones"] = "Nerven-System",
    ["physics:electric-circuits"] = "Strom-Kreis, Strom-Kreise, Ohmsches-Gesetz",
    ["biology:heart-and-circulation"] = "Blut-Kreislauf, Blut Kreislauf, Kreislaeufe",
    ["mathematics:trigonometry"] = "Sinus-Satz, Cosinus-Satz",
    ["history:french-revolution"] = "Franzoesische Revolution, franzoesische-revolution",
    ["physics:heat"] = "Waerme, Waerme-Kapazitaet, Wärme-Kapazität",
    ["chemistry:solubility"] = "Loeslichkeit",
    ["biology:immune-system"] = "Immun-System, Immun System",
    ["civics:human-rights"] = "Menschen-Rechte",
  },
  en = {
    ["biology:photosynthesis"] = "photo synthesis, photo-synthesis",
    ["computer-science:databases-and-sql"] = "data base, data-base",
    ["biology:ecosystems"] = "eco system, eco-system",
    ["biology:cell-structure"] = "mito chondria",
    ["mathematics:binomial-distribution"] = "bi nomial distribution, binomialdistribution",
    ["geography:plate-tectonics-and-earthquakes"] = "earth quake, earth-quake",
    ["computer-science:data-structures"] = "linkedlist",
    ["computer-science:binary-search"] = "binarysearch",
    ["mathematics:derivatives"] = "chainrule",
    ["computer-science:boolean-logic"] = "truthtable",
    ["geography:water-cycle-and-rivers"] = "watercycle",
    ["chemistry:periodic-table"] = "periodictable",
    ["mathematics:normal-distribution"] = "normaldistribution",
    ["mathematics:means-and-spread"] = "standarddeviation",
    ["biology:immune-system"] = "immunesystem",
    ["computer-science:sorting"] = "sortingalgorithm",
    ["history:indonesian-independence"] = "indonesianindependence",
  },
  id = {
    ["biology:photosynthesis"] = "foto sintesis, foto-sintesis",
    ["biology:ecosystems"] = "eko sistem, eko-sistem",
    ["economics:money-and-inflation"] = "hiper inflasi",
    ["biology:cell-structure"] = "mito kondria",
    ["mathematics:powers-and-logarithms"] = "loga ritma",
    ["history:cold-war"] = "perangdingin",
    ["physics:newtons-laws"] = "hukumnewton",
    ["mathematics:quadratic-equations"] = "per samaan kuadrat, persamaankuadrat",
    ["biology:immune-system"] = "sistemimun",
    ["computer-science:boolean-logic"] = "tabelkebenaran",
    ["computer-science:binary-numbers"] = "bilanganbiner",
    ["chemistry:chemical-bonds"] = "ikatankimia",
    ["history:industrial-revolution"] = "revolusiindustri",
  },
}

describe("a word that is typed in parts, or joined to the next,", function()
  for locale, lessons in pairs(CASES) do
    for lesson, typed in pairs(lessons) do
      for query in (typed .. ", "):gmatch("(.-), ") do
        it(("finds what is written otherwise: %s (%s)"):format(query, locale), function()
          local found = publication:search({ queries = query, locale = locale, limit = 1 })
          local id = ("asset:%s:material:%s"):format(locale, lesson)
          assert.equal(id, found.items[1] and found.items[1].content_id)
        end)
      end
    end
  end
end)
