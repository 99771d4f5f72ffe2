--- What is said of the Quran's texts: a notice names every change that the importer makes, and
-- nothing claims that a text is unchanged where it is not.
local editions = require("spec.support.publication.editions")
local quran = require("data.import.quran")
local quran_source = require("data.import.quran_source")

-- What a line of the importer's log tells of, and how the notice of the source says it. Where the
-- pattern captures a verse, the notice names the verse instead, or where there are many repairs how
-- many there are.
local CHANGES = {
  { "^ (%d+:%d+): repaired: " },
  { ": folded white space$", en = "[Ww]hite space", id = "[Ss]pasi", de = "[Ll]eerzeichen" },
  { ": decoded HTML entities$", id = "entitas HTML" },
  { ": removed the note markers", id = "nomor%-nomor itu dihilangkan" },
  { ": mapped TeX's quotation marks$", de = "TeX%-Anführungszeichen" },
  { ": separated the opening formula", en = "opening formula" },
}

-- Repairs of an edition beyond which its notice gives the number.
local MANY = 20

-- What is no change.
local KEPT = { ": kept", ": texts without a final mark: ", ": no licence is known" }

-- The words that claim that a text is as its publisher has it.
local CLAIMS = {
  "unchanged",
  "byte for byte",
  "verbatim",
  "as published",
  "unverändert",
  "tidak diubah",
  "[nN]othing [%a ]*is changed",
  "tanpa perubahan",
}

-- What limits a claim to the rest of a text.
local RESTS = { "%f[%a]else%f[%A]", "otherwise", "sonst%f[%A]", "selebihnya" }

local function finds(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then return true end
  end
  return false
end

--- The clauses of a text that claim it is unchanged, and do not mean the rest of it.
local function claims(text)
  local found = {}
  for clause in text:gsub("%s+", " "):gmatch('[^.:;"]+') do
    if finds(clause, CLAIMS) and not finds(clause, RESTS) then found[#found + 1] = clause end
  end
  return found
end

local sources, changes = {}, {}

setup(function()
  for _, source in ipairs(assert(quran_source.all(editions.DECLARED))) do
    if source.notice then
      sources[source.name], changes[source.name] = source, {}
    end
  end
  assert(quran.load(editions.DECLARED, editions.CACHE, function(line)
    for name, list in pairs(changes) do
      local what = line:sub(1, #name) == name and line:sub(#name + 1)
      if what and what:find("^[: ]") and not finds(what, KEPT) then list[#list + 1] = what end
    end
  end))
end)

--- How the notice of a source should tell of a change.
local function expected(what, source)
  for _, row in ipairs(CHANGES) do
    local verse = what:match(row[1])
    local many = #(source.repairs or {}) > MANY
    if verse and verse:find("^%d") then return many and tostring(#source.repairs) or verse end
    if verse then return row[source.locale or "en"] end
  end
  return nil
end

describe("the notice of a source", function()
  local count = {
    arabic = 1,
    ["translation en"] = 0,
    ["translation id"] = 45,
    ["translation de"] = 1371,
    ["tafsir id"] = 144,
    ["tafsir en"] = 0,
    ["tafsir de"] = 0,
  }
  for name, number in pairs(count) do
    it(("names each of the %d changes made to it: %s"):format(number, name), function()
      assert.equal(number, #changes[name], table.concat(changes[name], "\n"))
      for _, what in ipairs(changes[name]) do
        local words = expected(what, sources[name])
        assert(words and sources[name].notice:find(words), what)
        for _, notice in pairs(sources[name].notices or {}) do
          assert(notice:find(words), notice)
        end
      end
    end)

    it("claims that the text is unchanged only where it is: " .. name, function()
      local found = claims(sources[name].notice)
      assert(number == 0 or #found == 0, found[1])
    end)
  end

  it("leaves the verses of many repairs to what is said of the terms", function()
    local data = assert(quran.load(editions.DECLARED, editions.CACHE, function() end))
    local known = data.sources.translation.de.terms.known.de
    for _, row in ipairs(sources["translation de"].repairs) do
      assert(known:find("%f[%d]" .. row.verse .. "%f[%D]"), row.verse)
    end
  end)

  it("is looked at here for every source", function()
    for name in pairs(sources) do
      assert.is_number(count[name], name)
    end
  end)
end)

describe("what the repository says of the Quran", function()
  local QURAN = { "[QK][uo]r[a']", "[tT]ranslation", "[tT]afsir", "[eE]dition", "[nN]otice" }

  --- Claims in the files, of which `about` tells whether a clause is about the Quran.
  local function claims_in(files, about)
    local wrong = {}
    local pipe <close> = assert(io.popen("git ls-files " .. files))
    for path in pipe:lines() do
      for _, clause in ipairs(claims(editions.read(path))) do
        if about(clause) then wrong[#wrong + 1] = path .. ": " .. clause end
      end
    end
    return table.concat(wrong, "\n")
  end

  it("claims nowhere that texts are unchanged of which some are repaired", function()
    assert.equal(
      "",
      claims_in(
        "README.md cli/README.md routes lua data/import data/*.md",
        function(clause) return finds(clause, QURAN) end
      )
    )
    assert.equal(
      "",
      claims_in(
        "contract/schemas/QuranReference.json" .. " data/quran/quranenc-example.json",
        function() return true end
      )
    )
  end)
end)
