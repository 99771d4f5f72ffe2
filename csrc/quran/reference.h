/** @file
 * The grammar of Quran references: one for search, pages, MCP and the command line.
 *
 * A text is read as words and numbers with marks between them. Capitals, diacritics and apostrophes
 * do not count, nor do quotation marks, brackets and blanks around what they enclose. Digits are
 * European, full-width, Arabic-Indic or Persian; colons, commas, full stops, slashes and dashes are
 * those of any script, and any dash makes a range.
 *
 *   | form                                   | example                       | is         |
 *   |----------------------------------------|-------------------------------|------------|
 *   | surah, mark, verse                     | 2:255                         | 2:255      |
 *   | any of the marks : . , /               | 2,255                         | 2:255      |
 *   | range by a dash or a word              | 2:255 bis 257                 | 2:255-257  |
 *   | range by an Indonesian abbreviation    | ayat 1 s.d. 5 surat Yasin     | 36:1-5     |
 *   | range from its beginning               | from 2:255 to 2:257           | 2:255-257  |
 *   | range with the last figures of its end | 2:255-57                      | 2:255-257  |
 *   | range that repeats the surah           | 2:255-2:257                   | 2:255-257  |
 *   | introduced by the name of the book     | QS 36:1-5                     | 36:1-5     |
 *   | introduced by an epithet of the book   | the Holy Quran 36:5           | 36:5       |
 *   | introduced by a word for a chapter     | Tafsir 2:255                  | 2:255      |
 *   | introduced by an initial               | S. 2:255                      | 2:255      |
 *   | followed by the name of the book       | chapter 36 of the Quran       | 36         |
 *   | behind an article                      | die 2. Sure                   | 2          |
 *   | padded with zeros                      | 002:255                       | 2:255      |
 *   | surah by number                        | Sure Nr. 36                   | 36         |
 *   | surah by number, with its name         | Sure 97 (Al-Qadr)             | 97         |
 *   | number, name and verse                 | 2. Al-Baqarah, Vers 255       | 2:255      |
 *   | ordinal                                | 36. Sure, Vers 5              | 36:5       |
 *   | ordinals                               | 2. Sure, 255. Vers            | 2:255      |
 *   | ordinals in English                    | 2nd surah, 255th verse        | 2:255      |
 *   | and the next verse                     | 2:255f.                       | 2:255-256  |
 *   | surah by name, Turkish                 | Bakara suresi 255             | 2:255      |
 *   | ordinal in words                       | einundzwanzigste Sure, Vers 5 | 21:5       |
 *   | number in words, behind what it counts | surah two, verse fifty-five   | 2:55       |
 *   | last surah                             | surat terakhir                | 114        |
 *   | last verse                             | last verse of surah 2         | 2:286      |
 *   | Roman numeral behind a word for surah  | Sura II, 255                  | 2:255      |
 *   | verses that follow, in a list          | 94:5, 6 and 7                 | 94:5-7     |
 *   | list of references that follow         | 2:255 and 2:256               | 2:255-256  |
 *   | with the form that is wanted           | 2:255 arabic                  | 2:255      |
 *   | with its name behind it                | 2:255 (Ayat al-Kursi)         | 2:255      |
 *   | ordinal of a juz                       | der 30. Juz                   | 78:1-114:6 |
 *   | verse by a word                        | chapter 2 verse 255           | 2:255      |
 *   | verse first                            | Vers 255 der Sure 2           | 2:255      |
 *   | verses first, in a list                | ayat 255 dan 256 surat 2      | 2:255-256  |
 *   | surah by name                          | surat Ya-Sin                  | 36         |
 *   | name and verse                         | QS Al-Baqarah: 255            | 2:255      |
 *   | name, number and verse                 | Al-Baqara 2,255               | 2:255      |
 *   | name and its number                    | Ya-Sin (36)                   | 36         |
 *   | Arabic                                 | سورة البقرة آية ٢٥٥           | 2:255      |
 *   | verse with a name of its own           | ayat al-kursi                 | 2:255      |
 *   | juz by number or by name               | juz amma                      | 78:1-114:6 |
 *   | juz by a Roman numeral                 | juz XXX                       | 78:1-114:6 |
 *   | address at quran.com                   | quran.com/2/255               | 2:255      |
 *   | address at tanzil.net                  | tanzil.net/#2:255             | 2:255      |
 *   | address at a site of link.c            | myislam.org/surah-yasin/      | 36         |
 *   | address of a page of this service      | /en/quran/2#verse-255         | 2:255      |
 *
 * A name counts in the spellings of names.h, in one that sounds the same, or, by edit distance,
 * where one surah is clearly nearest and an article or a word for surah, verse or book is beside
 * it. No word of quran_other_words counts. Nothing is guessed beyond that: a text is a reference as
 * a whole or not at all, and what nearly is one has candidates: a range without an end ("2:255
 * ff."), a name beside the number of another surah, a list whose verses do not follow one another.
 */
#pragma once

#include "quran/passage.h"

enum { QURAN_CANDIDATES = 3 };

/** Reads the whole of `text` as a reference. Verses that the surah does not have fall back to the
 * surah, with what was asked for beside it. Allocates nothing; the time is linear in the text,
 * which is none when it is longer than QURAN_REFERENCE_BYTES. @return false when it is none. */
bool quran_reference_parse(span text, quran_reference *out);

/** Suggests references for a text that quran_reference_parse refuses, the likeliest first: from its
 * words with some left out, the nearest names, its numbers. @return how many, 0 to
 * QURAN_CANDIDATES; 0 for a text that is a reference */
size_t quran_reference_candidates(span text, quran_reference out[QURAN_CANDIDATES]);

/** Finds the first explicit reference among the words of `text`: "the meaning of Ayat al-Kursi",
 * "surat Yasin ayat 5 artinya". Names count in listed spellings only. @return false when it has
 * none, or is longer than QURAN_REFERENCE_BYTES. */
bool quran_reference_find(span text, quran_reference *out);

enum { QURAN_BEGUN = 6, QURAN_BEGUN_LEAST = 2 /**< bytes, with the article */ };

/** The surahs that an unfinished text may become the name of, by number: "surat al-fati". It begins
 * with a word for a surah, and goes on with QURAN_BEGUN_LEAST bytes of a name or more.
 * @return how many, 0 to QURAN_BEGUN */
size_t quran_reference_begun(span text, unsigned surahs[QURAN_BEGUN]);
