--- Questions as people ask them: the right text is among the first three. Those of people.txt
-- beside this file have been looked at; those of held_out.txt have not, and tell how good it is.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication

-- Shares of the queries of each list that have an answer first, and among the first three.
local REACHED = {
  { list = "people", first = 0.95, three = 0.98 },
  { list = "held_out", first = 0.95, three = 0.99 },
}

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
  { "patience verse", "en", "quran/2:153" },
  { "newton second law example", "en", "material/physics/newtons-laws" },
  { "what does the Quran say about patience", "en", "quran/2:153" },
  { "verse about charging interest riba", "en", "quran/2:275" },
  { "bismillah", "en", "quran/1:1" },
  { "kapan Indonesia merdeka", "id", "materi/sejarah/kemerdekaan-indonesia" },
  { "Koran über Geduld", "de", "quran/2:153" },
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

--- How many queries of a list are asked, and the shares that have an answer first or among three.
local function ask(list)
  local asked, first, three = 0, 0, 0
  for line in io.lines(("spec/csrc/search/%s.txt"):format(list)) do
    local locale, query, answers = line:match("^(%a%a) | (.-) | (.+)$")
    if locale then
      local rank
      local page = publication:search({ queries = query, locale = locale, limit = 3 })
      for i, item in ipairs(page.items) do
        local name = item.content_id:gsub("^asset:%a+:", ""):gsub("^material:", "")
        name = name:gsub("^quran:surah:", "") .. (item.verse and ":" .. item.verse or "")
        local answer = (" " .. answers .. " "):find(" " .. name .. " ", 1, true)
        rank = rank or answer and i
      end
      asked, three = asked + 1, three + (rank and 1 or 0)
      first = first + (rank == 1 and 1 or 0)
    end
  end
  return asked, first / asked, three / asked
end

describe("the queries of people", function()
  for _, reached in ipairs(REACHED) do
    it(
      ("of %s have their answer first, or among the first three"):format(reached.list),
      function()
        local asked, first, three = ask(reached.list)
        local found = ("%d asked: %.3f first, %.3f among three"):format(asked, first, three)
        assert.is_true(
          asked >= 100 and first >= reached.first and three >= reached.three,
          found
        )
      end
    )
  end
end)
