--- The publishers' own files: every note is served, its number, text and offset as an independent
-- reading of the raw file has them. `SVC_QURANENC` names the folder that holds the files
-- `english_rwwad.xml`, `indonesian_affairs.xml` and `german_bubenheim.xml` as QuranEnc.com offers
-- them, and `tanzil-uthmani.txt`; they are not part of the project.
local svc = require("svc")
local editions = require("spec.support.publication.editions")

local folder = os.getenv("SVC_QURANENC")

--- A test that needs the files; skipped, saying so, where there are none.
local function with_files(title, test)
  it(title, function()
    if not folder then
      pending("skipped: set SVC_QURANENC to the folder of QuranEnc's files")
    end
    test()
  end)
end

local FILES = { en = "english_rwwad", id = "indonesian_affairs", de = "german_bubenheim" }

-- Notes, and verses that have some, counted with grep in the files of these versions.
local KNOWN = {
  ["english_rwwad v1.0.19-xml.1"] = { 2639, 2215 },
  ["indonesian_affairs v1.0.1-xml.1"] = { 930, 825 },
  ["german_bubenheim v1.1.4-xml.1"] = { 0, 0 },
}

local function single_spaces(text)
  local words = {}
  for word in text:gsub("\u{A0}", " "):gmatch("%S+") do
    words[#words + 1] = word
  end
  return table.concat(words, " ")
end

--- The raw cells of a file: list of `{ surah, verse, text, footnotes }`.
local function raw_cells(name)
  local cells, bytes = {}, editions.read(folder .. "/" .. name .. ".xml")
  for surah, sura in bytes:gmatch('<sura number="(%d+)">(.-)</sura>') do
    for verse, aya in sura:gmatch('<aya number="(%d+)">(.-)</aya>') do
      cells[#cells + 1] = {
        surah = tonumber(surah),
        verse = tonumber(verse),
        text = single_spaces(aya:match("<translation><!%[CDATA%[(.-)%]%]></translation>")),
        footnotes = single_spaces(
          aya:match("<footnotes><!%[CDATA%[(.-)%]%]></footnotes>") or ""
        ),
      }
    end
  end
  return cells
end

--- What the cells say: plain text, and list of `{ number, offset, text }` by first marker.
local function expectation(cell)
  local list, seen = {}, {}
  for at, number in cell.text:gmatch("()%[(%d+)%]") do
    if not seen[number] then
      seen[number] = true
      local before = single_spaces((cell.text:sub(1, at - 1):gsub("%[%d+%]", "")))
      local _, from = cell.footnotes:find("[" .. number .. "]", 1, true)
      local rest = cell.footnotes:sub(from + 1)
      list[#list + 1] = {
        number = tonumber(number),
        offset = utf8.len(before),
        text = single_spaces(rest:sub(1, (rest:find("%[%d+%]") or #rest + 1) - 1)),
      }
    end
  end
  return single_spaces((cell.text:gsub("%[%d+%]", ""))), list
end

local function declared(locale)
  return {
    role = "translation",
    locale = locale,
    format = "quranenc-xml",
    file = folder .. "/" .. FILES[locale] .. ".xml",
    label = FILES[locale],
    publisher = "QuranEnc.com",
    notice = "As QuranEnc.com offers it.",
    source_url = "https://quranenc.com/en/browse/" .. FILES[locale],
    update_url = "https://quranenc.com/en/browse/" .. FILES[locale],
    retrieved_at = "2026-01-01T00:00:00Z",
    terms = { url = "https://quranenc.com/en/home", file = "terms.txt" },
  }
end

--- An operator's declarations in a folder of their own.
local function publish(sources)
  local own = os.tmpname()
  os.remove(own)
  os.execute("mkdir '" .. own .. "'")
  local files = { ["terms.txt"] = "Terms.\n", ["my.json"] = svc.json { sources = sources } }
  for name, text in pairs(files) do
    local file <close> = assert(io.open(own .. "/" .. name, "wb"))
    file:write(text)
  end
  local publication = editions.open(own .. "/my.json")
  os.execute("rm -r '" .. own .. "'")
  return publication
end

--- One line that tells all of a translation: its plain text and its notes.
local function line_of(plain, notes)
  local parts = { plain }
  for _, note in ipairs(notes) do
    parts[#parts + 1] = ("[%d@%d %s]"):format(
      note.number,
      note.offset or note.referenceOffset,
      note.text
    )
  end
  return table.concat(parts, " ")
end

describe("the files of QuranEnc", function()
  local publication

  setup(function()
    if folder then publication = publish { declared "en", declared "id", declared "de" } end
  end)
  teardown(function()
    if publication then publication:close() end
  end)

  for _, locale in ipairs(svc.locales) do
    with_files("are served note for note: " .. FILES[locale], function()
      local cells, surah, wrong, notes, noted = raw_cells(FILES[locale]), nil, {}, 0, 0
      for _, cell in ipairs(cells) do
        if cell.verse == 1 then
          surah = publication:quran(cell.surah, 1, svc.verse_count(cell.surah), locale)
        end
        local translation = surah.verses[cell.verse].translation
        table.sort(
          translation.notes,
          function(a, b)
            return a.referenceOffset < b.referenceOffset
              or a.referenceOffset == b.referenceOffset and a.number < b.number
          end
        )
        local plain, list = expectation(cell)
        if line_of(plain, list) ~= line_of(editions.plain(translation), translation.notes) then
          wrong[#wrong + 1] = cell.surah .. ":" .. cell.verse
        end
        notes, noted = notes + #list, noted + (#list > 0 and 1 or 0)
      end
      assert.equal("", table.concat(wrong, " "))
      assert.equal(6236, #cells)
      local version = surah.sources.translation.version
      assert.same(KNOWN[FILES[locale] .. " " .. version] or { notes, noted }, { notes, noted })
    end)
  end

  with_files("keep their segments in step with their offsets", function()
    for _, locale in ipairs(svc.locales) do
      for number = 1, 114 do
        local surah = publication:quran(number, 1, svc.verse_count(number), locale)
        for _, verse in ipairs(surah.verses) do
          local at = 0
          for _, segment in ipairs(verse.translation.segments) do
            assert(segment.offset == at, number .. ":" .. verse.number)
            if segment.kind == "text" then at = at + utf8.len(segment.value) end
          end
        end
      end
    end
  end)

  with_files("give the opening formula before a surah its notes", function()
    local formula = publication:quran(2, 1, 1, "en").pre_bismillah.translation
    assert.same(publication:quran(1, 1, 1, "en").verses[1].translation, formula)
  end)
end)

describe("the file of Tanzil", function()
  with_files("is served verbatim, the opening formula apart", function()
    local source = declared "en"
    source.role, source.locale, source.format = "arabic", nil, "tanzil-text"
    source.file = folder .. "/tanzil-uthmani.txt"
    local publication <close> = publish { source }
    local lines = editions.read(source.file):gmatch("[^\n]+")
    for surah = 1, 114 do
      local range = publication:quran(surah, 1, svc.verse_count(surah), "en")
      for _, verse in ipairs(range.verses) do
        local whole = verse.arabic
        if verse.number == 1 and range.pre_bismillah ~= svc.null then
          whole = range.pre_bismillah.arabic .. " " .. whole
        end
        assert(lines() == whole, surah .. ":" .. verse.number)
      end
    end
    local notice = publication:quran(1, 1, 1, "en").sources.arabic.notice
    assert.is_truthy(notice:find("CHANGING IT IS NOT ALLOWED", 1, true))
  end)
end)
