--- What a publication does not hold: a brief query that nothing is about finds nothing, and one
-- that a lesson is about finds it, whatever other words are typed beside.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

-- Queries by locale; each has words that some text has.
local ABSENT = {
  en = {
    "best pizza in Jakarta",
    "cheap flights to Bangkok",
    "weather tomorrow",
    "best laptop for gaming",
    "lyrics of bohemian rhapsody",
    "Taylor Swift concert tickets",
    "how to knit a sweater",
    "minecraft diamond level",
    "Harry Potter characters",
    "guitar chords for beginners",
    "netflix subscription cost",
    "manchester united score",
    "train a puppy",
    "hotel near Eiffel tower",
    "sourdough bread starter",
    "python pandas dataframe",
    "play chess online",
    "used car dealers",
    "chocolate chip cookies",
    "cat food brands",
    "nba playoffs schedule",
    "mortgage interest calculator",
    "game of thrones ending",
    "spotify premium discount",
    "wedding dress ideas",
    "dog training tips",
    "smartphone camera review",
    "passport renewal form",
    "vegan lasagna recipe",
  },
  de = {
    "Rezept für Apfelkuchen",
    "Wetter morgen in Hamburg",
    "billige Flüge nach Mallorca",
    "Gitarre lernen",
    "Netflix Abo kündigen",
    "iPhone Akku tauschen",
    "Harry Potter Zauberstab",
    "Kfz-Versicherung Vergleich",
    "Öffnungszeiten Rewe",
    "Strickmuster Pullover",
    "Hund erziehen Welpe",
    "Steuererklärung Frist",
    "Urlaub auf Kreta",
    "Schokoladenkuchen backen",
    "Katzenfutter Test",
    "Zugverbindung München Köln",
    "Spaghetti Carbonara Rezept",
    "Yoga für Anfänger",
    "Kinoprogramm heute",
    "Laptop gebraucht kaufen",
    "Hochzeitskleid Ideen",
    "Rasenmäher reparieren",
    "Reisepass verlängern",
    "Friseur Termin online",
    "Fußball Ergebnisse gestern",
    "Umzug Kosten",
  },
  id = {
    "resep nasi goreng",
    "lirik lagu dangdut",
    "jadwal liga inggris",
    "pizza terbaik di Jakarta",
    "lowongan kerja Surabaya",
    "cara membuat kue bolu",
    "servis motor Honda",
    "sinopsis drama Korea",
    "beli sepatu Nike",
    "cara main gitar",
    "resep rendang padang",
    "cara memasak sayur asem",
    "sewa mobil Yogyakarta",
    "drama korea terbaru",
    "laptop gaming murah",
    "toko bunga terdekat",
    "pinjaman online cepat",
    "kucing persia anggora",
    "cara install whatsapp",
    "skor timnas bola",
    "lowongan guru honorer",
    "paspor online antri",
  },
}

-- Queries and their lesson; of each some words are in no text, or in texts about other things.
local ABOUT = {
  en = {
    { "photosynthesis worksheet pdf", "biology:photosynthesis" },
    { "newtons laws powerpoint slides", "physics:newtons-laws" },
    { "french revolution timeline poster", "history:french-revolution" },
    { "binary numbers cheat sheet", "computer-science:binary-numbers" },
    { "logarithm flashcards", "mathematics:powers-and-logarithms" },
    { "cold war documentary youtube", "history:cold-war" },
    { "immune system diagram labelled", "biology:immune-system" },
    { "periodic table poster", "chemistry:periodic-table" },
    { "ecosystem ppt class 9", "biology:ecosystems" },
    { "berlin wall museum tickets", "history:berlin-wall" },
    { "enzymes lab report", "biology:enzymes-and-respiration" },
    { "matrices multiplication python numpy", "mathematics:matrices" },
    { "weimar hyperinflation", "history:weimar-republic" },
    { "ionic vs covalent", "chemistry:chemical-bonds" },
    { "password entropy", "articles:technology:how-passwords-are-guessed" },
    { "dutch east india company", "history:voc" },
  },
  de = {
    { "Photosynthese Arbeitsblatt Klasse 7", "biology:photosynthesis" },
    { "Weimarer Republik Referat", "history:weimar-republic" },
    { "Mendelsche Regeln Spicker", "biology:mendelian-inheritance" },
    { "Ökosystem Wald Steckbrief", "biology:ecosystems" },
    { "Logarithmus Nachhilfe", "mathematics:powers-and-logarithms" },
    { "Französische Revolution Zusammenfassung", "history:french-revolution" },
    { "Berliner Mauer Hausaufgabe", "history:berlin-wall" },
    { "Vektoren Formelsammlung pdf", "mathematics:vectors" },
    { "Newtonsche Gesetze Quiz", "physics:newtons-laws" },
    { "ohmsches Gesetz Schulaufgabe", "physics:electric-circuits" },
  },
  id = {
    { "fotosintesis kelas 7 pdf", "biology:photosynthesis" },
    { "rumus pythagoras kalkulator", "mathematics:pythagorean-theorem" },
    { "hukum newton ppt", "physics:newtons-laws" },
    { "rangkuman perang dingin", "history:cold-war" },
    { "makalah reformasi 1998", "history:reformasi" },
    { "hukum ohm rangkuman", "physics:electric-circuits" },
    { "sistem imun ppt", "biology:immune-system" },
    { "enzim praktikum laporan", "biology:enzymes-and-respiration" },
    { "matriks perkalian excel", "mathematics:matrices" },
    { "vektor fisika bimbel", "mathematics:vectors" },
  },
}

-- Two things that a lesson compares; some name them in one paragraph and neither in its title.
local COMPARED = {
  en = {
    { "mitosis vs meiosis", "biology:cell-structure" },
    { "plant cell vs animal cell", "biology:cell-structure" },
    { "acids vs bases", "chemistry:acids-and-bases" },
    { "exothermic vs endothermic", "chemistry:enthalpy" },
    { "DNA vs RNA", "biology:dna-to-protein" },
    { "mean vs median", "mathematics:means-and-spread" },
    { "series vs parallel circuit", "physics:electric-circuits" },
    { "prokaryotes vs eukaryotes", "biology:cell-structure" },
    { "weather vs climate", "geography:climate-zones-and-climate-change" },
    { "permutation vs combination", "mathematics:counting" },
    { "oxidation vs reduction", "chemistry:redox-reactions" },
    { "fission vs fusion", "physics:nuclear-physics" },
    { "stack vs queue", "computer-science:data-structures" },
    { "longitudinal vs transverse waves", "physics:waves" },
  },
  de = {
    { "Mitose vs Meiose", "biology:cell-structure" },
    { "Unterschied Mitose Meiose", "biology:cell-structure" },
    { "DNA vs RNA", "biology:dna-to-protein" },
    { "Kernspaltung vs Kernfusion", "physics:nuclear-physics" },
    { "Säure vs Base", "chemistry:acids-and-bases" },
    { "Mittelwert vs Median", "mathematics:means-and-spread" },
    { "Wetter vs Klima", "geography:climate-zones-and-climate-change" },
    { "exotherm vs endotherm", "chemistry:enthalpy" },
  },
  id = {
    { "mitosis vs meiosis", "biology:cell-structure" },
    { "perbedaan mitosis dan meiosis", "biology:cell-structure" },
    { "asam vs basa", "chemistry:acids-and-bases" },
    { "fisi vs fusi", "physics:nuclear-physics" },
    { "oksidasi vs reduksi", "chemistry:redox-reactions" },
    { "mean vs median", "mathematics:means-and-spread" },
    { "permutasi vs kombinasi", "mathematics:counting" },
    { "cuaca vs iklim", "geography:climate-zones-and-climate-change" },
  },
}

-- Terms of a text, beside words that say in which form something about them is wanted.
local WANTED = {
  en = {
    { "define homeostasis", "biology:cells-to-systems" },
    { "osmosis definition", "biology:cell-structure" },
    { "hyperinflation meaning", "economics:money-and-inflation" },
    { "explain tectonic plates", "geography:plate-tectonics-and-earthquakes" },
    { "polymorphism explained", "computer-science:objects-and-classes" },
    { "chlorophyll notes pdf", "biology:photosynthesis" },
    { "buffer solution examples", "chemistry:buffers" },
    { "stoichiometry exercises worksheet", "chemistry:mole-and-stoichiometry" },
  },
  de = {
    { "Definition Homöostase", "biology:cells-to-systems" },
    { "Osmose einfach erklärt", "biology:cell-structure" },
    { "Hyperinflation Zusammenfassung", "economics:money-and-inflation" },
    { "Plattentektonik Referat", "geography:plate-tectonics-and-earthquakes" },
    { "Polymorphie Beispiel", "computer-science:objects-and-classes" },
    { "Chlorophyll Arbeitsblatt", "biology:photosynthesis" },
    { "Pufferlösung Übungen", "chemistry:buffers" },
    { "molare Masse berechnen", "chemistry:mole-and-stoichiometry" },
  },
  id = {
    { "definisi homeostasis", "biology:cells-to-systems" },
    { "pengertian osmosis", "biology:cell-structure" },
    { "jelaskan hiperinflasi", "history:weimar-republic" },
    { "rangkuman lempeng tektonik", "geography:plate-tectonics-and-earthquakes" },
    { "contoh soal gelombang bunyi", "physics:waves" },
    { "materi klorofil ppt", "biology:photosynthesis" },
    { "menghitung massa molar", "chemistry:mole-and-stoichiometry" },
  },
}

-- Most words of the query stand in one text, as they were typed.
local MOST = {
  en = { { "alfred wegener continental drift", "geography:plate-tectonics-and-earthquakes" } },
}

describe("a query that nothing is about", function()
  for locale, queries in pairs(ABSENT) do
    for _, query in ipairs(queries) do
      it(("finds nothing: %s (%s)"):format(query, locale), function()
        local found = {}
        for i, item in ipairs(publication:search({ queries = query, locale = locale }).items) do
          found[i] = item.route
        end
        assert.equal("", table.concat(found, " "))
      end)
    end
  end
end)

describe("a query that a lesson is about", function()
  for title, all in pairs({
    ["finds it beside words of no text: %s (%s)"] = ABOUT,
    ["finds what it compares: %s (%s)"] = COMPARED,
    ["finds it beside the form that is wanted: %s (%s)"] = WANTED,
    ["finds it by most of its words: %s (%s)"] = MOST,
  }) do
    for locale, cases in pairs(all) do
      for _, case in ipairs(cases) do
        it(title:format(case[1], locale), function()
          local item =
            publication:search({ queries = case[1], locale = locale, limit = 1 }).items[1]
          assert.truthy(item)
          assert.equal(
            case[2],
            (item.content_id:gsub("^asset:%a+:", ""):gsub("^material:", ""))
          )
        end)
      end
    end
  end
end)
