--- Kept inputs of the fuzz target `tanzil`, by name: editions of one surah as text and as XML.
local VERSES = {
  "In the name of God1.",
  "Praise amp; thanks (1",
  "The 2 Merciful1",
  "a  b\u{A0}c",
  "x",
  "y 3",
  "z",
}
local COMMENT = "\n#====\n#  Tanzil Quran Text (Test, Version 1.0)\n#  Keep it.\n"

local function bare() return table.concat(VERSES, "\n") .. "\n" end

local function numbered(last)
  local rows = {}
  for i, text in ipairs(VERSES) do
    rows[i] = ("1|%d|%s\n"):format(i, text)
  end
  return "\u{FEFF}" .. table.concat(rows) .. (last or "# Last Update: May 4, 2026\n")
end

local function verse(number, text)
  return ('<aya index="%s" text="%s" bismillah="b"/>\n'):format(number, text)
end

--- The edition in XML with another verse in place of some. @tparam table others number → element
local function xml(others)
  local rows = {}
  for i, text in ipairs(VERSES) do
    rows[i] = others[i] or verse(i, ("%s %d)"):format(text, i))
  end
  return '<?xml version="1.0" encoding="utf-8" ?>\n<!-- Tanzil Quran Text (Test, Version '
    .. "1.0) -->\n"
    .. '<quran>\n<sura index="1" name="x">\n'
    .. table.concat(rows)
    .. "</sura>\n</quran>\n"
end

return {
  ["text-bare"] = bare() .. COMMENT,
  ["text-blank-lines"] = "\xef\xbbte\0" .. ("\n"):rep(60) .. "Comment\n \n1\nc|\n|\n0\n\xff",
  ["text-not-utf-8"] = bare():gsub("the", "the\xa0")
    .. "\n#\xc3\xc2Text (T\xd4, Version 1.0)\n",
  ["text-numbered"] = numbered(),
  ["text-numbered-and-bare"] = "1|1|In the name of God1.\nx\n",
  ["text-too-many-verses"] = bare() .. "x\n",
  ["text-verse-repeated"] = "1|1|In the name of God1.\n1|1|In the name of God1.\n",
  ["xml"] = xml({}),
  ["xml-comment-empty"] = '<!--  -->\n<quran>\n">\n<aya indlah="b"/>It\nna.\n<',
  ["xml-cut"] = xml({}):sub(1, 240),
  ["xml-open"] = "<",
  ["xml-surah-index"] = xml({}):gsub('sura index="1"', 'sura index="0"'),
  ["xml-surah-without-index"] = xml({}):gsub('sura index="1" ', "sura "),
  ["xml-verse-number-in-text"] = xml({ [3] = verse(3, "The 2 Merciful1 9)") }),
  ["xml-verse-repeated"] = xml({ [2] = verse(1, "Praise 2)") }),
  ["xml-verse-without-number"] = xml({ [4] = verse(4, "a  b") }),
  ["xml-verse-without-text"] = xml({ [5] = '<aya index="5" tellah="b"/>\n' }),
}
