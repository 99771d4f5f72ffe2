--- Kept inputs of the fuzz target `quranenc_xml`, by name: editions of one surah, seven verses.
local HEAD = "<translation_root>\n<meta>\n<title>T</title>\n<updated_at>2026-01-01 00:00:00 "
  .. "(v9.9.9-xml.1)</updated_at>\n</meta>\n<sura_list>\n"

local function verse(number, text, notes)
  return (
    '<aya number="%s"><translation><![CDATA[%s]]></translation><footnotes>%s</footn'
    .. "otes></aya>\n"
  ):format(number, text, notes or "")
end

local verses = {
  verse(1, "In the name of God[1].", "[1] A note."),
  verse(2, "Praise &amp; thanks (1"),
  verse(3, "The [2] Merciful[1]", "[2] Two\n[1] One"),
  verse(4, "a  b\u{A0}c"),
  verse(5, "x"),
  verse(6, "y [3]", "[3] Three"),
  verse(7, "z"),
}

--- The edition with another verse in place of some. @tparam table others number → element
local function edition(others)
  local list = {}
  for i, element in ipairs(verses) do
    list[i] = others[i] or element
  end
  return HEAD
    .. '<sura number="1">\n'
    .. table.concat(list)
    .. "</sura>\n</sura_list>\n</translation_root>\n"
end

local good = edition({})

return {
  ["another-file"] = "L",
  ["cut"] = good:sub(1, 300),
  ["doctype"] = "<!DOCTYPE x [<!ENTITY a 'b'>]>" .. good,
  ["edition"] = good,
  ["element-unknown"] = (good:gsub("<sura_list>", "<meta/>%0<other/>")),
  ["note-empty-text"] = edition({ [5] = "<aya number='5'><translation></translation></aya>\n" }),
  ["note-mark-repeated"] = edition({
    [3] = verse(3, "The [2] Merciful[1]", "[1] Two\n[1] One"),
  }),
  ["note-missing"] = edition({ [3] = verse(3, "The [3] Merciful[1]", "[2] T1[w] \noOne") }),
  ["note-number-zero"] = edition({ [1] = verse(1, "of God[0].", "[0] A note.") }),
  ["note-text-before-the-first"] = edition({ [1] = verse(1, "of God[1].", "b [1] A note.") }),
  ["note-without-mark"] = edition({ [3] = verse(3, "hT[e2] Merciful[1]", "[2] Two\n[1] One") }),
  ["number-not-a-number"] = (good:gsub('number="1">\n', 'number="1%%">\n')),
  ["text-control-byte"] = edition({ [4] = verse(4, "a \127 bc") }),
  ["text-entity-unknown"] = edition({ [2] = verse(2, "Praise &amnup; thanks (1") }),
  ["text-not-utf-8"] = edition({ [4] = verse(4, "a \xc2c") }),
  ["text-outside"] = (good:gsub("<sura_list>", "%0stray")),
  ["text-with-markup"] = edition({ [5] = verse(5, "<b>x</b>") }),
  ["verse-attribute-unknown"] = (good:gsub("aya number=.6", 'aya numler="6')),
  ["verse-missing"] = edition({ [4] = "" }),
  ["verse-repeated"] = edition({ [2] = verse(1, "again") }),
}
