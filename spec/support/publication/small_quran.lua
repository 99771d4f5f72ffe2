--- A Quran whose verses are all the same word, for specs of its section and of the search.
local small_quran = { verses = 6236 }

--- One text for every verse.
function small_quran.list(text)
  local texts = {}
  for i = 1, small_quran.verses do
    texts[i] = text
  end
  return texts
end

--- A source that is embedded.
function small_quran.artifact()
  return { digest = "sha256:" .. ("0a"):rep(32), byte_count = 1, file_count = 1 }
end

local function source(embedded)
  local artifact = embedded and small_quran.artifact() or nil
  return {
    label = "L",
    notice = "N",
    publisher = "P",
    retrieved_at = "2026-01-01T00:00:00Z",
    source_url = "S",
    update_url = "U",
    version = "1",
    artifact = artifact,
    terms = { url = "T", artifact = embedded and small_quran.artifact() or nil },
  }
end

--- Data of a Quran that `svc.builder():quran` accepts.
function small_quran.data()
  local surahs, list = {}, small_quran.list
  for i = 1, 114 do
    surahs[i] =
      { name = "Name", arabic_name = "ا", revelation = "Meccan", meanings = { en = "M" } }
  end
  return {
    surahs = surahs,
    arabic = list("ا"),
    bismillah = {},
    translations = { en = list("Text"), id = list("Teks"), de = list("Wörter") },
    tafsir = { id = list("Tafsir") },
    sources = {
      arabic = source(true),
      translation = { en = source(true), id = source(true), de = source(true) },
      tafsir = { en = source(false), id = source(true), de = source(false) },
    },
    access = { en = "A", id = "B", de = "C" },
  }
end

return small_quran
