/** @file
 * Quran references as people write them: "2:255", "QS 36:1-5", "al-baqarah 255", "Sure 112",
 * "البقرة ٢٥٥", "ayat kursi", "yasin".
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

typedef struct quran_reference {
  unsigned surah;       /**< 1..114 */
  unsigned first, last; /**< verses inside the surah, 1..; both 0 when the whole surah is meant */
} quran_reference;

/** Reads the whole of `text` as a reference: a surah by number, with an introducing word, or by
 * its name in any usual spelling, and verses where named. A verse beyond the surah falls back to
 * the surah. A bare number alone is no reference. Allocates nothing; bounded by the 512 bytes of
 * a query: a longer text is none. @return false when it is none. */
bool quran_reference_parse(span text, quran_reference *out);
