--- Kept inputs of the fuzz target `search_query`, by name: a line that is indexed in every locale
-- ("|" stands for a line break), then the phrasings of a query. The length chooses the locale.
return {
  ["arabic"] = "القرآن كتاب|| - list|1. a `code`\nالقرآن\nكتاب",
  ["arabic-article-and-marks"] = "ٱلۡحَمۡدُ لِلَّهِ|ام كتاب\nالحمد لله\nكتب",
  ["arabic-digits"] = "سورة ٢ آية ٢٥٥\n٢:٢٥٥",
  ["browse"] = "A title|| and a text\n",
  ["code-and-table"] = "| a | b |||---|---||| c | d ||\n`c` d",
  ["compound-german"] = "Wasserkraftwerke und Häuser\nwasser kraft\nHaeuser\nKraftwerk",
  ["cjk"] = "学習の記録。|第二\n学習",
  ["different-scripts"] = "Привет κόσμε שלום\nПРИВЕТ\nκοσμε",
  ["empty-append"] = "\n\n\n",
  ["excerpt-long-word"] = ("x"):rep(700) .. " end\n" .. ("x"):rep(200),
  ["excerpt-many-matches"] = ("light is fast and "):rep(60) .. "\nlight fast",
  ["formula"] = "Text $x^2 + \\frac{a}{b}$ and x² + 3x = 0\nx^2\n3x",
  ["heading-matches"] = "# Quadratic equations||Text ## not\nquadratic equation",
  ["identifier-alignment"] = "\nalignment:material:d1\nlo:articles:d0\nalignment:nothing\n"
    .. "what is surah al-baqarah?",
  ["identifier-content"] = "\nsvc://content/asset%3Aen%3Amaterial%3Ad1\n/en/quran/2\nasse"
    .. "t:en:quran:surah:2\n"
    .. "al-fatihah\n\n",
  ["identifier-content-urls"] = "\nasset:de:material:d1\n/de/articles/d3.md?x=1#y\n"
    .. "https://site.test/id/tryout/d2\nhttps://site.test/material/d1\n",
  ["names-of-surahs-in-scripts"] = "\n2.255\nthe cow al-baqarah\nالبقرة\nsurat البقرة 2\n\n",
  ["words-of-two-scripts"] = "Quadi\1\0\0\6 lich# Hraft\nequations\nام \u{64B}تاب|| - lis"
    .. "http a `code` <b>x</ a\n"
    .. "weundb>  ",
  ["arabic-noble-book"] = "القرآن الكريم \u{243}تاب|| b>x</b> &amp; [l](http://x)\nالقرآن",
  ["controls"] = "\n\1\0\0Quadratic *equations* x^2|\5 823 # Head|| text § 823 und W%sserkraft\n"
    .. "equat\0\0\0ions\nwasser",
  ["unknown-words"] = "Quadratic *!quations* lich# Hraft\nequations\nw\neKOI8_a und Wasse"
    .. "rkraft\nequations@\nwrafer",
  ["identifier-c-plus-plus"] = "C++ and § 823 and UTBK-2024\nC++\n§ 823\nutbk 2024",
  ["identifier-url"] = "See https://a.test/b?c=d#e and a@b.test\nhttps://a.test/b",
  ["irregular-forms"] = "He went, she taught, mice ran\ngo teach mouse run",
  ["list-and-quote"] = "> quoted|- one|- two|||1. three\none two three",
  ["misspelt"] = "common words numbered\ncomon wrods numbr",
  ["names-of-surahs"] = "Al-Baqarah\nbaqara 255\nsurat al-fatihah",
  ["negative-and-quotes"] = 'exact phrase here\n"exact phrase"\n-here',
  ["numbers"] = "3.14 and 1,000.5 and 1e5 and 2024-01-02\n3.14\n1000.5\n2024",
  ["one-letter"] = "a b c d\na\nb",
  ["phrasing-long"] = "word\n" .. ("word "):rep(110),
  ["prefix-of-many"] = "inter internet international internally interval\ninter",
  ["punctuation-only"] = "...!?\n... --- !!!",
  ["unicode-combining"] = "Cafe\u{301} naïve ﬁn Ⅷ\ncafé\nfin viii",
  ["verse-reference"] = "Verse 2:255 of it\n2:255\n2:1-2",
  ["verse-reference-beyond"] = "x\n115:1\n2:999",
  ["verse-words"] = "All praise is for God\npraise God\nAll praise is for God",
  ["word-with-apostrophe"] = "don't Qur'an ʿImrān\nquran\ndont\nimran",
}
