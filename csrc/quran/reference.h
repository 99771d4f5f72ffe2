/** @file
 * The grammar of Quran references: one for search, pages, MCP and the command line.
 *
 * A text is read as words and numbers with marks between them. Capitals, diacritics and apostrophes
 * do not count, nor do quotation marks, brackets and blanks around what they enclose. Digits are
 * European, full-width, Arabic-Indic or Persian; colons, commas, full stops, slashes and dashes are
 * those of any script, and any dash makes a range.
 *
 *   | form                                   | example                    | is            |
 *   |----------------------------------------|----------------------------|---------------|
 *   | surah, mark, verse                     | 2:255                      | 2:255         |
 *   | any of the marks : . , /               | 2,255                      | 2:255         |
 *   | range by a dash or a word              | 2:255 bis 257              | 2:255-257     |
 *   | range with the last figures of its end | 2:255-57                   | 2:255-257     |
 *   | range that repeats the surah           | 2:255-2:257                | 2:255-257     |
 *   | introduced by the name of the book     | QS 36:1-5                  | 36:1-5        |
 *   | introduced by a word for a chapter     | Tafsir 2:255               | 2:255         |
 *   | introduced by an initial               | S. 2:255                   | 2:255         |
 *   | padded with zeros                      | 002:255                    | 2:255         |
 *   | surah by number                        | Sure Nr. 36                | 36            |
 *   | ordinal                                | 36. Sure, Vers 5           | 36:5          |
 *   | ordinals                               | 2. Sure, 255. Vers         | 2:255         |
 *   | ordinals in English                    | 2nd surah, 255th verse     | 2:255         |
 *   | and the next verse                     | 2:255f.                    | 2:255-256     |
 *   | surah by name, Turkish                 | Bakara suresi 255          | 2:255         |
 *   | ordinal as a word, up to twenty        | zweite Sure, Vers 255      | 2:255         |
 *   | Roman numeral behind a word for surah  | Sura II, 255               | 2:255         |
 *   | verse that follows, in a list          | 2:255, 256                 | 2:255-256     |
 *   | with the form that is wanted           | 2:255 arabic               | 2:255         |
 *   | with its name behind it                | 2:255 (Ayat al-Kursi)      | 2:255         |
 *   | ordinal of a juz                       | 30th juz                   | 78:1-114:6    |
 *   | verse by a word                        | chapter 2 verse 255        | 2:255         |
 *   | verse first                            | Vers 255 der Sure 2        | 2:255         |
 *   | surah by name                          | surat Ya-Sin               | 36            |
 *   | name and verse                         | QS Al-Baqarah: 255         | 2:255         |
 *   | name, number and verse                 | Al-Baqara 2,255            | 2:255         |
 *   | name and its number in brackets        | Ya-Sin (36)                | 36            |
 *   | Arabic                                 | سورة البقرة آية ٢٥٥        | 2:255         |
 *   | verse with a name of its own           | ayat al-kursi              | 2:255         |
 *   | juz by number or by name               | juz amma                   | 78:1-114:6    |
 *   | address at quran.com                   | https://quran.com/2/255    | 2:255         |
 *   | address at tanzil.net                  | https://tanzil.net/#2:255  | 2:255         |
 *   | address of a page of this service      | /en/quran/2#verse-255      | 2:255         |
 *
 * A name counts in the spellings of names.h, in one that sounds the same, or, by edit distance,
 * where one surah is clearly nearest. Nothing is guessed beyond that: a text is a reference as a
 * whole or not at all, and what nearly is one has candidates.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

enum { QURAN_REFERENCE_BYTES = 512, /**< of the longest text that is read */ QURAN_CANDIDATES = 3 };

/** The evidence that a text is a reference, the surest first. */
enum quran_evidence {
  QURAN_EXPLICIT, /**< an introducing word, a name with a verse, a verse that has a name */
  QURAN_NAME,     /**< nothing but a surah's name */
  QURAN_NUMBERS,  /**< nothing but "2:255" */
  QURAN_DECIMAL,  /**< nothing but "2.255", "2,255" or "2/255", which may be a number */
  QURAN_RATIO,    /**< nothing but "16:9", which is a ratio more often than a verse */
  QURAN_WORD,     /**< nothing but a name that is a common word, too: "sad", "tin" */
  QURAN_NEAR,     /**< a name with errors of typing */
  QURAN_LOOSE,    /**< a reference only where nothing else is asked for: "36", "2 255" */
  QURAN_EVIDENCES
};

typedef struct quran_reference {
  unsigned surah;       /**< 1..114 */
  unsigned first, last; /**< verses, 1..; both 0 when the whole surah is meant */
  unsigned last_surah;  /**< of `last`: another than `surah` only in a juz */
  unsigned juz;         /**< 1..30 when a juz is meant, else 0 */
  unsigned asked_first; /**< verses as they were written: 0 where none were, and others than */
  unsigned asked_last;  /**< `first` and `last` where the surah has no such verses */
  enum quran_evidence evidence;
} quran_reference;

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
