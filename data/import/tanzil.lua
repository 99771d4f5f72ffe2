--- Readers of the downloads of Tanzil.net: text and XML, Arabic or a translation.
--
-- Text is one verse a line, bare or as `surah|verse|text`; lines that begin with `#` are the
-- notice, which Tanzil wants kept: it goes with the source. In XML the opening formula is an
-- attribute of its own; in text it stands before verse 1 and is separated later.
local svc = require("svc")
local book = require("data.import.quran_book")
local xml = require("data.import.xml")
local trim = require("base.text").trim

local tanzil = {}

--- The lines of a comment block as one paragraph.
local function paragraph(lines)
  local text = table.concat(lines, " "):gsub("[#=%s]+", " ")
  return trim(text)
end

--- The first comment of an XML file; "" where there is none.
local function comment_in(bytes)
  local _, opened = bytes:find("<!--", 1, true)
  local closed = opened and bytes:find("-->", opened + 1, true)
  return closed and bytes:sub(opened + 1, closed - 1) or ""
end

--- The edition a notice names: `Tanzil Quran Text (Uthmani, Version 1.1)`.
local function version_in(notice)
  local edition = notice:match("Tanzil Quran Text %(([^()]*)%)")
  return edition and "Tanzil " .. edition or notice:match("Last Update: ([%w ,]+%d)")
end

--- The verse that follows another.
-- @treturn integer|nil surah, nil after the last
-- @treturn integer
local function following(surah, verse)
  if verse < svc.verse_count(surah) then return surah, verse + 1 end
  if surah < book.SURAHS then return surah + 1, 1 end
  return nil
end

local function cut(line, record)
  local surah, verse, text = line:match("^(%d+)|(%d+)|(.*)$")
  record.surah, record.verse, record.text = surah, verse, text
  return surah ~= nil
end

local function read_text(source)
  local file, verses, notice = source.files[1], book.new(), {}
  local line_number, surah, verse = 0, 1, 1
  local numbered = file.bytes:find("^\xef?\xbb?\xbf?%d+|%d+|") ~= nil
  for line in file.bytes:gsub("^\xef\xbb\xbf", ""):gmatch("([^\r\n]*)\r?\n?") do
    line_number = line_number + 1
    local record =
      { file = file, line = line_number, surah = surah, verse = verse, text = line }
    if line:find("^#") then
      notice[#notice + 1] = line
    elseif line ~= "" then
      if numbered and not cut(line, record) then
        local cure = "download the text again and choose the same form for all lines"
        return verses:refuse(record, "is not of the form surah|verse|text", cure)
      elseif not surah then
        local place = { file = file, line = line_number }
        local cure = "an edition has 6236 verses, one a line"
        return verses:refuse(place, "a line follows the last verse", cure)
      end
      verses:put(record)
      if not numbered then
        surah, verse = following(surah, verse)
      end
    end
  end
  notice = paragraph(notice)
  return verses:finish(file, version_in(notice), notice ~= "" and notice or nil)
end

local function read_xml(source)
  local file, verses = source.files[1], book.new()
  local surah
  local finished, reason = xml.walk(file, {
    ["quran/sura"] = { open = function(node) surah = node.attributes.index end },
    ["quran/sura/aya"] = {
      open = function(node)
        verses:put {
          file = file,
          line = node.line,
          surah = surah,
          verse = node.attributes.index,
          text = node.attributes.text,
          bismillah = node.attributes.bismillah,
        }
      end,
    },
  }, { "quran" })
  if not finished then return nil, reason end
  local notice = paragraph { comment_in(file.bytes) }
  return verses:finish(file, version_in(notice), notice ~= "" and notice or nil)
end

--- The readers by format. Each takes a source as data.import.quran_source gives it and returns
-- a finished book, the version and the notice that the file holds, or nil and the refusal.
tanzil.readers = { ["tanzil-text"] = read_text, ["tanzil-xml"] = read_xml }

return tanzil
