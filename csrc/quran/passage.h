/** @file
 * What a text refers to: a surah, verses, or a juz.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

enum { QURAN_REFERENCE_BYTES = 512 /**< of the longest text that is read */ };

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
