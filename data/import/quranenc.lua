--- Readers of the downloads of QuranEnc.com: CSV, XML and the answers of its API in JSON.
--
-- All three hold a translation and its footnotes, with markers `[n]` in both. The file names its
-- version, which its terms want stated: it becomes the source's.
local book = require("data.import.quran_book")
local csv = require("data.import.csv")
local strict_json = require("data.import.strict_json")
local xml = require("data.import.xml")

local quranenc = {}

--- The `v1.0.19-xml.1` of `2026-03-12 23:45:25 (v1.0.19-xml.1)` or of a comment line.
local function version_in(text) return text and text:match("[%(%s](v%d[%w%.%-]*)") end

-- CSV: comment lines that begin with `#` or hold no comma before the header, then the rows.

local HEADER = "id,sura,aya,translation,footnotes"

--- The place and the number of the header line; the lines before it are comments.
local function find_header(text)
  local at, line = 1, 1
  while at <= #text do
    local last = text:find("\n", at, true) or #text + 1
    local content = text:sub(at, last - 1):gsub("\r$", ""):gsub('"', ""):gsub("%s", "")
    if content:lower() == HEADER then return at, last + 1, line end
    at, line = last + 1, line + 1
  end
  return nil
end

local function read_csv(source)
  local file, verses = source.files[1], book.new()
  local text = file.bytes:gsub("^\xef\xbb\xbf", "")
  local header, first, line = find_header(text)
  if not header then
    local what = "the header " .. HEADER .. " is missing"
    return book.refuse({ file = file }, what, "download the CSV of the edition again")
  end
  for row, at, fault in csv.rows(text:sub(first), line + 1) do
    local record = { file = file, line = at }
    if not row then return verses:refuse(record, fault, "quote cells as RFC 4180 says") end
    if #row > 1 or row[1] ~= "" then
      record.surah, record.verse, record.text, record.footnotes = row[2], row[3], row[4], row[5]
      if #row ~= 5 then
        local what = ("has %d cells, not 5"):format(#row)
        return verses:refuse(record, what, "quote cells that hold commas")
      end
      verses:put(record)
    end
  end
  return verses:finish(file, version_in(text:sub(1, header - 1)))
end

-- XML: translation_root/{meta, sura_list/sura[number]/aya[number]/{translation, footnotes}}.

local function read_xml(source)
  local file, verses = source.files[1], book.new()
  local surah, record, version
  local finished, reason = xml.walk(file, {
    ["translation_root/meta/updated_at"] = function(node) version = version_in(node.text) end,
    ["translation_root/sura_list/sura"] = {
      open = function(node) surah = node.attributes.number end,
    },
    ["translation_root/sura_list/sura/aya"] = {
      open = function(node)
        record =
          { file = file, line = node.line, surah = surah, verse = node.attributes.number }
      end,
      close = function() verses:put(record) end,
    },
    ["translation_root/sura_list/sura/aya/translation"] = function(node)
      record.text = node.text
    end,
    ["translation_root/sura_list/sura/aya/footnotes"] = function(node)
      record.footnotes = node.text
    end,
  }, {
    "translation_root",
    "translation_root/meta",
    "translation_root/meta/*",
    "translation_root/sura_list",
  })
  if not finished then return nil, reason end
  return verses:finish(file, version)
end

-- JSON: `{ result = list of { sura, aya, arabic_text, translation, footnotes } }`, one file for
-- the book or one for each surah.

local function read_json(source)
  local verses = book.new()
  local member = source.role == "arabic" and "arabic_text" or "translation"
  for _, file in ipairs(source.files) do
    local answer, reason = strict_json.decode(file)
    if not answer then return nil, reason end
    if type(answer) ~= "table" or not strict_json.is_list(answer.result) then
      local what = "has no list `result` of verses"
      return book.refuse({ file = file }, what, "fetch the answer of the API again")
    end
    for _, verse in ipairs(answer.result) do
      local notes = source.role ~= "arabic" and verse.footnotes
      verses:put {
        file = file,
        surah = verse.sura,
        verse = verse.aya,
        text = verse[member],
        footnotes = type(notes) == "string" and notes or nil,
      }
    end
  end
  return verses:finish(source.files[1])
end

--- The readers by format. Each takes a source as data.import.quran_source gives it and returns
-- a finished book and the version that the file names, or nil and the refusal.
quranenc.readers = {
  ["quranenc-csv"] = read_csv,
  ["quranenc-xml"] = read_xml,
  ["quranenc-json"] = read_json,
}

return quranenc
