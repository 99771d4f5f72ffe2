--- Questions as people ask them: the right text is among the first three.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

-- The last column is a text that answers: a route, with its verse where one is meant.
local QUESTIONS = {
  { "how do I solve x^2-5x+6=0", "en", "material/mathematics/quadratic-equations" },
  { "Bedeutung von Ayat al-Kursi", "de", "quran/2:255" },
  { "apa itu fotosintesis", "id", "materi/biologi/fotosintesis" },
  { "Satz des Pythagoras Beweis", "de", "material/mathematik/satz-des-pythagoras" },
  { "soal UTBK penalaran", "id", "tryout/indonesia/utbk-snbt/contoh-penalaran-matematika" },
  { "سورة الكهف", "en", "quran/18" },
  { "وَالْعَصْرِ", "en", "quran/103:1" },
  { "patience verse", "en", "quran/70:5" },
  { "newton second law example", "en", "material/physics/newtons-laws" },
  { "what does the Quran say about patience", "en", "quran/70:5" },
  { "verse about charging interest riba", "en", "quran/2:275" },
  { "bismillah", "en", "quran/1:1" },
  { "kapan Indonesia merdeka", "id", "materi/sejarah/kemerdekaan-indonesia" },
  { "Koran über Geduld", "de", "quran/70:5" },
  { "surat yasin", "id", "quran/36" },
  { "Ableitung Kettenregel", "de", "material/mathematik/ableitungen" },
}

describe("a question", function()
  for _, case in ipairs(QUESTIONS) do
    local query, locale, answer = table.unpack(case)
    it(("has its answer among the first three: %s"):format(query), function()
      local found = {}
      for i, item in
        ipairs(publication:search({ queries = { query }, locale = locale, limit = 3 }).items)
      do
        found[i] = item.verse and ("%s:%d"):format(item.route, item.verse) or item.route
      end
      local list = " " .. table.concat(found, " ") .. " "
      assert.is_truthy(list:find(" " .. answer .. " ", 1, true), list)
    end)
  end
end)
