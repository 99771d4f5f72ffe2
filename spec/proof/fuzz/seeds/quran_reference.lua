--- Kept inputs of the fuzz target `quran_reference`, by name: what readers type for a verse.
return {
  ["arabic-article"] = "\u{627}\u{644}",
  ["arabic-comma-and-digits"] = "\u{6F5}/\u{6F5}\u{60C}\u{6F5}",
  ["arabic-name"] = "سورة \u{671}لبقرة ٢٥٥",
  ["article-joined"] = "elnua\u{664}",
  ["brackets"] = "QS. [2:255]",
  ["brackets-many"] = ")))))))i)))))))))7\x90m",
  ["brackets-and-numbers"] = "[kadr3[3 [[[qs[44[444-4-",
  ["letters-latin-extended"] = "a\u{6F3} ha\u{1F0}J \xe0\x9a\x93",
  ["name-adz"] = "Adz",
  ["not-utf-8-long"] = "[['"
    .. ("'"):rep(150)
    .. "&hhh"
    .. ("("):rep(40)
    .. "''"
    .. ("\xff"):rep(310),
  ["hyphens"] = "V0V-V- 2-2-)[2-2-1[",
  ["colons"] = ":LL:d:L:dLL:L:[LL:[L",
  ["digits-only"] = "2222",
  ["digits-persian-dots"] = "\u{6F5}.\u{6F5}/\u{6F5}",
  ["empty-brackets"] = "]:]",
  ["german"] = "Sure 2, Vers 255-257",
  ["indonesian"] = "surat Al-Baqarah ayat 255",
  ["latin-diacritics"] = "Āl ʿImrān 3:\u{1CC}",
  ["long"] = "sure\t\u{671}" .. ("\t\u{671}\u{671}aschm"):rep(40) .. " 1",
  ["name-no-surah"] = "Adz-Dzukhruf kadr",
  ["range-arabic"] = "\u{6F5}/\u{6F5}-\u{6F5}\u{6F5}",
  ["range-backwards"] = "-2-1-",
  ["range-three-numbers"] = "2-2-2-1[",
  ["section-sign"] = "d,c 3",
  ["slash"] = "1/7",
  ["surah-zero"] = "qs0",
  ["surah-beyond"] = "qs[543",
  ["surah-negative"] = "qs-2",
  ["utf-8-cut"] = "2d\xf4",
  ["utf-8-surrogate"] = "\xed\xa5\xbd",
  ["utf-8-three-bytes"] = "\u{FE8A}\u{3D3D} \xe0\x9a\x93",
  ["utf-8-two-bytes"] = "\u{374}d:L\u{374}en:dTd:L:\xcds",
  ["utf-8-beyond"] = "\xf4\x90\x90\x90",
  ["verse-beyond"] = "2:287",
  ["verse-zero"] = "1/0",
}
