--- Kept inputs of the fuzz target `quranenc_csv`, by name: editions of one surah, seven verses.
local HEAD = "id,sura,aya,translation,footnotes"
local VERSES = {
  { '"In the name of God[1]."', '"[1] A note."' },
  { '"Praise &amp; thanks (1"', '""' },
  { '"The [2] Merciful[1]"', '"[2] Two\n[1] One"' },
  { '"a  b\u{A0}c"', '""' },
  { '"x"', '""' },
  { '"y [3]"', '"[3] Three"' },
  { '"z"', '""' },
}

--- An edition whose fifth verse is another. @tparam[opt] string text @tparam[opt] string notes
local function edition(text, notes)
  local rows = { "\u{FEFF}# c", "# Version (v9.9.9-csv.1), 2026", HEAD }
  for i, verse in ipairs(VERSES) do
    local cells = i == 5 and text and { text, notes or '""' } or verse
    rows[#rows + 1] = ("%d,1,%d,%s,%s"):format(i, i, cells[1], cells[2])
  end
  return table.concat(rows, "\r\n") .. "\r\n"
end

local function rows(...) return HEAD .. "\n" .. table.concat({ ... }, "\n") .. "\n" end

return {
  ["another-file"] = "x\n",
  ["cell-nul"] = rows("1,1,1," .. ("\0"):rep(60) .. "a,", "2,1,2,a,"),
  ["cell-quote-inside"] = rows('1,1,1,a"b,'),
  ["cell-quote-open"] = rows('1,1,1,"a,'),
  ["cell-quote-then-text"] = rows('1,1,1,"a"b,'),
  ["cells-missing"] = rows("1,1,1,a"),
  ["comments-and-blank-lines"] = "\xefs\r\n)" .. ("\n"):rep(40) .. "# c\n\2\n",
  ["edition"] = edition(),
  ["edition-plain"] = rows(
    "1,1,1,a,",
    "2,1,2,a,",
    "3,1,3,a,",
    "4,1,4,a,",
    "5,1,5,a,",
    "6,1,6,a,",
    "7,1,7,a,",
    ""
  ),
  ["id-not-a-number"] = rows("49,\xef,,1#,"),
  ["note-empty"] = edition('"a[1]"', '"[1]"'),
  ["note-mark-repeated"] = edition('"[2] b""a[1]"', '"[1] b [1] c"'),
  ["note-missing"] = edition('"a[2]"', '"[1] b"'),
  ["note-number-large"] = edition('"a[99999999999999999999]"', '"[99999999999999999999] b"'),
  ["note-number-zero"] = edition('"a[0]"', '"[0] b"'),
  ["note-text-before-the-first"] = edition('"a[1]"', '"x [1] b"'),
  ["note-with-markup"] = edition('"a[1]"', '"[1] <b>"'),
  ["note-without-mark"] = edition('"a"', '"[1] b"'),
  ["text-carriage-returns"] = edition('"Praise\r\r\r&amp;\r\r(2\n\0<b>"'),
  ["text-empty"] = edition('""'),
  ["text-entity-unknown"] = edition('"&bogus;"'),
  ["text-not-utf-8"] = edition('"The if\xfaul[1]"', '"[2] Two"'),
  ["text-with-markup"] = edition('"<b>"'),
  ["verse-repeated"] = rows("1,1,1,a,", "1,1,1,a,"),
  ["verse-zero"] = rows("1,1,0,a,"),
}
