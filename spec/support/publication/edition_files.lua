--- Whole editions written for the specs, in the formats that publishers use: every verse says its
-- number, but for those that a spec gives.
local svc = require("svc")

local edition_files = {}

--- Calls `visit(surah, verse, text, footnotes)` for every verse. @tparam table given verse such as
-- `"2:255"` -> `{ text, footnotes }` or a text; `false` leaves the verse out
local function each(given, visit)
  for surah = 1, 114 do
    for verse = 1, svc.verse_count(surah) do
      local row = given[surah .. ":" .. verse]
      if row == nil then row = "Verse " .. verse .. " of " .. surah .. "." end
      if type(row) == "string" then row = { row } end
      if row then visit(surah, verse, row[1], row[2] or "") end
    end
  end
end

local function lines_of(given, visit)
  local lines = {}
  each(given, function(...) lines[#lines + 1] = visit(...) end)
  return lines
end

local function quoted(text)
  return text:find('[,"\n]') and '"' .. text:gsub('"', '""') .. '"' or text
end

edition_files["quranenc-csv"] = function(given)
  local count = 0
  local lines = lines_of(given, function(surah, verse, text, notes)
    count = count + 1
    return ("%d,%d,%d,%s,%s\r\n"):format(count, surah, verse, quoted(text), quoted(notes))
  end)
  return "\xef\xbb\xbf# Made for a test\r\n# Version (v9.9.9-csv.1), 2026\r\n"
    .. "id,sura,aya,translation,footnotes\r\n"
    .. table.concat(lines)
end

local function cdata(text) return text == "" and "" or "<![CDATA[" .. text .. "]]>" end

edition_files["quranenc-xml"] = function(given)
  local open
  local lines = lines_of(given, function(surah, verse, text, notes)
    local head = open == surah and ""
      or (open and "</sura>\n" or "") .. ('<sura number="%d">\n'):format(surah)
    open = surah
    return (
      '%s<aya number="%d">\n<translation>%s</translation>\n<footnotes>%s</footnotes>\n'
      .. "</aya>\n"
    ):format(head, verse, cdata(text), cdata(notes))
  end)
  return "<translation_root>\n\n<meta>\n<title>Made for a test</title>\n"
    .. "<updated_at>2026-01-01 00:00:00 (v9.9.9-xml.1)</updated_at>\n</meta>\n<sura_list>\n"
    .. table.concat(lines)
    .. "</sura>\n</sura_list>\n</translation_root>\n"
end

edition_files["quranenc-json"] = function(given)
  local lines = lines_of(
    given,
    function(surah, verse, text, notes)
      return svc.json {
        id = "1",
        sura = tostring(surah),
        aya = tostring(verse),
        arabic_text = "ا",
        translation = text,
        footnotes = notes ~= "" and notes or svc.null,
      }
    end
  )
  return '{"result":[' .. table.concat(lines, ",\n") .. "]}"
end

edition_files["tanzil-text"] = function(given)
  local lines = lines_of(
    given,
    function(surah, verse, text) return ("%d|%d|%s\n"):format(surah, verse, text) end
  )
  return table.concat(lines)
    .. "\n\n#====\n#  Tanzil Quran Text (Test, Version 1.0)\n#  Keep it.\n"
end

edition_files["tanzil-bare"] = function(given)
  return table.concat(lines_of(given, function(_, _, text) return text .. "\n" end))
end

edition_files["tanzil-xml"] = function(given)
  local open
  local lines = lines_of(given, function(surah, verse, text)
    local head = open == surah and ""
      or (open and "</sura>\n" or "") .. ('<sura index="%d" name="x">\n'):format(surah)
    local formula = verse == 1 and surah ~= 1 and surah ~= 9 and ' bismillah="b' .. surah .. '"'
      or ""
    open = surah
    return ('%s<aya index="%d" text="%s"%s/>\n'):format(head, verse, text, formula)
  end)
  return '<?xml version="1.0" encoding="utf-8" ?>\n<!-- Tanzil Quran Text (Test, Version 1.0) -->\n'
    .. "<quran>\n"
    .. table.concat(lines)
    .. "</sura>\n</quran>\n"
end

local function roman(number)
  local digits = {
    { 1000, "m" },
    { 900, "cm" },
    { 500, "d" },
    { 400, "cd" },
    { 100, "c" },
    { 90, "xc" },
    { 50, "l" },
    { 40, "xl" },
    { 10, "x" },
    { 9, "ix" },
    { 5, "v" },
    { 4, "iv" },
    { 1, "i" },
  }
  local out = ""
  for _, digit in ipairs(digits) do
    while number >= digit[1] do
      number, out = number - digit[1], out .. digit[2]
    end
  end
  return out
end

edition_files.tex = function(given)
  local count = 0
  return "%% Made for a test\n"
    .. table.concat(lines_of(given, function(_, verse, text)
      count = count + 1
      return ("\\qt@newcmd\\qurantrans@xx@%s{%s\\qt@no{(%d)}}%%\n"):format(
        roman(count),
        text,
        verse
      )
    end))
end

edition_files["quran-json"] = function(given)
  local surahs = {}
  each(given, function(surah, verse, text)
    surahs[surah] = surahs[surah] or { id = surah, verses = svc.array {} }
    table.insert(surahs[surah].verses, { id = verse, text = text, translation = text })
  end)
  return svc.json(surahs)
end

--- A surah of version 2 of quran-json, `<number>.json` in the package. @tparam integer surah
edition_files["quran-json-surah"] = function(surah, texts)
  local verses = svc.array {}
  for verse = 1, svc.verse_count(surah) do
    local text = texts[surah .. ":" .. verse] or "Verse " .. verse .. " of " .. surah .. "."
    verses[verse] = { number = verse, text = text }
  end
  return svc.json { number = surah, verses = verses }
end

return edition_files
