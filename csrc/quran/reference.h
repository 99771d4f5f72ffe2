/** @file
 * Quran references as people write them: "2:255", "QS 36:1-5", "al-baqarah 255", "Sure 112",
 * "البقرة ٢٥٥", "ayat kursi", "yasin".
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/** What tells that a text is a reference, the surest first. */
enum quran_evidence {
  QURAN_EXPLICIT, /**< an introducing word, a name with a verse, a verse that has a name */
  QURAN_NAME,     /**< nothing but a surah's name */
  QURAN_NUMBERS,  /**< nothing but "2:255" */
  QURAN_DECIMAL,  /**< nothing but "2.255", which may be a number */
  QURAN_RATIO,    /**< nothing but "16:9", which is a ratio more often than a verse */
  QURAN_WORD      /**< nothing but a name that is a common word, too: "sad", "tin" */
};

typedef struct quran_reference {
  unsigned surah;       /**< 1..114 */
  unsigned first, last; /**< verses inside the surah, 1..; both 0 when the whole surah is meant */
  enum quran_evidence evidence;
} quran_reference;

/** Reads the whole of `text` as a reference: a surah by number, with an introducing word, or by
 * its name in any usual spelling, and verses where named. A verse beyond the surah falls back to
 * the surah. A bare number alone is no reference, nor is one of three, or with a slash. Allocates
 * nothing; bounded by the 512 bytes of a query: a longer text is none. @return false when it is
 * none. */
bool quran_reference_parse(span text, quran_reference *out);

/** Finds the first explicit reference among the words of `text`: "the meaning of Ayat al-Kursi",
 * "surat Yasin ayat 5 artinya". Names count in listed spellings only. @return false when it has
 * none, or is longer than 512 bytes. */
bool quran_reference_find(span text, quran_reference *out);
