--- A small signed publication with every kind of content, for specs of the routes. Its verses are
-- made up (`arabic 2:255`), with a note on 2:1, so that ranges and members are easy to check.

local svc = require("svc")

local images = require("spec.support.publication.images")

local sample = {}

--- The image of every sample, its name and its bytes.
sample.image = { bytes = images.svg(('<circle cx="9" cy="9" r="9"/>'):rep(40)) }
sample.image.name = images.name("dots", sample.image.bytes, "svg")

--- The credits on its pages.
sample.credits = {
  authors = "A & B",
  licence = "CC BY 4.0",
  ["licence-url"] = "https://licence.test/by",
}

local TITLES = {
  en = "Quadratic equations",
  id = "Persamaan kuadrat",
  de = "Quadratische Gleichungen",
}

local function add_documents(builder)
  for locale, title in pairs(TITLES) do
    builder:document({
      id = "asset:" .. locale .. ":material:mathematics:quadratic-equations",
      concept = "concept:mathematics:quadratic-equations",
      lens = "lens:material:mathematics",
      route = "material/mathematics/quadratic-equations",
      title = title,
      description = "An equation of the second degree.",
      text = "# " .. title .. "\n\nx² = 2\n",
      updated = "2026-01-01",
    })
    builder:document({
      id = "asset:" .. locale .. ":articles:education:reading",
      concept = "concept:education:reading",
      lens = "lens:articles:education",
      route = "articles/education/reading",
      title = "Reading",
      text = "# Reading\n\nA text without a description.\n",
    })
    builder:document({
      id = "asset:" .. locale .. ":tryout:indonesia:snbt:set-1",
      concept = "concept:tryout:snbt",
      lens = "lens:tryout:indonesia",
      route = "tryout/indonesia/snbt/set-1",
      title = "SNBT set 1",
      description = "A simulated exam.",
    })
    builder:label({ kind = "category", locale = locale, id = "education", label = "Education" })
    builder:label({ kind = "country", locale = locale, id = "indonesia", label = "Indonesia" })
    local exam = "SNBT (" .. locale .. ")"
    builder:label({ kind = "exam", locale = locale, id = "snbt", label = exam })
    local folders = { ["tryout/indonesia"] = "Indonesia", ["tryout/indonesia/snbt"] = exam }
    for id, label in pairs(folders) do
      builder:label({ kind = "folder", locale = locale, id = id, label = label })
    end
  end
end

--- The authors are named in English and Indonesian.
local function add_credits(builder)
  for _, locale in ipairs({ "en", "id" }) do
    for id, label in pairs(sample.credits) do
      builder:label({ kind = "credit", locale = locale, id = id, label = label })
    end
  end
end

local function add_surahs(builder)
  for _, locale in ipairs(svc.locales) do
    for surah = 1, svc.surahs do
      builder:document({
        id = ("asset:%s:quran:surah:%d"):format(locale, surah),
        concept = "concept:quran:surah-" .. surah,
        lens = "lens:quran",
        route = "quran/" .. surah,
        title = "Surah " .. surah,
        text = "# Surah " .. surah .. "\n",
      })
    end
  end
end

local function artifact()
  return { digest = "sha256:" .. ("0"):rep(64), byte_count = 1, file_count = 1 }
end

local function source(embedded)
  return {
    label = "Sample",
    notice = "Made up.",
    publisher = "Nobody",
    retrieved_at = "2026-01-01T00:00:00Z",
    source_url = "https://source.test/",
    update_url = "https://source.test/new",
    version = "1",
    terms = { url = "https://source.test/terms", artifact = embedded and artifact() or nil },
    artifact = embedded and artifact() or nil,
  }
end

--- A source of whose terms something is known in Indonesian.
local function known(of)
  of.terms.known = { id = "Tanyakan dahulu." }
  return of
end

local VERSES, FIRST_OF_2 = 6236, 8

local function list(kind)
  local texts = {}
  for i = 1, VERSES do
    texts[i] = ("%s %d"):format(kind, i)
  end
  return texts
end

local function book()
  local english, surahs, bismillah = list("english"), {}, {}
  english[FIRST_OF_2] = {
    text = "Alif, Lām",
    marks = { { offset = 4, number = 3 } },
    notes = { { number = 3, text = "A note." } },
  }
  for i = 1, svc.surahs do
    local name = "Surah " .. i
    surahs[i] = {
      name = name,
      names = { id = "Surat " .. i },
      arabic_name = "arabic name " .. i,
      revelation = "Meccan",
      meanings = { en = "meaning " .. i },
    }
    if i ~= 1 and i ~= 9 then bismillah[i] = "bismillah" end
  end
  return {
    surahs = surahs,
    arabic = list("arabic"),
    bismillah = bismillah,
    translations = { en = english, id = list("indonesian"), de = list("german") },
    tafsir = { id = list("tafsir") },
    sources = {
      arabic = source(true),
      translation = { en = source(true), id = known(source(true)), de = source(true) },
      tafsir = { en = source(false), id = source(true), de = source(false) },
    },
    access = { en = "Linked.", id = "Embedded.", de = "Linked." },
  }
end

--- Writes the publication, and a trust file that accepts it where one is asked for.
-- @tparam string path
-- @tparam[opt] string trust_path
-- @tparam[opt] table terms `private` and `public`, a pair of svc.keygen, and `sequence`; default: a
-- new pair, and 1; `quran`, false: it has none
-- @treturn string public key, 64 hexadecimal digits
function sample.write(path, trust_path, terms)
  local builder = svc.builder()
  terms = terms or { sequence = 1 }
  add_documents(builder)
  add_credits(builder)
  builder:asset(sample.image)
  if terms.quran ~= false then
    add_surahs(builder)
    builder:quran(book())
  end
  local private, public = terms.private, terms.public
  if not private then
    private, public = svc.keygen()
  end
  local expires = os.time() + 86400
  assert(builder:write(path, {
    private_key = private,
    sequence = terms.sequence,
    created = os.time(),
    expires = expires,
  }))
  if trust_path then
    local keys = { threshold = 1, keys = { public } }
    local root = { expires = expires, root = keys, publication = keys }
    assert(svc.replace_file(trust_path, assert(svc.extend_trust(nil, root, { private }))))
  end
  return public
end

--- An open publication.
-- @tparam[opt] table terms as of `sample.write`
-- @treturn userdata
function sample.open(terms)
  local path = os.tmpname()
  local public = sample.write(path, nil, terms)
  local publication = assert(svc.open(path, { keys = { public }, threshold = 1 }))
  os.remove(path)
  return publication
end

return sample
